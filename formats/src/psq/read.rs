//! Reads header and moves, and hands the rest to [`super::trailer`].

use pentad_rules::{Action, Code, Color, Event, Point, Size};

use super::line::{Header, Move, header, move_line};
use super::text::Texts;
use super::trailer::{self, Trailer};
use super::{NO_LEVELS, TRANSPOSED, WEB, key};
use crate::lines::Lines;
use crate::stones::TOKEN;
use crate::{Finding, NoteKind, ReadOptions, Record, Span};

pub(super) fn read(bytes: &[u8], options: &ReadOptions, record: &mut Record) {
    record.self_ending = true;
    let mut lines = Lines::new(bytes);
    let first = lines.next().unwrap_or_default();
    let Ok((_, head)) = header(first) else {
        record.readable = false;
        let message = "the first line is not `Piskvorky WxH, …`, which states the size of the board";
        record.findings.push(Finding::new(Code::Unreadable, Span::of(first, bytes), message));
        return;
    };
    let texts = Texts { bytes, options };
    record.dialect = match options.dialect {
        Some(TRANSPOSED) => TRANSPOSED,
        Some(WEB) => WEB,
        _ if head.web => WEB,
        _ => "",
    };
    read_header(&head, first, &texts, record);
    let grid = Grid { width: head.width, height: head.height, dialect: record.dialect };
    let mut trailer = Trailer::default();
    for line in lines.by_ref() {
        let Ok((_, stone)) = move_line(line) else {
            trailer.lines.push(line);
            break;
        };
        if !options.headers_only {
            push(record, &grid, stone, Span::of(line, bytes));
        }
    }
    trailer.collect(lines);
    trailer::read(&trailer, head.first.unwrap_or(0), &texts, record);
}

fn read_header<'a>(head: &Header<'a>, line: &'a [u8], texts: &Texts<'a, '_>, record: &mut Record) {
    let span = Span::of(line, texts.bytes);
    let side = |n: i64| u8::try_from(n).ok();
    record.size = side(head.width).zip(side(head.height)).and_then(|(w, h)| Size::new(w, h));
    if record.size.is_none() {
        let message = format!("a board of {}x{} is not supported", head.width, head.height);
        record.findings.push(Finding::new(Code::SizeInvalid, span, message));
        texts.extra(record, "header", line);
    }
    if let Some(levels) = head.levels.filter(|&levels| levels != NO_LEVELS.as_bytes()) {
        texts.extra(record, key::LEVELS, levels);
    }
    let first = head.first.filter(|&first| first != 0);
    if let Some(first) = first.filter(|_| !texts.options.headers_only) {
        record.note(0, NoteKind::Extra, key::FIRST, &first.to_string());
    }
    let usual = head.levels.is_some() && matches!(head.first, Some(0 | 1));
    if !head.rest.is_empty() || !usual && !head.web {
        let message = "the line is not of the form `Piskvorky WxH, L:L, S`; the size was read";
        record.findings.push(Finding::new(Code::HeaderMalformed, span, message));
        if !head.rest.is_empty() {
            texts.extra(record, "header", head.rest);
        }
    }
}

/// How the numbers of a file are places of the board.
struct Grid {
    width: i64,
    height: i64,
    dialect: &'static str,
}

impl Grid {
    /// The point of a move; `None` off the board.
    fn point(&self, stone: Move) -> Option<Point> {
        let (column, row) = match self.dialect {
            WEB => (stone.x, stone.y.checked_sub(1)?),
            TRANSPOSED => (stone.y.checked_sub(1)?, self.height.checked_sub(stone.x)?),
            _ => (stone.x.checked_sub(1)?, self.height.checked_sub(stone.y)?),
        };
        let inside = (0..self.width).contains(&column) && (0..self.height).contains(&row);
        let (column, row) = Some((column, row)).filter(|_| inside)?;
        Point::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
    }
}

fn push(record: &mut Record, grid: &Grid, stone: Move, span: Span) {
    let point = grid.point(stone);
    let mut event = Event::new(Action::Place(point));
    let colour = grid.dialect == WEB;
    if let Some(third) = stone.third.filter(|_| colour) {
        let due = if record.events.len().is_multiple_of(2) { Color::Black } else { Color::White };
        let stated = if third == 0 { Color::Black } else { Color::White };
        event.color = Some(stated).filter(|&color| color != due);
    }
    record.push(event, span);
    let number = record.events.len() as u32;
    if point.is_none() {
        record.note(number, NoteKind::Extra, TOKEN, &format!("{},{}", stone.x, stone.y));
    }
    // 0 is written where nobody measured: for given stones and for people.
    if let Some(time) = stone.third.filter(|&t| t != 0 && !colour) {
        record.note(number, NoteKind::TimeMs, "", &time.to_string());
    }
}
