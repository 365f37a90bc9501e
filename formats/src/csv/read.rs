//! Reads one row.

use std::borrow::Cow;

use pentad_rules::{Code, Color, Coords, Game, Size};

use super::column::Column;
use super::row::{Cell, RowEnd, cells, reader};
use super::table::{MOST, Table, notation};
use crate::moves::{List, Place};
use crate::source_text::{SourceText, report};
use crate::{Field, Finding, Names, NoteKind, Official, PartialDate, ReadOptions, Reason, Record, Score, Span};

/// Reads a row of a table without a row of names.
pub(super) fn read_nameless(bytes: &[u8], options: &ReadOptions, record: &mut Record) {
    let from = start(bytes);
    let mut end = RowEnd::new(None);
    end.find(&bytes[from..], true);
    let delimiter = end.delimiter().unwrap_or(b',');
    let count = cells(bytes, from, MOST, &mut reader(delimiter)).len();
    read(&Table::nameless(count, delimiter, options), bytes, options, record);
}

/// Where the row begins, behind blank lines.
fn start(bytes: &[u8]) -> usize {
    let mut start = 0;
    for (i, byte) in bytes.iter().enumerate() {
        match byte {
            b'\n' | b'\r' => start = i + 1,
            b' ' => {}
            _ => break,
        }
    }
    start
}

pub(super) fn read(table: &Table, bytes: &[u8], options: &ReadOptions, record: &mut Record) {
    record.self_ending = true;
    let source = SourceText::new(bytes, options);
    let from = start(bytes);
    let cells = table.cells(bytes, from);
    if let Some(last) = cells.get(MOST - 1) {
        record.readable = false;
        let message = format!("the row has {MOST} fields or more, and no table of games has");
        record.findings.push(Finding::new(Code::Unreadable, last.span, message));
        return;
    }
    let held = table.holds(&cells);
    let columns = table.columns.len();
    if cells.len() != columns {
        let place = cells
            .get(columns)
            .map_or(Span::between(bytes.trim_ascii_end().len(), bytes.trim_ascii_end().len()), |c| c.span);
        let fields = if cells.len() == 1 { "field" } else { "fields" };
        let message = format!("the row has {} {fields}, the table has {columns} columns", cells.len());
        report(record, Finding::new(Code::FieldCount, place, message));
    }
    if let Some(cell) = cells.iter().find(|cell| cell.open) {
        report(record, Finding::new(Code::Unclosed, cell.span, "the quotes of this field are not closed"));
    }
    let mut row = Row { source, record, moves: None, second: None, coords: None };
    // A winner may be told by name, so that names come first.
    let late = |i: &usize| matches!(held[*i], Some(Column::Result | Column::SecondResult));
    let (results, others): (Vec<usize>, Vec<usize>) = (0..cells.len()).partition(late);
    for i in others.into_iter().chain(results) {
        let cell = &cells[i];
        if cell.is_absent() {
            continue;
        }
        let understood = held[i].is_some_and(|held| row.take(held, cell, i));
        if !understood {
            row.extra(&table.name(i), cell);
        }
    }
    let Row { moves, second, coords, .. } = row;
    if let Some((i, score)) = second {
        if record.result == Some(score) {
            // It says nothing new, and is kept all the same.
            Row { source, record, moves: None, second: None, coords: None }.extra(&table.name(i), &cells[i]);
        } else {
            record.other_result = Some((score, cells[i].span));
        }
    }
    // A row without moves may state its letters all the same.
    match coords {
        Some(Notated::Letters(letters)) => record.coords = letters,
        Some(Notated::Centre) => {
            let size = record.size.or(options.size).unwrap_or(Size::PENTE);
            record.coords = Coords::Centre(size.centre());
        }
        None => {}
    }
    match moves {
        Some(_) if options.headers_only => {}
        Some(i) => read_moves(source, &cells[i], coords, options, record),
        None if held.contains(&Some(Column::Moves)) || table.columns.iter().any(|(_, h)| *h == Some(Column::Moves)) => {
        }
        None => {
            record.readable = false;
            let whole = Span::between(from, bytes.trim_ascii_end().len());
            let finding = Finding::new(Code::Unreadable, whole, "no field of the row is known to hold moves");
            record.findings.push(finding.help("`--columns moves=NAME` or `moves=NUMBER` tells which one does"));
        }
    }
}

fn read_moves(
    source: SourceText<'_>,
    cell: &Cell<'_>,
    coords: Option<Notated>,
    options: &ReadOptions,
    record: &mut Record,
) {
    let usual = || record.get(Field::Rules).and_then(Game::find).map(|game| game.size);
    let size = record.size.or(options.size).or_else(usual);
    let coords = match (options.coords, coords) {
        (None, Some(Notated::Letters(coords))) => Some(coords),
        (None, Some(Notated::Centre)) => Some(Coords::Centre(size.unwrap_or(Size::PENTE).centre())),
        (named, _) => named,
    };
    let options = ReadOptions { coords, size, ..*options };
    let place = match &cell.text {
        Cow::Borrowed(_) => Place::Itself,
        Cow::Owned(_) => Place::MadeOf(cell.span),
    };
    let notation = notation(&cell.text, &options);
    let list = List { text: &cell.text, place, notation, source };
    let found = list.read(&options, record);
    match (found.result, record.result) {
        (Some((score, span)), None) => (record.result, record.result_span) = (Some(score), span),
        (Some((score, span)), Some(stated)) if score != stated && record.other_result.is_none() => {
            record.other_result = Some((score, span));
        }
        _ => {}
    }
}

/// A convention of points that a row names.
#[derive(Clone, Copy)]
enum Notated {
    Letters(Coords),
    Centre,
}

/// A row being read.
struct Row<'a, 'r> {
    source: SourceText<'a>,
    record: &'r mut Record,
    /// The field of the moves.
    moves: Option<usize>,
    /// The second result and its field.
    second: Option<(usize, Score)>,
    coords: Option<Notated>,
}

impl Row<'_, '_> {
    fn text(&mut self, cell: &Cell<'_>) -> String {
        self.source.text(&cell.text, cell.span, self.record).into_owned()
    }

    fn extra(&mut self, name: &str, cell: &Cell<'_>) {
        self.source.extra(0, name, &cell.text, cell.span, self.record);
    }

    /// Takes in a field; whether it could be understood.
    fn take(&mut self, held: Column, cell: &Cell<'_>, index: usize) -> bool {
        let field = |field| match field {
            Column::Text(field) => Some(field),
            Column::Date => Some(Field::Date),
            _ => None,
        };
        if let Some(field) = field(held) {
            self.source.set(field, &cell.text, cell.span, self.record);
            if held == Column::Date {
                self.date(cell);
            }
            return true;
        }
        if held == Column::Moves {
            // The longest field, which is read on its own.
            self.moves = Some(index);
            return true;
        }
        let text = self.text(cell);
        let word = text.trim().to_ascii_lowercase();
        let record = &mut *self.record;
        match held {
            Column::Result => {
                record.result = score(&word, record);
                record.result_span = cell.span;
                if record.result.is_none() {
                    let message = format!("`{}` is no result", brief(&text));
                    report(record, Finding::new(Code::ResultUnreadable, cell.span, message));
                }
                record.result.is_some()
            }
            Column::SecondResult => {
                self.second = score(&word, record).map(|score| (index, score));
                self.second.is_some()
            }
            Column::Size => {
                let (width, height) = word.split_once('x').unwrap_or((&word, &word));
                record.size =
                    width.trim().parse().ok().zip(height.trim().parse().ok()).and_then(|(w, h)| Size::new(w, h));
                if record.size.is_none() {
                    let message = format!("a board of size `{}` is not supported", brief(&text));
                    report(record, Finding::new(Code::SizeInvalid, cell.span, message));
                }
                record.size.is_some()
            }
            Column::Coords => {
                let letters = Coords::from_name(&word).map(Notated::Letters);
                self.coords = letters.or_else(|| (word == "centre").then_some(Notated::Centre));
                self.coords.is_some()
            }
            Column::Reason => {
                record.reason = Reason::from_name(&word.replace([' ', '_'], "-"));
                record.reason.is_some()
            }
            Column::Official => {
                record.official = Official::from_name(&word);
                record.official.is_some()
            }
            Column::Rated => {
                record.rated = yes(&word);
                record.rated.is_some()
            }
            Column::Incomplete => {
                record.incomplete = yes(&word) == Some(true);
                yes(&word).is_some()
            }
            Column::Names => {
                let names = Names::from_name(&word);
                record.names = names.unwrap_or_default();
                names.is_some()
            }
            Column::Opener => {
                record.opener = [Color::Black, Color::White].into_iter().find(|c| c.name() == word);
                record.opener.is_some()
            }
            Column::Prefix => {
                record.prefix = word.parse().ok();
                record.prefix.is_some()
            }
            Column::Comment => {
                record.note(0, NoteKind::Comment, "", &text);
                true
            }
            Column::Text(_) | Column::Date | Column::Moves => true,
        }
    }

    fn date(&mut self, cell: &Cell<'_>) {
        let text = self.record.get(Field::Date).unwrap_or_default().to_owned();
        match PartialDate::parse(text.trim()) {
            Some(date) => self.record.set(Field::Date, &date.to_string(), cell.span),
            None => {
                let message = format!("`{}` is no date of the form 2011-05-17", brief(&text));
                report(self.record, Finding::new(Code::DateUnreadable, cell.span, message));
            }
        }
    }
}

/// What a text says of the result, in lower case: a score, a colour, or a player of the record by name.
fn score(word: &str, record: &Record) -> Option<Score> {
    let known = match word {
        "1-0" | "black" | "b" | "x" => Score::Black,
        "0-1" | "white" | "w" | "o" => Score::White,
        "1/2-1/2" | "1/2" | "½-½" | "½" | "0.5-0.5" | "draw" | "drawn" | "tie" => Score::Draw,
        "*" | "?" | "unknown" | "unfinished" | "none" => Score::Unknown,
        _ => {
            let side = |names: [&str; 3]| names.iter().any(|prefix| word.starts_with(prefix));
            let is = |field| record.get(field).is_some_and(|name| name.trim().to_ascii_lowercase() == word);
            match () {
                () if side(["b+", "black win", "black_win"]) || word.starts_with("black won") => Score::Black,
                () if side(["w+", "white win", "white_win"]) || word.starts_with("white won") => Score::White,
                () if is(Field::BlackName) && !is(Field::WhiteName) => Score::Black,
                () if is(Field::WhiteName) && !is(Field::BlackName) => Score::White,
                () => return None,
            }
        }
    };
    Some(known)
}

fn yes(word: &str) -> Option<bool> {
    match word {
        "yes" | "y" | "true" | "rated" => Some(true),
        "no" | "n" | "false" | "unrated" => Some(false),
        _ => None,
    }
}

/// The first characters of a text, for a message.
fn brief(text: &str) -> &str {
    text.char_indices().nth(40).map_or(text, |(end, _)| &text[..end])
}
