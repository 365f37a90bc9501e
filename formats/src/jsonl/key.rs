//! The keys of a record, in the order in which they are written.

use crate::Field;

macro_rules! keys {
    ($($variant:ident $name:literal,)*) => {
        /// A key at the top of a record.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Key { $($variant,)* }

        impl Key {
            /// How many there are.
            pub(super) const COUNT: usize = Key::ALL.len();

            const ALL: &[Key] = &[$(Key::$variant),*];

            pub(super) const fn name(self) -> &'static str {
                match self { $(Key::$variant => $name,)* }
            }

            /// The key with this name. The search starts at number `first`: keys mostly come in order.
            #[inline]
            pub(super) fn find_from(first: usize, name: &str) -> Option<Key> {
                let (before, after) = Key::ALL.split_at(first.min(Key::COUNT));
                after.iter().chain(before).copied().find(|k| k.name() == name)
            }
        }
    };
}

keys! {
    Pentad "pentad",
    Id "id",
    Rules "rules",
    Opening "opening",
    Size "size",
    Coords "coords",
    Prefix "prefix",
    Black "black",
    White "white",
    Names "names",
    Opener "opener",
    Event "event",
    Site "site",
    Section "section",
    Round "round",
    Date "date",
    Time "time",
    TimeControl "time_control",
    Rated "rated",
    Result "result",
    OtherResult "other_result",
    Reason "reason",
    Official "official",
    Paint "paint",
    SelfEnding "self_ending",
    Incomplete "incomplete",
    TellsProcedure "tells_procedure",
    Setup "setup",
    Moves "moves",
    Events "events",
    Comments "comments",
    Labels "labels",
    TimesMs "times_ms",
    Tree "tree",
    Extra "extra",
    Raw "raw",
}

/// The keys that hold one text each.
pub(super) const TEXTS: [(Key, Field); 10] = [
    (Key::Id, Field::Id),
    (Key::Rules, Field::Rules),
    (Key::Opening, Field::Opening),
    (Key::Event, Field::Event),
    (Key::Site, Field::Site),
    (Key::Section, Field::Section),
    (Key::Round, Field::Round),
    (Key::Date, Field::Date),
    (Key::Time, Field::Time),
    (Key::TimeControl, Field::TimeControl),
];

/// What is said of a player: the key below `black` and `white`, and the fields.
pub(super) const PLAYER: [(&str, Field, Field); 4] = [
    ("name", Field::BlackName, Field::WhiteName),
    ("rating", Field::BlackRating, Field::WhiteRating),
    ("rank", Field::BlackRank, Field::WhiteRank),
    ("country", Field::BlackCountry, Field::WhiteCountry),
];
