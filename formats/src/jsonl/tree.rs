//! `tree`: all nodes in file order, each with its event and its notes.

use pentad_rules::Event;

use super::key::Key;
use super::read::Reader;
use super::scan::{elements, members};
use crate::{Bounds, NodeId, NoteKind, Span, Tree, TreeBuilder};

/// The keys of a node that are notes.
pub(super) const NODE_NOTES: [(&str, NoteKind); 5] = [
    ("comment", NoteKind::Comment),
    ("labels", NoteKind::Label),
    ("time_ms", NoteKind::TimeMs),
    ("extra", NoteKind::Extra),
    ("raw", NoteKind::Raw),
];

impl<'a> Reader<'a, '_> {
    /// Reads the tree; `main` says that its main line is to become the list of events.
    pub(super) fn tree(&mut self, raw: &'a str, main: bool) {
        let expected = "an object with the array `nodes`";
        let Some(members) = members(raw) else { return self.invalid(Key::Tree.name(), raw, expected) };
        let mut tree: Option<Tree> = None;
        for (key, raw) in members {
            match (key, elements(raw)) {
                ("nodes", Some(nodes)) if tree.is_none() => tree = Some(self.nodes(nodes)),
                _ => self.invalid(&format!("tree.{key}"), raw, expected),
            }
        }
        let Some(tree) = tree else { return };
        if main {
            for &id in &main_line(&tree)[1..] {
                if let Some(event) = tree.event(id) {
                    self.record.push(event, tree.span(id));
                }
            }
        }
        self.main_line = main_line(&tree);
        self.record.tree = Some(tree);
    }

    fn nodes(&mut self, list: super::scan::Elements<'a>) -> Tree {
        let first_note = self.record.note_count();
        let mut nodes = Nodes::None;
        for (id, raw) in list.enumerate() {
            let id = id as NodeId;
            let span = self.span(raw);
            if id > self.record.bounds.nodes {
                self.record.exceeds(span, Bounds::nodes_words);
            }
            if self.record.is_over() {
                break;
            }
            if !raw.starts_with('{') {
                self.wrong("tree.nodes", raw, "a list of objects");
                self.keep_token(id, raw);
            }
            let entry = self.entry(raw);
            let action = match entry.offer {
                Some(points) => Some(self.record.events.keep_offer(points)),
                None => entry.action,
            };
            if let Some(token) = entry.token {
                self.keep_token(id, token);
            }
            let event = action.map(|action| Event { action, by: entry.by, color: entry.color });
            let mut parent = id.saturating_sub(1);
            for (key, raw) in entry.rest {
                if key == "parent" {
                    match raw.parse::<NodeId>().ok().filter(|&p| p < id) {
                        Some(p) => parent = p,
                        None => self.invalid("parent", raw, "the number of an earlier node, from 0"),
                    }
                } else if let Some(&(_, kind)) = NODE_NOTES.iter().find(|(name, _)| *name == key) {
                    self.note_value(id, kind, key, raw);
                } else {
                    self.unknown(id, key, raw);
                }
            }
            if nodes.add(parent, event, span) > self.record.bounds.line as usize {
                self.record.line_too_long(span);
            }
        }
        let (tree, numbers) = nodes.finish();
        let number = |id: NodeId| numbers.get(id as usize).copied().unwrap_or(id);
        self.record.move_notes(first_note, number);
        self.numbers = numbers;
        tree
    }
}

/// The nodes so far.
enum Nodes {
    None,
    /// Each came after its parent and all that is below the siblings before it, as the nodes of a tree are kept.
    InOrder(TreeBuilder),
    /// Each with its parent.
    Listed(Vec<(NodeId, Option<Event>, Span)>),
}

impl Nodes {
    /// Adds a node and tells its depth, where that is known.
    fn add(&mut self, parent: NodeId, event: Option<Event>, span: Span) -> usize {
        match self {
            Nodes::None => *self = Nodes::InOrder(TreeBuilder::new(event, span)),
            Nodes::InOrder(tree) => match tree.path().binary_search(&parent) {
                Ok(depth) => {
                    tree.up_to(depth);
                    tree.add(event, span);
                    return depth + 1;
                }
                Err(_) => {
                    let Nodes::InOrder(tree) = std::mem::replace(self, Nodes::None) else { return 0 };
                    let tree = tree.finish();
                    let mut list: Vec<_> = tree.walk().map(|v| (v.parent, tree.event(v.id), tree.span(v.id))).collect();
                    list.push((parent, event, span));
                    *self = Nodes::Listed(list);
                }
            },
            Nodes::Listed(list) => list.push((parent, event, span)),
        }
        0
    }

    /// The tree, and the numbers in it of the nodes, where these are others.
    fn finish(self) -> (Tree, Vec<NodeId>) {
        match self {
            Nodes::None => (Tree::new(), Vec::new()),
            Nodes::InOrder(tree) => (tree.finish(), Vec::new()),
            Nodes::Listed(list) => Tree::from_parents(&list),
        }
    }
}

/// The nodes of the main line that state an event, by the event's number; the root for 0.
pub(super) fn main_line(tree: &Tree) -> Vec<NodeId> {
    let states = |&id: &NodeId| tree.event(id).is_some();
    std::iter::once(0).chain(tree.main_line().filter(states)).collect()
}
