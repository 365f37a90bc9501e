//! Texts: escapes and line ends of SGF.

use std::borrow::Cow;

use memchr::memchr;

/// A Text value without its escapes and soft line breaks; other line breaks stay as they are.
pub(super) fn unescape(text: Cow<'_, str>) -> Cow<'_, str> {
    let Some(first) = memchr(b'\\', text.as_bytes()) else { return text };
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut next) = (&*text, Some(first));
    while let Some(at) = next {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let mut chars = rest.chars();
        match chars.next() {
            Some(end @ ('\n' | '\r')) => {
                let other = if end == '\n' { '\r' } else { '\n' };
                rest = chars.as_str().strip_prefix(other).unwrap_or(chars.as_str());
            }
            Some(literal) => {
                out.push(literal);
                rest = chars.as_str();
            }
            None => out.push('\\'),
        }
        next = memchr(b'\\', rest.as_bytes());
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// A SimpleText: line ends and other control characters are blanks, and blanks around it do not count.
pub(super) fn simple(text: Cow<'_, str>) -> Cow<'_, str> {
    if is_simple(&text) {
        return text;
    }
    let one_line = text.replace("\r\n", " ").replace(|c: char| c.is_ascii_control(), " ");
    Cow::Owned(one_line.trim_matches(' ').to_owned())
}

/// Whether a value is ASCII that [`unescape`] and [`simple`] keep as it is: nearly all are.
pub(super) fn is_plain(raw: &[u8]) -> bool {
    has_no_odd_bytes(raw) && is_trimmed(raw)
}

/// Whether no blank begins or ends the text.
#[inline]
pub(super) fn is_trimmed(raw: &[u8]) -> bool {
    raw.first() != Some(&b' ') && raw.last() != Some(&b' ')
}

fn has_no_odd_bytes(raw: &[u8]) -> bool {
    let (eights, rest) = raw.as_chunks::<8>();
    let mut odd = eights.iter().fold(0, |odd, eight| odd | odd_bytes(u64::from_le_bytes(*eight)));
    odd |= rest.iter().fold(0, |odd, &b| odd | u64::from(!matches!(b, b' '..=b'~') || b == b'\\'));
    odd == 0
}

/// Not 0 where one of eight bytes is a control character, beyond ASCII or a backslash; the lowest bit that is set belongs to the first such
/// byte, and bits of bytes above it mean nothing.
#[inline]
pub(super) const fn odd_bytes(eight: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    let control = eight.wrapping_sub(ONES * b' ' as u64);
    let delete = eight ^ (ONES * 0x7F);
    let backslash = eight ^ (ONES * b'\\' as u64);
    (eight | control | delete.wrapping_sub(ONES) & !delete | backslash.wrapping_sub(ONES) & !backslash) & HIGH
}

/// Whether [`simple`] keeps the text as it is.
pub(super) fn is_simple(text: &str) -> bool {
    let bytes = text.as_bytes();
    !bytes.iter().any(u8::is_ascii_control) && bytes.first() != Some(&b' ') && bytes.last() != Some(&b' ')
}

/// Writes a text as a value, or as a part of a composed value that something follows after a colon.
pub(super) fn escape(out: &mut Vec<u8>, text: &str, colon: bool) {
    for &b in text.as_bytes() {
        if matches!(b, b'\\' | b']') || colon && b == b':' {
            out.push(b'\\');
        }
        out.push(b);
    }
}

/// The two sides of the first colon that is not escaped, both still escaped.
pub(super) fn compose(text: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, b) in text.bytes().enumerate() {
        match b {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b':' => return Some((&text[..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_go_and_soft_breaks_vanish() {
        assert_eq!(unescape("a\\]b\\\\c\\\nd\\\r\ne\nf".into()), "a]b\\cde\nf");
        assert_eq!(unescape("\\".into()), "\\");
        assert_eq!(simple(" a\r\nb\tc ".into()), "a b c");
        assert_eq!(compose("a\\:b:c:d"), Some(("a\\:b", "c:d")));
        assert_eq!(compose("ab"), None);
        let mut out = Vec::new();
        escape(&mut out, "a:]\\", true);
        assert_eq!(out, b"a\\:\\]\\\\");
    }
}
