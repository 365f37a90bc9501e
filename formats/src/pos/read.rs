//! Reads the moves.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use nom::bytes::complete::take;
use nom::number::complete::u8 as byte;
use nom::{IResult, Parser};
use pentad_rules::{Action, Code, Event, Point, Size};

use super::{MOST, PASS, SIDE, YIXIN};
use crate::stones::TOKEN;
use crate::{Finding, NoteKind, ReadOptions, Record, Span};

/// The count, and the bytes after it.
fn count(bytes: &[u8]) -> IResult<&[u8], usize, ()> {
    byte.map(usize::from).parse(bytes)
}

/// As many moves as were counted, or as there are.
fn moves(bytes: &[u8], count: usize) -> IResult<&[u8], &[u8], ()> {
    take(count.min(bytes.len()))(bytes)
}

pub(super) fn read(bytes: &[u8], options: &ReadOptions, record: &mut Record) {
    let transposed = options.dialect == Some(YIXIN);
    record.dialect = if transposed { YIXIN } else { "" };
    record.size = Some(Size::RENJU);
    let found = count(bytes).ok().filter(|&(_, count)| count <= MOST);
    let Some((rest, (count, list))) =
        found.and_then(|(rest, count)| moves(rest, count).ok().map(|(rest, list)| (rest, (count, list))))
    else {
        record.readable = false;
        let first = bytes.first().copied().unwrap_or_default();
        let message = format!("the first byte counts {first} moves, and 225 is the most");
        record.findings.push(Finding::new(Code::Unreadable, Span::between(0, 1), message));
        return;
    };
    if list.len() < count {
        let message = format!("{count} moves are announced and {} are there", list.len());
        record.findings.push(Finding::new(Code::MovesCount, Span::between(0, 1), message));
    }
    if !rest.is_empty() {
        let message = "bytes after the last move were passed over";
        record.findings.push(Finding::new(Code::StrayText, Span::of(rest, bytes), message));
    }
    if options.headers_only {
        return;
    }
    if !rest.is_empty() && !record.skip_notes {
        record.note(0, NoteKind::Raw, "rest", &BASE64.encode(rest));
    }
    for value in list.chunks(1) {
        let event = match value[0] {
            PASS => Event::new(Action::Pass),
            n => Event::new(Action::Place(point(n, transposed))),
        };
        record.push(event, Span::of(value, bytes));
        if event.action == Action::Place(None) {
            record.note(record.events.len() as u32, NoteKind::Extra, TOKEN, &format!("0x{:02X}", value[0]));
        }
    }
}

fn point(value: u8, transposed: bool) -> Option<Point> {
    let (down, across) = (value / SIDE, value % SIDE);
    let (column, top) = if transposed { (down, across) } else { (across, down) };
    Point::new(column, (SIDE - 1).checked_sub(top)?).filter(|&p| Size::RENJU.contains(p))
}
