//! Games of Go: the same format, another game.

use super::lex::{self, Bytes};

/// Words of RU that name rules of Go.
const RULES: [&str; 10] =
    ["japanese", "chinese", "korean", "aga", "goe", "ing", "nz", "new zealand", "tromp-taylor", "stone counting"];

/// Programs and servers that write nothing but Go.
const PROGRAMS: [&str; 8] = ["cgoban", "multigo", "gogui", "smartgo", "drago", "glgo", "leela", "katago"];

/// Whether the first game is Go by what it says. `GM[1]` alone says little, since it stands in many five-in-a-row files too:
/// only rules, komi, handicap or programs of Go count, on the boards of Go and beside no other number of a game.
pub(crate) fn is_go(head: &[u8]) -> bool {
    let Some(start) = lex::record_start(head) else { return false };
    let mut evidence = false;
    let mut i = &head[start + 1..];
    let mut nodes = 0;
    loop {
        if let Ok((rest, ())) = lex::blanks(i) {
            i = rest;
        }
        if let [b';', rest @ ..] = i {
            nodes += 1;
            if nodes > 1 {
                return evidence;
            }
            i = rest;
            continue;
        }
        let Ok((rest, id)) = lex::identifier(i) else { return evidence };
        let rest = lex::blanks(rest).map_or(rest, |(rest, ())| rest);
        let Ok((rest, values)) = lex::values(Bytes::Single, rest) else { return evidence };
        i = rest;
        let text = String::from_utf8_lossy(lex::trim(values.first)).to_ascii_lowercase();
        match id {
            b"GM" if text != "1" => return false,
            b"SZ" if !["19", "13", "9"].contains(&&*text) => return false,
            b"RU" if RULES.contains(&&*text) => evidence = true,
            b"RU" => return false,
            b"KM" | b"HA" => evidence |= text.parse().is_ok_and(|n: f32| n != 0.0),
            b"AP" => evidence |= PROGRAMS.iter().any(|p| text.starts_with(p)),
            _ => {}
        }
    }
}
