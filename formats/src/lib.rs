//! Bytes to records and back: the record formats of the five-in-a-row family.
//!
//! A [`Framer`] cuts a stream into slices of one record each, a [`Format`] reads a slice into a [`Record`] and writes a record,
//! [`detect()`] tells what a file is. Nothing here opens a file. A new format is a folder beside `sgf/` and a line in [`FORMATS`].
//!
//! ```
//! use pentad_formats::{Field, ReadOptions, Record, Score, WriteOptions, find_format};
//!
//! let sgf = find_format("sgf").ok_or("no format")?;
//! let mut record = Record::new();
//! sgf.read(b"(;GM[4]SZ[15]PB[Ann]PW[Bo]RE[B+R];B[hh];W[hg];B[ig])", &ReadOptions::default(), &mut record);
//! assert!(record.readable && record.findings.is_empty());
//! assert_eq!((record.get(Field::BlackName), record.result), (Some("Ann"), Some(Score::Black)));
//! assert_eq!(record.events.plies(), 3);
//!
//! // The lossless form loses nothing; other writers list what they could not carry.
//! let mut line = Vec::new();
//! let losses = find_format("jsonl").and_then(|jsonl| jsonl.write(&record, &WriteOptions::default(), &mut line)).ok_or("no writer")?;
//! assert!(losses.is_empty() && line.starts_with(b"{\"pentad\":1"));
//! # Ok::<(), &str>(())
//! ```

mod bounds;
mod csv;
mod date;
mod detect;
mod encoding;
mod finding;
mod format;
mod framer;
mod jsonl;
mod known;
mod line_framer;
mod lines;
mod loss;
mod moves;
mod number;
mod openings;
mod pente;
mod playok;
mod pos;
mod prelude;
mod psq;
mod rec;
mod record;
mod renlib;
mod result;
mod sav;
mod sgf;
mod source_text;
mod span;
mod stones;
mod tagged;
mod tree;
pub mod variations;
mod whole;

pub use bounds::Bounds;
pub use csv::{Column, Columns};
pub use date::PartialDate;
pub use detect::{Confidence, Detection, EXTENSION, HEAD, detect};
pub use encoding::Encoding;
pub use finding::Finding;
pub use format::{Dialect, FORMATS, Format, FormatInfo, ReadOptions, WriteOptions, find_format};
pub use framer::{Frame, Framer, Guess};
pub use known::STATS_PARTIAL;
pub use loss::Loss;
pub use moves::MARK as CAPTURE_MARK;
pub use prelude::{Prelude, PreludeEnd, Stream};
pub use record::{Field, Names, Note, NoteKind, Paint, Record, Setup};
pub use renlib::read_game_comment;
pub use result::{Official, Reason, Score};
pub use span::{Locator, Position, Span};
pub use tree::{NodeId, SpansInOrder, Tree, TreeBuilder, Visit, Walk};
