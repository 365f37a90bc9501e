//! What keeps a run from starting at all. Faults of the data are [`crate::Outcome`]s and findings.

use std::io;

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
    /// The operating system refused a thread.
    #[error("a worker thread could not be started")]
    Thread(#[source] io::Error),
}
