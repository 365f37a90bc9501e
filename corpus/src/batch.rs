//! A run of records from one input: what a worker gets at a time.

use std::ops::Range;
use std::sync::Arc;

use pentad_formats::Locator;

use crate::place::Place;
use crate::{Input, Outcome, Stray};

/// In which condition a record was cut from its stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// All of it is there.
    Whole,
    /// It is larger than the limit, and nothing of it is there but its size in bytes.
    TooLarge(u64),
    /// The source broke off in the middle of it: what is there must not pass for the whole record.
    BrokenOff,
}

/// Where in [`Batch::bytes`] a record lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// Its bytes, with up to 64 KiB of stray text before it, if any.
    pub range: Range<usize>,
    /// Its condition.
    pub condition: Condition,
}

/// The end of an input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct End {
    /// How many records there were.
    pub records: u64,
    /// How many (decompressed) bytes there were.
    pub bytes: u64,
    /// What is wrong with the input as a whole.
    pub outcome: Option<Outcome>,
    /// Text after the last record.
    pub stray: Option<Stray>,
    /// The bytes after the last record, blanks included, where there are no more than 64 KiB of them; else none.
    pub tail: Vec<u8>,
}

/// Records of one input that follow each other, with their bytes.
///
/// Every input gives one batch at least; its last one has an [`End`]. A batch may be without records.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Number of the batch in the run, from 0: results are put in this order.
    pub sequence: u64,
    /// Where the records come from.
    pub input: Arc<Input>,
    /// The bytes of the records, one after the other.
    pub bytes: Vec<u8>,
    /// Where the records lie in `bytes`. What stands between them belongs to none.
    pub cuts: Vec<Cut>,
    /// Number of the first record in its input, from 1.
    pub first_record: u64,
    /// Offset of the first byte in the (decompressed) input.
    pub offset: u64,
    /// Line of the first byte, from 1.
    pub line: u64,
    /// Characters before the first byte in that line.
    pub column: u64,
    /// Stray text before the first record that does not stand in its slice: more than 64 KiB, or before a record that is too large.
    /// A record with such text before it is always the first of a batch.
    pub stray: Option<Stray>,
    /// Set in the last batch of an input.
    pub end: Option<End>,
}

/// A record's bytes as cut from its stream, not yet read.
#[derive(Clone, Copy, Debug)]
pub struct RecordSlice<'a> {
    /// Number in the input, from 1.
    pub number: u64,
    /// Where `bytes` start in [`Batch::bytes`]; of a record that is too large, where its own first byte stood.
    pub start: usize,
    /// The bytes, with stray text before the record, if any; none of a record that is too large.
    pub bytes: &'a [u8],
    /// The condition.
    pub condition: Condition,
}

impl Batch {
    pub(crate) fn new() -> Batch {
        let origin = crate::Origin { name: String::new(), extension: None, size: None, walked: false, picked: 0 };
        Batch {
            sequence: 0,
            input: Arc::new(Input::new(0, origin)),
            bytes: Vec::new(),
            cuts: Vec::new(),
            first_record: 1,
            offset: 0,
            line: 1,
            column: 0,
            stray: None,
            end: None,
        }
    }

    /// Forgets the records and keeps the memory.
    pub(crate) fn reset(&mut self, input: &Arc<Input>, first_record: u64) {
        if !Arc::ptr_eq(&self.input, input) {
            self.input = Arc::clone(input);
        }
        self.bytes.clear();
        self.cuts.clear();
        self.first_record = first_record;
        self.stray = None;
        self.end = None;
    }

    pub(crate) fn set_base(&mut self, place: &Place, first: Option<u8>) {
        self.offset = place.offset;
        (self.line, self.column) = place.base(first);
    }

    /// Leaves out records that an earlier run has done.
    pub(crate) fn pass_over(&mut self) {
        let done = self.input.passed.saturating_sub(self.first_record - 1).min(self.cuts.len() as u64);
        if done > 0 {
            self.cuts.drain(..done as usize);
            self.first_record += done;
            self.stray = None;
        }
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.cuts.len()
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.cuts.is_empty()
    }

    /// The records in order.
    pub fn records(&self) -> impl ExactSizeIterator<Item = RecordSlice<'_>> {
        self.cuts.iter().enumerate().map(|(i, cut)| {
            let bytes = &self.bytes[cut.range.clone()];
            let (start, bytes) = match cut.condition {
                Condition::TooLarge(_) => (cut.range.end - bytes.trim_ascii_start().len(), &bytes[..0]),
                Condition::Whole | Condition::BrokenOff => (cut.range.start, bytes),
            };
            RecordSlice { number: self.first_record + i as u64, start, bytes, condition: cut.condition }
        })
    }

    /// Locators for records asked for in order.
    pub fn locators(&self) -> Locators<'_> {
        Locators { batch: self, at: 0, place: Place::at(self.offset, self.line, self.column) }
    }
}

/// Gives the [`Locator`] of a record without counting lines from the start of the batch again and again.
#[derive(Clone, Copy, Debug)]
pub struct Locators<'a> {
    batch: &'a Batch,
    at: usize,
    place: Place,
}

impl<'a> Locators<'a> {
    /// The locator of a record of the batch. Cheap when records are asked for in order, right in any order.
    pub fn of(&mut self, record: &RecordSlice<'_>) -> Locator<'a> {
        if record.start < self.at {
            *self = self.batch.locators();
        }
        let bytes = &self.batch.bytes;
        let start = record.start.min(bytes.len());
        self.place.advance(&bytes[self.at..start]);
        self.at = start;
        Locator {
            encoding: self.batch.input.encoding,
            binary: self.batch.input.format.is_some_and(|f| f.is_binary()),
            ..self.place.locator(&bytes[start..(start + record.bytes.len()).min(bytes.len())])
        }
    }
}
