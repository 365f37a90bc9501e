//! Reads the tags of one record and hands the rest to [`super::movetext`].

use std::borrow::Cow;

use pentad_rules::{Code, Color, Coords, Size};

use super::movetext::{Game, Words};
use super::tag::{self, GameType};
use crate::source_text::SourceText;
use crate::tagged::line::{self, Line, end_of_line};
use crate::tagged::tag::parse;
use crate::{Field, Names, PartialDate, ReadOptions, Record, Score, Span};

pub(super) fn read(bytes: &[u8], options: &ReadOptions, record: &mut Record) {
    let source = SourceText::new(bytes, options);
    record.self_ending = true;
    record.names = Names::BySeat;
    record.coords = options.coords.map_or(Coords::WithI, Coords::letters);
    let mut head = Head { source, record, seen: Vec::new(), game_type: None, game_span: None, result: None };
    let (start, tags) = head.read();
    let Head { game_type, game_span, result, .. } = head;
    record.size = record.size.or(game_type.and_then(|t| t.size)).or(Some(Size::RENJU));
    let words = Words::of(&bytes[start.min(bytes.len())..], source, record);
    let game = words.game(game_type);
    let known = game_type.is_none_or(|t| t.gomoku);
    let (rules, opening) = match game {
        Game::Renju => ("renju", Some("rif")),
        Game::Swap2 => ("gomoku-standard", Some("swap2")),
        Game::Plain => ("gomoku-standard", None),
    };
    // What says so is the tag, and the form of the moves.
    let place = game_span.unwrap_or_default();
    if known || game == Game::Renju {
        record.set(Field::Rules, rules, place);
        if let Some(opening) = opening {
            record.set(Field::Opening, opening, place);
        }
    }
    record.tells_procedure = game != Game::Plain;
    let first = words.first_colour(game);
    if words.has_choice(game) {
        record.opener = Some(first);
    }
    // Results are those of the seats.
    let final_score = |score: Score| {
        let swap = first != Color::Black;
        score.winner().filter(|_| swap).map_or(score, |winner| Score::won_by(!winner))
    };
    if let Some((score, span)) = result {
        (record.result, record.result_span) = (Some(final_score(score)), span);
    }
    if !options.headers_only {
        words.read(game, record);
        words.check_result(record);
    }
    match (words.result(), record.result) {
        (Some((score, span)), None) => (record.result, record.result_span) = (Some(final_score(score)), span),
        (Some((score, span)), Some(stated)) if final_score(score) != stated => {
            record.other_result = Some((final_score(score), span));
        }
        _ => {}
    }
    if !tags && !words.any_legible() {
        record.readable = false;
        let whole = Span::between(0, bytes.len());
        record.findings.push(crate::Finding::new(Code::Unreadable, whole, "neither tags nor moves of a game"));
    }
}

/// The tags of a record being read.
struct Head<'a, 'r> {
    source: SourceText<'a>,
    record: &'r mut Record,
    /// Names of the tags so far that have a meaning.
    seen: Vec<&'a [u8]>,
    game_type: Option<GameType>,
    game_span: Option<Span>,
    result: Option<(Score, Span)>,
}

impl<'a> Head<'a, '_> {
    /// Reads up to the first line of moves; its offset, and whether there was a tag.
    fn read(&mut self) -> (usize, bool) {
        let bytes = self.source.bytes;
        let (mut at, mut any, mut started, mut stray) = (0, false, false, None);
        let moves = loop {
            if at >= bytes.len() {
                break at;
            }
            let (end, next) = end_of_line(bytes, at, true).unwrap_or((bytes.len(), bytes.len()));
            let text = &bytes[at..end];
            let kind = Line::of(text);
            started |= kind.starts(text);
            match kind {
                Line::Blank => {}
                _ if !started => stray = stray.or(Some(text.trim_ascii())),
                Line::Tag => match parse(line::start(text)) {
                    Some((name, value)) => {
                        any = true;
                        self.tag(text, name, value);
                    }
                    None => {
                        let message = "this line is no tag of the form [Key \"value\"]";
                        self.source.report(Code::TagMalformed, text.trim_ascii(), message, self.record);
                    }
                },
                Line::Players | Line::Moves => break at,
            }
            at = next;
        };
        if let Some(text) = stray {
            let message = "text that belongs to no record was passed over";
            self.source.report(Code::StrayText, text, message, self.record);
        }
        (moves, any)
    }

    fn tag(&mut self, line: &'a [u8], name: &'a [u8], value: &'a [u8]) {
        let span = self.source.span(value);
        let field = tag::field(name);
        let known = field.is_some() || matches!(name, b"Result" | b"GameType");
        if known && self.seen.contains(&name) {
            let message = format!("`{}` stands twice; the first value counts", String::from_utf8_lossy(name));
            self.source.report(Code::TagRepeated, line.trim_ascii(), message, self.record);
            return self.extra(name, value);
        }
        if known {
            self.seen.push(name);
        }
        match (field, name) {
            (_, b"Result") => match score(value) {
                Some(score) => self.result = Some((score, span)),
                None => {
                    let message = format!("`{}` is no result", String::from_utf8_lossy(value));
                    self.source.report(Code::ResultUnreadable, value, message, self.record);
                    self.extra(name, value);
                }
            },
            (_, b"GameType") => {
                (self.game_type, self.game_span) = (tag::game_type(value), Some(span));
                if self.game_type.is_some_and(|t| t.size.is_none()) {
                    let message = format!("`{}` names no board that is supported", String::from_utf8_lossy(value));
                    self.source.report(Code::SizeInvalid, value, message, self.record);
                }
                self.extra(name, value);
            }
            (Some(_), _) if tag::absent(value) => {}
            (Some(field), _) => {
                self.source.set(field, value, span, self.record);
                if field == Field::Date {
                    self.date(value, span);
                }
            }
            (None, _) => self.extra(name, value),
        }
    }

    fn date(&mut self, value: &'a [u8], span: Span) {
        let text = self.record.get(Field::Date).unwrap_or_default();
        match PartialDate::parse(text) {
            Some(date) => self.record.set(Field::Date, &date.to_string(), span),
            None => {
                let message = format!("`{text}` is no date of the form yyyy.MM.dd");
                self.source.report(Code::DateUnreadable, value, message, self.record);
            }
        }
    }

    fn extra(&mut self, name: &'a [u8], value: &'a [u8]) {
        let key: Cow<'_, str> = self.source.text(name, self.source.span(name), self.record);
        self.source.extra(0, &key, value, self.source.span(value), self.record);
    }
}

/// What a result says: the first number is that of the seat in the tag Black.
pub(super) fn score(text: &[u8]) -> Option<Score> {
    match text {
        b"1-0" => Some(Score::Black),
        b"0-1" => Some(Score::White),
        b"1/2-1/2" => Some(Score::Draw),
        b"?" | b"*" => Some(Score::Unknown),
        _ => None,
    }
}
