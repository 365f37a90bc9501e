//! Which records are written.

use pentad_formats::Record;
use pentad_rules::OpeningNames;

use crate::{Batch, Judge, JudgeOptions, Query, ResultsBy, Selection};

/// A query that records have to meet, and how they are judged for it.
#[derive(Clone, Debug)]
pub struct Filter {
    /// The query.
    pub query: Query,
    /// Which result of a game counts.
    pub results: ResultsBy,
    /// How records are judged.
    pub judging: JudgeOptions,
}

impl Filter {
    /// Whether a record is written; `None` where it is not known whether the query means it.
    pub(super) fn takes(
        &self,
        names: Option<&OpeningNames>,
        record: &Record,
        batch: &Batch,
        judge: &mut Judge,
    ) -> Option<bool> {
        let selection = Selection { query: Some(&self.query), names, results: self.results };
        let format = batch.input.format.map_or("", |f| f.info().id);
        let judgement = judge.judge(record, format, &self.judging);
        selection.takes(batch, record, &judgement, judge)
    }
}
