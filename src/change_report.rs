//! What was mended in records: for people on stderr, for machines in a file.

use anstyle::AnsiColor;
use pentad_corpus::convert::{Change, ChangeTally, Item};
use serde::Serialize;

use crate::loss_report::how_many;
use crate::output::{printable, thousands};
use crate::side_file::SideFile;

/// Counts changes and tells of them.
pub(crate) struct ChangeReport {
    verbose: bool,
    tally: ChangeTally,
    file: Option<SideFile>,
}

/// A line of the file of changes.
#[derive(Serialize)]
struct ChangeLine<'a> {
    file: &'a str,
    record: u64,
    id: Option<&'a str>,
    fix: &'a str,
    field: &'a str,
    before: Option<&'a str>,
    after: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    how: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
}

impl ChangeReport {
    pub(crate) fn new(verbose: bool, file: Option<SideFile>) -> ChangeReport {
        ChangeReport { verbose, tally: ChangeTally::default(), file }
    }

    /// Counts what was changed in a record that was written.
    pub(crate) fn item(&mut self, file: &str, item: &Item) -> anyhow::Result<()> {
        self.tally.add(&item.changes);
        for change in &item.changes {
            if self.verbose {
                say!("{}:{}: {}", printable(file), item.number, sentence(change));
            }
            if let Some(out) = &mut self.file {
                let Change { fix, field, before, after, what, left, ply } = change;
                let words = |of: bool| (of && !what.is_empty()).then_some(*what);
                out.line(&ChangeLine {
                    file,
                    record: item.number,
                    id: item.id.as_deref(),
                    fix,
                    field,
                    before: before.as_deref(),
                    after: after.as_deref(),
                    how: words(!left),
                    left: words(*left),
                    ply: *ply,
                })?;
            }
        }
        Ok(())
    }

    /// Records in which something was changed.
    pub(crate) fn changed(&self) -> u64 {
        self.tally.changed
    }

    /// Prints what was changed and what was left, by kind.
    pub(crate) fn print(&self) {
        let green = AnsiColor::Green.on_default();
        let yellow = AnsiColor::Yellow.on_default();
        let heads = [(false, green, "changed", self.tally.changed), (true, yellow, "left as it is", self.tally.left)];
        for (left, style, words, records) in heads {
            if records > 0 {
                say!("{style}{words}{style:#}, in {}:", how_many(records));
            }
            for row in self.tally.rows(left) {
                say!("{:>10}  {}: {}: {}", thousands(row.count), row.fix, row.field, row.what);
            }
        }
    }

    /// Lets what there is of the file appear.
    pub(crate) fn keep_partial(self) -> anyhow::Result<()> {
        self.file.map_or(Ok(()), SideFile::finish_partial)
    }

    /// Lets the file appear.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        self.file.map_or(Ok(()), SideFile::finish)
    }
}

/// A change in words.
fn sentence(change: &Change) -> String {
    let text = |text: &Option<String>| match text {
        Some(text) => format!("\"{}\"", printable(text)),
        None => "nothing".to_owned(),
    };
    let Change { fix, field, before, after, what, left, ply } = change;
    let at = ply.map_or_else(String::new, |ply| format!(" from ply {ply} on"));
    match (before, left) {
        (None, true) => format!("{fix}: {field}{at} left: {what}"),
        (Some(_), true) => format!("{fix}: {field}{at} left as {}: {what}", text(before)),
        _ => format!("{fix}: {field}{at}: {} -> {} ({what})", text(before), text(after)),
    }
}
