//! Trees of variations, kept so that tens of millions of nodes fit into memory.

mod builder;
mod code;
mod packed;
mod skips;
mod spans;
mod walk;

use pentad_rules::{Event, Events, Point};

use crate::Span;
use code::NodeCode;
use skips::Skips;
use spans::Spans;

pub use builder::TreeBuilder;
pub use spans::SpansInOrder;
pub use walk::{Visit, Walk};

/// The number of a node; the root is 0.
pub type NodeId = u32;

/// All nodes of a record with variations in pre-order: a node stands before its children, the first child and all that is below it before
/// the second. Node 0 is the root.
///
/// The main line (first child after first child) is also the record's list of events; a [`crate::Note`] of a record with a tree
/// belongs to a node (`at` = node number) instead of an event. A node without an event is no ply, as most roots are.
///
/// A node costs a little more than 2 bytes, and where it stands in the file a little more than 1 byte or, where nodes follow each other at
/// even steps, next to nothing. An event that is rare costs 20 bytes more.
///
/// ```
/// use pentad_formats::{Span, TreeBuilder};
/// use pentad_rules::{Coords, Event, Point};
/// let stone = |text| Point::parse(text, Coords::WithI).map(Event::place);
/// let mut builder = TreeBuilder::new(None, Span::default());
/// builder.add(stone("h8"), Span::default());
/// builder.add(stone("i9"), Span::default());
/// builder.up_to(1);
/// builder.add(stone("h9"), Span::default());
/// let tree = builder.finish();
/// assert_eq!((tree.len(), tree.leaves(), tree.depth()), (4, 2, 2));
/// assert_eq!(tree.children(1).collect::<Vec<_>>(), [2, 3]);
/// assert_eq!(tree.path_to(3), [0, 1, 3]);
/// assert_eq!(tree.event(3), stone("h9"));
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    codes: Vec<NodeCode>,
    skips: Skips,
    spans: Spans,
    /// The events that have no code, by their nodes in order.
    others: Vec<(NodeId, Event)>,
}

impl Tree {
    /// A tree that has only a root without an event.
    pub fn new() -> Tree {
        TreeBuilder::new(None, Span::default()).finish()
    }

    /// A tree of nodes in any order in which each but the first, the root, comes after its parent; children keep their order. Also tells
    /// for each node of the list its number in the tree. A parent that does not come before its child counts as the node before the child.
    pub fn from_parents(list: &[(NodeId, Option<Event>, Span)]) -> (Tree, Vec<NodeId>) {
        builder::from_parents(list)
    }

    /// Number of nodes, the root among them.
    #[allow(clippy::len_without_is_empty, reason = "there is always a root")]
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// What happens in a node; `None` in nodes without a move and where there is no such node.
    #[inline]
    pub fn event(&self, id: NodeId) -> Option<Event> {
        let code = *self.codes.get(id as usize)?;
        code.event().unwrap_or_else(|code::Elsewhere| {
            let at = self.others.binary_search_by_key(&id, |(node, _)| *node).ok()?;
            Some(self.others[at].1)
        })
    }

    /// Where a node stands in the record's slice.
    pub fn span(&self, id: NodeId) -> Span {
        self.spans.get(id)
    }

    /// Where nodes stand, for who asks for them in order.
    pub fn spans(&self) -> SpansInOrder<'_> {
        SpansInOrder { spans: &self.spans, at: None }
    }

    /// The first node after this one that is not below it: the nodes below are those between the two. Costs a step for each node between
    /// them, of many nodes some hundred steps.
    #[inline]
    pub fn end(&self, id: NodeId) -> NodeId {
        self.skips.end(&self.codes, id)
    }

    /// Whether a node has no children.
    #[inline]
    pub fn is_leaf(&self, id: NodeId) -> bool {
        self.codes.get(id as usize).is_none_or(|code| !code.has_child())
    }

    /// Whether an alternative to the node follows.
    #[inline]
    pub(crate) fn has_sibling(&self, id: NodeId) -> bool {
        self.codes.get(id as usize).is_some_and(|code| code.has_sibling())
    }

    /// The first child: where the main line goes on.
    #[inline]
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        (!self.is_leaf(id)).then_some(id + 1)
    }

    /// The next alternative to a node.
    #[inline]
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.has_sibling(id).then(|| self.end(id))
    }

    /// The children of a node in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// The node before this one; `None` for the root. Costs as much as [`Tree::path_to`].
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        let path = self.path_to(id);
        path.len().checked_sub(2).map(|at| path[at])
    }

    /// The nodes from the root to this one. Costs a step for each node of the path and for each sibling before them.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![0];
        let mut at = 0;
        while at != id {
            let Some(next) = self.children(at).find(|&child| id < self.end(child)) else { break };
            path.push(next);
            at = next;
        }
        path
    }

    /// The way to a node as findings name it: at each fork on the way, which child was taken, from 1 (`2/1`); `main` for the main line.
    pub fn path_name(&self, id: NodeId) -> String {
        let mut name = String::new();
        let mut main = true;
        for pair in self.path_to(id).windows(2) {
            if self.children(pair[0]).nth(1).is_none() {
                continue;
            }
            let number = 1 + self.children(pair[0]).position(|child| child == pair[1]).unwrap_or(0);
            main &= number == 1;
            if !name.is_empty() {
                name.push('/');
            }
            name.push_str(&number.to_string());
        }
        if main { "main".to_owned() } else { name }
    }

    /// The nodes of the main line, the root first.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(0), |&id| self.first_child(id))
    }

    /// All nodes in order, each with its parent and its depth.
    pub fn walk(&self) -> Walk<'_> {
        Walk::new(self)
    }

    /// Number of lines, that is, of nodes without children.
    pub fn leaves(&self) -> usize {
        self.codes.iter().filter(|code| !code.has_child()).count()
    }

    /// Length of the longest line in nodes, the root not counted.
    pub fn depth(&self) -> usize {
        self.walk().map(|visit| visit.depth).max().unwrap_or(0)
    }

    /// Whether there is one line only.
    pub fn is_chain(&self) -> bool {
        !self.codes.iter().any(|code| code.has_sibling())
    }

    /// Whether two trees have the same form, whatever happens in the nodes.
    pub fn same_form(&self, other: &Tree) -> bool {
        self.len() == other.len() && self.codes.iter().zip(&other.codes).all(|(a, b)| a.same_form(*b))
    }

    /// Changes each point by a function of the point. Points of offers are kept in [`Events`] and not changed.
    pub fn map_points(&mut self, mut map: impl FnMut(Point) -> Point) {
        for code in &mut self.codes {
            code.map_point(&mut map);
        }
        let mut one = Events::new();
        for (_, event) in &mut self.others {
            one.clear();
            one.push(*event);
            one.map_points(&mut map);
            *event = one[0];
        }
    }

    /// Bytes of memory that the tree holds.
    pub fn memory(&self) -> usize {
        size_of::<NodeCode>() * self.codes.capacity()
            + self.skips.memory()
            + size_of::<(NodeId, Event)>() * self.others.capacity()
            + self.spans.memory()
    }
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}
