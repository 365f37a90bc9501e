//! What follows the moves: two names, a code, the line of the judge, and whatever programs left there.

use pentad_rules::Code;

use super::key;
use super::line::{code, judge};
use super::text::Texts;
use crate::{Field, Finding, Names, NoteKind, Reason, Record, Score, Span};

/// The lines after the moves.
#[derive(Default)]
pub(super) struct Trailer<'a> {
    pub(super) lines: Vec<&'a [u8]>,
    /// Where the line after those that are kept starts: everything from there on is one text.
    beyond: Option<&'a [u8]>,
}

/// More lines than this are no trailer.
const LINES: usize = 8;

impl<'a> Trailer<'a> {
    pub(super) fn collect(&mut self, mut lines: impl Iterator<Item = &'a [u8]>) {
        if self.lines.is_empty() {
            return;
        }
        self.lines.extend(lines.by_ref().take(LINES));
        self.beyond = lines.next();
    }
}

pub(super) fn read<'a>(trailer: &Trailer<'a>, first: i64, texts: &Texts<'a, '_>, record: &mut Record) {
    let lines = &trailer.lines;
    let at = lines.iter().position(|line| code(line).is_some());
    let names = &lines[..at.unwrap_or(lines.len()).min(2)];
    for (index, name) in names.iter().enumerate() {
        // Names are in the order of the players, and Black is who moved first.
        let black = (index == 1) == (first == 1);
        if *name != b"?" {
            texts.field(record, if black { Field::BlackName } else { Field::WhiteName }, name);
        }
    }
    let mut next = names.len();
    if let Some(at) = at.filter(|&at| at == names.len()) {
        next = at + 1;
        read_code(code(lines[at]).unwrap_or_default(), texts, record);
        if let Some((number, name)) = lines.get(next).and_then(|line| judge(line)) {
            next += 1;
            texts.field(record, Field::Event, name);
            match number {
                0 => {
                    record.result = Some(Score::Draw);
                    record.result_span = Span::of(lines[at + 1], texts.bytes);
                }
                // The winner's number in the pairing of the tournament, not in this file.
                _ if !texts.options.headers_only => {
                    record.note(0, NoteKind::Extra, key::JUDGE, &number.to_string());
                }
                _ => {}
            }
        }
    } else {
        let message = "the code that ends the file is missing";
        let end = Span::between(texts.bytes.len(), texts.bytes.len());
        record.findings.push(Finding::new(Code::Unclosed, end, message));
    }
    if let Some(line) = lines.get(next).copied().or(trailer.beyond) {
        let from = Span::of(line, texts.bytes).start as usize;
        let tail = texts.bytes[from..].trim_ascii_end();
        let span = Span::of(tail, texts.bytes);
        record.findings.push(Finding::new(Code::StrayText, span, "text after the end of the game was passed over"));
        texts.extra(record, "rest", tail);
    }
    if !matches!(first, 0 | 1) {
        record.names = Names::Unknown;
    }
}

fn read_code(code: i64, texts: &Texts<'_, '_>, record: &mut Record) {
    record.reason = reason(code);
    if code != usual(record) && !texts.options.headers_only {
        record.note(0, NoteKind::Extra, key::CODE, &code.to_string());
    }
}

/// What a code says of the end of the game.
pub(super) fn reason(code: i64) -> Option<Reason> {
    match code {
        7 => Some(Reason::IllegalMove),
        15 => Some(Reason::Time),
        1..=14 => Some(Reason::Crash),
        _ => None,
    }
}

/// The code that is written where a record keeps none: by its reason, else that of a save without anything to say.
pub(super) fn usual(record: &Record) -> i64 {
    match record.reason {
        Some(Reason::IllegalMove) => 7,
        Some(Reason::Time) => 15,
        _ => -1,
    }
}
