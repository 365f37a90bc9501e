//! The image of a record under a symmetry of the board.

use pentad_rules::{Coords, Point, Size, Symmetry};

use crate::sgf::marks;
use crate::{Loss, Note, NoteKind, Record};

/// Turns a record: stones, setup, offers, labels, in all variations. `size` is the board of a record that does not state one. Of properties of
/// SGF that name points in their own letters, those that cannot be turned are taken out and listed.
pub fn turn(record: &mut Record, symmetry: Symmetry, size: Size) -> Vec<Loss> {
    let board = record.size.unwrap_or(size);
    let image = |point: Point| symmetry.apply(point, board);
    record.events.map_points(image);
    if let Some(tree) = &mut record.tree {
        tree.map_points(image);
    }
    for stones in [&mut record.setup.black, &mut record.setup.white] {
        stones.iter_mut().for_each(|point| *point = image(*point));
    }
    // The letters of SGF are counted on the board that is stated.
    let letters = record.size;
    record.size = record.size.map(|size| symmetry.resize(size));
    let mut changed = Vec::new();
    let mut lost = Vec::new();
    for (number, note) in record.notes().enumerate() {
        match turned_note(note, symmetry, board) {
            Turned::Same => {}
            Turned::Points(_) if letters.is_none() && is_mark(note) => lost.push(number),
            Turned::Points((key, value)) => changed.push((number, key, value)),
            Turned::Lost => lost.push(number),
        }
    }
    for (number, key, value) in changed {
        record.set_note(number, &key, &value);
    }
    let (mut number, mut next) = (0, lost.iter().copied().peekable());
    record.retain_notes(|_| {
        number += 1;
        next.next_if_eq(&(number - 1)).is_none()
    });
    let why = "they name points of the board as it was before the turn";
    if lost.is_empty() { Vec::new() } else { vec![Loss::new("marks", lost.len() as u64, why)] }
}

/// What becomes of a note where the board is turned.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Turned {
    /// It names no points, or stays where it is.
    Same,
    /// It has another key and text.
    Points((String, String)),
    /// It names points in a way that is not understood.
    Lost,
}

/// What becomes of a note of a record on a board of this size under a symmetry. Points are in their usual form afterwards, with small
/// letters, also where the board stays as it is.
pub fn turned_note(note: Note<'_>, symmetry: Symmetry, size: Size) -> Turned {
    let key =
        |text: &str| Point::parse(text, Coords::WithI).map(|p| symmetry.apply(p, size).text(Coords::WithI).to_string());
    let stays = symmetry == Symmetry::Identity;
    let same_key = |value| (note.key.to_owned(), value);
    let new = match note.kind {
        NoteKind::Label => key(note.key).map(|key| (key, note.value.to_owned())),
        NoteKind::Raw => {
            note.key.strip_prefix("label.").and_then(key).map(|k| (format!("label.{k}"), note.value.to_owned()))
        }
        NoteKind::Extra if note.key == "LIB" && note.at > 0 && !stays => {
            crate::renlib::turned_facts(note.value, symmetry).map(same_key)
        }
        NoteKind::Extra if marks::names_points(note.key) => match marks::turned(note.key, note.value, symmetry, size) {
            Some(value) => Some(same_key(value)),
            None => return Turned::Lost,
        },
        NoteKind::Extra | NoteKind::Comment | NoteKind::TimeMs => None,
    };
    match new {
        Some((key, value)) if key != note.key || value != note.value => Turned::Points((key, value)),
        _ => Turned::Same,
    }
}

fn is_mark(note: Note<'_>) -> bool {
    note.kind == NoteKind::Extra && marks::names_points(note.key)
}
