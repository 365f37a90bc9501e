//! Which of several duplicates stays.

use std::cmp::Reverse;

use super::Details;

/// Which record of a group stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeping {
    /// The first in the order of the input.
    First,
    /// The one with the most plies, then the first.
    Longest,
    /// The one without warnings and errors; of several the one with the most fields filled in, then the most comments, the most variations,
    /// the most plies, then the first.
    Best,
}

impl Keeping {
    /// All, in the order of the help.
    pub const ALL: [Keeping; 3] = [Keeping::First, Keeping::Longest, Keeping::Best];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Keeping::First => "first",
            Keeping::Longest => "longest",
            Keeping::Best => "best",
        }
    }

    /// The one with this [`Keeping::name`].
    pub fn from_name(name: &str) -> Option<Keeping> {
        Keeping::ALL.into_iter().find(|keeping| keeping.name() == name)
    }

    /// What records are sorted by, the one that stays first. Records of the database (`known`) go before all others.
    pub(super) fn rank(self, details: &Details, known: u64) -> impl Ord + use<> {
        let first = (Reverse(false), Reverse(0), Reverse(0), Reverse(0), Reverse(0));
        let rank = match self {
            Keeping::First => first,
            Keeping::Longest => (Reverse(false), Reverse(0), Reverse(0), Reverse(0), Reverse(details.plies)),
            Keeping::Best => (
                Reverse(details.sound),
                Reverse(details.filled),
                Reverse(details.comments),
                Reverse(details.variations),
                Reverse(details.plies),
            ),
        };
        (details.number >= known, rank, details.number)
    }
}
