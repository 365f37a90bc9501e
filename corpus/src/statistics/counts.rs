//! Counts of results. Integers only, so that the counts of parts add up to those of the whole.

use pentad_rules::Color;

/// How games of one kind ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Games won by Black, the colour of the first stone.
    pub black: u64,
    /// Games won by White.
    pub white: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Games whose result is unknown.
    pub unknown: u64,
    /// Stones and passes in all of them.
    pub plies: u64,
}

/// A share with its interval, each from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// Wins plus half the draws, over the games with a known result.
    pub share: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

impl Counts {
    /// Counts one game; `result` is `None` when unknown, else who won or `None` inside for a draw.
    pub fn add(&mut self, result: Option<Option<Color>>, plies: u32) {
        match result {
            Some(Some(Color::Black)) => self.black += 1,
            Some(Some(Color::White)) => self.white += 1,
            Some(None) => self.drawn += 1,
            None => self.unknown += 1,
        }
        self.plies += u64::from(plies);
    }

    /// Adds the counts of another part. Sums end at the largest number there is: what a forged file says is no reason to stop.
    pub fn merge(&mut self, other: &Counts) {
        let add = |sum: &mut u64, n: u64| *sum = sum.saturating_add(n);
        add(&mut self.black, other.black);
        add(&mut self.white, other.white);
        add(&mut self.drawn, other.drawn);
        add(&mut self.unknown, other.unknown);
        add(&mut self.plies, other.plies);
    }

    /// All games.
    pub fn games(&self) -> u64 {
        [self.black, self.white, self.drawn, self.unknown].into_iter().fold(0, u64::saturating_add)
    }

    /// Mean number of plies; 0 without games.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games().max(1) as f64
    }

    /// The score of a colour, as [`Counts::score`] gives Black's.
    pub fn score_of(&self, color: Color) -> Option<Score> {
        match color {
            Color::Black => self.score(),
            Color::White => Counts { black: self.white, white: self.black, ..*self }.score(),
        }
    }

    /// Black's score with its Wilson 95 % interval; `None` when no result is known. A draw counts half; where there are draws
    /// the interval is a little wider than it need be.
    ///
    /// ```
    /// use pentad_corpus::Counts;
    /// let score = Counts { black: 6, white: 4, ..Counts::default() }.score().unwrap();
    /// assert_eq!(format!("{:.3} {:.3} {:.3}", score.share, score.low, score.high), "0.600 0.313 0.832");
    /// ```
    pub fn score(&self) -> Option<Score> {
        let n = self.black as f64 + self.white as f64 + self.drawn as f64;
        if n == 0.0 {
            return None;
        }
        Some(Score::wilson((self.black as f64 + self.drawn as f64 / 2.0) / n, n))
    }
}

impl Score {
    /// A share of `n` observations with Wilson's 95 % interval.
    pub fn wilson(share: f64, n: f64) -> Score {
        let shrink = 1.0 + Z * Z / n;
        let middle = (share + Z * Z / (2.0 * n)) / shrink;
        let half = Z / shrink * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        Score { share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }
}
