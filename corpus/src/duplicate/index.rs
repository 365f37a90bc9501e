//! Where the records of a run are.

use std::sync::Arc;

use super::Bits;
use crate::{Error, ErrorKind, Input};

/// An input as the first reading saw it.
#[derive(Clone, Debug)]
struct Source {
    name: Arc<str>,
    /// The number of its first record in the run.
    first: u64,
    records: u64,
}

/// Which of two sets of sources: the database that the others are compared with, or these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The database (`--against`); the older of two releases.
    Known,
    /// The sources that are looked at.
    Looked,
}

/// What was seen.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Seen {
    /// Records.
    pub records: u64,
    /// Records that could not be read.
    pub unreadable: u64,
    /// Records without moves.
    pub without_moves: u64,
    /// Files of which no record, or no further one, could be had.
    pub refused: u64,
}

/// Numbers the records of the first reading.
#[derive(Default, Debug)]
pub(super) struct Inventory {
    sources: Vec<Source>,
    /// Whether the last source is still being read.
    open: bool,
    records: u64,
    known: Option<(u64, usize)>,
    seen: [Seen; 2],
}

impl Inventory {
    /// Says that records of an input come.
    pub(super) fn begin(&mut self, input: &Input) {
        if !self.open {
            self.sources.push(Source { name: input.name().into(), first: self.records, records: 0 });
            self.open = true;
        }
    }

    /// Counts a record; its number in the run.
    pub(super) fn add(&mut self, readable: bool, without_moves: bool) -> u64 {
        let seen = &mut self.seen[usize::from(self.known.is_some())];
        seen.records += 1;
        seen.unreadable += u64::from(!readable);
        seen.without_moves += u64::from(without_moves);
        if let Some(source) = self.sources.last_mut() {
            source.records += 1;
        }
        self.records += 1;
        self.records - 1
    }

    /// Says whether the input ends, and whether something is to say of it as a whole.
    pub(super) fn end(&mut self, ended: bool, outcome: bool) {
        self.seen[usize::from(self.known.is_some())].refused += u64::from(outcome);
        self.open &= !ended;
    }

    /// Says that all so far was the database.
    pub(super) fn end_of_known(&mut self) {
        self.known = Some((self.records, self.sources.len()));
        self.open = false;
    }

    /// What was seen of the database and of the others.
    pub(super) fn seen(&self) -> [Seen; 2] {
        let [first, second] = self.seen;
        if self.known.is_some() { [first, second] } else { [Seen::default(), first] }
    }

    /// How many records the database has.
    pub(super) fn known(&self) -> u64 {
        self.known.map_or(0, |(records, _)| records)
    }

    pub(super) fn index(self, candidates: Bits) -> Index {
        let (known, known_sources) = self.known.unwrap_or((0, 0));
        Index { sources: self.sources, known, known_sources, candidates }
    }
}

/// Where records are, and which are to be looked at again.
#[derive(Debug)]
pub struct Index {
    sources: Vec<Source>,
    pub(super) known: u64,
    known_sources: usize,
    pub(super) candidates: Bits,
}

impl Index {
    /// The file of a record, and its number there, from 1.
    pub fn place(&self, number: u64) -> (&str, u64) {
        let at = self.sources.partition_point(|source| source.first <= number).saturating_sub(1);
        self.sources.get(at).map_or(("", 0), |source| (&source.name, number - source.first + 1))
    }

    /// Whether a record is one of the database.
    pub fn is_known(&self, number: u64) -> bool {
        number < self.known
    }

    /// Whether a record has a key in common with another.
    pub fn is_candidate(&self, number: u64) -> bool {
        self.candidates.get(number)
    }

    /// The number in the run of a record of an input, by its number there, from 1.
    ///
    /// # Errors
    /// When the input was not there at the first reading, or had fewer records.
    pub fn number(&self, side: Side, input: &Input, record: u64) -> Result<u64, Error> {
        let source = self.source(side, input)?;
        if record > source.records {
            return Err(changed(input.name()));
        }
        Ok(source.first + record - 1)
    }

    /// Checks that an input had as many records as at the first reading.
    ///
    /// # Errors
    /// When it had not.
    pub fn check_end(&self, side: Side, input: &Input, records: u64) -> Result<(), Error> {
        if self.source(side, input)?.records == records { Ok(()) } else { Err(changed(input.name())) }
    }

    fn source(&self, side: Side, input: &Input) -> Result<&Source, Error> {
        let before = if side == Side::Known { 0 } else { self.known_sources };
        let source = self.sources.get(before + input.number as usize - 1);
        source.filter(|source| *source.name == *input.name()).ok_or_else(|| changed(input.name()))
    }
}

fn changed(name: &str) -> Error {
    ErrorKind::Changed(name.to_owned()).into()
}
