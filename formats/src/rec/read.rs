//! Reads names, moves and code.

use pentad_rules::{Action, Code, Event, Point, Size};

use crate::lines::Lines;
use crate::number::number;
use crate::psq::{Texts, move_line};
use crate::stones::TOKEN;
use crate::{Field, Finding, NoteKind, ReadOptions, Record, Span};

/// The board of Gomocup in the years of the format.
const USUAL: u8 = 20;

pub(super) fn read(bytes: &[u8], options: &ReadOptions, record: &mut Record) {
    record.self_ending = true;
    let texts = Texts { bytes, options };
    let mut lines = Lines::new(bytes).peekable();
    let is_move = |line: &[u8]| move_line(line).is_ok();
    let mut names = Vec::new();
    while let Some(name) = lines.next_if(|line| names.len() < 2 && !is_move(line)) {
        names.push(name);
    }
    let from = lines.clone();
    let moves = || from.clone().map_while(|line| Some((line, move_line(line).ok()?.1)));
    if names.len() < 2 || moves().next().is_none() && lines.peek().and_then(|line| code(line)).is_none() {
        record.readable = false;
        let message = "it does not begin with two names and moves `x,y,t`";
        record.findings.push(Finding::new(Code::Unreadable, Span::WHOLE, message));
        return;
    }
    for (name, field) in names.into_iter().zip([Field::BlackName, Field::WhiteName]) {
        texts.field(record, field, name);
    }
    let side = size(moves().map(|(_, stone)| stone.x.max(stone.y)));
    record.size = Some(side);
    let message = format!("the format states no size; taken as {side}");
    record.findings.push(Finding::new(Code::SizeAssumed, Span::WHOLE, message));
    for (line, stone) in moves() {
        lines.next();
        if options.headers_only {
            continue;
        }
        let top = i64::from(side.height()) - 1;
        let point = u8::try_from(stone.x).ok().zip(top.checked_sub(stone.y).and_then(|row| u8::try_from(row).ok()));
        let point = point.and_then(|(column, row)| Point::new(column, row)).filter(|&p| side.contains(p));
        record.push(Event::new(Action::Place(point)), Span::of(line, bytes));
        let event = record.events.len() as u32;
        if point.is_none() {
            record.note(event, NoteKind::Extra, TOKEN, &format!("{},{}", stone.x, stone.y));
        }
        if let Some(time) = stone.third.filter(|&time| time != 0) {
            record.note(event, NoteKind::TimeMs, "", &time.to_string());
        }
    }
    match lines.next_if(|line| code(line).is_some()) {
        Some(line) => texts.extra(record, "code", line),
        None => {
            let end = Span::between(bytes.len(), bytes.len());
            record.findings.push(Finding::new(Code::Unclosed, end, "the code that ends the file is missing"));
        }
    }
    if let Some(line) = lines.next() {
        let tail = bytes[Span::of(line, bytes).start as usize..].trim_ascii_end();
        let span = Span::of(tail, bytes);
        record.findings.push(Finding::new(Code::StrayText, span, "text after the end of the game was passed over"));
        texts.extra(record, "rest", tail);
    }
}

/// The board that all moves fit on, but those that fit on none.
fn size(places: impl Iterator<Item = i64>) -> Size {
    let sides = places.filter_map(|place| u8::try_from(place.saturating_add(1)).ok());
    let largest = sides.filter(|&side| Size::square(side).is_some()).max();
    Size::square(largest.unwrap_or(USUAL).max(USUAL)).unwrap_or(Size::PENTE)
}

fn code(line: &[u8]) -> Option<i64> {
    number(line).ok().filter(|(rest, _)| rest.is_empty()).map(|(_, code)| code)
}
