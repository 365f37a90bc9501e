//! Records on their way from one format into another.
//!
//! A [`Converter`] turns a batch into a [`Part`]: the bytes of its records in the target's format, with what was lost and where each
//! record belongs. Records of the target's own format that nothing touches keep their bytes. Parts are put into files by an [`Outbox`].
//! What is done with records on the way is a list of [`Step`]s, a file each.

mod change;
mod converter;
mod encoder;
mod file_name;
mod filter;
mod group;
mod lines;
mod losses;
mod outbox;
mod part;
mod place;
mod sample;
mod separator;
mod steps;
mod strip;
mod subtree;
mod told;
mod turn;
mod union;

pub use change::{Change, ChangeRow, ChangeTally};
pub use converter::{Converter, Plan, Target};
pub use encoder::{Encoder, WritePiece};
pub use file_name::partial_name;
pub use filter::Filter;
pub use group::SplitBy;
pub use lines::{AllLines, MainLine};
pub use losses::{LossTally, Row};
pub use outbox::Outbox;
pub use part::{Item, Part, Piece};
pub use place::{OutputFile, Place, Stream, Written};
pub use sample::{Chosen, Reservoir, Sample};
pub use steps::{Next, Step};
pub use strip::{Strip, Stripped};
pub use subtree::Subtree;
pub use told::Told;
pub use turn::Turn;
pub use union::{Union, UnionPiece};
