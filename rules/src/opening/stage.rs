//! An opening procedure as plain data: a table of stages.

use crate::{Code, Point, Size};
use std::borrow::Cow;
use std::fmt;

/// An opening procedure. Everything that distinguishes one procedure from another is in this table;
/// [`Engine`](super::Engine) runs it.
///
/// ```
/// use pentad_rules::Opening;
/// assert_eq!(Opening::find("Taraguchi10").unwrap().opening.id, "taraguchi-10");
/// assert_eq!(Opening::find("Soosõrv").unwrap().opening.id, "soosorv-4");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The name in files and on the command line: lower case, words joined with hyphens.
    pub id: Cow<'static, str>,
    /// The name in a sentence.
    pub title: Cow<'static, str>,
    /// Other ways to write the name.
    pub spellings: Cow<'static, [Cow<'static, str>]>,
    /// Ways to write the name that leave its number open, such as a bare `taraguchi`.
    pub bare_spellings: Cow<'static, [Cow<'static, str>]>,
    /// Where the procedure is laid down.
    pub source: Cow<'static, str>,
    /// What happens, in order. After the last stage ordinary play goes on, and the colours are final.
    pub stages: Cow<'static, [Stage]>,
    /// Whether a turn may be passed afterwards, in games that know passes. Gomocup knows none.
    pub passes: bool,
}

/// One step of a procedure.
///
/// [`Stage::Swap`] is optional: any other event passes over it, and that declines the swap. The other stages wait for their event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// A stone is laid.
    Lay {
        /// Who lays it.
        by: Actor,
        /// Where it may lie; the first limit that it breaks is the fault.
        limits: Cow<'static, [Limit]>,
        /// What comes next.
        then: Then,
    },
    /// A player may exchange the colours of the seats, once. The next stage comes next.
    Swap {
        /// Who may.
        by: Actor,
    },
    /// A player says how many fifth moves will be offered. The next stage comes next.
    Declare {
        /// Who declares.
        by: Actor,
        /// The smallest number.
        least: u32,
        /// The largest number; `None`: as many as there are points left, or [`EngineOptions::most_offers`](super::EngineOptions).
        most: Option<u32>,
    },
    /// A player offers several points for the next stone, and the other player chooses one, which becomes that stone.
    /// No two of the points may be the same by symmetry.
    Offer {
        /// Who offers; the stone is of the colour due.
        by: Actor,
        /// How many points.
        count: Count,
        /// A stone may be laid within these limits instead (Taraguchi); the next stage comes next then.
        instead: Option<Cow<'static, [Limit]>>,
        /// Whether the offer may follow a swap that was taken at the same move; if not, [`Code::OfferAfterSwap`] decides.
        after_swap: bool,
        /// What comes after the choice.
        then: Then,
    },
    /// A player chooses a colour, which settles the colours of both, or lays two more stones.
    Choice {
        /// Who chooses.
        by: Actor,
        /// What comes after a choice of colour.
        then: Then,
        /// What comes after the choice to lay two more stones; `None` where there is no such choice.
        place_two: Option<Then>,
    },
}

/// Who acts, as far as the procedure goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Actor {
    /// The player who laid the first stone of the game.
    First,
    /// The other one.
    Second,
    /// The owner of the colour due.
    Due,
    /// The player who laid the last stone.
    Layer,
    /// The player who did not lay the last stone.
    Other,
}

/// What comes after a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Then {
    /// The next stage of the table; after the last one the procedure is finished.
    Next,
    /// The procedure is finished.
    End,
    /// The stage with this index, from 0.
    Stage(u8),
}

/// How many points are offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Count {
    /// This many.
    Fixed(u32),
    /// As many as were declared.
    Declared,
}

/// A limit on where a stone may lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limit {
    /// The points that are allowed.
    pub shape: Shape,
    /// The fault of a stone elsewhere.
    pub code: Code,
    /// Which option turns the limit on and off.
    pub knob: Knob,
}

/// A set of points around the centre. Distances are Chebyshev distances (lines of the board, diagonals counting as one step).
/// Where a side of the board is even, the points on either side of the middle are all central.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// At most so far from the centre: 0 the centre itself, 1 the central 3×3 square, …
    Within(u8),
    /// At least so far from the centre.
    Beyond(u8),
    /// Anywhere but at these steps (columns to the right, rows up) from the centre.
    Except(Cow<'static, [(i8, i8)]>),
}

/// What decides whether a limit holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Knob {
    /// It always holds.
    Always,
    /// [`EngineOptions::tournament_rule`](super::EngineOptions).
    TournamentRule,
    /// [`EngineOptions::second_not_adjacent`](super::EngineOptions).
    SecondNotAdjacent,
}

impl Limit {
    /// At most `distance` from the centre, with the code of that square.
    pub const fn within(distance: u8) -> Limit {
        let code = match distance {
            0 => Code::NotCentre,
            1 => Code::Zone3,
            2 => Code::Zone5,
            3 => Code::Zone7,
            4 => Code::Zone9,
            _ => Code::OutsideZone,
        };
        Limit { shape: Shape::Within(distance), code, knob: Knob::Always }
    }

    /// At least `distance` from the centre.
    pub const fn beyond(distance: u8) -> Limit {
        Limit { shape: Shape::Beyond(distance), code: Code::TooClose, knob: Knob::Always }
    }
}

impl Shape {
    /// Whether a point of a board of this size belongs to the set.
    #[inline]
    pub fn contains(&self, point: Point, size: Size) -> bool {
        match self {
            Shape::Within(distance) => size.distance_from_centre(point) <= *distance,
            Shape::Beyond(distance) => size.distance_from_centre(point) >= *distance,
            Shape::Except(steps) => {
                let step = |at: u8, side: u8| (2 * i32::from(at) - (i32::from(side) - 1)) / 2;
                let here = (step(point.column(), size.width()), step(point.row(), size.height()));
                !steps.iter().any(|&(x, y)| (i32::from(x), i32::from(y)) == here)
            }
        }
    }
}

/// What is wrong with a table of stages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningError {
    /// Index of the stage, from 0.
    pub stage: usize,
    /// What is wrong with it.
    pub what: &'static str,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stage {}: {}", self.stage + 1, self.what)
    }
}

impl std::error::Error for OpeningError {}

impl Opening {
    /// Whether the table makes sense; to be asked once of a table that comes from a file.
    /// The engine is safe with any table, but one that fails here does not do what its author meant.
    pub fn validate(&self) -> Result<(), OpeningError> {
        let mut declared = false;
        if self.stages.len() > usize::from(u8::MAX) {
            return Err(OpeningError { stage: usize::from(u8::MAX), what: "a table has at most 255 stages" });
        }
        for (stage, s) in self.stages.iter().enumerate() {
            let fail = |what| Err(OpeningError { stage, what });
            let missing = |then: &Then| matches!(then, Then::Stage(n) if usize::from(*n) >= self.stages.len());
            match s {
                Stage::Lay { then, .. } if missing(then) => return fail("the stage to go on with does not exist"),
                Stage::Declare { least, most, .. } => {
                    declared = true;
                    if *least == 0 || most.is_some_and(|m| m < *least) {
                        return fail("the range of numbers is empty or contains 0");
                    }
                }
                Stage::Offer { count: Count::Declared, .. } if !declared => {
                    return fail("no number is declared before");
                }
                Stage::Offer { count: Count::Fixed(0), .. } => return fail("nothing is offered"),
                Stage::Offer { then, .. } if missing(then) => return fail("the stage to go on with does not exist"),
                Stage::Choice { then, place_two, .. } if missing(then) || place_two.as_ref().is_some_and(missing) => {
                    return fail("the stage to go on with does not exist");
                }
                Stage::Lay { .. } | Stage::Swap { .. } | Stage::Offer { .. } | Stage::Choice { .. } => {}
            }
        }
        Ok(())
    }
}
