//! After the second reading: what belongs together, group after group.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::contained::Line;
use super::hash;
use super::index::Index;
use super::nearby::COMPARED;
use super::pool::Pool;
use super::survey::Places;
use super::{Bits, Details, DuplicateOptions, Examined, Group, Kind};
use crate::{Error, Runs};

/// What was decided.
#[derive(Debug)]
pub struct Decisions {
    /// Records that are to go.
    pub dropped: Bits,
    /// Records that stand in a group.
    pub grouped: Bits,
    /// Records that were not compared with others of the same players and day, since there are too many of them.
    pub passed_over: u64,
}

/// Gathers the records that may be duplicates by what they may have in common.
#[derive(Debug)]
pub struct Review<'o> {
    options: &'o DuplicateOptions,
    known: u64,
    places: Places,
    rows: Runs,
    row: Vec<u8>,
    buckets: Vec<(u8, u64)>,
}

/// Bytes of the number of a record in a row.
const NUMBER: usize = 5;

impl<'o> Review<'o> {
    /// Nothing gathered yet. `places` are those of the survey.
    pub fn new(options: &'o DuplicateOptions, index: &Index, places: Places) -> Review<'o> {
        Review {
            options,
            known: index.known,
            places,
            rows: Runs::new(options.memory / 2),
            row: Vec::new(),
            buckets: Vec::new(),
        }
    }

    /// Takes in what a batch has to tell. Batches come in order.
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn add(&mut self, examined: &Examined) -> Result<(), Error> {
        let number = |n: u64| n.to_be_bytes()[8 - NUMBER..].to_owned();
        for details in &examined.records {
            self.places.of(details.number, &mut self.buckets)?;
            for &(kind, first) in &self.buckets {
                self.row.clear();
                self.row.push(kind);
                self.row.extend(number(first));
                if kind == Kind::Contained as u8 {
                    // What goes on comes behind what it goes on from.
                    self.row.extend(details.moves.iter().flat_map(|n| n.to_be_bytes()));
                    self.row.extend([0, 0]);
                }
                self.row.extend(number(details.number));
                details.pack(&mut self.row);
                self.rows.push(&self.row)?;
            }
        }
        Ok(())
    }

    /// Tells the groups: first those of the same game, then contained records, near games, and the same stones; of each kind in no order
    /// that means anything, but always the same. A record that is to go by one group is not what another one keeps.
    ///
    /// # Errors
    /// Those of `each`, and when a temporary file cannot be read.
    pub fn groups<E: From<Error>>(self, each: &mut dyn FnMut(Group) -> Result<(), E>) -> Result<Decisions, E> {
        let mut pool = Pool::new(self.options, self.known);
        let mut sorted = self.rows.sorted()?;
        let (mut bucket, mut line, mut of) = (Bucket::default(), Line::default(), Vec::new());
        loop {
            let row = sorted.next()?;
            let (head, rest) = row.and_then(|row| row.split_at_checked(1 + NUMBER)).unwrap_or_default();
            if head != of {
                line.end(&mut pool, each)?;
                if let Some(kind) = of.first().and_then(|&kind| Kind::from_number(kind)) {
                    pool.passed_over += bucket.passed_over;
                    pool.bucket(kind, bucket.take(), each)?;
                }
                of = head.to_owned();
            }
            let kind = head.first().copied();
            let moves = if kind == Some(Kind::Contained as u8) {
                rest.chunks_exact(2).position(|n| n == [0, 0]).map_or(rest.len(), |at| 2 * (at + 1))
            } else {
                0
            };
            let rest = rest.get(moves..).unwrap_or_default();
            let Some((number, packed)) = rest.split_at_checked(NUMBER) else { break };
            let number = number.iter().fold(0, |n, &byte| n << 8 | u64::from(byte));
            if moves > 0 {
                line.add(&mut pool, Details::unpack(number, packed), each)?;
            } else {
                bucket.add(number, packed, kind == Some(Kind::Near as u8));
            }
        }
        Ok(pool.decisions())
    }
}

/// Records with a key in common.
#[derive(Default)]
struct Bucket {
    records: Vec<Details>,
    /// Where a record with the same contents stands, so that a million copies of one record hold its contents once.
    seen: HashMap<u128, usize, FxBuildHasher>,
    /// Records beyond the limit for near games.
    passed_over: u64,
}

/// More records of the same players on one day are not held.
const HELD: usize = 10 * COMPARED;

impl Bucket {
    fn add(&mut self, number: u64, packed: &[u8], near: bool) {
        if near && self.records.len() >= HELD || self.passed_over > 0 {
            self.passed_over += 1 + self.records.len() as u64;
            self.records.clear();
            return;
        }
        let at = *self.seen.entry(hash::wide(packed)).or_insert(self.records.len());
        let details = match self.records.get(at) {
            Some(same) => same.clone().numbered(number),
            None => Details::unpack(number, packed),
        };
        self.records.push(details);
    }

    fn take(&mut self) -> Vec<Details> {
        self.seen.clear();
        self.passed_over = 0;
        std::mem::take(&mut self.records)
    }
}
