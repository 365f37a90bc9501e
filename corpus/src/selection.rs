//! Which records a query takes.

use pentad_formats::Record;
use pentad_rules::OpeningNames;

use crate::{Batch, Facts, Judge, Judgement, Query, ResultsBy, Subject, named_opening, result};

/// What a query asks beside the record.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'a> {
    /// The query; `None` takes all records.
    pub query: Option<&'a Query>,
    /// The table that names openings.
    pub names: Option<&'a OpeningNames>,
    /// Which result of a game counts.
    pub results: ResultsBy,
}

impl<'a> Selection<'a> {
    /// Whether a judged record is taken; `None` where that is not known.
    pub fn takes(&self, batch: &Batch, record: &Record, judgement: &Judgement, judge: &Judge) -> Option<bool> {
        if self.query.is_none() {
            return Some(true);
        }
        self.means(&self.facts(record, judgement, judge), batch, judge)
    }

    /// What is known of a judged record.
    pub fn facts<'r>(&self, record: &'r Record, judgement: &'r Judgement, judge: &'r Judge) -> Facts<'r>
    where
        'a: 'r,
    {
        let verdict = judge.verdict();
        let name = self.names.and_then(|names| {
            let index = named_opening(names, record, judgement.size)?;
            names.lines().get(index).map(|line| line.name.as_str())
        });
        Facts { record, judgement, verdict, name, result: result(record, verdict, self.results) }
    }

    /// Whether the query means a record of which these are the facts; `None` where that is not known.
    pub fn means(&self, facts: &Facts<'_>, batch: &Batch, judge: &Judge) -> Option<bool> {
        self.query.map_or(Some(true), |query| query.matches(&Selection::subject(facts, batch, judge)))
    }

    /// A judged record as it is put to a query.
    pub fn subject<'r>(facts: &Facts<'r>, batch: &'r Batch, judge: &'r Judge) -> Subject<'r> {
        Subject {
            facts: *facts,
            findings: [&facts.record.findings, judge.findings()],
            file: batch.input.name(),
            format: batch.input.format.map_or("", |f| f.info().id),
        }
    }
}

/// Records that are passed over, since the query does not mean them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Passed {
    /// Of which that is known.
    pub left_out: u64,
    /// Of which it is not known whether it means them.
    pub undecided: u64,
}

impl Passed {
    /// Counts one; `taken` is what [`Selection::takes`] says of it.
    pub fn count(&mut self, taken: Option<bool>) {
        match taken {
            Some(true) => {}
            Some(false) => self.left_out += 1,
            None => self.undecided += 1,
        }
    }

    /// Adds those of another part.
    pub fn add(&mut self, other: Passed) {
        self.left_out += other.left_out;
        self.undecided += other.undecided;
    }
}
