//! Many records to answers: where records come from, and the ordered pipeline that hands them to workers.
//!
//! [`Sources`] turns paths, folders, globs, archives and standard input into an ordered lazy list of byte streams. [`run()`] cuts each
//! stream into [`Batch`]es of records with the framer of its format (a big file in several places at a time), lets workers judge them
//! in parallel, and hands the results to one sink in the order of the input, the same at any number of threads, in bounded memory. What is wrong with a file as a whole is an
//! [`Outcome`] at its place in that order and never ends the run.
//!
//! ```
//! use std::ops::ControlFlow;
//! use pentad_corpus::{Judge, JudgeOptions, Options, RecordReader, Sources, Tally, run};
//!
//! let games: &[u8] = b"(;GM[4]SZ[15]RU[renju];B[hh];W[hg];B[ig]) (;GM[4]SZ[15]RU[renju];B[hh];W[hh])";
//! let mut tally = Tally::default();
//! run(
//!     Sources::from_streams([("games.sgf".to_owned(), Box::new(games) as Box<_>)]),
//!     &Options::default(),
//!     || (RecordReader::default(), Judge::new()),
//!     |(reader, judge), batch| {
//!         let mut part = Tally::default();
//!         for slice in batch.records() {
//!             let record = reader.read(batch, &slice);
//!             judge.judge(record, "sgf", &JudgeOptions::default());
//!             part.add_judged(judge.verdict(), record.findings.iter().chain(judge.findings()));
//!         }
//!         part
//!     },
//!     |part| {
//!         tally.merge(&part);
//!         ControlFlow::Continue(())
//!     },
//! )?;
//! assert_eq!((tally.records(), tally.sound, tally.with_findings), (2, 1, 1));
//! # Ok::<(), pentad_corpus::Error>(())
//! ```

mod aggregate;
mod batch;
mod board_search;
mod chooser;
mod chunks;
pub mod convert;
mod count;
mod course;
mod cutter;
pub mod duplicate;
mod error;
pub mod export;
mod feed;
mod gate;
mod growing;
mod halt;
pub mod index;
mod inference;
mod input;
mod judge;
mod limits;
mod logic;
pub mod manifest;
mod memo;
pub mod normalize;
mod openings;
mod orientation;
mod outcome;
mod pipeline;
mod place;
mod query;
mod reading;
mod record_reader;
mod resume;
mod runs;
mod selection;
mod source;
mod statistics;
pub mod table;
mod tally;
mod tree_view;
mod variations;
mod verdict_line;

pub use aggregate::{
    Aggregate, Digest, Part, Partial, PartialError, PartialHeader, PartialWriter, Row, Rows, is_partial,
};
pub use batch::{Batch, Condition, Cut, End, Locators, RecordSlice};
pub use board_search::Way;
pub use count::Count;
pub use error::{Error, ErrorKind};
pub use growing::remove_unfinished_output;
pub use inference::Candidate;
pub use input::Input;
pub use judge::{Judge, JudgeOptions, Judgement};
pub use limits::Limits;
pub use memo::Memo;
pub use openings::{
    Figures, Given, Keep, KeepError, ListedOpening, OpeningGroup, OpeningKey, OpeningList, Pairing, Pairs, PlayedGame,
    canonical, given, given_lines, marked, named_opening,
};
pub use orientation::Orientations;
pub use outcome::{Outcome, Stray};
pub use pipeline::{Ended, Options, Totals, run};
pub use query::{PlaceFound, Query, QueryError, QueryField, Subject};
pub use record_reader::RecordReader;
pub use resume::Resume;
pub use runs::{Runs, Sorted};
pub use selection::{Passed, Selection};
pub use source::{Origin, Sources, ZSTD_WINDOW_OPTION};
pub use statistics::{
    Counter, Counts, Facts, First, Group, GroupCounts, Grouping, Key, Left, OnBoard, Others, Period, Positions,
    Ranking, Rating, RatingPlan, Ratings, Reached, ResultsBy, Score, Shown, StatisticsOptions, Summary, System, named,
    result,
};
pub use tally::Tally;
pub use tree_view::{BoardView, Branch, Played, TreeOptions, TreeView};
pub use verdict_line::VerdictLine;
