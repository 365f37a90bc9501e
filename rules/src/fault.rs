//! What is wrong with a game, as far as the rules can say it without knowing a file.

use crate::{Code, Color, Coords, EndBy, Point, Severity};

/// One fault of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What kind of fault.
    pub code: Code,
    /// How grave under the policies in force.
    pub severity: Severity,
    /// The ply, from 1; 0 before the first. For place, offer and choose the number that the stone would get; for swap, declaration and
    /// choice the number of stones already down.
    pub ply: u32,
    /// The event, from 1; 0 for the whole game.
    pub event: u32,
    /// The point, if one is concerned.
    pub point: Option<Point>,
    /// What the message needs to know beside.
    pub detail: Detail,
}

/// Facts for the message of a [`Fault`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Detail {
    /// Nothing.
    #[default]
    None,
    /// The colour of the stone or of the player.
    Color(Color),
    /// A number that was found.
    Count(u32),
    /// The colour that won on the board, `None` for a draw, and how the game ended there.
    Board(Option<Color>, &'static str),
    /// The facts that a record leaves out.
    Facts(Vec<&'static str>),
    /// The rows that were completed.
    Rows(Vec<Vec<Point>>),
}

impl Fault {
    /// A fault of the code's own severity.
    pub fn new(code: Code, ply: u32, event: u32, point: Option<Point>) -> Fault {
        Fault { code, severity: code.severity(), ply, event, point, detail: Detail::None }
    }

    /// The fault in one sentence, without its place; points in the convention `coords`.
    pub fn message(&self, coords: Coords) -> String {
        let point = self.point.map_or_else(|| "the move".to_owned(), |p| p.text(coords).to_string());
        let ply = self.ply;
        match (self.code, &self.detail) {
            (Code::Occupied, _) => format!("{point} is occupied"),
            (Code::OffBoard, _) if self.point.is_some() => format!("{point} lies outside the board"),
            (Code::OffBoard, _) => "this names no point of the board".to_owned(),
            (Code::DoubleThree | Code::DoubleFour | Code::Overline, Detail::Color(color)) => {
                let article = if self.code == Code::Overline { "an" } else { "a" };
                format!("{}'s {point} is {article} {}", color.title(), self.code.name())
            }
            (Code::WrongColor, Detail::Color(color)) => {
                format!("stone {ply} is {}, and it was the other colour's turn", color.name())
            }
            (Code::SkippedCapture, _) => {
                format!("the record goes on as if the capture of ply {ply} had been overlooked")
            }
            (Code::UnnoticedFive, Detail::Rows(rows)) => {
                format!("{} is five in a row, and play went on", rows_text(rows, coords))
            }
            (Code::UnclaimedFoul, _) => format!("the foul at {point} was not claimed"),
            (Code::MovesAfterEnd, Detail::Board(winner, by)) => {
                format!("the game had ended at ply {} ({})", ply - 1, end_text(*winner, by))
            }
            (Code::ResultDisagrees, Detail::Board(winner, by)) => {
                format!("the board says {}", end_text(*winner, by))
            }
            (Code::RowOutranks, Detail::Board(Some(color), by)) => {
                format!("{}'s row survived the reply, which would have won by {by}", color.title())
            }
            (Code::FactsMissing, Detail::Facts(facts)) => {
                format!("the record does not tell: {}", facts.join(", "))
            }
            (Code::OfferCount, Detail::Count(found)) => {
                format!("the number of fifth moves offered is {found}, and another one is due")
            }
            (Code::DeclareRange, Detail::Count(found)) => {
                format!("the number of fifth moves declared is {found}, which is out of range")
            }
            _ => {
                let summary = self.code.info().summary;
                match self.point {
                    Some(_) => format!("{point}: {}", lower_first(summary)),
                    None => lower_first(summary),
                }
            }
        }
    }
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

fn end_text(winner: Option<Color>, by: &str) -> String {
    match winner {
        Some(color) if by == EndBy::Forbidden.name() => {
            format!("{} won by a forbidden move of {}", color.title(), (!color).title())
        }
        Some(color) => format!("{} won by {by}", color.title()),
        None if by == EndBy::None.name() => "a resignation, the clock or an agreement".to_owned(),
        None => format!("a draw by {by}"),
    }
}

fn rows_text(rows: &[Vec<Point>], coords: Coords) -> String {
    let row = |r: &Vec<Point>| match (r.first(), r.last()) {
        (Some(a), Some(b)) => format!("{}-{}", a.text(coords), b.text(coords)),
        _ => String::new(),
    };
    rows.iter().map(row).collect::<Vec<_>>().join(", ")
}
