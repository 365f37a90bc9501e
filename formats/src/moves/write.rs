//! Writes a record as a list of moves.

use std::io::Write as _;

use pentad_rules::{Color, Coords, Point, Size};

use super::list::{MARK, letters_of};
use super::notation::Notation;
use super::read::{ADDRESS, address};
use super::token::{Token, Tokens};
use crate::loss::Losses;
use crate::stones::{ByEvent, Stone, Turn, is_illegible, is_stone, notes_elsewhere, stones, turns};
use crate::variations::main_line;
use crate::{Field, Loss, Names, NoteKind, Paint, Record, Score, Setup, WriteOptions};

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
    /// A stone, and whether it is marked as a capture.
    Stone(Point, bool),
    Pass,
    Illegible(&'a str),
}

pub(super) fn write(whole: &Record, options: &WriteOptions, out: &mut Vec<u8>) -> Vec<Loss> {
    let (record, _) = main_line(whole);
    let mut text = Vec::new();
    let mut losses = Losses::default();
    match game(whole, &record, options, &mut text, &mut losses) {
        Ok(()) => {
            out.append(&mut text);
            losses.0
        }
        Err(why) => vec![Loss::record(why)],
    }
}

/// Writes the main line of a record, or tells why the form cannot tell it.
fn game(
    whole: &Record,
    record: &Record,
    options: &WriteOptions,
    out: &mut Vec<u8>,
    losses: &mut Losses,
) -> Result<(), &'static str> {
    let form = Form::of(options.dialect);
    let beside_moves = form.id == "renjubak" && lies_beside(&record.setup);
    let plies = plies(record, form, beside_moves, losses)?;
    let result = record.result.filter(|_| form.result);
    let legible = plies.iter().any(|ply| !matches!(ply, Ply::Illegible(_)));
    if !legible && result.is_none() && !beside_moves {
        return Err("it has no move that can be told, and the form tells nothing else");
    }
    let (text, coords) = body(record, form, options, &plies, result, losses)?;
    match form.id {
        "url" if plies.iter().any(|ply| matches!(ply, Ply::Illegible(_))) => {
            return Err("one of its moves is illegible, so that an address would not be known to end in moves");
        }
        "url" => out.extend_from_slice(address(record).unwrap_or(ADDRESS).as_bytes()),
        "nrf" => {
            let title = record.extra("title").unwrap_or_default();
            out.extend(title.bytes().map(|b| if b == b'\n' || b == b'\r' { b' ' } else { b }));
            losses.add("line breaks", usize::from(title.contains(['\n', '\r'])), "the title is one line");
            out.push(b'\n');
        }
        _ => {}
    }
    out.extend_from_slice(&text);
    if form.id == "renjubak" {
        if !plies.is_empty() {
            out.push(b'\n');
        }
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
    beside(whole, record, form, coords, result, losses);
    Ok(())
}

/// Whether a position can be told by its stones alone: Black begins whatever lies on the board.
fn lies_beside(setup: &Setup) -> bool {
    !(setup.black.is_empty() && setup.white.is_empty()) && setup.due() == Some(Color::Black) && setup.captured == [0, 0]
}

/// The moves as a field of a table that states the notation and the board besides; `coords` are those that it states. `record` has no
/// variations.
pub(crate) fn field(record: &Record, coords: Coords, losses: &mut Losses) -> Result<Vec<u8>, &'static str> {
    let notation = if coords == coords.letters() { Notation::Letters } else { Notation::Centre };
    let form = Form { notation, result: false, ..Form::of(Some("spaced")) };
    let plies = plies(record, form, false, losses)?;
    Ok(list(form, coords, Size::PENTE, &plies, None))
}

/// The moves, or why the notation cannot tell them. Stones that lie beside the moves are told elsewhere.
fn plies<'a>(
    record: &'a Record,
    form: Form,
    beside_moves: bool,
    losses: &mut Losses,
) -> Result<Vec<Ply<'a>>, &'static str> {
    let passes = matches!(form.notation, Notation::Letters | Notation::Top | Notation::Centre | Notation::Pairs);
    let stones = if beside_moves { turns(record, passes, losses)? } else { stones(record, passes, losses)? };
    let size = match form.notation {
        Notation::Top => Some(record.size.unwrap_or(Size::RENJU)),
        notation => notation.size(),
    };
    let tokens = ByEvent::tokens(record);
    let marks = ByEvent::of(record, |kind, key| kind == NoteKind::Extra && key == MARK);
    let ply = |stone: Stone| match stone.turn {
        Turn::Pass => Ok(Ply::Pass),
        Turn::Stone(Some(point)) if size.is_some_and(|size| !size.contains(point)) => {
            Err("a stone lies outside the board of the notation")
        }
        Turn::Stone(Some(point)) => Ok(Ply::Stone(point, marks.get(stone.event) == Some("*"))),
        Turn::Stone(None) => {
            let token = tokens.get(stone.event).filter(|t| is_safe(t, form.notation));
            let why = "the text is not known, or would be read as something else";
            losses.add("texts of illegible moves", usize::from(token.is_none()), why);
            Ok(Ply::Illegible(token.unwrap_or("??")))
        }
    };
    stones.into_iter().map(ply).collect()
}

/// Whether a word is read as one illegible move again.
fn is_safe(token: &str, notation: Notation) -> bool {
    let mut tokens = Tokens::new(token.as_bytes(), notation);
    notation.size().is_none()
        && Notation::of(token.as_bytes()) == Notation::Letters
        && token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'?')
        && matches!(tokens.next(), Some(Token::Word(word)) if word.len() == token.len())
}

/// The list, and the notation of its points: of letters those that are read again as they were meant, whether the reader knows the board or
/// not. Letters that were asked for are written in any case.
fn body(
    record: &Record,
    form: Form,
    options: &WriteOptions,
    plies: &[Ply<'_>],
    result: Option<Score>,
    losses: &mut Losses,
) -> Result<(Vec<u8>, Coords), &'static str> {
    let size = form.notation.size().or(record.size);
    match form.notation {
        Notation::Centre => {
            let size = size.unwrap_or(Size::PENTE);
            let coords = Coords::Centre(size.centre());
            Ok((list(form, coords, size, plies, result), coords))
        }
        Notation::Letters => {
            let own = options.coords.unwrap_or(record.coords).letters();
            let other = if own == Coords::WithI { Coords::SkipI } else { Coords::WithI };
            let right = |coords: Coords| {
                let text = list(form, coords, Size::RENJU, plies, result);
                let read = |size| letters_of(&text, size).map_or(Coords::WithI, |(coords, ..)| coords);
                (read(None) == coords && read(record.size) == coords).then_some((text, coords))
            };
            match (right(own), options.coords) {
                (Some(safe), _) => Ok(safe),
                (None, Some(_)) => {
                    let why = "the list is read in other letters than it is written in, unless they are named";
                    losses.add("certainty of letters", 1, why);
                    Ok((list(form, own, Size::RENJU, plies, result), own))
                }
                (None, None) => right(other).ok_or("in any letters the list would be read as another game"),
            }
        }
        _ => Ok((list(form, Coords::WithI, size.unwrap_or(Size::RENJU), plies, result), Coords::WithI)),
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
fn beside(whole: &Record, record: &Record, form: Form, coords: Coords, result: Option<Score>, losses: &mut Losses) {
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
    let mut kept = [false; 2];
    for note in record.notes() {
        let (what, why) = match note.kind {
            NoteKind::Comment => ("comments", "a list has none"),
            NoteKind::Label => ("labels", "a list has none"),
            NoteKind::TimeMs => ("times of moves", "a list has none"),
            NoteKind::Raw => ("raw bytes", "a list has texts only"),
            NoteKind::Extra if note.key == "token" && is_illegible(record, note.at) => continue,
            NoteKind::Extra
                if note.key == MARK
                    && is_stone(record, note.at)
                    && note.value == "*"
                    && form.notation.size().is_none() =>
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
    if let Some(tree) = &whole.tree {
        losses.add("variations", tree.leaves().saturating_sub(1).max(1), "a list has only one line");
    }
    losses.add("notes of variations", notes_elsewhere(whole, record), "a list has only moves");
    let turn = lies_beside(&record.setup) && record.setup.to_move.is_none();
    losses.add("whose turn it is", usize::from(turn), "it will be stated, as the form has it");
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
