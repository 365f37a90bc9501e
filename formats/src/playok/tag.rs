//! What the tags mean.

use pentad_rules::Size;

use crate::Field;

/// The tags that hold a text of the record, in the order in which PlayOK writes them; others are kept as they are.
pub(super) const TEXTS: [(&str, Field); 9] = [
    ("Event", Field::Event),
    ("Site", Field::Site),
    ("Date", Field::Date),
    ("Round", Field::Round),
    ("Black", Field::BlackName),
    ("White", Field::WhiteName),
    ("Time", Field::Time),
    ("TimeControl", Field::TimeControl),
    ("BlackElo", Field::BlackRating),
];

/// Further tags with a text.
pub(super) const MORE: [(&str, Field); 3] =
    [("WhiteElo", Field::WhiteRating), ("BlackRank", Field::BlackRank), ("WhiteRank", Field::WhiteRank)];

/// The tag of the game and the board.
pub(super) const GAME_TYPE: &str = "GameType";

/// The field that a tag states.
pub(super) fn field(name: &[u8]) -> Option<Field> {
    TEXTS.iter().chain(&MORE).find(|(tag, _)| tag.as_bytes() == name).map(|&(_, field)| field)
}

/// Whether a value says that nothing is known.
pub(super) fn absent(value: &[u8]) -> bool {
    matches!(value, b"" | b"-" | b"?")
}

/// Whether the tag Site names PlayOK: it has done so in three spellings.
pub(super) fn is_site(site: &[u8]) -> bool {
    [b"PlayOK".as_slice(), b"kurnik", b"www.kurnik.pl"].iter().any(|name| site.eq_ignore_ascii_case(name))
}

/// What `61,15` says.
#[derive(Clone, Copy)]
pub(super) struct GameType {
    /// Whether the first number is one that PlayOK has for gomoku.
    pub(super) gomoku: bool,
    /// Whether it is that of gomoku as it is today, with swap2.
    pub(super) swap2: bool,
    /// The second number, as a board.
    pub(super) size: Option<Size>,
}

pub(super) fn game_type(value: &[u8]) -> Option<GameType> {
    let (kind, side) = std::str::from_utf8(value).ok()?.split_once(',')?;
    let size = side.trim().parse().ok().and_then(Size::square);
    Some(GameType { gomoku: matches!(kind.trim(), "60" | "61"), swap2: kind.trim() == "61", size })
}
