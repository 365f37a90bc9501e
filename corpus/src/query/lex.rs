//! The words of a query.

use super::QueryError;
use crate::logic::Comparison;

/// A word and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) at: usize,
    pub(super) kind: TokenKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// A bare word: a name, a number, a date, a range.
    Word(String),
    /// A text in quotes.
    Text(String),
    Compare(Comparison),
    Open,
    Close,
}

/// The words of a query, in order. Comparisons may stand without blanks around them.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, QueryError> {
    const SIGNS: [(&str, Comparison); 8] = [
        ("!=", Comparison::NotEqual),
        ("<=", Comparison::LessOrEqual),
        (">=", Comparison::GreaterOrEqual),
        ("==", Comparison::Equal),
        ("=", Comparison::Equal),
        ("<", Comparison::Less),
        (">", Comparison::Greater),
        ("~", Comparison::Contains),
    ];
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = match c {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '(' => (TokenKind::Open, 1),
            ')' => (TokenKind::Close, 1),
            '"' | '\'' => {
                let Some(end) = rest[1..].find(c) else {
                    return Err(QueryError::new(text, at, "this quotation is not closed"));
                };
                (TokenKind::Text(rest[1..=end].to_owned()), end + 2)
            }
            _ => match SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
                Some((sign, comparison)) => (TokenKind::Compare(*comparison), sign.len()),
                None => {
                    let ends =
                        |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '=' | '<' | '>' | '~' | '!');
                    let length = rest.find(ends).unwrap_or(rest.len()).max(c.len_utf8());
                    (TokenKind::Word(rest[..length].to_owned()), length)
                }
            },
        };
        tokens.push(Token { at, kind });
        at += length;
    }
    Ok(tokens)
}
