//! Counts games into an aggregate.

use pentad_rules::{Color, Coords, Point};

use super::cell::{Keys, Tallied, place_of};
use super::position::Walk;
use super::ratings::System;
use super::{Facts, First, Key, StatisticsOptions, fold, stones};
use crate::Error;
use crate::aggregate::{Aggregate, Part, Row, Rows};

/// Counts games; keeps its memory from game to game.
///
/// What is counted adds up: a corpus may be cut in any parts, counted on as many machines, in any order.
#[derive(Debug)]
pub struct Counter {
    counts: Aggregate,
    /// What every game adds to, before it goes to the rows.
    tallied: [u64; Tallied::ALL.len()],
    /// All games by number of plies.
    total: Vec<[u64; super::cell::OF_GAMES]>,
    keys: Keys,
    walk: Walk,
    moves: Vec<Option<Point>>,
}

impl Counter {
    /// A counter that holds about `memory` bytes; see [`Aggregate::new`].
    pub fn new(memory: usize) -> Counter {
        Counter::of(Aggregate::new(memory))
    }

    /// A counter whose counts are taken after each batch; see [`Aggregate::of_worker`].
    pub fn of_worker() -> Counter {
        Counter::of(Aggregate::of_worker())
    }

    fn of(counts: Aggregate) -> Counter {
        let tallied = [0; Tallied::ALL.len()];
        Counter { counts, tallied, total: Vec::new(), keys: Keys::default(), walk: Walk::default(), moves: Vec::new() }
    }

    /// All rows; see [`Aggregate::rows`].
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn rows(mut self, in_order: bool) -> Result<Rows, Error> {
        self.settle()?;
        self.counts.rows(in_order)
    }

    /// Takes out what was counted since the last time, for [`Counter::absorb`]; see [`Aggregate::take`].
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn take(&mut self) -> Result<Part, Error> {
        self.settle()?;
        Ok(self.counts.take())
    }

    /// Adds what a worker has counted.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn absorb(&mut self, part: &Part) -> Result<(), Error> {
        self.counts.absorb(part)
    }

    /// Makes rows of what every game adds to.
    fn settle(&mut self) -> Result<(), Error> {
        for (what, count) in Tallied::ALL.into_iter().zip(&mut self.tallied) {
            match std::mem::take(count) {
                0 => {}
                count => self.counts.add(self.keys.tallied(what), &[count], b"")?,
            }
        }
        for (plies, counts) in (0..).zip(self.total.drain(..)) {
            if counts.iter().any(|n| *n > 0) {
                self.counts.add(self.keys.total(plies), &counts, b"")?;
            }
        }
        Ok(())
    }

    /// Counts a record or file that could not be read.
    pub fn unreadable(&mut self) {
        self.tally(Tallied::Unreadable);
    }

    /// Counts a record that is not wanted: `Some(false)`, or of which it is not known whether it is: `None`.
    pub fn passed_over(&mut self, wanted: Option<bool>) {
        self.tally(if wanted.is_none() { Tallied::Undecided } else { Tallied::LeftOut });
    }

    fn tally(&mut self, what: Tallied) {
        self.tallied[what as usize] += 1;
    }

    /// Counts a row of a partial; `false` when no pentad wrote it.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn add_row(&mut self, row: &Row) -> Result<bool, Error> {
        if !super::cell::is_sound(row) {
            return Ok(false);
        }
        self.counts.add(&row.key, row.counts(), &row.line)?;
        Ok(true)
    }

    /// Counts a game that was judged. Moves that could not be played do not count. `name` is the place of its opening in a table of named
    /// openings, where it has one.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn add(&mut self, facts: &Facts<'_>, name: Option<usize>, options: &StatisticsOptions) -> Result<(), Error> {
        let letters = if facts.record.coords == Coords::SkipI { Tallied::SkipI } else { Tallied::WithI };
        self.tally(letters);
        let game = Game::of(facts);
        self.add_total(game.plies, &game.counts(facts.result, None))?;
        match options {
            StatisticsOptions { ratings: Some(ratings), .. } => match Counter::players(facts) {
                Ok(players) => match ratings.system {
                    System::Glicko2 => self.add_pairing(facts, players, options),
                    System::Performance => self.add_rated(facts, players),
                },
                Err(why) => {
                    self.tally(why);
                    Ok(())
                }
            },
            StatisticsOptions { grouping: Some(_), .. } => self.add_groups(facts, &game, options),
            _ => self.add_opening(facts, &game, name, options),
        }
    }

    fn add_total(&mut self, plies: u32, counts: &[u64; super::cell::OF_GAMES]) -> Result<(), Error> {
        let place = plies as usize;
        // A board has no more points.
        if place > Point::COUNT {
            return self.counts.add(self.keys.total(plies), counts, b"");
        }
        if place >= self.total.len() {
            self.total.resize(place + 1, [0; super::cell::OF_GAMES]);
        }
        self.total[place].iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
        Ok(())
    }

    /// Counts a game once, or for each of its players where players are a key.
    fn add_groups(&mut self, facts: &Facts<'_>, game: &Game, options: &StatisticsOptions) -> Result<(), Error> {
        let Some(grouping) = &options.grouping else { return Ok(()) };
        let by_player = grouping.keys.contains(&Key::Player);
        let first = facts.pair().map_or(Color::Black, |[first, _]| first);
        let by_pair = !by_player && grouping.keys.contains(&Key::Pair);
        let players: &[Color] = match (by_player, by_pair) {
            (true, _) => &[Color::Black, Color::White],
            (false, true) => &[first],
            (false, false) => &[Color::Black],
        };
        for &player in players {
            let values = grouping.keys.iter().map(|&key| facts.value_of(key, grouping, player));
            let (result, own) = if by_player && facts.player(player).is_none() {
                // Nobody's game is neither won nor lost, and one of two players who are unknown is one game.
                if player == Color::White && facts.player(Color::Black).is_none() {
                    continue;
                }
                (None, None)
            } else if by_pair && facts.pair().is_none() {
                (None, None)
            } else {
                (facts.result, (by_player || by_pair).then_some(player))
            };
            self.counts.add(self.keys.group(values, game.plies), &game.counts(result, own), b"")?;
        }
        Ok(())
    }

    fn add_opening(
        &mut self,
        facts: &Facts<'_>,
        game: &Game,
        name: Option<usize>,
        options: &StatisticsOptions,
    ) -> Result<(), Error> {
        let (record, size, plies) = (facts.record, facts.judgement.size, game.plies);
        if !record.setup.is_empty() {
            return Ok(());
        }
        let counts = game.counts(facts.result, None);
        let after = &options.after[usize::from(record.coords == Coords::SkipI)];
        let wanted = (after.len() + 1).max(3);
        self.moves.clear();
        self.moves.extend(stones(record).take(plies as usize).take(wanted));
        let mut first: First = [None; 3];
        first.iter_mut().zip(&self.moves).for_each(|(slot, p)| *slot = *p);
        let first = if options.unfolded { first } else { fold::first(first, size) };
        self.counts.add(self.keys.opening(size, first, plies), &counts, b"")?;
        if options.named {
            self.counts.add(self.keys.name(size, name, plies), &counts, b"")?;
        }
        if let Some(next) = fold::next(&self.moves, after, size, options.unfolded) {
            self.counts.add(self.keys.next(size, next, plies), &counts, b"")?;
        }
        if options.depth > 0 {
            let course = self.walk.course(facts, options.depth, options.unfolded);
            if !course.keys.is_empty() {
                self.counts.add_course(&course)?;
            }
        }
        Ok(())
    }

    /// The players of a game that can count for ratings, and why it does not.
    fn players<'a>(facts: &Facts<'a>) -> Result<(&'a str, &'a str, usize), Tallied> {
        let (Some(black), Some(white)) = (facts.player(Color::Black), facts.player(Color::White)) else {
            return Err(Tallied::NoPlayers);
        };
        if black == white {
            return Err(Tallied::OnePlayer);
        }
        let result = match facts.result.ok_or(Tallied::NoResult)? {
            Some(Color::Black) => 0,
            None => 1,
            Some(Color::White) => 2,
        };
        Ok((black, white, result))
    }

    fn add_pairing(
        &mut self,
        facts: &Facts<'_>,
        (black, white, result): (&str, &str, usize),
        options: &StatisticsOptions,
    ) -> Result<(), Error> {
        let Some(period) = options.ratings.and_then(|ratings| ratings.period.of(facts.record)) else {
            self.tally(Tallied::NoDate);
            return Ok(());
        };
        let mut counts = [0; 4];
        counts[result] = 1;
        self.counts.add(self.keys.pairing(period, black, white), &counts, b"")
    }

    /// Counts a game for each of its players whose opponent has a rating: wins, draws, losses, and the sum of the opponents' ratings.
    fn add_rated(&mut self, facts: &Facts<'_>, (black, white, result): (&str, &str, usize)) -> Result<(), Error> {
        for (player, opponent, own) in [(black, Color::White, result), (white, Color::Black, 2 - result)] {
            let Some(rating) = facts.rating(opponent) else {
                self.tally(Tallied::NoRating);
                continue;
            };
            let mut counts = [0, 0, 0, u64::from(rating)];
            counts[own] = 1;
            self.counts.add(self.keys.rated(player), &counts, b"")?;
        }
        Ok(())
    }
}

/// What is counted of a game beside its result.
struct Game {
    plies: u32,
    fouls: [bool; 3],
}

impl Game {
    fn of(facts: &Facts<'_>) -> Game {
        Game { plies: facts.verdict.judged, fouls: facts.fouls() }
    }

    /// The counts of [`super::cell::OF_GAMES`]; `own` is the colour of the player whose games they are.
    fn counts(&self, result: Option<Option<Color>>, own: Option<Color>) -> [u64; super::cell::OF_GAMES] {
        let mut counts = [0; super::cell::OF_GAMES];
        counts[place_of(result, own.unwrap_or(Color::Black))] = 1;
        if let Some(own) = own {
            counts[4 + own.index()] = 1;
        }
        counts[6] = u64::from(self.fouls.contains(&true));
        counts[7..].iter_mut().zip(self.fouls).for_each(|(n, there)| *n = u64::from(there));
        counts
    }
}
