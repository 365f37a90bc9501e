//! Writes a record as PlayOK does: its tags in their order, lines of at most 80 characters, the result last.

use pentad_rules::{Action, Choice, Color, Coords, Event, Point, Seat, Size};

use super::read::score;
use super::tag::{self, GAME_TYPE, TEXTS};
use crate::loss::Losses;
use crate::stones::{ByEvent, Stone, Turn, goes_on, notes_beside_tags, notes_elsewhere, stones};
use crate::tagged::words::Words;
use crate::tagged::{is_tag_name, write_tag};
use crate::variations::main_line;
use crate::{Field, Loss, Names, NoteKind, Paint, PartialDate, Record, Score};

/// Which form the moves are written in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Swap2,
    Plain,
    Renju,
}

/// A word of the moves and whose it is; the first words are nobody's.
type Slot = (Option<Seat>, String);

/// A game put into the words of a form.
struct Game {
    form: Form,
    slots: Vec<Slot>,
    /// The final colour of the opener, where a word tells it.
    opener: Option<Color>,
    /// Illegible moves whose text could not be kept.
    lost: usize,
}

pub(super) fn write(whole: &Record, out: &mut Vec<u8>) -> Vec<Loss> {
    let (record, _) = main_line(whole);
    let mut losses = Losses::default();
    let game = match Game::any(&record, &mut losses) {
        Ok(game) => game,
        Err(why) => return vec![Loss::record(why)],
    };
    let record = &*record;
    losses.add("texts of illegible moves", game.lost, "the text is not known, or would be read as something else");
    tags(record, &game, out, &mut losses);
    out.push(b'\n');
    let mut words = Words::new(out, b"\n");
    let mut count = 0usize;
    let mut word = |text: &str| {
        if count.is_multiple_of(2) {
            words.word(format!("{}.", count / 2 + 1).as_bytes());
        }
        count += 1;
        words.word(text.as_bytes());
        count
    };
    let mut written = 0usize;
    for (seat, text) in &game.slots {
        // The column of a seat that has nothing to do is filled.
        if seat.is_some_and(|seat| (seat == Seat::First) != written.is_multiple_of(2)) {
            word("--");
        }
        written = word(text);
    }
    let last = record.other_result.map_or(record.result, |(score, _)| Some(score));
    words.word(seat_score(last, game.opener).as_bytes());
    out.extend_from_slice(b"\n\n");
    goes_on(record, &mut losses);
    beside(whole, record, &game, &mut losses);
    losses.0
}

/// The result of the seats.
fn seat_score(score: Option<Score>, opener: Option<Color>) -> &'static str {
    let Some(score) = score.filter(|&score| score != Score::Unknown) else { return "?" };
    score.winner().filter(|_| opener == Some(Color::White)).map_or(score, |winner| Score::won_by(!winner)).text()
}

fn point(point: Point) -> String {
    point.text(Coords::WithI).to_string()
}

/// The word for an illegible move: its own text, where it would be read as one again.
fn illegible(token: Option<&str>, lost: &mut usize) -> String {
    let safe = |text: &&str| {
        let number = text.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
        let words = ["--", "black", "white", "vs"];
        !text.is_empty()
            && !text.contains(|c: char| c.is_ascii_whitespace() || matches!(c, '[' | '\u{b}' | '\u{feff}'))
            && !number
            && !words.contains(text)
            && score(text.as_bytes()).is_none()
            && Point::parse(text, Coords::WithI).is_none()
    };
    let own = token.filter(safe);
    *lost += usize::from(own.is_none());
    own.unwrap_or("??").to_owned()
}

impl Game {
    /// The words of a game in the form that tells most of it, or why none can tell it.
    fn any(record: &Record, losses: &mut Losses) -> Result<Game, &'static str> {
        if record.size.is_some_and(|size| size.width() != size.height()) {
            return Err("the format has square boards only");
        }
        if let Some(game) = Game::of(record, Form::Renju).or_else(|| Game::of(record, Form::Swap2)) {
            return Ok(game);
        }
        let mut lost = 0;
        let tokens = ByEvent::tokens(record);
        let slot = |stone: Stone| match stone.turn {
            Turn::Stone(Some(p)) => (None, point(p)),
            Turn::Stone(None) | Turn::Pass => (None, illegible(tokens.get(stone.event), &mut lost)),
        };
        let slots = stones(record, false, losses)?.into_iter().map(slot).collect();
        Ok(Game { form: Form::Plain, slots, opener: None, lost })
    }

    /// The words of a game with the choices of the form; nothing where the game does not fit.
    fn of(record: &Record, form: Form) -> Option<Game> {
        if !record.setup.is_empty() {
            return None;
        }
        let tokens = ByEvent::tokens(record);
        let mut game = Game { form, slots: Vec::with_capacity(record.events.len() + 4), opener: None, lost: 0 };
        let mut events = record.events.iter().enumerate().peekable();
        let stated = |event: &Event, by: Seat| event.by.is_none_or(|seat| seat == by) && event.color.is_none();
        // A game may break off anywhere in its opening, if it says which one that is.
        let short = record.get(Field::Opening) == form.opening();
        let seat = (form == Form::Renju).then_some(Seat::First);
        for laid in 0..3 {
            match events.next() {
                Some((i, event)) if event.by.is_none() => game.stone(&tokens, i, event, seat)?,
                None if short && (form == Form::Swap2 || laid > 1) => return Some(game),
                _ => return None,
            }
        }
        match events.next().map(|(_, event)| (event, event.action)) {
            None if short => return Some(game),
            Some((event, Action::Swap(taken))) if form == Form::Renju && stated(event, Seat::Second) => {
                game.opener = Some(if taken { Color::White } else { Color::Black });
                game.slots.push((Some(Seat::Second), if taken { "black" } else { "white" }.to_owned()));
            }
            Some((event, Action::Choice(Some(Choice::PlaceTwo))))
                if form == Form::Swap2 && stated(event, Seat::Second) =>
            {
                for laid in 0..2 {
                    match events.next() {
                        Some((i, event)) if event.by.is_none() => game.stone(&tokens, i, event, None)?,
                        None if short && laid > 0 => return Some(game),
                        _ => return None,
                    }
                }
                let Some((_, event)) = events.next() else { return Some(game).filter(|_| short) };
                game.opener = Some(chosen(event).filter(|_| stated(event, Seat::First))?);
                game.slots.push((Some(Seat::First), game.opener?.name().to_owned()));
            }
            Some((event, Action::Choice(_))) if form == Form::Swap2 && stated(event, Seat::Second) => {
                let color = chosen(event)?;
                game.opener = Some(!color);
                game.slots.push((Some(Seat::Second), color.name().to_owned()));
            }
            _ => return None,
        }
        let opener = game.opener?;
        let mut plies = game.slots.len() - 1;
        while let Some((i, event)) = events.next() {
            let color = if plies.is_multiple_of(2) { Color::Black } else { Color::White };
            let seat = if color == opener { Seat::First } else { Seat::Second };
            plies += 1;
            if form != Form::Renju || plies != 5 {
                if event.by.is_some_and(|by| by != seat) {
                    return None;
                }
                game.stone(&tokens, i, event, Some(seat))?;
                continue;
            }
            // The fifth stone of renju is offered and chosen.
            let &[Some(one), Some(two)] = record.events.offered(event.action) else { return None };
            game.slots.extend([one, two].map(|p| (Some(seat), point(p))));
            let Some((_, choose)) = events.next() else { break };
            let Action::Choose(Some(p)) = choose.action else { return None };
            if !stated(event, seat) || !stated(choose, !seat) {
                return None;
            }
            game.slots.push((Some(!seat), point(p)));
        }
        Some(game)
    }

    /// Adds a stone; nothing where the event is none.
    fn stone(&mut self, tokens: &ByEvent<'_>, index: usize, event: &Event, seat: Option<Seat>) -> Option<()> {
        let text = match event.action {
            Action::Place(Some(p)) => point(p),
            Action::Place(None) => illegible(tokens.get(index as u32 + 1), &mut self.lost),
            _ => return None,
        };
        self.slots.push((seat, text));
        event.color.is_none().then_some(())
    }
}

impl Form {
    /// The rules that the form tells.
    fn rules(self) -> &'static str {
        if self == Form::Renju { "renju" } else { "gomoku-standard" }
    }

    /// The procedure that the form tells.
    fn opening(self) -> Option<&'static str> {
        match self {
            Form::Swap2 => Some("swap2"),
            Form::Plain => None,
            Form::Renju => Some("rif"),
        }
    }
}

fn chosen(event: &Event) -> Option<Color> {
    match event.action {
        Action::Choice(Some(Choice::Black)) => Some(Color::Black),
        Action::Choice(Some(Choice::White)) => Some(Color::White),
        _ => None,
    }
}

/// The field of a record that a tag of a seat shows: where the record has final colours, those of the seats' colours.
fn of_seat(record: &Record, game: &Game, field: Field) -> Field {
    let pairs = [
        (Field::BlackName, Field::WhiteName),
        (Field::BlackRating, Field::WhiteRating),
        (Field::BlackRank, Field::WhiteRank),
    ];
    if record.names != Names::ByColor || game.opener != Some(Color::White) {
        return field;
    }
    let other = pairs.iter().find_map(|&(black, white)| match field {
        f if f == black => Some(white),
        f if f == white => Some(black),
        _ => None,
    });
    other.unwrap_or(field)
}

fn tags(record: &Record, game: &Game, out: &mut Vec<u8>, losses: &mut Losses) {
    let date = record.get(Field::Date).map(|text| match PartialDate::parse(text) {
        Some(PartialDate { year, month: Some(month), day: Some(day) }) => format!("{year:04}.{month:02}.{day:02}"),
        _ => text.to_owned(),
    });
    let mut tag = |key: &str, value: &str, losses: &mut Losses| write_tag(key, value, b"\n", out, losses);
    for (key, field) in TEXTS.into_iter().chain(tag::MORE) {
        let absent = if field == Field::Round { "-" } else { "?" };
        let value = match field {
            Field::Date => date.as_deref(),
            field => record.get(of_seat(record, game, field)),
        };
        if value.is_some_and(|v| tag::absent(v.as_bytes())) {
            losses.add(field.name(), 1, "the format writes this text where nothing is known");
        }
        if let (Field::Date, Some(text)) = (field, record.get(field)) {
            let other = PartialDate::parse(text).is_some_and(|d| d.to_string() != text);
            losses.add("date", usize::from(other), "it is read again in ISO form");
        }
        match (field, value) {
            (Field::BlackRank | Field::WhiteRank, None) => {}
            // PlayOK itself names the site; without it nothing would tell what the text is.
            (Field::Site, None) => {
                tag(key, "PlayOK", losses);
                losses.add("site", 1, "where none is stated the format names its own");
            }
            (_, value) => tag(key, value.unwrap_or(absent), losses),
        }
        match field {
            Field::WhiteName => tag("Result", seat_score(record.result, game.opener), losses),
            Field::TimeControl => {
                if let Some(text) = game_type(record, game, losses) {
                    tag(GAME_TYPE, &text, losses);
                }
            }
            _ => {}
        }
    }
    let mut first = true;
    for note in record.notes().filter(|n| n.at == 0 && n.kind == NoteKind::Extra) {
        if note.key == GAME_TYPE && std::mem::take(&mut first) && fits(record, game, note.value) {
            continue;
        }
        let taken = note.key == GAME_TYPE || note.key == "Result" || tag::field(note.key.as_bytes()).is_some();
        if is_tag_name(note.key) && !taken {
            tag(note.key, note.value, losses);
        } else {
            losses.add("extras", 1, "the name or the value cannot stand in a tag");
        }
    }
}

/// Whether the text of a GameType says of board and choices what the record and the form say.
fn fits(record: &Record, game: &Game, text: &str) -> bool {
    let Some(kind) = tag::game_type(text.as_bytes()) else { return false };
    let size = kind.size == record.size || kind.size.is_none() && record.size == Some(Size::RENJU);
    size && match game.form {
        Form::Swap2 => kind.swap2,
        Form::Plain => kind.gomoku && !kind.swap2,
        Form::Renju => true,
    }
}

/// The GameType: the record's own, else PlayOK's number for gomoku and the board.
fn game_type(record: &Record, game: &Game, losses: &mut Losses) -> Option<String> {
    if let Some(own) = record.extra(GAME_TYPE).filter(|text| fits(record, game, text)) {
        return Some(own.to_owned());
    }
    let size = record.size.unwrap_or(Size::RENJU);
    if game.form == Form::Renju && size == Size::RENJU {
        return None;
    }
    losses.add(GAME_TYPE, 1, "the format has one with each game, and it is read again");
    let kind = match game.form {
        Form::Swap2 => 61,
        Form::Plain => 60,
        // The number that PlayOK had for renju is not known.
        Form::Renju => 0,
    };
    Some(format!("{kind},{}", size.width()))
}

/// Counts what stands beside tags and moves, or is read back as something else.
fn beside(whole: &Record, record: &Record, game: &Game, losses: &mut Losses) {
    let other = |field, told: Option<&str>| usize::from(record.get(field) != told);
    losses.add("rules", other(Field::Rules, Some(game.form.rules())), "the form of the moves tells the rules");
    losses.add("opening", other(Field::Opening, game.form.opening()), "the form of the moves tells the procedure");
    for field in [Field::Id, Field::Section, Field::BlackCountry, Field::WhiteCountry] {
        losses.add(field.name(), usize::from(record.get(field).is_some()), "the format has no tag for it");
    }
    losses.add("size", usize::from(record.size.is_none()), "the format always states one");
    losses.add("column letters", usize::from(record.coords != Coords::WithI), "the format has letters with i");
    notes_beside_tags(record, losses);
    if let Some(tree) = &whole.tree {
        losses.add("variations", tree.leaves().saturating_sub(1).max(1), "the format has only one line");
    }
    losses.add("notes of variations", notes_elsewhere(whole, record), "the format has only one line");
    losses.add("names", usize::from(record.names != Names::BySeat), "the names are written for the seats");
    losses.add("opener", usize::from(record.opener != game.opener), "the choice of a colour tells it");
    losses.add("result", usize::from(record.result.is_none()), "every game has one, and be it unknown");
    losses.add("paint", usize::from(record.paint != Paint::BlackFirst), "stones have the colours of turns");
    losses.add("rated", usize::from(record.rated.is_some()), "the format has no tag for it");
    losses.add("official result", usize::from(record.official.is_some()), "the format has one result");
    losses.add("given moves", usize::from(record.prefix.is_some()), "the format does not mark them");
    losses.add("incomplete", usize::from(record.incomplete), "the format cannot say that moves are missing");
    losses.add("reason", usize::from(record.reason.is_some()), "the format has none");
    let second = record.other_result.is_some_and(|(score, _)| Some(score) == record.result || record.result.is_none());
    losses.add("second result", usize::from(second), "one that says the same is no second one");
}
