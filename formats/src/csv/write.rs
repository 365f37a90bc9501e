//! Writes a record as a row.

use super::column::Column;
use crate::loss::Losses;
use crate::moves::{self, MARK};
use crate::stones::{goes_on, is_illegible, is_stone, notes_elsewhere};
use crate::variations::main_line;
use crate::{Field, Loss, NoteKind, Paint, PartialDate, Record};

/// Writes the row of column names.
pub(super) fn head(out: &mut Vec<u8>) {
    for (i, (name, _)) in Column::WRITTEN.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        out.extend_from_slice(name.as_bytes());
    }
    out.push(b'\n');
}

pub(super) fn write(whole: &Record, out: &mut Vec<u8>) -> Vec<Loss> {
    let (record, _) = main_line(whole);
    let mut losses = Losses::default();
    let mut moves = match moves::field(&record, coords(&record), &mut losses) {
        Ok(moves) => String::from_utf8_lossy(&moves).into_owned(),
        Err(why) => return vec![Loss::record(why)],
    };
    for (i, (_, column)) in Column::WRITTEN.into_iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        let text = match column {
            Column::Moves => Some(std::mem::take(&mut moves)).filter(|moves| !moves.is_empty()),
            column => text(&record, column, &mut losses),
        };
        if let Some(text) = text {
            field(&text, out);
        }
    }
    out.push(b'\n');
    goes_on(&record, &mut losses);
    beside(whole, &record, &mut losses);
    losses.0
}

/// The convention of points that the row states. Counted from the centre they need a board.
fn coords(record: &Record) -> pentad_rules::Coords {
    match record.size {
        Some(size) if record.coords == pentad_rules::Coords::Centre(size.centre()) => record.coords,
        _ => record.coords.letters(),
    }
}

fn text(record: &Record, column: Column, losses: &mut Losses) -> Option<String> {
    let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    match column {
        Column::Text(field) => record.get(field).map(str::to_owned),
        Column::Date => {
            let date = record.get(Field::Date)?;
            let other = PartialDate::parse(date.trim()).is_some_and(|d| d.to_string() != date);
            losses.add("date", usize::from(other), "it is read again in ISO form");
            Some(date.to_owned())
        }
        // They can make it impossible to write the row at all, and are written by themselves.
        Column::Moves => None,
        Column::Result => record.result.map(|result| result.text().to_owned()),
        Column::SecondResult => {
            let (score, _) = record.other_result?;
            if record.result == Some(score) {
                losses.add("second result", 1, "one that says the same is no second one");
                return None;
            }
            Some(score.text().to_owned())
        }
        Column::Reason => record.reason.map(|reason| reason.name().to_owned()),
        Column::Official => record.official.map(|official| official.name().to_owned()),
        Column::Size => record.size.map(|size| match size.width() == size.height() {
            true => size.width().to_string(),
            false => size.to_string(),
        }),
        Column::Coords => Some(coords(record).name().to_owned()),
        Column::Rated => record.rated.map(yes),
        Column::Incomplete => record.incomplete.then(|| yes(true)),
        Column::Names => (record.names != crate::Names::default()).then(|| record.names.name().to_owned()),
        Column::Opener => record.opener.map(|color| color.name().to_owned()),
        Column::Prefix => record.prefix.map(|count| count.to_string()),
        Column::Comment => first_comment(record).map(str::to_owned),
    }
}

fn first_comment(record: &Record) -> Option<&str> {
    record.notes().find(|n| n.at == 0 && n.kind == NoteKind::Comment && n.key.is_empty()).map(|n| n.value)
}

/// Writes a field, in quotes where it holds what stands between fields, and where it is empty but stated.
fn field(text: &str, out: &mut Vec<u8>) {
    let plain = |c: char| !matches!(c, '"' | ',' | ';' | '\t' | '\n' | '\r' | '\u{feff}');
    if !text.is_empty() && text.trim() == text && text.chars().all(plain) {
        return out.extend_from_slice(text.as_bytes());
    }
    out.push(b'"');
    for byte in text.bytes() {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}

/// Counts what has no column.
fn beside(whole: &Record, record: &Record, losses: &mut Losses) {
    losses.add(
        "notation",
        usize::from(record.coords != coords(record)),
        "points are counted from the centre of a known board only",
    );
    let mut commented = false;
    for note in record.notes() {
        let (what, why) = match note.kind {
            NoteKind::Comment if note.at == 0 && note.key.is_empty() && !std::mem::replace(&mut commented, true) => {
                continue;
            }
            NoteKind::Comment => ("comments", "there is one column for a comment on the game"),
            NoteKind::Label => ("labels", "there is no column for them"),
            NoteKind::TimeMs => ("times of moves", "there is no column for them"),
            NoteKind::Raw => ("raw bytes", "a table has texts only"),
            NoteKind::Extra if note.key == "token" && is_illegible(record, note.at) => continue,
            NoteKind::Extra if note.key == MARK && is_stone(record, note.at) && note.value == "*" => continue,
            NoteKind::Extra => ("extras", "a table has the same columns for all records"),
        };
        losses.add(what, 1, why);
    }
    if let Some(tree) = &whole.tree {
        losses.add("variations", tree.leaves().saturating_sub(1).max(1), "a row has one line of moves");
    }
    losses.add("notes of variations", notes_elsewhere(whole, record), "a row has one line of moves");
    losses.add("paint", usize::from(record.paint != Paint::BlackFirst), "there is no column for it");
}
