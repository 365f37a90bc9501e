//! Positions to test with: files and random boards.

use std::collections::BTreeMap;
use std::path::Path;

use pentad_rules::{Board, Color, Coords, Foul, Fouls, Point, Size};
use serde_json::Value;

/// A position with the answer expected for Black.
pub(crate) struct Position {
    pub(crate) name: String,
    pub(crate) board: Board,
    pub(crate) forbidden: BTreeMap<Point, Fouls>,
    pub(crate) fives: Option<Vec<Point>>,
}

pub(crate) fn point(text: &str) -> Point {
    Point::parse(text, Coords::WithI).unwrap()
}

fn points(value: &Value) -> Vec<Point> {
    value.as_array().unwrap().iter().map(|v| point(v.as_str().unwrap())).collect()
}

fn foul(value: &Value) -> Foul {
    Foul::from_name(value.as_str().unwrap()).unwrap()
}

/// The positions of a jsonl file.
pub(crate) fn read(path: &Path) -> Vec<Position> {
    let text = std::fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy();
    text.lines().enumerate().map(|(i, line)| parse(line, format!("{name}:{}", i + 1))).collect()
}

fn parse(line: &str, name: String) -> Position {
    let json: Value = serde_json::from_str(line).unwrap();
    let mut board = Board::new(Size::square(json["size"].as_u64().unwrap() as u8).unwrap());
    for (field, color) in [("black", Color::Black), ("white", Color::White)] {
        points(&json[field]).into_iter().for_each(|p| board.place(p, color));
    }
    let kinds =
        |v: &Value| v.as_array().map_or_else(|| [foul(v)].into_iter().collect(), |a| a.iter().map(foul).collect());
    let forbidden = json["forbidden"].as_object().unwrap().iter().map(|(p, v)| (point(p), kinds(v))).collect();
    let mut fives = json.get("five").map(points);
    fives.iter_mut().for_each(|f| f.sort_unstable());
    Position { name, board, forbidden, fives }
}

/// The boards of a text of pictures: `X` black, `o` white, `.` empty, top row first.
pub(crate) fn pictures(text: &str) -> Vec<Board> {
    let without_notes: Vec<_> = text.lines().filter(|l| !l.starts_with('#')).collect();
    without_notes.split(|l| l.is_empty()).filter(|rows| !rows.is_empty()).map(picture).collect()
}

pub(crate) fn picture(rows: &[&str]) -> Board {
    let size = Size::new(rows[0].len() as u8, rows.len() as u8).unwrap();
    let mut board = Board::new(size);
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, cell) in row.chars().enumerate() {
            let at = Point::new(x as u8, y as u8).unwrap();
            match cell {
                'X' => board.place(at, Color::Black),
                'o' => board.place(at, Color::White),
                _ => {}
            }
        }
    }
    board
}

/// A small generator of random numbers, the same on every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u64::from((z ^ z >> 31) as u32) * u64::from(end)) >> 32) as u32
    }

    fn size(&mut self, smallest: u8) -> Size {
        let mut side = || smallest + self.below(27 - u32::from(smallest)) as u8;
        Size::new(side(), side()).unwrap()
    }

    fn point(&mut self, size: Size) -> Point {
        Point::new(self.below(size.width().into()) as u8, self.below(size.height().into()) as u8).unwrap()
    }

    /// A board of any size: even, in clusters, or full of short rows with gaps, and sparse to dense.
    pub(crate) fn board(&mut self) -> Board {
        let size = self.size(5);
        let mut board = Board::new(size);
        let stones = size.points() * (5 + self.below(50)) / 100;
        let white = 1 + self.below(40);
        let kind = self.below(3);
        let (mut at, mut step) = (self.point(size), (1, 0));
        for _ in 0..stones {
            at = match kind {
                0 => self.point(size),
                1 => {
                    let (dx, dy) = (self.below(5) as i32 - 2, self.below(5) as i32 - 2);
                    if self.below(12) == 0 { self.point(size) } else { at.offset(dx, dy).unwrap_or(at) }
                }
                _ if self.below(4) == 0 => {
                    step = [(1, 0), (0, 1), (1, 1), (1, -1)][self.below(4) as usize];
                    self.point(size)
                }
                _ => {
                    let steps = 1 + self.below(2) as i32;
                    at.offset(steps * step.0, steps * step.1).unwrap_or(at)
                }
            };
            board.place(at, if self.below(100) < white { Color::White } else { Color::Black });
        }
        board
    }

    /// The position on a board of another size, moved, with a few stones changed.
    pub(crate) fn variation(&mut self, of: &Board) -> Board {
        let size = self.size(12);
        let mut board = Board::new(size);
        let (dx, dy) = (self.below(8) as i32 - 4, self.below(8) as i32 - 4);
        for p in of.size().iter() {
            if let (Some(color), Some(to)) = (of.at(p), p.offset(dx, dy)) {
                board.place(to, color);
            }
        }
        for _ in 0..self.below(6) {
            let at = self.point(size);
            board.remove(at);
            match self.below(3) {
                0 => board.place(at, Color::White),
                1 => board.place(at, Color::Black),
                _ => {}
            }
        }
        board
    }
}
