//! What stands beside the moves: names, event, result, setup.

use pentad_rules::{Code, Color, Coords, Point, Size};

use super::key::{Key, PLAYER, TEXTS};
use super::read::{Reader, text};
use super::scan::{elements, inner, members};
use crate::{Names, Official, Paint, ReadOptions, Reason, Score, Span};

impl<'a> Reader<'a, '_> {
    /// Reads all keys but those of the moves and notes.
    pub(super) fn header(&mut self, known: &[Option<&'a str>; Key::COUNT], options: &ReadOptions) {
        let of = |key: Key| known[key as usize];
        for (key, field) in TEXTS {
            let Some(raw) = of(key) else { continue };
            match text(raw) {
                Some(text) => self.record.set(field, &text, self.span(raw)),
                None => self.invalid(key.name(), raw, "a string"),
            }
        }
        self.player(Key::Black, of(Key::Black));
        self.player(Key::White, of(Key::White));

        self.record.size = of(Key::Size).and_then(|raw| self.size(raw));
        let coords = self.word(Key::Coords, of(Key::Coords), Coords::from_name, "`with-i` or `skip-i`");
        self.record.coords = coords.or(options.coords).unwrap_or_default();
        self.record.prefix = of(Key::Prefix).and_then(|raw| self.number(Key::Prefix.name(), raw));
        let names = "`by-colour`, `by-seat` or `unknown`";
        self.record.names = self.word(Key::Names, of(Key::Names), Names::from_name, names).unwrap_or_default();
        self.record.opener = self.word(Key::Opener, of(Key::Opener), Color::from_name, "`black` or `white`");
        self.record.rated = self.truth(Key::Rated, of(Key::Rated));
        self.record.incomplete = self.truth(Key::Incomplete, of(Key::Incomplete)).unwrap_or(false);
        let told = self.truth(Key::TellsProcedure, of(Key::TellsProcedure));
        self.record.tells_procedure = told.unwrap_or(of(Key::Events).is_some());
        self.record.self_ending = self.truth(Key::SelfEnding, of(Key::SelfEnding)).unwrap_or(false);

        let scores = "`1-0`, `0-1`, `1/2-1/2` or `*`";
        self.record.result = self.word(Key::Result, of(Key::Result), Score::from_text, scores);
        self.record.result_span = of(Key::Result).map_or(Span::default(), |raw| self.span(raw));
        let other = self.word(Key::OtherResult, of(Key::OtherResult), Score::from_text, scores);
        self.record.other_result = other.zip(of(Key::OtherResult).map(|raw| self.span(raw)));
        self.record.reason =
            self.word(Key::Reason, of(Key::Reason), Reason::from_name, "a reason that the schema names");
        let officials = "`1-0`, `0-1`, `1/2-1/2`, `+:-`, `-:+` or `-:-`";
        self.record.official = self.word(Key::Official, of(Key::Official), Official::from_name, officials);
        let paint = |t: &str| match t {
            "white-first" => Some(Paint::WhiteFirst),
            "black-first" => Some(Paint::BlackFirst),
            _ => None,
        };
        let paints = "`white-first` or `black-first`";
        self.record.paint = self.word(Key::Paint, of(Key::Paint), paint, paints).unwrap_or_default();
        if let Some(raw) = of(Key::Setup).filter(|_| !self.headers_only) {
            self.setup(raw);
        }
    }

    fn word<T>(&mut self, key: Key, raw: Option<&str>, find: impl Fn(&str) -> Option<T>, expected: &str) -> Option<T> {
        let raw = raw?;
        let found = text(raw).and_then(|t| find(&t));
        if found.is_none() {
            self.invalid(key.name(), raw, expected);
        }
        found
    }

    fn truth(&mut self, key: Key, raw: Option<&str>) -> Option<bool> {
        match raw? {
            "true" => Some(true),
            "false" => Some(false),
            raw => {
                self.invalid(key.name(), raw, "true or false");
                None
            }
        }
    }

    /// A whole number that is not negative.
    pub(super) fn number<T: std::str::FromStr>(&mut self, key: &str, raw: &str) -> Option<T> {
        let number = raw.parse().ok().filter(|_| raw.as_bytes()[0].is_ascii_digit());
        if number.is_none() {
            self.invalid(key, raw, "a whole number in range");
        }
        number
    }

    fn player(&mut self, key: Key, raw: Option<&'a str>) {
        let Some(raw) = raw else { return };
        let Some(members) = members(raw) else { return self.invalid(key.name(), raw, "an object") };
        for (name, raw) in members {
            let path = || format!("{}.{name}", key.name());
            let Some(&(_, black, white)) = PLAYER.iter().find(|(known, ..)| *known == name) else {
                self.report(Code::JsonKey, raw, format!("`{name}` is no key of a player"));
                self.keep(0, &path(), raw);
                continue;
            };
            let field = if key == Key::Black { black } else { white };
            if self.record.get(field).is_some() {
                self.report(Code::JsonKeyRepeated, raw, format!("`{name}` stands twice; the first value counts"));
                self.keep(0, &path(), raw);
                continue;
            }
            let number = name == "rating" && raw.starts_with(|c: char| c == '-' || c.is_ascii_digit());
            match text(raw) {
                Some(text) => self.record.set(field, &text, self.span(raw)),
                None if number => self.record.set(field, raw, self.span(raw)),
                None => self.invalid(&path(), raw, if name == "rating" { "a number or a string" } else { "a string" }),
            }
        }
    }

    fn size(&mut self, raw: &str) -> Option<Size> {
        let side = |raw: &str| raw.parse::<u64>().ok();
        let sides = match elements(raw) {
            None => side(raw).map(|s| (s, s)),
            Some(mut list) => match (list.next(), list.next(), list.next()) {
                (Some(w), Some(h), None) => side(w).zip(side(h)),
                _ => None,
            },
        };
        let Some((width, height)) = sides else {
            self.invalid(Key::Size.name(), raw, "a number or an array of width and height");
            return None;
        };
        let byte = |n: u64| u8::try_from(n).unwrap_or(u8::MAX);
        let size = Size::new(byte(width), byte(height));
        if size.is_none() {
            self.report(Code::SizeInvalid, raw, format!("a board of {width} by {height} is not supported"));
            self.keep(0, Key::Size.name(), raw);
        }
        size
    }

    fn setup(&mut self, raw: &'a str) {
        let Some(members) = members(raw) else { return self.invalid(Key::Setup.name(), raw, "an object") };
        for (name, raw) in members {
            match name {
                "black" => self.record.setup.black = self.points("setup.black", raw),
                "white" => self.record.setup.white = self.points("setup.white", raw),
                "to_move" => {
                    self.record.setup.to_move = Color::from_name(inner(raw));
                    if self.record.setup.to_move.is_none() {
                        self.invalid("setup.to_move", raw, "`black` or `white`");
                    }
                }
                "captured" => self.captured(raw),
                _ => {
                    self.report(Code::JsonKey, raw, format!("`{name}` is no key of a setup"));
                    self.keep(0, &format!("setup.{name}"), raw);
                }
            }
        }
    }

    fn points(&mut self, key: &str, raw: &'a str) -> Vec<Point> {
        let Some(list) = elements(raw) else {
            self.invalid(key, raw, "an array of points");
            return Vec::new();
        };
        let mut points = Vec::new();
        for raw in list {
            match self.point(raw) {
                Some(point) => points.push(point),
                None => self.invalid(key, raw, "a list of points such as \"h8\""),
            }
        }
        points
    }

    fn captured(&mut self, raw: &'a str) {
        let Some(members) = members(raw) else { return self.invalid("setup.captured", raw, "an object") };
        for (name, raw) in members {
            match Color::from_name(name) {
                Some(color) => {
                    let count = self.number("setup.captured", raw).unwrap_or(0);
                    self.record.setup.captured[color.index()] = count;
                }
                None => {
                    self.report(Code::JsonKey, raw, format!("`{name}` is no colour"));
                    self.keep(0, &format!("setup.captured.{name}"), raw);
                }
            }
        }
    }
}
