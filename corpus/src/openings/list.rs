//! Openings in the order of their lists, those that are the same together, and the games from them.

use pentad_rules::{Point, Size};
use rustc_hash::FxHashMap;

use super::{OpeningKey, Pairing, Pairs, PlayedGame};
use crate::Counts;

/// An opening of a list.
#[derive(Clone, Debug)]
pub struct ListedOpening {
    /// The stones, as they stand in the list.
    pub stones: Vec<Point>,
    /// The board.
    pub size: Size,
    /// The number of its group, from 0.
    pub group: usize,
}

/// Openings that are the same, and the games from them.
#[derive(Clone, Debug, Default)]
pub struct OpeningGroup {
    /// The numbers of the openings in the list, from 0.
    pub members: Vec<usize>,
    /// The games.
    pub counts: Counts,
    /// Their pairs.
    pub pairs: Pairs,
}

/// A list of openings. What is the same up to symmetry is one group; games count for a group.
#[derive(Clone, Debug, Default)]
pub struct OpeningList {
    shifted: bool,
    openings: Vec<ListedOpening>,
    groups: Vec<OpeningGroup>,
    by_key: FxHashMap<OpeningKey, usize>,
    /// The numbers of stones that openings have, the largest first.
    lengths: Vec<usize>,
    pairing: Pairing,
}

impl OpeningList {
    /// An empty list. With `shifted`, what is the same but for a shift on the board is the same.
    pub fn new(shifted: bool) -> OpeningList {
        OpeningList { shifted, ..OpeningList::default() }
    }

    /// The openings in order.
    pub fn openings(&self) -> &[ListedOpening] {
        &self.openings
    }

    /// The groups in the order of their first openings.
    pub fn groups(&self) -> &[OpeningGroup] {
        &self.groups
    }

    /// The group of these stones, if there is one.
    pub fn find(&self, stones: &[Point], size: Size) -> Option<usize> {
        self.by_key.get(&OpeningKey::of(stones, size, self.shifted)).copied()
    }

    /// Adds an opening and tells its number, from 0. No two of its stones lie on one point.
    pub fn push(&mut self, stones: Vec<Point>, size: Size) -> usize {
        let number = self.openings.len();
        let key = OpeningKey::of(&stones, size, self.shifted);
        let group = *self.by_key.entry(key).or_insert_with(|| {
            self.groups.push(OpeningGroup::default());
            self.groups.len() - 1
        });
        self.groups[group].members.push(number);
        if let Err(at) = self.lengths.binary_search_by(|length| stones.len().cmp(length)) {
            self.lengths.insert(at, stones.len());
        }
        self.openings.push(ListedOpening { stones, size, group });
        number
    }

    /// The group from which a game began: of several the one with most stones. `stones` are those of the game up to the first point that is
    /// laid twice, or to what is no stone.
    pub fn begun_from(&self, stones: &[Point], size: Size) -> Option<usize> {
        self.lengths.iter().filter_map(|&length| stones.get(..length)).find_map(|first| self.find(first, size))
    }

    /// Counts a game from a group. Games come in the order of their files.
    pub fn count(&mut self, group: usize, game: &PlayedGame) {
        let counted = &mut self.groups[group];
        counted.counts.add(game.result, game.plies);
        self.pairing.add(group, game, &mut counted.pairs);
    }
}
