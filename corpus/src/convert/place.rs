//! Where the output of a conversion goes.

use std::io;
use std::num::NonZeroU64;
use std::path::PathBuf;

use crate::manifest::Content;

/// Takes the bytes of a stream.
pub type Stream = Box<dyn FnMut(&[u8]) -> io::Result<()> + Send>;

/// Where the output goes.
pub enum Place {
    /// Into a stream, at once.
    Stream(Stream),
    /// Into a stream when everything is done.
    StreamAtEnd(Stream),
    /// Into one file.
    File(PathBuf),
    /// Into files of a folder, one for each group of records.
    Folder(PathBuf),
    /// Into files of a folder, one for each record, named by its group.
    FileForEach(PathBuf),
    /// Into files of a folder, one for so many records.
    FileForSome(PathBuf, NonZeroU64),
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Files.
    pub files: u64,
    /// Bytes.
    pub bytes: u64,
    /// Each output, in the order in which they were begun, where that was asked for ([`super::Outbox::listed`]).
    pub outputs: Vec<OutputFile>,
}

/// An output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputFile {
    /// Where it is; `-` is a stream.
    pub path: PathBuf,
    /// Records in it.
    pub records: u64,
    /// Its bytes and their hash.
    pub content: Content,
}
