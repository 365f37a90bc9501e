//! A record and what differs of it, as reports tell it.

use std::fmt::Write as _;

use pentad_corpus::duplicate::{Details, Difference, Index};
use pentad_formats::Field;
use serde::Serialize;

use crate::output::{printable, thousands};

/// A record in a report.
#[derive(Serialize)]
pub(crate) struct Told<'a> {
    pub(crate) file: &'a str,
    pub(crate) record: u64,
    pub(crate) id: Option<String>,
    pub(crate) black: Option<String>,
    pub(crate) white: Option<String>,
    pub(crate) date: Option<String>,
    pub(crate) event: Option<String>,
    pub(crate) result: Option<String>,
    pub(crate) plies: u32,
}

impl<'a> Told<'a> {
    pub(crate) fn new(details: &Details, index: &'a Index) -> Told<'a> {
        let (file, record) = index.place(details.number);
        Told {
            file,
            record,
            id: details.get(Field::Id),
            black: details.get(Field::BlackName),
            white: details.get(Field::WhiteName),
            date: details.get(Field::Date),
            event: details.get(Field::Event),
            result: details.result(),
            plies: details.plies,
        }
    }

    /// One line for people, without its end.
    pub(crate) fn text(&self, out: &mut String) {
        let name = |name: &Option<String>| printable(name.as_deref().unwrap_or("?")).into_owned();
        let _ = write!(out, "{}:{}", printable(self.file), self.record);
        if let Some(id) = &self.id {
            let _ = write!(out, " ({})", printable(id));
        }
        let _ = write!(out, "  {} - {}", name(&self.black), name(&self.white));
        for part in [&self.date, &self.event].into_iter().flatten() {
            let _ = write!(out, "  {}", printable(part));
        }
        let _ = write!(out, "  {}  {}", self.result.as_deref().unwrap_or("*"), some(self.plies.into(), "ply"));
    }
}

/// A number of things.
pub(crate) fn some(n: u64, what: &str) -> String {
    match (n, what) {
        (1, _) => format!("1 {what}"),
        (_, "ply") => format!("{} plies", thousands(n)),
        _ => format!("{} {what}s", thousands(n)),
    }
}

/// A difference in JSON.
#[derive(Serialize)]
pub(crate) struct DiffersLine<'a> {
    field: &'a str,
    there: Option<&'a str>,
    here: Option<&'a str>,
    conflict: bool,
    /// Which record of the group states the other, from 1, where it is not the one that this one is compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<usize>,
}

pub(crate) fn differs(differences: &[Difference]) -> Vec<DiffersLine<'_>> {
    let line = differences.iter().map(|d| DiffersLine {
        field: &d.field,
        there: d.there.as_deref(),
        here: d.here.as_deref(),
        conflict: d.conflict,
        with: d.with.map(|with| with + 1),
    });
    line.collect()
}

/// Moves that differ, in JSON.
#[derive(Serialize)]
pub(crate) struct MovesLine<'a> {
    there: Option<&'a str>,
    here: Option<&'a str>,
}

pub(crate) fn moves_differ(moves: &[(Option<String>, Option<String>)]) -> Vec<MovesLine<'_>> {
    moves.iter().map(|(there, here)| MovesLine { there: there.as_deref(), here: here.as_deref() }).collect()
}

/// What differs, a line each for people.
pub(crate) fn row_text(differences: &[Difference], moves: &[(Option<String>, Option<String>)], out: &mut String) {
    let mut row = |word: &str, what: &str, there: Option<&str>, here: Option<&str>, with: Option<usize>| {
        let both = match (there, here) {
            (Some(there), Some(here)) => format!("{} | {}", brief(there), brief(here)),
            (Some(there), None) => format!("{} | -", brief(there)),
            (None, Some(here)) => format!("- | {}", brief(here)),
            (None, None) => return,
        };
        let with = with.map_or_else(String::new, |with| format!("  (with {})", with + 1));
        let _ = writeln!(out, "      {word:<9} {what}: {both}{with}");
    };
    for (there, here) in moves.iter().take(SHOWN) {
        row("moves", "ply", there.as_deref(), here.as_deref(), None);
    }
    if moves.len() > SHOWN {
        row("moves", "more", None, Some(&some((moves.len() - SHOWN) as u64, "ply")), None);
    }
    for d in differences {
        let word = match (&d.there, &d.here) {
            _ if d.conflict => "conflict",
            (Some(_), Some(_)) => "differs",
            _ => "one side",
        };
        row(word, &d.field, d.there.as_deref(), d.here.as_deref(), d.with);
    }
}

/// Moves that are shown of one record.
const SHOWN: usize = 8;

/// The start of a text, in one line.
fn brief(text: &str) -> String {
    const LONGEST: usize = 60;
    let line = printable(text);
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.into_owned(),
    }
}
