//! What was mended in records.

use std::collections::BTreeMap;

/// One thing that a fix changed, or left as it is though it is not as the fix would have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The fix, by its name on the command line.
    pub fix: &'static str,
    /// What it concerns: a field of jsonl, or `moves`.
    pub field: &'static str,
    /// What was there; `None`: nothing.
    pub before: Option<String>,
    /// What is there now; `None`: nothing.
    pub after: Option<String>,
    /// How it was changed, or why it was left; one of few texts, by which changes are counted.
    pub what: &'static str,
    /// Whether it was left as it is.
    pub left: bool,
    /// The ply that it begins with.
    pub ply: Option<u32>,
}

impl Change {
    /// A field that is another text now.
    pub fn of(fix: &'static str, field: &'static str, before: Option<&str>, after: Option<&str>) -> Change {
        let own = |text: Option<&str>| text.map(str::to_owned);
        Change { fix, field, before: own(before), after: own(after), what: "", left: false, ply: None }
    }

    /// The same with words on how it was changed.
    pub fn what(self, what: &'static str) -> Change {
        Change { what, ..self }
    }

    /// A field that was left as it is, and why.
    pub fn left(fix: &'static str, field: &'static str, value: Option<&str>, why: &'static str) -> Change {
        Change { what: why, left: true, ..Change::of(fix, field, value, value) }
    }
}

/// Changes by kind. Tallies are the same whatever the order in which changes come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChangeTally {
    rows: BTreeMap<(bool, &'static str, &'static str, &'static str), u64>,
    /// Records in which something was changed.
    pub changed: u64,
    /// Records in which something was left as it is.
    pub left: u64,
}

/// One kind of change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangeRow {
    /// The fix.
    pub fix: &'static str,
    /// What it concerns.
    pub field: &'static str,
    /// How it was changed, or why it was left.
    pub what: &'static str,
    /// How often.
    pub count: u64,
}

impl ChangeTally {
    /// Adds the changes of one record.
    pub fn add(&mut self, changes: &[Change]) {
        self.changed += u64::from(changes.iter().any(|change| !change.left));
        self.left += u64::from(changes.iter().any(|change| change.left));
        for change in changes {
            *self.rows.entry((change.left, change.fix, change.field, change.what)).or_default() += 1;
        }
    }

    /// The kinds of what was changed, or of what was `left`, by fix, field and how.
    pub fn rows(&self, left: bool) -> impl Iterator<Item = ChangeRow> {
        let of = self.rows.iter().filter(move |((l, ..), _)| *l == left);
        of.map(|(&(_, fix, field, what), &count)| ChangeRow { fix, field, what, count })
    }
}
