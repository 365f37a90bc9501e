//! The words of a line of offsets, and the points they mean.

use nom::bytes::complete::{take_till1, take_while};
use nom::{IResult, Parser};
use pentad_rules::{Point, Size};

use crate::HEAD;

/// A word of a line: text between commas and blanks, and its number if it is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a [u8],
    pub(super) number: Option<i64>,
}

fn is_between(byte: u8) -> bool {
    byte == b',' || byte.is_ascii_whitespace()
}

fn word(input: &[u8]) -> IResult<&[u8], Word<'_>, ()> {
    let (rest, text) = (take_while(is_between), take_till1(is_between)).map(|(_, text)| text).parse(input)?;
    Ok((rest, Word { text, number: number(text) }))
}

/// A whole number of few digits, perhaps with a sign.
fn number(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let plain = (1..=9).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    let value = digits.iter().filter(|_| plain).fold(0i64, |n, d| n * 10 + i64::from(d - b'0'));
    plain.then_some(if text[0] == b'-' { -value } else { value })
}

/// The words of a text, one after the other.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = Word<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (left, word) = word(rest).ok()?;
        rest = left;
        Some(word)
    })
}

/// Column and row from the bottom, both from 0, of the point that offsets are counted from: W/2 and H/2 from the top left.
fn origin(size: Size) -> (i64, i64) {
    let (width, height) = (i64::from(size.width()), i64::from(size.height()));
    (width / 2, height - 1 - height / 2)
}

/// The point that lies so many columns right of the middle and rows below it; `None` off the board.
pub(super) fn point(right: i64, down: i64, size: Size) -> Option<Point> {
    let (column, row) = origin(size);
    let (column, row) = (u8::try_from(column + right).ok()?, u8::try_from(row - down).ok()?);
    Point::new(column, row).filter(|&p| size.contains(p))
}

/// The offsets of a point: columns to the right, rows down.
pub(super) fn offsets(point: Point, size: Size) -> (i64, i64) {
    let (column, row) = origin(size);
    (i64::from(point.column()) - column, row - i64::from(point.row()))
}

/// Whether the start of a file is a list of offsets: on each line numbers of the range that Piskvork knows, with commas between them, and
/// one of them at least negative. Most lines have an even number of them.
pub(super) fn looks_like(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    // The last line may be cut.
    let text = match memchr::memrchr2(b'\n', b'\r', text) {
        Some(end) if head.len() >= HEAD => &text[..end],
        _ => text,
    };
    let (mut negative, mut even, mut odd) = (false, 0, 0);
    for line in text.split(|&b| b == b'\n' || b == b'\r').map(<[u8]>::trim_ascii).filter(|l| !l.is_empty()) {
        let mut count = 0usize;
        for word in words(line) {
            let Some(number) = word.number.filter(|n| (-50..50).contains(n)) else { return false };
            negative |= number < 0;
            count += 1;
        }
        let commas = memchr::memchr_iter(b',', line).count();
        if count == 0 || commas + 1 < count / 2 || commas > count || commas == 0 {
            return false;
        }
        if count.is_multiple_of(2) { even += 1 } else { odd += 1 }
    }
    negative && even > odd
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_count_from_the_middle_rounded_down() {
        for (size, column, row) in [(Size::RENJU, 7, 7), (Size::square(20).unwrap(), 10, 9)] {
            let middle = Point::new(column, row).unwrap();
            assert_eq!(point(0, 0, size), Some(middle));
            assert_eq!(point(1, 1, size), Point::new(column + 1, row - 1));
            assert!(size.iter().all(|p| point(offsets(p, size).0, offsets(p, size).1, size) == Some(p)));
        }
        assert_eq!(point(-8, 0, Size::RENJU), None);
        assert_eq!(point(9, 9, Size::square(20).unwrap()), Point::new(19, 0));
    }

    #[test]
    fn only_pairs_of_numbers_with_a_negative_one_look_like_a_list() {
        for yes in ["0,0, 1,-1\n", "-1,2\r\n3,4, 5,6", "-6,1,-6,0,-9,1", "0,0,\t1,-1\r2,2", "1,2,3\n-1,2\n3,4\n"] {
            assert!(looks_like(yes.as_bytes()), "{yes}");
        }
        for no in ["", "0,0, 1,1\n", "-1\n", "-1 2\n", "a,b\n-1,2\n", "-1,99\n", "1,-2,3\n", "0,0,0 ;-1", "-1,,,,2"] {
            assert!(!looks_like(no.as_bytes()), "{no}");
        }
    }
}
