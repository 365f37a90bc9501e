//! Which records `--where` takes.

use pentad_corpus::{Batch, Facts, Judge, Judgement, Query, ResultsBy, Subject, result};
use pentad_formats::Record;
use pentad_rules::OpeningNames;

use crate::args::SelectionArgs;
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
        let Some(query) = self.query else { return Some(true) };
        let verdict = judge.verdict();
        let name = self.names.and_then(|names| {
            let index = rules_file::named_opening(names, record, judgement.size)?;
            names.lines().get(index).map(|line| line.name.as_str())
        });
        let facts = Facts { record, judgement, verdict, name, result: result(record, verdict, self.results) };
        query.matches(&Subject {
            facts,
            findings: [&record.findings, judge.findings()],
            file: batch.input.name(),
            format: batch.input.format.map_or("", |f| f.info().id),
        })
    }
}
