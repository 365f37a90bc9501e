//! The framer of formats that have one record in a file: the file is the record.

use crate::{Frame, Framer};

/// Takes everything for one record.
#[derive(Default)]
pub(crate) struct WholeFile {
    /// Whether white space alone is a record, as in formats whose bytes are numbers.
    pub(crate) binary: bool,
}

impl Framer for WholeFile {
    fn next(&mut self, bytes: &[u8], last: bool) -> Frame {
        match last {
            false => Frame::More,
            true if bytes.is_empty() || !self.binary && bytes.iter().all(u8::is_ascii_whitespace) => Frame::End,
            true => Frame::Record { end: bytes.len() },
        }
    }

    fn dropped(&mut self, _: usize) {}

    fn stray(&self) -> usize {
        0
    }
}
