//! What kind of line a line is: the law by which framer and reader find records.
//!
//! * A **tag line** is a line whose first character is `[`, blanks not counted. Nothing in a tag line is movetext, whatever its values hold.
//! * A **players line** is the head of the older dumps: `name1* vs name2`, two words around `vs`, of less than [`LONG`] bytes.
//! * A **moves line** is any other line that is not blank, and a line that begins with [`LONG`] blanks, whatever follows. A `[` before a letter ends it: from there on it is a tag line, so that a
//!   head glued to a result (`0-1[Game "Pente"]`) is found.
//!
//! A record starts, before the first one, at a tag line, at a players line, or at a moves line that begins with a move number;
//! other text there is stray. After that it goes on until
//!
//! * a tag line or a players line that comes after one of its moves lines, or
//! * a tag line that comes after a blank line and has the name of the record's first tag (a record without moves).
//!
//! So a blank line within the tags does no harm, and tags after the moves belong to the next record.

use memchr::{memchr, memchr_iter, memchr2};

/// How far one has to look to know what a line is. A line of this length, blanks before it not counted, is no players line, and one that
/// begins with so many blanks is a moves line: of a line that is longer than a record may be, never all is at hand.
pub(crate) const LONG: usize = 512;

/// A byte order mark in UTF-8.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Blank,
    Tag,
    Players,
    Moves,
}

impl Line {
    pub(crate) fn of(line: &[u8]) -> Line {
        let text = start(line);
        match text {
            _ if line.len() - text.len() >= LONG => Line::Moves,
            [] => Line::Blank,
            [b'[', ..] => Line::Tag,
            _ if text.len() < LONG && players(text).is_some() => Line::Players,
            _ => Line::Moves,
        }
    }

    /// Whether the first record of a stream may start with this line.
    pub(crate) fn starts(self, line: &[u8]) -> bool {
        let numbered = |text: &[u8]| {
            let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
            digits > 0 && text.get(digits) == Some(&b'.')
        };
        match self {
            Line::Blank => false,
            Line::Tag | Line::Players => true,
            Line::Moves => {
                let text = start(line);
                line.len() - text.len() < LONG && numbered(text)
            }
        }
    }
}

/// A line without the blanks and byte order marks before it.
#[inline]
pub(crate) fn start(line: &[u8]) -> &[u8] {
    if let [b'!'..=b'~', ..] = line {
        return line;
    }
    let mut text = line.trim_ascii_start();
    while let Some(rest) = text.strip_prefix(BOM) {
        text = rest.trim_ascii_start();
    }
    text
}

/// The name of a tag line's tag, and for one without a value its whole text.
pub(crate) fn tag_name(line: &[u8]) -> &[u8] {
    let rest = &start(line)[1..];
    rest[..memchr(b'"', rest).unwrap_or(rest.len())].trim_ascii()
}

/// The two words of a players line.
pub(crate) fn players(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
    let (one, vs, two) = (words.next()?, words.next()?, words.next()?);
    (vs == b"vs" && words.next().is_none()).then_some((one, two))
}

/// Where a moves line ends and a tag line starts.
pub(crate) fn glued_tag(line: &[u8]) -> Option<usize> {
    memchr_iter(b'[', line).find(|&at| line.get(at + 1).is_some_and(u8::is_ascii_alphabetic))
}

/// The end of the first line without and with its line end (LF, CRLF, CR), searching from `from`; `None` where it has no end, or
/// where the byte after a CR decides and is not there yet.
pub(crate) fn end_of_line(bytes: &[u8], from: usize, last: bool) -> Option<(usize, usize)> {
    let at = from + memchr2(b'\n', b'\r', bytes.get(from..)?)?;
    match (bytes[at], bytes.get(at + 1)) {
        (b'\r', Some(b'\n')) => Some((at, at + 2)),
        (b'\r', None) if !last => None,
        _ => Some((at, at + 1)),
    }
}
