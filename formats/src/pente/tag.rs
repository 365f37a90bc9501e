//! Tags: `[Key "value"]`, one a line.

use crate::{Field, PartialDate, Record, Score};

/// The tags that the format gives a meaning to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    /// The value is a field's text.
    Text(Field),
    /// A field of which 0 means that it is not known.
    Rating(Field),
    Date,
    Rated,
    Result,
    Swapped,
    BoardSize,
    /// Kept as it is.
    Other,
}

/// The name of the tag that says whether player 2 swapped (D-Pente only).
pub(super) const SWAPPED: &str = "Player's Swapped?";
/// The name of the tag for boards of other sizes.
pub(crate) const BOARD_SIZE: &str = "BoardSize";
/// The tags that say who is a program.
pub(super) const TYPES: [&str; 2] = ["Player 1 Type", "Player 2 Type"];

impl Tag {
    pub(super) fn of(name: &[u8]) -> Tag {
        match name {
            b"Game" | b"GameType" => Tag::Text(Field::Rules),
            b"Site" => Tag::Text(Field::Site),
            b"Event" => Tag::Text(Field::Event),
            b"Round" => Tag::Text(Field::Round),
            b"Section" => Tag::Text(Field::Section),
            b"Date" => Tag::Date,
            b"Time" => Tag::Text(Field::Time),
            b"TimeControl" => Tag::Text(Field::TimeControl),
            b"Rated" => Tag::Rated,
            b"Player 1 Name" | b"White" => Tag::Text(Field::BlackName),
            b"Player 2 Name" | b"Black" => Tag::Text(Field::WhiteName),
            b"Player 1 Rating" | b"WhiteRating" => Tag::Rating(Field::BlackRating),
            b"Player 2 Rating" | b"BlackRating" => Tag::Rating(Field::WhiteRating),
            b"Result" => Tag::Result,
            b"Player's Swapped?" => Tag::Swapped,
            b"BoardSize" => Tag::BoardSize,
            _ => Tag::Other,
        }
    }

    /// A number for each meaning, below 32.
    pub(super) fn bit(self) -> u32 {
        match self {
            Tag::Text(field) | Tag::Rating(field) => 1 << (field as u32),
            Tag::Date => 1 << (Field::Date as u32),
            Tag::Rated => 1 << 28,
            Tag::Result => 1 << 29,
            Tag::Swapped => 1 << 30,
            Tag::BoardSize => 1 << 31,
            Tag::Other => 0,
        }
    }
}

/// The tags in the order in which pente.org writes them.
const ORDER: [&[u8]; 16] = [
    b"Game",
    b"Site",
    b"Event",
    b"Round",
    b"Section",
    b"Date",
    b"Time",
    b"TimeControl",
    b"Rated",
    b"Player 1 Name",
    b"Player 2 Name",
    b"Player 1 Rating",
    b"Player 2 Rating",
    b"Player 1 Type",
    b"Player 2 Type",
    b"Result",
];

/// Their meanings.
const MEANINGS: [Tag; 16] = [
    Tag::Text(Field::Rules),
    Tag::Text(Field::Site),
    Tag::Text(Field::Event),
    Tag::Text(Field::Round),
    Tag::Text(Field::Section),
    Tag::Date,
    Tag::Text(Field::Time),
    Tag::Text(Field::TimeControl),
    Tag::Rated,
    Tag::Text(Field::BlackName),
    Tag::Text(Field::WhiteName),
    Tag::Rating(Field::BlackRating),
    Tag::Rating(Field::WhiteRating),
    Tag::Other,
    Tag::Other,
    Tag::Result,
];

/// The meaning of the `nth` tag of a record: one comparison where the tags come in the usual order.
#[inline]
pub(super) fn nth(n: usize, name: &[u8]) -> Tag {
    match ORDER.get(n) {
        Some(&expected) if expected == name => MEANINGS[n],
        _ => Tag::of(name),
    }
}

/// Whether a value says that nothing is known.
pub(super) fn absent(value: &[u8], rating: bool) -> bool {
    matches!(value, b"" | b"-" | b"?") || rating && value == b"0"
}

/// `02/28/2011` as `2011-02-28`, without allocating; `None` for anything else.
pub(super) fn american(value: &[u8]) -> Option<[u8; 10]> {
    let &[m1, m2, b'/', d1, d2, b'/', y1, y2, y3, y4] = value else { return None };
    let digits = [m1, m2, d1, d2, y1, y2, y3, y4];
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let two = |a: u8, b: u8| (a - b'0') * 10 + (b - b'0');
    let year = u16::from(two(y1, y2)) * 100 + u16::from(two(y3, y4));
    PartialDate::new(year, Some(two(m1, m2)), Some(two(d1, d2)))?;
    Some([y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2])
}

/// What a result says. The first number is player 1's, who laid the first stone: Black in a record.
pub(super) fn score(text: &[u8]) -> Option<Score> {
    match text {
        b"1-0" => Some(Score::Black),
        b"0-1" => Some(Score::White),
        b"1/2-1/2" | b"1/2" | b"0-0" => Some(Score::Draw),
        b"?" | b"*" => Some(Score::Unknown),
        _ => None,
    }
}

/// The word for a result.
pub(super) fn result_text(score: Option<Score>) -> &'static str {
    score.filter(|&s| s != Score::Unknown).map_or("?", Score::text)
}

/// The names under which pente.org plays its games.
pub(super) const GAMES: [&str; 12] = [
    "Pente",
    "Keryo-Pente",
    "Gomoku",
    "D-Pente",
    "G-Pente",
    "Poof-Pente",
    "Connect6",
    "Boat-Pente",
    "DK-Pente",
    "O-Pente",
    "Swap2-Pente",
    "Swap2-Keryo",
];

/// The name of a game without `Speed ` and `Turn-based `.
pub(super) fn game(rules: &str) -> &str {
    let rules = rules.trim();
    let cut = |prefix: &str| {
        let head = rules.get(..prefix.len())?;
        head.eq_ignore_ascii_case(prefix).then(|| rules[prefix.len()..].trim_start())
    };
    cut("speed ").or_else(|| cut("turn-based ")).unwrap_or(rules)
}

/// Whether colours may change hands in this game, so that the text leaves open whose final colour a name has.
pub(super) fn swaps(rules: &str) -> bool {
    ["dpente", "dkpente", "opente", "swap2pente", "swap2keryo", "swap2keryopente"].iter().any(|g| same_game(rules, g))
}

/// Whether a record names a site that is not pente.org, so that its letters may be others.
pub(super) fn other_site(record: &Record) -> bool {
    record.get(Field::Site).is_some_and(|site| !site.eq_ignore_ascii_case("pente.org"))
}

/// Whether the text says if player 2 swapped.
pub(super) fn tells_swap(rules: &str) -> bool {
    same_game(rules, "dpente")
}

/// Whether a game's name has these letters and digits, whatever the case and what stands between them.
fn same_game(rules: &str, letters: &str) -> bool {
    let plain = game(rules).bytes().filter(u8::is_ascii_alphanumeric).map(|b| b.to_ascii_lowercase());
    plain.eq(letters.bytes())
}
