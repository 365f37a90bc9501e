//! Rows through one point, read off eleven cells of its four lines at once.
//!
//! Everywhere a bit stands for the first cell of a run of cells, so one shift of the whole word looks at the k-th cell
//! of all runs in all four directions. Right shifts drag bits of the next lane into the highest bits of a lane; each
//! formula ends with a mask of the starts for which the run contains the point, which are all low. Five cells on each
//! side are needed and enough: whatever a five, an overline, a four or a three through the point depends on lies within
//! them.

use super::{Board, Color, Point};
use crate::board::{DIRECTIONS, Lanes, REACH, in_lanes};

/// First cells of the runs of five that contain the point.
const FIVES: Lanes = in_lanes(0b11_1110);
/// First cells of the runs of six that contain the point.
const SIXES: Lanes = in_lanes(0b11_1111);
/// First cells of the runs of four that contain the point.
const FOURS: Lanes = in_lanes(0b11_1100);
const LANE: Lanes = 0xffff;

/// The surroundings of a point once the stone has been laid.
#[derive(Clone, Copy)]
pub(super) struct Window {
    /// Stones of the colour that moves, the new one included.
    own: Lanes,
    /// Cells that hold such a stone or none. The edge and beyond is not open, as if enemy stones lay there.
    open: Lanes,
}

impl Window {
    /// The window of an empty point after a stone of `color` on it.
    #[inline]
    pub(super) fn read(board: &Board, point: Point, color: Color) -> Window {
        let (own, open) = match color {
            Color::Black => board.black_and_open(point),
            Color::White => {
                let (own, enemy) = board.own_and_enemy(point, color);
                (own, board.inside(point) & !enemy)
            }
        };
        Window { own: own | in_lanes(1 << REACH), open }
    }

    /// Whether the stone makes no five and cannot be a foul. One branch settles almost every stone of a game.
    #[inline]
    pub(super) fn is_plain(self) -> bool {
        let pairs = several(self.four_sets()) | several(lanes_of(self.threes()));
        self.fives() | self.sixes() | pairs == 0
    }

    /// Whether the stone makes an unbroken row of exactly five.
    #[inline]
    pub(super) fn makes_five(self) -> bool {
        self.fives() != 0
    }

    /// Whether the stone makes an unbroken row of six or more.
    #[inline]
    pub(super) fn makes_overline(self) -> bool {
        self.sixes() != 0
    }

    /// Whether the stone makes two or more fours; asked only of a stone that makes no five.
    #[inline]
    pub(super) fn makes_double_four(self) -> bool {
        several(self.four_sets()) != 0
    }

    /// Whether two or more lines hold a three by shape, which is without asking whether the straight four may be made.
    #[inline]
    pub(super) fn shows_two_threes(self) -> bool {
        several(lanes_of(self.threes())) != 0
    }

    /// Starts of the runs of exactly five.
    #[inline]
    pub(super) fn fives(self) -> Lanes {
        self.pairs() & self.pairs() >> 2 & self.own >> 4 & !self.ends() & FIVES
    }

    /// Starts of runs of six; a longer row has several.
    #[inline]
    pub(super) fn sixes(self) -> Lanes {
        self.pairs() & self.pairs() >> 2 & self.pairs() >> 4 & SIXES
    }

    /// Starts of the five cells that lack one stone to an exact five; only right for a stone that makes no five.
    #[inline]
    pub(super) fn fours(self) -> Lanes {
        let four_of_five = self.three_of_four() & self.own >> 4 | self.pairs() & self.pairs() >> 2;
        four_of_five & self.open_four() & self.open >> 4 & !self.ends() & FIVES
    }

    /// One bit for each four, a four being a set of four stones. Two neighbouring [`Window::fours`] are the same
    /// stones, an unbroken four that may be completed at either end; others are different sets, even in one line.
    #[inline]
    fn four_sets(self) -> Lanes {
        self.fours() & !(self.fours() << 1)
    }

    /// Starts of the four cells that lack one stone to a straight four. All starts in one lane are the same three with
    /// several points to go on; a line never holds two.
    #[inline]
    pub(super) fn threes(self) -> Lanes {
        let empty = self.open ^ self.own;
        let exactly_three = self.three_of_four() & !(self.pairs() & self.pairs() >> 2);
        // Both ends must take a stone, and that stone must make exactly five.
        let free_ends = empty << 1 & empty >> 4 & !(self.own << 2) & !(self.own >> 5);
        exactly_three & self.open_four() & free_ends & FOURS
    }

    /// The cell without own stone in the run that starts at bit `start` of a lane, as steps from the point.
    #[inline]
    pub(super) fn gap(self, lane: usize, start: u32) -> i32 {
        let run = self.own >> (16 * lane as u32 + start);
        (start + run.trailing_ones()) as i32 - REACH as i32
    }

    #[inline]
    fn pairs(self) -> Lanes {
        self.own & self.own >> 1
    }

    /// At least three stones in four cells.
    #[inline]
    fn three_of_four(self) -> Lanes {
        let either = self.own | self.own >> 1;
        self.pairs() & either >> 2 | either & self.pairs() >> 2
    }

    #[inline]
    fn open_four(self) -> Lanes {
        let two = self.open & self.open >> 1;
        two & two >> 2
    }

    /// Runs of five cells with an own stone just before or just after.
    #[inline]
    fn ends(self) -> Lanes {
        self.own << 1 | self.own >> 5
    }
}

/// Not zero if at least two bits are set.
#[inline]
fn several(word: u64) -> u64 {
    word & word.wrapping_sub(1)
}

/// One bit for each lane that holds any of the low bits.
#[inline]
fn lanes_of(word: Lanes) -> Lanes {
    (word + in_lanes(0x7fff)) & in_lanes(0x8000)
}

/// The bits of one lane.
#[inline]
pub(super) fn lane_of(word: Lanes, lane: usize) -> u32 {
    (word >> (16 * lane) & LANE) as u32
}

/// The positions of the set bits, from the lowest.
pub(super) fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < u32::BITS).then_some(bit)
    })
}

/// The cell `steps` from the point along a lane. Only asked for cells that a window has shown to be on the board.
#[inline]
pub(super) fn cell(point: Point, lane: usize, steps: i32) -> Point {
    let (dx, dy) = DIRECTIONS[lane];
    point.offset(steps * dx, steps * dy).expect("a window shows stones and open cells on the board only")
}
