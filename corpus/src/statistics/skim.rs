//! Passes over positions that are not shown, which is most of them: most came about once.

use super::summary::{OnBoard, Positions, Reached};
use super::{Counts, Ranking};
use crate::aggregate::{Glimpse, Mixture, Results, Setting, line_start};

/// Positions of one setting after one number of plies, as they go by.
#[derive(Debug)]
pub(super) struct Skim {
    plies: u8,
    setting: Setting,
    /// With fewer games a group is summed up among the small ones.
    least: u64,
    /// A position of so many games whose line begins later than this is not shown, nor one with fewer games.
    games: u64,
    start: u64,
    others: Sum,
    small: Sum,
}

/// Positions that were passed over.
#[derive(Debug, Default)]
struct Sum {
    count: u64,
    results: Results,
}

impl Sum {
    #[inline]
    fn add(&mut self, results: Mixture<'_>) {
        self.count += 1;
        match results {
            Mixture::One(result, count) => self.results[result] = self.results[result].saturating_add(count),
            Mixture::Several(results) => {
                self.results.iter_mut().zip(results).for_each(|(sum, n)| *sum = sum.saturating_add(*n));
            }
        }
    }

    fn counts(&self) -> Counts {
        let [black, drawn, white, unknown] = self.results;
        Counts { black, drawn, white, unknown, plies: 0 }
    }
}

impl Skim {
    /// Begins where these positions stand, of which so many were kept.
    pub(super) fn new(glimpse: &Glimpse<'_>, ranking: &Ranking<OnBoard<Reached>>) -> Skim {
        let Glimpse { plies, setting, .. } = *glimpse;
        let [family, width, height] = setting;
        let (games, start) = match ranking.last() {
            None => (0, u64::MAX),
            Some((games, last)) => {
                let place = OnBoard::place(width, height);
                let start = match (place, family).cmp(&(last.board(), last.value.family)) {
                    std::cmp::Ordering::Less => u64::MAX,
                    std::cmp::Ordering::Equal => line_start(&last.value.line),
                    std::cmp::Ordering::Greater => 0,
                };
                (games, start)
            }
        };
        Skim { plies, setting, least: ranking.least(), games, start, others: Sum::default(), small: Sum::default() }
    }

    /// Whether these positions stand where the glimpse is.
    #[inline]
    pub(super) fn is_at(&self, glimpse: &Glimpse<'_>) -> bool {
        (self.plies, self.setting) == (glimpse.plies, glimpse.setting)
    }

    /// Counts a position that is not shown; `false` when it may have to be.
    #[inline]
    pub(super) fn passes(&mut self, glimpse: &Glimpse<'_>) -> bool {
        let games = match glimpse.results {
            Mixture::One(_, count) => count,
            Mixture::Several(results) => results.iter().fold(0, |sum: u64, n| sum.saturating_add(*n)),
        };
        if games < self.least {
            self.small.add(glimpse.results);
        } else if games < self.games || games == self.games && glimpse.start() > self.start {
            self.others.add(glimpse.results);
        } else {
            return false;
        }
        true
    }

    /// Files what was passed over.
    pub(super) fn close(self, positions: &mut Positions) {
        for (sum, small) in [(self.others, false), (self.small, true)] {
            let counts = sum.counts();
            positions.games = positions.games.saturating_add(counts.games());
            positions.ranking.pass_over(sum.count, &counts, small);
        }
    }
}
