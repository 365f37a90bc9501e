//! Adding up what was lost.

use std::collections::BTreeMap;

use pentad_formats::Loss;

/// Losses by kind. Tallies are the same whatever the order in which losses come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LossTally {
    rows: BTreeMap<(String, String), (u64, u64)>,
    /// Records that lost something.
    pub records: u64,
}

/// One kind of loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row<'a> {
    /// What was lost.
    pub what: &'a str,
    /// How many.
    pub count: u64,
    /// In how many records.
    pub records: u64,
    /// Why.
    pub why: &'a str,
}

impl LossTally {
    /// Adds the losses of one record.
    pub fn add(&mut self, losses: &[Loss]) {
        self.records += u64::from(!losses.is_empty());
        for loss in losses {
            let row = self.rows.entry((loss.what.clone(), loss.why.clone())).or_default();
            row.0 += loss.count;
            row.1 += 1;
        }
    }

    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The kinds of losses, by what was lost, then why.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|((what, why), &(count, records))| Row { what, count, records, why })
    }
}
