//! The lines of a record's slice.

use memchr::memchr2;

/// Gives the lines without their ends (LF, CRLF, CR) and without blanks around them; lines that are blank are passed over, and so is a
/// byte order mark at the start.
#[derive(Clone)]
pub(crate) struct Lines<'a> {
    rest: &'a [u8],
}

impl<'a> Lines<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Lines<'a> {
        Lines { rest: bytes.trim_ascii_start().strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes) }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        // The end of a line is blank, so that both bytes of a CRLF need no care.
        let text = self.rest.trim_ascii_start();
        if text.is_empty() {
            return None;
        }
        let end = memchr2(b'\n', b'\r', text).unwrap_or(text.len());
        self.rest = &text[end..];
        Some(text[..end].trim_ascii_end())
    }
}
