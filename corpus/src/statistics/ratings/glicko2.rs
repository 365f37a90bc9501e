//! Glicko-2: M. E. Glickman, "Example of the Glicko-2 system" (2013), with the steps numbered as there.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use super::Rating;

/// Between the scale of ratings and that of the system.
const SCALE: f64 = 173.7178;
/// A new player's rating, deviation and volatility.
const START: f64 = 1500.0;
const DEVIATION: f64 = 350.0;
const VOLATILITY: f64 = 0.06;
/// How fast volatility may change (the paper: 0.3 to 1.2).
const TAU: f64 = 0.5;
/// How exactly the volatility is found.
const EPSILON: f64 = 1e-6;
/// The search for it ends after some ten steps; so many are never needed.
const MOST_STEPS: usize = 1000;

/// A player on the scale of the system.
#[derive(Clone, Debug)]
struct Player {
    mu: f64,
    phi: f64,
    sigma: f64,
    /// The period that the figures stand for.
    period: u32,
    results: [u64; 3],
    /// Opponents of the period at hand, and won, drawn and lost games.
    met: Vec<(usize, [u64; 3])>,
}

/// Rates the players of one period after the other.
#[derive(Clone, Debug, Default)]
pub(in crate::statistics) struct Glicko2 {
    names: BTreeMap<String, usize>,
    players: Vec<Player>,
    first: Option<u32>,
    period: u32,
}

impl Glicko2 {
    /// The results of a pair in a period, from the view of the first of them. Periods come in order.
    pub(super) fn add(&mut self, period: u32, black: &str, white: &str, [won, drawn, lost]: [u64; 3]) {
        if self.first.is_none() {
            (self.first, self.period) = (Some(period), period);
        }
        if period != self.period {
            self.close();
            self.period = period;
        }
        let (black, white) = (self.player(black), self.player(white));
        self.players[black].met.push((white, [won, drawn, lost]));
        self.players[white].met.push((black, [lost, drawn, won]));
    }

    /// The first and the last period.
    pub(super) fn periods(&self) -> Option<(u32, u32)> {
        Some((self.first?, self.period))
    }

    fn player(&mut self, name: &str) -> usize {
        if let Some(&number) = self.names.get(name) {
            return number;
        }
        let number = self.players.len();
        self.names.insert(name.to_owned(), number);
        let (phi, period) = (DEVIATION / SCALE, self.period);
        let player = Player { mu: 0.0, phi, sigma: VOLATILITY, period, results: [0; 3], met: Vec::new() };
        self.players.push(player);
        number
    }

    /// Rates those who played in the period at hand by what all were rated before it.
    fn close(&mut self) {
        let period = self.period;
        let active: Vec<usize> = (0..self.players.len()).filter(|&i| !self.players[i].met.is_empty()).collect();
        // Before the period: who did not play for a while is less sure.
        active.iter().for_each(|&i| self.players[i].wait_until(period));
        let rated: Vec<(f64, f64, f64)> = active.iter().map(|&i| self.rate(&self.players[i])).collect();
        for (&i, (mu, phi, sigma)) in active.iter().zip(rated) {
            let player = &mut self.players[i];
            for (_, results) in player.met.drain(..) {
                player.results.iter_mut().zip(results).for_each(|(sum, n)| *sum = sum.saturating_add(n));
            }
            (player.mu, player.phi, player.sigma, player.period) = (mu, phi, sigma, period.saturating_add(1));
        }
    }

    /// Steps 3 to 7.
    fn rate(&self, player: &Player) -> (f64, f64, f64) {
        let (mut information, mut surplus) = (0.0, 0.0);
        for &(opponent, [won, drawn, lost]) in &player.met {
            let opponent = &self.players[opponent];
            let games = won as f64 + drawn as f64 + lost as f64;
            let g = 1.0 / (1.0 + 3.0 * opponent.phi * opponent.phi / (PI * PI)).sqrt();
            let expected = 1.0 / (1.0 + (-g * (player.mu - opponent.mu)).exp());
            information += games * g * g * expected * (1.0 - expected);
            surplus += g * (won as f64 + drawn as f64 / 2.0 - games * expected);
        }
        let v = 1.0 / information;
        let sigma = volatility(player.phi, player.sigma, v * surplus, v);
        let before = player.phi * player.phi + sigma * sigma;
        let phi = 1.0 / (1.0 / before + information).sqrt();
        (player.mu + phi * phi * surplus, phi, sigma)
    }

    /// The ratings after the last period.
    pub(super) fn finish(mut self) -> Vec<Rating> {
        self.close();
        let Glicko2 { names, mut players, period, .. } = self;
        let rating = |(player, number): (String, usize)| {
            let own = &mut players[number];
            own.wait_until(period.saturating_add(1));
            let spread = Some((own.phi * SCALE, own.sigma));
            Rating { player, rating: own.mu * SCALE + START, spread, opponents: None, results: own.results }
        };
        names.into_iter().map(rating).collect()
    }
}

impl Player {
    /// Step 6 for each period without a game; nobody becomes less sure than a new player.
    fn wait_until(&mut self, period: u32) {
        let periods = f64::from(period.saturating_sub(self.period));
        let phi = (self.phi * self.phi + periods * self.sigma * self.sigma).sqrt();
        self.phi = phi.min(self.phi.max(DEVIATION / SCALE));
        self.period = period;
    }
}

/// Step 5.
fn volatility(phi: f64, sigma: f64, delta: f64, v: f64) -> f64 {
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let (e, sum) = (x.exp(), phi * phi + v + x.exp());
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
    };
    let mut low = a;
    let mut high = if delta * delta > phi * phi + v {
        (delta * delta - phi * phi - v).ln()
    } else {
        let steps = (1..MOST_STEPS).map(|k| a - k as f64 * TAU);
        steps.into_iter().find(|&x| f(x) >= 0.0).unwrap_or(a - TAU)
    };
    let (mut at_low, mut at_high) = (f(low), f(high));
    for _ in 0..MOST_STEPS {
        if (high - low).abs() <= EPSILON {
            break;
        }
        let middle = low + (low - high) * at_low / (at_high - at_low);
        let at_middle = f(middle);
        if at_middle * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (middle, at_middle);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(rating: f64, deviation: f64) -> Player {
        let (mu, phi) = ((rating - START) / SCALE, deviation / SCALE);
        Player { mu, phi, sigma: VOLATILITY, period: 0, results: [0; 3], met: Vec::new() }
    }

    #[test]
    fn the_example_of_the_paper() {
        let mut own = player(1500.0, 200.0);
        own.met = vec![(1, [1, 0, 0]), (2, [0, 0, 1]), (3, [0, 0, 1])];
        let players = vec![own, player(1400.0, 30.0), player(1550.0, 100.0), player(1700.0, 300.0)];
        let glicko = Glicko2 { players, ..Glicko2::default() };
        let (mu, phi, sigma) = glicko.rate(&glicko.players[0]);
        assert_eq!(format!("{:.2} {:.2} {sigma:.5}", mu * SCALE + START, phi * SCALE), "1464.05 151.52 0.06000");
        assert!((mu * SCALE + START - 1464.06).abs() < 0.02 && (sigma - 0.05999).abs() < 1e-5);
    }

    #[test]
    fn who_waits_becomes_less_sure_up_to_a_new_player() {
        let mut waiting = player(1600.0, 50.0);
        waiting.wait_until(1);
        assert!((waiting.phi * waiting.phi - (50.0 / SCALE).powi(2) - 0.0036).abs() < 1e-12);
        waiting.wait_until(1_000_000);
        assert_eq!(waiting.phi, DEVIATION / SCALE);
        assert_eq!(waiting.mu, (1600.0 - START) / SCALE);
    }

    #[test]
    fn both_of_a_pair_are_rated_by_what_they_were_before() {
        let mut glicko = Glicko2::default();
        glicko.add(24, "a", "b", [1, 0, 0]);
        glicko.add(30, "b", "a", [0, 1, 0]);
        assert_eq!(glicko.periods(), Some((24, 30)));
        let rows = glicko.finish();
        assert_eq!((rows[0].results, rows[1].results), ([1, 1, 0], [0, 1, 1]));
        assert!((rows[0].rating + rows[1].rating - 3000.0).abs() < 1e-6 && rows[0].rating > 1500.0);
        assert!(rows[0].spread.is_some_and(|(deviation, _)| deviation < 300.0));
    }
}
