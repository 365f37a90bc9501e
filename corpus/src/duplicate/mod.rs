//! Records that are duplicates of each other: which, in which way, and what they state differently.
//!
//! The sources are read twice. The first time a [`Scanner`] makes a few keys of each record, 16 bytes each, and a [`Survey`] sorts them, on
//! the disk where they are many: records without a key in common are no duplicates. The second time an [`Examiner`] reads the few that have
//! one in whole, and a [`Review`] brings together what belongs together, compares the moves themselves, and tells [`Group`] after group.

mod bits;
mod choice;
mod contained;
mod details;
mod difference;
mod examiner;
mod group;
mod hash;
mod identity;
mod index;
mod keys;
mod kind;
mod moves;
mod near;
mod nearby;
mod packed;
mod pairing;
mod pool;
mod release;
mod review;
mod scanner;
mod survey;

pub use bits::Bits;
pub use choice::Keeping;
pub use details::Details;
pub use difference::Difference;
pub use examiner::{Examined, Examiner};
pub use group::{Dropped, Fate, Group, Member, Relation};
pub use index::{Index, Seen, Side};
pub use kind::{Kind, Kinds};
pub use pairing::{Change, Changed, Pairing};
pub use release::{Compared, ContentReader, Contents, Releases};
pub use review::{Decisions, Review};
pub use scanner::{Scanned, Scanner};
pub use survey::{Places, Survey, Surveyed};

use crate::JudgeOptions;

/// What duplicates are.
#[derive(Clone, Copy, Debug)]
pub struct DuplicateOptions {
    /// The kinds that are looked for.
    pub kinds: Kinds,
    /// How many plies a record has at least that is said to be contained in another.
    pub min_plies: u32,
    /// How many moves of near games may differ.
    pub near: u32,
    /// Which record of a group stays; `None`: all do.
    pub keep: Option<Keeping>,
    /// Bytes for keys and for what is compared; beyond that it goes to the disk.
    pub memory: usize,
    /// How to tell the game of a record.
    pub judging: JudgeOptions,
}
