//! A sample of records that depends on nothing but the input, the number and the seed.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering as Memory};

use super::Item;
use crate::Input;

/// Which records a sample takes.
///
/// Each record has a key: a hash of the seed, the number of its input and its number therein. The sample is the records with
/// the smallest keys, so that it is the same at any number of threads, and each set of records of this size is as likely as any other. Nobody has to know
/// beforehand how many records there are.
#[derive(Debug)]
pub struct Sample {
    size: usize,
    seed: u64,
    /// Records with a larger key are not in the sample, as is known so far.
    largest: AtomicU64,
}

impl Sample {
    /// A sample of `size` records.
    pub fn new(size: usize, seed: u64) -> Sample {
        Sample { size, seed, largest: AtomicU64::new(u64::MAX) }
    }

    pub(super) fn key(&self, input: u64, record: u64) -> u64 {
        mix(mix(mix(self.seed) ^ input) ^ record)
    }

    /// Whether a record with this key may be in the sample: if not, it need not be converted.
    pub(super) fn may_take(&self, key: u64) -> bool {
        key <= self.largest.load(Memory::Relaxed)
    }
}

/// The finalizer of SplitMix64 (S. Vigna, public domain): each bit of the input moves half of the output's.
fn mix(n: u64) -> u64 {
    let n = n.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let n = (n ^ n >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let n = (n ^ n >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    n ^ n >> 31
}

/// A record of a sample with its bytes.
#[derive(Debug)]
pub struct Chosen {
    /// Where it comes from.
    pub input: Arc<Input>,
    /// The record; its pieces lie in `bytes`.
    pub item: Item,
    /// The bytes of its pieces.
    pub bytes: Vec<u8>,
}

impl Chosen {
    fn rank(&self) -> (u64, u64, u64) {
        (self.item.key, self.input.number, self.item.number)
    }
}

impl PartialEq for Chosen {
    fn eq(&self, other: &Chosen) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for Chosen {}

impl PartialOrd for Chosen {
    fn partial_cmp(&self, other: &Chosen) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Chosen {
    fn cmp(&self, other: &Chosen) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// The records that are in the sample so far: the largest key on top. Holds the bytes of all of them.
#[derive(Debug)]
pub struct Reservoir<'s> {
    sample: &'s Sample,
    chosen: BinaryHeap<Chosen>,
}

impl<'s> Reservoir<'s> {
    /// An empty one.
    pub fn new(sample: &'s Sample) -> Reservoir<'s> {
        Reservoir { sample, chosen: BinaryHeap::new() }
    }

    /// Offers a record, and puts the one with the largest key out where there are too many.
    pub fn offer(&mut self, chosen: Chosen) {
        if chosen.item.skipped {
            return;
        }
        self.chosen.push(chosen);
        if self.chosen.len() > self.sample.size {
            self.chosen.pop();
        }
        if self.chosen.len() == self.sample.size {
            let largest = self.chosen.peek().map_or(0, |c| c.item.key);
            self.sample.largest.store(largest, Memory::Relaxed);
        }
    }

    /// The sample in the order of the input.
    pub fn into_chosen(self) -> Vec<Chosen> {
        let mut chosen = self.chosen.into_vec();
        chosen.sort_by_key(|c| (c.input.number, c.item.number));
        chosen
    }
}
