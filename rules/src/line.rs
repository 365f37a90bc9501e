//! Rows of stones: which of them win.

use crate::board::{DIRECTIONS, Lanes, in_lanes};
use crate::{Board, Color, Point};

/// Where the ends of an exact five must lie for it to win (caro and its relatives).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ends {
    /// Anywhere.
    Any,
    /// Not both ends are blocked.
    OneFree,
    /// Neither end is blocked.
    BothFree,
}

/// Which unbroken rows of one colour win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Row {
    /// Number of stones, 4 to 6; 0 where no row wins.
    pub length: u8,
    /// Whether a longer row wins as well, whatever lies at its ends.
    pub longer_wins: bool,
    /// The ends of a row of exactly `length`. An enemy stone blocks an end.
    pub ends: Ends,
    /// Whether the edge of the board blocks an end as well.
    pub edge_blocks: bool,
}

impl Row {
    /// Exactly five.
    pub const EXACT_FIVE: Row = Row { length: 5, longer_wins: false, ends: Ends::Any, edge_blocks: false };
    /// Six or more.
    pub const SIX_OR_MORE: Row = Row { length: 6, ..Row::FIVE_OR_MORE };
    /// No row wins.
    pub const NONE: Row = Row { length: 0, ..Row::EXACT_FIVE };
    /// Five or more.
    pub const FIVE_OR_MORE: Row = Row { longer_wins: true, ..Row::EXACT_FIVE };

    /// The lanes in which a stone of `color` at `point` completes a winning row: of exactly the length, and longer.
    /// The point counts as holding that stone. A longer row of six-in-a-row games may show as exact, and both win.
    #[inline]
    pub(crate) fn won(self, board: &Board, point: Point, color: Color) -> Won {
        let own = board.own(point, color);
        match self.runs(own) {
            0 => Won { exact: 0, longer: 0 },
            run => self.judge(board, point, color, own | in_lanes(1 << 5), run),
        }
    }

    /// Whether a stone of `color` at `point` may complete a winning row: [`Row::won`] can say so only where this does.
    #[inline(always)]
    pub(crate) fn is_near(self, board: &Board, point: Point, color: Color) -> bool {
        self.runs(board.own(point, color)) != 0
    }

    /// Where runs of the row's length through a point start, counting the point as one's own.
    #[inline(always)]
    fn runs(self, own: Lanes) -> Lanes {
        let own = own | in_lanes(1 << 5);
        let run = match self.length {
            5 => run::<5>(own),
            0 => return 0,
            6 => run::<6>(own),
            _ => run::<4>(own),
        };
        run & in_lanes(0x3f)
    }

    /// The rare rest of [`Row::won`]: a row is long enough at least.
    #[cold]
    fn judge(self, board: &Board, point: Point, color: Color, own: Lanes, run: Lanes) -> Won {
        let length = u32::from(self.length);
        // Rows that hold the point start at most `length - 1` cells before it.
        let starts = in_lanes(0x3f & !((1 << (6 - length)) - 1));
        let exact = run & starts & !(own << 1) & !(own >> length);
        let (_, enemy) = board.own_and_enemy(point, color);
        let off_board = in_lanes(0x7ff) & !board.inside(point);
        let block = if self.edge_blocks { enemy | off_board } else { enemy };
        let (before, after) = (block << 1, block >> length);
        let exact = match self.ends {
            Ends::Any => exact,
            Ends::OneFree => exact & !(before & after),
            Ends::BothFree => exact & !before & !after,
        };
        let longer = if self.longer_wins { run & own >> length & in_lanes(0x3f) } else { 0 };
        Won { exact, longer }
    }
}

/// Where unbroken runs of `LENGTH` cells start.
#[inline]
fn run<const LENGTH: u32>(own: Lanes) -> Lanes {
    (1..LENGTH).fold(own, |run, k| run & own >> k)
}

/// What [`Row::won`] found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Won {
    pub(crate) exact: Lanes,
    pub(crate) longer: Lanes,
}

impl Won {
    pub(crate) const NONE: Won = Won { exact: 0, longer: 0 };

    #[inline]
    pub(crate) fn any(self) -> bool {
        (self.exact | self.longer) != 0
    }

    /// The winning rows as points, each whole; call with the stone on the board or not.
    pub(crate) fn rows(self, board: &Board, point: Point, color: Color) -> Vec<Vec<Point>> {
        let both = self.exact | self.longer;
        (0..DIRECTIONS.len())
            .filter(|lane| both >> (16 * lane) & 0xffff != 0)
            .map(|lane| board.run(point, lane, color))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Coords, Size};

    fn board(black: &str, white: &str) -> Board {
        let mut board = Board::new(Size::RENJU);
        for (text, color) in [(black, Color::Black), (white, Color::White)] {
            for p in text.split_whitespace() {
                board.place(Point::parse(p, Coords::WithI).unwrap(), color);
            }
        }
        board
    }

    fn wins(row: Row, black: &str, white: &str, point: &str) -> bool {
        row.won(&board(black, white), Point::parse(point, Coords::WithI).unwrap(), Color::Black).any()
    }

    #[test]
    fn the_ends_decide_in_caro() {
        let caro5 = Row { ends: Ends::OneFree, ..Row::EXACT_FIVE };
        let caro6 = Row { ends: Ends::OneFree, ..Row::FIVE_OR_MORE };
        let open = Row { ends: Ends::BothFree, ..Row::EXACT_FIVE };
        let row = "d8 e8 f8 g8";
        assert!(wins(caro5, row, "c8", "h8"));
        assert!(!wins(open, row, "c8", "h8"));
        assert!(!wins(caro5, row, "c8 i8", "h8"));
        assert!(wins(caro5, "a8 b8 c8 d8", "f8", "e8"), "the edge blocks nothing");
        let walled = |row| Row { edge_blocks: true, ..row };
        assert!(!wins(walled(caro5), "a8 b8 c8 d8", "f8", "e8"));
        assert!(wins(walled(caro5), "a8 b8 c8 d8", "", "e8"));
        assert!(!wins(walled(open), "a8 b8 c8 d8", "", "e8"));
        assert!(wins(walled(open), "b8 c8 d8 e8", "", "f8"));
        assert!(wins(open, "a8 b8 c8 d8", "", "e8"));
        assert!(wins(caro6, "d8 e8 f8 g8 i8", "c8 j8", "h8"));
        assert!(!wins(caro5, "d8 e8 f8 g8 i8", "", "h8"));
    }

    #[test]
    fn rows_of_six_and_four() {
        let six = Row { length: 6, ..Row::FIVE_OR_MORE };
        assert!(wins(six, "a1 b2 c3 d4 e5", "", "f6"));
        assert!(wins(six, "a1 b2 c3 d4 e5 f6", "", "g7"));
        assert!(!wins(six, "a1 b2 c3 d4", "", "e5"));
        let four = Row { length: 4, ..Row::EXACT_FIVE };
        assert!(wins(four, "a1 a2 a4", "", "a3"));
        assert!(!wins(four, "a1 a2 a4 a5", "", "a3"));
    }
}
