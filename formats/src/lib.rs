//! Bytes to records and back: the record formats of the five-in-a-row family.
//!
//! A [`Framer`] cuts a stream into slices of one record each, a [`Format`] reads a slice into a [`Record`] and writes a record,
//! [`detect()`] tells what a file is. Nothing here opens a file. A new format is a folder beside `sgf/` and a line in [`FORMATS`].

mod base64;
mod date;
mod detect;
mod encoding;
mod finding;
mod format;
mod framer;
mod jsonl;
mod loss;
mod pente;
mod record;
mod result;
mod sgf;
mod span;
mod tree;

pub use date::PartialDate;
pub use detect::{Confidence, Detection, HEAD, detect};
pub use encoding::Encoding;
pub use finding::Finding;
pub use format::{FORMATS, Format, FormatInfo, ReadOptions, find_format};
pub use framer::{Frame, Framer, Guess};
pub use loss::Loss;
pub use record::{Field, Names, Note, NoteKind, Paint, Record, Setup};
pub use result::{Official, Reason, Score};
pub use span::{Locator, Position, Span};
pub use tree::{Node, NodeId, Tree};
