//! Guessing where a record has ended, from the middle of a stream.

use memchr::{memchr_iter, memrchr2};

use super::framer::{LONGEST, ROOT_ONLY, WINDOW, value_state};
use super::lex::{blanks, identifier, is_blank};

/// Identifiers that are mostly found in a root node, beside those that are only found there.
const ROOT_MOSTLY: [&[u8]; 8] = [b"PB", b"PW", b"GN", b"EV", b"DT", b"RE", b"RU", b"PC"];

/// Behind the `)` before the next `(;` that looks like the root of a game and does not stand in a value; at that `(` where the game
/// before it seems to lack its `)`.
pub(super) fn guess(bytes: &[u8], from: usize) -> Option<usize> {
    memchr_iter(b'(', bytes.get(from..)?).find_map(|n| {
        let open = from + n;
        let before = &bytes[..open];
        let at_line_start = matches!(before.last(), Some(b'\n' | b'\r'));
        let at_end = || before.iter().rev().find(|&&b| !is_blank(b)) == Some(&b')');
        if !is_root(&bytes[open..]) || !(at_line_start || at_end()) || value_state(bytes, 0, open) == Some(true) {
            return None;
        }
        let closed = memrchr2(b')', b']', before).filter(|&i| before[i] == b')').map(|i| i + 1);
        Some(closed.unwrap_or(open)).filter(|&end| end >= from)
    })
}

/// Whether the text begins like a game.
fn is_root(i: &[u8]) -> bool {
    let name = || {
        let (i, ()) = blanks(&i[1..i.len().min(WINDOW)]).ok()?;
        let (i, ()) = blanks(i.strip_prefix(b";")?).ok()?;
        let (rest, name) = identifier(i).ok()?;
        (rest.starts_with(b"[") && name.len() <= LONGEST).then_some(name)
    };
    name().is_some_and(|name| {
        let same = |id: &&[u8]| name.iter().filter(|b| !b.is_ascii_lowercase()).eq(id.iter());
        ROOT_ONLY.iter().chain(&ROOT_MOSTLY).any(same)
    })
}

#[cfg(test)]
mod tests {
    use super::guess;

    #[test]
    fn ends_are_guessed_before_roots_outside_values() {
        let text =
            b"(;FF[4];B[hh])\n(;FF[4];B[hh](;B[ii])(;B[jj]))\n\n(;GM[4]C[\n(;FF[4\\]])x\n(;PB[a]\n(;GM[4];B[hh])";
        let ends: Vec<_> = (0..text.len()).map(|from| guess(text, from)).collect();
        let mut different = ends.clone();
        different.dedup();
        let after = |part: &[u8]| memchr::memmem::find(text, part).map(|i| i + part.len());
        let expected = [after(b"hh])"), after(b"jj]))"), after(b"4\\]])"), after(b"PB[a]\n"), None];
        assert_eq!(different, expected);
    }
}
