//! Patterns: a rectangle of points and what lies on them.

use pentad_rules::{Board, Color, Point, Size};

/// Rows and columns that a pattern may have: the largest board and its edges.
const MOST: usize = 28;

/// What lies on a point of a pattern. A point where anything may lie is left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Cell {
    Empty,
    Stone(Color),
    /// No point of the board: beyond its edge.
    Outside,
}

/// A pattern as it is written: rows from the top, `/` or a line break between them; `X` a black stone (of whoever laid the first stone),
/// `O` a white one, `.` an empty point, `?` anything, `#` beyond the edge of the board.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pattern {
    shape: Shape,
    /// Where its lower left corner lies, by the letters with i, without; anywhere where it is not said.
    at: Option<[Point; 2]>,
}

/// Why a text is no pattern, and where in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PatternError {
    pub(crate) at: usize,
    pub(crate) what: &'static str,
}

/// A pattern in one orientation: cells by column from the left and row from the bottom, in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Shape {
    cells: Vec<(i16, i16, Cell)>,
    width: i16,
    height: i16,
    /// The place of its lower left corner.
    at: Option<(i16, i16)>,
}

impl Pattern {
    pub(crate) fn parse(text: &str) -> Result<Pattern, PatternError> {
        let mut rows: Vec<Vec<Option<Cell>>> = vec![Vec::new()];
        for (at, c) in text.char_indices() {
            let cell = match c {
                '/' | '\n' => {
                    rows.push(Vec::new());
                    continue;
                }
                'X' | 'x' => Some(Cell::Stone(Color::Black)),
                'O' | 'o' => Some(Cell::Stone(Color::White)),
                '.' => Some(Cell::Empty),
                '#' => Some(Cell::Outside),
                '?' => None,
                c if c.is_whitespace() => continue,
                _ => {
                    return Err(PatternError {
                        at,
                        what: "a pattern has X, O, . (empty), ? (anything), # (beyond the edge) and / between rows",
                    });
                }
            };
            let row = rows.last_mut().expect("there is a row from the beginning");
            row.push(cell);
            if rows.len() > MOST || rows.last().is_some_and(|row| row.len() > MOST) {
                return Err(PatternError { at, what: "a pattern has 28 rows and columns at most" });
            }
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut cells = Vec::new();
        for (y, row) in (0..).zip(rows.iter().rev()) {
            cells.extend((0..).zip(row).filter_map(|(x, cell)| Some((x, y, (*cell)?))));
        }
        if cells.iter().all(|(.., cell)| *cell == Cell::Outside) {
            return Err(PatternError { at: 0, what: "the pattern asks for no point" });
        }
        cells.sort_unstable();
        let shape = Shape { cells, width: width as i16, height: rows.len() as i16, at: None };
        Ok(Pattern { shape, at: None })
    }

    /// The pattern with its lower left corner there, by the letters with i, without.
    pub(crate) fn at(self, at: [Point; 2]) -> Pattern {
        Pattern { at: Some(at), ..self }
    }

    /// The pattern on a board of this size; `skip_i`: which letters name its place.
    pub(super) fn on(&self, size: Size, skip_i: bool) -> Shapes {
        let at = self.at.map(|at| at[usize::from(skip_i)]).map(|p| (i16::from(p.column()), i16::from(p.row())));
        let (width, height) = (i16::from(size.width()), i16::from(size.height()));
        let square = width == height;
        let mut shapes: Vec<Shape> = (0..if square || at.is_none() { 8 } else { 4 })
            .map(|turn| self.shape.turned(turn, at, (width, height)))
            .collect();
        shapes.sort_unstable();
        shapes.dedup();
        Shapes { shapes, width, height }
    }
}

impl Shape {
    /// The pattern mirrored left to right (bit 0 of `turn`), bottom to top (bit 1), and along the diagonal (bit 2); its place with the board.
    fn turned(&self, turn: u8, at: Option<(i16, i16)>, board: (i16, i16)) -> Shape {
        let mirrored = |(x, y): (i16, i16), (width, height): (i16, i16)| {
            let x = if turn & 1 != 0 { width - 1 - x } else { x };
            let y = if turn & 2 != 0 { height - 1 - y } else { y };
            if turn & 4 != 0 { (y, x) } else { (x, y) }
        };
        let turned = |&(x, y, cell): &(i16, i16, Cell)| {
            let (x, y) = mirrored((x, y), (self.width, self.height));
            (x, y, cell)
        };
        let mut cells: Vec<_> = self.cells.iter().map(turned).collect();
        cells.sort_unstable();
        let at = at.map(|(x, y)| {
            // The corner that is the lower left one afterwards.
            let x = if turn & 1 != 0 { x + self.width - 1 } else { x };
            let y = if turn & 2 != 0 { y + self.height - 1 } else { y };
            mirrored((x, y), board)
        });
        let (width, height) = if turn & 4 != 0 { (self.height, self.width) } else { (self.width, self.height) };
        Shape { cells, width, height, at }
    }
}

/// A pattern in all its orientations on a board of one size.
#[derive(Clone, Debug)]
pub(crate) struct Shapes {
    shapes: Vec<Shape>,
    width: i16,
    height: i16,
}

impl Shapes {
    /// Whether the pattern is anywhere on the board.
    pub(super) fn is_anywhere(&self, board: &Board) -> bool {
        self.shapes.iter().any(|shape| match shape.at {
            Some(at) => self.is_at(shape, at, board),
            None => {
                let places =
                    (1 - shape.height..self.height).flat_map(|y| (1 - shape.width..self.width).map(move |x| (x, y)));
                places.into_iter().any(|at| self.is_at(shape, at, board))
            }
        })
    }

    /// Whether the pattern is on the board and the stone on this point is part of it.
    pub(super) fn is_around(&self, point: Point, board: &Board) -> bool {
        let Some(color) = board.at(point) else { return false };
        let (px, py) = (i16::from(point.column()), i16::from(point.row()));
        self.shapes.iter().any(|shape| {
            let own = shape.cells.iter().filter(|(.., cell)| *cell == Cell::Stone(color));
            own.map(|(x, y, _)| (px - x, py - y))
                .filter(|at| shape.at.is_none_or(|only| only == *at))
                .any(|at| self.is_at(shape, at, board))
        })
    }

    fn is_at(&self, shape: &Shape, (left, bottom): (i16, i16), board: &Board) -> bool {
        shape.cells.iter().all(|&(x, y, cell)| {
            let (x, y) = (left + x, bottom + y);
            let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
            let point = if inside { Point::new(x as u8, y as u8) } else { None };
            match (point, cell) {
                (None, cell) => cell == Cell::Outside,
                (Some(_), Cell::Outside) => false,
                (Some(point), Cell::Empty) => board.is_empty(point),
                (Some(point), Cell::Stone(color)) => board.at(point) == Some(color),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pentad_rules::Coords;

    fn board(size: Size, black: &str, white: &str) -> Board {
        let mut board = Board::new(size);
        for (stones, color) in [(black, Color::Black), (white, Color::White)] {
            stones.split_whitespace().for_each(|p| board.place(Point::parse(p, Coords::WithI).unwrap(), color));
        }
        board
    }

    fn is_there(pattern: &str, at: Option<&str>, board: &Board) -> bool {
        let mut pattern = Pattern::parse(pattern).unwrap();
        if let Some(at) = at {
            pattern = pattern.at([Point::parse(at, Coords::WithI).unwrap(); 2]);
        }
        pattern.on(board.size(), false).is_anywhere(board)
    }

    #[test]
    fn patterns_lie_anywhere_and_in_any_orientation() {
        let game = board(Size::RENJU, "h8 h9 h10", "i9");
        for (pattern, there) in [
            (".XXX.", true),
            ("XXXX", false),
            ("OX", true),
            ("X/X/X", true),
            (".X/OX/.X", true),
            ("?X/OX/?X", true),
            (".X/OX/XX", false),
            ("#XXX", false),
            ("#.......X", true),
            ("#......X", false),
            ("#.....X", true),
            ("#....X", false),
        ] {
            assert_eq!(is_there(pattern, None, &game), there, "{pattern}");
        }
    }

    #[test]
    fn a_place_turns_with_the_board() {
        let game = board(Size::RENJU, "b2 c2", "");
        for (at, there) in
            [("b2", true), ("m14", true), ("b14", true), ("m2", true), ("c2", false), ("b3", false), ("a1", false)]
        {
            assert_eq!(is_there("XX", Some(at), &game), there, "{at}");
        }
        let wide = Size::new(20, 15).unwrap();
        assert!(is_there("XX", Some("r14"), &board(wide, "b2 c2", "")));
        assert!(!is_there("XX", Some("b2"), &board(wide, "b2 b3", "")));
    }

    #[test]
    fn corners_are_the_same_on_every_board() {
        for side in [9, 15, 20, 26] {
            let size = Size::square(side).unwrap();
            assert!(is_there("###/X.#/..#", None, &board(size, "b1", "")));
            assert!(is_there("#../#.X/###", None, &board(size, "b1", "")));
            assert!(!is_there("###/X.#/..#", None, &board(size, "c1", "")));
        }
    }

    #[test]
    fn around_a_stone_and_anywhere_agree() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..300 {
            let text: String =
                (0..random.usize(1..8)).map(|_| *random.choice(&['X', 'O', '.', '?', '/', '#']).unwrap()).collect();
            let Ok(pattern) = Pattern::parse(&text) else { continue };
            let at = random.bool().then(|| [Point::new(random.u8(0..6), random.u8(0..6)).unwrap(); 2]);
            let pattern = at.map_or(pattern.clone(), |at| pattern.at(at));
            let size = Size::square(6).unwrap();
            let shapes = pattern.on(size, false);
            let mut board = Board::new(size);
            let mut seen = shapes.is_anywhere(&board);
            for ply in 0..20 {
                let free: Vec<Point> = size.iter().filter(|p| board.is_empty(*p)).collect();
                let point = *random.choice(&free).unwrap();
                board.place(point, if ply % 2 == 0 { Color::Black } else { Color::White });
                let there = shapes.is_anywhere(&board);
                assert!(seen || shapes.is_around(point, &board) == there, "{text} {at:?}");
                seen |= there;
            }
        }
    }

    #[test]
    fn what_is_no_pattern_is_told() {
        for (text, at) in [("", 0), ("???", 0), ("#", 0), ("XxA", 2), (&"X".repeat(29), 28), (&"X/".repeat(29), 56)] {
            assert_eq!(Pattern::parse(text).unwrap_err().at, at, "{text}");
        }
    }
}
