//! Tags: `[Key "value"]`, one a line.

use nom::IResult;

use crate::loss::Losses;

/// A tag line as the format wants it, from its `[` to the end of its line, which must be there: name, value and what comes after.
///
/// This is the fast way for short plain lines; anything else is an error and left to [`parse`].
#[inline]
pub(crate) fn plain(input: &[u8]) -> IResult<&[u8], (&[u8], &[u8]), ()> {
    const FAILED: nom::Err<()> = nom::Err::Error(());
    let [b'[', b'!'..=b'~', ..] = input else { return Err(FAILED) };
    let head = &input[..input.len().min(96)];
    let open = head.iter().position(|&b| matches!(b, b'"' | b'\n' | b'\r')).ok_or(FAILED)?;
    let len = head[open..].iter().position(|&b| b == b'\n' || b == b'\r').ok_or(FAILED)?;
    match (&head[1..open], &head[open..open + len], &input[open + len..]) {
        ([name @ .., b' '], [b'"', value @ .., b'"', b']'], [b'\r', b'\n', rest @ ..] | [b'\n', rest @ ..])
            if !matches!(name, [] | [.., b' ' | b'\t' | b'\r' | b'\n' | b'\x0c']) =>
        {
            Ok((rest, (name, value)))
        }
        _ => Err(FAILED),
    }
}

/// The name and the value of a tag line: the value is what stands between the first quote and the last.
pub(crate) fn parse(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = line.trim_ascii_end().strip_prefix(b"[")?;
    let open = memchr::memchr(b'"', rest)?;
    let name = rest[..open].trim_ascii();
    let rest = rest[open + 1..].strip_suffix(b"]")?.trim_ascii_end();
    let value = rest.strip_suffix(b"\"")?;
    (!name.is_empty()).then_some((name, value))
}

/// Whether a text can be the name of a tag.
pub(crate) fn is_tag_name(key: &str) -> bool {
    let inner = |c: char| c.is_ascii_alphanumeric() || " _'?.-/".contains(c);
    key.starts_with(|c: char| c.is_ascii_alphabetic()) && !key.ends_with(' ') && key.chars().all(inner)
}

/// Writes a tag on a line of its own.
pub(crate) fn write_tag(key: &str, value: &str, line_end: &[u8], out: &mut Vec<u8>, losses: &mut Losses) {
    out.push(b'[');
    out.extend_from_slice(key.as_bytes());
    out.extend_from_slice(b" \"");
    if value.contains(['\r', '\n']) {
        losses.add("line breaks", 1, "a tag is one line; blanks stand for its line breaks");
        out.extend(value.bytes().map(|b| if b == b'\r' || b == b'\n' { b' ' } else { b }));
    } else {
        out.extend_from_slice(value.as_bytes());
    }
    out.extend_from_slice(b"\"]");
    out.extend_from_slice(line_end);
}
