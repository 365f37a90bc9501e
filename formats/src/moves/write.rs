//! Writes a record as a list of moves.

use std::io::Write as _;

use pentad_rules::{Action, Color, Coords, Event, Point, Size};

use super::list::{MARK, letters_of};
use super::notation::Notation;
use super::read::{ADDRESS, address};
use super::token::{Token, Tokens};
use crate::loss::Losses;
use crate::{Field, Loss, Names, NoteKind, Paint, Record, Score, WriteOptions};

/// How moves are put together.
#[derive(Clone, Copy)]
struct Form {
    /// Name of the dialect; empty for the plain one.
    id: &'static str,
    notation: Notation,
    upper: bool,
    between: &'static str,
    /// Whether a result is written at the end.
    result: bool,
}

impl Form {
    fn of(dialect: Option<&'static str>) -> Form {
        let id = dialect.unwrap_or_default();
        let notation = Notation::of_dialect(id).unwrap_or(Notation::Letters);
        let between = match id {
            "spaced" | "upper" | "numbered" | "lws" => " ",
            "comma" | "dt5" => ",",
            "ban" => "\n",
            _ => "",
        };
        let result = matches!(id, "spaced" | "upper" | "comma" | "numbered" | "centre");
        Form { id, notation, upper: matches!(id, "upper" | "lws"), between, result }
    }
}

/// A move of a record.
#[derive(Clone, Copy)]
enum Ply<'a> {
    Stone(Point, bool),
    Pass,
    Illegible(&'a str),
}

pub(super) fn write(record: &Record, options: &WriteOptions, out: &mut Vec<u8>) -> Vec<Loss> {
    let mut losses = Losses::default();
    let form = Form::of(options.dialect);
    let plies = plies(record, form, &mut losses);
    // A line without a move is a record by its result alone.
    let legible = plies.iter().any(|ply| !matches!(ply, Ply::Illegible(_)));
    let unknown = (!legible).then_some(Score::Unknown);
    let result = record.result.filter(|_| form.result || !legible).or(unknown);
    let (text, coords) = body(record, form, options, &plies, result, &mut losses);
    match form.id {
        "url" => {
            out.extend_from_slice(address(record).unwrap_or(ADDRESS).as_bytes());
            let words = plies.iter().filter(|ply| matches!(ply, Ply::Illegible(_))).count();
            losses.add("addresses", words.min(1), "one with an illegible move in it is not known to end in moves");
        }
        "nrf" => {
            let title = record.extra("title").unwrap_or_default();
            out.extend(title.bytes().map(|b| if b == b'\n' || b == b'\r' { b' ' } else { b }));
            losses.add("line breaks", usize::from(title.contains(['\n', '\r'])), "the title is one line");
            out.push(b'\n');
        }
        _ => {}
    }
    out.extend_from_slice(&text);
    if form.id == "renjubak" && !(plies.is_empty() && record.setup.black.is_empty() && record.setup.white.is_empty()) {
        out.push(b'\n');
        for stones in [&record.setup.black, &record.setup.white] {
            out.push(b'{');
            for &point in stones {
                stone(point, form, coords, Size::RENJU, out);
            }
            out.push(b'}');
        }
    }
    if out.last() != Some(&b'\n') {
        out.push(b'\n');
    }
    beside(record, form, coords, result, &mut losses);
    losses.0
}

/// The moves as a field of a table that states the notation and the board besides; `coords` are those that it states.
pub(crate) fn field(record: &Record, coords: Coords, losses: &mut Losses) -> Vec<u8> {
    let notation = if coords == coords.letters() { Notation::Letters } else { Notation::Centre };
    let form = Form { notation, result: false, ..Form::of(Some("spaced")) };
    let plies = plies(record, form, losses);
    list(form, coords, Size::PENTE, &plies, None)
}

/// The moves, and what cannot be carried among them.
fn plies<'a>(record: &'a Record, form: Form, losses: &mut Losses) -> Vec<Ply<'a>> {
    let mut plies = Vec::with_capacity(record.events.len());
    let mut due = 0usize;
    let note = |at: usize, key: &str| {
        record.notes().find(|n| n.at == at as u32 && n.kind == NoteKind::Extra && n.key == key).map(|n| n.value)
    };
    // Notes are looked for only where there are any.
    let noted = record.notes().any(|n| n.at > 0);
    let size = match form.notation {
        Notation::Top => Some(record.size.unwrap_or(Size::RENJU)),
        notation => notation.size(),
    };
    for (i, event) in record.events.iter().enumerate() {
        let ply = match event.action {
            Action::Pass
                if matches!(form.notation, Notation::Letters | Notation::Top | Notation::Centre | Notation::Pairs) =>
            {
                Ply::Pass
            }
            Action::Pass => {
                losses.add("passes", 1, "the notation has none");
                Ply::Illegible("??")
            }
            Action::Place(Some(point)) | Action::Choose(Some(point)) => {
                let offered = matches!(event.action, Action::Choose(_));
                losses.add(
                    "choices of offered moves",
                    usize::from(offered),
                    "a list has no offers; the stone is written",
                );
                if size.is_some_and(|size| !size.contains(point)) {
                    losses.add("stones", 1, "they lie outside the board of the notation");
                    Ply::Illegible("??")
                } else {
                    Ply::Stone(point, noted && note(i + 1, MARK) == Some("*"))
                }
            }
            Action::Place(None) | Action::Choose(None) => {
                let token = note(i + 1, "token").filter(|t| is_safe(t, form.notation));
                let lost = usize::from(token.is_none());
                losses.add(
                    "texts of illegible moves",
                    lost,
                    "the text is not known, or would be read as something else",
                );
                Ply::Illegible(token.unwrap_or("??"))
            }
            Action::Edit(_) => {
                losses.add("edits of the position", 1, "a list has only moves");
                continue;
            }
            _ => {
                losses.add("swaps, declarations, offers, choices and claims", 1, "a list has only moves");
                continue;
            }
        };
        let turn = if due.is_multiple_of(2) { Color::Black } else { Color::White };
        due += 1;
        let stated = event.by.is_some() || event.color.is_some_and(|c| c != turn) || event.color.is_some();
        losses.add("colours of stones", usize::from(stated), "a list has no colours; stones are taken in turns");
        plies.push(ply);
    }
    plies
}

/// Whether a word is read as one illegible move again.
fn is_safe(token: &str, notation: Notation) -> bool {
    let mut tokens = Tokens::new(token.as_bytes(), notation);
    notation.size().is_none()
        && Notation::of(token.as_bytes()) == Notation::Letters
        && token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'?')
        && matches!(tokens.next(), Some(Token::Word(word)) if word.len() == token.len())
}

/// The list, and the notation of its points: of letters those that are read again as they were meant.
fn body(
    record: &Record,
    form: Form,
    options: &WriteOptions,
    plies: &[Ply<'_>],
    result: Option<Score>,
    losses: &mut Losses,
) -> (Vec<u8>, Coords) {
    let size = form.notation.size().or(record.size);
    match form.notation {
        Notation::Centre => {
            let size = size.unwrap_or(Size::PENTE);
            let coords = Coords::Centre(size.centre());
            (list(form, coords, size, plies, result), coords)
        }
        Notation::Letters => {
            let own = options.coords.unwrap_or(record.coords).letters();
            let other = if own == Coords::WithI { Coords::SkipI } else { Coords::WithI };
            let right = |coords: Coords| {
                let text = list(form, coords, Size::RENJU, plies, result);
                let read = letters_of(&text, None).map_or(Coords::WithI, |(coords, ..)| coords);
                (read == coords).then_some((text, coords))
            };
            let second = || if options.coords.is_none() { right(other) } else { None };
            right(own).or_else(second).unwrap_or_else(|| {
                losses.add("certainty of letters", 1, "the list would be read in other letters than it is written in");
                (list(form, own, Size::RENJU, plies, result), own)
            })
        }
        _ => (list(form, Coords::WithI, size.unwrap_or(Size::RENJU), plies, result), Coords::WithI),
    }
}

fn list(form: Form, coords: Coords, size: Size, plies: &[Ply<'_>], result: Option<Score>) -> Vec<u8> {
    let mut out = Vec::with_capacity(plies.len() * 4 + 8);
    let mut after_word = false;
    for (i, ply) in plies.iter().enumerate() {
        let between = match (form.id, i) {
            ("rnj", _) if i > 0 && i.is_multiple_of(2) => "\n",
            ("rnj", 1..) => " ",
            ("centre", 1..) if i.is_multiple_of(2) => " ",
            ("centre", 1..) => ", ",
            (_, 0) => "",
            _ => form.between,
        };
        // Whatever stands beside a word that is no stone has to be told from it.
        let word = matches!(ply, Ply::Illegible(_)) && form.notation.size().is_none();
        let gap = between.is_empty() && i > 0 && (word || after_word);
        after_word = word;
        out.extend_from_slice(if gap { " " } else { between }.as_bytes());
        match form.id {
            "numbered" => write!(out, "{}.", i + 1).expect("a vector takes all bytes"),
            "centre" if i.is_multiple_of(2) => write!(out, "{}.) ", i / 2 + 1).expect("a vector takes all bytes"),
            _ => {}
        }
        match *ply {
            Ply::Stone(point, mark) => {
                stone(point, form, coords, size, &mut out);
                if mark && form.notation.size().is_none() {
                    out.push(b'*');
                }
            }
            Ply::Pass if form.notation == Notation::Pairs => out.extend_from_slice(b"pp"),
            Ply::Pass if form.upper => out.extend_from_slice(b"PASS"),
            Ply::Pass => out.extend_from_slice(b"pass"),
            Ply::Illegible(_) if form.notation == Notation::Rnj => out.extend_from_slice(b"??"),
            Ply::Illegible(text) => out.extend_from_slice(text.as_bytes()),
        }
    }
    if let Some(result) = result {
        let between = match form.between {
            _ if out.is_empty() => "",
            "" => " ",
            between => between,
        };
        out.extend_from_slice(between.as_bytes());
        out.extend_from_slice(result.text().as_bytes());
    }
    match form.id {
        "dt5" if !out.is_empty() => out.push(b','),
        "nrf" => out.push(b'0'),
        _ => {}
    }
    out
}

fn stone(point: Point, form: Form, coords: Coords, size: Size, out: &mut Vec<u8>) {
    let (x, y) = (point.column(), point.row());
    let hex = |n: u8| char::from_digit(u32::from(n), 16).unwrap_or('?');
    let letter = |n: u8| char::from(b'a' + n.min(25));
    // A row above the board has no number from the top.
    let top = size.height().saturating_sub(y);
    let text = match form.notation {
        Notation::Letters if form.upper => point.text(coords).to_string().to_uppercase(),
        Notation::Letters | Notation::Centre => point.text(coords).to_string(),
        Notation::Top => format!("{}{top}", Coords::WithI.column_letters(x)),
        Notation::Hex => format!("{}{}", hex(x + 1), hex(y + 1)),
        Notation::Nrf => format!("{}{}", hex(x + 1), hex(top)),
        Notation::Pairs => format!("{}{}", letter(x), letter(top.saturating_sub(1))),
        Notation::Ban => format!("{}{top:02}", x + 1),
        Notation::Dt5 => format!("{}{}", letter(x), hex(top).to_ascii_uppercase()),
        Notation::Rnj => format!("{} {x}", top.saturating_sub(1)),
    };
    out.extend_from_slice(text.as_bytes());
}

/// Counts what stands beside the moves.
fn beside(record: &Record, form: Form, coords: Coords, result: Option<Score>, losses: &mut Losses) {
    for &field in Field::ALL.iter().filter(|&&f| record.get(f).is_some()) {
        losses.add(field.name(), 1, "a list has only moves");
    }
    // What the reader takes the board for.
    let read_size = match form.notation {
        Notation::Letters => None,
        Notation::Centre => Some(Size::PENTE),
        _ => Some(Size::RENJU),
    };
    losses.add("size", usize::from(record.size != read_size), "a list does not state the board");
    losses.add("column letters", usize::from(record.coords != coords), "the list has its own");
    let illegible = |at: u32| {
        let event: Option<&Event> = at.checked_sub(1).and_then(|i| record.events.get(i as usize));
        event.is_some_and(|e| matches!(e.action, Action::Place(None) | Action::Choose(None)))
    };
    let stone_at = |at: u32| {
        let event = at.checked_sub(1).and_then(|i| record.events.get(i as usize));
        event.is_some_and(|e| matches!(e.action, Action::Place(Some(_)) | Action::Choose(Some(_))))
    };
    let mut kept = [false; 2];
    for note in record.notes() {
        let (what, why) = match note.kind {
            NoteKind::Comment => ("comments", "a list has none"),
            NoteKind::Label => ("labels", "a list has none"),
            NoteKind::TimeMs => ("times of moves", "a list has none"),
            NoteKind::Raw => ("raw bytes", "a list has texts only"),
            NoteKind::Extra if note.key == "token" && illegible(note.at) => continue,
            NoteKind::Extra
                if note.key == MARK && stone_at(note.at) && note.value == "*" && form.notation.size().is_none() =>
            {
                continue;
            }
            NoteKind::Extra
                if (form.id, note.key, note.at) == ("url", "url", 0)
                    && address(record).is_some()
                    && !std::mem::replace(&mut kept[0], true) =>
            {
                continue;
            }
            NoteKind::Extra
                if (form.id, note.key, note.at) == ("nrf", "title", 0) && !std::mem::replace(&mut kept[1], true) =>
            {
                continue;
            }
            NoteKind::Extra => ("extras", "a list has only moves"),
        };
        losses.add(what, 1, why);
    }
    if let Some(tree) = &record.tree {
        losses.add("variations", tree.leaves().saturating_sub(1).max(1), "a list has only one line");
    }
    let setup = &record.setup;
    let stones = setup.black.len() + setup.white.len();
    let carried =
        form.id == "renjubak" && stones > 0 && setup.to_move == Some(Color::Black) && setup.captured == [0, 0];
    let lost = if carried { 0 } else { stones + usize::from(!setup.is_empty()) };
    losses.add("setup stones", lost, "the form starts from an empty board");
    losses.add("names", usize::from(record.names != Names::ByColor), "a list has no names");
    losses.add("opener", usize::from(record.opener.is_some()), "a list has no colours");
    losses.add("paint", usize::from(record.paint != Paint::BlackFirst), "a list has no colours");
    losses.add("rated", usize::from(record.rated.is_some()), "a list has only moves");
    losses.add("result", usize::from(record.result != result), "the form has none");
    losses.add("second result", usize::from(record.other_result.is_some()), "a list has one result at most");
    losses.add("official result", usize::from(record.official.is_some()), "a list has one result at most");
    losses.add("reason", usize::from(record.reason.is_some()), "a list has none");
    losses.add("given moves", usize::from(record.prefix.is_some()), "a list does not mark them");
    losses.add("incomplete", usize::from(record.incomplete), "a list cannot say that moves are missing");
}
