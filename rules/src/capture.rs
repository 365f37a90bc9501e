//! Captures of Pente and its relatives.

use crate::board::{DIRECTIONS, in_lanes};
use crate::{Board, Color, Point};

/// How stones are captured: a stone laid at one end of an unbroken enemy row whose other end holds an own stone takes the row off.
/// All eight directions at once, compulsory (the rules of pente.org).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct CaptureRule {
    /// Whether rows of exactly three are captured as well as pairs (Keryo-Pente's tria).
    pub trias: bool,
    /// Number of captured stones that wins.
    pub to_win: u16,
}

/// The stones that one move takes: at most three in each of eight directions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    points: [Option<Point>; 24],
    len: usize,
}

impl CaptureRule {
    /// The stones that `color` captures by laying one at `point`, without taking them off.
    #[inline]
    pub(crate) fn taken(self, board: &Board, point: Point, color: Color) -> Taken {
        let (own, enemy) = board.own_and_enemy(point, color);
        let one = in_lanes(1);
        // Bit 5 is the point: a row after it begins at bit 6, one before it ends at bit 4.
        let pair_after = enemy >> 6 & enemy >> 7;
        let pair_before = enemy >> 4 & enemy >> 3;
        let mut hits = [pair_after & own >> 8 & one, pair_before & own >> 2 & one, 0, 0];
        if self.trias {
            hits[2] = pair_after & enemy >> 8 & own >> 9 & one;
            hits[3] = pair_before & enemy >> 2 & own >> 1 & one;
        }
        let mut taken = Taken { points: [None; 24], len: 0 };
        if hits != [0; 4] {
            for (hit, (sign, length)) in hits.into_iter().zip([(1, 2), (-1, 2), (1, 3), (-1, 3)]) {
                for (lane, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                    if hit >> (16 * lane) & 1 != 0 {
                        for k in 1..=length {
                            taken.points[taken.len] = point.offset(sign * k * dx, sign * k * dy);
                            taken.len += 1;
                        }
                    }
                }
            }
        }
        taken
    }
}

impl Taken {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.points[..self.len].iter().flatten().copied()
    }
}
