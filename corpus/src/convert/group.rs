//! Which file a record belongs to.

use std::num::NonZeroU64;

use pentad_formats::{Field, Record};
use pentad_rules::{NamedOpening, OpeningNames, Point, Size, UNKNOWN_GAME};

use crate::{Input, Judge, JudgeOptions, named_opening};

/// What records are shared out by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitBy {
    /// A file for each record.
    Record,
    /// The opening of renju by its code, else `other`.
    Opening,
    /// The game, as the record states it.
    Rule,
    /// The year of the date.
    Year,
    /// The players: a record goes into the file of each of the two.
    Player,
    /// Their order: so many records a file.
    Count(NonZeroU64),
}

impl SplitBy {
    /// Those that a name says it all of.
    pub const NAMED: [SplitBy; 5] = [SplitBy::Record, SplitBy::Opening, SplitBy::Rule, SplitBy::Year, SplitBy::Player];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            SplitBy::Record => "record",
            SplitBy::Opening => "opening",
            SplitBy::Rule => "rule",
            SplitBy::Year => "year",
            SplitBy::Player => "player",
            SplitBy::Count(_) => "count",
        }
    }

    /// The kind with this [`SplitBy::name`]; of a count the number follows an equals sign, as `count=1000`.
    pub fn from_name(name: &str) -> Option<SplitBy> {
        match name.split_once('=') {
            Some(("count", number)) => number.parse().ok().map(SplitBy::Count),
            _ => SplitBy::NAMED.into_iter().find(|s| s.name() == name),
        }
    }
}

/// The group of records that lack what they are shared out by.
const UNKNOWN: &str = "unknown";

/// The groups of a record. `part` is its number among the lines of its record, 0 where there is only one.
pub(super) fn groups(
    by: SplitBy,
    names: Option<&OpeningNames>,
    record: &Record,
    input: &Input,
    number: u64,
    part: u64,
    judge: &mut Judge,
) -> Vec<String> {
    let one = match by {
        SplitBy::Record => {
            let name = input.file_name();
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            let stem = if matches!(stem, "" | "-") { "record" } else { stem };
            let many = input.format.is_none_or(|f| f.info().many);
            let number = if many { format!("-{number:06}") } else { String::new() };
            if part == 0 { format!("{stem}{number}") } else { format!("{stem}{number}-{part:04}") }
        }
        SplitBy::Opening => match names {
            Some(names) => named(record, names).unwrap_or("other").to_owned(),
            None => opening(record).map_or("other", |o| o.code).to_owned(),
        },
        SplitBy::Rule => rule(record, input, judge),
        // Who writes the records knows how many there were before.
        SplitBy::Count(_) => return Vec::new(),
        SplitBy::Year => {
            let date = record.get(Field::Date).unwrap_or_default();
            let year = date.get(..4).filter(|y| y.bytes().all(|b| b.is_ascii_digit()));
            year.unwrap_or(UNKNOWN).to_owned()
        }
        SplitBy::Player => {
            let name = |field| record.get(field).map(str::trim).filter(|name| !name.is_empty());
            let players = [name(Field::BlackName), name(Field::WhiteName)].map(|n| n.unwrap_or(UNKNOWN).to_owned());
            let [black, white] = players;
            return if black == white { vec![black] } else { vec![black, white] };
        }
    };
    vec![one]
}

/// The deepest named opening that a game reaches.
fn named<'n>(record: &Record, names: &'n OpeningNames) -> Option<&'n str> {
    let line = named_opening(names, record, record.size.unwrap_or(Size::RENJU))?;
    names.lines().get(line).map(|line| line.name.as_str())
}

fn opening(record: &Record) -> Option<&'static NamedOpening> {
    if !record.setup.is_empty() {
        return None;
    }
    let mut stones = record.events.iter().filter(|e| e.is_ply()).map(|e| e.point());
    let first: [Point; 3] = [stones.next()??, stones.next()??, stones.next()??];
    NamedOpening::classify(first, record.size.unwrap_or(Size::RENJU))
}

fn rule(record: &Record, input: &Input, judge: &mut Judge) -> String {
    let Some(stated) = record.get(Field::Rules) else { return UNKNOWN.to_owned() };
    let format = input.format.map_or("", |f| f.info().id);
    let game = judge.judge(record, format, &JudgeOptions::default()).game;
    if game.id == UNKNOWN_GAME.id { stated.to_owned() } else { game.id.to_string() }
}
