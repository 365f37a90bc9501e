//! Texts: escapes and line ends of SGF.

use std::borrow::Cow;

use memchr::memchr;

/// A Text value without its escapes and soft line breaks; other line breaks stay as they are.
pub(super) fn unescape(text: Cow<'_, str>) -> Cow<'_, str> {
    if memchr(b'\\', text.as_bytes()).is_none() {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    unescape_into(&mut out, &text);
    Cow::Owned(out)
}

/// Appends a Text value as [`unescape`] gives it.
pub(super) fn unescape_into(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = memchr(b'\\', rest.as_bytes()) {
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
    }
    out.push_str(rest);
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
    let is_plain = |b: u8| matches!(b, b' '..=b'~') && !matches!(b, b'\\' | b']');
    match (raw.first_chunk::<8>(), raw.last_chunk::<8>()) {
        // The last eight may overlap with those before.
        (Some(_), Some(last)) => {
            let eights = raw.as_chunks::<8>().0.iter().chain([last]);
            eights.fold(true, |plain, eight| plain & odd_byte(u64::from_le_bytes(*eight)).is_none())
        }
        _ => match (raw.first_chunk::<4>(), raw.last_chunk::<4>()) {
            (Some(first), Some(last)) => {
                let both = u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
                odd_byte(both).is_none()
            }
            _ => raw.iter().all(|&b| is_plain(b)),
        },
    }
}

/// Which of eight bytes, the first of them lowest in the word, is the first control character, byte beyond ASCII, backslash or `]`.
#[inline]
pub(super) const fn odd_byte(eight: u64) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Each of the four has a high bit where it finds something, or where `eight` has one. What is carried or borrowed comes from a byte that was found
    // and goes to bytes after it, which do not count.
    let control = eight.wrapping_sub(ONES * b' ' as u64);
    let delete = eight.wrapping_add(ONES);
    // `\` and `]` differ in the last bit only.
    let bracket = (eight & !ONES ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    let odd = (eight | control | delete | bracket) & ONES << 7;
    if odd == 0 { None } else { Some(odd.trailing_zeros() as usize / 8) }
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
