//! Offset, line and column of the bytes handed out so far.

use pentad_formats::{Encoding, Locator, Position};

/// A place in a stream that moves forward over slices of it.
///
/// A carriage return at the end of a slice is kept open until the next byte tells whether it ends a line itself or begins a CRLF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) offset: u64,
    line: u64,
    column: u64,
    open_return: bool,
}

impl Place {
    /// The start of a stream.
    pub(crate) const START: Place = Place { offset: 0, line: 1, column: 0, open_return: false };

    /// The place with this offset, line and characters before it in the line.
    pub(crate) fn at(offset: u64, line: u64, column: u64) -> Place {
        Place { offset, line, column, open_return: false }
    }

    /// A place in the middle of a stream, with lines counted from 1 there; `open_return` says that a carriage return stands before it.
    pub(crate) fn relative(offset: u64, open_return: bool) -> Place {
        Place { offset, line: 1, column: 0, open_return }
    }

    /// Line and characters before it in the whole stream, of what was counted from a [`Place::relative`] that lies here.
    pub(crate) fn whole(&self, line: u64, column: u64) -> (u64, u64) {
        (self.line + line - 1, column + if line == 1 { self.column } else { 0 })
    }

    /// The same place with lines of the whole stream, if it was counted from a [`Place::relative`] that lies at `base`.
    pub(crate) fn rebased(mut self, base: &Place) -> Place {
        (self.line, self.column) = base.whole(self.line, self.column);
        self
    }

    /// Line (from 1) and characters before it in that line, as the base of a slice that starts here with the byte `first`.
    pub(crate) fn base(&self, first: Option<u8>) -> (u64, u64) {
        // After CR a slice that begins with LF counts the line end itself.
        if self.open_return && first != Some(b'\n') { (self.line + 1, 0) } else { (self.line, self.column) }
    }

    /// A locator for a slice that starts here.
    pub(crate) fn locator<'b>(&self, bytes: &'b [u8]) -> Locator<'b> {
        let (line, column) = self.base(bytes.first().copied());
        Locator { bytes, offset: self.offset, line, column, encoding: Encoding::UTF_8, binary: false }
    }

    /// The position of a byte of a slice that starts here.
    pub(crate) fn position(&self, bytes: &[u8], at: usize) -> Position {
        let mut place = *self;
        place.advance(&bytes[..at]);
        let (line, column) = place.base(bytes.get(at).copied());
        Position { line, column: column + 1, offset: place.offset }
    }

    /// Moves to the end of a slice that starts here.
    pub(crate) fn advance(&mut self, bytes: &[u8]) {
        let Some((&last, before)) = bytes.split_last() else { return };
        (self.line, self.column) = self.base(bytes.first().copied());
        self.offset += bytes.len() as u64;
        self.open_return = last == b'\r';
        let bytes = if self.open_return { before } else { bytes };
        self.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
        let end = if memchr::memchr(b'\r', bytes).is_some() {
            let lone = |&i: &usize| bytes.get(i + 1).is_some_and(|&b| b != b'\n');
            // The open return at the end is no part of `bytes`, so a return before it is alone.
            let at_end = u64::from(bytes.last() == Some(&b'\r'));
            self.line += memchr::memchr_iter(b'\r', bytes).filter(lone).count() as u64 + at_end;
            memchr::memrchr2(b'\n', b'\r', bytes)
        } else {
            memchr::memrchr(b'\n', bytes)
        };
        let (tail, column) = end.map_or((bytes, self.column), |i| (&bytes[i + 1..], 0));
        self.column =
            Locator { bytes: tail, offset: 0, line: 0, column, encoding: Encoding::UTF_8, binary: false }.advance().1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_the_same_however_the_text_is_cut() {
        let text = b"ab\r\ncd\re\r\r\n\n\rxyz\n\n\r\r";
        for at in 0..=text.len() {
            let whole =
                Locator { bytes: text, offset: 0, line: 1, column: 0, encoding: Encoding::UTF_8, binary: false };
            for cut in 0..=at {
                let mut place = Place::START;
                place.advance(&text[..cut]);
                place.advance(&text[cut..at]);
                let (line, column) = place.base(text.get(at).copied());
                assert_eq!(place.offset, at as u64);
                // Between CR and LF the locator has already gone to the next line, and a place has not.
                if at == 0 || text[at - 1] != b'\r' || text.get(at) != Some(&b'\n') {
                    let position = whole.position(at);
                    assert_eq!((line, column + 1), (position.line, position.column), "{at} {cut}");
                }
                let mut base = Place::START;
                base.advance(&text[..cut]);
                let mut relative = Place::relative(cut as u64, text[..cut].last() == Some(&b'\r'));
                relative.advance(&text[cut..at]);
                assert_eq!(relative.rebased(&base), place, "{at} {cut}");
            }
        }
    }
}
