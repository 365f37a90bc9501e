//! Rows: where they end, and the fields they are made of.

use std::borrow::Cow;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};
use memchr::{memchr, memchr3};

use crate::Span;

/// What may stand between two fields.
const DELIMITERS: [u8; 3] = *b",;\t";

/// A byte order mark in UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The delimiter of a table, by its row of names: the one that occurs most often outside quotes.
pub(super) fn delimiter_of(header: &[u8]) -> u8 {
    let mut counts = [0usize; 3];
    let mut quoted = false;
    for byte in header {
        match DELIMITERS.iter().position(|d| d == byte) {
            _ if *byte == b'"' => quoted = !quoted,
            Some(i) if !quoted => counts[i] += 1,
            _ => {}
        }
    }
    let most = counts.iter().max().copied().unwrap_or_default();
    counts.iter().position(|&n| n == most).map_or(b',', |i| DELIMITERS[i])
}

/// The search for the end of a row, which goes on where it stopped when more bytes have come.
#[derive(Clone, Copy, Default)]
pub(super) struct RowEnd {
    /// The delimiter; without one, the first that stands outside quotes.
    delimiter: Option<u8>,
    /// Bytes before this have been looked at.
    at: usize,
    quoted: bool,
}

impl RowEnd {
    pub(super) fn new(delimiter: Option<u8>) -> RowEnd {
        RowEnd { delimiter, at: 0, quoted: false }
    }

    /// The end of the row that starts at the start of the bytes, its line end included; `None` where more bytes decide.
    pub(super) fn find(&mut self, bytes: &[u8], last: bool) -> Option<usize> {
        if self.at == 0 {
            if bytes.len() < BOM.len() && !last && BOM.starts_with(bytes) {
                return None;
            }
            self.at = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
        }
        loop {
            let rest = bytes.get(self.at..).unwrap_or_default();
            if self.quoted {
                let Some(quote) = memchr(b'"', rest) else {
                    self.at = bytes.len();
                    return last.then_some(bytes.len());
                };
                let after = self.at + quote + 1;
                match bytes.get(after) {
                    Some(b'"') => self.at = after + 1,
                    None if !last => {
                        self.at = after - 1;
                        return None;
                    }
                    _ => (self.at, self.quoted) = (after, false),
                }
                continue;
            }
            let found = match self.delimiter {
                Some(_) => memchr3(b'"', b'\n', b'\r', rest),
                None => rest.iter().position(|b| DELIMITERS.contains(b) || b"\"\n\r".contains(b)),
            };
            let Some(found) = found.map(|at| self.at + at) else {
                self.at = bytes.len();
                return last.then_some(bytes.len());
            };
            match bytes[found] {
                b'"' => {
                    let before = found.checked_sub(1).map(|i| bytes[i]);
                    let first = found == 0 || found == BOM.len() && bytes.starts_with(BOM);
                    self.quoted = first || self.delimiter.is_some() && before == self.delimiter;
                    self.at = found + 1;
                }
                b'\r' if found + 1 == bytes.len() && !last => {
                    self.at = found;
                    return None;
                }
                b'\r' if bytes.get(found + 1) == Some(&b'\n') => return Some(found + 2),
                b'\n' | b'\r' => return Some(found + 1),
                delimiter => {
                    self.delimiter = Some(delimiter);
                    self.at = found + 1;
                }
            }
        }
    }

    /// The caller has dropped the first `count` bytes of the row.
    pub(super) fn dropped(&mut self, count: usize) {
        // Never 0 again, which would look for a byte order mark in the middle of a row.
        self.at = self.at.saturating_sub(count).max(1);
    }

    /// The delimiter, once a row has shown it.
    pub(super) fn delimiter(&self) -> Option<u8> {
        self.delimiter
    }
}

/// A reader of fields with this delimiter.
pub(super) fn reader(delimiter: u8) -> Reader {
    ReaderBuilder::new().delimiter(delimiter).build()
}

/// A field of a row.
#[derive(Clone, Debug)]
pub(super) struct Cell<'a> {
    /// Its text without quotes.
    pub(super) text: Cow<'a, [u8]>,
    /// Where the text stands; with escaped quotes in it, where the field stands.
    pub(super) span: Span,
    /// Whether it is quoted, so that nothing in it says something.
    pub(super) quoted: bool,
    /// Whether its quotes are not closed.
    pub(super) open: bool,
}

impl Cell<'_> {
    /// Whether the row says nothing here.
    pub(super) fn is_absent(&self) -> bool {
        self.text.is_empty() && !self.quoted
    }
}

/// The fields of a row of a slice that starts at `from`, so many of them at most.
pub(super) fn cells<'a>(bytes: &'a [u8], from: usize, most: usize, reader: &mut Reader) -> Vec<Cell<'a>> {
    /// A buffer for most fields, and the steps in which it grows.
    const BUFFER: usize = 256;
    let mut cells = Vec::new();
    let mut buffer = vec![0; (bytes.len() - from + 1).min(BUFFER)];
    let mut at = from;
    while cells.len() < most {
        let start = at;
        let mut written = 0;
        let (ends_row, stopped) = loop {
            let (result, read, wrote) = reader.read_field(&bytes[at..], &mut buffer[written..]);
            (at, written) = (at + read, written + wrote);
            match result {
                // An empty input says that there is no more.
                ReadFieldResult::InputEmpty if at < bytes.len() || read > 0 => {}
                ReadFieldResult::InputEmpty => break (true, false),
                ReadFieldResult::OutputFull => {
                    let all = bytes.len() - start + 1;
                    buffer.resize((buffer.len() * 2).clamp(BUFFER, all.max(BUFFER)), 0);
                }
                ReadFieldResult::Field { record_end } => {
                    break (record_end, bytes.get(at.wrapping_sub(1)).is_some() && read > 0);
                }
                ReadFieldResult::End => return cells,
            }
        };
        let end = if stopped { at - 1 } else { at };
        cells.push(cell(bytes, start, end.max(start), &mut buffer, written));
        if ends_row {
            break;
        }
    }
    cells
}

/// The field between two places of a row; its text is the first so many bytes of the buffer, which is taken for it where it stands nowhere.
fn cell<'a>(bytes: &'a [u8], start: usize, end: usize, buffer: &mut Vec<u8>, written: usize) -> Cell<'a> {
    let raw = &bytes[start..end];
    let quoted = raw.first() == Some(&b'"');
    let inner = match raw {
        [b'"', inner @ .., b'"'] => inner,
        [b'"', inner @ ..] => inner,
        all => all,
    };
    let open = quoted && (raw.len() < 2 || raw.last() != Some(&b'"'));
    if inner == &buffer[..written] {
        Cell { text: Cow::Borrowed(inner), span: Span::of(inner, bytes), quoted, open }
    } else {
        let mut text = std::mem::take(buffer);
        text.truncate(written);
        text.shrink_to_fit();
        Cell { text: Cow::Owned(text), span: Span::between(start, end), quoted, open }
    }
}
