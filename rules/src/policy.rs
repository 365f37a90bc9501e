//! What counts as the end of a game, and how strictly: the policies of design decisions 5, 6 and 9.

use crate::{EngineOptions, Foul, OfferSymmetry, Ruling};

/// What a completed five does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FivePolicy {
    /// It ends the game, as on servers and between engines.
    Ends,
    /// It counts when its owner declares it, as over the board: play may go on.
    #[default]
    Declared,
}

/// What a foul does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FoulPolicy {
    /// It loses when it is claimed before the next stone.
    #[default]
    Claim,
    /// It loses when it is claimed before the game ends.
    #[serde(rename = "until-end")]
    ClaimUntilEnd,
    /// It loses at once.
    Lose,
    /// It cannot be laid: in a record it is an error.
    Block,
}

/// How to judge.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Policy {
    /// What a five does.
    pub five: FivePolicy,
    /// What each kind of foul does, by [`Foul::ALL`].
    pub fouls: [FoulPolicy; 3],
    /// What the engine of opening procedures has to be told.
    pub opening: EngineOptions,
}

impl Policy {
    /// What this kind of foul does.
    pub fn foul(&self, foul: Foul) -> FoulPolicy {
        self.fouls[foul as usize]
    }

    /// As servers and engine matches have it: fives and fouls end the game.
    pub fn server() -> Policy {
        Policy { five: FivePolicy::Ends, fouls: [FoulPolicy::Lose; 3], ..Policy::default() }
    }
}

/// What a user or a preset decides of a [`Policy`]. `None` leaves the question to whoever is asked next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wishes {
    /// What a five does.
    pub five: Option<FivePolicy>,
    /// What each kind of foul does, by [`Foul::ALL`].
    pub fouls: [Option<FoulPolicy>; 3],
    /// Pente's tournament rule.
    pub tournament_rule: Option<Ruling>,
    /// Fifth moves offered after a swap at move 4.
    pub offer_after_swap: Option<Ruling>,
    /// A second stone of pro and long pro that does not touch the first.
    pub second_not_adjacent: Option<Ruling>,
    /// Which offered fifth moves are the same.
    pub symmetry: Option<OfferSymmetry>,
    /// The largest number of fifth moves where the procedure sets none.
    pub most_offers: Option<u32>,
}

impl Wishes {
    /// Nothing is decided.
    pub const NONE: Wishes = Wishes {
        five: None,
        fouls: [None; 3],
        tournament_rule: None,
        offer_after_swap: None,
        second_not_adjacent: None,
        symmetry: None,
        most_offers: None,
    };

    /// These wishes, and where they leave a question open those of `other`.
    #[must_use]
    pub fn or(self, other: &Wishes) -> Wishes {
        let [a, b, c] = self.fouls;
        let [x, y, z] = other.fouls;
        Wishes {
            five: self.five.or(other.five),
            fouls: [a.or(x), b.or(y), c.or(z)],
            tournament_rule: self.tournament_rule.or(other.tournament_rule),
            offer_after_swap: self.offer_after_swap.or(other.offer_after_swap),
            second_not_adjacent: self.second_not_adjacent.or(other.second_not_adjacent),
            symmetry: self.symmetry.or(other.symmetry),
            most_offers: self.most_offers.or(other.most_offers),
        }
    }

    /// The policy; what is left open is decided as the design says.
    pub fn policy(&self) -> Policy {
        let fallback = EngineOptions::default();
        Policy {
            five: self.five.unwrap_or_default(),
            fouls: self.fouls.map(Option::unwrap_or_default),
            opening: EngineOptions {
                tournament_rule: self.tournament_rule.unwrap_or(fallback.tournament_rule),
                offer_after_swap: self.offer_after_swap.unwrap_or(fallback.offer_after_swap),
                second_not_adjacent: self.second_not_adjacent.unwrap_or(fallback.second_not_adjacent),
                symmetry: self.symmetry.unwrap_or(fallback.symmetry),
                most_offers: self.most_offers.or(fallback.most_offers),
            },
        }
    }
}
