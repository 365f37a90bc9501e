//! Reads a list of moves into a record: a line of its own, or a field of a table.

use pentad_rules::{Action, Code, Coords, Event, Point, Size};

use super::notation::Notation;
use super::token::{Token, Tokens};
use crate::source_text::{SourceText, report};
use crate::{Finding, NoteKind, ReadOptions, Record, Span};

/// The key of the extra, `*`, of a stone that its record marks as a capture.
pub const MARK: &str = "capture-mark";

/// Where a list stands in the record's slice.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    /// It is a part of the slice.
    Itself,
    /// It was made of the part there.
    MadeOf(Span),
}

/// A list of moves to be read.
#[derive(Clone, Copy)]
pub(crate) struct List<'a> {
    /// The list.
    pub(crate) text: &'a [u8],
    /// Where it stands.
    pub(crate) place: Place,
    /// How its points are written.
    pub(crate) notation: Notation,
    /// The slice.
    pub(crate) source: SourceText<'a>,
}

/// What came of reading a list.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Found {
    /// How many stones and passes could be read.
    pub(crate) legible: usize,
    /// The result at the end.
    pub(crate) result: Option<(crate::Score, Span)>,
}

impl<'a> List<'a> {
    fn span(&self, part: &[u8]) -> Span {
        match self.place {
            Place::Itself => self.source.span(part),
            Place::MadeOf(span) => span,
        }
    }

    fn report(&self, code: Code, part: &[u8], message: String, record: &mut Record) {
        report(record, Finding::new(code, self.span(part), message));
    }

    /// Settles board and letters, and adds the moves.
    pub(crate) fn read(&self, options: &ReadOptions, record: &mut Record) -> Found {
        self.settle(options, record);
        let (coords, size) = (record.coords, record.size);
        let mut found = Found::default();
        let (mut plies, mut numbers_agree) = (0usize, true);
        let mut tokens = Tokens::new(self.text, self.notation);
        for token in tokens.by_ref() {
            if record.is_over() {
                return found;
            }
            match token {
                Token::Stone(word) => {
                    plies += 1;
                    match self.notation.point(word, coords, size) {
                        Some(point) => {
                            found.legible += 1;
                            record.push(Event::place(point), self.span(word));
                        }
                        None => self.illegible(word, record),
                    }
                }
                Token::Pass(word) => {
                    (plies, found.legible) = (plies + 1, found.legible + 1);
                    record.push(Event::new(Action::Pass), self.span(word));
                }
                Token::Mark(_) => record.note(record.events.len() as u32, NoteKind::Extra, MARK, "*"),
                Token::Number(word, number) => {
                    // Stones are numbered, or turns of two.
                    let right = number == plies + 1 || plies.is_multiple_of(2) && number == plies / 2 + 1;
                    if numbers_agree && !right {
                        numbers_agree = false;
                        let message = format!("`{}` before move {}", String::from_utf8_lossy(word), plies + 1);
                        self.report(Code::MoveNumber, word, message, record);
                    }
                }
                Token::Result(..) if self.notation == Notation::Nrf => {}
                Token::Result(word, score) => found.result = Some((score, self.span(word))),
                Token::Word(word) => {
                    plies += 1;
                    self.illegible(word, record);
                }
            }
        }
        let rest = tokens.rest().trim_ascii();
        if !rest.is_empty() {
            self.report(Code::StrayText, rest, "text after the end of the moves was passed over".to_owned(), record);
        }
        found
    }

    /// Reads stones that lie on the board besides the moves.
    pub(super) fn stones(&self, record: &mut Record) -> Vec<Point> {
        let mut stones = Vec::new();
        for token in Tokens::new(self.text, self.notation) {
            let (Token::Stone(word)
            | Token::Mark(word)
            | Token::Pass(word)
            | Token::Word(word)
            | Token::Number(word, _)
            | Token::Result(word, _)) = token;
            match self.notation.point(word, record.coords, record.size) {
                Some(point) => stones.push(point),
                None => {
                    let message = format!("`{}` is no point", String::from_utf8_lossy(word));
                    self.report(Code::MovetextToken, word, message, record);
                    self.source.extra(0, "token", word, self.span(word), record);
                }
            }
        }
        stones
    }

    fn illegible(&self, word: &'a [u8], record: &mut Record) {
        let text = String::from_utf8_lossy(word);
        let skipped = record.coords == Coords::SkipI && Point::parse_bytes(word, Coords::WithI).is_some();
        let message = if skipped {
            format!("`{text}`: there is no column i among letters without i")
        } else {
            format!("`{text}` is no move, number or result")
        };
        self.report(Code::MovetextToken, word, message, record);
        let at = record.events.len() as u32 + 1;
        self.source.extra(at, "token", word, self.span(word), record);
        record.push(Event::new(Action::Place(None)), self.span(word));
    }

    /// Decides what the notation leaves open: the board where points are counted from its top or centre, and the letters.
    fn settle(&self, options: &ReadOptions, record: &mut Record) {
        record.size = record.size.or(self.notation.size());
        if record.size.is_none() && matches!(self.notation, Notation::Top | Notation::Centre) {
            let usual = if self.notation == Notation::Top { Size::RENJU } else { Size::PENTE };
            record.size = options.size.or(Some(usual));
            if options.size.is_none() {
                let message = format!(
                    "points are counted from the {} of a board of {usual}, since no size is known",
                    if self.notation == Notation::Top { "top row" } else { "centre" }
                );
                let finding = Finding::new(Code::SizeAssumed, self.span(&self.text[..0]), message);
                report(record, finding.help("`--size` states the board"));
            }
        }
        let named = options.coords.map(Coords::letters);
        match (self.notation, record.size) {
            (Notation::Centre, Some(size)) => record.coords = Coords::Centre(size.centre()),
            (Notation::Letters, _) => match named {
                Some(coords) => record.coords = coords,
                None => self.infer_letters(options, record),
            },
            _ => record.coords = named.unwrap_or_default(),
        }
    }

    /// Design decision 3: an i in the record, else a first stone on j10 or k10 of 19 lines, else letters with i as everywhere but in
    /// Pente.
    fn infer_letters(&self, options: &ReadOptions, record: &mut Record) {
        let Some((coords, word, why)) = letters_of(self.text, record.size.or(options.size)) else { return };
        record.coords = coords;
        let how = if coords == Coords::WithI { "with i" } else { "without i" };
        self.report(Code::CoordsInferred, word, format!("column letters are read {how}: {why}"), record);
    }
}

/// The letters that a list is in, what told so and why; nothing where there is no doubt about letters with i.
pub(super) fn letters_of(text: &[u8], size: Option<Size>) -> Option<(Coords, &[u8], &'static str)> {
    let stones = || {
        Tokens::new(text, Notation::Letters).filter_map(|token| match token {
            Token::Stone(word) => Point::parse_bytes(word, Coords::WithI).map(|point| (word, point)),
            _ => None,
        })
    };
    let (word, first) = stones().next()?;
    let at = |text: &str| Point::parse(text, Coords::WithI) == Some(first);
    // Asked first, since it leaves most lists unread.
    if !(at("j10") || at("k10")) {
        return None;
    }
    let nineteen = match size {
        Some(size) => size == Size::PENTE,
        // Nothing but the stones tells that the board has more than 15 lines.
        None => stones().any(|(_, p)| !Size::RENJU.contains(p)),
    };
    if !nineteen {
        return None;
    }
    let uses_i = stones().map(|(word, _)| word).find(|word| matches!(word[0], b'i' | b'I'));
    Some(match uses_i {
        Some(word) => (Coords::WithI, word, "the record uses column i"),
        None if at("j10") => (Coords::WithI, word, "the first stone is then on the centre"),
        None => (Coords::SkipI, word, "the first stone is then on the centre"),
    })
}
