//! What is counted of the games of a group. Integers only, so that the counts of parts add up to those of the whole, in any order.

use std::collections::BTreeMap;

use super::Counts;

/// The values of the keys; `None` where one is unknown.
pub type Group = Vec<Option<String>>;

/// What is counted of the games of a group.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GroupCounts {
    /// Results and plies. Grouped by player, `black` are the player's wins and `white` his losses; by pair those of the first of the two.
    pub results: Counts,
    /// Games by number of plies.
    pub lengths: BTreeMap<u32, u64>,
    /// Games in which the player, or the first of the pair, had Black, and had White.
    pub seats: [u64; 2],
    /// Games with a foul on the board, claimed or not.
    pub fouls: u64,
    /// Games with a double-three, with a double-four and with an overline.
    pub kinds: [u64; 3],
}

impl GroupCounts {
    /// Adds games of so many plies, in the order of the cells.
    pub(super) fn add(&mut self, plies: u32, counts: &[u64]) {
        let &[black, drawn, white, unknown, as_black, as_white, fouls, threes, fours, overlines] = counts else {
            return;
        };
        let games = black + drawn + white + unknown;
        self.results.merge(&Counts { black, drawn, white, unknown, plies: games * u64::from(plies) });
        *self.lengths.entry(plies).or_default() += games;
        self.seats.iter_mut().zip([as_black, as_white]).for_each(|(sum, n)| *sum += n);
        self.fouls += fouls;
        self.kinds.iter_mut().zip([threes, fours, overlines]).for_each(|(sum, n)| *sum += n);
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, other: &GroupCounts) {
        self.results.merge(&other.results);
        other.lengths.iter().for_each(|(plies, games)| *self.lengths.entry(*plies).or_default() += games);
        self.seats.iter_mut().zip(other.seats).for_each(|(sum, n)| *sum += n);
        self.fouls += other.fouls;
        self.kinds.iter_mut().zip(other.kinds).for_each(|(sum, n)| *sum += n);
    }

    /// The middle one of the numbers of plies; of an even number of games the mean of the two in the middle. 0 without games.
    pub fn median_plies(&self) -> f64 {
        let games = self.results.games();
        let nth = |n: u64| {
            let mut seen = 0;
            let reached = |(plies, games): (&u32, &u64)| {
                seen += games;
                (seen >= n).then_some(*plies)
            };
            self.lengths.iter().find_map(reached).unwrap_or(0)
        };
        f64::midpoint(f64::from(nth(games.div_ceil(2))), f64::from(nth(games / 2 + 1)))
    }
}
