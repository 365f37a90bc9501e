//! Writes a record as pente.org does: sixteen tags in a fixed order, CRLF, lines of at most 80 characters, the result last.

use pentad_rules::{Action, Coords, Event, Point, Seat, Size};

use super::tag::{self, BOARD_SIZE, GAMES, SWAPPED, TYPES};
use crate::loss::Losses;
use crate::stones::{ByEvent, Stone, Turn, goes_on, notes_beside_tags, notes_elsewhere, stones};
use crate::tagged::words::Words;
use crate::tagged::{is_tag_name, write_tag};
use crate::variations::main_line;
use crate::{Field, Loss, Names, Note, NoteKind, Paint, PartialDate, Reason, Record};

pub(super) fn write(whole: &Record, out: &mut Vec<u8>) -> Vec<Loss> {
    let (record, _) = main_line(whole);
    let mut losses = Losses::default();
    let swap = swap_after_four(&record);
    let mut told = Losses::default();
    let stones = match stones(&record, true, &mut told) {
        Ok(stones) => stones,
        Err(why) => return vec![Loss::record(why)],
    };
    tags(&record, swap, out, &mut losses);
    out.extend_from_slice(b"\r\n");
    moves(&record, &stones, out, &mut losses);
    out.extend_from_slice(b"\r\n\r\n");
    for Loss { what, count, why } in told.0 {
        // The one swap that has a tag.
        let written = u64::from(what == "swaps" && swap.is_some());
        losses.add(&what, (count - written) as usize, &why);
    }
    goes_on(&record, &mut losses);
    beside(whole, &record, &mut losses);
    losses.0
}

/// Whether player 2 swapped, where the record is of the one game whose text says so.
fn swap_after_four(record: &Record) -> Option<bool> {
    let mut plies = record.events.iter();
    let four = plies.by_ref().take(4).all(Event::is_ply);
    match plies.next().map(|e| (e.action, e.by)) {
        Some((Action::Swap(taken), Some(Seat::Second) | None)) if four => {
            tag::tells_swap(record.get(Field::Rules).unwrap_or_default()).then_some(taken)
        }
        _ => None,
    }
}

fn tags(record: &Record, swap: Option<bool>, out: &mut Vec<u8>, losses: &mut Losses) {
    let rules = record
        .get(Field::Rules)
        .map(|rules| GAMES.iter().copied().find(|g| g.eq_ignore_ascii_case(rules)).unwrap_or(rules));
    let date = record.get(Field::Date).map(|text| match PartialDate::parse(text) {
        Some(PartialDate { year, month: Some(month), day: Some(day) }) => format!("{month:02}/{day:02}/{year:04}"),
        _ => text.to_owned(),
    });
    let extra = |key| first_extra(record, key).map(|n| n.value);
    let rated = record.rated.map(|rated| if rated { "Y" } else { "N" });
    let get = |field| record.get(field);
    let sixteen: [(&str, Option<&str>, &str); 15] = [
        ("Game", rules, "?"),
        ("Site", get(Field::Site), "-"),
        ("Event", get(Field::Event), "-"),
        ("Round", get(Field::Round), "-"),
        ("Section", get(Field::Section), "-"),
        ("Date", date.as_deref(), "?"),
        ("Time", get(Field::Time), "?"),
        ("TimeControl", get(Field::TimeControl), "-"),
        ("Rated", rated, "-"),
        ("Player 1 Name", get(Field::BlackName), "?"),
        ("Player 2 Name", get(Field::WhiteName), "?"),
        ("Player 1 Rating", get(Field::BlackRating), "0"),
        ("Player 2 Rating", get(Field::WhiteRating), "0"),
        (TYPES[0], extra(TYPES[0]), "?"),
        (TYPES[1], extra(TYPES[1]), "?"),
    ];
    for (key, value, absent) in sixteen {
        if value.is_some_and(|v| tag::absent(v.as_bytes(), absent == "0")) && !TYPES.contains(&key) {
            losses.add(key, 1, "the format writes this text where nothing is known");
        }
        write_tag(key, value.unwrap_or(absent), b"\r\n", out, losses);
    }
    write_tag("Result", tag::result_text(record.result), b"\r\n", out, losses);
    if let Some(taken) = swap {
        write_tag(SWAPPED, if taken { "Yes" } else { "No" }, b"\r\n", out, losses);
    }
    match record.size {
        Some(size) if size.width() != size.height() => write_tag(BOARD_SIZE, &size.to_string(), b"\r\n", out, losses),
        Some(Size::PENTE) => {}
        Some(size) => write_tag(BOARD_SIZE, &size.width().to_string(), b"\r\n", out, losses),
        None => losses.add("size", 1, "where no size is stated the format means 19x19"),
    }
    for note in record.notes().filter(|n| n.at == 0 && n.kind == NoteKind::Extra) {
        if TYPES.iter().any(|t| note.key == *t && first_extra(record, t) == Some(note)) {
            continue;
        }
        let swap_event =
            note.key == SWAPPED && tag::tells_swap(rules.unwrap_or_default()) && record.events.plies() >= 4;
        if is_tag_name(note.key) && note.key != BOARD_SIZE && !swap_event {
            write_tag(note.key, note.value, b"\r\n", out, losses);
        } else {
            losses.add("extras", 1, "the name or the value cannot stand in a tag");
        }
    }
}

fn first_extra<'a>(record: &'a Record, key: &str) -> Option<Note<'a>> {
    record.notes().find(|n| n.at == 0 && n.kind == NoteKind::Extra && n.key == key)
}

fn moves(record: &Record, stones: &[Stone], out: &mut Vec<u8>, losses: &mut Losses) {
    let mut words = Words::new(out, b"\r\n");
    let tokens = ByEvent::tokens(record);
    for (ply, turn) in stones.iter().enumerate() {
        if ply.is_multiple_of(2) {
            words.word(format!("{}.", ply / 2 + 1).as_bytes());
        }
        match turn.turn {
            Turn::Stone(Some(point)) => words.word(stone(point, &mut [0; 4])),
            Turn::Pass => words.word(b"A0"),
            Turn::Stone(None) => words.word(illegible(record, tokens.get(turn.event), losses).as_bytes()),
        }
    }
    match record.reason {
        Some(Reason::Resign) => words.word(b"Resign"),
        Some(Reason::Forfeit) => words.word(b"Forfeit"),
        _ => {}
    }
    words.word(tag::result_text(record.result.map(|result| record.other_result.map_or(result, |o| o.0))).as_bytes());
}

/// The text of a stone: a capital letter without i, and the row.
fn stone(point: Point, buffer: &mut [u8; 4]) -> &[u8] {
    let column = point.column() + u8::from(point.column() >= 8);
    let mut len = 0;
    let mut push = |byte| {
        buffer[len] = byte;
        len += 1;
    };
    if column < 26 {
        push(b'A' + column);
    } else {
        push(b'A');
        push(b'A');
    }
    let row = point.row() + 1;
    if row > 9 {
        push(b'0' + row / 10);
    }
    push(b'0' + row % 10);
    &buffer[..len]
}

/// The word for an illegible move: the record's own, where it would be illegible again.
fn illegible<'a>(record: &Record, token: Option<&'a str>, losses: &mut Losses) -> &'a str {
    let safe = |t: &&str| {
        let numbered = t.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
        let words = ["resign", "forfeit", "pass", "a0"];
        // Wrapped between two words, `vs` would make a line that begins a record.
        !t.is_empty()
            && *t != "vs"
            && !t.contains(|c: char| c.is_ascii_whitespace() || c == '[' || c == '\u{b}')
            && !numbered
            && tag::score(t.as_bytes()).is_none()
            && Point::parse(t, Coords::SkipI).is_none()
            && (Point::parse(t, Coords::WithI).is_none() || !tag::other_site(record))
            && !words.iter().any(|w| w.eq_ignore_ascii_case(t))
    };
    token.filter(safe).unwrap_or_else(|| {
        losses.add("texts of illegible moves", 1, "the text is not known, or would be read as something else");
        "--"
    })
}

/// Counts what stands beside tags and moves.
fn beside(whole: &Record, record: &Record, losses: &mut Losses) {
    let fields =
        [Field::Id, Field::Opening, Field::BlackRank, Field::WhiteRank, Field::BlackCountry, Field::WhiteCountry];
    for field in fields.into_iter().filter(|&f| record.get(f).is_some()) {
        losses.add(field.name(), 1, "the format has no tag for it");
    }
    notes_beside_tags(record, losses);
    if let Some(tree) = &whole.tree {
        losses.add("variations", tree.leaves().saturating_sub(1), "the format has only one line");
    }
    losses.add("notes of variations", notes_elsewhere(whole, record), "the format has only one line");
    let names = if tag::swaps(record.get(Field::Rules).unwrap_or_default()) { Names::Unknown } else { Names::ByColor };
    losses.add("names", usize::from(record.names != names), "the format does not say whom names belong to");
    losses.add("opener", usize::from(record.opener.is_some()), "the format has no colours");
    losses.add("paint", usize::from(record.paint != Paint::BlackFirst), "the format has no colours");
    losses.add("official result", usize::from(record.official.is_some()), "the format has one result");
    losses.add("given moves", usize::from(record.prefix.is_some()), "the format does not mark them");
    losses.add("incomplete", usize::from(record.incomplete), "the format cannot say that moves are missing");
    let reason = record.reason.is_some_and(|r| !matches!(r, Reason::Resign | Reason::Forfeit));
    losses.add("reason", usize::from(reason), "the format has only Resign and Forfeit");
    losses.add("result", usize::from(record.result.is_none()), "every game has one, and be it unknown");
    let second = record.other_result.is_some() && record.result.is_none();
    losses.add("second result", usize::from(second), "the format has the tag and the moves' end for the two");
}
