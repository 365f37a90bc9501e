//! How large a tree is.

use pentad_rules::Coords;

use super::{NotesOf, tree_of};
use crate::{NodeId, NoteKind, Record};

/// Numbers of a record with variations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Nodes; a root without an event is none.
    pub nodes: u64,
    /// Lines: nodes without children.
    pub lines: u64,
    /// Events of the longest line.
    pub depth: u64,
    /// Comments.
    pub comments: u64,
    /// Labels of points.
    pub labels: u64,
}

impl Counts {
    /// Counts a record's tree; `None` where the record has no tree.
    pub fn of(record: &Record) -> Option<Counts> {
        let tree = record.tree.as_ref()?;
        let notes = |kind| record.notes().filter(|n| n.kind == kind).count() as u64;
        Some(Counts {
            nodes: tree.len() as u64 - u64::from(tree.event(0).is_none()),
            lines: tree.leaves() as u64,
            depth: tree.depth() as u64 + u64::from(tree.event(0).is_some()),
            comments: notes(NoteKind::Comment),
            labels: notes(NoteKind::Label),
        })
    }
}

/// At every fork labels the point of each alternative with the number of lines that begin with it, where the point has no label.
/// Returns how many labels were added.
pub fn add_line_counts(record: &mut Record) -> u64 {
    let tree = tree_of(record).into_owned();
    // Lines that end before each node: the lines below a node are those that end between it and its end.
    let mut ended = Vec::with_capacity(tree.len() + 1);
    let mut lines = 0u32;
    for id in 0..tree.len() as NodeId {
        ended.push(lines);
        lines += u32::from(tree.is_leaf(id));
    }
    ended.push(lines);
    let notes = NotesOf::new(record);
    let mut labels = Vec::new();
    for id in 0..tree.len() as NodeId {
        if tree.children(id).nth(1).is_none() {
            continue;
        }
        let own: Vec<&str> = notes.at(id).iter().filter(|n| n.kind == NoteKind::Label).map(|n| n.key).collect();
        for child in tree.children(id) {
            let Some(point) = tree.event(child).and_then(|e| e.point()) else { continue };
            let key = point.text(Coords::WithI).to_string();
            if !own.contains(&key.as_str()) {
                labels.push((id, key, ended[tree.end(child) as usize] - ended[child as usize]));
            }
        }
    }
    let count = labels.len() as u64;
    for (id, key, lines) in labels {
        record.note(id, NoteKind::Label, &key, &lines.to_string());
    }
    count
}
