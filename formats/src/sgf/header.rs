//! The header: what the root properties say.

use pentad_rules::{Code, Color, Size};

use super::dialect;
use super::lex::{self, Values};
use super::point::Frame;
use super::property::{PRODUCER, Property};
use super::read::{Plan, Reader, Retry, Step};
use super::result::outcome;
use crate::{Field, PartialDate, Reason, Span};

/// A family of writers that means something else, or more, than SGF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    Plain,
    /// c-gomoku-cli and its kin: matches of engines.
    Engine,
    /// ORC Game Center and RenjuBase.
    Orc,
    /// Gomoku Quest.
    Quest,
    /// pentedb and pente.org's exporter.
    Pentedb,
}

impl Dialect {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Dialect::Plain => "",
            Dialect::Engine => "engine",
            Dialect::Orc => "orc",
            Dialect::Quest => "quest",
            Dialect::Pentedb => "pentedb",
        }
    }

    /// Whether the writer ends the game itself.
    const fn ends_games(self) -> bool {
        matches!(self, Dialect::Engine | Dialect::Quest | Dialect::Pentedb)
    }
}

/// Root properties that can be understood only when all of them are known.
#[derive(Default)]
pub(super) struct Header<'a> {
    pub(super) ff4: bool,
    pub(super) game: Option<u32>,
    game_span: Span,
    /// Whether the file is of our making.
    pub(super) own: bool,
    /// DBNM, which pentedb alone writes.
    pub(super) database: bool,
    pub(super) rules: Option<&'a [u8]>,
    pub(super) result: Option<&'a [u8]>,
    pub(super) date: Option<&'a [u8]>,
    pub(super) name: Option<&'a [u8]>,
    pub(super) termination: Option<&'a [u8]>,
    pub(super) section: Option<&'a [u8]>,
    pub(super) swap: Option<&'a [u8]>,
    pub(super) offers: Option<Values<'a>>,
    /// PL.
    pub(super) turn: Option<&'a [u8]>,
    /// Facts that [`super::property::PRIVATE`] states.
    pub(super) white_first: bool,
    pub(super) reason: Option<Reason>,
    /// How many of the first events are an engine's opening.
    pub(super) opening: u32,
}

impl<'a> Header<'a> {
    /// What a property that can be understood later has said so far; `None` for other properties.
    #[inline]
    pub(super) fn slot(&mut self, property: Property) -> Option<&mut Option<&'a [u8]>> {
        Some(match property {
            Property::Rules => &mut self.rules,
            Property::Result => &mut self.result,
            Property::Date => &mut self.date,
            Property::Name => &mut self.name,
            Property::Termination => &mut self.termination,
            Property::Section => &mut self.section,
            Property::Swap => &mut self.swap,
            _ => return None,
        })
    }

    /// GM.
    #[inline]
    pub(super) fn game(&mut self, number: u32, span: Span) {
        (self.game, self.game_span) = (Some(number), span);
    }

    pub(super) fn is_pentedb(&self) -> bool {
        !self.own && (self.database || self.game.is_some_and(|n| (101..=200).contains(&n)))
    }
}

impl<'a> Reader<'a, '_> {
    pub(super) fn header_property(
        &mut self,
        property: Property,
        name: &[u8],
        id: &'a [u8],
        values: Values<'a>,
    ) -> Step {
        let value = values.first;
        if values.many && property != Property::Offers {
            self.malformed(values.raw, "this property has one value");
            self.extra(name, values.raw);
        }
        match property {
            Property::Text(field) => {
                self.field(field, value, name);
                return Ok(());
            }
            Property::Rank(color) => {
                let plain = lex::trim(value);
                let number = !plain.is_empty() && plain.iter().all(u8::is_ascii_digit);
                let field = match (color, number) {
                    (Color::Black, true) => Field::BlackRating,
                    (Color::Black, false) => Field::BlackRank,
                    (Color::White, true) => Field::WhiteRating,
                    (Color::White, false) => Field::WhiteRank,
                };
                self.field(field, value, name);
                return Ok(());
            }
            Property::Format => {
                self.header.ff4 = lex::trim(value) == b"4";
                return Ok(());
            }
            Property::Game => {
                self.header.game = number(lex::trim(value));
                self.header.game_span = Span::of(value, self.slice);
                if self.header.game != Some(4) {
                    self.extra(name, value);
                }
                return Ok(());
            }
            Property::Charset => return self.charset(lex::trim(value)),
            Property::Application => {
                self.header.own |= value.strip_prefix(PRODUCER.as_bytes()).is_some_and(|v| v.first() == Some(&b':'));
                if !self.header.own {
                    self.extra(name, value);
                }
                return Ok(());
            }
            Property::Size => return self.size(name, value),
            Property::Offers => {
                if self.header.offers.is_none() {
                    self.header.offers = Some(values);
                } else {
                    self.extra(name, values.raw);
                }
                return Ok(());
            }
            _ => {}
        }
        match self.header.slot(property) {
            None => self.malformed(id, "this property has no place here"),
            Some(slot @ None) => *slot = Some(value),
            Some(&mut Some(first)) => {
                if property == Property::Result {
                    self.second_result(first, value, name);
                }
                self.extra(name, value);
            }
        }
        Ok(())
    }

    fn second_result(&mut self, first: &'a [u8], second: &'a [u8], name: &[u8]) {
        let score = |text: &str| outcome(text).map(|o| o.score);
        let (a, b) = (self.simple_text(first, name), self.simple_text(second, name));
        if let (Some(a), Some(b)) = (score(&a), score(&b))
            && a != b
        {
            // Whoever judges the record reports it, as for every format.
            self.record.other_result = Some((b, Span::of(second, self.slice)));
        }
    }

    /// A text of the header; of several the first counts and the others are kept.
    pub(super) fn field(&mut self, field: Field, value: &'a [u8], name: &[u8]) {
        let text = self.simple_text(value, name);
        if text.is_empty() {
            return;
        }
        if self.record.get(field).is_some() {
            self.extra(name, value);
        } else {
            self.record.set(field, &text, Span::of(value, self.slice));
        }
    }

    fn size(&mut self, name: &[u8], value: &'a [u8]) -> Step {
        let text = lex::trim(value);
        let mut sides = text.split(|&b| b == b':').map(|t| number(lex::trim(t)).and_then(|n| u8::try_from(n).ok()));
        let size = match (sides.next().flatten(), sides.next(), sides.next()) {
            (Some(side), None, None) => Size::square(side),
            (Some(width), Some(Some(height)), None) => Size::new(width, height),
            _ => None,
        };
        let Some(size) = size.filter(|_| self.record.size.is_none()) else {
            if self.record.size.is_none() && !text.is_empty() {
                self.finding(
                    Code::SizeInvalid,
                    Span::of(value, self.slice),
                    "this is no size of a board that pentad supports",
                );
            }
            self.extra(name, value);
            return Ok(());
        };
        let frame = Frame::of(size);
        if self.pairs && self.frame != frame {
            return Err(Retry(Plan { frame: Some(frame), ..self.plan }));
        }
        self.frame = frame;
        self.record.size = Some(size);
        Ok(())
    }

    /// The first node has ended: tells who wrote this.
    pub(super) fn end_root(&mut self) {
        if self.dialect.is_none() {
            self.dialect = Some(dialect::of(&self.header, self.record));
        }
    }

    /// Everything is read: understands the header as a whole.
    pub(super) fn finish(&mut self) -> Step {
        self.end_root();
        self.start();
        let dialect = self.dialect.unwrap_or(Dialect::Plain);
        self.record.dialect = dialect.name();
        self.record.self_ending |= dialect.ends_games();
        self.record.painted = true;
        if let Some(value) = self.header.date {
            self.date(value, dialect);
        }
        if let Some(value) = self.header.rules {
            self.rules(value, dialect);
        }
        self.result(dialect);
        // A match runner says which moves are given, and be it none: its games have no other procedure.
        if self.header.opening > 0 || dialect == Dialect::Engine && !self.options.headers_only {
            self.record.prefix = Some(self.header.opening);
        }
        for (value, field) in [(self.header.name, Field::Id), (self.header.section, Field::Section)] {
            match value {
                Some(value) if field == Field::Id || dialect == Dialect::Pentedb => self.field(field, value, b"GN"),
                Some(value) => self.header_extra(b"SC", value),
                None => {}
            }
        }
        match dialect {
            Dialect::Pentedb => dialect::pentedb_rules(&self.header, self.record),
            Dialect::Quest => dialect::quest_ratings(self.record),
            _ => {}
        }
        self.game_number(dialect);
        self.turn_mismatch();
        if let Some(branches) = self.branches.take() {
            if self.plan.guess && !branches.is_forked() && !branches.is_over() {
                return Err(Retry(Plan { tree: false, guess: false, line: true, ..self.plan }));
            }
            branches.finish(self.record);
        }
        self.orc(dialect)?;
        // In pentedb's files the header's letters are crossed.
        if self.play.flip != (dialect == Dialect::Pentedb) {
            self.record.exchange_colours();
        }
        if self.play.flip {
            self.record.paint = crate::Paint::WhiteFirst;
        }
        if self.record.size.is_none() && !self.frame.stated && self.frame != Frame::UNSTATED {
            self.record.size = Size::square(self.frame.width);
            let what = format!("no size is stated; {0}x{0} is the smallest that holds all points", self.frame.width);
            self.finding(Code::SizeAssumed, Span::default(), what);
        }
        if self.record.findings.len() > 1 {
            self.record.findings.sort_by_key(|f| f.span.map_or(0, |s| s.start));
        }
        Ok(())
    }

    /// Keeps a root property as it is, after the root.
    pub(super) fn header_extra(&mut self, name: &[u8], raw: &'a [u8]) {
        self.in_root = true;
        self.extra(name, raw);
    }

    fn date(&mut self, value: &'a [u8], dialect: Dialect) {
        self.in_root = true;
        let text = self.simple_text(value, b"DT");
        let span = Span::of(value, self.slice);
        if is_iso(text.as_bytes()) && self.record.get(Field::Date).is_none() {
            self.record.set(Field::Date, &text, span);
            return;
        }
        let text = text.into_owned();
        let (date, time) = read_date(&text, dialect == Dialect::Pentedb);
        if self.record.get(Field::Date).is_none() && !text.is_empty() {
            self.record.set(Field::Date, &date, span);
        }
        if let Some(time) = time {
            self.record.set(Field::Time, &time, span);
        } else if PartialDate::parse(&date).is_none() && !text.is_empty() {
            self.finding(Code::DateUnreadable, span, "this date cannot be read");
        }
    }

    fn rules(&mut self, value: &'a [u8], dialect: Dialect) {
        self.in_root = true;
        let text = self.simple_text(value, b"RU");
        match rated(&text) {
            Some(rated) => self.record.rated = Some(rated),
            None if text.is_empty() || self.record.get(Field::Rules).is_some() => {}
            None => {
                let known = if dialect == Dialect::Engine { dialect::engine_rules(&text) } else { None };
                self.record.set(Field::Rules, known.unwrap_or(&text), Span::of(value, self.slice));
            }
        }
    }

    fn result(&mut self, dialect: Dialect) {
        self.in_root = true;
        if let Some(value) = self.header.result {
            let span = Span::of(value, self.slice);
            self.record.result_span = span;
            let text = self.simple_text(value, b"RE");
            match outcome(&text) {
                Some(outcome) => {
                    self.record.result = Some(outcome.score);
                    self.record.reason = outcome.reason;
                    if outcome.incomplete {
                        self.record.incomplete = true;
                        self.finding(Code::RecordIncomplete, span, "the result says that moves are missing");
                    }
                    if outcome.localised {
                        self.finding(
                            Code::ResultLocalised,
                            span,
                            format!("{text} is read as {}", outcome.score.text()),
                        );
                    }
                    if outcome.reason_unclear {
                        self.finding(Code::ResultUnreadable, span, "the winner is clear, the reason cannot be read");
                    }
                    if outcome.more {
                        self.extra(b"RE", value);
                    }
                }
                None if text.is_empty() => {}
                None => {
                    self.finding(Code::ResultUnreadable, span, "this result cannot be read");
                    self.extra(b"RE", value);
                }
            }
        }
        if let Some(value) = self.header.termination {
            let text = self.simple_text(value, b"TE");
            match super::result::termination(&text).filter(|_| dialect == Dialect::Engine) {
                Some((reason, more)) => {
                    self.record.reason = Some(reason);
                    if more {
                        self.extra(b"TE", value);
                    }
                }
                None => self.extra(b"TE", value),
            }
        }
        self.record.reason = self.header.reason.or(self.record.reason);
    }

    fn game_number(&mut self, dialect: Dialect) {
        let Some(game) = self.header.game.filter(|&n| n != 4 && dialect != Dialect::Pentedb) else { return };
        let what = format!("GM[{game}] does not say gomoku or renju; it is taken as one of the family all the same");
        self.finding(Code::GameNumber, self.header.game_span, what);
    }

    fn turn_mismatch(&mut self) {
        let setup = &self.record.setup;
        let (black, white) = (setup.black.len(), setup.white.len());
        let (Some(value), Some(stated)) = (self.header.turn, setup.to_move) else { return };
        let fits = if stated == Color::Black { black == white } else { black == white + 1 };
        if black + white > 0 && !fits {
            let what = format!("{} is to move with {black} black and {white} white stones", stated.name());
            self.finding(Code::TurnMismatch, Span::of(value, self.slice), what);
        }
    }
}

/// Whether the text is a full date as it is kept: the commonest case.
fn is_iso(text: &[u8]) -> bool {
    let [y0, y1, y2, y3, b'-', m0, m1, b'-', d0, d1] = *text else { return false };
    if ![y0, y1, y2, y3, m0, m1, d0, d1].iter().all(u8::is_ascii_digit) {
        return false;
    }
    let two = |a: u8, b: u8| (a - b'0') * 10 + (b - b'0');
    let year = u16::from(two(y0, y1)) * 100 + u16::from(two(y2, y3));
    PartialDate::new(year, Some(two(m0, m1)), Some(two(d0, d1))).is_some()
}

fn number(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    let digit = |n: u32, &b: &u8| {
        let digit = b.is_ascii_digit().then_some(u32::from(b.wrapping_sub(b'0')))?;
        n.checked_mul(10)?.checked_add(digit)
    };
    digits.iter().try_fold(0, digit)
}

/// Whether the words say rated or unrated.
pub(super) fn rated(text: &str) -> Option<bool> {
    match text {
        t if t.eq_ignore_ascii_case("rated") => Some(true),
        t if t.eq_ignore_ascii_case("unrated") => Some(false),
        _ => None,
    }
}

/// The date, ISO where it can be read, and the time of day after it.
pub(super) fn read_date(text: &str, american: bool) -> (String, Option<String>) {
    let read = |t: &str| {
        let american = if american { PartialDate::parse_american(t) } else { None };
        american.or_else(|| PartialDate::parse(t)).map(|d| d.to_string())
    };
    let is_time = |t: &str| {
        let mut parts = t.split(':');
        let two = |p: &str| p.len() == 2 && p.bytes().all(|b| b.is_ascii_digit());
        (2..=3).contains(&t.split(':').count()) && parts.all(two)
    };
    if let Some((day, time)) = text.split_once([' ', 'T'])
        && let Some(date) = read(day)
        && is_time(time)
    {
        return (date, Some(time.to_owned()));
    }
    (read(text).unwrap_or_else(|| text.to_owned()), None)
}
