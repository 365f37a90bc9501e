//! Writing results to stdout: through a buffer, without colours where nobody sees them.

use std::io::{self, Write as _};

/// Writes text that may hold colours.
pub(crate) fn text(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Writes bytes as they are.
pub(crate) fn plain(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
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
