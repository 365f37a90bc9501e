//! What the rows of an aggregate come to: tables, positions, ratings.

use pentad_rules::{Coords, Point, Size};

use super::cell::{Cell, Games, Tallied};
use super::position::{family_words, unpack};
use super::ratings::{Left, RatingPlan, Ratings, Standings};
use super::skim::Skim;
use super::{Counts, First, Group, GroupCounts, Ranking};
use crate::Error;
use crate::aggregate::{Glimpse, Row, Rows};

/// What is shown of all that was counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// How many rows of a table; the others are summed up.
    pub top: usize,
    /// Groups with fewer games are summed up, too.
    pub least: u64,
    /// The ratings, where they are asked for.
    pub ratings: Option<RatingPlan>,
}

/// Something on a board, ordered by the board's points, then by itself.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct OnBoard<T> {
    points: u32,
    width: u8,
    height: u8,
    /// What it is.
    pub value: T,
}

impl OnBoard<()> {
    /// What boards are ordered by.
    pub(super) fn place(width: u8, height: u8) -> (u32, u8, u8) {
        (u32::from(width) * u32::from(height), width, height)
    }
}

impl<T> OnBoard<T> {
    fn new(size: Size, value: T) -> OnBoard<T> {
        OnBoard { points: size.points(), width: size.width(), height: size.height(), value }
    }

    pub(super) fn board(&self) -> (u32, u8, u8) {
        (self.points, self.width, self.height)
    }

    /// The board.
    pub fn size(&self) -> Size {
        Size::new(self.width, self.height).unwrap_or(Size::RENJU)
    }
}

/// A position that games came to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reached {
    pub(super) family: u8,
    /// The packed line: its order is that of the plies.
    pub(super) line: Vec<u8>,
    plies: u8,
}

impl Reached {
    /// What is particular about the rules: `captures`, `turns of several stones`; empty for most games.
    pub fn family(&self) -> &'static str {
        family_words(self.family)
    }

    /// The smallest of the lines that led there, in the orientation that makes it smallest (as they were played where nothing is folded);
    /// `None` in it is a pass.
    pub fn line(&self) -> Vec<Option<Point>> {
        unpack(&self.line, self.plies).unwrap_or_default()
    }
}

/// The positions after some plies.
#[derive(Clone, Debug)]
pub struct Positions {
    /// The number of plies.
    pub depth: u8,
    /// Games that came so far.
    pub games: u64,
    /// The most frequent ones.
    pub ranking: Ranking<OnBoard<Reached>>,
}

/// What was counted, as tables.
#[derive(Debug)]
pub struct Summary {
    shown: Shown,
    /// Records and files that could not be read.
    pub unreadable: u64,
    /// Records that the query and the filters leave out.
    pub left_out: u64,
    /// Records of which it is not known whether these take them.
    pub undecided: u64,
    /// All games, each once.
    pub total: GroupCounts,
    /// By the first three stones, folded unless told otherwise.
    pub openings: Ranking<OnBoard<First>>,
    /// By the place in a table of named openings; those that it has no name for at [`usize::MAX`].
    pub names: Ranking<OnBoard<usize>>,
    /// By the move after the given ones; `None` where the game ended there.
    pub next: Ranking<OnBoard<Option<Point>>>,
    /// By the keys of `--by`.
    pub groups: Ranking<Group>,
    /// Positions by the number of plies.
    pub positions: Vec<Positions>,
    /// The ratings.
    pub ratings: Option<Ratings>,
    coords: [u64; 2],
    left: Left,
    standings: Option<Standings>,
    /// Positions that are being passed over.
    skim: Option<Skim>,
    /// The group whose games are being added up.
    group: Vec<u8>,
    counts: GroupCounts,
}

impl Summary {
    /// Nothing counted yet.
    pub fn new(shown: Shown) -> Summary {
        let Shown { top, least, ratings } = shown;
        Summary {
            shown,
            unreadable: 0,
            left_out: 0,
            undecided: 0,
            total: GroupCounts::default(),
            openings: Ranking::new(top, least),
            names: Ranking::new(top, least),
            next: Ranking::new(top, least),
            groups: Ranking::new(top, least),
            positions: Vec::new(),
            ratings: None,
            coords: [0; 2],
            left: Left::default(),
            standings: ratings.map(Standings::new),
            skim: None,
            group: Vec::new(),
            counts: GroupCounts::default(),
        }
    }

    /// Adds a row. Rows come in the order of their keys, each key once; one that no pentad wrote counts nothing.
    pub fn add(&mut self, row: &Row) {
        match Cell::of(row) {
            None => {}
            Some(Cell::Tallied(what)) => self.tally(what, row.counts()[0]),
            Some(Cell::Games { group, plies }) => {
                if group != self.group {
                    self.close();
                    self.group.extend_from_slice(group);
                }
                self.counts.add(plies, row.counts());
            }
            Some(Cell::Position { depth, family, size }) => self.position(depth, family, size, row),
            Some(Cell::Pairing { period, black, white }) => {
                if let Some(standings) = &mut self.standings {
                    standings.pairing(period, black, white, row.counts());
                }
            }
            Some(Cell::Rated(player)) => {
                if let Some(standings) = &mut self.standings {
                    standings.rated(player, row.counts());
                }
            }
        }
    }

    fn tally(&mut self, what: Tallied, count: u64) {
        let place = match what {
            Tallied::Unreadable => &mut self.unreadable,
            Tallied::LeftOut => &mut self.left_out,
            Tallied::Undecided => &mut self.undecided,
            Tallied::WithI => &mut self.coords[0],
            Tallied::SkipI => &mut self.coords[1],
            Tallied::NoPlayers => &mut self.left.no_players,
            Tallied::OnePlayer => &mut self.left.one_player,
            Tallied::NoResult => &mut self.left.no_result,
            Tallied::NoDate => &mut self.left.no_date,
            Tallied::NoRating => &mut self.left.no_rating,
        };
        *place = place.saturating_add(count);
    }

    /// Files the group that was added up last.
    fn close(&mut self) {
        let counts = std::mem::take(&mut self.counts);
        match Games::of(&self.group) {
            None => {}
            Some(Games::Total) => self.total = counts,
            Some(Games::Opening(size, first)) => self.openings.add(OnBoard::new(size, first), counts),
            Some(Games::Name(size, name)) => self.names.add(OnBoard::new(size, name.unwrap_or(usize::MAX)), counts),
            Some(Games::Next(size, next)) => self.next.add(OnBoard::new(size, next), counts),
            Some(Games::Group(values)) => self.groups.add(values, counts),
        }
        self.group.clear();
    }

    /// Adds all rows that are left. The same as [`Summary::add`] of each, but faster where they lie in memory.
    ///
    /// # Errors
    /// When a temporary file cannot be read.
    pub fn add_all(&mut self, rows: &mut Rows) -> Result<(), Error> {
        let mut row = Row::default();
        while rows.next_but(&mut row, |glimpse| self.passes(glimpse))? {
            self.add(&row);
        }
        Ok(())
    }

    /// The positions after so many plies.
    fn level(&mut self, depth: u8) -> &mut Positions {
        if self.positions.last().is_none_or(|last| last.depth != depth) {
            self.positions.push(Positions { depth, games: 0, ranking: Ranking::new(self.shown.top, self.shown.least) });
        }
        let last = self.positions.len() - 1;
        &mut self.positions[last]
    }

    /// Counts a position that is not shown; `false` when it may have to be.
    #[inline]
    fn passes(&mut self, glimpse: &Glimpse<'_>) -> bool {
        match &mut self.skim {
            Some(skim) if skim.is_at(glimpse) => skim.passes(glimpse),
            _ => self.skim_on(glimpse),
        }
    }

    fn skim_on(&mut self, glimpse: &Glimpse<'_>) -> bool {
        self.close_skim();
        let mut skim = Skim::new(glimpse, &self.level(glimpse.plies).ranking);
        let passes = skim.passes(glimpse);
        self.skim = Some(skim);
        passes
    }

    /// Files the positions that were passed over.
    fn close_skim(&mut self) {
        if let (Some(skim), Some(positions)) = (self.skim.take(), self.positions.last_mut()) {
            skim.close(positions);
        }
    }

    fn position(&mut self, depth: u8, family: u8, size: Size, row: &Row) {
        self.close_skim();
        let positions = self.level(depth);
        let &[black, drawn, white, unknown] = row.counts() else { return };
        let results = Counts { black, drawn, white, unknown, plies: 0 };
        positions.games = positions.games.saturating_add(results.games());
        let place = (OnBoard::place(size.width(), size.height()), family, &row.line[..]);
        let before = |last: &OnBoard<Reached>| place < (last.board(), last.value.family, &last.value.line[..]);
        if !positions.ranking.may_keep(results.games(), before) {
            let small = results.games() < positions.ranking.least();
            return positions.ranking.pass_over(1, &results, small);
        }
        let reached = Reached { family, line: row.line.clone(), plies: depth };
        let counts = GroupCounts { results, ..GroupCounts::default() };
        positions.ranking.add(OnBoard::new(size, reached), counts);
    }

    /// All rows have come.
    #[must_use]
    pub fn finish(mut self) -> Summary {
        self.close();
        self.close_skim();
        self.ratings = self.standings.take().map(|standings| standings.finish(self.left));
        self
    }

    /// The column letters to print with: those that most of the records use.
    pub fn usual_coords(&self) -> Coords {
        if self.coords[1] > self.coords[0] { Coords::SkipI } else { Coords::WithI }
    }
}
