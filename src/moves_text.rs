//! Moves as people type them on a command line: `h8g6f6`, `h8 i9`, `H8,I9`.

use anyhow::bail;
use pentad_rules::{Coords, Point};

/// The single moves, each beginning with a letter.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '-' | '.');
    text.split(separator).flat_map(|word| {
        let mut rest = word;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let end = rest.char_indices().skip(1).find(|(_, c)| c.is_alphabetic()).map_or(rest.len(), |(i, _)| i);
            let (token, left) = rest.split_at(end);
            rest = left;
            Some(token)
        })
    })
}

/// The moves that an option states, read with and without the letter i: which of the two holds is known per record.
pub(crate) fn both(option: &str, text: &str) -> anyhow::Result<[Vec<Point>; 2]> {
    let read = |coords| tokens(text).map(|t| Point::parse(t, coords)).collect::<Option<Vec<_>>>();
    let Some(with_i) = read(Coords::WithI) else { bail!("{option}: \"{text}\" is no list of moves such as \"h8 i9\"") };
    // With an i in them the moves can only be meant with i.
    let skip_i = read(Coords::SkipI).unwrap_or_else(|| with_i.clone());
    Ok([with_i, skip_i])
}

#[cfg(test)]
mod tests {
    #[test]
    fn moves_need_nothing_between_them() {
        let split = |t| super::tokens(t).collect::<Vec<_>>();
        assert_eq!(split("h8g10 F6,g5"), ["h8", "g10", "F6", "g5"]);
        assert_eq!(split("é8x"), ["é8", "x"]);
        assert!(split(" , ").is_empty());
    }
}
