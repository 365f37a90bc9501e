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
}
