//! Trees of variations.

use pentad_rules::Event;

use crate::Span;

/// The number of a node; the root is 0.
pub type NodeId = u32;

/// One node: an event and its place among the others. Links that lead nowhere are 0 (the root is nobody's child).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// What happens here; `None` in nodes without a move, as most roots are.
    pub event: Option<Event>,
    /// Where it stands in the record's slice.
    pub span: Span,
    /// The node before.
    pub parent: NodeId,
    /// The first node after, in file order: the main line.
    pub first_child: NodeId,
    /// The next alternative to this node, in file order.
    pub next_sibling: NodeId,
}

/// All nodes of a record with variations, in file order (pre-order); node 0 is the root.
///
/// The main line (first child after first child) is also the record's list of events; a [`crate::Note`] of a record with a tree
/// belongs to a node (`at` = node number) instead of an event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// A tree that has only a root.
    pub fn new() -> Tree {
        Tree::with_root(None, Span::default())
    }

    /// A tree that has only a root, which states an event or stands somewhere.
    pub fn with_root(event: Option<Event>, span: Span) -> Tree {
        Tree { nodes: vec![Node { event, span, parent: 0, first_child: 0, next_sibling: 0 }] }
    }

    /// Adds a node as the last child of `parent`; `last_sibling` is the child before it, 0 for none.
    pub fn add(&mut self, parent: NodeId, last_sibling: NodeId, event: Option<Event>, span: Span) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node { event, span, parent, first_child: 0, next_sibling: 0 });
        if last_sibling != 0 {
            self.nodes[last_sibling as usize].next_sibling = id;
        } else if id != 0 {
            self.nodes[parent as usize].first_child = id;
        }
        id
    }

    /// Gives a node its event. A node that does not exist stays so.
    pub fn set_event(&mut self, id: NodeId, event: Option<Event>, span: Span) {
        if let Some(node) = self.nodes.get_mut(id as usize) {
            node.event = event;
            node.span = span;
        }
    }

    /// All nodes; the index is the [`NodeId`].
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The children of a node in file order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.nodes.get(id as usize).map_or(0, |n| n.first_child);
        std::iter::successors((first != 0).then_some(first), |&c| {
            let next = self.nodes[c as usize].next_sibling;
            (next != 0).then_some(next)
        })
    }

    /// Number of lines, that is, of nodes without children.
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|n| n.first_child == 0).count()
    }
}
