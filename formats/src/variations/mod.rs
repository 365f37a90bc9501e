//! What is done with trees: lines as records of their own, parts, unions, images, and what stands beside the moves.
//!
//! All of it works on a [`crate::Record`] with or without a tree, costs a step for each node, and nothing recurses.

mod counts;
mod lines;
mod merge;
mod part;
mod reorder;
mod shared_header;
mod strip;
mod turn;

pub use counts::{Counts, add_line_counts};
pub use lines::{Lines, main_line};
pub use merge::{MergeError, Merger, merge};
pub use part::part;
pub use reorder::reorder;
pub use strip::{Beside, strip};
pub use turn::{Turned, turn, turned_note};

use pentad_rules::Event;

use crate::{NodeId, Note, Record, Span, Tree, TreeBuilder};

/// The record's tree, or its events as a tree of one line whose n-th node is the n-th event.
fn tree_of(record: &Record) -> std::borrow::Cow<'_, Tree> {
    match &record.tree {
        Some(tree) => std::borrow::Cow::Borrowed(tree),
        None => {
            let mut tree = TreeBuilder::new(None, Span::WHOLE);
            for (event, span) in record.events.iter().zip(&record.spans) {
                tree.add(Some(*event), *span);
            }
            std::borrow::Cow::Owned(tree.finish())
        }
    }
}

/// Notes by what they belong to.
struct NotesOf<'r>(Vec<Note<'r>>);

impl<'r> NotesOf<'r> {
    fn new(record: &'r Record) -> NotesOf<'r> {
        let mut notes: Vec<_> = record.notes().collect();
        notes.sort_by_key(|n| n.at);
        NotesOf(notes)
    }

    fn at(&self, id: NodeId) -> &[Note<'r>] {
        let from = self.0.partition_point(|n| n.at < id);
        let len = self.0[from..].partition_point(|n| n.at == id);
        &self.0[from..from + len]
    }
}

/// An event of one record as an event of another: the points of an offer are kept there.
fn moved(event: Event, from: &Record, to: &mut Record) -> Event {
    match event.action {
        pentad_rules::Action::Offer(_) => {
            let points = from.events.offered(event.action).to_vec();
            Event { action: to.events.keep_offer(points), ..event }
        }
        _ => event,
    }
}

/// Gives a record a tree, and its main line as its events.
fn set_tree(record: &mut Record, tree: Tree) {
    record.spans.clear();
    record.events.truncate(0);
    for id in tree.main_line() {
        if let Some(event) = tree.event(id) {
            record.push(event, tree.span(id));
        }
    }
    record.tree = Some(tree);
}
