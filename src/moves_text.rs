//! Moves as people type them on a command line: `h8g6f6`, `h8 i9`, `H8,I9`.

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
