//! Opening statistics: what is played first, what is played from a position, and how it scores.

mod cell;
mod counter;
mod counts;
mod facts;
mod fold;
mod groups;
mod key;
mod position;
mod ranking;
mod ratings;
mod skim;
mod summary;

use pentad_formats::{Official, Record};
use pentad_rules::{Action, Color, EndBy, NamedOpening, Point, Size, Verdict};

pub use counter::Counter;
pub use counts::{Counts, Score};
pub use facts::{Facts, Grouping};
pub use groups::{Group, GroupCounts};
pub use key::Key;
pub use ranking::{Others, Ranking};
pub use ratings::{Left, Period, Rating, RatingPlan, Ratings, System};
pub use summary::{OnBoard, Positions, Reached, Shown, Summary};

/// Which result of a game counts (design decision 14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ResultsBy {
    /// The stated one, and where none is stated the board's.
    #[default]
    Stated,
    /// The board's only.
    Board,
    /// The official one, and where none is stated the stated one.
    Official,
}

/// What to count.
#[derive(Clone, Debug, Default)]
pub struct StatisticsOptions {
    /// The moves after which next moves are counted, by convention of the column letters: with i, without.
    pub after: [Vec<Point>; 2],
    /// Whether to tell apart what is the same by symmetry.
    pub unfolded: bool,
    /// Whether games are counted by named opening.
    pub named: bool,
    /// After how many plies positions are counted; 0 for none.
    pub depth: u8,
    /// By what games are grouped, in place of openings and next moves.
    pub grouping: Option<Grouping>,
    /// What is counted for ratings, in place of all that.
    pub ratings: Option<RatingPlan>,
}

/// Stones of an opening: up to the first three.
pub type First = [Option<Point>; 3];

/// The name of the opening that three stones are, if it is one of the 26.
pub fn named(first: First, size: Size) -> Option<&'static NamedOpening> {
    let [Some(a), Some(b), Some(c)] = first else { return None };
    NamedOpening::classify([a, b, c], size)
}

/// The stones and passes of the main line in order; a pass is `None`.
fn stones(record: &Record) -> impl Iterator<Item = Option<Point>> + '_ {
    record.events.iter().filter_map(|event| match event.action {
        Action::Place(p) | Action::Choose(p) => Some(p),
        Action::Pass => Some(None),
        _ => None,
    })
}

/// The result that counts: unknown, or who won (`None` for a draw).
pub fn result(record: &Record, verdict: &Verdict, by: ResultsBy) -> Option<Option<Color>> {
    let board = (verdict.end.by != EndBy::None).then_some(verdict.end.winner);
    let stated = || match record.stated_result() {
        Some(pentad_formats::Score::Unknown) | None => board,
        Some(score) => Some(score.winner()),
    };
    match (by, record.official) {
        (ResultsBy::Board, _) => board,
        (ResultsBy::Stated, _) | (ResultsBy::Official, None) => stated(),
        (ResultsBy::Official, Some(official)) => match official {
            Official::BlackWon | Official::BlackByForfeit => Some(Some(Color::Black)),
            Official::WhiteWon | Official::WhiteByForfeit => Some(Some(Color::White)),
            Official::Drawn => Some(None),
            Official::BothForfeited => None,
        },
    }
}
