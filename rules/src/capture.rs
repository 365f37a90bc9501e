//! Captures of Pente and its relatives.

use crate::board::{DIRECTIONS, Lanes, in_lanes};
use crate::{Board, Color, Point};

/// How stones are captured: a stone laid at one end of an unbroken enemy row whose other end holds an own stone takes the row off.
/// All eight directions at once, compulsory (the rules of pente.org).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct CaptureRule {
    /// Whether rows of exactly three are captured as well as pairs (Keryo-Pente's tria).
    pub trias: bool,
    /// Number of captured stones that wins.
    pub to_win: u16,
    /// Whether captures win only with more stones than the opponent has taken (Poof- and O-Pente).
    pub ahead: bool,
    /// What becomes of own stones that a stone joins between two enemy stones.
    pub entry: Entry,
    /// Whether a capture that leaves the opponent a winning row of what was a longer one gives him the game (ninuki-renju).
    pub remnant_wins: bool,
}

/// What becomes of an own row, of a length that can be captured, that a stone completes between two enemy stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// Nothing: only the stone that encloses captures.
    Safe,
    /// The row vanishes, the new stone with it, and is credited to the opponent (Poof-Pente).
    Poof,
    /// The stone may not be laid.
    Forbidden,
}

/// Stones that one move takes off: at most three in each of eight directions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    points: [Option<Point>; 24],
    len: usize,
}

/// Bits of a lane relative to the point, which is bit 5.
#[inline(always)]
fn cell(lanes: Lanes, step: i32) -> Lanes {
    lanes >> (5 + step)
}

impl CaptureRule {
    /// Pairs are captured, and ten stones win.
    pub const PAIRS: CaptureRule =
        CaptureRule { trias: false, to_win: 10, ahead: false, entry: Entry::Safe, remnant_wins: false };
    /// Pairs and trias are captured, and fifteen stones win.
    pub const TRIAS: CaptureRule = CaptureRule { trias: true, to_win: 15, ..CaptureRule::PAIRS };

    /// The stones that `color` captures by laying one at `point`, without taking them off.
    #[inline]
    pub(crate) fn taken(self, board: &Board, point: Point, color: Color) -> Taken {
        let (own, enemy) = board.own_and_enemy(point, color);
        let one = in_lanes(1);
        // A row after the point begins one step on, one before it ends one step back.
        let pair_after = cell(enemy, 1) & cell(enemy, 2);
        let pair_before = cell(enemy, -1) & cell(enemy, -2);
        let mut hits = [pair_after & cell(own, 3) & one, pair_before & cell(own, -3) & one, 0, 0];
        if self.trias {
            hits[2] = pair_after & cell(enemy, 3) & cell(own, 4) & one;
            hits[3] = pair_before & cell(enemy, -3) & cell(own, -4) & one;
        }
        let mut taken = Taken::NONE;
        if hits != [0; 4] {
            for (hit, (sign, length)) in hits.into_iter().zip([(1, 2), (-1, 2), (1, 3), (-1, 3)]) {
                for (lane, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                    if hit >> (16 * lane) & 1 != 0 {
                        (1..=length).for_each(|k| taken.add(point.offset(sign * k * dx, sign * k * dy)));
                    }
                }
            }
        }
        taken
    }

    /// The own stones, the new one among them, that a stone of `color` at the empty point `point` joins to a row between two enemy
    /// stones; the board as it is before anything is taken off.
    #[inline]
    pub(crate) fn enclosed(self, board: &Board, point: Point, color: Color) -> Taken {
        let (own, enemy) = board.own_and_enemy(point, color);
        let own = own | in_lanes(1 << 5);
        let mut taken = Taken::NONE;
        for length in 2..=if self.trias { 3 } else { 2 } {
            for first in (1 - length)..=0 {
                let row = (first..first + length).fold(in_lanes(1), |row, step| row & cell(own, step));
                let hit = row & cell(enemy, first - 1) & cell(enemy, first + length);
                for (_, (dx, dy)) in (0..).zip(DIRECTIONS).filter(|(lane, _)| hit >> (16 * lane) & 1 != 0) {
                    for step in (first..first + length).filter(|&step| step != 0) {
                        taken.add(point.offset(step * dx, step * dy));
                    }
                }
            }
        }
        if !taken.is_empty() {
            taken.add(Some(point));
        }
        taken
    }

    /// Whether laying a stone of `color` at `point` says nothing about captures.
    #[inline]
    pub(crate) fn is_quiet(self, board: &Board, point: Point, color: Color) -> bool {
        self.taken(board, point, color).is_empty()
            && (self.entry == Entry::Safe || self.enclosed(board, point, color).is_empty())
    }

    /// Whether a stone of `color` could take one of these enemy stones at once.
    pub(crate) fn threatens(self, board: &Board, stones: &[Point], color: Color) -> bool {
        let may_enter = |point| self.entry != Entry::Forbidden || self.enclosed(board, point, color).is_empty();
        board
            .size()
            .iter()
            .filter(|&p| board.is_empty(p))
            .any(|p| self.taken(board, p, color).iter().any(|stone| stones.contains(&stone)) && may_enter(p))
    }
}

impl Taken {
    pub(crate) const NONE: Taken = Taken { points: [None; 24], len: 0 };

    fn add(&mut self, point: Option<Point>) {
        if let Some(slot) = self.points.get_mut(self.len) {
            *slot = point;
            self.len += 1;
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The stones, ordered by column, then row.
    pub(crate) fn sorted(&self) -> Vec<Point> {
        let mut stones: Vec<_> = self.iter().collect();
        stones.sort_unstable();
        stones
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.points[..self.len].iter().flatten().copied()
    }
}
