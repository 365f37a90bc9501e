//! The verdict on a game.

use crate::{Color, Fault, NamedOpening, Point, Seat};

/// Whether a game was played by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Legality {
    /// It was.
    #[default]
    Legal,
    /// It was not.
    Illegal,
    /// A procedure is named, and the record lacks facts that it needs; see [`Verdict::missing`].
    Unverifiable,
}

impl Legality {
    /// `legal`, `illegal` or `unverifiable`.
    pub const fn name(self) -> &'static str {
        match self {
            Legality::Legal => "legal",
            Legality::Illegal => "illegal",
            Legality::Unverifiable => "unverifiable",
        }
    }
}

/// How a game ended on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum EndBy {
    /// A row of exactly five (or what the game counts as one).
    Five,
    /// A longer row.
    Overline,
    /// Six or more in Connect6.
    Six,
    /// A forbidden move.
    Forbidden,
    /// Captures.
    Captures,
    /// A full board.
    Full,
    /// Passes in a row.
    Passes,
    /// A limit of moves.
    MoveLimit,
    /// Not on the board.
    #[default]
    None,
}

impl EndBy {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            EndBy::Five => "five",
            EndBy::Overline => "overline",
            EndBy::Six => "six",
            EndBy::Forbidden => "forbidden",
            EndBy::Captures => "captures",
            EndBy::Full => "full",
            EndBy::Passes => "passes",
            EndBy::MoveLimit => "move-limit",
            EndBy::None => "none",
        }
    }
}

/// The end of a game on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct End {
    /// How.
    pub by: EndBy,
    /// Who won; `None` for a draw and for no end.
    pub winner: Option<Color>,
    /// The ply at which the game ended; without an end the last ply that was judged.
    pub ply: u32,
    /// The winning rows, each whole and ordered by column, then row.
    pub lines: Vec<Vec<Point>>,
    /// Whether captures would have won at the same ply as well.
    pub also_captures: bool,
}

/// Stones taken at one ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The ply.
    pub ply: u32,
    /// The colour that is credited.
    pub by: Color,
    /// The stones, ordered by column, then row.
    pub stones: Vec<Point>,
    /// Whether these are the mover's own stones, credited to the opponent (poof).
    pub poofed: bool,
}

/// How a game ended according to its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This colour won.
    Won(Color),
    /// Nobody won.
    Drawn,
}

/// Everything that replay finds out.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Whether the game was played by the rules.
    pub legality: Legality,
    /// The facts that lack, such as `swap`.
    pub missing: Vec<&'static str>,
    /// How it ended on the board.
    pub end: End,
    /// Whether the stated result is the board's; `None` where the board proves none or none is stated.
    pub agrees: Option<bool>,
    /// All captures in order.
    pub captures: Vec<Capture>,
    /// Stones that Black and White have taken, by [`Color::index`].
    pub captured: [u16; 2],
    /// Stones and passes of the record, judged or not.
    pub plies: u32,
    /// Stones and passes that were judged and found playable.
    pub judged: u32,
    /// Which of the 26 renju openings the first three stones are.
    pub opening: Option<&'static NamedOpening>,
    /// Whether the opening procedure was finished; `None` where none is named.
    pub complete: Option<bool>,
    /// The seat that owns Black at the end; `None` where the record leaves out facts on which that hangs.
    pub black_seat: Option<Seat>,
    /// What is wrong, in the order of the events.
    pub faults: Vec<Fault>,
}

impl Default for Verdict {
    fn default() -> Verdict {
        Verdict {
            legality: Legality::Legal,
            missing: Vec::new(),
            end: End::default(),
            agrees: None,
            captures: Vec::new(),
            captured: [0, 0],
            plies: 0,
            judged: 0,
            opening: None,
            complete: None,
            black_seat: Some(Seat::First),
            faults: Vec::new(),
        }
    }
}

impl Verdict {
    /// Back to an empty verdict, with the memory kept.
    pub(crate) fn clear(&mut self) {
        // Place by place: to copy a new one over it costs as much as to judge a short game. Taken apart, so that no field is forgotten.
        let Verdict {
            legality,
            missing,
            end: End { by, winner, ply, lines, also_captures },
            agrees,
            captures,
            captured,
            plies,
            judged,
            opening,
            complete,
            black_seat,
            faults,
        } = self;
        *legality = Legality::Legal;
        missing.clear();
        (*by, *winner, *ply, *also_captures) = (EndBy::None, None, 0, false);
        lines.clear();
        *agrees = None;
        captures.clear();
        *captured = [0, 0];
        (*plies, *judged) = (0, 0);
        *opening = None;
        *complete = None;
        *black_seat = Some(Seat::First);
        faults.clear();
    }
}
