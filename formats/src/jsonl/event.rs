//! `moves` and `events`.

use pentad_rules::{Action, Choice, Claim, Code, Color, Event, Point, Seat};

use super::key::Key;
use super::read::{Reader, text};
use super::scan::{elements, inner, members};

/// The keys of an event that say what is done.
const ACTIONS: &[&str] =
    &["place", "pass", "swap", "declare", "offer", "choose", "choice", "claim", "resign", "time", "draw", "edit"];

/// What an object among `events` or `tree.nodes` says.
#[derive(Default)]
pub(super) struct Entry<'a> {
    /// What is done; `None` where no key says so.
    pub(super) action: Option<Action>,
    /// The points of an offer.
    pub(super) offer: Option<Vec<Option<Point>>>,
    pub(super) by: Option<Seat>,
    pub(super) color: Option<Color>,
    /// A value that was not understood: the text of an illegible event.
    pub(super) token: Option<&'a str>,
    /// Keys that are none of an event's.
    pub(super) rest: Vec<(&'a str, &'a str)>,
}

impl<'a> Reader<'a, '_> {
    pub(super) fn moves(&mut self, raw: &'a str) {
        let Some(list) = elements(raw) else { return self.invalid(Key::Moves.name(), raw, "an array") };
        for raw in list {
            if self.record.is_over() {
                return;
            }
            let span = self.span(raw);
            let action = match self.point(raw) {
                Some(point) => Action::Place(Some(point)),
                None if raw == "\"pass\"" => Action::Pass,
                None => {
                    if raw != "null" {
                        if !is_text(raw) {
                            self.wrong("moves", raw, "a list of points such as \"h8\", or \"pass\"");
                        }
                        self.token(raw);
                    }
                    Action::Place(None)
                }
            };
            self.record.push(Event::new(action), span);
        }
    }

    pub(super) fn events(&mut self, raw: &'a str) {
        let Some(list) = elements(raw) else { return self.invalid(Key::Events.name(), raw, "an array") };
        for raw in list {
            if self.record.is_over() {
                return;
            }
            let span = self.span(raw);
            let mut entry = self.entry(raw);
            if entry.action.is_none() && entry.offer.is_none() {
                if entry.token.is_none() {
                    self.wrong("events", raw, "a list of objects that say what is done, such as {\"place\":\"h8\"}");
                }
                entry.token = Some(raw);
            }
            if let Some(token) = entry.token {
                self.token(token);
            }
            let at = self.record.events.len() as u32 + 1;
            for (key, raw) in entry.rest {
                self.unknown(at, key, raw);
            }
            match entry.offer {
                Some(points) => {
                    self.record.push_offer(points, entry.by, span);
                    if let Some(event) = self.record.events.iter_mut().next_back() {
                        event.color = entry.color;
                    }
                }
                None => {
                    let action = entry.action.unwrap_or(Action::Place(None));
                    self.record.push(Event { action, by: entry.by, color: entry.color }, span);
                }
            }
        }
    }

    /// Keeps the text of an illegible event, the next one, as its extra `token`.
    fn token(&mut self, raw: &str) {
        let at = self.record.events.len() as u32 + 1;
        self.keep_token(at, raw);
    }

    /// Keeps the text of an illegible event as its extra `token`.
    pub(super) fn keep_token(&mut self, at: u32, raw: &str) {
        match text(raw) {
            Some(text) => self.keep(at, "token", &text),
            None => self.keep(at, "token", raw),
        }
    }

    /// Reports and keeps a key that an event does not have.
    pub(super) fn unknown(&mut self, at: u32, key: &str, raw: &str) {
        if self.full() {
            return self.keep(at, key, raw);
        }
        if ACTIONS.contains(&key) || matches!(key, "by" | "color") {
            self.report(
                Code::JsonKeyRepeated,
                raw,
                format!("`{key}` beside another key that says what is done; the first counts"),
            );
        } else {
            self.report(Code::JsonKey, raw, format!("`{key}` is no key of an event"));
        }
        self.keep(at, key, raw);
    }

    /// Reads the object of an event.
    pub(super) fn entry(&mut self, raw: &'a str) -> Entry<'a> {
        let mut entry = Entry::default();
        let Some(members) = members(raw) else { return entry };
        for (key, raw) in members {
            let done = entry.action.is_some() || entry.offer.is_some() || entry.token.is_some();
            match key {
                "by" if entry.by.is_none() => match raw.parse().ok().and_then(Seat::from_number) {
                    Some(seat) => entry.by = Some(seat),
                    None => self.invalid("by", raw, "1 or 2"),
                },
                "color" if entry.color.is_none() => match Color::from_name(inner(raw)) {
                    Some(color) => entry.color = Some(color),
                    None => self.invalid("color", raw, "`black` or `white`"),
                },
                _ if done || !ACTIONS.contains(&key) => entry.rest.push((key, raw)),
                _ => self.action(key, raw, &mut entry),
            }
        }
        entry
    }

    fn action(&mut self, key: &str, raw: &'a str, entry: &mut Entry<'a>) {
        let point = self.point(raw);
        let illegible = raw == "null";
        let truth = raw == "true";
        let (action, expected) = match key {
            "place" => ((point.is_some() || illegible).then_some(Action::Place(point)), "a point such as \"h8\""),
            "choose" => ((point.is_some() || illegible).then_some(Action::Choose(point)), "a point such as \"h8\""),
            "edit" => (point.map(Action::Edit), "a point such as \"h8\""),
            "pass" => (truth.then_some(Action::Pass), "true"),
            "draw" => (truth.then_some(Action::Draw), "true"),
            "swap" => ((truth || raw == "false").then_some(Action::Swap(truth)), "true or false"),
            "declare" => (raw.parse().ok().map(Action::Declare), "a whole number"),
            "choice" => {
                let choice = Choice::from_name(inner(raw));
                ((choice.is_some() || illegible).then_some(Action::Choice(choice)), "`white`, `black` or `place-two`")
            }
            "claim" => {
                let claim = Claim::from_name(inner(raw)).map(Action::Claim);
                (claim, "`five`, `double-three`, `double-four` or `overline`")
            }
            "offer" => return self.offer(raw, entry),
            _ => {
                let action = if key == "resign" { Action::Resign } else { Action::Time };
                let seat = raw.parse().ok().and_then(Seat::from_number);
                if entry.by.is_none() {
                    entry.by = seat;
                }
                ((truth || seat.is_some()).then_some(action), "the seat, 1 or 2, or true where it is not known")
            }
        };
        entry.action = action;
        if action.is_none() {
            if !(is_text(raw) && matches!(key, "place" | "choose" | "choice")) {
                self.wrong(key, raw, expected);
            }
            entry.token = Some(raw);
            // What cannot be read is still the kind of event that it claims to be, where the kind has room for it.
            entry.action = match key {
                "choose" => Some(Action::Choose(None)),
                "choice" => Some(Action::Choice(None)),
                _ => Some(Action::Place(None)),
            };
        }
    }

    fn offer(&mut self, raw: &'a str, entry: &mut Entry<'a>) {
        let Some(list) = elements(raw) else {
            self.wrong("offer", raw, "an array of points");
            entry.token = Some(raw);
            entry.offer = Some(Vec::new());
            return;
        };
        let mut points = Vec::new();
        for element in list {
            let point = self.point(element);
            if point.is_none() && element != "null" {
                if !is_text(element) {
                    self.wrong("offer", element, "a list of points such as \"h8\"");
                }
                entry.token = Some(raw);
            }
            points.push(point);
        }
        entry.offer = Some(points);
    }
}

/// Whether a value is a string. A string that names no point is an illegible event, which the rules report, and no fault of the JSON.
fn is_text(raw: &str) -> bool {
    raw.starts_with('"')
}
