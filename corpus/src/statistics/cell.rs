//! Where a count belongs: the keys of the rows that statistics are made of. `docs/partials.md` has the bytes.
//!
//! A key begins with its section and is never the beginning of another one. Games are counted by the number of their plies, so that a
//! median can be told of any sum of them.

use pentad_rules::{Color, Point, Size};

use super::{First, Group};
use crate::aggregate::{MAX_PLIES, POSITION, Row, line_len};

/// Records and games that are counted for themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Tallied {
    /// Records and files that could not be read.
    Unreadable,
    /// Records that the query and the filters leave out.
    LeftOut,
    /// Records of which it is not known whether these take them.
    Undecided,
    /// Games lettered with i, and without.
    WithI,
    SkipI,
    /// Games that do not count for ratings, and why.
    NoPlayers,
    OnePlayer,
    NoResult,
    NoDate,
    /// A player's game against an opponent without a rating.
    NoRating,
}

impl Tallied {
    pub(super) const ALL: [Tallied; 10] = [
        Tallied::Unreadable,
        Tallied::LeftOut,
        Tallied::Undecided,
        Tallied::WithI,
        Tallied::SkipI,
        Tallied::NoPlayers,
        Tallied::OnePlayer,
        Tallied::NoResult,
        Tallied::NoDate,
        Tallied::NoRating,
    ];
}

const TALLIED: u8 = 0;
const TOTAL: u8 = 1;
const OPENING: u8 = 2;
const NAME: u8 = 3;
const NEXT: u8 = 4;
const GROUP: u8 = 5;
const PAIRING: u8 = 7;
const RATED: u8 = 8;

/// Black wins, draws, White wins, unknown results; the player whose games they are had Black, had White; games with a foul, with a
/// double-three, a double-four, an overline.
pub(super) const OF_GAMES: usize = 10;
/// Black wins, draws, White wins, unknown results.
pub(super) const OF_RESULTS: usize = 4;

/// The place of a result among the counts; `first` is whose wins stand first.
pub(super) fn place_of(result: Option<Option<Color>>, first: Color) -> usize {
    match result {
        Some(Some(winner)) if winner == first => 0,
        Some(None) => 1,
        Some(Some(_)) => 2,
        None => 3,
    }
}

/// What a row counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Cell<'k> {
    Tallied(Tallied),
    /// Games of so many plies of one group.
    Games {
        group: &'k [u8],
        plies: u32,
    },
    Position {
        depth: u8,
        family: u8,
        size: Size,
    },
    Pairing {
        period: u32,
        black: &'k str,
        white: &'k str,
    },
    Rated(&'k str),
}

/// The group whose games are counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Games {
    Total,
    Opening(Size, First),
    /// The place in a table of named openings.
    Name(Size, Option<usize>),
    Next(Size, Option<Point>),
    Group(Group),
}

/// Ends a text: no byte of UTF-8.
const TEXT_END: u8 = 0xFF;
const NO_NAME: u32 = u32::MAX;

/// Builds keys in one piece of memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys(Vec<u8>);

impl Keys {
    fn begin(&mut self, section: u8) -> &mut Vec<u8> {
        self.0.clear();
        self.0.push(section);
        &mut self.0
    }

    pub(super) fn tallied(&mut self, what: Tallied) -> &[u8] {
        let key = self.begin(TALLIED);
        key.push(what as u8);
        key
    }

    pub(super) fn total(&mut self, plies: u32) -> &[u8] {
        self.begin(TOTAL);
        self.plies(plies)
    }

    pub(super) fn opening(&mut self, size: Size, first: First, plies: u32) -> &[u8] {
        let key = self.begin(OPENING);
        key.extend_from_slice(&[size.width(), size.height()]);
        first.iter().for_each(|&p| key.extend_from_slice(&point_code(p).to_be_bytes()));
        self.plies(plies)
    }

    pub(super) fn name(&mut self, size: Size, name: Option<usize>, plies: u32) -> &[u8] {
        let key = self.begin(NAME);
        key.extend_from_slice(&[size.width(), size.height()]);
        let name = name.and_then(|name| u32::try_from(name).ok()).unwrap_or(NO_NAME);
        key.extend_from_slice(&name.to_be_bytes());
        self.plies(plies)
    }

    pub(super) fn next(&mut self, size: Size, next: Option<Point>, plies: u32) -> &[u8] {
        let key = self.begin(NEXT);
        key.extend_from_slice(&[size.width(), size.height()]);
        key.extend_from_slice(&point_code(next).to_be_bytes());
        self.plies(plies)
    }

    pub(super) fn group(&mut self, values: impl Iterator<Item = Option<String>>, plies: u32) -> &[u8] {
        let key = self.begin(GROUP);
        for value in values {
            key.push(u8::from(value.is_some()));
            if let Some(text) = value {
                push_text(key, &text);
            }
        }
        // No flag of a value: the values end.
        key.push(2);
        self.plies(plies)
    }

    fn plies(&mut self, plies: u32) -> &[u8] {
        self.0.extend_from_slice(&plies.to_be_bytes());
        &self.0
    }

    pub(super) fn pairing(&mut self, period: u32, black: &str, white: &str) -> &[u8] {
        let key = self.begin(PAIRING);
        key.extend_from_slice(&period.to_be_bytes());
        push_text(key, black);
        push_text(key, white);
        key
    }

    pub(super) fn rated(&mut self, player: &str) -> &[u8] {
        let key = self.begin(RATED);
        push_text(key, player);
        key
    }
}

fn push_text(key: &mut Vec<u8>, text: &str) {
    key.extend_from_slice(text.as_bytes());
    key.push(TEXT_END);
}

/// 0 for none, else one more than the index.
pub(super) fn point_code(point: Option<Point>) -> u16 {
    point.map_or(0, |p| p.index() as u16 + 1)
}

/// The point of a code; `None` of what is no code.
pub(super) fn point_of(code: u16) -> Option<Option<Point>> {
    match code {
        0 => Some(None),
        _ => Point::from_index(usize::from(code) - 1).map(Some),
    }
}

/// Takes the parts of a key off its front.
struct Parts<'k>(&'k [u8]);

impl<'k> Parts<'k> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn size(&mut self) -> Option<Size> {
        let [width, height] = self.array()?;
        Size::new(width, height)
    }

    fn point(&mut self) -> Option<Option<Point>> {
        point_of(u16::from_be_bytes(self.array()?))
    }

    fn text(&mut self) -> Option<&'k str> {
        let end = memchr::memchr(TEXT_END, self.0)?;
        let text = std::str::from_utf8(&self.0[..end]).ok()?;
        self.0 = &self.0[end + 1..];
        Some(text)
    }
}

impl<'k> Cell<'k> {
    /// What a row counts; `None` of what no pentad wrote.
    pub(super) fn of(row: &'k Row) -> Option<Cell<'k>> {
        let mut parts = Parts(&row.key);
        let (cell, counts, line) = match parts.byte()? {
            TALLIED => (Cell::Tallied(*Tallied::ALL.get(usize::from(parts.byte()?))?), 1, 0),
            TOTAL..=GROUP => {
                let (group, plies) = row.key.split_last_chunk::<4>()?;
                parts.0 = &[];
                (Cell::Games { group, plies: u32::from_be_bytes(*plies) }, OF_GAMES, 0)
            }
            POSITION => {
                let ([depth, family], size) = (parts.array()?, parts.size()?);
                let _: [u8; 16] = parts.array()?;
                if !(1..=MAX_PLIES).contains(&depth) {
                    return None;
                }
                (Cell::Position { depth, family, size }, OF_RESULTS, line_len(depth))
            }
            PAIRING => {
                let period = u32::from_be_bytes(parts.array()?);
                (Cell::Pairing { period, black: parts.text()?, white: parts.text()? }, OF_RESULTS, 0)
            }
            RATED => (Cell::Rated(parts.text()?), OF_RESULTS, 0),
            _ => return None,
        };
        (parts.0.is_empty() && row.counts().len() == counts && row.line.len() == line).then_some(cell)
    }
}

impl Games {
    /// The group of a key without its plies.
    pub(super) fn of(group: &[u8]) -> Option<Games> {
        let mut parts = Parts(group);
        let games = match parts.byte()? {
            TOTAL => Games::Total,
            OPENING => Games::Opening(parts.size()?, [parts.point()?, parts.point()?, parts.point()?]),
            NAME => {
                let (size, name) = (parts.size()?, u32::from_be_bytes(parts.array()?));
                Games::Name(size, (name != NO_NAME).then_some(name as usize))
            }
            NEXT => Games::Next(parts.size()?, parts.point()?),
            GROUP => {
                let mut values = Vec::new();
                loop {
                    match parts.byte()? {
                        0 => values.push(None),
                        1 => values.push(Some(parts.text()?.to_owned())),
                        2 => break,
                        _ => return None,
                    }
                }
                Games::Group(values)
            }
            _ => return None,
        };
        parts.0.is_empty().then_some(games)
    }
}

/// Whether a row is one that pentad writes.
pub(super) fn is_sound(row: &Row) -> bool {
    match Cell::of(row) {
        Some(Cell::Games { group, .. }) => Games::of(group).is_some(),
        Some(Cell::Position { depth, .. }) => super::position::unpack(&row.line, depth).is_some(),
        other => other.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_back_and_none_begins_another() {
        let (size, at) = (Size::RENJU, |i| Point::from_index(i));
        let groups = [
            Games::Total,
            Games::Opening(size, [at(0), None, at(831)]),
            Games::Name(size, Some(7)),
            Games::Name(size, None),
            Games::Next(size, None),
            Games::Next(size, at(3)),
            Games::Group(vec![]),
            Games::Group(vec![None]),
            Games::Group(vec![Some(String::new())]),
            Games::Group(vec![Some("a\u{0}".to_owned()), None]),
            Games::Group(vec![Some("a".to_owned()), Some("b".to_owned())]),
        ];
        let mut keys: Vec<Vec<u8>> = Vec::new();
        for group in groups {
            let mut all = Keys::default();
            let key = match group.clone() {
                Games::Total => all.total(9),
                Games::Opening(size, first) => all.opening(size, first, 9),
                Games::Name(size, name) => all.name(size, name, 9),
                Games::Next(size, next) => all.next(size, next, 9),
                Games::Group(values) => all.group(values.into_iter(), 9),
            };
            assert_eq!(Games::of(&key[..key.len() - 4]), Some(group));
            keys.push(key.to_vec());
        }
        keys.push(Keys::default().rated("a").to_vec());
        keys.push(Keys::default().rated("ab").to_vec());
        keys.push(Keys::default().pairing(1, "a", "b").to_vec());
        keys.push(Keys::default().pairing(1, "a", "").to_vec());
        for (i, one) in keys.iter().enumerate() {
            assert!(keys.iter().enumerate().all(|(j, other)| i == j || !other.starts_with(one)));
        }
    }
}
