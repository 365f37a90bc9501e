//! Two releases of a database: what is the same in both.

use std::sync::Arc;

use pentad_formats::ReadOptions;

use super::examiner::Maker;
use super::index::{Index, Inventory, Seen};
use super::keys::Keys;
use super::{Bits, DuplicateOptions};
use crate::{Batch, Error, Input, Outcome, RecordReader};

/// Bits of the number of a record.
const NUMBER: u32 = 40;

/// What the records of a batch say, in short.
#[derive(Debug)]
pub struct Contents {
    input: Arc<Input>,
    /// A hash of all that a record says, and whether it has no moves; nothing where it could not be read.
    records: Vec<Option<(u128, bool)>>,
    ended: bool,
    outcome: Option<Outcome>,
}

impl Contents {
    /// Where the records come from.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// What is to say of the input as a whole, where it ends here.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }
}

/// Reads what records say.
pub struct ContentReader<'o> {
    options: &'o DuplicateOptions,
    reader: RecordReader,
    maker: Maker,
}

impl<'o> ContentReader<'o> {
    /// A worker that reads with these options.
    pub fn new(options: &'o DuplicateOptions, read: ReadOptions) -> ContentReader<'o> {
        ContentReader { options, reader: RecordReader::new(read), maker: Maker::default() }
    }

    /// What the records of a batch say.
    pub fn contents(&mut self, batch: &Batch) -> Contents {
        let format = batch.input.format.map_or("", |f| f.info().id);
        let records = batch.records().map(|slice| {
            let record = self.reader.read(batch, &slice);
            record.readable.then(|| {
                let details = self.maker.details(record, slice.bytes, format, self.options);
                (details.content(), details.plies == 0)
            })
        });
        let records = records.collect();
        let outcome = batch.end.as_ref().and_then(|end| end.outcome.clone());
        Contents { input: Arc::clone(&batch.input), records, ended: batch.end.is_some(), outcome }
    }
}

/// What two releases have in common.
#[derive(Debug)]
pub struct Releases {
    inventory: Inventory,
    keys: Keys,
}

/// What the first reading of two releases came to.
#[derive(Debug)]
pub struct Compared {
    /// Where records are; candidates are those that only one of the releases has as they are.
    pub index: Index,
    /// Records that both have as they are.
    pub unchanged: u64,
    /// What was seen of the older and the newer release.
    pub seen: [Seen; 2],
}

impl Releases {
    /// Nothing seen yet.
    pub fn new(options: &DuplicateOptions) -> Releases {
        Releases { inventory: Inventory::default(), keys: Keys::new(options.memory) }
    }

    /// Takes in what the records of a batch say. Batches come in order, those of the older release first.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn add(&mut self, contents: &Contents) -> Result<(), Error> {
        self.inventory.begin(&contents.input);
        for record in &contents.records {
            let number = self.inventory.add(record.is_some(), record.is_some_and(|(_, without)| without));
            if let Some((hash, _)) = record {
                self.keys.push(hash >> NUMBER << NUMBER | u128::from(number))?;
            }
        }
        self.inventory.end(contents.ended, contents.outcome.is_some());
        Ok(())
    }

    /// Says that the older release ends here.
    pub fn end_of_old(&mut self) {
        self.inventory.end_of_known();
    }

    /// Finds what is in one of the releases only. A record that one has more often than the other is there as often as it has more.
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn finish(self) -> Result<Compared, Error> {
        let mut sorted = self.keys.sorted()?;
        let known = self.inventory.known();
        let (mut left, mut unchanged) = (Bits::default(), 0);
        let (mut hash, mut old) = (None, Vec::new());
        loop {
            let key = sorted.next()?;
            if key.map(|key| key >> NUMBER) != hash || key.is_none() {
                for number in old.drain(..) {
                    left.set(number);
                }
                hash = key.map(|key| key >> NUMBER);
            }
            let Some(key) = key else { break };
            let number = (key & ((1 << NUMBER) - 1)) as u64;
            if number < known {
                old.push(number);
            } else if old.pop().is_some() {
                unchanged += 1;
            } else {
                left.set(number);
            }
        }
        let seen = self.inventory.seen();
        Ok(Compared { index: self.inventory.index(left), unchanged, seen })
    }
}
