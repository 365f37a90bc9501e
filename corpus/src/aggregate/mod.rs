//! Counts by key: what all statistics are made of. Integers only, and the smallest line that leads to a position, so that those of parts
//! add up to those of the whole in any order. Past a limit of memory they lie on disk.

mod partial;
mod row;
mod table;

pub use partial::{Digest, Partial, PartialError, PartialHeader, PartialWriter, is_partial};
pub use row::Row;

use crate::{Error, Runs};
use table::{Blocks, Ordered, Table};

/// Counts by key, those of a run or of a part of it.
#[derive(Debug)]
pub struct Aggregate {
    /// What the table may hold, and what is for sorting what goes to the disk.
    table_memory: usize,
    runs_memory: usize,
    table: Table,
    runs: Option<Runs>,
    /// Rows that a worker does not look up: whoever absorbs them will.
    loose: Option<Blocks>,
}

/// What a worker has counted, on its way to the whole.
#[derive(Debug, Default)]
pub struct Part([Blocks; 2]);

/// How many rows are looked for at a time.
const AT_A_TIME: usize = 32;

/// What is left to batches on their way, at most.
const RESERVE: usize = 24 << 20;

impl Aggregate {
    /// Holds about `memory` bytes at most, a quarter of it for what is on its way; what is more lies in temporary files.
    pub fn new(memory: usize) -> Aggregate {
        let rest = memory - (memory / 4).min(RESERVE);
        let (table_memory, runs_memory) = (rest - rest / 4, rest / 4);
        Aggregate { table_memory, runs_memory, table: Table::default(), runs: None, loose: None }
    }

    /// For a worker, whose counts are taken after each batch.
    pub fn of_worker() -> Aggregate {
        Aggregate { loose: Some(Blocks::default()), ..Aggregate::new(usize::MAX) }
    }

    /// Adds counts to those of a key. No key may be the beginning of another one, and the lines of a key have one length.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn add(&mut self, key: &[u8], counts: &[u64], line: &[u8]) -> Result<(), Error> {
        if !self.table.add(key, counts, line, self.table_memory) {
            self.spill()?;
            self.table.add(key, counts, line, self.table_memory);
        }
        Ok(())
    }

    /// The same for a key that seldom comes twice in a batch: a worker need not look it up.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn add_rare(&mut self, key: &[u8], counts: &[u64], line: &[u8]) -> Result<(), Error> {
        match &mut self.loose {
            Some(loose) => {
                loose.push(key, counts, line);
                Ok(())
            }
            None => self.add(key, counts, line),
        }
    }

    /// Adds what a worker has counted.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn absorb(&mut self, part: &Part) -> Result<(), Error> {
        let mut rows = part.0.iter().flat_map(Blocks::laid_rows);
        let mut few = Vec::with_capacity(AT_A_TIME);
        loop {
            few.clear();
            few.extend(rows.by_ref().take(AT_A_TIME).map(|row| (self.table.approach(&row), row)));
            if few.is_empty() {
                return Ok(());
            }
            for (hash, row) in &few {
                if !self.table.add_laid(*hash, row, self.table_memory) {
                    self.spill()?;
                    self.table.add_laid(*hash, row, self.table_memory);
                }
            }
        }
    }

    /// Takes out what was counted since the last time, for [`Aggregate::absorb`]. What lies on disk stays here.
    pub fn take(&mut self) -> Part {
        Part([self.table.take(), self.loose.as_mut().map(std::mem::take).unwrap_or_default()])
    }

    fn spill(&mut self) -> Result<(), Error> {
        let runs = self.runs.get_or_insert_with(|| Runs::new(self.runs_memory));
        // What comes in order is sorted at once.
        let mut rows = std::mem::take(&mut self.table).sorted(None);
        let (mut row, mut packed) = (Row::default(), Vec::new());
        while rows.next(&mut row) {
            row.pack(&mut packed);
            runs.push(&packed)?;
        }
        Ok(())
    }

    /// All rows in the order of their keys.
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn sorted(self) -> Result<Rows, Error> {
        self.rows(None)
    }

    /// All rows in the order of their keys; but those whose first byte is `unordered` may come in any order behind their second byte, which
    /// saves the time to sort them.
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn rows(mut self, unordered: Option<u8>) -> Result<Rows, Error> {
        if let Some(loose) = self.loose.take() {
            self.absorb(&Part([loose, Blocks::default()]))?;
        }
        if self.runs.is_some() && !self.table.is_empty() {
            self.spill()?;
        }
        Ok(Rows(match self.runs {
            None => From::Memory(self.table.sorted(unordered)),
            Some(runs) => {
                drop(self.table);
                From::Disk { sorted: runs.sorted()?, next: Row::default(), pending: false }
            }
        }))
    }
}

/// The rows of an aggregate, each key once.
#[derive(Debug)]
pub struct Rows(From);

#[derive(Debug)]
enum From {
    Memory(Ordered),
    Disk {
        sorted: crate::Sorted,
        /// The first row of the next key, where it was read already.
        next: Row,
        pending: bool,
    },
}

impl Rows {
    /// Reads the next row into `row`; `false` after the last.
    ///
    /// # Errors
    /// When a temporary file cannot be read.
    pub fn next(&mut self, row: &mut Row) -> Result<bool, Error> {
        match &mut self.0 {
            From::Memory(ordered) => Ok(ordered.next(row)),
            From::Disk { sorted, next, pending } => {
                let mut read = |row: &mut Row| -> Result<bool, Error> {
                    let Some(packed) = sorted.next()? else { return Ok(false) };
                    row.unpack(packed).ok_or_else(damaged)?;
                    Ok(true)
                };
                if !std::mem::take(pending) && !read(next)? {
                    return Ok(false);
                }
                std::mem::swap(row, next);
                while read(next)? {
                    if next.key != row.key {
                        *pending = true;
                        break;
                    }
                    row.merge(next);
                }
                Ok(true)
            }
        }
    }
}

/// A temporary file holds something else than was written.
fn damaged() -> Error {
    crate::ErrorKind::Temporary(std::io::Error::from(std::io::ErrorKind::InvalidData)).into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Keys of two lengths, none the beginning of another one.
    fn key(random: &mut fastrand::Rng) -> Vec<u8> {
        let n = random.u16(0..20_000);
        let mut key = vec![(n % 3) as u8, (n % 7) as u8];
        key.extend_from_slice(&n.to_be_bytes());
        key.resize(if n.is_multiple_of(3) { 4 } else { 15 }, 1);
        key
    }

    #[test]
    fn sums_are_those_of_a_map_whatever_the_memory() {
        for memory in [0, 200 << 10, 8 << 20, 1 << 30] {
            let mut random = fastrand::Rng::with_seed(7);
            let (mut whole, mut worker) = (Aggregate::new(memory), Aggregate::of_worker());
            let mut expected: BTreeMap<Vec<u8>, ([u64; 2], [u8; 2])> = BTreeMap::new();
            for n in 0..60_000 {
                let (key, counts, line) = (key(&mut random), [random.u64(0..5), 1], [random.u8(..), random.u8(..)]);
                let entry = expected.entry(key.clone()).or_insert(([0, 0], line));
                (0..2).for_each(|i| entry.0[i] += counts[i]);
                entry.1 = entry.1.min(line);
                match random.u8(0..3) {
                    0 => whole.add(&key, &counts, &line).unwrap(),
                    1 => worker.add(&key, &counts, &line).unwrap(),
                    _ => worker.add_rare(&key, &counts, &line).unwrap(),
                }
                if n % 1000 == 0 {
                    whole.absorb(&worker.take()).unwrap();
                }
            }
            whole.absorb(&worker.take()).unwrap();
            assert_eq!(whole.runs.is_some(), memory < 1 << 20);
            let (mut rows, mut row, mut found) = (whole.sorted().unwrap(), Row::default(), Vec::new());
            while rows.next(&mut row).unwrap() {
                found.push((row.key.clone(), ([row.counts()[0], row.counts()[1]], [row.line[0], row.line[1]])));
            }
            assert!(found == expected.into_iter().collect::<Vec<_>>(), "{memory}");
            let (rows, mut few) = (worker.sorted().unwrap(), Row::default());
            assert!(!{ rows }.next(&mut few).unwrap());
        }
    }

    #[test]
    fn a_row_larger_than_the_memory_stands_alone() {
        let mut whole = Aggregate::new(1 << 10);
        let large = vec![9; 3 << 20];
        for _ in 0..2 {
            whole.add(&large, &[1], b"").unwrap();
            whole.add(b"a", &[2], b"").unwrap();
        }
        let (mut rows, mut row) = (whole.sorted().unwrap(), Row::default());
        assert!(rows.next(&mut row).unwrap() && row.key == large && row.counts() == [2]);
        assert!(rows.next(&mut row).unwrap() && row.key == b"a" && row.counts() == [4]);
        assert!(!rows.next(&mut row).unwrap());
    }
}
