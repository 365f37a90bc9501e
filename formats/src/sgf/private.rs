//! What SGF has no property for, as values `key:text` of the property [`super::property::PRIVATE`]: events that are neither stone
//! nor pass, and facts of the header.

use pentad_rules::{Action, Choice, Claim, Color, Coords, Events, Point};

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
