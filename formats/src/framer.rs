//! Cutting a byte stream into slices of one record each, without reading anything twice.

/// What a [`Framer`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frame {
    /// The bytes up to here are stray text, if any, and then one whole record.
    Record {
        /// Length of stray text and record together.
        end: usize,
    },
    /// The record at hand, or the search for the next one, needs more bytes.
    More,
    /// The stream has ended, and what is left holds no record.
    End,
}

/// Guesses the end of a record in the middle of a stream.
///
/// `bytes` is any part of a stream; the answer is a place in it, at `from` or behind, at which a record seems to have ended, so that
/// a new framer could go on there. What stands before `from` is there to look back at. Whoever asks must not trust the answer
/// before the framer has come to the same place: a wrong guess may cost time and nothing else.
pub type Guess = fn(bytes: &[u8], from: usize) -> Option<usize>;

/// Finds the ends of records in a growing buffer.
///
/// The caller passes all bytes since the end of the last record (at first: of the stream). After [`Frame::More`] it appends bytes and
/// calls again; the framer goes on where it stopped. After [`Frame::Record`] the next call starts with the bytes after `end`.
/// The total work is linear in the length of the stream.
pub trait Framer: Send {
    /// Looks for the end of the next record. `last` says that no bytes will follow.
    fn next(&mut self, bytes: &[u8], last: bool) -> Frame;

    /// The caller has dropped the first `count` bytes of its buffer, of a record too large to keep or of stray text.
    fn dropped(&mut self, count: usize);

    /// How many of the bytes seen so far are known to belong to no record: they may be dropped.
    fn stray(&self) -> usize;

    /// After [`Frame::Record`]: how many bytes of it are stray text before the record. A framer that says 0 every time does not know; one
    /// that knows must be as new after each record, so that it can be shown the record again.
    fn lead(&self) -> usize {
        0
    }

    /// How the ends of records can be guessed, so that one large file can be cut at several places at a time. `None` where they cannot.
    ///
    /// A framer with guesses must tell its [`lead`](Framer::lead), and be as new after each record: the rest of the stream is to be framed the
    /// same by a new framer.
    fn guess(&self) -> Option<Guess> {
        None
    }
}
