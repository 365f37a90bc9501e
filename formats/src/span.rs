//! Places in a record and in a file.

use crate::Encoding;

/// Bytes of a record's slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Span {
    /// Offset of the first byte in the slice.
    pub start: u32,
    /// Number of bytes.
    pub len: u32,
}

impl Span {
    /// The record as a whole.
    pub const WHOLE: Span = Span { start: 0, len: 0 };

    /// The bytes from `start` up to `end`.
    pub const fn between(start: usize, end: usize) -> Span {
        Span { start: start as u32, len: (end.saturating_sub(start)) as u32 }
    }

    /// Where `part` lies in `whole`, of which it must be a sub-slice; the start of `whole` when it is none.
    #[inline]
    pub fn of(part: &[u8], whole: &[u8]) -> Span {
        let start = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
        let start = if start <= whole.len() { start } else { 0 };
        Span { start: start as u32, len: part.len() as u32 }
    }

    /// Offset after the last byte.
    pub const fn end(self) -> usize {
        self.start as usize + self.len as usize
    }
}

/// A place as people and editors name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Line, from 1; LF, CRLF and CR end a line.
    pub line: u64,
    /// Column in decoded characters, from 1.
    pub column: u64,
    /// Offset in the (decompressed) stream in bytes, from 0.
    pub offset: u64,
}

/// Turns offsets in a slice into [`Position`]s in its file.
#[derive(Clone, Copy, Debug)]
pub struct Locator<'a> {
    /// The slice.
    pub bytes: &'a [u8],
    /// Offset of the slice in the stream.
    pub offset: u64,
    /// Line of the first byte of the slice, from 1.
    pub line: u64,
    /// Characters before the slice in that line.
    pub column: u64,
    /// The encoding to count characters in; what is UTF-8 counts as that.
    pub encoding: Encoding,
    /// Whether the file is no text: all of it is line 1 then, and a column is a byte.
    pub binary: bool,
}

impl Locator<'_> {
    /// The position of a byte of the slice. Bytes that are not UTF-8 count one character each unless they continue one.
    pub fn position(&self, at: usize) -> Position {
        if self.binary {
            let offset = self.offset + at.min(self.bytes.len()) as u64;
            return Position { line: 1, column: offset + 1, offset };
        }
        let before = &self.bytes[..at.min(self.bytes.len())];
        let line_start = line_start(before);
        let line = &before[line_start..];
        let characters = match self.encoding {
            encoding if encoding.has_ascii_trail_bytes() => encoding.decode(line).0.chars().count() as u64,
            _ => characters(line),
        };
        let column = characters + if line_start == 0 { self.column } else { 0 };
        Position { line: self.line + line_ends(before), column: column + 1, offset: self.offset + before.len() as u64 }
    }

    /// The offset where a span begins. [`Span::WHOLE`] begins at the first byte that is no white space.
    pub fn start_of(&self, span: Span) -> usize {
        if span == Span::WHOLE && !self.binary {
            self.bytes.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(0)
        } else {
            span.start as usize
        }
    }

    /// The line around a byte of the slice, without its end, and the offset of its first byte; cut to the slice.
    pub fn line_around(&self, at: usize) -> (usize, &[u8]) {
        let at = at.min(self.bytes.len());
        let start = line_start(&self.bytes[..at]);
        let end = memchr::memchr2(b'\n', b'\r', &self.bytes[at..]).map_or(self.bytes.len(), |n| at + n);
        (start, &self.bytes[start..end])
    }
}

/// The number of line ends in a slice: LF, CRLF or CR.
pub(crate) fn line_ends(bytes: &[u8]) -> u64 {
    let feeds = memchr::memchr_iter(b'\n', bytes).count();
    let lone_returns = memchr::memchr_iter(b'\r', bytes).filter(|&i| bytes.get(i + 1) != Some(&b'\n')).count();
    (feeds + lone_returns) as u64
}

fn line_start(before: &[u8]) -> usize {
    memchr::memrchr2(b'\n', b'\r', before).map_or(0, |i| i + 1)
}

/// Characters of a text; a byte order mark is none.
fn characters(bytes: &[u8]) -> u64 {
    if bytes.is_ascii() {
        return bytes.len() as u64;
    }
    let begins = |b: &&u8| **b & 0xC0 != 0x80;
    let of_text = |text: &str| text.as_bytes().iter().filter(begins).count() - text.matches('\u{FEFF}').count();
    let all = match std::str::from_utf8(bytes) {
        Ok(text) => of_text(text),
        Err(_) => bytes.utf8_chunks().map(|c| of_text(c.valid()) + c.invalid().len()).sum(),
    };
    all as u64
}

impl Locator<'_> {
    /// What the slice adds to the count of lines, and the characters after its last line end: the base of the next slice.
    pub fn advance(&self) -> (u64, u64) {
        let lines = line_ends(self.bytes);
        let start = line_start(self.bytes);
        let rest = characters(&self.bytes[start..]);
        (self.line + lines, if start == 0 { self.column + rest } else { rest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_those_of_a_decoder() {
        for (text, count) in [
            (&b""[..], 0),
            (b"abc", 3),
            ("\u{FEFF}a\u{e9}\u{68CB}\u{FEFF}\u{1F600}".as_bytes(), 4),
            (b"a\xff\xe9b\xe6\xa3c\xe6\xa3\x8b", 8),
        ] {
            assert_eq!(characters(text), count, "{text:x?}");
        }
    }

    #[test]
    fn positions_count_lines_and_characters() {
        let locator = Locator {
            bytes: "ab\r\nd\u{e9}f\rg\n".as_bytes(),
            offset: 100,
            line: 7,
            column: 3,
            encoding: Encoding::UTF_8,
            binary: false,
        };
        let at = |i| locator.position(i);
        assert_eq!(at(0), Position { line: 7, column: 4, offset: 100 });
        assert_eq!(at(4), Position { line: 8, column: 1, offset: 104 });
        assert_eq!(at(7), Position { line: 8, column: 3, offset: 107 });
        assert_eq!(at(9), Position { line: 9, column: 1, offset: 109 });
        assert_eq!(locator.advance(), (10, 0));
        assert_eq!(locator.line_around(5), (4, "d\u{e9}f".as_bytes()));
    }
}
