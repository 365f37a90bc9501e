//! Fouls of renju: overline, double-four and double-three, exactly as the rules of the Renju International Federation
//! (sections 3 and 9 of "The International Rules of Renju") define them, to any depth.
//!
//! The terms, in short. A *five* is an unbroken row of exactly five. A *four* is four stones of one line that one more
//! stone turns into a five. A *straight four* is an unbroken four that can become a five at both ends. A *three* is
//! three stones that one more stone turns into a straight four without making a five at the same time. A three counts
//! towards a double-three only if that stone may really be laid: it must be no foul itself, which is asked with the
//! same rule after the first stone has been put in the mind (9.3, where the ways out are read jointly: the point must
//! be free of all three fouls). No cap on that depth is permitted, and none is needed, as each step adds a stone.

mod proof;
mod scan;
mod search;
mod story;
mod window;

pub use proof::{FollowUp, Four, Proof, Reason, Three, prove};
pub use scan::{PointSurvey, forbidden_points};

use crate::{Board, Color, Point};
use window::Window;

/// A way to lay a stone that the rules may prohibit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Foul {
    /// Two or more threes through the stone that may all be made straight fours.
    DoubleThree,
    /// Two or more fours through the stone, in one line or in several.
    DoubleFour,
    /// An unbroken row of six or more.
    Overline,
}

impl Foul {
    /// All kinds, in the order of everything that lists them.
    pub const ALL: [Foul; 3] = [Foul::DoubleThree, Foul::DoubleFour, Foul::Overline];

    /// `double-three`, `double-four` or `overline`.
    pub const fn name(self) -> &'static str {
        match self {
            Foul::DoubleThree => "double-three",
            Foul::DoubleFour => "double-four",
            Foul::Overline => "overline",
        }
    }

    /// The kind with this [`Foul::name`].
    pub fn from_name(name: &str) -> Option<Foul> {
        Foul::ALL.into_iter().find(|f| f.name() == name)
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A set of kinds of fouls.
///
/// ```
/// use pentad_rules::{Foul, Fouls};
/// let two: Fouls = [Foul::Overline, Foul::DoubleThree].into_iter().collect();
/// assert_eq!(two.iter().map(Foul::name).collect::<Vec<_>>(), ["double-three", "overline"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Fouls(u8);

impl Fouls {
    /// No foul.
    pub const NONE: Fouls = Fouls(0);
    /// All three kinds: what renju prohibits to Black.
    pub const ALL: Fouls = Fouls(0b111);

    /// One kind.
    pub const fn one(foul: Foul) -> Fouls {
        Fouls(foul.bit())
    }

    /// Whether the kind is in the set.
    #[inline]
    pub const fn contains(self, foul: Foul) -> bool {
        self.0 & foul.bit() != 0
    }

    /// Adds a kind.
    #[inline]
    pub const fn insert(&mut self, foul: Foul) {
        self.0 |= foul.bit();
    }

    /// The kinds, double-three first, then double-four, then overline.
    pub fn iter(self) -> impl Iterator<Item = Foul> {
        Foul::ALL.into_iter().filter(move |&f| self.contains(f))
    }

    /// Whether no kind is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds that are in both sets.
    #[inline]
    const fn and(self, other: Fouls) -> Fouls {
        Fouls(self.0 & other.0)
    }
}

impl FromIterator<Foul> for Fouls {
    fn from_iter<I: IntoIterator<Item = Foul>>(kinds: I) -> Fouls {
        let mut set = Fouls::NONE;
        kinds.into_iter().for_each(|f| set.insert(f));
        set
    }
}

impl std::fmt::Debug for Fouls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// What a stone on an empty point would be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Attempt {
    /// The stone makes an unbroken row of exactly five.
    pub five: bool,
    /// The prohibited kinds that hold, each judged on its own; empty when the stone makes a five, which beats every
    /// foul (9.2).
    pub fouls: Fouls,
}

impl Attempt {
    /// A five and nothing else to say.
    const FIVE: Attempt = Attempt { five: true, fouls: Fouls::NONE };

    /// Whether the stone may be laid.
    #[inline]
    pub const fn is_allowed(self) -> bool {
        self.fouls.is_empty()
    }
}

/// What a stone of `color` on the empty point `point` would be, when the kinds `banned` are prohibited to that colour.
///
/// With [`Fouls::ALL`] for Black it is exact renju. A kind that is not banned is neither reported nor counted against a
/// stone that makes a three a straight four. The board is the same afterwards; it is lent for writing because stones
/// are put on it in the mind. On a point that is not empty or not on the board the answer is [`Attempt::default`].
///
/// ```
/// use pentad_rules::{Board, Color, Coords, Foul, Fouls, Point, Size, attempt};
/// let at = |text| Point::parse(text, Coords::WithI).unwrap();
/// let mut board = Board::new(Size::RENJU);
/// for stone in ["f8", "g8", "h6", "h7"] {
///     board.place(at(stone), Color::Black);
/// }
/// let h8 = attempt(&mut board, at("h8"), Color::Black, Fouls::ALL);
/// assert_eq!(h8.fouls.iter().collect::<Vec<_>>(), [Foul::DoubleThree]);
/// assert!(attempt(&mut board, at("h8"), Color::Black, Fouls::NONE).is_allowed());
/// ```
#[inline]
pub fn attempt(board: &mut Board, point: Point, color: Color, banned: Fouls) -> Attempt {
    let window = Window::read(board, point, color);
    if window.is_plain() { Attempt::default() } else { suspect(board, point, color, banned, window) }
}

/// The rest of [`attempt`] for the few stones that make a five or look like a foul.
#[inline(never)]
fn suspect(board: &mut Board, point: Point, color: Color, banned: Fouls, window: Window) -> Attempt {
    if !board.is_empty(point) {
        return Attempt::default();
    }
    if window.makes_five() {
        return Attempt::FIVE;
    }
    let mut fouls = Fouls::NONE;
    if window.makes_overline() {
        fouls.insert(Foul::Overline);
    }
    if window.makes_double_four() {
        fouls.insert(Foul::DoubleFour);
    }
    fouls = fouls.and(banned);
    if banned.contains(Foul::DoubleThree) && search::is_double_three(board, point, color, banned, window) {
        fouls.insert(Foul::DoubleThree);
    }
    Attempt { five: false, fouls }
}
