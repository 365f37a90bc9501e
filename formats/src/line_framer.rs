//! A record a line.

use memchr::{memchr, memchr2, memrchr, memrchr2};

use crate::{Frame, Framer, Guess};

/// Ends a record behind each line that is not blank, and at the end of the stream. A line ends with LF or CRLF; with `CR`, a CR alone ends one
/// too. Blank lines, and blanks before a line's first character, are stray.
#[derive(Default)]
pub(crate) struct LineFramer<const CR: bool> {
    /// Bytes before this are known to be blank and in no record.
    start: usize,
    /// Bytes before this have been searched for a line end.
    seen: usize,
    /// Whether the line at hand has more than blanks.
    inside: bool,
    /// Stray bytes before the last record.
    lead: usize,
}

impl<const CR: bool> Framer for LineFramer<CR> {
    fn next(&mut self, bytes: &[u8], last: bool) -> Frame {
        if !self.inside {
            let from = self.seen.max(self.start).min(bytes.len());
            let blank = bytes[from..].iter().position(|b| !b.is_ascii_whitespace());
            self.inside = blank.is_some();
            self.start = from + blank.unwrap_or(bytes.len() - from);
            self.seen = self.start;
        }
        let found = bytes.get(self.seen..).and_then(find::<CR>).map(|n| self.seen + n);
        let end = match found {
            // Whether a CR is half of a CRLF, only the next byte tells.
            Some(at) if bytes[at] == b'\r' && at + 1 == bytes.len() && !last => {
                self.seen = at;
                return Frame::More;
            }
            Some(at) => behind(bytes, at),
            None if last => bytes.len(),
            None => {
                self.seen = bytes.len();
                return Frame::More;
            }
        };
        if !self.inside {
            return if last { Frame::End } else { Frame::More };
        }
        *self = LineFramer { lead: self.start, ..LineFramer::default() };
        Frame::Record { end }
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
        Some(guess::<CR>)
    }
}

/// The first line end.
fn find<const CR: bool>(bytes: &[u8]) -> Option<usize> {
    if CR { memchr2(b'\n', b'\r', bytes) } else { memchr(b'\n', bytes) }
}

/// The last line end.
fn find_last<const CR: bool>(bytes: &[u8]) -> Option<usize> {
    if CR { memrchr2(b'\n', b'\r', bytes) } else { memrchr(b'\n', bytes) }
}

/// The place behind the line end that begins at `at`.
fn behind(bytes: &[u8], at: usize) -> usize {
    at + if bytes[at..].starts_with(b"\r\n") { 2 } else { 1 }
}

/// After the next line that is not blank.
fn guess<const CR: bool>(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from.checked_sub(1)?;
    loop {
        let found = at + find::<CR>(bytes.get(at..)?)?;
        let start = find_last::<CR>(&bytes[..found]).map_or(0, |n| n + 1);
        at = behind(bytes, found);
        // At the end of what is shown a CR may be half of a CRLF.
        if !bytes[start..found].trim_ascii().is_empty() && (at < bytes.len() || bytes[found] == b'\n') {
            return Some(at);
        }
    }
}
