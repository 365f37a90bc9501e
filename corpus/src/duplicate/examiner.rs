//! The second reading: all about the records that may be duplicates.

use std::sync::Arc;

use pentad_formats::{ReadOptions, Record};
use pentad_rules::Severity;

use super::index::Index;
use super::moves::Moves;
use super::scanner::Boards;
use super::{Details, DuplicateOptions, Keeping, Side};
use crate::{Batch, Error, Input, Judge, Judgement, RecordReader};

/// What a batch has to tell.
#[derive(Debug)]
pub struct Examined {
    pub(super) records: Vec<Details>,
}

/// Reads records that may be duplicates.
pub struct Examiner<'o> {
    options: &'o DuplicateOptions,
    index: &'o Index,
    side: Side,
    reader: RecordReader,
    maker: Maker,
}

impl<'o> Examiner<'o> {
    /// A worker that reads with these options.
    pub fn new(options: &'o DuplicateOptions, read: ReadOptions, index: &'o Index, side: Side) -> Examiner<'o> {
        Examiner { options, index, side, reader: RecordReader::new(read), maker: Maker::default() }
    }

    /// Reads the records of a batch that may be duplicates.
    ///
    /// # Errors
    /// When the input is not what it was at the first reading.
    pub fn examine(&mut self, batch: &Batch) -> Result<Examined, Error> {
        let mut records = Vec::new();
        let input: &Arc<Input> = &batch.input;
        for slice in batch.records() {
            let number = self.index.number(self.side, input, slice.number)?;
            if !self.index.is_candidate(number) {
                continue;
            }
            let record = self.reader.read(batch, &slice);
            if !record.readable {
                continue;
            }
            let format = input.format.map_or("", |f| f.info().id);
            let details = self.maker.details(record, slice.bytes, format, self.options);
            records.push(details.numbered(number));
        }
        if let Some(end) = &batch.end {
            self.index.check_end(self.side, input, end.records)?;
        }
        Ok(Examined { records })
    }
}

/// Makes details of records.
#[derive(Default)]
pub(super) struct Maker {
    judge: Judge,
    moves: Moves,
    boards: Boards,
}

impl Maker {
    /// All that counts of a record that could be read.
    pub(super) fn details(
        &mut self,
        record: &Record,
        bytes: &[u8],
        format: &str,
        options: &DuplicateOptions,
    ) -> Details {
        let (judgement, sound) = self.judge(record, format, options);
        self.moves.read(record, &judgement.game.rules);
        self.moves.turn(self.boards.of(judgement.size));
        Details::of(record, bytes, &self.moves, &judgement, sound)
    }

    /// Which game it is, and whether it is sound, where that counts.
    fn judge(&mut self, record: &Record, format: &str, options: &DuplicateOptions) -> (Judgement, bool) {
        if options.keep != Some(Keeping::Best) {
            return (self.judge.recognise(record, format, &options.judging), true);
        }
        let judgement = self.judge.judge(record, format, &options.judging);
        let mut findings = record.findings.iter().chain(self.judge.findings());
        (judgement, findings.all(|finding| finding.severity < Severity::Warning))
    }
}
