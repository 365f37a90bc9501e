//! Many records to answers: where records come from.
//!
//! [`Sources`] turns paths, folders, globs, archives and standard input into an ordered lazy list of byte streams.

mod error;
mod limits;
mod outcome;
mod source;

pub use error::{Error, ErrorKind};
pub use limits::Limits;
pub use outcome::{Outcome, Stray};
pub use source::{Origin, Sources, ZSTD_WINDOW_OPTION};
