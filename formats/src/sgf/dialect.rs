//! Writers whose files mean something else, or more, than SGF says.

use pentad_rules::{Action, Code, Event, Events, Point};

use super::header::{Dialect, Header};
use super::lex;
use super::point::Shape;
use super::read::{Reader, Retry, Step};
use crate::{Field, NoteKind, Record, Span};

/// Who wrote a record with this header.
pub(super) fn of(header: &Header<'_>, record: &Record) -> Dialect {
    if header.own {
        Dialect::Plain
    } else if header.is_pentedb() {
        Dialect::Pentedb
    } else if is_engine(header) {
        Dialect::Engine
    } else if header.swap.is_some() || header.offers.is_some() || opening(header).is_some() {
        Dialect::Orc
    } else if is_quest(header, record) {
        Dialect::Quest
    } else {
        Dialect::Plain
    }
}

/// A number as the rule, and why the game ended or a date with dots and a time: nobody else writes both.
fn is_engine(header: &Header<'_>) -> bool {
    if !header.rules.is_some_and(|r| !r.is_empty() && r.iter().all(u8::is_ascii_digit)) {
        return false;
    }
    let termination = header.termination.and_then(|t| std::str::from_utf8(t).ok());
    termination.is_some_and(|t| super::result::termination(t).is_some())
        || header.date.is_some_and(|d| matches!(d, [_, _, _, _, b'.', _, _, b'.', _, _, b' ', _, _, b':', ..]))
}

fn is_quest(header: &Header<'_>, record: &Record) -> bool {
    let rated = |f| record.get(f).is_some_and(|n| name_and_rating(n).is_some());
    header.name.is_some_and(|n| n.eq_ignore_ascii_case(b"gomokuquest"))
        || header.result.is_some_and(|r| matches!(r, b"B+" | b"W+"))
            && rated(Field::BlackName)
            && rated(Field::WhiteName)
}

/// `name (1419)` in two.
fn name_and_rating(text: &str) -> Option<(&str, &str)> {
    let (name, rating) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let number = !rating.is_empty() && rating.bytes().all(|b| b.is_ascii_digit());
    (number && !name.is_empty()).then_some((name, rating))
}

/// Takes the ratings out of the names (Gomoku Quest).
pub(super) fn quest_ratings(record: &mut Record) {
    for (name, rating) in [(Field::BlackName, Field::BlackRating), (Field::WhiteName, Field::WhiteRating)] {
        let (Some(text), Some(span)) = (record.get(name).map(str::to_owned), record.span_of(name)) else { continue };
        if let Some((plain, number)) = name_and_rating(&text)
            && record.get(rating).is_none()
        {
            record.set(name, plain, span);
            let at = span.start as usize + plain.len() + 2;
            record.set(rating, number, Span::between(at, at + number.len()));
        }
    }
}

/// The rule that an engine match means by a number. Other numbers stay numbers (design decision 16).
pub(super) fn engine_rules(number: &str) -> Option<&'static str> {
    match number {
        "0" => Some("gomoku-freestyle"),
        "1" => Some("gomoku-standard"),
        "4" => Some("renju"),
        _ => None,
    }
}

/// The rule that pentedb means by GM: 100, a number of pente.org's, 1 more for its speed games, 50 more for turn-based ones.
pub(super) fn pentedb_rules(header: &Header<'_>, record: &mut Record) {
    let number = header.game.and_then(|g| g.checked_sub(101)).map(|n| n % 50 / 2);
    let rules = match number {
        Some(0) => "pente",
        Some(1) => "keryo-pente",
        Some(2) => "gomoku-standard",
        Some(3) => "d-pente",
        Some(4) => "g-pente",
        Some(5) => "poof-pente",
        Some(6) => "connect6",
        Some(7) => "boat-pente",
        Some(8) => "dk-pente",
        Some(12) => "o-pente",
        Some(13) => "swap2-pente",
        Some(14) => "swap2-keryo",
        _ => return,
    };
    if record.get(Field::Rules).is_none() {
        record.set(Field::Rules, rules, Span::default());
    }
}

/// The opening procedure that a game's name states, on ORC Game Center.
fn opening(header: &Header<'_>) -> Option<&'static str> {
    let name = header.name.filter(|n| header.game == Some(5) || n.windows(5).any(|w| w == b" rule"))?;
    let says = |word: &[u8]| name.windows(word.len()).any(|w| w.eq_ignore_ascii_case(word));
    const NAMES: [(&str, &str); 4] =
        [("RIF rule", "rif"), ("Yamaguchi", "yamaguchi"), ("Sakata", "sakata"), ("Tarannikov", "tarannikov")];
    NAMES.iter().find(|(word, _)| says(word.as_bytes())).map(|&(_, id)| id)
}

impl<'a> Reader<'a, '_> {
    /// A comment of an engine match that is no comment: `opening move` or `12ms`. Whether it was one.
    pub(super) fn engine_comment(&mut self, comment: &[u8]) -> bool {
        if let [number @ .., b'm', b's'] = comment
            && (1..12).contains(&number.len())
            && number.iter().all(u8::is_ascii_digit)
        {
            // Digits are ASCII.
            self.note(NoteKind::TimeMs, "", std::str::from_utf8(number).unwrap_or_default());
            return true;
        }
        let events = self.record.events.len() as u32;
        let next = self.branches.is_none() && self.node.event && events == self.header.opening + 1;
        if comment == b"opening move" && next {
            self.header.opening = events;
            return true;
        }
        false
    }

    /// ORC: the name of the opening procedure, the swap, the offered fifth moves.
    pub(super) fn orc(&mut self, dialect: Dialect) -> Step {
        if self.header.own {
            return Ok(());
        }
        if self.header.name.is_none() && self.header.swap.is_none() && self.header.offers.is_none() {
            return Ok(());
        }
        let opening = opening(&self.header);
        if let (Some(id), Some(name)) = (opening, self.header.name)
            && dialect == Dialect::Orc
        {
            self.record.set(Field::Opening, id, Span::of(name, self.slice));
            let says = |word: &[u8]| name.windows(word.len()).any(|w| w == word);
            match (says(b"(Rated)"), says(b"(Unrated)")) {
                (true, false) => self.record.rated = Some(true),
                (false, true) => self.record.rated = Some(false),
                _ => {}
            }
        }
        let plain = self.record.tree.is_none() && self.record.setup.is_empty() && !self.options.headers_only;
        let plies = if plain { self.record.events.iter().take_while(|e| e.is_ply()).count() } else { 0 };
        // Only these procedures have their one swap after the third stone.
        let one_swap = matches!(opening, None | Some("rif" | "yamaguchi"));
        let swap = match self.header.swap.map(|v| (v, lex::trim(v).to_ascii_uppercase())) {
            Some((v, word)) if word == b"YES" || word == b"NO" => {
                Some((v, word == b"YES")).filter(|_| one_swap && plies >= 3)
            }
            Some((v, _)) => {
                self.malformed(v, "SW is YES or NO");
                None
            }
            None => None,
        };
        let mut offers = Vec::new();
        if let Some(values) = self.header.offers.filter(|_| plies >= 4) {
            for value in values.each(self.bytes) {
                for token in value.split(|&b| b == b',' || lex::is_blank(b)).filter(|t| !t.is_empty()) {
                    offers.push(self.offered_point(token)?);
                }
            }
        }
        if let (Some(raw), None) = (self.header.swap, swap) {
            self.header_extra(b"SW", raw);
        }
        if let (Some(values), true) = (self.header.offers, offers.is_empty()) {
            self.header_extra(b"5A", values.raw);
        }
        if swap.is_some() || !offers.is_empty() {
            self.insert_opening(swap, offers);
        }
        Ok(())
    }

    fn offered_point(&mut self, token: &'a [u8]) -> Result<Option<Point>, Retry> {
        self.point(Shape::of(token), token)
    }

    /// Puts the swap after the third stone and the offer after the fourth; the fifth becomes the choice.
    fn insert_opening(&mut self, swap: Option<(&'a [u8], bool)>, offers: Vec<Option<Point>>) {
        let events = std::mem::take(&mut self.record.events);
        let spans = std::mem::take(&mut self.record.spans);
        let chosen = !offers.is_empty();
        let mut new = Events::new();
        for (n, (event, span)) in events.iter().zip(spans).enumerate() {
            let mut event = *event;
            if let (3, Some((value, taken))) = (n, swap) {
                new.push(Event::new(Action::Swap(taken)));
                self.record.spans.push(Span::of(value, self.slice));
            }
            if n == 4 && chosen {
                self.push_offer(&mut new, &offers);
                if let Action::Place(point) = event.action {
                    event.action = Action::Choose(point);
                }
            }
            new.push(event);
            self.record.spans.push(span);
        }
        if let (3, Some((value, taken))) = (events.len(), swap) {
            new.push(Event::new(Action::Swap(taken)));
            self.record.spans.push(Span::of(value, self.slice));
        }
        if events.len() == 4 && chosen {
            self.push_offer(&mut new, &offers);
        }
        let before = events.len() as u32;
        self.record.events = new;
        let swapped = u32::from(swap.is_some());
        self.record.move_notes(0, |at| {
            at + if at > 3 && at <= before { swapped } else { 0 }
                + if at > 4 && at <= before { u32::from(chosen) } else { 0 }
        });
    }

    fn push_offer(&mut self, events: &mut Events, offers: &[Option<Point>]) {
        events.push_offer(offers.iter().copied(), None);
        let raw = self.header.offers.map_or(&self.slice[..0], |v| v.raw);
        self.record.spans.push(Span::of(raw, self.slice));
    }

    /// Says once that an opening stone is written again.
    pub(super) fn repeated(&mut self, span: Span) {
        self.finding(Code::RepeatedStone, span, "this stone was given by the opening before");
    }
}
