//! The part of a tree below a position.

use pentad_rules::{Action, Point};

use super::{NotesOf, moved, set_tree, tree_of};
use crate::{NodeId, Record, Span, TreeBuilder};

/// The line to a position and everything below it; `None` where the tree has no such line. The moves are stones, or passes where `None`.
/// Of two alternatives with the same move the first is taken. Nodes without a stone or a pass are gone through. The result is that of the main
/// line, and is stated only where the line to the position is a part of it.
pub fn part(record: &Record, moves: &[Option<Point>]) -> Option<Record> {
    let tree = tree_of(record);
    // The nodes of the way, and how many of the moves are on it.
    let mut way: Vec<NodeId> = vec![0];
    for wanted in moves {
        way.extend(find(&tree, *way.last()?, *wanted)?);
    }
    let last = *way.last()?;
    let notes = NotesOf::new(record);
    let mut part = record.header();
    if !tree.main_line().any(|id| id == last) {
        // The result is that of the game that was played, and this is another line.
        (part.result, part.other_result, part.reason, part.official) = (None, None, None, None);
        (part.result_span, part.incomplete) = (Span::default(), false);
    }
    let add_notes = |part: &mut Record, from: NodeId, to: NodeId| {
        for note in notes.at(from) {
            // Facts of the whole file do not hold for a part.
            if note.at > 0 || note.key != "LIB" {
                part.note(to, note.kind, note.key, note.value);
            }
        }
    };
    let root = tree.event(0).map(|event| moved(event, record, &mut part));
    let mut builder = TreeBuilder::new(root, tree.span(0));
    add_notes(&mut part, 0, 0);
    let mut depth = 0;
    for &id in &way[1..] {
        let event = tree.event(id).map(|event| moved(event, record, &mut part));
        let new = builder.add(event, tree.span(id));
        add_notes(&mut part, id, new);
        depth += 1;
    }
    let start = tree.walk().find(|visit| visit.id == last)?.depth;
    for visit in tree.walk().skip(last as usize + 1).take((tree.end(last) - last - 1) as usize) {
        builder.up_to(depth + visit.depth - start - 1);
        let event = tree.event(visit.id).map(|event| moved(event, record, &mut part));
        let new = builder.add(event, tree.span(visit.id));
        add_notes(&mut part, visit.id, new);
    }
    set_tree(&mut part, builder.finish());
    Some(part)
}

/// The nodes from a child of this one to the first that lays this stone, or passes.
fn find(tree: &crate::Tree, from: NodeId, wanted: Option<Point>) -> Option<Vec<NodeId>> {
    let is = |id| match tree.event(id).map(|e| e.action) {
        Some(Action::Pass) => wanted.is_none(),
        Some(Action::Place(point) | Action::Choose(point)) => point.is_some() && point == wanted,
        _ => false,
    };
    let quiet = |id| tree.event(id).is_none_or(|e| !e.is_ply());
    // Children first; then what comes after events that are no ply.
    let mut open: Vec<NodeId> = vec![from];
    let mut at = 0;
    while let Some(&node) = open.get(at) {
        at += 1;
        if let Some(found) = tree.children(node).find(|&child| is(child)) {
            let path = tree.path_to(found);
            let start = tree.path_to(from).len();
            return Some(path[start..].to_vec());
        }
        open.extend(tree.children(node).filter(|&child| quiet(child)));
    }
    None
}
