//! The table of properties: which identifiers the reader has a meaning for.

use pentad_rules::Color;

use crate::Field;

/// The root property in which pentad keeps what SGF has no property for: values `key:text`.
pub(super) const PRIVATE: &str = "PENTAD";

/// What AP says in files of ours, before the version.
pub(super) const PRODUCER: &str = "pentad";

/// What an identifier means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Property {
    /// B, W: a stone or a pass.
    Move(Color),
    /// AB, AW, AE: stones set up or taken away.
    Add(Option<Color>),
    /// PL: whose turn it is.
    Turn,
    /// C.
    Comment,
    /// LB.
    Label,
    /// A text of the header that is kept as it is.
    Text(Field),
    /// BR, WR: a rating or a rank.
    Rank(Color),
    /// FF, GM, CA, AP, SZ, RU, RE, DT, GN.
    Format,
    Game,
    Charset,
    Application,
    Size,
    Rules,
    Result,
    Date,
    Name,
    /// TE: why an engine match ended; elsewhere a tesuji.
    Termination,
    /// SC: the section, in pentedb's files.
    Section,
    /// SW: whether the players swapped (ORC).
    Swap,
    /// 5A, FA: the offered fifth moves (ORC).
    Offers,
    /// QPR, QSLW: the stones of the opening (Gomoku Quest).
    Opening,
    /// [`PRIVATE`].
    Private,
    /// Any other.
    Other,
}

impl Property {
    /// The meaning of an identifier in capitals.
    pub(super) fn of(id: &[u8]) -> Property {
        use Property::*;
        match id {
            [b'B'] => Move(Color::Black),
            [b'W'] => Move(Color::White),
            [b'C'] => Comment,
            [b'5', b'A'] => Offers,
            b"QPR" | b"QSLW" => Opening,
            [a @ b'A'..=b'Z', b @ b'A'..=b'Z'] => Pair::of(*a, *b).property(),
            _ if id == PRIVATE.as_bytes() => Private,
            _ => Other,
        }
    }

    const fn of_pair(pair: [u8; 2]) -> Property {
        use Property::*;
        match pair {
            [b'A', b'B'] => Add(Some(Color::Black)),
            [b'A', b'W'] => Add(Some(Color::White)),
            [b'A', b'E'] => Add(None),
            [b'P', b'L'] => Turn,
            [b'L', b'B'] => Label,
            [b'P', b'B'] => Text(Field::BlackName),
            [b'P', b'W'] => Text(Field::WhiteName),
            [b'E', b'V'] => Text(Field::Event),
            [b'P', b'C'] => Text(Field::Site),
            [b'R', b'O'] => Text(Field::Round),
            [b'T', b'M'] => Text(Field::TimeControl),
            [b'B', b'R'] => Rank(Color::Black),
            [b'W', b'R'] => Rank(Color::White),
            [b'F', b'F'] => Format,
            [b'G', b'M'] => Game,
            [b'C', b'A'] => Charset,
            [b'A', b'P'] => Application,
            [b'S', b'Z'] => Size,
            [b'R', b'U'] => Rules,
            [b'R', b'E'] => Result,
            [b'D', b'T'] => Date,
            [b'G', b'N'] => Name,
            [b'T', b'E'] => Termination,
            [b'S', b'C'] => Section,
            [b'S', b'W'] => Swap,
            [b'F', b'A'] => Offers,
            _ => Other,
        }
    }

    /// Whether it belongs to the header: it may stand before the first move only.
    pub(super) const fn is_header(self) -> bool {
        !matches!(
            self,
            Property::Move(_)
                | Property::Add(_)
                | Property::Turn
                | Property::Comment
                | Property::Label
                | Property::Opening
                | Property::Private
                | Property::Other
        )
    }
}

/// An identifier of two capitals, as a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair(u16);

impl Pair {
    /// How many there are.
    pub(super) const COUNT: usize = 26 * 26;

    const PROPERTIES: [Property; Pair::COUNT] = {
        let mut all = [Property::Other; Pair::COUNT];
        let mut n = 0;
        while n < all.len() {
            all[n] = Property::of_pair([b'A' + (n / 26) as u8, b'A' + (n % 26) as u8]);
            n += 1;
        }
        all
    };

    /// The pair of two capitals.
    #[inline]
    pub(super) const fn of(first: u8, second: u8) -> Pair {
        Pair((first - b'A') as u16 * 26 + (second - b'A') as u16)
    }

    /// What the identifier means.
    #[inline]
    pub(super) fn property(self) -> Property {
        static PROPERTIES: [Property; Pair::COUNT] = Pair::PROPERTIES;
        PROPERTIES.get(self.index()).copied().unwrap_or(Property::Other)
    }

    /// A number below [`Pair::COUNT`].
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}
