//! One record a line.

use memchr::{memchr, memrchr};

use crate::{Frame, Framer, Guess};

/// Ends a record at each LF (so CRLF too) of a line that is not blank, and at the end of the stream.
/// Blank lines, and blanks before a line's first character, are stray.
#[derive(Default)]
pub(super) struct Lines {
    /// Bytes before this are known to be blank and in no record.
    start: usize,
    /// Bytes before this have been searched for a line end.
    seen: usize,
    /// Whether the line at hand has more than blanks.
    inside: bool,
    /// Stray bytes before the last record.
    lead: usize,
}

impl Framer for Lines {
    fn next(&mut self, bytes: &[u8], last: bool) -> Frame {
        if !self.inside {
            let from = self.seen.max(self.start).min(bytes.len());
            let blank = bytes[from..].iter().position(|b| !b.is_ascii_whitespace());
            self.inside = blank.is_some();
            self.start = from + blank.unwrap_or(bytes.len() - from);
            self.seen = self.start;
        }
        let found = bytes.get(self.seen..).and_then(|rest| memchr(b'\n', rest)).map(|n| self.seen + n + 1);
        match found {
            Some(end) if self.inside => {
                *self = Lines { lead: self.start, ..Lines::default() };
                Frame::Record { end }
            }
            _ if self.inside && last => {
                *self = Lines { lead: self.start, ..Lines::default() };
                Frame::Record { end: bytes.len() }
            }
            _ if last => Frame::End,
            _ => {
                self.seen = bytes.len();
                Frame::More
            }
        }
    }

    fn dropped(&mut self, count: usize) {
        self.start = self.start.saturating_sub(count);
        self.seen = self.seen.saturating_sub(count);
    }

    fn stray(&self) -> usize {
        self.start
    }

    fn lead(&self) -> usize {
        self.lead
    }

    fn guess(&self) -> Option<Guess> {
        Some(guess)
    }
}

/// After the next line that is not blank.
fn guess(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from.checked_sub(1)?;
    loop {
        let end = at + memchr(b'\n', bytes.get(at..)?)?;
        let start = memrchr(b'\n', &bytes[..end]).map_or(0, |n| n + 1);
        at = end + 1;
        if !bytes[start..end].trim_ascii().is_empty() {
            return Some(at);
        }
    }
}
