//! What SGF has no property for, as values `key:text` of the property [`PRIVATE`]: events that are neither stone
//! nor pass, and facts of the header.

use pentad_rules::{Action, Choice, Claim, Color, Coords, Event, Events, Point, Seat, Size};

use super::lex::Values;
use super::point::Frame;
use super::property::PRIVATE;
use super::read::{Plan, Reader, Retry, Step};
use super::text;
use crate::{Field, Names, NoteKind, Official, Reason, Score, Span};

/// The point as text, `?` for none.
pub(super) fn point(point: Option<Point>) -> String {
    point.map_or_else(|| "?".to_owned(), |p| p.text(Coords::WithI).to_string())
}

/// The point of a text; `None` outside when it is neither point nor `?`.
pub(super) fn read_point(text: &str) -> Option<Option<Point>> {
    if text == "?" { Some(None) } else { Point::parse(text, Coords::WithI).map(Some) }
}

/// Points parted by blanks.
pub(super) fn points<'a>(list: impl IntoIterator<Item = &'a Point>) -> String {
    list.into_iter().map(|p| p.text(Coords::WithI).to_string()).collect::<Vec<_>>().join(" ")
}

/// An event that is no stone and no pass, in words; `None` for stones and passes.
pub(super) fn event(action: Action, events: &Events, color: Option<Color>) -> Option<String> {
    Some(match action {
        Action::Place(_) | Action::Pass | Action::Choose(_) => return None,
        Action::Swap(true) => "swap yes".to_owned(),
        Action::Swap(false) => "swap no".to_owned(),
        Action::Declare(n) => format!("declare {n}"),
        Action::Offer(_) => {
            let points: Vec<_> = events.offered(action).iter().map(|&p| point(p)).collect();
            format!("offer {}", points.join(" "))
        }
        Action::Choice(choice) => format!("choice {}", choice.map_or("?", Choice::name)),
        Action::Claim(claim) => format!("claim {}", claim.name()),
        Action::Resign => "resign".to_owned(),
        Action::Time => "time".to_owned(),
        Action::Draw => "draw".to_owned(),
        Action::Edit(p) => format!("edit {} {}", point(Some(p)), color.map_or("empty", Color::name)),
    })
}

/// The action and colour of [`event()`]'s words. The points of an offer are put into `events`.
pub(super) fn read_event(text: &str, events: &mut Events) -> Option<(Action, Option<Color>)> {
    let mut words = text.split_ascii_whitespace();
    let mut color = None;
    let action = match words.next()? {
        "swap" => Action::Swap(match words.next()? {
            "yes" => true,
            "no" => false,
            _ => return None,
        }),
        "declare" => Action::Declare(words.next()?.parse().ok()?),
        "offer" => {
            let points: Option<Vec<_>> = words.by_ref().map(read_point).collect();
            events.keep_offer(points?)
        }
        "choice" => Action::Choice(match words.next()? {
            "?" => None,
            name => Some(Choice::from_name(name)?),
        }),
        "claim" => Action::Claim(Claim::from_name(words.next()?)?),
        "resign" => Action::Resign,
        "time" => Action::Time,
        "draw" => Action::Draw,
        "edit" => {
            let point = read_point(words.next()?)??;
            color = match words.next()? {
                "empty" => None,
                name => Some(Color::from_name(name)?),
            };
            Action::Edit(point)
        }
        _ => return None,
    };
    words.next().is_none().then_some((action, color))
}

impl<'a> Reader<'a, '_> {
    /// The values of the private property.
    pub(super) fn private(&mut self, id: &'a [u8], values: Values<'a>) -> Step {
        let root = self.header_is_open();
        self.header.own = true;
        for value in values.each(self.bytes) {
            let text = self.decode(value, PRIVATE.as_bytes()).into_owned();
            let (key, raw) = text::compose(&text).unwrap_or((&text, ""));
            let plain = text::unescape(raw.into());
            let span = Span::of(value, self.slice);
            let understood = match key {
                "extra" => self.private_note(NoteKind::Extra, raw),
                "label" => self.private_note(NoteKind::Label, raw),
                "raw" => self.private_note(NoteKind::Raw, raw),
                "ms" => self.private_note(NoteKind::TimeMs, raw),
                "comment" => self.private_note(NoteKind::Comment, raw),
                "act" => self.private_event(&plain, span),
                "as" | "by" | "color" | "at" => self.private_change(key, &plain),
                _ => root && self.private_fact(key, &plain, span)?,
            };
            if !understood {
                self.malformed(id, format!("pentad does not know what {key:?} says here"));
                self.extra(PRIVATE.as_bytes(), value);
            }
            if self.stop {
                break;
            }
        }
        Ok(())
    }

    fn private_event(&mut self, text: &str, span: Span) -> bool {
        match read_event(text, &mut self.record.events) {
            Some((action, color)) => {
                self.other_event(Event { action, by: None, color }, span);
                true
            }
            None => false,
        }
    }

    fn private_change(&mut self, key: &str, text: &str) -> bool {
        let point = read_point(text).flatten();
        let seat = text.parse().ok().and_then(Seat::from_number);
        let change = |event: &mut Event| match (key, &mut event.action) {
            ("as", Action::Place(p)) => event.action = Action::Choose(*p),
            ("at", Action::Place(p) | Action::Choose(p)) => *p = point,
            ("by", _) => event.by = seat,
            ("color", _) => event.color = Color::from_name(text),
            _ => {}
        };
        self.change_event(change)
    }

    /// A fact of the header that SGF has no property for; whether it was understood.
    fn private_fact(&mut self, key: &str, text: &str, span: Span) -> Result<bool, Retry> {
        if let Some(&field) = Field::ALL.iter().find(|f| f.name() == key) {
            self.record.set(field, text, span);
            return Ok(true);
        }
        match (key, text) {
            ("tree", _) if self.branches.is_none() => return Err(Retry(Plan { tree: true, ..self.plan })),
            ("tree", _) => {}
            ("root", _) => match &mut self.branches {
                Some(branches) => branches.root_moves(),
                None => return Err(Retry(Plan { tree: true, ..self.plan })),
            },
            ("frame", side) => {
                let Some(side) = side.parse().ok().and_then(Size::square) else { return Ok(false) };
                self.frame = Frame::of(side);
            }
            ("paint", "white-first") => self.header.white_first = true,
            ("rated", _) => self.record.rated = Some(text == "yes"),
            ("incomplete", _) => self.record.incomplete = text == "yes",
            ("prefix", _) => self.record.prefix = text.parse().ok(),
            ("opener", _) => self.record.opener = Color::from_name(text),
            ("official", _) => self.record.official = Official::from_name(text),
            ("reason", _) => self.header.reason = Reason::from_name(text),
            ("names", _) => self.record.names = Names::from_name(text).unwrap_or_default(),
            ("coords", _) => self.record.coords = Coords::from_name(text).unwrap_or_default(),
            ("other-result", _) => self.record.other_result = Score::from_text(text).map(|s| (s, span)),
            ("self-ending", _) => self.record.self_ending = text == "yes",
            ("tells-procedure", _) => self.record.tells_procedure = text == "yes",
            ("captured", _) => {
                let mut counts = text.split(' ').map(str::parse);
                let (Some(Ok(black)), Some(Ok(white))) = (counts.next(), counts.next()) else { return Ok(false) };
                self.record.setup.captured = [black, white];
            }
            ("setup.black" | "setup.white", _) => {
                let points: Option<Vec<_>> = text.split_ascii_whitespace().map(|t| read_point(t)?).collect();
                let Some(points) = points else { return Ok(false) };
                let setup = &mut self.record.setup;
                if key == "setup.black" {
                    setup.black = points;
                } else {
                    setup.white = points;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn private_note(&mut self, kind: NoteKind, text: &str) -> bool {
        let Some((key, value)) = text::compose(text) else { return false };
        let (key, value) = (text::unescape(key.into()), text::unescape(value.into()));
        self.note(kind, &key, &value);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_back() {
        let h8 = Point::parse("h8", Coords::WithI);
        let mut events = Events::new();
        events.push_offer([h8, None], None);
        let offer = events[0].action;
        let others = [
            Action::Swap(true),
            Action::Declare(3),
            Action::Choice(Some(Choice::PlaceTwo)),
            Action::Choice(None),
            Action::Claim(Claim::DoubleFour),
            Action::Resign,
            Action::Time,
            Action::Draw,
            Action::Edit(h8.unwrap()),
        ];
        for action in others {
            let text = event(action, &events, Some(Color::White)).unwrap();
            assert_eq!(read_event(&text, &mut events).map(|(a, _)| a), Some(action), "{text}");
        }
        assert_eq!(event(offer, &events, None).as_deref(), Some("offer h8 ?"));
        let (read, _) = read_event("offer h8 ?", &mut events).unwrap();
        assert_eq!(events.offered(read), [h8, None]);
        for bad in ["", "swap", "swap maybe", "edit ? black", "resign 2", "offer zz"] {
            assert_eq!(read_event(bad, &mut events), None, "{bad}");
        }
    }
}
