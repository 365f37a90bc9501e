//! The facts that a record lacks.

/// The facts that a bare list of stones cannot show and the procedure needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Missing(u8);

impl Missing {
    /// Nothing is missing.
    pub const NONE: Missing = Missing(0);
    /// Whether a swap was taken.
    pub const SWAP: Missing = Missing(1);
    /// How many fifth moves were declared.
    pub const DECLARE: Missing = Missing(2);
    /// Which fifth moves were offered.
    pub const OFFER: Missing = Missing(4);
    /// That the fifth stone was chosen.
    pub const CHOOSE: Missing = Missing(8);
    /// Which colour was chosen.
    pub const CHOICE: Missing = Missing(16);

    const NAMES: [(Missing, &'static str); 5] = [
        (Missing::SWAP, "swap"),
        (Missing::DECLARE, "declare"),
        (Missing::OFFER, "offer"),
        (Missing::CHOOSE, "choose"),
        (Missing::CHOICE, "choice"),
    ];

    /// Whether nothing is missing.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all facts of `other` are missing.
    pub const fn contains(self, other: Missing) -> bool {
        self.0 & other.0 == other.0
    }

    /// The names of the missing facts: those of the events that would state them.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Missing::NAMES.into_iter().filter(move |(fact, _)| self.contains(*fact)).map(|(_, name)| name)
    }

    pub(super) const fn with(self, other: Missing) -> Missing {
        Missing(self.0 | other.0)
    }
}
