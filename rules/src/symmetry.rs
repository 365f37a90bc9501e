//! The symmetries of the board.

use crate::{Point, Size};

const FLIP_COLUMNS: u8 = 1;
const FLIP_ROWS: u8 = 2;
const TRANSPOSE: u8 = 4;

/// A symmetry of the board as a person sees it, columns from the left and rows from the **bottom**.
///
/// The pictures of the point (x, y), both from 0, on a square board of side n:
///
/// | name | picture | in words |
/// |---|---|---|
/// | `identity` | (x, y) | |
/// | `rot90` | (y, n−1−x) | a quarter turn clockwise |
/// | `rot180` | (n−1−x, n−1−y) | a half turn |
/// | `rot270` | (n−1−y, x) | a quarter turn anticlockwise |
/// | `flip-horizontal` | (n−1−x, y) | left and right change places |
/// | `flip-vertical` | (x, n−1−y) | top and bottom change places |
/// | `transpose` | (y, x) | mirror in the diagonal that rises from a1 |
/// | `anti-transpose` | (n−1−y, n−1−x) | mirror in the diagonal that falls from the upper left corner |
///
/// ```
/// use pentad_rules::{Coords, Point, Size, Symmetry};
/// let p = Point::parse("h9", Coords::WithI).unwrap();
/// assert_eq!(Symmetry::Rot90.apply(p, Size::RENJU).text(Coords::WithI).to_string(), "i8");
/// ```
// A symmetry is a transposition or not, then flips or not: the discriminant is these three bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
pub enum Symmetry {
    /// Leaves everything where it is.
    Identity = 0,
    /// A quarter turn clockwise.
    Rot90 = TRANSPOSE | FLIP_ROWS,
    /// A half turn.
    Rot180 = FLIP_COLUMNS | FLIP_ROWS,
    /// A quarter turn anticlockwise.
    Rot270 = TRANSPOSE | FLIP_COLUMNS,
    /// Left and right change places.
    FlipHorizontal = FLIP_COLUMNS,
    /// Top and bottom change places.
    FlipVertical = FLIP_ROWS,
    /// The mirror in the diagonal that rises from a1.
    Transpose = TRANSPOSE,
    /// The mirror in the diagonal that falls from the upper left corner.
    AntiTranspose = TRANSPOSE | FLIP_COLUMNS | FLIP_ROWS,
}

impl Symmetry {
    /// All eight, in the order of the table above.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::Rot90,
        Symmetry::Rot180,
        Symmetry::Rot270,
        Symmetry::FlipHorizontal,
        Symmetry::FlipVertical,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];

    const OBLONG: [Symmetry; 4] =
        [Symmetry::Identity, Symmetry::Rot180, Symmetry::FlipHorizontal, Symmetry::FlipVertical];

    const BY_BITS: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::FlipHorizontal,
        Symmetry::FlipVertical,
        Symmetry::Rot180,
        Symmetry::Transpose,
        Symmetry::Rot270,
        Symmetry::Rot90,
        Symmetry::AntiTranspose,
    ];

    /// The symmetries of a board: all eight of a square one, the four without a quarter turn of any other.
    pub const fn of(size: Size) -> &'static [Symmetry] {
        if size.width() == size.height() { &Symmetry::ALL } else { &Symmetry::OBLONG }
    }

    /// The name used on the command line and in machine-readable output.
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::Identity => "identity",
            Symmetry::Rot90 => "rot90",
            Symmetry::Rot180 => "rot180",
            Symmetry::Rot270 => "rot270",
            Symmetry::FlipHorizontal => "flip-horizontal",
            Symmetry::FlipVertical => "flip-vertical",
            Symmetry::Transpose => "transpose",
            Symmetry::AntiTranspose => "anti-transpose",
        }
    }

    /// The symmetry with this [`Symmetry::name`].
    pub fn from_name(name: &str) -> Option<Symmetry> {
        Symmetry::ALL.into_iter().find(|s| s.name() == name)
    }

    /// Whether columns become rows, so that a board that is not square changes its shape.
    #[inline]
    pub const fn transposes(self) -> bool {
        self as u8 & TRANSPOSE != 0
    }

    /// The board that a board becomes.
    pub fn resize(self, size: Size) -> Size {
        if self.transposes() { Size::new(size.height(), size.width()).unwrap_or(size) } else { size }
    }

    /// The picture of a point of a board of this size; it lies on the board [`Symmetry::resize`].
    /// A point outside the board stays where it is.
    #[inline]
    pub fn apply(self, point: Point, size: Size) -> Point {
        if !size.contains(point) {
            return point;
        }
        let bits = self as u8;
        let (mut x, mut y, mut width, mut height) = (point.column(), point.row(), size.width(), size.height());
        if bits & TRANSPOSE != 0 {
            (x, y, width, height) = (y, x, height, width);
        }
        if bits & FLIP_COLUMNS != 0 {
            x = width - 1 - x;
        }
        if bits & FLIP_ROWS != 0 {
            y = height - 1 - y;
        }
        Point::new(x, y).unwrap_or(point)
    }

    /// The picture of a step (columns to the right, rows up).
    #[inline]
    pub(crate) const fn turn(self, (dx, dy): (i32, i32)) -> (i32, i32) {
        let bits = self as u8;
        let (x, y) = if bits & TRANSPOSE != 0 { (dy, dx) } else { (dx, dy) };
        (if bits & FLIP_COLUMNS != 0 { -x } else { x }, if bits & FLIP_ROWS != 0 { -y } else { y })
    }

    /// The symmetry that undoes this one.
    #[inline]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Rot90 => Symmetry::Rot270,
            Symmetry::Rot270 => Symmetry::Rot90,
            other => other,
        }
    }

    /// This symmetry first, `then` after it.
    #[inline]
    pub const fn compose(self, then: Symmetry) -> Symmetry {
        let (first, second) = (self as u8, then as u8);
        let flips = first & (FLIP_COLUMNS | FLIP_ROWS);
        // A flip before a transposition is the other flip after it.
        let moved = if then.transposes() { flips >> 1 | (flips & 1) << 1 } else { flips };
        let bits = (first & TRANSPOSE | moved) ^ second;
        Symmetry::BY_BITS[bits as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pictures_are_those_of_the_table() {
        let (n, p) = (15, Point::new(9, 12).unwrap());
        let (x, y) = (9, 12);
        let pictures = [
            (x, y),
            (y, n - 1 - x),
            (n - 1 - x, n - 1 - y),
            (n - 1 - y, x),
            (n - 1 - x, y),
            (x, n - 1 - y),
            (y, x),
            (n - 1 - y, n - 1 - x),
        ];
        for (s, (x, y)) in Symmetry::ALL.into_iter().zip(pictures) {
            assert_eq!(Some(s.apply(p, Size::RENJU)), Point::new(x, y), "{}", s.name());
            assert_eq!(Symmetry::from_name(s.name()), Some(s));
        }
    }

    #[test]
    fn the_symmetries_form_a_group_on_boards_of_every_shape() {
        for (w, h) in [(5, 5), (15, 15), (26, 26), (20, 15), (5, 26)] {
            let size = Size::new(w, h).unwrap();
            for a in Symmetry::ALL {
                assert_eq!(a.compose(a.inverse()), Symmetry::Identity);
                assert_eq!(Symmetry::of(size).contains(&a), a.resize(size) == size || w == h);
                for b in Symmetry::ALL {
                    let ab = a.compose(b);
                    for p in size.iter() {
                        assert_eq!(ab.apply(p, size), b.apply(a.apply(p, size), a.resize(size)));
                        assert!(a.resize(size).contains(a.apply(p, size)));
                    }
                    assert_eq!(ab.turn((2, 1)), b.turn(a.turn((2, 1))));
                }
            }
        }
    }

    #[test]
    fn a_point_outside_the_board_stays() {
        let outside = Point::new(20, 3).unwrap();
        assert!(Symmetry::ALL.into_iter().all(|s| s.apply(outside, Size::RENJU) == outside));
    }
}
