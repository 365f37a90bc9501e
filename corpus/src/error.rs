//! What keeps a run from starting at all. Faults of the data are [`crate::Outcome`]s and findings.

use std::io;
use std::path::PathBuf;

/// Why a run could not be started.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Error(Box<ErrorKind>);

impl Error {
    /// What happened.
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Error {
        Error(Box::new(kind))
    }
}

/// The kinds of [`Error`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A path argument is no file and no valid pattern of file names either.
    #[error("`{pattern}` is no file and no valid pattern of file names")]
    Pattern {
        /// The argument.
        pattern: String,
        /// What is wrong with it as a pattern.
        source: globset::Error,
    },
    /// No input has the name of the one to go on with.
    #[error("no input is called {0}, which the run is to go on with")]
    NoSuchInput(String),
    /// The operating system refused a thread.
    #[error("a worker thread could not be started")]
    Thread(#[source] io::Error),
    /// A temporary file could not be written or read.
    #[error("a temporary file could not be written or read")]
    Temporary(#[source] io::Error),
    /// An input is not what it was when it was read before.
    #[error("{0} was changed while it was read")]
    Changed(String),
    /// An output could not be written.
    #[error("{} could not be written", path.display())]
    Output {
        /// The output; `-` for standard output.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error("{} cannot be read", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is no index that can be used.
    #[error("{}: {what}{}", path.display(), at.map_or_else(String::new, |at| format!(" (at byte {at})")))]
    Index {
        /// The file.
        path: PathBuf,
        /// Where in it.
        at: Option<u64>,
        /// What is wrong.
        what: String,
    },
    /// What an index cannot be made of, or cannot answer.
    #[error("{0}")]
    Indexing(String),
    /// A file of an output's name is there already.
    #[error("{} is there already; --force replaces it", .0.display())]
    Exists(PathBuf),
    /// An output would replace an input.
    #[error("{} is an input; an output never replaces an input", .0.display())]
    IsInput(PathBuf),
    /// Several records for one file of a format that holds one.
    #[error("{0} holds one record in a file, and there are more: --split-by record -o FOLDER writes a file for each")]
    OneRecord(&'static str),
}
