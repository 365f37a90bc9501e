//! The image of a record under a symmetry of the board.

use pentad_rules::{Coords, Point, Size, Symmetry};

use crate::{Loss, NoteKind, Record};

/// Turns a record: stones, setup, offers, labels, in all variations. `size` is the board of a record that does not state one. Properties of
/// SGF that name points in their own letters cannot be turned and are listed.
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
    let mut lost = 0;
    for (number, note) in record.notes().enumerate() {
        let new = match note.kind {
            NoteKind::Label => key(note.key).map(|key| (key, note.value.to_owned())),
            NoteKind::Raw => {
                note.key.strip_prefix("label.").and_then(key).map(|k| (format!("label.{k}"), note.value.to_owned()))
            }
            NoteKind::Extra if note.key == "LIB" && note.at > 0 => {
                crate::renlib::turned_facts(note.value, symmetry).map(|value| (note.key.to_owned(), value))
            }
            NoteKind::Extra => {
                let points = ["MA", "TR", "CR", "SQ", "SL", "AR", "LN", "DD", "VW", "TB", "TW", "5A", "FA"];
                lost += u64::from(symmetry != Symmetry::Identity && points.contains(&note.key));
                None
            }
            NoteKind::Comment | NoteKind::TimeMs => None,
        };
        if let Some((key, value)) = new.filter(|(key, value)| *key != note.key || *value != note.value) {
            changed.push((number, key, value));
        }
    }
    for (number, key, value) in changed {
        record.set_note(number, &key, &value);
    }
    let why = "they name points in the letters of their format, and stay as they were";
    if lost > 0 { vec![Loss::new("marks of points", lost, why)] } else { Vec::new() }
}
