//! Opening statistics: what is played first, what is played from a position, and how it scores.

mod counts;
mod facts;
mod fold;
mod groups;
mod key;

use pentad_formats::{Official, Record};
use pentad_rules::{Action, Color, Coords, EndBy, NamedOpening, Point, Size, Verdict};
use rustc_hash::FxHashMap;

pub use counts::{Counts, Score};
pub use facts::{Facts, Grouping};
pub use groups::{Group, GroupCounts, Groups, Small};
pub use key::Key;

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
    /// Which result counts.
    pub results: ResultsBy,
    /// Whether games are counted by named opening.
    pub named: bool,
}

/// Stones of an opening: up to the first three.
pub type First = [Option<Point>; 3];

/// Opening statistics of some records. Those of parts merge into those of the whole, in any order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// All games.
    pub total: Counts,
    /// Games by board and first three stones, folded unless told otherwise.
    pub openings: FxHashMap<(Size, First), Counts>,
    /// Games by board and move after the given ones; `None` where the game ended there.
    pub next: FxHashMap<(Size, Option<Point>), Counts>,
    /// Games by board and place in a table of named openings; `None` those that it has no name for.
    pub names: FxHashMap<(Size, Option<usize>), Counts>,
    /// Games by the column letters that they use: with i, without.
    pub coords: [u64; 2],
}

impl Statistics {
    /// Counts a game that was judged. Moves that could not be played do not count. `name` is the place of its opening in a table of named
    /// openings, where it has one.
    pub fn add(
        &mut self,
        record: &Record,
        verdict: &Verdict,
        size: Size,
        name: Option<usize>,
        options: &StatisticsOptions,
    ) {
        let result = result(record, verdict, options.results);
        let plies = verdict.judged;
        self.total.add(result, plies);
        let convention = usize::from(record.coords == Coords::SkipI);
        self.coords[convention] += 1;
        if !record.setup.is_empty() {
            return;
        }
        let after = &options.after[convention];
        let wanted = (after.len() + 1).max(3);
        let moves: Vec<Option<Point>> = stones(record).take(plies as usize).take(wanted).collect();
        let mut first: First = [None; 3];
        first.iter_mut().zip(&moves).for_each(|(slot, p)| *slot = *p);
        let first = if options.unfolded { first } else { fold::first(first, size) };
        self.openings.entry((size, first)).or_default().add(result, plies);
        if options.named {
            self.names.entry((size, name)).or_default().add(result, plies);
        }
        if let Some(next) = fold::next(&moves, after, size, options.unfolded) {
            self.next.entry((size, next)).or_default().add(result, plies);
        }
    }

    /// Adds the statistics of another part.
    pub fn merge(&mut self, other: &Statistics) {
        self.total.merge(&other.total);
        for (key, counts) in &other.openings {
            self.openings.entry(*key).or_default().merge(counts);
        }
        for (key, counts) in &other.names {
            self.names.entry(*key).or_default().merge(counts);
        }
        for (key, counts) in &other.next {
            self.next.entry(*key).or_default().merge(counts);
        }
        for i in 0..2 {
            self.coords[i] += other.coords[i];
        }
    }

    /// The column letters to print with: those that most of the records use.
    pub fn usual_coords(&self) -> Coords {
        if self.coords[1] > self.coords[0] { Coords::SkipI } else { Coords::WithI }
    }

    /// The openings, the most frequent first, ties by points.
    pub fn openings_by_frequency(&self) -> Vec<(Size, First, Counts)> {
        let mut rows: Vec<_> = self.openings.iter().map(|((size, first), c)| (*size, *first, *c)).collect();
        rows.sort_by_key(|(size, first, c)| (std::cmp::Reverse(c.games()), size.points(), *first));
        rows
    }

    /// The named openings, the most frequent first, ties in the order of the table.
    pub fn names_by_frequency(&self) -> Vec<(Size, Option<usize>, Counts)> {
        let mut rows: Vec<_> = self.names.iter().map(|((size, name), c)| (*size, *name, *c)).collect();
        rows.sort_by_key(|(size, name, c)| (std::cmp::Reverse(c.games()), size.points(), name.unwrap_or(usize::MAX)));
        rows
    }

    /// The next moves, the most frequent first, ties by points.
    pub fn next_by_frequency(&self) -> Vec<(Size, Option<Point>, Counts)> {
        let mut rows: Vec<_> = self.next.iter().map(|((size, next), c)| (*size, *next, *c)).collect();
        rows.sort_by_key(|(size, next, c)| (std::cmp::Reverse(c.games()), size.points(), *next));
        rows
    }
}

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
