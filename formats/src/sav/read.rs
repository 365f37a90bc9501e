//! Reads the numbers.

use nom::IResult;
use pentad_rules::{Action, Code, Event, Point, Size};

pub(super) use crate::number::number;

use crate::lines::Lines;
use crate::stones::TOKEN;
use crate::{Finding, NoteKind, ReadOptions, Record, Span};

/// Row and column.
pub(super) fn pair(line: &[u8]) -> IResult<&[u8], (i64, i64), ()> {
    let (rest, row) = number(line)?;
    let (rest, column) = number(rest)?;
    if rest.is_empty() { Ok((rest, (row, column))) } else { Err(nom::Err::Error(())) }
}

pub(super) fn read(bytes: &[u8], options: &ReadOptions, record: &mut Record) {
    let mut lines = Lines::new(bytes);
    let mut next = || {
        let line = lines.next()?;
        number(line).ok().filter(|(rest, _)| rest.is_empty()).map(|(_, n)| (n, Span::of(line, bytes)))
    };
    let (Some(height), Some(width), Some(count)) = (next(), next(), next()) else {
        record.readable = false;
        let message = "the first three lines are not the height, the width and the number of moves";
        record.findings.push(Finding::new(Code::Unreadable, Span::WHOLE, message));
        return;
    };
    let side = |n: i64| u8::try_from(n).ok();
    record.size = side(width.0).zip(side(height.0)).and_then(|(w, h)| Size::new(w, h));
    if record.size.is_none() {
        let message = format!("a board of {} columns and {} rows is not supported", width.0, height.0);
        record.findings.push(Finding::new(Code::SizeInvalid, height.1, message));
        record.note(0, NoteKind::Extra, "size", &format!("{}x{}", width.0, height.0));
    }
    let (mut moves, mut rest) = (0, None);
    for line in lines.by_ref() {
        let Ok((_, (row, column))) = pair(line) else {
            rest = Some(line);
            break;
        };
        moves += 1;
        if options.headers_only {
            continue;
        }
        let top = height.0 - 1 - row;
        let inside = (0..width.0).contains(&column) && (0..height.0).contains(&row);
        let point = side(column).zip(side(top)).filter(|_| inside).and_then(|(c, r)| Point::new(c, r));
        record.push(Event::new(Action::Place(point)), Span::of(line, bytes));
        if point.is_none() {
            let text = format!("{row} {column}");
            record.note(record.events.len() as u32, NoteKind::Extra, TOKEN, &text);
        }
    }
    if moves != count.0 {
        let message = format!("{} moves are announced and {moves} are there", count.0);
        record.findings.push(Finding::new(Code::MovesCount, count.1, message));
    }
    if let Some(line) = rest {
        let from = Span::of(line, bytes).start as usize;
        let tail = bytes[from..].trim_ascii_end();
        record.findings.push(Finding::new(
            Code::StrayText,
            Span::of(tail, bytes),
            "text after the moves was passed over",
        ));
        if !options.headers_only {
            record.note(0, NoteKind::Extra, "rest", &options.encoding.decode(tail).0);
        }
    }
}
