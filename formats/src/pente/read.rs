//! Reads the tags of one record and hands the rest to [`super::movetext`].

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use pentad_rules::{Code, Coords, Size};

use super::movetext;
use super::tag::{self, Tag};
use crate::tagged::line::{self, Line, end_of_line};
use crate::tagged::tag::{parse, plain};
use crate::{Encoding, Field, Finding, Names, NoteKind, Paint, PartialDate, ReadOptions, Record, Score, Span};

/// Findings of one record beyond this number are not listed.
const MAX_FINDINGS: usize = 1000;

/// The swap of D-Pente, as its tag states it.
#[derive(Clone, Copy)]
pub(super) struct Swapped {
    pub(super) taken: bool,
    pub(super) span: Span,
}

/// A record being filled from its slice.
pub(super) struct Reader<'a, 'r> {
    pub(super) bytes: &'a [u8],
    /// The slice as text, where all of it is UTF-8.
    text: Option<&'a str>,
    pub(super) record: &'r mut Record,
    pub(super) options: &'r ReadOptions,
    /// The tags that have been seen.
    seen: u32,
    /// How many.
    count: usize,
    pub(super) swapped: Option<Swapped>,
    /// The bytes of the last text that could not be decoded without loss.
    lossy: Option<&'a [u8]>,
}

pub(super) fn read(bytes: &[u8], options: &ReadOptions, record: &mut Record) {
    let mut reader = Reader {
        bytes,
        text: std::str::from_utf8(bytes).ok(),
        record,
        options,
        seen: 0,
        count: 0,
        swapped: None,
        lossy: None,
    };
    reader.record.self_ending = true;
    reader.record.coords = options.coords.unwrap_or(Coords::SkipI);
    let (start, tags) = reader.tags();
    reader.settle();
    if !options.headers_only {
        reader.movetext(start);
    }
    let record = reader.record;
    let legible =
        options.headers_only && start < bytes.len() || record.events.iter().any(|e| e.action != movetext::ILLEGIBLE);
    if !tags && !legible {
        record.readable = false;
        let whole = Span::between(0, bytes.len());
        record.findings.push(Finding::new(Code::Unreadable, whole, "neither tags nor moves of a game"));
    }
}

impl<'a> Reader<'a, '_> {
    /// Reads up to the first line of moves; its offset, and whether there was a tag or a players line.
    fn tags(&mut self) -> (usize, bool) {
        let (mut at, mut any, mut started, mut stray) = (0, false, false, None);
        while at < self.bytes.len() {
            if let Ok((rest, (name, value))) = plain(&self.bytes[at..]) {
                (any, started) = (true, true);
                self.tag(&self.bytes[at..], name, value);
                at = self.bytes.len() - rest.len();
                continue;
            }
            let (end, next) = end_of_line(self.bytes, at, true).unwrap_or((self.bytes.len(), self.bytes.len()));
            let line = &self.bytes[at..end];
            let kind = Line::of(line);
            started |= kind.starts(line);
            match kind {
                Line::Blank => {}
                _ if !started => stray = stray.or(Some(line.trim_ascii())),
                Line::Tag => any |= self.tag_line(line::start(line)),
                Line::Players if !any => {
                    let next = self.players(line, next);
                    self.stray(stray);
                    return (next, true);
                }
                Line::Players | Line::Moves => {
                    self.stray(stray);
                    return (at, any);
                }
            }
            at = next;
        }
        self.stray(stray);
        (at, any)
    }

    pub(super) fn stray(&mut self, text: Option<&[u8]>) {
        if let Some(text) = text {
            self.report(Code::StrayText, text, "text that belongs to no record was passed over");
        }
    }

    /// Reads a tag line; whether it is one.
    fn tag_line(&mut self, line: &'a [u8]) -> bool {
        let tag = parse(line);
        match tag {
            Some((name, value)) => self.tag(line, name, value),
            None => {
                let message = "this line is no tag of the form [Key \"value\"]";
                self.report(Code::TagMalformed, line.trim_ascii_end(), message);
            }
        }
        tag.is_some()
    }

    /// Takes in a tag that starts at the start of `line`.
    fn tag(&mut self, line: &'a [u8], name: &'a [u8], value: &'a [u8]) {
        let tag = tag::nth(self.count, name);
        self.count += 1;
        let span = Span::of(value, self.bytes);
        if tag.bit() & self.seen != 0 {
            let message = format!("`{}` stands twice; the first value counts", self.decode(name));
            let end = Span::of(value, line).end() + 2;
            self.report(Code::TagRepeated, line.get(..end).unwrap_or(line).trim_ascii_end(), message);
            self.extra(name, value);
            return;
        }
        self.seen |= tag.bit();
        if matches!(name, b"White" | b"Black") {
            self.record.dialect = "brainking";
            self.record.paint = Paint::WhiteFirst;
        }
        if tag::absent(value, matches!(tag, Tag::Rating(_))) {
            match tag {
                Tag::Result if value == b"?" => self.record.result = Some(Score::Unknown),
                // Also what is absent comes back where only an extra could tell.
                Tag::Other if !tag::TYPES.iter().any(|t| t.as_bytes() == name) => self.extra(name, value),
                _ => {}
            }
            return;
        }
        match tag {
            Tag::Text(field) | Tag::Rating(field) => {
                let text = self.decode(value);
                self.record.set(field, &text, span);
                self.keep_raw(field.name());
            }
            Tag::Date => self.date(value),
            Tag::Rated => match value {
                b"Y" | b"y" => self.record.rated = Some(true),
                b"N" | b"n" => self.record.rated = Some(false),
                _ => self.extra(name, value),
            },
            Tag::Result => {
                self.record.result = tag::score(value);
                self.record.result_span = span;
                if self.record.result.is_none() {
                    let message = format!("`{}` is no result", self.decode(value));
                    self.report(Code::ResultUnreadable, value, message);
                    self.extra(name, value);
                }
            }
            Tag::Swapped => match value {
                b"Yes" | b"yes" => self.swapped = Some(Swapped { taken: true, span }),
                b"No" | b"no" => self.swapped = Some(Swapped { taken: false, span }),
                _ => self.extra(name, value),
            },
            Tag::BoardSize => self.size(value),
            Tag::Other => self.extra(name, value),
        }
    }

    fn date(&mut self, value: &'a [u8]) {
        let span = Span::of(value, self.bytes);
        if let Some(iso) = tag::american(value) {
            let text = std::str::from_utf8(&iso).unwrap_or_default();
            return self.record.set(Field::Date, text, span);
        }
        let text = self.decode(value);
        match PartialDate::parse_american(&text).or_else(|| PartialDate::parse(&text)) {
            Some(date) => self.record.set(Field::Date, &date.to_string(), span),
            None => {
                self.record.set(Field::Date, &text, span);
                self.report(Code::DateUnreadable, value, format!("`{text}` is no date of the form MM/dd/yyyy"));
            }
        }
    }

    fn size(&mut self, value: &'a [u8]) {
        let text = self.decode(value);
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((&text, &text));
        let size = width.trim().parse().ok().zip(height.trim().parse().ok()).and_then(|(w, h)| Size::new(w, h));
        self.record.size = size;
        if size.is_none() {
            self.report(Code::SizeInvalid, value, format!("a board of size `{text}` is not supported"));
            self.named_extra(tag::BOARD_SIZE, value);
        }
    }

    /// Reads the head of an old dump: `name1* vs name2` (the star marks the winner) and a line with date and time.
    fn players(&mut self, line: &'a [u8], next: usize) -> usize {
        self.record.dialect = "dsg";
        if let Some((one, two)) = line::players(line::start(line)) {
            for (name, field, score) in [(one, Field::BlackName, Score::Black), (two, Field::WhiteName, Score::White)] {
                // The star marks the winner, unless it is all there is of a name.
                let plain = name.strip_suffix(b"*").filter(|plain| !plain.is_empty());
                if plain.is_some() && self.record.result.is_none() {
                    self.record.result = Some(score);
                    self.record.result_span = Span::of(&name[name.len() - 1..], self.bytes);
                }
                let name = plain.unwrap_or(name);
                let text = self.decode(name);
                self.record.set(field, &text, Span::of(name, self.bytes));
            }
        }
        let (end, after) = end_of_line(self.bytes, next, true).unwrap_or((self.bytes.len(), self.bytes.len()));
        let second = self.bytes[next.min(end)..end].trim_ascii();
        let (date, time) = second.split_at(memchr::memchr(b' ', second).unwrap_or(second.len()));
        if PartialDate::parse_american(&self.decode(date)).is_none() {
            return next;
        }
        self.date(date);
        if !time.is_empty() {
            let text = self.decode(time.trim_ascii());
            self.record.set(Field::Time, &text, Span::of(time.trim_ascii(), self.bytes));
        }
        after
    }

    /// Draws the conclusions that need all tags.
    fn settle(&mut self) {
        if self.record.size.is_none() && self.record.extra(tag::BOARD_SIZE).is_none() {
            self.record.size = Some(Size::PENTE);
        }
        let rules = self.record.get(Field::Rules).unwrap_or_default();
        if tag::swaps(rules) {
            self.record.names = Names::Unknown;
        }
        if let Some(swapped) =
            self.swapped.filter(|_| !tag::tells_swap(self.record.get(Field::Rules).unwrap_or_default()))
        {
            self.swapped = None;
            self.keep_swap(swapped);
        }
    }

    /// Keeps the tag of a swap that has no place among the events.
    pub(super) fn keep_swap(&mut self, swapped: Swapped) {
        let value = &self.bytes[swapped.span.start as usize..swapped.span.end()];
        self.named_extra(tag::SWAPPED, value);
    }

    fn extra(&mut self, name: &'a [u8], value: &'a [u8]) {
        let name = self.decode(name);
        self.lossy = None;
        self.named_extra(&name, value);
    }

    fn named_extra(&mut self, name: &str, value: &'a [u8]) {
        if self.options.headers_only {
            return;
        }
        let value = self.decode(value);
        // The size of the board is looked at again.
        if self.options.skip_notes && name != tag::BOARD_SIZE {
            self.lossy = None;
            return;
        }
        self.record.note(0, NoteKind::Extra, name, &value);
        self.keep_raw(name);
    }

    /// Keeps the bytes of a text that was just decoded with losses.
    fn keep_raw(&mut self, key: &str) {
        if let Some(bytes) = self.lossy.take()
            && !self.options.headers_only
        {
            self.record.note(0, NoteKind::Raw, key, &BASE64.encode(bytes));
        }
    }

    /// The text of a part of the slice; the first one that is not UTF-8 is reported.
    pub(super) fn decode(&mut self, part: &'a [u8]) -> Cow<'a, str> {
        let span = Span::of(part, self.bytes);
        if let Some(text) = self.text.and_then(|t| t.get(span.start as usize..span.end())) {
            return Cow::Borrowed(text);
        }
        let (text, encoding, sound) = self.options.encoding.decode(part);
        if (encoding != Encoding::UTF_8 || !sound) && !self.record.findings.iter().any(|f| f.code == Code::Encoding) {
            let how = if sound { "" } else { " with losses" };
            self.report(Code::Encoding, part, format!("not UTF-8; read as {}{how}", encoding.name()));
        }
        if !sound {
            self.lossy = Some(part);
        }
        text
    }

    /// Whether no more findings are listed, so that their words need not be made.
    pub(super) fn full(&self) -> bool {
        self.record.findings.len() >= MAX_FINDINGS
    }

    pub(super) fn report(&mut self, code: Code, part: &[u8], message: impl Into<Cow<'static, str>>) {
        if !self.full() {
            self.record.findings.push(Finding::new(code, Span::of(part, self.bytes), message));
        }
    }
}
