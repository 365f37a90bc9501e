//! Games counted by groups. Integers only, so that the counts of parts add up to those of the whole, in any order.

use std::collections::BTreeMap;

use pentad_rules::{Code, Color, Severity};
use rustc_hash::FxHashMap;

use super::{Counts, Facts, Grouping, Key};

/// The values of the keys; `None` where one is unknown.
pub type Group = Vec<Option<String>>;

/// What is counted of the games of a group.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GroupCounts {
    /// Results and plies. Grouped by player, `black` are the player's wins and `white` his losses.
    pub results: Counts,
    /// Games by number of plies.
    pub lengths: BTreeMap<u32, u64>,
    /// Games with a foul on the board, claimed or not.
    pub fouls: u64,
}

impl GroupCounts {
    fn add(&mut self, result: Option<Option<Color>>, plies: u32, foul: bool) {
        self.results.add(result, plies);
        *self.lengths.entry(plies).or_default() += 1;
        self.fouls += u64::from(foul);
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, other: &GroupCounts) {
        self.results.merge(&other.results);
        other.lengths.iter().for_each(|(plies, games)| *self.lengths.entry(*plies).or_default() += games);
        self.fouls += other.fouls;
    }

    /// The number of plies that half of the games do not exceed; of an even number of games the lower middle one.
    pub fn median_plies(&self) -> u32 {
        let half = self.results.games().div_ceil(2);
        let mut seen = 0;
        let reached = |(plies, games): (&u32, &u64)| {
            seen += games;
            (seen >= half).then_some(*plies)
        };
        self.lengths.iter().find_map(reached).unwrap_or(0)
    }
}

/// Groups that are summed up because each of them has few games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Small {
    /// How many groups.
    pub count: usize,
    /// Their sum.
    pub counts: GroupCounts,
}

/// Games by group.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Groups {
    /// All games, each once.
    pub total: GroupCounts,
    groups: FxHashMap<Group, GroupCounts>,
}

impl Groups {
    /// Counts a game: once, or for each of its players where players are a key.
    pub fn add(&mut self, facts: &Facts<'_>, grouping: &Grouping) {
        let verdict = facts.verdict;
        let is_foul = |code| matches!(code, Code::DoubleThree | Code::DoubleFour | Code::Overline);
        let foul = verdict.faults.iter().any(|f| is_foul(f.code) && f.severity > Severity::Note);
        let plies = verdict.judged;
        self.total.add(facts.result, plies, foul);
        let by_player = grouping.keys.contains(&Key::Player);
        let players: &[Color] = if by_player { &[Color::Black, Color::White] } else { &[Color::Black] };
        for &player in players {
            let values = grouping.keys.iter().map(|&key| facts.value_of(key, grouping, player)).collect();
            let own = |winner: Color| if winner == player { Color::Black } else { Color::White };
            let result = if by_player { facts.result.map(|winner| winner.map(own)) } else { facts.result };
            self.groups.entry(values).or_default().add(result, plies, foul);
        }
    }

    /// Adds the groups of another part.
    pub fn merge(&mut self, other: Groups) {
        self.total.merge(&other.total);
        for (group, counts) in other.groups {
            self.groups.entry(group).or_default().merge(&counts);
        }
    }

    /// The groups, the largest first, ties by their values, and how many have fewer games than `least` and are summed up apart.
    pub fn by_size(&self, least: u64) -> (Vec<(&Group, &GroupCounts)>, Option<Small>) {
        let (mut large, small): (Vec<_>, Vec<_>) =
            self.groups.iter().partition(|(_, counts)| counts.results.games() >= least);
        large.sort_by_key(|(group, counts)| (std::cmp::Reverse(counts.results.games()), *group));
        let mut rest = GroupCounts::default();
        small.iter().for_each(|(_, counts)| rest.merge(counts));
        let count = small.len();
        (large, (count > 0).then_some(Small { count, counts: rest }))
    }
}
