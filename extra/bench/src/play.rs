//! Games in which nothing happens: no five, no overline, no foul, no win by captures.

use pentad_rules::{Board, Color, Fouls, Point, Size, attempt};

use crate::Numbers;

const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// A maker of games.
pub(crate) struct Play {
    pub(crate) numbers: Numbers,
    /// The moves of the last game, Black first.
    pub(crate) moves: Vec<Point>,
    /// How many games there have been.
    pub(crate) games: u64,
    board: Board,
    captured: [usize; 2],
}

/// Where moves are laid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Anywhere.
    Scattered,
    /// The first move in the centre, others within two lines of one of the last eight: threes and fours come about.
    Close,
    /// As `Close`, and pairs are captured.
    Capturing,
}

impl Play {
    pub(crate) fn new(numbers: Numbers) -> Play {
        Play { numbers, moves: Vec::new(), games: 0, board: Board::new(Size::RENJU), captured: [0; 2] }
    }

    /// Plays a new game of this many plies, or somewhat fewer when no quiet move is found.
    pub(crate) fn game(&mut self, size: Size, style: Style, plies: u32) {
        self.games += 1;
        self.board.reset(size);
        self.moves.clear();
        self.captured = [0; 2];
        for _ in 0..plies {
            let Some(point) = self.quiet_move(size, style) else { break };
            self.lay(point, style);
        }
    }

    /// A move for one more stone that is nowhere in the last game, so that it can start a variation.
    pub(crate) fn other_move(&mut self, size: Size) -> Point {
        loop {
            let point = self.anywhere(size);
            if self.board.is_empty(point) {
                return point;
            }
        }
    }

    fn quiet_move(&mut self, size: Size, style: Style) -> Option<Point> {
        let color = self.due();
        (0..400).find_map(|_| {
            let point = match self.moves.len() {
                0 if style != Style::Scattered => size.centre(),
                n if style != Style::Scattered => {
                    let near = self.moves[n - 1 - self.numbers.below(n.min(8) as u32) as usize];
                    let mut step = || self.numbers.below(5) as i32 - 2;
                    near.offset(step(), step()).filter(|&p| size.contains(p))?
                }
                _ => self.anywhere(size),
            };
            if !self.board.is_empty(point) {
                return None;
            }
            let trial = attempt(&mut self.board, point, color, Fouls::ALL);
            let captured = self.captured[color.index()] + self.taken(point).count();
            let wins = style == Style::Capturing && captured >= 10;
            (!trial.five && trial.is_allowed() && !wins).then_some(point)
        })
    }

    fn due(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { Color::Black } else { Color::White }
    }

    fn anywhere(&mut self, size: Size) -> Point {
        let (x, y) = (self.numbers.below(size.width().into()), self.numbers.below(size.height().into()));
        Point::new(x as u8, y as u8).expect("inside the board")
    }

    /// The stones that a pair-capturing move takes.
    fn taken(&self, point: Point) -> impl Iterator<Item = Point> {
        let color = self.due();
        let pairs = DIRECTIONS.into_iter().filter_map(move |(dx, dy)| {
            let pair = [point.offset(dx, dy)?, point.offset(2 * dx, 2 * dy)?];
            let end = point.offset(3 * dx, 3 * dy)?;
            let taken = self.board.at(end) == Some(color) && pair.iter().all(|&p| self.board.at(p) == Some(!color));
            taken.then_some(pair)
        });
        pairs.flatten()
    }

    fn lay(&mut self, point: Point, style: Style) {
        let color = self.due();
        if style == Style::Capturing {
            let taken: Vec<_> = self.taken(point).collect();
            taken.iter().for_each(|&p| self.board.remove(p));
            self.captured[color.index()] += taken.len();
        }
        self.board.place(point, color);
        self.moves.push(point);
    }
}
