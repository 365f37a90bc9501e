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
        let mut results = Counts { black, drawn, white, unknown, plies: 0 };
        let games = results.games();
        results.plies = games.saturating_mul(u64::from(plies));
        self.results.merge(&results);
        add(self.lengths.entry(plies).or_default(), games);
        add_all(&mut self.seats, &[as_black, as_white]);
        add(&mut self.fouls, fouls);
        add_all(&mut self.kinds, &[threes, fours, overlines]);
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, other: &GroupCounts) {
        self.results.merge(&other.results);
        other.lengths.iter().for_each(|(plies, games)| add(self.lengths.entry(*plies).or_default(), *games));
        add_all(&mut self.seats, &other.seats);
        add(&mut self.fouls, other.fouls);
        add_all(&mut self.kinds, &other.kinds);
    }

    /// The middle one of the numbers of plies; of an even number of games the mean of the two in the middle. 0 without games.
    pub fn median_plies(&self) -> f64 {
        let games = self.results.games();
        let nth = |n: u64| {
            let mut seen = 0;
            let reached = |(plies, games): (&u32, &u64)| {
                add(&mut seen, *games);
                (seen >= n).then_some(*plies)
            };
            self.lengths.iter().find_map(reached).unwrap_or(0)
        };
        f64::midpoint(f64::from(nth(games.div_ceil(2))), f64::from(nth(games / 2 + 1)))
    }
}

fn add(sum: &mut u64, n: u64) {
    *sum = sum.saturating_add(n);
}

fn add_all(sums: &mut [u64], counts: &[u64]) {
    sums.iter_mut().zip(counts).for_each(|(sum, n)| add(sum, *n));
}
