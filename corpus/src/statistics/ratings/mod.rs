//! Ratings of players from what adds up: results by pair and period, and results against opponents with a rating.

mod glicko2;

use std::collections::BTreeMap;
use std::fmt;

use glicko2::Glicko2;
use pentad_formats::{Field, PartialDate, Record};

/// How players are rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum System {
    /// Glicko-2, period by period.
    Glicko2,
    /// The performance against opponents whose ratings the records state.
    Performance,
}

/// How long a rating period is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Period {
    /// A month; dates without a month do not count.
    Month,
    /// A year.
    Year,
}

/// What to count for ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingPlan {
    /// The system.
    pub system: System,
    /// The period; the performance has none.
    pub period: Period,
}

impl Period {
    /// The number of the period of a record's date, where it tells one.
    pub(super) fn of(self, record: &Record) -> Option<u32> {
        let date = PartialDate::parse(record.get(Field::Date)?)?;
        let year = u32::from(date.year);
        match self {
            Period::Year => Some(year),
            Period::Month => Some(year * 12 + u32::from(date.month?) - 1),
        }
    }

    /// The name of a period, as `2011` or `2011-05`.
    fn text(self, number: u32) -> String {
        match self {
            Period::Year => format!("{number:04}"),
            Period::Month => format!("{:04}-{:02}", number / 12, number % 12 + 1),
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Period::Month => "month",
            Period::Year => "year",
        })
    }
}

/// Games that do not count, by the first reason that applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Left {
    /// A player is unknown.
    pub no_players: u64,
    /// Both players have one name.
    pub one_player: u64,
    /// The result is unknown.
    pub no_result: u64,
    /// The date, or its month, is unknown.
    pub no_date: u64,
    /// Games of a player whose opponent's rating is unknown: of one game up to two.
    pub no_rating: u64,
}

/// A player's rating.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// The player.
    pub player: String,
    /// The rating.
    pub rating: f64,
    /// Glicko-2: its deviation and its volatility.
    pub spread: Option<(f64, f64)>,
    /// Performance: the mean rating of the opponents.
    pub opponents: Option<f64>,
    /// Games won, drawn and lost that count.
    pub results: [u64; 3],
}

impl Rating {
    /// Games that count.
    pub fn games(&self) -> u64 {
        self.results.iter().fold(0, |sum, n| n.saturating_add(sum))
    }
}

/// The ratings of all players, the highest first, ties by name.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The players.
    pub rows: Vec<Rating>,
    /// Glicko-2: the first and the last period in which games were played.
    pub periods: Option<(String, String)>,
    /// Games that do not count.
    pub left: Left,
}

/// Builds ratings from rows in the order of their keys.
#[derive(Debug)]
pub(in crate::statistics) enum Standings {
    Glicko2(Period, Box<Glicko2>),
    Performance(BTreeMap<String, [u64; 4]>),
}

impl Standings {
    pub(super) fn new(plan: RatingPlan) -> Standings {
        match plan.system {
            System::Glicko2 => Standings::Glicko2(plan.period, Box::default()),
            System::Performance => Standings::Performance(BTreeMap::new()),
        }
    }

    /// The results of a pair in a period: Black won, drawn, White won.
    pub(super) fn pairing(&mut self, period: u32, black: &str, white: &str, counts: &[u64]) {
        if let (Standings::Glicko2(_, glicko), &[won, drawn, lost, ..]) = (self, counts) {
            glicko.add(period, black, white, [won, drawn, lost]);
        }
    }

    /// A player's results against rated opponents: won, drawn, lost, sum of the ratings.
    pub(super) fn rated(&mut self, player: &str, counts: &[u64]) {
        if let (Standings::Performance(players), Some(counts)) = (self, counts.first_chunk::<4>()) {
            players.insert(player.to_owned(), *counts);
        }
    }

    pub(super) fn finish(self, left: Left) -> Ratings {
        let (mut rows, periods) = match self {
            Standings::Glicko2(period, glicko) => {
                let periods = glicko.periods().map(|(first, last)| (period.text(first), period.text(last)));
                (glicko.finish(), periods)
            }
            Standings::Performance(players) => (players.into_iter().filter_map(performance).collect(), None),
        };
        rows.sort_by(|a, b| b.rating.total_cmp(&a.rating).then_with(|| a.player.cmp(&b.player)));
        Ratings { rows, periods, left }
    }
}

/// Where nothing or everything was won: as far from the mean of the opponents as FIDE's tables go.
const FARTHEST: f64 = 800.0;

/// The rating at which the score would have been the expected one against opponents of the mean rating.
fn performance((player, [won, drawn, lost, sum]): (String, [u64; 4])) -> Option<Rating> {
    let games = won.saturating_add(drawn).saturating_add(lost);
    if games == 0 {
        return None;
    }
    let share = (won as f64 + drawn as f64 / 2.0) / games as f64;
    let mean = sum as f64 / games as f64;
    let difference = (400.0 * (share / (1.0 - share)).log10()).clamp(-FARTHEST, FARTHEST);
    let (rating, opponents) = (mean + difference, Some(mean));
    Some(Rating { player, rating, spread: None, opponents, results: [won, drawn, lost] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_performance_is_the_mean_of_the_opponents_and_what_the_score_tells() {
        let rating = |won, drawn, lost, sum| performance(("a".to_owned(), [won, drawn, lost, sum])).unwrap().rating;
        assert_eq!(rating(1, 0, 1, 3000), 1500.0);
        assert_eq!(rating(0, 3, 0, 6000), 2000.0);
        // Ten to one is four hundred points.
        assert!((rating(10, 0, 1, 11 * 1600) - 2000.0).abs() < 1e-9);
        assert_eq!((rating(2, 0, 0, 3000), rating(0, 0, 1, 1500)), (2300.0, 700.0));
        assert_eq!(performance(("a".to_owned(), [0; 4])), None);
    }
}
