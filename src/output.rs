//! Writing results to stdout: through a buffer, without colours where nobody sees them.

use std::borrow::Cow;
use std::io;

use serde::Serialize;

use crate::progress::aside;

/// Writes text that may hold colours.
pub(crate) fn text(bytes: &[u8]) -> anyhow::Result<()> {
    write(bytes, || anstream::stdout().lock())
}

/// Writes bytes as they are.
pub(crate) fn plain(bytes: &[u8]) -> anyhow::Result<()> {
    write(bytes, || io::stdout().lock())
}

fn write<W: io::Write>(bytes: &[u8], open: impl FnOnce() -> W) -> anyhow::Result<()> {
    // Moving the progress bar out of the way costs more than most batches.
    if bytes.is_empty() {
        return Ok(());
    }
    aside(|| {
        let mut out = open();
        out.write_all(bytes)?;
        Ok(out.flush()?)
    })
}

/// A row of a CSV table, without a head.
pub(crate) fn csv_row(row: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    writer.serialize(row)?;
    Ok(writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
}

/// A name of a file for a line that people read: control characters, which could begin a new line or steer the terminal, as dots.
pub(crate) fn printable(name: &str) -> Cow<'_, str> {
    if name.contains(steers) { name.replace(steers, "\u{b7}").into() } else { name.into() }
}

/// Whether a character breaks a line, steers a terminal or turns the direction of what follows it.
fn steers(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A number with thin separation of thousands, as `9,668`.
pub(crate) fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of things, as `1 record` or `9,668 records`.
pub(crate) fn count(n: u64, thing: &str) -> String {
    format!("{} {thing}{}", thousands(n), if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn a_name_of_a_file_neither_breaks_the_line_nor_steers_the_terminal() {
        assert_eq!(printable("a b/\u{fd}é.sgf"), "a b/\u{fd}é.sgf");
        assert_eq!(printable("a\nb\u{1b}[31m.sgf"), "a\u{b7}b\u{b7}[31m.sgf");
        assert_eq!(printable("a\u{202e}b"), "a\u{b7}b");
    }
}
