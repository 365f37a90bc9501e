//! Spellings of one name.

use unicode_normalization::UnicodeNormalization as _;

/// A text with the usual forms of its characters (NFKC), single blanks, and none at its ends.
pub(super) fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let plain: String = if text.is_ascii() { text.to_owned() } else { text.nfkc().collect() };
    for word in plain.split_whitespace() {
        if !tidy.is_empty() {
            tidy.push(' ');
        }
        tidy.push_str(word);
    }
    tidy
}

/// What all spellings of a name have in common that differ in case, blanks and forms of characters only, or in that the family name stands
/// first and a comma behind it.
pub(super) fn key(text: &str) -> String {
    let tidy = tidy(text);
    let turned = match tidy.split_once(',') {
        Some((family, given)) if !given.contains(',') => {
            let (family, given) = (family.trim(), given.trim());
            if family.is_empty() || given.is_empty() { tidy } else { format!("{given} {family}") }
        }
        _ => tidy,
    };
    // Lower case can have other forms than it began with.
    turned.to_lowercase().nfkc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spellings_of_one_name_have_one_key() {
        assert_eq!(tidy(" J\u{f6}rg\t \u{3000}Ｓｍｉｔｈ\u{a0}"), "Jörg Smith");
        assert_eq!(tidy("Jo\u{308}rg"), "Jörg");
        for text in ["SMITH, John", "smith ,john", "John  Smith", "JOHN SMITH", "Ｊｏｈｎ Smith"] {
            assert_eq!(key(text), "john smith", "{text}");
        }
        for (text, same) in [("Smith John", "smith john"), ("a, b, c", "a, b, c"), (", x", ", x"), ("x,", "x,")] {
            assert_eq!(key(text), same);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_tidy_stays_so(text in any::<String>(), blanks in "[ \t\u{a0}\u{3000}\u{301}\u{b4}a]{0,8}") {
            for text in [text, blanks] {
                let tidy_text = tidy(&text);
                prop_assert_eq!(tidy(&tidy_text), tidy_text.clone());
                prop_assert_eq!(key(&tidy_text), key(&text));
            }
        }
    }
}
