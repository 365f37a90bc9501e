//! Reads a line of offsets.

use pentad_rules::{Action, Code, Event, Size};

use super::offsets::{Word, point, words};
use crate::source_text::SourceText;
use crate::stones::TOKEN;
use crate::{Finding, NoteKind, ReadOptions, Record, Span};

/// The key of the extra that keeps a last number that has no partner.
const HALF: &str = "half";

pub(super) fn read(bytes: &[u8], options: &ReadOptions, record: &mut Record) {
    let source = SourceText::new(bytes, options);
    let line = bytes.trim_ascii();
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
    let stone =
        |pair: &(Word<'_>, Option<Word<'_>>)| pair.0.number.is_some() && pair.1.is_some_and(|y| y.number.is_some());
    if !pairs(line).any(|pair| stone(&pair)) {
        record.readable = false;
        let message = "there is no pair of numbers in this line";
        record.findings.push(Finding::new(Code::Unreadable, source.span(line), message));
        return;
    }
    let size = settle(line, source, options, record);
    if options.headers_only {
        return;
    }
    for (x, y) in pairs(line) {
        if record.is_over() {
            break;
        }
        let Some(y) = y else {
            let message = "the last number has no partner, and makes no stone";
            let half = x.text;
            source.report(Code::OddCount, half, message, record);
            source.extra(0, HALF, half, source.span(half), record);
            continue;
        };
        // Both words and what stands between them.
        let span = Span::between(source.span(x.text).start as usize, source.span(y.text).end());
        let at = x.number.zip(y.number);
        if at.is_none() {
            let wrong = if x.number.is_none() { x } else { y };
            let message = format!("`{}` is no number", String::from_utf8_lossy(wrong.text));
            source.report(Code::MovetextToken, wrong.text, message, record);
        }
        let place = at.and_then(|(right, down)| point(right, down, size));
        record.push(Event::new(Action::Place(place)), span);
        if place.is_none() {
            let number = record.events.len() as u32;
            match at {
                Some((right, down)) => record.note(number, NoteKind::Extra, TOKEN, &format!("{right},{down}")),
                None => source.extra(number, TOKEN, &bytes[span.start as usize..span.end()], span, record),
            }
        }
    }
    record.prefix = Some(record.events.len() as u32);
}

/// The words of a line, two by two.
fn pairs(line: &[u8]) -> impl Iterator<Item = (Word<'_>, Option<Word<'_>>)> {
    let mut words = words(line);
    std::iter::from_fn(move || Some((words.next()?, words.next())))
}

/// The board, which a list does not state.
fn settle(line: &[u8], source: SourceText<'_>, options: &ReadOptions, record: &mut Record) -> Size {
    let size = options.size.unwrap_or(Size::RENJU);
    record.size = Some(size);
    if options.size.is_none() {
        let message = format!("offsets are counted from the middle of a board of {size}, since no size is known");
        let finding = Finding::new(Code::SizeAssumed, source.span(&line[..0]), message);
        record.findings.push(finding.help("`--size` states the board"));
    }
    size
}
