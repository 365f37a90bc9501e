//! Where the output of a conversion goes.

use std::io;
use std::path::PathBuf;

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
}

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Files.
    pub files: u64,
    /// Bytes.
    pub bytes: u64,
}
