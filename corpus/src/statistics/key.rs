//! By what games are grouped.

use std::fmt;

/// A property of games to group them by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Key {
    /// Which of the 26 openings of renju.
    Opening,
    /// The name in a user's table of openings.
    Name,
    /// The opening procedure.
    Procedure,
    /// Which way the procedure went: stone or offers (Taraguchi), the choices of swap2.
    Branch,
    /// After which moves the colours were swapped.
    Swap,
    /// How many fifth moves were offered.
    Offers,
    /// Which of the fifth moves offered was chosen.
    Fifth,
    /// The game.
    Rules,
    /// The year.
    Year,
    /// The event.
    Event,
    /// Each of the two players; wins and losses are then the player's.
    Player,
    /// The two players, the first of them by name; wins and losses are then that player's.
    Pair,
    /// The rating bands of Black and White.
    Rating,
    /// The classes of the two players, by a list of names.
    Class,
    /// Who won.
    Result,
    /// How the game ended on the board.
    End,
    /// The reason that the record states.
    Reason,
    /// How the game ended: by what the board proves, with the kind of a foul, else by the reason that the record states.
    Ending,
    /// Which kinds of fouls came on the board, claimed or not.
    Foul,
    /// The first so many plies, folded by symmetry.
    First(u8),
}

const NAMES: [(Key, &str); 19] = [
    (Key::Opening, "opening"),
    (Key::Name, "opening-name"),
    (Key::Procedure, "opening-rule"),
    (Key::Branch, "branch"),
    (Key::Swap, "swap"),
    (Key::Offers, "offers"),
    (Key::Fifth, "fifth"),
    (Key::Rules, "rules"),
    (Key::Year, "year"),
    (Key::Event, "event"),
    (Key::Player, "player"),
    (Key::Pair, "pair"),
    (Key::Rating, "rating"),
    (Key::Class, "player-class"),
    (Key::Result, "result"),
    (Key::End, "end"),
    (Key::Reason, "reason"),
    (Key::Ending, "ending"),
    (Key::Foul, "foul"),
];

/// The most plies of [`Key::First`].
const DEEPEST: u8 = 60;

impl Key {
    /// The key with this name; `first-4` are the first four plies.
    pub fn parse(text: &str) -> Option<Key> {
        if let Some(plies) = text.strip_prefix("first-") {
            return plies.parse().ok().filter(|n| (1..=DEEPEST).contains(n)).map(Key::First);
        }
        NAMES.iter().find(|(_, name)| *name == text).map(|(key, _)| *key)
    }

    /// All names, for messages.
    pub fn names() -> String {
        let names: Vec<_> = NAMES.iter().map(|(_, name)| *name).chain(["first-N"]).collect();
        names.join(", ")
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::First(plies) => write!(f, "first-{plies}"),
            key => f.write_str(NAMES.iter().find(|(k, _)| k == key).map_or("", |(_, name)| name)),
        }
    }
}
