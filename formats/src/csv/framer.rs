//! Cuts a table into rows.

use super::row::RowEnd;
use crate::{Frame, Framer, Guess};

pub(super) struct CsvFramer {
    /// The delimiter, where the row of names has told it.
    delimiter: Option<u8>,
    row: RowEnd,
    /// Where the row at hand starts: bytes before this are blank lines.
    start: usize,
    lead: usize,
}

impl CsvFramer {
    pub(super) fn new(delimiter: Option<u8>) -> CsvFramer {
        CsvFramer { delimiter, row: RowEnd::new(delimiter), start: 0, lead: 0 }
    }
}

impl Framer for CsvFramer {
    fn next(&mut self, bytes: &[u8], last: bool) -> Frame {
        loop {
            let rest = bytes.get(self.start..).unwrap_or_default();
            if rest.is_empty() && last {
                return Frame::End;
            }
            let Some(len) = self.row.find(rest, last) else { return Frame::More };
            let end = self.start + len;
            if is_blank(&rest[..len]) {
                (self.start, self.row) = (end, RowEnd::new(self.delimiter));
                continue;
            }
            *self = CsvFramer { lead: self.start, ..CsvFramer::new(self.delimiter) };
            return Frame::Record { end };
        }
    }

    fn dropped(&mut self, count: usize) {
        // Blank lines are all that is told to be stray; what else is dropped belongs to a row too long to keep.
        if count <= self.start {
            self.start -= count;
        } else {
            self.row.dropped(count - self.start);
            self.start = 0;
        }
    }

    fn stray(&self) -> usize {
        self.start
    }

    fn lead(&self) -> usize {
        self.lead
    }

    fn guess(&self) -> Option<Guess> {
        // Without a row of names each row tells its delimiter itself, and half a row might tell another.
        self.delimiter.map(|_| guess as Guess)
    }
}

/// Whether a row is a blank line. Tabs are not blank: they may stand between fields.
pub(super) fn is_blank(row: &[u8]) -> bool {
    row.iter().all(|b| matches!(b, b' ' | b'\n' | b'\r'))
}

/// The next start of a line; in a quoted field it is none of a row, which costs time and nothing else.
fn guess(bytes: &[u8], from: usize) -> Option<usize> {
    let after = memchr::memchr2_iter(b'\n', b'\r', bytes).map(|at| at + 1);
    let whole = |&at: &usize| at >= from && !(bytes[at - 1] == b'\r' && bytes.get(at) == Some(&b'\n'));
    after.filter(whole).find(|&at| at < bytes.len() && !is_blank(&bytes[at..=at]))
}
