//! Writes a record as one line.

use std::io::Write;

use pentad_rules::{Action, Color, Coords, Event, Point, Size};

use super::key::{Key, PLAYER, TEXTS};
use super::tree::NODE_NOTES;
use super::write_notes::{Notes, notes_value};
use crate::{Names, NoteKind, Paint, Record, Setup, Tree, Visit};

/// One object being written.
pub(super) struct Object<'o> {
    out: &'o mut Vec<u8>,
    first: bool,
}

impl<'o> Object<'o> {
    pub(super) fn open(out: &'o mut Vec<u8>) -> Object<'o> {
        out.push(b'{');
        Object { out, first: true }
    }

    /// Writes a key; its value is to follow.
    pub(super) fn key(&mut self, key: &str) -> &mut Vec<u8> {
        if !std::mem::take(&mut self.first) {
            self.out.push(b',');
        }
        string(self.out, key);
        self.out.push(b':');
        self.out
    }

    pub(super) fn text(&mut self, key: &str, text: &str) {
        string(self.key(key), text);
    }

    /// Writes a value that needs no quotes.
    fn bare(&mut self, key: &str, value: impl std::fmt::Display) {
        display(self.key(key), value);
    }

    pub(super) fn close(self) {
        self.out.push(b'}');
    }
}

pub(super) fn string(out: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(out, text).expect("a string can be written to memory");
}

fn display(out: &mut Vec<u8>, value: impl std::fmt::Display) {
    write!(out, "{value}").expect("memory can be written to");
}

/// Whether a text is a number as JSON writes it, without sign and exponent, so that it may stand without quotes.
pub(super) fn is_number(text: &str) -> bool {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    digits(whole) && digits(part) && (whole.len() == 1 || !whole.starts_with('0'))
}

pub(super) fn number_or_text(out: &mut Vec<u8>, text: &str) {
    if is_number(text) { out.extend_from_slice(text.as_bytes()) } else { string(out, text) }
}

/// Whether the record is written as `moves`: nothing but stones and passes, each of the colour due, and no more to tell.
fn is_move_list(record: &Record) -> bool {
    let due = |e: &Event| matches!(e.action, Action::Place(_) | Action::Pass) && e.by.is_none() && e.color.is_none();
    !record.tells_procedure && record.events.iter().all(due)
}

pub(super) fn write(record: &Record, out: &mut Vec<u8>) {
    let notes = Notes::of(record);
    let mut line = Object::open(out);
    line.bare(Key::Pentad.name(), super::VERSION);
    header(record, &mut line);
    if !record.setup.is_empty() {
        setup(&record.setup, record.coords, line.key(Key::Setup.name()));
    }
    if is_move_list(record) {
        moves(record, line.key(Key::Moves.name()));
    } else {
        events(record, line.key(Key::Events.name()));
    }
    for (key, kind) in [(Key::Comments, NoteKind::Comment), (Key::Labels, NoteKind::Label)] {
        notes.by_place(&mut line, key, kind);
    }
    notes.times(&mut line);
    if let Some(t) = &record.tree {
        tree(record, t, &notes, line.key(Key::Tree.name()));
    }
    notes.by_key(&mut line, Key::Extra, NoteKind::Extra);
    notes.by_key(&mut line, Key::Raw, NoteKind::Raw);
    line.close();
    out.push(b'\n');
}

fn header(record: &Record, line: &mut Object<'_>) {
    let text = |line: &mut Object<'_>, wanted: &[Key]| {
        for (key, field) in TEXTS.iter().filter(|(key, _)| wanted.contains(key)) {
            if let Some(text) = record.get(*field) {
                line.text(key.name(), text);
            }
        }
    };
    text(line, &[Key::Id, Key::Rules, Key::Opening]);
    if let Some(size) = record.size {
        write_size(size, line.key(Key::Size.name()));
    }
    if record.coords.letters() != Coords::default() {
        line.text(Key::Coords.name(), record.coords.name());
    }
    if let Some(prefix) = record.prefix {
        line.bare(Key::Prefix.name(), prefix);
    }
    player(record, line, Key::Black);
    player(record, line, Key::White);
    if record.names != Names::default() {
        line.text(Key::Names.name(), record.names.name());
    }
    if let Some(opener) = record.opener {
        line.text(Key::Opener.name(), opener.name());
    }
    text(line, &[Key::Event, Key::Site, Key::Section, Key::Round, Key::Date, Key::Time, Key::TimeControl]);
    if let Some(rated) = record.rated {
        line.bare(Key::Rated.name(), rated);
    }
    if let Some(result) = record.result {
        line.text(Key::Result.name(), result.text());
    }
    if let Some((result, _)) = record.other_result {
        line.text(Key::OtherResult.name(), result.text());
    }
    if let Some(reason) = record.reason {
        line.text(Key::Reason.name(), reason.name());
    }
    if let Some(official) = record.official {
        line.text(Key::Official.name(), official.name());
    }
    if record.paint == Paint::WhiteFirst {
        line.text(Key::Paint.name(), "white-first");
    }
    if record.self_ending {
        line.bare(Key::SelfEnding.name(), true);
    }
    if record.incomplete {
        line.bare(Key::Incomplete.name(), true);
    }
    if !record.tells_procedure && !is_move_list(record) {
        line.bare(Key::TellsProcedure.name(), false);
    }
}

fn write_size(size: Size, out: &mut Vec<u8>) {
    if size.width() == size.height() {
        display(out, size.width());
    } else {
        display(out, format_args!("[{},{}]", size.width(), size.height()));
    }
}

fn player(record: &Record, line: &mut Object<'_>, key: Key) {
    let stated: Vec<_> = PLAYER
        .iter()
        .filter_map(|&(name, black, white)| {
            record.get(if key == Key::Black { black } else { white }).map(|text| (name, text))
        })
        .collect();
    if stated.is_empty() {
        return;
    }
    let mut player = Object::open(line.key(key.name()));
    for (name, text) in stated {
        let out = player.key(name);
        if name == "rating" { number_or_text(out, text) } else { string(out, text) }
    }
    player.close();
}

fn setup(setup: &Setup, coords: Coords, out: &mut Vec<u8>) {
    let mut object = Object::open(out);
    for (key, stones) in [("black", &setup.black), ("white", &setup.white)] {
        if !stones.is_empty() {
            points(stones.iter().map(|&p| Some(p)), coords, object.key(key));
        }
    }
    if let Some(color) = setup.to_move {
        object.text("to_move", color.name());
    }
    if setup.captured != [0, 0] {
        let [black, white] = setup.captured;
        display(object.key("captured"), format_args!("{{\"black\":{black},\"white\":{white}}}"));
    }
    object.close();
}

fn point(point: Option<Point>, coords: Coords, out: &mut Vec<u8>) {
    match point {
        Some(point) => {
            let (column, row) = (point.column(), point.row() + 1);
            let column = column + u8::from(coords == Coords::SkipI && column >= 8);
            out.push(b'"');
            match column {
                0..26 => out.push(b'a' + column),
                _ => out.extend_from_slice(b"aa"),
            }
            if row > 9 {
                out.push(b'0' + row / 10);
            }
            out.extend_from_slice(&[b'0' + row % 10, b'"']);
        }
        None => out.extend_from_slice(b"null"),
    }
}

fn points(list: impl Iterator<Item = Option<Point>>, coords: Coords, out: &mut Vec<u8>) {
    array(list, out, |p, out| point(p, coords, out));
}

/// Writes the values of an array.
pub(super) fn array<T>(list: impl Iterator<Item = T>, out: &mut Vec<u8>, mut value: impl FnMut(T, &mut Vec<u8>)) {
    out.push(b'[');
    for (i, element) in list.enumerate() {
        if i > 0 {
            out.push(b',');
        }
        value(element, out);
    }
    out.push(b']');
}

fn moves(record: &Record, out: &mut Vec<u8>) {
    array(record.events.iter(), out, |event, out| match event.action {
        Action::Place(p) => point(p, record.coords, out),
        _ => out.extend_from_slice(b"\"pass\""),
    });
}

fn events(record: &Record, out: &mut Vec<u8>) {
    array(record.events.iter(), out, |e, out| {
        let mut object = Object::open(out);
        event(record, e, &mut object);
        object.close();
    });
}

fn event(record: &Record, event: &Event, object: &mut Object<'_>) {
    let coords = record.coords;
    let mut by = event.by;
    match event.action {
        Action::Place(p) => point(p, coords, object.key("place")),
        Action::Choose(p) => point(p, coords, object.key("choose")),
        Action::Edit(p) => point(Some(p), coords, object.key("edit")),
        Action::Pass => object.bare("pass", true),
        Action::Draw => object.bare("draw", true),
        Action::Swap(taken) => object.bare("swap", taken),
        Action::Declare(n) => object.bare("declare", n),
        Action::Offer(_) => points(record.events.offered(event.action).iter().copied(), coords, object.key("offer")),
        Action::Choice(Some(choice)) => object.text("choice", choice.name()),
        Action::Choice(None) => object.bare("choice", "null"),
        Action::Claim(claim) => object.text("claim", claim.name()),
        Action::Resign | Action::Time => {
            let key = if event.action == Action::Resign { "resign" } else { "time" };
            match by.take() {
                Some(seat) => object.bare(key, seat.number()),
                None => object.bare(key, true),
            }
        }
    }
    if let Some(seat) = by {
        object.bare("by", seat.number());
    }
    if let Some(color) = event.color.map(Color::name) {
        object.text("color", color);
    }
}

fn tree(record: &Record, tree: &Tree, notes: &Notes<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"nodes\":");
    array(tree.walk(), out, |Visit { id, parent, .. }, out| {
        let mut object = Object::open(out);
        if parent != id.saturating_sub(1) {
            object.bare("parent", parent);
        }
        if let Some(e) = &tree.event(id) {
            event(record, e, &mut object);
        }
        // The root's notes are the record's.
        for (key, kind) in NODE_NOTES.iter().filter(|_| id > 0) {
            let list = notes.at(*kind, id);
            if !list.is_empty() {
                notes_value(*kind, list, object.key(key));
            }
        }
        object.close();
    });
    out.push(b'}');
}
