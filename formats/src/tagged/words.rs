//! Movetext on lines that are not too long.

/// No line of moves is longer.
const WIDTH: usize = 80;

/// Writes words, breaking the line before the one that would make it too long.
pub(crate) struct Words<'o> {
    out: &'o mut Vec<u8>,
    line_end: &'static [u8],
    column: usize,
}

impl<'o> Words<'o> {
    /// Words from the start of a line on.
    pub(crate) fn new(out: &'o mut Vec<u8>, line_end: &'static [u8]) -> Words<'o> {
        Words { out, line_end, column: 0 }
    }

    pub(crate) fn word(&mut self, word: &[u8]) {
        if self.column > 0 && self.column + 1 + word.len() > WIDTH {
            self.out.extend_from_slice(self.line_end);
            self.column = 0;
        } else if self.column > 0 {
            self.out.push(b' ');
            self.column += 1;
        }
        self.out.extend_from_slice(word);
        self.column += word.len();
    }
}
