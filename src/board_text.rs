//! A board drawn in characters, for the terminal.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use pentad_rules::{Board, Color, Coords, Point};

/// What stands at a point beside a stone, and how it looks.
pub(crate) struct Mark {
    pub(crate) text: String,
    pub(crate) style: Style,
}

impl Mark {
    /// A mark in a colour.
    pub(crate) fn new(text: impl Into<String>, color: AnsiColor) -> Mark {
        Mark { text: text.into(), style: color.on_default().bold() }
    }
}

/// Draws the board: X is Black, O is White; a mark stands instead of what lies at its point.
pub(crate) fn draw(board: &Board, coords: Coords, mark: impl Fn(Point) -> Option<Mark>) -> String {
    let size = board.size();
    let width = (0..size.width())
        .flat_map(|c| (0..size.height()).filter_map(move |r| Point::new(c, r)))
        .filter_map(|p| mark(p).map(|m| m.text.chars().count()))
        .max()
        .unwrap_or(1);
    let mut letters = "   ".to_owned();
    for column in 0..size.width() {
        let _ = write!(letters, " {:>width$}", coords.column_letters(column));
    }
    letters.push('\n');
    let mut out = letters.clone();
    for row in (0..size.height()).rev() {
        let _ = write!(out, "{:>3}", row + 1);
        for point in (0..size.width()).filter_map(|column| Point::new(column, row)) {
            let (text, style) = match (mark(point), board.at(point)) {
                (Some(mark), _) => (mark.text, mark.style),
                (None, Some(Color::Black)) => ("X".to_owned(), AnsiColor::Blue.on_default().bold()),
                (None, Some(Color::White)) => ("O".to_owned(), AnsiColor::Yellow.on_default().bold()),
                (None, None) => (if is_star(point, board) { "+" } else { "." }.to_owned(), Style::new().dimmed()),
            };
            let _ = write!(out, " {style}{text:>width$}{style:#}");
        }
        let _ = writeln!(out, " {}", row + 1);
    }
    out + &letters
}

/// The centre and the points that boards mark as help for the eye.
fn is_star(point: Point, board: &Board) -> bool {
    let size = board.size();
    let on_line = |at: u8, side: u8| side >= 13 && side % 2 == 1 && (at == 3 || at == side / 2 || at == side - 4);
    let corner = on_line(point.column(), size.width()) && on_line(point.row(), size.height());
    let middle = |at: u8, side: u8| at == side / 2;
    let edge_middle = middle(point.column(), size.width()) != middle(point.row(), size.height());
    (corner && !(edge_middle && size.width() == 15)) || point == size.centre() && size.width() % 2 == 1
}
