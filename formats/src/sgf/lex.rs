//! The leaves of the grammar: blanks, identifiers, values, the commonest node.
//!
//! All are of nom's parser shape; the hot ones are written by hand. Brackets and escapes follow the law that [`super::framer`]
//! states, so that a slice is read as it was cut.

use memchr::{memchr, memchr2};
use nom::IResult;

use super::text;
use crate::Encoding;

/// What a parser of this format gives back.
pub(super) type Parsed<'a, O> = IResult<&'a [u8], O, ()>;

const fn no<T>() -> Result<T, nom::Err<()>> {
    Err(nom::Err::Error(()))
}

/// How bytes make characters, as far as brackets and escapes are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bytes {
    /// An ASCII byte is that character, always.
    Single,
    /// Shift-JIS: second bytes may look like ASCII, half-width kana have one byte.
    ShiftJis,
    /// GBK, GB18030, Big5, EUC-KR with extensions: second bytes may look like ASCII.
    Double,
}

impl Bytes {
    pub(super) fn of(encoding: Encoding) -> Bytes {
        match encoding.has_ascii_trail_bytes() {
            false => Bytes::Single,
            true if encoding.name() == "Shift_JIS" => Bytes::ShiftJis,
            true => Bytes::Double,
        }
    }

    /// Whether the byte may be the first of two.
    pub(super) const fn is_lead(self, byte: u8) -> bool {
        match self {
            Bytes::Single => false,
            Bytes::ShiftJis => matches!(byte, 0x81..=0x9F | 0xE0..=0xFC),
            Bytes::Double => matches!(byte, 0x81..=0xFE),
        }
    }

    /// How many bytes the character at the start of `i` has, as far as its second byte could be mistaken: 1 or 2.
    pub(super) fn width(self, i: &[u8]) -> usize {
        match *i {
            [lead, trail, ..] if self.is_lead(lead) && is_trail(trail) => 2,
            _ => 1,
        }
    }
}

/// Whether the byte may be the second of two and could be mistaken for a bracket, a letter or a backslash.
pub(super) const fn is_trail(byte: u8) -> bool {
    byte >= 0x40 && byte != 0x7F
}

/// White space of SGF.
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C)
}

/// Any number of blanks.
#[inline]
pub(super) fn blanks(i: &[u8]) -> Parsed<'_, ()> {
    // Mostly there is none.
    if i.first().is_some_and(|&b| b > b' ') {
        return Ok((i, ()));
    }
    let n = i.iter().position(|&b| !is_blank(b)).unwrap_or(i.len());
    Ok((&i[n..], ()))
}

/// The text without the blanks around it.
pub(super) fn trim(mut i: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = i
        && is_blank(*first)
    {
        i = rest;
    }
    while let [rest @ .., last] = i
        && is_blank(*last)
    {
        i = rest;
    }
    i
}

/// `;B[hh]`: nine of ten nodes. Gives colour letter, column letter and row letter.
#[inline(always)]
pub(super) fn move_node(i: &[u8]) -> Parsed<'_, (u8, u8, u8)> {
    match i {
        [b';', c @ (b'B' | b'W'), b'[', x @ b'a'..=b'z', y @ b'a'..=b'z', b']', rest @ ..]
            if rest.first() != Some(&b'[') =>
        {
            Ok((rest, (*c, *x, *y)))
        }
        _ => no(),
    }
}

/// Letters and digits, at least one.
#[inline]
pub(super) fn identifier(i: &[u8]) -> Parsed<'_, &[u8]> {
    match i.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(i.len()) {
        0 => no(),
        n => Ok((&i[n..], &i[..n])),
    }
}

/// One value, without its brackets.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    pub(super) text: &'a [u8],
    /// Whether the `]` is there.
    pub(super) closed: bool,
    /// Whether it is known to be printable ASCII without escapes; `false`: nobody has looked.
    pub(super) plain: bool,
}

/// One value; the `[` has been read.
#[inline]
pub(super) fn value(bytes: Bytes, i: &[u8]) -> Parsed<'_, Value<'_>> {
    if bytes != Bytes::Single {
        return long_value(bytes, i, 0);
    }
    match plain_value(i) {
        Some((rest, text)) => Ok((rest, Value { text, closed: true, plain: true })),
        None => long_value(bytes, i, 0),
    }
}

/// A value of printable ASCII without escapes that ends within a few words; the `[` has been read. A call of memchr costs more than most values
/// are long.
#[inline]
pub(super) fn plain_value(i: &[u8]) -> Option<(&[u8], &[u8])> {
    const WORDS: usize = 4;
    let (eights, _) = i.as_chunks::<8>();
    for (n, eight) in eights.iter().take(WORDS).enumerate() {
        if let Some(stop) = text::odd_byte(u64::from_le_bytes(*eight)) {
            let (text, rest) = i.split_at_checked(8 * n + stop)?;
            return rest.strip_prefix(b"]").map(|rest| (rest, text));
        }
    }
    None
}

#[cold]
fn long_value(bytes: Bytes, i: &[u8], mut at: usize) -> Parsed<'_, Value<'_>> {
    while at < i.len() {
        match bytes {
            Bytes::Single => at += memchr2(b']', b'\\', &i[at..]).unwrap_or(i.len() - at),
            _ => {
                while at < i.len() && !matches!(i[at], b']' | b'\\') {
                    at += bytes.width(&i[at..]);
                }
            }
        }
        match i.get(at) {
            Some(b']') => return Ok((&i[at + 1..], Value { text: &i[..at], closed: true, plain: false })),
            Some(_) => at += 1 + i.get(at + 1..).map_or(1, |next| bytes.width(next)),
            None => {}
        }
    }
    Ok((&[], Value { text: i, closed: false, plain: false }))
}

/// All values of a property.
#[derive(Clone, Copy)]
pub(super) struct Values<'a> {
    /// From after the first `[` to before the last `]`.
    pub(super) raw: &'a [u8],
    /// The first value.
    pub(super) first: &'a [u8],
    /// Whether there is more than one.
    pub(super) many: bool,
}

impl<'a> Values<'a> {
    /// Each value.
    pub(super) fn each(&self, bytes: Bytes) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let mut rest = Some(self.raw);
        std::iter::from_fn(move || {
            let (after, value) = value(bytes, rest?).ok()?;
            let (after, ()) = blanks(after).ok()?;
            rest = if value.closed { after.strip_prefix(b"[") } else { None };
            Some(value.text)
        })
    }
}

/// `[..]`, at least one, with blanks between them.
#[inline]
pub(super) fn values(bytes: Bytes, i: &[u8]) -> Parsed<'_, Values<'_>> {
    let [b'[', inner @ ..] = i else { return no() };
    let (mut rest, first) = value(bytes, inner)?;
    let mut all = Values { raw: first.text, first: first.text, many: false };
    loop {
        let (next, ()) = if rest.first().is_some_and(|&b| is_blank(b)) { blanks(rest)? } else { (rest, ()) };
        let [b'[', next @ ..] = next else { return Ok((rest, all)) };
        let (after, value) = value(bytes, next)?;
        let end = inner.len() - next.len() + value.text.len();
        all = Values { raw: &inner[..end], many: true, ..all };
        rest = after;
    }
}

/// Where a record starts: the first `(` that only blanks part from a `;`.
pub(super) fn record_start(bytes: &[u8]) -> Option<usize> {
    // As nearly all slices begin.
    if bytes.starts_with(b"(;") {
        return Some(0);
    }
    let mut at = 0;
    loop {
        at += memchr(b'(', &bytes[at..])?;
        if let Ok(([b';', ..], ())) = blanks(&bytes[at + 1..]) {
            return Some(at);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_at_the_first_bracket_that_is_not_escaped() {
        let all = |i: &'static [u8]| {
            let (rest, v) = values(Bytes::Single, i).unwrap();
            (rest, v.raw, v.first)
        };
        assert_eq!(all(b"[a\\]b]c"), (&b"c"[..], &b"a\\]b"[..], &b"a\\]b"[..]));
        assert_eq!(all(b"[a] \n[b];"), (&b";"[..], &b"a] \n[b"[..], &b"a"[..]));
        assert_eq!(all(b"[a\\"), (&b""[..], &b"a\\"[..], &b"a\\"[..]));
        assert_eq!(
            all(b"[0123456789012345678901234\\\\]x"),
            (&b"x"[..], &b"0123456789012345678901234\\\\"[..], &b"0123456789012345678901234\\\\"[..])
        );
        let (_, two) = values(Bytes::Single, b"[a]\r\n[b\\]][c").unwrap();
        assert_eq!(two.each(Bytes::Single).collect::<Vec<_>>(), [&b"a"[..], b"b\\]", b"c"]);
    }

    #[test]
    fn second_bytes_are_no_brackets() {
        let (rest, v) = values(Bytes::ShiftJis, b"[\x83\x5D\x83\x5C]x").unwrap();
        assert_eq!((rest, v.first), (&b"x"[..], &b"\x83\x5D\x83\x5C"[..]));
        let (rest, v) = values(Bytes::ShiftJis, b"[\xB1]x").unwrap();
        assert_eq!((rest, v.first), (&b"x"[..], &b"\xB1"[..]));
        let (rest, _) = values(Bytes::Double, b"[\xB1]x]y").unwrap();
        assert_eq!(rest, b"y");
    }
}
