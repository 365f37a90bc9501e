//! Records that are duplicates of each other: which, in which way, and what they state differently.
//!
//! The sources are read twice. The first time a [`Scanner`] makes a few keys of each record, 16 bytes each, and a [`Survey`] sorts them, on
//! the disk where they are many: records without a key in common are no duplicates. The second time an [`Examiner`] reads the few that have
//! one in whole, and a [`Review`] brings together what belongs together, compares the moves themselves, and tells [`Group`] after group.
//!
//! ```
//! use std::ops::ControlFlow;
//! use pentad_corpus::duplicate::{DuplicateOptions, Examiner, Kind, Kinds, Review, Scanner, Side, Survey, Surveyed};
//! use pentad_corpus::{Error, JudgeOptions, Options, Sources, run};
//! use pentad_rules::Symmetry;
//!
//! let games: &[u8] = b"(;GM[4]SZ[15]PB[Ann];B[hh];W[hg];B[ij]) (;GM[4]SZ[15];B[hh];W[ih];B[fi])";
//! let sources = || Sources::from_streams([("games.sgf".to_owned(), Box::new(games) as Box<_>)]);
//! let options = DuplicateOptions {
//!     kinds: Kinds::ALL, min_plies: 20, near: 3, keep: None, memory: 64 << 20, judging: JudgeOptions::default(),
//! };
//! let mut survey = Survey::new(&options);
//! let scanner = || Scanner::new(&options, Default::default());
//! run(sources(), &Options::default(), scanner, |scanner, batch| scanner.scan(batch), |scanned| {
//!     survey.add(&scanned).map_or(ControlFlow::Break(()), ControlFlow::Continue)
//! })?;
//! let Surveyed { index, places, .. } = survey.finish()?;
//! let mut review = Review::new(&options, &index, places);
//! let examiner = || Examiner::new(&options, Default::default(), &index, Side::Looked);
//! run(sources(), &Options::default(), examiner, |examiner, batch| examiner.examine(batch), |examined| {
//!     examined.and_then(|examined| review.add(&examined)).map_or(ControlFlow::Break(()), ControlFlow::Continue)
//! })?;
//! review.groups(&mut |group| -> Result<(), Error> {
//!     let relation = group.members[1].relation.as_ref();
//!     assert_eq!((group.kind, index.place(group.members[1].details.number)), (Kind::SameGame, ("games.sgf", 2)));
//!     assert_eq!(relation.map(|r| (r.orientation, r.differences.len())), Some((Symmetry::Rot270, 1)));
//!     Ok(())
//! })?;
//! # Ok::<(), Error>(())
//! ```

mod bits;
mod choice;
mod contained;
mod details;
mod difference;
mod examiner;
mod facts;
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
