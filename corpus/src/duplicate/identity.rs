//! What two records must have in common before their moves are compared.

use std::fmt::Write as _;

use pentad_formats::{Field, PartialDate, Record};
use pentad_rules::Color;

use super::Details;
use crate::Judgement;

/// Writes the board, the game, and whose turn it is where the moves begin. Set-up stones are told with the moves, since they turn with them.
pub(super) fn identity(record: &Record, judgement: &Judgement, out: &mut String) {
    out.clear();
    let _ = write!(out, "{} ", judgement.size);
    match record.get(Field::Rules).filter(|_| !judgement.game.rules.known) {
        // Rules that nobody knows are the same if they are called the same.
        Some(stated) => out.push_str(stated.trim()),
        None => out.push_str(&judgement.game.id),
    }
    if !record.setup.is_empty_board() {
        let [black, white] = record.setup.captured;
        let due = record.setup.due().map_or("?", Color::name);
        let stones = record.setup.black.len() + record.setup.white.len();
        let _ = write!(out, " set up {stones} {due} {black} {white}");
    }
}

/// Names of players as they are compared: without case, and white space but single blanks between words.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.extend(word.chars().flat_map(char::to_lowercase));
    }
    plain
}

/// Both players and the day of a record, where all are known.
pub(super) fn players_and_day(record: &Record) -> Option<String> {
    together(record.get(Field::BlackName)?, record.get(Field::WhiteName)?, record.get(Field::Date)?)
}

/// The same of a record that is not at hand any more.
pub(super) fn players_and_day_of(details: &Details) -> Option<String> {
    together(&details.get(Field::BlackName)?, &details.get(Field::WhiteName)?, &details.get(Field::Date)?)
}

/// The players in either order, since who had which colour may be what is wrong.
fn together(one: &str, other: &str, date: &str) -> Option<String> {
    let date = PartialDate::parse(date.trim())?;
    let (month, day) = date.month.zip(date.day)?;
    let mut names = [plain(one), plain(other)];
    names.sort();
    let [first, second] = names;
    (!first.is_empty()).then(|| format!("{first}\n{second}\n{:04}-{month:02}-{day:02}", date.year))
}
