//! The board: which stone lies where, kept so that all four lines through a point can be looked at at once.

use crate::{Color, Point, Size};

/// The four directions of a line as steps of (column, row), in the order of the lanes of a [`Lanes`] word:
/// along the row, along the column, up to the right, down to the right.
pub(crate) const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Cells seen on each side of the point in a lane.
pub(crate) const REACH: u32 = 5;

/// Eleven cells of each of the four lines through a point, one bit a cell, one 16-bit lane a direction.
/// Within a lane bit 5 is the point itself, bit 5 + k the cell k steps along [`DIRECTIONS`].
/// Bits 11 to 15 of a lane are clear.
pub(crate) type Lanes = u64;

/// The same eleven-bit pattern in all four lanes.
pub(crate) const fn in_lanes(bits: u16) -> Lanes {
    bits as u64 * 0x0001_0001_0001_0001
}

const LINES: usize = 192;
const COLUMNS: usize = 32;
const RISING: usize = 64;
const FALLING: usize = 128;
const WINDOW: u64 = 0x7ff;

/// A board with its stones.
///
/// Each line of the board is one word: black stones in the low half, open points (black or empty) in the high half, cell i at bit i + 5.
/// What lies outside is neither black nor open, so edges need no special case.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    stones: u32,
    lines: [u64; LINES],
    empty: [u64; LINES],
    inside: Box<[Lanes; Point::COUNT]>,
}

/// The index in `lines` and the position within the line of a point, per direction.
#[inline(always)]
fn places(point: Point) -> [(usize, u32); 4] {
    // A column is below 32: said once more, so that the compiler knows it and the indices need no check.
    let (x, y) = (usize::from(point.column() & 31), usize::from(point.row()));
    [(y, x as u32), (COLUMNS + x, y as u32), (RISING + 25 + x - y, x as u32), (FALLING + x + y, x as u32)]
}

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Board {
        let mut empty = [0; LINES];
        for point in size.iter() {
            for (line, at) in places(point) {
                empty[line] |= 1 << (32 + REACH + at);
            }
        }
        let mut board = Board {
            size,
            stones: 0,
            lines: empty,
            empty,
            inside: vec![0; Point::COUNT].try_into().expect("the length fits"),
        };
        for point in size.iter() {
            board.inside[point.index()] = board.open(point);
        }
        board
    }

    /// Takes all stones off; the board is of size `size` afterwards.
    pub fn reset(&mut self, size: Size) {
        if size == self.size {
            // As it is after a record without moves.
            if self.stones > 0 {
                self.lines = self.empty;
                self.stones = 0;
            }
        } else {
            *self = Board::new(size);
        }
    }

    /// Width and height.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Number of stones on the board.
    #[inline]
    pub fn stones(&self) -> u32 {
        self.stones
    }

    /// Whether every point holds a stone.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.stones == self.size.points()
    }

    /// The stone at a point; `None` when it is empty or outside.
    #[inline]
    pub fn at(&self, point: Point) -> Option<Color> {
        let (line, at) = (usize::from(point.row()), u32::from(point.column()) + REACH);
        if self.lines[line] >> at & 1 != 0 {
            Some(Color::Black)
        } else if (self.empty[line] & !self.lines[line]) >> (32 + at) & 1 != 0 {
            Some(Color::White)
        } else {
            None
        }
    }

    /// Whether the point lies on the board and holds no stone.
    #[inline(always)]
    pub fn is_empty(&self, point: Point) -> bool {
        let (line, at) = places(point)[0];
        let word = self.lines[line] >> (at + REACH);
        word & (1 | 1 << 32) == 1 << 32
    }

    /// Puts a stone on an empty point of the board. On any other point nothing happens.
    #[inline]
    pub fn place(&mut self, point: Point, color: Color) {
        if self.is_empty(point) {
            self.put(point, color);
        }
    }

    /// [`Board::place`] on a point that is known to be empty.
    #[inline(always)]
    pub(crate) fn put(&mut self, point: Point, color: Color) {
        debug_assert!(self.is_empty(point));
        for (line, at) in places(point) {
            match color {
                Color::Black => self.lines[line] |= 1 << (REACH + at),
                Color::White => self.lines[line] &= !(1 << (32 + REACH + at)),
            }
        }
        self.stones += 1;
    }

    /// Takes the stone at a point off, if there is one.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        if self.at(point).is_none() {
            return;
        }
        for (line, at) in places(point) {
            self.lines[line] = self.lines[line] & !(1 << (REACH + at)) | 1 << (32 + REACH + at);
        }
        self.stones -= 1;
    }

    /// Black stones and open points (black or empty) around a point of the board.
    #[inline]
    pub(crate) fn black_and_open(&self, point: Point) -> (Lanes, Lanes) {
        let (mut black, mut open) = (0, 0);
        for (lane, (line, at)) in places(point).into_iter().enumerate() {
            let word = self.lines[line] >> at;
            black |= (word & WINDOW) << (16 * lane);
            open |= (word >> 32 & WINDOW) << (16 * lane);
        }
        (black, open)
    }

    #[inline]
    fn open(&self, point: Point) -> Lanes {
        self.black_and_open(point).1
    }

    /// Cells around a point that lie on the board.
    #[inline]
    pub(crate) fn inside(&self, point: Point) -> Lanes {
        self.inside[point.index()]
    }

    /// Stones of one colour in a column of the board, and the same together with the empty points; bit = row.
    #[inline]
    pub(crate) fn column(&self, column: u8, color: Color) -> (u32, u32) {
        let line = COLUMNS + usize::from(column);
        let halves = |word: u64| ((word as u32) >> REACH, (word >> (32 + REACH)) as u32);
        let (black, open) = halves(self.lines[line]);
        let (_, inside) = halves(self.empty[line]);
        match color {
            Color::Black => (black, open),
            Color::White => (inside & !open, inside & !black),
        }
    }

    /// Stones of one colour around a point of the board.
    #[inline(always)]
    pub(crate) fn own(&self, point: Point, color: Color) -> Lanes {
        let half = if color == Color::Black { 0 } else { 32 };
        let mut lanes = 0;
        for (lane, (line, at)) in places(point).into_iter().enumerate() {
            lanes |= (self.lines[line] >> (half + at) & WINDOW) << (16 * lane);
        }
        if color == Color::Black { lanes } else { self.inside(point) & !lanes }
    }

    /// Stones of one colour and of the other around a point of the board.
    #[inline]
    pub(crate) fn own_and_enemy(&self, point: Point, color: Color) -> (Lanes, Lanes) {
        let (black, open) = self.black_and_open(point);
        let white = self.inside(point) & !open;
        match color {
            Color::Black => (black, white),
            Color::White => (white, black),
        }
    }

    /// The whole unbroken run of one colour through a point along a direction, the point itself counted as of that colour;
    /// ordered by column, then row.
    pub(crate) fn run(&self, point: Point, direction: usize, color: Color) -> Vec<Point> {
        let (dx, dy) = DIRECTIONS[direction];
        let mut run = vec![point];
        for sign in [1, -1] {
            let mut next = point.offset(sign * dx, sign * dy);
            while let Some(p) = next.filter(|&p| self.at(p) == Some(color)) {
                run.push(p);
                next = p.offset(sign * dx, sign * dy);
            }
        }
        run.sort_unstable();
        run
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_remembers_what_lies_where() {
        for (w, h) in [(5, 5), (15, 15), (26, 26), (20, 15), (5, 26)] {
            let size = Size::new(w, h).unwrap();
            let mut board = Board::new(size);
            for (i, p) in size.iter().enumerate() {
                let color = if i % 3 == 0 { Color::White } else { Color::Black };
                assert!(board.is_empty(p));
                board.place(p, color);
                assert_eq!(board.at(p), Some(color));
            }
            assert!(board.is_full());
            for p in size.iter() {
                board.remove(p);
                assert!(board.is_empty(p));
            }
            assert_eq!(board.lines, board.empty);
            assert_eq!(board.stones(), 0);
            let outside = (0..Point::COUNT).filter_map(Point::from_index).filter(|&p| !size.contains(p));
            assert!(outside.into_iter().all(|p| !board.is_empty(p) && board.at(p).is_none()));
        }
    }

    #[test]
    fn lanes_show_the_neighbours_in_all_directions() {
        let size = Size::new(20, 15).unwrap();
        let mut board = Board::new(size);
        for (i, p) in size.iter().enumerate() {
            match i % 5 {
                0 | 3 => board.place(p, Color::Black),
                1 => board.place(p, Color::White),
                _ => {}
            }
        }
        for p in size.iter() {
            let (own, enemy) = board.own_and_enemy(p, Color::White);
            for (lane, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                for k in -5..=5 {
                    let bit = |lanes: Lanes| lanes >> (16 * lane as i32 + 5 + k) & 1 != 0;
                    let there = p.offset(k * dx, k * dy).filter(|&q| size.contains(q));
                    assert_eq!(bit(board.inside(p)), there.is_some());
                    assert_eq!(bit(own), there.and_then(|q| board.at(q)) == Some(Color::White));
                    assert_eq!(bit(enemy), there.and_then(|q| board.at(q)) == Some(Color::Black));
                }
            }
        }
    }
}
