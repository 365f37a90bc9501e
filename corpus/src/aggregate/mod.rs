//! Counts by key: what all statistics are made of. Integers only, and the smallest line that leads to a position, so that those of parts
//! add up to those of the whole in any order. Past a limit of memory they lie on disk.

mod bucket;
mod course;
mod lines;
mod partial;
mod reached;
mod row;
mod table;

pub(crate) use bucket::{Mixture, Results};
pub(crate) use course::{Course, Setting};
pub(crate) use lines::{MAX_PLIES, line_len, line_start, pack_line, unpack_line};
pub use partial::{Digest, Partial, PartialError, PartialHeader, PartialWriter, is_partial};
pub(crate) use reached::Glimpse;
pub use row::Row;
#[cfg(feature = "parquet")]
pub(crate) use row::{read_number, write_number};

use crate::{Error, Runs};
use course::Courses;
use reached::{Reached, ReachedRows};
use table::{Blocks, Ordered, Table};

/// What the keys of positions begin with, of which there are far more than of all else (`docs/partials.md`).
pub(crate) const POSITION: u8 = 6;

/// Counts by key, those of a run or of a part of it.
#[derive(Debug)]
pub struct Aggregate {
    /// What may lie in memory, and what is for sorting what goes to the disk.
    memory: usize,
    runs_memory: usize,
    table: Table,
    reached: Reached,
    runs: Option<Runs>,
    /// The positions of games that a worker counts: whoever absorbs them joins those that are equal.
    courses: Option<Courses>,
}

/// What a worker has counted, on its way to the whole.
#[derive(Debug, Default)]
pub struct Part {
    rows: Blocks,
    courses: Courses,
}

/// What is left to batches on their way, at most.
const RESERVE: usize = 24 << 20;

impl Aggregate {
    /// Holds about `memory` bytes at most, a quarter of it for what is on its way; what is more lies in temporary files.
    pub fn new(memory: usize) -> Aggregate {
        let rest = memory - (memory / 4).min(RESERVE);
        let (table, reached) = Default::default();
        Aggregate { memory: rest - rest / 4, runs_memory: rest / 4, table, reached, runs: None, courses: None }
    }

    /// For a worker, whose counts are taken after each batch.
    pub fn of_worker() -> Aggregate {
        Aggregate { courses: Some(Courses::default()), ..Aggregate::new(usize::MAX) }
    }

    /// Adds counts to those of a key. No key may be the beginning of another one, and the lines of a key have one length.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn add(&mut self, key: &[u8], counts: &[u64], line: &[u8]) -> Result<(), Error> {
        if let (Some((plies, setting, state)), Ok(results)) = (reached::parts(key), counts.try_into()) {
            self.make_room()?;
            if !self.reached.add_one(plies, setting, state, results, line) {
                self.spill()?;
                self.reached.add_one(plies, setting, state, results, line);
            }
            return Ok(());
        }
        self.add_to_table(|table, limit| table.add(key, counts, line, limit))
    }

    /// Adds to the table, which says whether it had room for it.
    fn add_to_table(&mut self, mut add: impl FnMut(&mut Table, usize) -> bool) -> Result<(), Error> {
        for make_room in [Aggregate::relieve, Aggregate::spill] {
            if add(&mut self.table, self.memory.saturating_sub(self.reached.allocated())) {
                return Ok(());
            }
            make_room(self)?;
        }
        add(&mut self.table, self.memory);
        Ok(())
    }

    /// Counts the positions that a game went through.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub(crate) fn add_course(&mut self, course: &Course<'_>) -> Result<(), Error> {
        if let Some(courses) = &mut self.courses {
            courses.push(course);
            return Ok(());
        }
        self.make_room()?;
        if !self.reached.add(course) {
            self.spill()?;
            self.reached.add(course);
        }
        Ok(())
    }

    /// Adds what a worker has counted.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn absorb(&mut self, part: &Part) -> Result<(), Error> {
        for row in part.rows.laid_rows() {
            self.add_to_table(|table, limit| table.add_laid(&row, limit))?;
        }
        part.courses.iter().try_for_each(|course| self.add_course(&course))
    }

    /// Takes out what was counted since the last time, for [`Aggregate::absorb`]. What lies on disk stays here.
    pub fn take(&mut self) -> Part {
        Part { rows: self.table.take(), courses: self.courses.as_mut().map(std::mem::take).unwrap_or_default() }
    }

    fn allocated(&self) -> usize {
        self.reached.allocated() + self.table.allocated()
    }

    /// Makes room for the positions of a game.
    fn make_room(&mut self) -> Result<(), Error> {
        if self.allocated() <= self.memory || self.reached.is_empty() { Ok(()) } else { self.relieve() }
    }

    /// Frees half of the memory.
    fn relieve(&mut self) -> Result<(), Error> {
        // Where the same positions come again and again, they take little when they are joined.
        self.reached.tidy();
        if self.allocated() > self.memory / 2 { self.spill() } else { Ok(()) }
    }

    fn spill(&mut self) -> Result<(), Error> {
        let mut rows = self.take_rows(true);
        let runs = self.runs.get_or_insert_with(|| Runs::new(self.runs_memory));
        // What comes in order is sorted at once.
        let (mut row, mut packed) = (Row::default(), Vec::new());
        while rows.next(&mut row, |_| false) {
            row.pack(&mut packed);
            runs.push(&packed)?;
        }
        Ok(())
    }

    /// Takes out what lies in memory.
    fn take_rows(&mut self, in_order: bool) -> InMemory {
        InMemory {
            table: std::mem::take(&mut self.table).sorted(),
            reached: std::mem::take(&mut self.reached).rows(in_order),
        }
    }

    /// All rows in the order of their keys.
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn sorted(self) -> Result<Rows, Error> {
        self.rows(true)
    }

    /// All rows in the order of their keys; with `in_order` unset those of positions in the order of their plies only, which saves the time to
    /// sort them.
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn rows(mut self, in_order: bool) -> Result<Rows, Error> {
        if let Some(courses) = self.courses.take() {
            courses.iter().try_for_each(|course| self.add_course(&course))?;
        }
        if self.runs.is_some() {
            self.spill()?;
        }
        Ok(Rows(match self.runs.take() {
            None => From::Memory(Box::new(self.take_rows(in_order))),
            Some(runs) => From::Disk { sorted: runs.sorted()?, next: Row::default(), pending: false },
        }))
    }
}

/// The rows of an aggregate, each key once.
#[derive(Debug)]
pub struct Rows(From);

#[derive(Debug)]
enum From {
    Memory(Box<InMemory>),
    Disk {
        sorted: crate::Sorted,
        /// The first row of the next key, where it was read already.
        next: Row,
        pending: bool,
    },
}

/// Rows that lie in memory.
#[derive(Debug)]
struct InMemory {
    table: Ordered,
    reached: ReachedRows,
}

impl InMemory {
    /// Reads the next row that is not passed over into `row`; `false` after the last.
    fn next(&mut self, row: &mut Row, passes: impl FnMut(&Glimpse<'_>) -> bool) -> bool {
        let before = self.table.section().is_some_and(|section| section < POSITION);
        !before && self.reached.next(row, passes) || self.table.next(row)
    }
}

impl Rows {
    /// Reads the next row into `row`; `false` after the last.
    ///
    /// # Errors
    /// When a temporary file cannot be read.
    pub fn next(&mut self, row: &mut Row) -> Result<bool, Error> {
        self.next_but(row, |_| false)
    }

    /// The same without the positions that are passed over at the first glimpse. What comes from the disk is not asked for.
    ///
    /// # Errors
    /// When a temporary file cannot be read.
    pub(crate) fn next_but(&mut self, row: &mut Row, passes: impl FnMut(&Glimpse<'_>) -> bool) -> Result<bool, Error> {
        match &mut self.0 {
            From::Memory(rows) => Ok(rows.next(row, passes)),
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

    /// What rows should come to: counts and the smallest line, by key.
    type Expected = BTreeMap<Vec<u8>, (Vec<u64>, Vec<u8>)>;

    fn expect(expected: &mut Expected, key: &[u8], counts: &[u64], line: &[u8]) {
        let entry = expected.entry(key.to_vec()).or_insert((vec![0; counts.len()], line.to_vec()));
        entry.0.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
        entry.1 = line.to_vec().min(std::mem::take(&mut entry.1));
    }

    fn all_rows(aggregate: Aggregate) -> Expected {
        let (mut rows, mut row, mut found) = (aggregate.sorted().unwrap(), Row::default(), Vec::new());
        while rows.next(&mut row).unwrap() {
            found.push((row.key.clone(), (row.counts().to_vec(), row.line.clone())));
        }
        assert!(found.is_sorted_by(|a, b| a.0 < b.0));
        found.into_iter().collect()
    }

    #[test]
    fn sums_are_those_of_a_map_whatever_the_memory() {
        for memory in [0, 200 << 10, 8 << 20, 1 << 30] {
            let mut random = fastrand::Rng::with_seed(7);
            let (mut whole, mut worker) = (Aggregate::new(memory), Aggregate::of_worker());
            let mut expected = Expected::new();
            for n in 0..60_000 {
                let (key, line) = (key(&mut random), [random.u8(..), random.u8(..)]);
                let mut counts = vec![0; if key.len() == 4 { 2 } else { 10 }];
                counts[0] = 1;
                if random.u8(0..4) == 0 {
                    counts[random.usize(1..key.len().min(10) / 2)] = random.u64(0..5);
                }
                expect(&mut expected, &key, &counts, &line);
                let into = if random.bool() { &mut whole } else { &mut worker };
                into.add(&key, &counts, &line).unwrap();
                if n % 1000 == 0 {
                    whole.absorb(&worker.take()).unwrap();
                }
            }
            whole.absorb(&worker.take()).unwrap();
            assert_eq!(whole.runs.is_some(), memory < 1 << 20);
            assert!(all_rows(whole) == expected, "{memory}");
            assert!(all_rows(worker).is_empty());
        }
    }

    #[test]
    fn positions_add_up_whatever_the_memory_and_the_order() {
        // Much that is equal, little, and lines that no position needs any more.
        for (memory, games, keys) in [
            (0, 300, 50),
            (4 << 20, 60_000, 5),
            (1 << 20, 6_000, 1 << 40),
            (4 << 20, 20_000, 3_000),
            (1 << 30, 20_000, 3_000),
        ] {
            let mut random = fastrand::Rng::with_seed(games);
            let (mut whole, mut worker) = (Aggregate::new(memory), Aggregate::of_worker());
            let mut expected = Expected::new();
            for n in 0..games {
                let setting = [random.u8(0..2), 15, 15 + random.u8(0..2)];
                let codes: Vec<u16> = (0..random.usize(1..12)).map(|_| random.u16(0..900)).collect();
                // As of noise: the first bits tell the bucket.
                let state =
                    |random: &mut fastrand::Rng| u128::from(random.u64(0..keys) + 1).wrapping_mul(u128::MAX / 977);
                let states: Vec<u128> = codes.iter().map(|_| state(&mut random)).collect();
                let (result, mut line) = (random.u8(0..4), Vec::new());
                let mut counts = [0; 4];
                counts[usize::from(result)] = 1;
                let whole_game = random.u8(0..4) > 0;
                for (plies, state) in (1..).zip(&states) {
                    line.clear();
                    pack_line(codes[..usize::from(plies)].iter().copied(), &mut line);
                    let mut key = vec![POSITION, plies];
                    key.extend_from_slice(&setting);
                    key.extend_from_slice(&state.to_be_bytes());
                    if !whole_game {
                        // As from a partial.
                        counts[random.usize(0..4)] += random.u64(0..1 << 40);
                        whole.add(&key, &counts, &line).unwrap();
                    }
                    expect(&mut expected, &key, &counts, &line);
                }
                if whole_game {
                    let course = Course { setting, result, line: &line, keys: &states };
                    let into = if random.bool() { &mut whole } else { &mut worker };
                    into.add_course(&course).unwrap();
                }
                if n % 500 == 0 {
                    whole.absorb(&worker.take()).unwrap();
                }
                assert!(memory < 1 << 20 || whole.reached.allocated() < memory + (1 << 20));
            }
            whole.absorb(&worker.take()).unwrap();
            assert_eq!(whole.runs.is_some(), memory < 1 << 30 && keys > 5, "{memory} {keys}");
            assert!(all_rows(whole) == expected, "{memory} {keys}");
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
