//! Intersections, board sizes and the letters people write for them.

use std::fmt;
use std::num::NonZeroU16;

/// Smallest width or height of a board.
pub const MIN_SIDE: u8 = 5;
/// Largest width or height of a board (the letters of the alphabet).
pub const MAX_SIDE: u8 = 26;

/// An intersection: column from the left and row from the **bottom**, both from 0, each below [`MAX_SIDE`].
///
/// A point does not know the board it lies on: the same `h8` exists on every board that is large enough;
/// [`Size::contains`] asks. The order of points is by column, then row, as in everything pentad prints.
///
/// ```
/// use pentad_rules::{Coords, Point};
/// let p = Point::new(7, 7).unwrap();
/// assert_eq!(p.text(Coords::WithI).to_string(), "h8");
/// assert_eq!(Point::parse("J8", Coords::SkipI), Point::new(8, 7));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU16);

impl Point {
    /// One more than the largest [`Point::index`]: the length of an array indexed by points.
    pub const COUNT: usize = 32 * MAX_SIDE as usize;

    /// The point in column `column` (0 = a, the left one) and row `row` (0 = row 1, the bottom one);
    /// `None` when either is not below [`MAX_SIDE`].
    pub const fn new(column: u8, row: u8) -> Option<Point> {
        if column >= MAX_SIDE || row >= MAX_SIDE {
            return None;
        }
        match NonZeroU16::new(((column as u16) << 5 | row as u16) + 1) {
            Some(n) => Some(Point(n)),
            None => None,
        }
    }

    /// A number below [`Point::COUNT`] for use as an array index; grows by column, then row.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The point with this [`Point::index`]; `None` when no point has it.
    pub const fn from_index(index: usize) -> Option<Point> {
        if index >= Point::COUNT { None } else { Point::new((index >> 5) as u8, (index & 31) as u8) }
    }

    /// Column from the left, from 0.
    #[inline]
    pub const fn column(self) -> u8 {
        (self.index() >> 5) as u8
    }

    /// Row from the bottom, from 0.
    #[inline]
    pub const fn row(self) -> u8 {
        (self.index() & 31) as u8
    }

    /// The point `dx` columns to the right and `dy` rows up; `None` outside every board.
    pub fn offset(self, dx: i32, dy: i32) -> Option<Point> {
        let column = u8::try_from(i32::from(self.column()) + dx).ok()?;
        let row = u8::try_from(i32::from(self.row()) + dy).ok()?;
        Point::new(column, row)
    }

    /// Reads a letter and a row number (`h8`, `H8`): the row from 1 at the bottom, without leading zero.
    /// `None` for anything else, for rows above 26 and for a letter that the convention skips.
    pub fn parse(text: &str, coords: Coords) -> Option<Point> {
        Point::parse_bytes(text.as_bytes(), coords)
    }

    /// [`Point::parse`] on bytes.
    #[inline]
    pub fn parse_bytes(text: &[u8], coords: Coords) -> Option<Point> {
        if let Coords::Centre(centre) = coords {
            return Point::from_centre(text, centre);
        }
        let (letter, row) = match *text {
            [l, d @ b'1'..=b'9'] => (l, d - b'0'),
            [l, t @ b'1'..=b'9', d @ b'0'..=b'9'] => (l, (t - b'0') * 10 + (d - b'0')),
            [b'a' | b'A', b'a' | b'A', ref row @ ..] if coords == Coords::SkipI => return Point::in_column_aa(row),
            _ => return None,
        };
        let letter = letter.to_ascii_lowercase();
        if !letter.is_ascii_lowercase() {
            return None;
        }
        let column = match coords {
            Coords::WithI | Coords::Centre(_) => letter - b'a',
            Coords::SkipI if letter == b'i' => return None,
            Coords::SkipI => letter - b'a' - u8::from(letter > b'i'),
        };
        Point::new(column, row - 1)
    }

    /// Reads a point counted from another: `0`, `R3`, `L1U1`, `d4`; sideways before up or down, each from 1.
    fn from_centre(text: &[u8], centre: Point) -> Option<Point> {
        fn steps(text: &[u8], signs: [u8; 2]) -> Option<(i32, &[u8])> {
            let (sign, digits) = text.split_first()?;
            let sign = match sign.to_ascii_uppercase() {
                s if s == signs[0] => -1,
                s if s == signs[1] => 1,
                _ => return None,
            };
            let (count, rest) = match *digits {
                [t @ b'1'..=b'9', d @ b'0'..=b'9', ref rest @ ..] => ((t - b'0') * 10 + (d - b'0'), rest),
                [d @ b'1'..=b'9', ref rest @ ..] => (d - b'0', rest),
                _ => return None,
            };
            Some((sign * i32::from(count), rest))
        }
        if text == b"0" {
            return Some(centre);
        }
        let (dx, rest) = steps(text, [b'L', b'R']).unwrap_or((0, text));
        let (dy, rest) = if rest.is_empty() { (0, rest) } else { steps(rest, [b'D', b'U'])? };
        if rest.is_empty() { centre.offset(dx, dy) } else { None }
    }

    /// A 26th column without i is written `aa`; see [`Coords::column_letters`].
    #[cold]
    fn in_column_aa(row: &[u8]) -> Option<Point> {
        let row = match *row {
            [d @ b'1'..=b'9'] => d - b'0',
            [t @ b'1'..=b'9', d @ b'0'..=b'9'] => (t - b'0') * 10 + (d - b'0'),
            _ => return None,
        };
        Point::new(MAX_SIDE - 1, row - 1)
    }

    /// The point as people write it in the convention `coords`, in lower case.
    pub fn text(self, coords: Coords) -> PointText {
        let mut text = PointText { bytes: [0; PointText::LONGEST], len: 0 };
        let Coords::Centre(centre) = coords else {
            match coords.letter(self.column()) {
                Some(letter) => text.push(letter),
                None => [b'a', b'a'].into_iter().for_each(|letter| text.push(letter)),
            }
            text.push_number(self.row() + 1);
            return text;
        };
        if self == centre {
            text.push(b'0');
        }
        for (at, from, [less, more]) in
            [(self.column(), centre.column(), [b'L', b'R']), (self.row(), centre.row(), [b'D', b'U'])]
        {
            if at != from {
                text.push(if at < from { less } else { more });
                text.push_number(at.abs_diff(from));
            }
        }
        text
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.text(Coords::WithI))
    }
}

/// A point as people write it; see [`Point::text`]. Holds its few letters and digits itself.
#[derive(Clone, Copy, Debug)]
pub struct PointText {
    bytes: [u8; PointText::LONGEST],
    len: u8,
}

impl PointText {
    /// As long as `L25U25`.
    const LONGEST: usize = 6;

    fn push(&mut self, byte: u8) {
        self.bytes[usize::from(self.len)] = byte;
        self.len += 1;
    }

    /// Two digits at most.
    fn push_number(&mut self, number: u8) {
        if number >= 10 {
            self.push(b'0' + number / 10);
        }
        self.push(b'0' + number % 10);
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).expect("letters and digits are ASCII")
    }
}

impl fmt::Display for PointText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Which letters name the columns (design decision 3): renju and gomoku use the letter i (a…o on 15 columns),
/// pente.org skips it (a…t without i on 19 columns). The old notation of Pente has no letters for columns at all and counts from the
/// centre.
///
/// ```
/// use pentad_rules::{Coords, Point, Size};
/// let old = Coords::Centre(Size::PENTE.centre());
/// let point = Point::parse("L2U1", old);
/// assert_eq!(point, Point::parse("H11", Coords::SkipI));
/// assert_eq!(point.unwrap().text(old).to_string(), "L2U1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Coords {
    /// a b c d e f g h i j …
    #[default]
    WithI,
    /// a b c d e f g h j k …
    SkipI,
    /// Steps from this point, the centre of the board: `0`, then `L` or `R` and a number, then `D` or `U` and a number (`R3`, `L2U1`).
    Centre(Point),
}

impl Coords {
    /// The name used on the command line and in reports: `with-i`, `skip-i`, `centre`.
    pub const fn name(self) -> &'static str {
        match self {
            Coords::WithI => "with-i",
            Coords::SkipI => "skip-i",
            Coords::Centre(_) => "centre",
        }
    }

    /// The convention of letters with this [`Coords::name`]; `centre` is none, since it needs a board.
    pub fn from_name(name: &str) -> Option<Coords> {
        [Coords::WithI, Coords::SkipI].into_iter().find(|c| c.name() == name)
    }

    /// The convention of letters to use where a point has to be written as letter and row: [`Coords::Centre`] has none and gives way to
    /// the usual one.
    pub const fn letters(self) -> Coords {
        match self {
            Coords::Centre(_) => Coords::WithI,
            letters => letters,
        }
    }

    /// The letter or, beyond z (a 26th column without i), letters of a column counted from 0.
    pub fn column_letters(self, column: u8) -> String {
        self.letter(column).map_or_else(|| "aa".to_owned(), |letter| char::from(letter).to_string())
    }

    /// The letter of a column counted from 0; `None` beyond z.
    fn letter(self, column: u8) -> Option<u8> {
        let shifted = match self {
            Coords::WithI | Coords::Centre(_) => column,
            Coords::SkipI => column + u8::from(column >= 8),
        };
        (shifted < 26).then_some(b'a' + shifted)
    }
}

/// Width and height of a board in intersections, each from [`MIN_SIDE`] to [`MAX_SIDE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The board of renju and gomoku, 15×15.
    pub const RENJU: Size = Size { width: 15, height: 15 };
    /// The board of Pente and Connect6, 19×19.
    pub const PENTE: Size = Size { width: 19, height: 19 };

    /// A board of `width` columns and `height` rows; `None` when one is out of range.
    pub const fn new(width: u8, height: u8) -> Option<Size> {
        if width < MIN_SIDE || width > MAX_SIDE || height < MIN_SIDE || height > MAX_SIDE {
            return None;
        }
        Some(Size { width, height })
    }

    /// The point in this column and row, from 0 and from the bottom left; `None` outside the board.
    #[inline]
    pub const fn point(self, column: u8, row: u8) -> Option<Point> {
        if column >= self.width || row >= self.height {
            return None;
        }
        match NonZeroU16::new(((column as u16) << 5 | row as u16) + 1) {
            Some(n) => Some(Point(n)),
            None => None,
        }
    }

    /// A square board.
    pub const fn square(side: u8) -> Option<Size> {
        Size::new(side, side)
    }

    /// Number of columns.
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points.
    pub const fn points(self) -> u32 {
        self.width as u32 * self.height as u32
    }

    /// Whether the point lies on this board.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.column() < self.width && point.row() < self.height
    }

    /// All points, by column, then row.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        (0..self.width).flat_map(move |c| (0..self.height).filter_map(move |r| Point::new(c, r)))
    }

    /// Chebyshev distance from the centre: 0 on the central point, or on each of the central points where a side is even.
    pub fn distance_from_centre(self, point: Point) -> u8 {
        let along = |at: u8, side: u8| (2 * i32::from(at) - (i32::from(side) - 1)).unsigned_abs() / 2;
        along(point.column(), self.width).max(along(point.row(), self.height)) as u8
    }

    /// The central point, on an even side the one right of or above the middle.
    pub fn centre(self) -> Point {
        Point::new(self.width / 2, self.height / 2).expect("half of a legal side is a legal coordinate")
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}
