//! Points of SGF: letter pairs from the top left, or a letter and a row number from the bottom.

use pentad_rules::{Coords, MAX_SIDE, Point, Size};

/// The board that letter pairs are counted on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    pub(super) width: u8,
    pub(super) height: u8,
    /// Whether the record states it; when not, points beyond it show that it is larger.
    pub(super) stated: bool,
}

impl Frame {
    /// The board of records that do not say: fifteen lines, as all writers of gomoku and renju without SZ mean.
    pub(super) const UNSTATED: Frame = Frame { width: 15, height: 15, stated: false };

    pub(super) const fn of(size: Size) -> Frame {
        Frame { width: size.width(), height: size.height(), stated: true }
    }

    /// The next larger usual board, where this one is only assumed.
    pub(super) fn larger(self) -> Option<Frame> {
        let side = match self {
            Frame { stated: true, .. } => return None,
            Frame { width: 0..=18, .. } => 19,
            Frame { width: 19..=25, .. } => MAX_SIDE,
            _ => return None,
        };
        Some(Frame { width: side, height: side, stated: false })
    }

    /// Whether `tt` is a pass and no point (`FF[3]`).
    pub(super) const fn has_pass(self) -> bool {
        self.width <= 19 && self.height <= 19
    }

    /// The point of two lower-case letters; `None` below the bottom line.
    #[inline]
    pub(super) fn pair(self, x: u8, y: u8) -> Option<Point> {
        Point::new(x.wrapping_sub(b'a'), self.height.checked_sub(y.wrapping_sub(b'a') + 1)?)
    }

    /// Whether two lower-case letters name a point beyond the right or the bottom edge.
    #[inline]
    pub(super) const fn exceeds(self, x: u8, y: u8) -> bool {
        x.wrapping_sub(b'a') >= self.width || y.wrapping_sub(b'a') >= self.height
    }

    /// The two letters of a point, where it has them and they mean no pass.
    pub(super) fn letters(self, point: Point) -> Option<[u8; 2]> {
        let up = self.height.checked_sub(point.row() + 1)?;
        let pair = [b'a' + point.column(), b'a' + up];
        (self.pair(pair[0], pair[1]) == Some(point) && !(self.has_pass() && pair == *b"tt")).then_some(pair)
    }
}

/// What one or two points in a value look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape<'a> {
    Empty,
    /// Two letters.
    Pair(u8, u8),
    /// A letter and a number.
    Algebraic(&'a [u8]),
    /// Twice a letter and a number: the two stones of a turn of Connect6.
    Two(&'a [u8], &'a [u8]),
    Other,
}

impl<'a> Shape<'a> {
    /// The shape of a value without the blanks around it.
    pub(super) fn of(value: &'a [u8]) -> Shape<'a> {
        match *value {
            [] => return Shape::Empty,
            [x, y] if x.is_ascii_alphabetic() && y.is_ascii_alphabetic() => return Shape::Pair(x, y),
            _ => {}
        }
        let token = |i: &'a [u8]| -> Option<(&'a [u8], &'a [u8])> {
            let digits = i.iter().skip(1).take(2).take_while(|b| b.is_ascii_digit()).count();
            (i.first()?.is_ascii_alphabetic() && digits > 0).then(|| i.split_at(1 + digits))
        };
        match token(value).map(|(first, rest)| (first, rest, token(rest))) {
            Some((first, [], _)) => Shape::Algebraic(first),
            Some((first, _, Some((second, [])))) => Shape::Two(first, second),
            _ => Shape::Other,
        }
    }

    /// Whether a column is named by the letter i.
    pub(super) fn names_i(self) -> bool {
        let i = |t: &[u8]| matches!(t.first(), Some(b'i' | b'I'));
        match self {
            Shape::Algebraic(a) => i(a),
            Shape::Two(a, b) => i(a) || i(b),
            _ => false,
        }
    }
}

/// The letters of an algebraic game by its first stone: the centre of 19 lines is k10 without i and j10 with it.
pub(super) fn letters_by_centre(token: &[u8]) -> Option<Coords> {
    match token {
        b"K10" | b"k10" => Some(Coords::SkipI),
        b"J10" | b"j10" => Some(Coords::WithI),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_count_from_the_top_left() {
        let f = Frame::of(Size::RENJU);
        for (pair, text) in [(b"hh", "h8"), (b"aa", "a15"), (b"oo", "o1"), (b"ao", "a1"), (b"oa", "o15")] {
            let point = Point::parse(text, Coords::WithI);
            assert_eq!(f.pair(pair[0], pair[1]), point);
            assert_eq!(f.letters(point.unwrap()), Some(*pair));
        }
        assert_eq!(f.pair(b'a', b'p'), None);
        assert_eq!(f.letters(Point::new(0, 15).unwrap()), None);
        assert_eq!(Frame::UNSTATED.larger().unwrap().larger().unwrap().width, 26);
    }

    #[test]
    fn shapes() {
        assert_eq!(Shape::of(b"hh"), Shape::Pair(b'h', b'h'));
        assert_eq!(Shape::of(b"K10"), Shape::Algebraic(b"K10"));
        assert_eq!(Shape::of(b"k11l1"), Shape::Two(b"k11", b"l1"));
        for other in [&b"h"[..], b"hhh", b"8", b"h100", b"k1l1m1", b"?"] {
            assert_eq!(Shape::of(other), Shape::Other);
        }
    }
}
