//! One node in the file: point, flags, extension word and strings.

use memchr::memchr;
use nom::IResult;
use nom::bytes::complete::take;
use nom::number::complete::be_u16;
use pentad_rules::{Point, Size, Symmetry};

/// A sibling follows once everything below this node is done.
pub(super) const SIBLING: u8 = 0x80;
/// The node has no child.
pub(super) const LEAF: u8 = 0x40;
/// A comment in 7-bit characters follows.
pub(super) const OLD_COMMENT: u8 = 0x20;
/// The user's mark.
pub(super) const MARK: u8 = 0x10;
/// A comment follows.
pub(super) const COMMENT: u8 = 0x08;
/// The position that the viewer jumps to.
pub(super) const START: u8 = 0x04;
/// No stone: the node exists for the sake of its text.
pub(super) const NO_MOVE: u8 = 0x02;
/// An extension word follows.
pub(super) const EXTENSION: u8 = 0x01;
/// Of the extension word: a text on the board follows.
pub(super) const BOARD_TEXT: u16 = 0x0001;

/// The point byte of the root and of passes.
pub(super) const NO_POINT: u8 = 0;

/// A node as it stands in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RawNode<'a> {
    pub(super) point: u8,
    pub(super) flags: u8,
    /// The extension word, where the flag says that there is one and the file does not end before it.
    pub(super) extension: Option<u16>,
    /// The comment with its padding.
    pub(super) comment: Option<&'a [u8]>,
    /// The text on the board with its padding.
    pub(super) text: Option<&'a [u8]>,
    /// Whether the file ends within the node.
    pub(super) cut: bool,
}

impl RawNode<'_> {
    pub(super) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Whether there is an extension word and it says nothing but that a text follows.
    pub(super) fn has_plain_text(&self) -> bool {
        self.extension == Some(BOARD_TEXT)
    }
}

/// Reads a node. The slice has an even number of bytes; where it ends within the node, what is there is the node.
#[inline]
pub(super) fn node(input: &[u8]) -> IResult<&[u8], RawNode<'_>, ()> {
    let Some((&[point, flags], rest)) = input.split_first_chunk() else { return Err(nom::Err::Error(())) };
    let node = RawNode { point, flags, extension: None, comment: None, text: None, cut: false };
    if flags & (EXTENSION | COMMENT | OLD_COMMENT) == 0 {
        return Ok((rest, node));
    }
    Ok(strings(rest, node))
}

/// The rest of a node that has more than two bytes. Of both kinds of comment the old one counts, as in RenLib.
#[cold]
fn strings<'a>(mut rest: &'a [u8], mut node: RawNode<'a>) -> (&'a [u8], RawNode<'a>) {
    if node.has(EXTENSION) {
        match be_u16::<_, ()>(rest) {
            Ok((after, word)) => (rest, node.extension) = (after, Some(word)),
            Err(_) => node.cut = true,
        }
    }
    if node.has(OLD_COMMENT | COMMENT) {
        let read = if node.has(OLD_COMMENT) { old_string } else { new_string };
        let (after, (string, whole)) = read(rest);
        (rest, node.comment) = (after, Some(string));
        node.cut |= !whole;
    }
    if node.extension.is_some_and(|word| word & BOARD_TEXT != 0) {
        let (after, (string, whole)) = new_string(rest);
        (rest, node.text) = (after, Some(string));
        node.cut |= !whole;
    }
    (rest, node)
}

/// What is left, a string with its padding, and whether its end was found.
type Read<'a> = (&'a [u8], (&'a [u8], bool));

/// A string up to its NUL and to the end of the pair that holds it.
fn new_string(input: &[u8]) -> Read<'_> {
    until(input, memchr(0, input))
}

/// A string up to the byte that has the top bit and to the end of the pair that holds it.
fn old_string(input: &[u8]) -> Read<'_> {
    until(input, input.iter().position(|b| b & 0x80 != 0))
}

fn until(input: &[u8], end: Option<usize>) -> Read<'_> {
    let length = end.map_or(input.len(), |at| (at / 2 + 1) * 2).min(input.len());
    match take::<_, _, ()>(length)(input) {
        Ok((rest, string)) => (rest, (string, end.is_some())),
        Err(_) => (&[], (input, false)),
    }
}

/// The point of a byte: the low nibble is the column from 1, the high one the row from the top. `None` for bytes that name none.
pub(super) const fn point(byte: u8) -> Option<Point> {
    let (column, down) = (byte & 15, byte >> 4);
    if column == 0 || down > 14 { None } else { Point::new(column - 1, 14 - down) }
}

/// The byte of a point; `None` outside the board.
pub(super) fn byte(point: Point) -> Option<u8> {
    Size::RENJU.contains(point).then(|| (14 - point.row()) << 4 | (point.column() + 1))
}

/// The points of all bytes as a dialect has them: RenLib's points turned by a symmetry.
pub(super) fn points(turn: Symmetry) -> [Option<Point>; 256] {
    let mut table = [None; 256];
    for (entry, byte) in table.iter_mut().zip(0..=255) {
        *entry = point(byte).map(|p| turn.apply(p, Size::RENJU));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corners_and_the_centre() {
        for (byte, name) in [(0x78, "h8"), (0x01, "a15"), (0x0f, "o15"), (0xe1, "a1"), (0xef, "o1"), (0x68, "h9")] {
            assert_eq!(point(byte).unwrap().text(pentad_rules::Coords::WithI).to_string(), name);
            assert_eq!(point(byte).and_then(super::byte), Some(byte));
        }
        assert!((0..=255).filter(|&b| point(b).is_none()).all(|b| b & 15 == 0 || b >> 4 == 15));
    }

    #[test]
    fn strings_end_with_their_pair() {
        let rest = |bytes| node(bytes).map(|(rest, n)| (rest.len(), n.comment, n.text, n.cut)).unwrap();
        assert_eq!(rest(b"\x78\x08abc\0\x79\x40"), (2, Some(&b"abc\0"[..]), None, false));
        assert_eq!(rest(b"\x78\x08ab\0\0\x79\x40"), (2, Some(&b"ab\0\0"[..]), None, false));
        assert_eq!(rest(b"\x78\x20ab\xe3\0\x79\x40"), (2, Some(&b"ab\xe3\0"[..]), None, false));
        assert_eq!(rest(b"\x78\x09\0\x01c\0t\0"), (0, Some(&b"c\0"[..]), Some(&b"t\0"[..]), false));
        assert_eq!(rest(b"\x78\x08ab"), (0, Some(&b"ab"[..]), None, true));
        assert_eq!(rest(b"\x78\x01"), (0, None, None, true));
    }
}
