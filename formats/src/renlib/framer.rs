//! A file is one record.

use crate::{Frame, Framer};

/// Takes everything up to the end of the stream.
pub(super) struct WholeFile;

impl Framer for WholeFile {
    fn next(&mut self, bytes: &[u8], last: bool) -> Frame {
        match (last, bytes.len()) {
            (false, _) => Frame::More,
            (true, 0) => Frame::End,
            (true, end) => Frame::Record { end },
        }
    }

    fn dropped(&mut self, _: usize) {}

    fn stray(&self) -> usize {
        0
    }
}
