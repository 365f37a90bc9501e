//! What a policy decides where the sources of an opening procedure differ.

use super::stage::Knob;

/// What happens to an event that one source allows and another does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruling {
    /// The event is refused.
    Error,
    /// The event is admitted and reported.
    Warning,
    /// The event is admitted.
    Allowed,
}

/// When two offered fifth moves count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfferSymmetry {
    /// A motion of the plane that keeps the stones carries one to the other; edge and centre of the board do not count
    /// (design decision 8).
    #[default]
    Pattern,
    /// A symmetry of the board that keeps the stones carries one to the other, as pente.org judges.
    Board,
    /// Never: the points need only be different, as in texts that say nothing of symmetry.
    None,
}

/// The options of an [`Engine`](super::Engine).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Player 1's second stone near the centre in Pente (design decision 9): an error in rated games, a note elsewhere.
    pub tournament_rule: Ruling,
    /// Taraguchi: fifth moves offered after a swap at move 4 (design decision 6).
    pub offer_after_swap: Ruling,
    /// Pro and long pro: a second stone that does not touch the first. The Czech federation forbids it, others do not.
    pub second_not_adjacent: Ruling,
    /// Which offered fifth moves are the same.
    pub symmetry: OfferSymmetry,
    /// The largest number of fifth moves where the procedure itself sets none (Yamaguchi).
    pub most_offers: Option<u32>,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            tournament_rule: Ruling::Warning,
            offer_after_swap: Ruling::Warning,
            second_not_adjacent: Ruling::Allowed,
            symmetry: OfferSymmetry::Pattern,
            most_offers: None,
        }
    }
}

impl EngineOptions {
    /// The ruling on a limit that hangs on this knob.
    pub const fn ruling(&self, knob: Knob) -> Ruling {
        match knob {
            Knob::Always => Ruling::Error,
            Knob::TournamentRule => self.tournament_rule,
            Knob::SecondNotAdjacent => self.second_not_adjacent,
        }
    }
}
