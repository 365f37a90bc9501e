//! The definition of the fouls word by word on a grid: slow, without any idea of how the library does it.

use std::collections::BTreeSet;

use pentad_rules::{Board, Color, Foul, Fouls, Point, Size};

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

#[derive(Clone, Copy, PartialEq, Debug)]
enum Cell {
    Empty,
    Own,
    Enemy,
}

/// A board seen by the player to move.
pub(crate) struct Grid {
    width: i32,
    height: i32,
    cells: Vec<Cell>,
    banned: Fouls,
    /// How deep the nested question went.
    pub(crate) deepest: usize,
    depth: usize,
}

type At = (i32, i32);

impl Grid {
    pub(crate) fn new(board: &Board, color: Color, banned: Fouls) -> Grid {
        let size: Size = board.size();
        let mut grid = Grid {
            width: size.width().into(),
            height: size.height().into(),
            cells: vec![Cell::Empty; size.points() as usize],
            banned,
            deepest: 0,
            depth: 0,
        };
        for p in size.iter() {
            if let Some(stone) = board.at(p) {
                grid.set(at(p), if stone == color { Cell::Own } else { Cell::Enemy });
            }
        }
        grid
    }

    fn get(&self, (x, y): At) -> Option<Cell> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| self.cells[(y * self.width + x) as usize])
    }

    fn set(&mut self, (x, y): At, cell: Cell) {
        self.cells[(y * self.width + x) as usize] = cell;
    }

    fn is(&self, at: At, cell: Cell) -> bool {
        self.get(at) == Some(cell)
    }

    /// The unbroken row through an own stone.
    fn row(&self, at: At, (dx, dy): At) -> Vec<At> {
        let mut first = at;
        while self.is((first.0 - dx, first.1 - dy), Cell::Own) {
            first = (first.0 - dx, first.1 - dy);
        }
        let mut row = vec![];
        while self.is(first, Cell::Own) {
            row.push(first);
            first = (first.0 + dx, first.1 + dy);
        }
        row
    }

    fn makes_five(&self, at: At) -> bool {
        DIRECTIONS.iter().any(|&d| self.row(at, d).len() == 5)
    }

    /// Empty points of the line through `at` near enough to share a five with it.
    fn near(&self, at: At, (dx, dy): At) -> Vec<At> {
        (-4..=4).map(|k| (at.0 + k * dx, at.1 + k * dy)).filter(|&p| self.is(p, Cell::Empty)).collect()
    }

    /// Sets of four stones through the stone at `at` that one more stone makes an exact five in their line.
    fn fours(&mut self, at: At) -> BTreeSet<Vec<At>> {
        let mut fours = BTreeSet::new();
        for d in DIRECTIONS {
            for fifth in self.near(at, d) {
                self.set(fifth, Cell::Own);
                let row = self.row(fifth, d);
                if row.len() == 5 && row.contains(&at) {
                    fours.insert(row.into_iter().filter(|&p| p != fifth).collect());
                }
                self.set(fifth, Cell::Empty);
            }
        }
        fours
    }

    /// Whether an unbroken row of four can become an exact five at either end.
    fn is_straight(&mut self, row: &[At], d: At) -> bool {
        let [before, after] = [
            (row[0].0 - d.0, row[0].1 - d.1), //
            (row[3].0 + d.0, row[3].1 + d.1),
        ];
        [before, after].into_iter().all(|end| {
            self.is(end, Cell::Empty) && {
                self.set(end, Cell::Own);
                let length = self.row(end, d).len();
                self.set(end, Cell::Empty);
                length == 5
            }
        })
    }

    /// Sets of three stones through the stone at `at` that a stone makes a straight four without making a five, and
    /// that stone may be laid.
    fn threes(&mut self, at: At) -> BTreeSet<Vec<At>> {
        let mut threes = BTreeSet::new();
        for d in DIRECTIONS {
            for fourth in self.near(at, d) {
                self.set(fourth, Cell::Own);
                let row = self.row(fourth, d);
                let straight = row.len() == 4 && row.contains(&at) && self.is_straight(&row, d);
                let five = self.makes_five(fourth);
                self.set(fourth, Cell::Empty);
                if straight && !five && self.judge(fourth).1.is_empty() {
                    threes.insert(row.into_iter().filter(|&p| p != fourth).collect());
                }
            }
        }
        threes
    }

    fn judge(&mut self, at: At) -> (bool, Fouls) {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        self.set(at, Cell::Own);
        let five = self.makes_five(at);
        let mut fouls = vec![];
        if !five {
            if self.banned.contains(Foul::Overline) && DIRECTIONS.iter().any(|&d| self.row(at, d).len() >= 6) {
                fouls.push(Foul::Overline);
            }
            if self.banned.contains(Foul::DoubleFour) && self.fours(at).len() >= 2 {
                fouls.push(Foul::DoubleFour);
            }
            if self.banned.contains(Foul::DoubleThree) && self.threes(at).len() >= 2 {
                fouls.push(Foul::DoubleThree);
            }
        }
        self.set(at, Cell::Empty);
        self.depth -= 1;
        (five, fouls.into_iter().collect())
    }

    /// Whether a stone on an empty point makes a five, and the fouls that it is otherwise.
    pub(crate) fn attempt(&mut self, point: Point) -> (bool, Fouls) {
        self.judge(at(point))
    }
}

fn at(point: Point) -> At {
    (point.column().into(), point.row().into())
}
