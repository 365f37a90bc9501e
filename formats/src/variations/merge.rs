//! Several trees as one.

use std::collections::HashMap;

use pentad_rules::{Action, Event};

use super::{NotesOf, moved, set_tree, tree_of};
use crate::{Field, Loss, NodeId, Note, NoteKind, Record, Span, Tree};

/// Why records cannot become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There is no record.
    #[error("there is no record to merge")]
    Nothing,
    /// One of them could not be read.
    #[error("record {0} could not be read")]
    Unreadable(usize),
    /// Two boards.
    #[error("record {0} is on a board of another size than the first")]
    Size(usize),
    /// Two positions to start from.
    #[error("record {0} starts from another position than the first")]
    Setup(usize),
}

/// What makes two children of a node the same.
#[derive(PartialEq, Eq, Hash)]
enum Same {
    Place(usize),
    Pass,
    /// Anything else, in words.
    Other(String),
}

fn same(event: Option<&Event>, record: &Record, notes: &[Note<'_>]) -> Same {
    match event.map(|e| (e.action, e.color)) {
        Some((Action::Place(Some(point)), None)) => Same::Place(point.index()),
        Some((Action::Pass, None)) => Same::Pass,
        Some((action, color)) => Same::Other(format!("{action:?} {color:?} {:?}", record.events.offered(action))),
        // Nodes without an event differ by what they say.
        None => Same::Other(notes.iter().map(|n| format!("{:?} {} {}\n", n.kind, n.key, n.value)).collect()),
    }
}

/// Merges records by their lines: what has the same moves before it and is the same move is the same node. The first record's header,
/// order and notes go first. Two different comments of a node are both kept, one after the other; of two labels of a point, two extras
/// or two header fields with different texts the first is kept and the other is listed.
///
/// # Errors
/// When a record could not be read, or its board or the position that it starts from is another one.
pub fn merge(records: &[&Record]) -> Result<(Record, Vec<Loss>), MergeError> {
    let first = records.first().ok_or(MergeError::Nothing)?;
    for (number, record) in (1..).zip(records) {
        if !record.readable {
            return Err(MergeError::Unreadable(number));
        }
        if first.size.zip(record.size).is_some_and(|(a, b)| a != b) {
            return Err(MergeError::Size(number));
        }
        if first.setup != record.setup {
            return Err(MergeError::Setup(number));
        }
    }
    let mut merged = first.header();
    let mut losses: Vec<Loss> = Vec::new();
    let mut lose = |what: &str, why: &str| match losses.iter_mut().find(|l| l.what == what) {
        Some(loss) => loss.count += 1,
        None => losses.push(Loss::new(what, 1, why)),
    };
    let mut list: Vec<(NodeId, Option<Event>, Span)> = vec![(0, None, Span::WHOLE)];
    let mut known: HashMap<(NodeId, Same), NodeId> = HashMap::new();
    let mut beside: HashMap<(NodeId, u8, String), String> = HashMap::new();
    let mut order: Vec<(NodeId, NoteKind, String)> = Vec::new();
    for (number, record) in records.iter().enumerate() {
        header(&mut merged, record, &mut lose);
        let tree = tree_of(record);
        let notes = NotesOf::new(record);
        // The merged node that each node of the path has become.
        let mut path: Vec<NodeId> = Vec::new();
        for visit in tree.walk() {
            path.truncate(visit.depth);
            let event = tree.event(visit.id);
            let own = notes.at(visit.id);
            let parent = path.last().copied().unwrap_or(0);
            let id = if visit.id == 0 && event.is_none() {
                0
            } else {
                let next = list.len() as NodeId;
                let id = *known.entry((parent, same(event.as_ref(), record, own))).or_insert(next);
                if id == next {
                    let span = if number == 0 { tree.span(visit.id) } else { Span::WHOLE };
                    list.push((parent, event.map(|e| moved(e, record, &mut merged)), span));
                }
                id
            };
            path.push(id);
            for note in own {
                // Facts of a whole file do not hold for the union.
                if note.at == 0 && note.key == "LIB" {
                    continue;
                }
                match beside.entry((id, note.kind as u8, note.key.to_owned())) {
                    std::collections::hash_map::Entry::Vacant(place) => {
                        place.insert(note.value.to_owned());
                        order.push((id, note.kind, note.key.to_owned()));
                    }
                    std::collections::hash_map::Entry::Occupied(mut place) => {
                        let kept = place.get_mut();
                        match note.kind {
                            _ if kept == note.value => {}
                            NoteKind::Comment if holds(kept, note.value) => {}
                            NoteKind::Comment => {
                                kept.push('\n');
                                kept.push_str(note.value);
                            }
                            NoteKind::Label => lose("labels", "the point has another one already"),
                            NoteKind::TimeMs => lose("times of moves", "the move has another one already"),
                            NoteKind::Raw | NoteKind::Extra => lose("extras", "there is one with this name already"),
                        }
                    }
                }
            }
        }
    }
    let (tree, numbers) = Tree::from_parents(&list);
    for (id, kind, key) in order {
        if let Some(value) = beside.remove(&(id, kind as u8, key.clone())) {
            merged.note(numbers[id as usize], kind, &key, &value);
        }
    }
    set_tree(&mut merged, tree);
    Ok((merged, losses))
}

/// Whether a comment is another one, or has it between line ends.
fn holds(comment: &str, part: &str) -> bool {
    let ends = |at: usize| {
        let before = at == 0 || comment.as_bytes()[at - 1] == b'\n';
        let end = at + part.len();
        before && (end == comment.len() || comment.as_bytes()[end] == b'\n')
    };
    comment.match_indices(part).any(|(at, _)| ends(at))
}

fn header(merged: &mut Record, record: &Record, lose: &mut impl FnMut(&str, &str)) {
    merged.size = merged.size.or(record.size);
    for &field in Field::ALL {
        match (merged.get(field), record.get(field)) {
            (Some(kept), Some(other)) if kept != other => lose(field.name(), "the first record states another one"),
            (None, Some(text)) if merged.get(field).is_none() => {
                let text = text.to_owned();
                merged.set(field, &text, Span::WHOLE);
            }
            _ => {}
        }
    }
    match (merged.result, record.result) {
        (Some(a), Some(b)) if a != b => lose("result", "the first record states another one"),
        (None, b) => merged.result = b,
        _ => {}
    }
}
