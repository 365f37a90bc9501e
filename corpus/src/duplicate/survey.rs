//! Between the two readings: which records have a key in common.

use super::index::{Index, Inventory, Seen};
use super::keys::{Keys, SortedKeys};
use super::{Bits, DuplicateOptions, Kind, Scanned};
use crate::Error;

/// Bits of a key: of what records share (behind 3 for the kind), of the game that a record is of, of its number.
const SHARED: u32 = 44;
const GAME: u32 = 41;
const NUMBER: u32 = 40;

/// The keys of all records.
#[derive(Debug)]
pub struct Survey {
    inventory: Inventory,
    keys: Keys,
    memory: usize,
}

impl Survey {
    /// Nothing seen yet.
    pub fn new(options: &DuplicateOptions) -> Survey {
        Survey { inventory: Inventory::default(), keys: Keys::new(options.memory / 2), memory: options.memory }
    }

    /// Takes in the keys of a batch. Batches come in order.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn add(&mut self, scanned: &Scanned) -> Result<(), Error> {
        self.inventory.begin(&scanned.input);
        for print in &scanned.prints {
            let number = self.inventory.add(print.readable, print.without_moves);
            for &(kind, key) in print.keys.iter().filter(|(_, key)| *key != 0) {
                let game = if kind == Kind::SameGame as u8 { 0 } else { print.game >> (64 - GAME) };
                let shared = u128::from(kind) << SHARED | u128::from(key >> (64 - SHARED));
                self.keys.push(shared << (GAME + NUMBER) | u128::from(game) << NUMBER | u128::from(number))?;
            }
        }
        self.inventory.end(scanned.ended, scanned.outcome().is_some());
        Ok(())
    }

    /// Says that all so far was the database, and what comes now is looked at.
    pub fn end_of_known(&mut self) {
        self.inventory.end_of_known();
    }

    /// Finds the records that have a key in common with another.
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn finish(self) -> Result<Surveyed, Error> {
        let mut sorted = self.keys.sorted()?;
        let mut places = Keys::new(self.memory / 4);
        let mut candidates = Bits::default();
        let mut place = |number: u128, kind: u128, first: u128| {
            candidates.set(number as u64);
            // By record, then kind: the bucket is named by a record in it.
            places.push(number << 64 | kind << NUMBER | first)
        };
        let (mut bucket, mut of) = (Waiting::default(), None);
        while let Some(key) = sorted.next()? {
            let (shared, number) = (key >> (GAME + NUMBER), key & ((1 << NUMBER) - 1));
            let (kind, game) = (shared >> SHARED, key >> NUMBER & ((1 << GAME) - 1));
            if of != Some(shared) {
                of = Some(shared);
                bucket = Waiting { numbers: std::mem::take(&mut bucket.numbers), first: number, game, open: false };
                bucket.numbers.clear();
                bucket.numbers.push(number as u64);
            } else if bucket.open {
                place(number, kind, bucket.first)?;
            } else {
                bucket.numbers.push(number as u64);
                // Records of one game have nothing to tell each other beside that.
                bucket.open = kind == Kind::SameGame as u128 || game != bucket.game;
                if bucket.open {
                    bucket.numbers.drain(..).try_for_each(|number| place(number.into(), kind, bucket.first))?;
                }
            }
        }
        let mut places = places.sorted()?;
        let next = places.next()?;
        let [known, looked] = self.inventory.seen();
        Ok(Surveyed { index: self.inventory.index(candidates), places: Places { places, next }, known, looked })
    }
}

/// Records with a key in common, of which it is not known yet whether there is something to tell of them.
#[derive(Default)]
struct Waiting {
    numbers: Vec<u64>,
    first: u128,
    game: u128,
    /// Whether there is something to tell.
    open: bool,
}

/// In which buckets each record is, by record.
#[derive(Debug)]
pub struct Places {
    places: SortedKeys,
    next: Option<u128>,
}

impl Places {
    /// The buckets of a record: kind and first record. Records come in order.
    pub(super) fn of(&mut self, number: u64, found: &mut Vec<(u8, u64)>) -> Result<(), Error> {
        found.clear();
        while let Some(place) = self.next {
            let record = (place >> 64) as u64;
            if record > number {
                break;
            }
            if record == number {
                found.push(((place >> NUMBER) as u8, (place & ((1 << NUMBER) - 1)) as u64));
            }
            self.next = self.places.next()?;
        }
        Ok(())
    }
}

/// What the first reading came to.
#[derive(Debug)]
pub struct Surveyed {
    /// Where records are.
    pub index: Index,
    /// Which records have something in common.
    pub places: Places,
    /// What was seen of the database.
    pub known: Seen,
    /// What was seen of the sources that are looked at.
    pub looked: Seen,
}
