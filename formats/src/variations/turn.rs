//! The image of a record under a symmetry of the board.

use pentad_rules::{Coords, Point, Size, Symmetry};

use crate::{Loss, NoteKind, Record};

/// Turns a record: stones, setup, offers, labels, in all variations. `size` is the board of a record that does not state one. Properties of
/// SGF that name points in their own letters cannot be turned: they are taken out and listed.
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
    record.size = record.size.map(|size| symmetry.resize(size));
    let key = |text: &str| Point::parse(text, Coords::WithI).map(|p| image(p).text(Coords::WithI).to_string());
    let mut changed = Vec::new();
    for (number, note) in record.notes().enumerate() {
        let new = match note.kind {
            NoteKind::Label => key(note.key).map(|key| (key, note.value.to_owned())),
            NoteKind::Raw => {
                note.key.strip_prefix("label.").and_then(key).map(|k| (format!("label.{k}"), note.value.to_owned()))
            }
            NoteKind::Extra if note.key == "LIB" && note.at > 0 => {
                crate::renlib::turned_facts(note.value, symmetry).map(|value| (note.key.to_owned(), value))
            }
            NoteKind::Extra | NoteKind::Comment | NoteKind::TimeMs => None,
        };
        if let Some((key, value)) = new.filter(|(key, value)| *key != note.key || *value != note.value) {
            changed.push((number, key, value));
        }
    }
    for (number, key, value) in changed {
        record.set_note(number, &key, &value);
    }
    let mut marks = 0;
    record.retain_notes(|note| {
        let mark = symmetry != Symmetry::Identity && note.kind == NoteKind::Extra && MARKS.contains(&note.key);
        marks += u64::from(mark);
        !mark
    });
    let why = "they name points of the board as it was before the turn";
    if marks > 0 { vec![Loss::new("marks", marks, why)] } else { Vec::new() }
}

/// SGF properties that name points and are kept as they are written, since pentad has no use for them.
const MARKS: [&str; 13] = ["5A", "AR", "CR", "DD", "FA", "LN", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"];
