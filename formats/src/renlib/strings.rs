//! Texts and their bytes: comments, old comments, texts on the board.

use std::borrow::Cow;

use crate::Encoding;

/// Between the one-line comment and the rest.
const BREAK: char = '\u{8}';

/// What the characters of the Swedish 7-bit set stand for.
const SWEDISH: [(u8, char); 6] =
    [(b'}', '\u{e5}'), (b'{', '\u{e4}'), (b'|', '\u{f6}'), (b']', '\u{c5}'), (b'[', '\u{c4}'), (b'\\', '\u{d6}')];

/// A string without its NUL and padding.
pub(super) fn content(padded: &[u8]) -> &[u8] {
    &padded[..memchr::memchr(0, padded).unwrap_or(padded.len())]
}

/// Appends a string with its NUL, and a second one where the length would be odd.
pub(super) fn pad(out: &mut Vec<u8>, content: &[u8]) {
    out.extend_from_slice(content);
    out.extend_from_slice(if content.len() % 2 == 1 { b"\0" } else { b"\0\0" });
}

/// The comment as people read it: the first line is the one-line comment, the rest the other one. Where there is no other one, there is no
/// line break.
pub(super) fn comment_text(decoded: Cow<'_, str>) -> Cow<'_, str> {
    match decoded.find(BREAK) {
        Some(at) => Cow::Owned(format!("{}\n{}", &decoded[..at], &decoded[at + 1..])),
        None => decoded,
    }
}

/// The two parts of a text, parted as the file has them.
pub(super) fn comment_parts(text: &str) -> String {
    match text.split_once('\n') {
        Some((one, rest)) => format!("{one}{BREAK}{rest}"),
        None => text.to_owned(),
    }
}

/// The text of an old comment. Its last byte has the top bit.
pub(super) fn old_text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|b| b & 0x80 != 0).map_or(bytes.len(), |at| at + 1);
    let letter = |&b: &u8| {
        let b = b & 0x7f;
        SWEDISH.iter().find(|(code, _)| *code == b).map_or(char::from(b), |&(_, letter)| letter)
    };
    bytes[..end].iter().map(letter).collect()
}

/// The bytes of an old comment with its padding; `None` where a character has none.
pub(super) fn old_bytes(text: &str) -> Option<Vec<u8>> {
    let code = |c: char| match SWEDISH.iter().find(|(_, letter)| *letter == c) {
        Some(&(code, _)) => Some(code),
        None => u8::try_from(u32::from(c)).ok().filter(|&b| b < 0x80 && SWEDISH.iter().all(|&(code, _)| code != b)),
    };
    let mut bytes: Vec<u8> = text.chars().map(code).collect::<Option<_>>()?;
    *bytes.last_mut()? |= 0x80;
    if bytes.len() % 2 == 1 {
        bytes.push(0);
    }
    Some(bytes)
}

/// How many strings are looked at to guess their encoding.
const GUESS_FROM: usize = 10_000;

/// Tells the encoding of each string; a library that was put together from others has several.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decoder {
    /// The encoding of most strings that are not UTF-8; UTF-8 where all are.
    pub(super) main: Encoding,
}

impl Decoder {
    /// Looks at all strings of a file that are not UTF-8 together, unless the encoding is known.
    pub(super) fn of<'a>(strings: impl Iterator<Item = &'a [u8]>, known: Option<Encoding>) -> Decoder {
        let mut foreign = strings.filter(|s| std::str::from_utf8(s).is_err()).take(GUESS_FROM).peekable();
        let main = match (foreign.peek(), known) {
            (None, _) => Encoding::UTF_8,
            (Some(_), Some(known)) => known,
            (Some(_), None) => Encoding::guess_of(foreign),
        };
        Decoder { main }
    }

    /// The text of a string and the encoding that was used. Windows-1252 has a character for every byte, so that there always is one.
    pub(super) fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
        let (text, encoding, sound) = self.main.decode(bytes);
        if sound {
            return (text, encoding);
        }
        let (text, encoding, _) = Encoding::LATIN_1.decode(bytes);
        (text, encoding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_comments_are_swedish() {
        assert_eq!(old_text(b"sm}\xf2"), "sm\u{e5}r");
        assert_eq!(old_bytes("sm\u{e5}r").unwrap(), b"sm}\xf2");
        assert_eq!(old_bytes("abc").unwrap(), b"ab\xe3\0");
        assert_eq!((old_bytes("a]"), old_bytes("\u{df}"), old_bytes("")), (None, None, None));
    }

    #[test]
    fn the_first_line_is_the_one_line_comment() {
        for (file, text) in [("a", "a"), ("a\u{8}b", "a\nb"), ("\u{8}b\r\nc", "\nb\r\nc"), ("a\u{8}", "a\n")] {
            assert_eq!(comment_text(file.into()), text);
            assert_eq!(comment_parts(text), file);
        }
        let mut out = Vec::new();
        pad(&mut out, b"ab");
        pad(&mut out, b"c");
        assert_eq!(out, b"ab\0\0c\0");
    }

    #[test]
    fn each_string_has_its_own_encoding() {
        let chinese = Encoding::from_label("GBK")
            .unwrap()
            .encode_exact("\u{9ed1}\u{80dc}\u{ff0c}\u{767d}\u{8d1f}")
            .unwrap()
            .into_owned();
        let decoder = Decoder::of([&b"plain"[..], &chinese, &chinese].into_iter(), None);
        assert_eq!(decoder.decode(&chinese).0, "\u{9ed1}\u{80dc}\u{ff0c}\u{767d}\u{8d1f}");
        assert_eq!(decoder.decode("\u{e5}".as_bytes()), ("\u{e5}".into(), Encoding::UTF_8));
        assert_eq!(decoder.decode(b"\xff\x81").0.chars().count(), 2);
    }
}
