//! Games from one opening between the same two players with colours exchanged.

use std::collections::VecDeque;

use pentad_rules::Color;
use rustc_hash::FxHashMap;

use crate::Score;

/// A game from an opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Unknown, or who won (`None` for a draw).
    pub result: Option<Option<Color>>,
    /// Stones and passes.
    pub plies: u32,
    /// The names of Black and White, where both are known.
    pub players: Option<[String; 2]>,
    /// The event, or where none is stated the file or folder: games of different ones make no pair.
    pub event: String,
}

impl PlayedGame {
    /// Black's points in halves: 2 for a win.
    fn halves(&self) -> Option<u64> {
        self.result.map(|winner| match winner {
            Some(Color::Black) => 2,
            Some(Color::White) => 0,
            None => 1,
        })
    }
}

/// Results of pairs of games: the two games of a pair hang together, so that a pair is one observation. Sums, as [`crate::Counts`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs {
    /// One player won both games.
    pub swept: u64,
    /// One player won a game, and the other was drawn.
    pub won: u64,
    /// Each player has a point: a win each, or two draws.
    pub even: u64,
    /// A result is unknown.
    pub unknown: u64,
    /// Black's points in the games of pairs with known results, in halves: 0 to 4 a pair.
    pub black_halves: u64,
}

impl Pairs {
    /// All pairs.
    pub fn count(&self) -> u64 {
        self.known() + self.unknown
    }

    /// Pairs with known results.
    pub fn known(&self) -> u64 {
        self.swept + self.won + self.even
    }

    /// Black's share of the points over the pairs with known results, with Wilson's 95 % interval for as many observations as
    /// there are pairs; `None` where there is none.
    pub fn score(&self) -> Option<Score> {
        let pairs = self.known();
        (pairs > 0).then(|| Score::wilson(self.black_halves as f64 / (4 * pairs) as f64, pairs as f64))
    }

    /// Adds the pairs of another part.
    pub fn merge(&mut self, other: &Pairs) {
        self.swept += other.swept;
        self.won += other.won;
        self.even += other.even;
        self.unknown += other.unknown;
        self.black_halves += other.black_halves;
    }

    /// Counts two games by Black's points in them, in halves.
    fn add(&mut self, one: Option<u64>, other: Option<u64>) {
        let Some((one, other)) = one.zip(other) else {
            self.unknown += 1;
            return;
        };
        // The points of the player who was Black in the first game.
        match one + (2 - other) {
            0 | 4 => self.swept += 1,
            1 | 3 => self.won += 1,
            _ => self.even += 1,
        }
        self.black_halves += one + other;
    }
}

/// Who played for what: opening, event, and the two players in the order of their names.
type Match = (usize, String, [String; 2]);

/// A game that waits for its other half: whether the first of the two names was Black, and Black's points.
type Waiting = (bool, Option<u64>);

/// Finds pairs among games that come in the order of their event.
#[derive(Clone, Debug, Default)]
pub struct Pairing {
    waiting: FxHashMap<Match, VecDeque<Waiting>>,
}

impl Pairing {
    /// Takes in the next game from an opening (its number in the list). The game makes a pair with the first one before it that has none,
    /// from the same opening between the same players in the same event, if there the colours are exchanged.
    pub fn add(&mut self, opening: usize, game: &PlayedGame, pairs: &mut Pairs) {
        let Some([black, white]) = &game.players else { return };
        if black == white {
            return;
        }
        let first = black < white;
        let names = if first { [black.clone(), white.clone()] } else { [white.clone(), black.clone()] };
        let waiting = self.waiting.entry((opening, game.event.clone(), names)).or_default();
        match waiting.front() {
            Some(&(other, points)) if other != first => {
                pairs.add(points, game.halves());
                waiting.pop_front();
            }
            _ => waiting.push_back((first, game.halves())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(games: &[(&str, Option<Option<Color>>)]) -> Pairs {
        let (mut pairing, mut pairs) = (Pairing::default(), Pairs::default());
        for (players, result) in games {
            let players = players.split_once('-').map(|(black, white)| [black.to_owned(), white.to_owned()]);
            let game = PlayedGame { result: *result, plies: 10, players, event: String::new() };
            pairing.add(0, &game, &mut pairs);
        }
        pairs
    }

    #[test]
    fn two_games_with_colours_exchanged_are_one_observation() {
        let (black, white, drawn) = (Some(Some(Color::Black)), Some(Some(Color::White)), Some(None));
        let swept = pairs(&[("a-b", black), ("b-a", white)]);
        assert_eq!((swept.swept, swept.count(), swept.black_halves), (1, 1, 2));
        let even = pairs(&[("a-b", black), ("b-a", black)]);
        assert_eq!((even.even, even.black_halves), (1, 4));
        assert_eq!(pairs(&[("a-b", drawn), ("b-a", white)]).won, 1);
        assert_eq!(pairs(&[("a-b", drawn), ("b-a", None)]).unknown, 1);
        assert_eq!(pairs(&[("a-b", black), ("a-b", black), ("b-a", black), ("c-a", white)]).count(), 1);
        assert_eq!(pairs(&[("a-a", black), ("a-a", black)]).count(), 0);
    }
}
