//! Which records `--where` takes.

use pentad_corpus::{Batch, Facts, Judge, Judgement, Query, ResultsBy, Subject, result};
use pentad_formats::Record;
use pentad_rules::OpeningNames;

use crate::args::SelectionArgs;
use crate::output::thousands;
use crate::rules_file;

/// What a query asks beside the record.
#[derive(Clone, Copy)]
pub(crate) struct Selection<'a> {
    pub(crate) query: Option<&'a Query>,
    pub(crate) names: Option<&'a OpeningNames>,
    pub(crate) results: ResultsBy,
}

impl<'a> Selection<'a> {
    /// What the command line asks for; `names` are those of `--names`.
    pub(crate) fn of(args: &'a SelectionArgs, names: Option<&'a OpeningNames>) -> Selection<'a> {
        Selection { query: args.query.as_ref(), names, results: args.results.by() }
    }

    /// Whether a judged record is taken; `None` where that is not known.
    pub(crate) fn takes(&self, batch: &Batch, record: &Record, judgement: &Judgement, judge: &Judge) -> Option<bool> {
        if self.query.is_none() {
            return Some(true);
        }
        self.means(&self.facts(record, judgement, judge), batch, judge)
    }

    /// What is known of a judged record.
    pub(crate) fn facts<'r>(&self, record: &'r Record, judgement: &'r Judgement, judge: &'r Judge) -> Facts<'r>
    where
        'a: 'r,
    {
        let verdict = judge.verdict();
        let name = self.names.and_then(|names| {
            let index = rules_file::named_opening(names, record, judgement.size)?;
            names.lines().get(index).map(|line| line.name.as_str())
        });
        Facts { record, judgement, verdict, name, result: result(record, verdict, self.results) }
    }

    /// Whether the query means a record of which these are the facts; `None` where that is not known.
    pub(crate) fn means(&self, facts: &Facts<'_>, batch: &Batch, judge: &Judge) -> Option<bool> {
        self.query.map_or(Some(true), |query| query.matches(&Selection::subject(facts, batch, judge)))
    }

    /// A judged record as it is put to a query.
    pub(crate) fn subject<'r>(facts: &Facts<'r>, batch: &'r Batch, judge: &'r Judge) -> Subject<'r> {
        Subject {
            facts: *facts,
            findings: [&facts.record.findings, judge.findings()],
            file: batch.input.name(),
            format: batch.input.format.map_or("", |f| f.info().id),
        }
    }
}

/// Records that are passed over, since the query does not mean them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Passed {
    /// Of which that is known.
    pub(crate) left_out: u64,
    /// Of which it is not known whether it means them.
    pub(crate) undecided: u64,
}

impl Passed {
    /// Counts one; `taken` is what [`Selection::takes`] says of it.
    pub(crate) fn count(&mut self, taken: Option<bool>) {
        match taken {
            Some(true) => {}
            Some(false) => self.left_out += 1,
            None => self.undecided += 1,
        }
    }

    pub(crate) fn add(&mut self, other: Passed) {
        self.left_out += other.left_out;
        self.undecided += other.undecided;
    }

    /// A line of a summary.
    pub(crate) fn text(self) -> String {
        let (left_out, undecided) = (thousands(self.left_out), thousands(self.undecided));
        format!("--where    {left_out} left out, {undecided} of which it is not known\n")
    }
}
