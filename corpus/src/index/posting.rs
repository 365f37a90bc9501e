//! The records that come to a position, with their counts: a run of ids in a leaf.

use super::reach::{Coming, Reach};
use super::row::Results;
use super::wire::{Wire, put_number};
use crate::{Counts, ResultsBy};

/// Bytes of ids in one posting; those of more records are several.
const FULL: usize = if cfg!(test) { 48 } else { 8 << 10 };

/// Records that come to a position, by id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Posting {
    pub(super) reach: Reach,
    pub(super) ids: Vec<u64>,
    /// How the games ended; of a single record its row tells.
    pub(super) tally: Option<Tally>,
}

/// How some games ended, whichever result counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    pub(super) results: Vec<(Results, u64)>,
    pub(super) plies: u64,
}

impl Tally {
    pub(super) fn add(&mut self, results: Results, plies: u32) {
        match self.results.iter_mut().find(|(known, _)| *known == results) {
            Some((_, count)) => *count += 1,
            None => self.results.push((results, 1)),
        }
        self.plies += u64::from(plies);
    }

    pub(super) fn counts(&self, by: ResultsBy) -> Counts {
        let mut counts = Counts::default();
        for &(results, count) in &self.results {
            let mut one = Counts::default();
            one.add(results.by(by), 0);
            let times = |n: u64| n.saturating_mul(count);
            counts.merge(&Counts {
                black: times(one.black),
                white: times(one.white),
                drawn: times(one.drawn),
                unknown: times(one.unknown),
                plies: 0,
            });
        }
        counts.plies = self.plies;
        counts
    }
}

/// Gathers the records of one position after the other.
#[derive(Debug)]
pub(super) struct Gathering {
    pub(super) reach: Reach,
    last: u64,
    first: u64,
    count: u64,
    deltas: Vec<u8>,
    tally: Tally,
}

impl Gathering {
    pub(super) fn new(coming: &Coming) -> Gathering {
        let Coming { reach, id, results, plies } = *coming;
        let mut tally = Tally::default();
        tally.add(results, plies);
        Gathering { reach, last: id, first: id, count: 1, deltas: Vec::new(), tally }
    }

    /// Takes one more record of the same position; `false` when it belongs into another posting.
    pub(super) fn take(&mut self, coming: &Coming) -> bool {
        if coming.reach != self.reach || self.deltas.len() >= FULL || coming.id <= self.last {
            return false;
        }
        put_number(&mut self.deltas, coming.id - self.last);
        self.last = coming.id;
        self.count += 1;
        self.tally.add(coming.results, coming.plies);
        true
    }

    /// The bytes of the posting behind one of another key.
    pub(super) fn put(&self, before: &[u8; 16], out: &mut Vec<u8>) {
        let shared = before.iter().zip(&self.reach.key).take_while(|(a, b)| a == b).count();
        out.push(shared as u8);
        out.extend_from_slice(&self.reach.key[shared..]);
        self.reach.put_rest(out);
        put_number(out, self.count);
        put_number(out, self.first);
        if self.count == 1 {
            return;
        }
        out.extend_from_slice(&self.deltas);
        let mut results = self.tally.results.clone();
        results.sort_unstable();
        put_number(out, results.len() as u64);
        for (results, count) in results {
            out.push(results.0);
            put_number(out, count);
        }
        put_number(out, self.tally.plies);
    }
}

impl Posting {
    /// Reads a posting behind one of another key.
    pub(super) fn read(before: &[u8; 16], wire: &mut Wire<'_>) -> Option<Posting> {
        let shared = usize::from(wire.byte()?);
        let mut key = *before;
        let rest = key.get_mut(shared..)?;
        rest.copy_from_slice(wire.take(rest.len())?);
        let reach = Reach::read_rest(key, wire)?;
        let count = wire.number()?;
        if count == 0 || count > 1 + wire.0.len() as u64 {
            return None;
        }
        let mut id = wire.number()?;
        let mut ids = Vec::with_capacity(count as usize);
        ids.push(id);
        for _ in 1..count {
            id = id.checked_add(wire.number()?)?;
            ids.push(id);
        }
        if count == 1 {
            return Some(Posting { reach, ids, tally: None });
        }
        let results = wire.list(|wire| Some((Results(wire.byte()?), wire.number()?)))?;
        Some(Posting { reach, ids, tally: Some(Tally { results, plies: wire.number()? }) })
    }
}
