//! The kinds of duplicates.

/// In which way records are duplicates of each other. The first three are steps of one ladder: each holds where the one before it holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// The same bytes, white space around them not counted.
    SameBytes,
    /// The same stones and passes in the same order, on the same board, under the same rules.
    SameMoves,
    /// The same up to a symmetry of the board, and where a turn has several stones, up to their order in it.
    SameGame,
    /// All moves of one are the first moves of the other, up to symmetry.
    Contained,
    /// The same players on the same day, and a few moves differ.
    Near,
    /// The same stones up to symmetry, laid in another order.
    SameStones,
    /// The same game, of which the records state what cannot both be true.
    Conflict,
}

impl Kind {
    /// All kinds, in the order in which groups are looked for.
    pub const ALL: [Kind; 7] = [
        Kind::SameBytes,
        Kind::SameMoves,
        Kind::SameGame,
        Kind::Contained,
        Kind::Near,
        Kind::SameStones,
        Kind::Conflict,
    ];

    /// The name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::SameBytes => "same-bytes",
            Kind::SameMoves => "same-moves",
            Kind::SameGame => "same-game",
            Kind::Contained => "contained",
            Kind::Near => "near",
            Kind::SameStones => "same-stones",
            Kind::Conflict => "conflict",
        }
    }

    /// The kind with this [`Kind::name`].
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    pub(super) fn from_number(number: u8) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| *kind as u8 == number)
    }
}

/// Which kinds are looked for.
///
/// ```
/// use pentad_corpus::duplicate::{Kind, Kinds};
/// let kinds: Kinds = [Kind::SameMoves, Kind::Near].into_iter().collect();
/// assert!(kinds.contains(Kind::Near) && !kinds.contains(Kind::Contained));
/// assert_eq!(kinds.ladder(), Some(Kind::SameMoves));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds(u8);

impl Kinds {
    /// All of them.
    pub const ALL: Kinds = Kinds(0x7F);
    /// The same game, bytes and moves included.
    pub const SAME_GAME: Kinds = Kinds(0x07);

    /// Whether the kind is looked for.
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind as u8 & 1 != 0
    }

    /// The weakest step of the ladder that is looked for. Records that contradict each other are looked for among those of the same game.
    pub fn ladder(self) -> Option<Kind> {
        if self.contains(Kind::Conflict) {
            return Some(Kind::SameGame);
        }
        [Kind::SameGame, Kind::SameMoves, Kind::SameBytes].into_iter().find(|kind| self.contains(*kind))
    }

    /// Whether a group on a step of the ladder is to be shown: each step includes those before it.
    pub(super) fn shows(self, kind: Kind, conflict: bool) -> bool {
        let step = [Kind::SameGame, Kind::SameMoves, Kind::SameBytes].into_iter().find(|kind| self.contains(*kind));
        step.is_some_and(|step| kind <= step) || conflict && self.contains(Kind::Conflict)
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<T: IntoIterator<Item = Kind>>(kinds: T) -> Kinds {
        Kinds(kinds.into_iter().fold(0, |bits, kind| bits | 1 << kind as u8))
    }
}
