//! Going through all nodes of a tree.

use super::{NodeId, Tree};

/// A node that a [`Walk`] comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The node.
    pub id: NodeId,
    /// The node before it; the root is its own.
    pub parent: NodeId,
    /// How many nodes lie between the root and this node, this one counted: 0 for the root.
    pub depth: usize,
}

/// All nodes in order. Its memory is the path to the node at hand.
#[derive(Clone, Debug)]
pub struct Walk<'t> {
    tree: &'t Tree,
    /// From the root to the node visited last.
    path: Vec<NodeId>,
    next: NodeId,
}

impl<'t> Walk<'t> {
    pub(super) fn new(tree: &'t Tree) -> Walk<'t> {
        Walk { tree, path: Vec::new(), next: 0 }
    }

    /// Passes over everything below the node visited last.
    pub fn skip_below(&mut self) {
        if let Some(&last) = self.path.last() {
            self.next = self.tree.end(last);
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Visit;

    #[inline]
    fn next(&mut self) -> Option<Visit> {
        let id = self.next;
        if id as usize >= self.tree.len() {
            return None;
        }
        // It is a child of the node before it, or the sibling of one on the path below which all has been visited.
        if let Some(&last) = self.path.last()
            && (last + 1 < id || self.tree.is_leaf(last))
        {
            while self.path.pop().is_some_and(|done| !self.tree.has_sibling(done)) {}
        }
        let visit = Visit { id, parent: self.path.last().copied().unwrap_or(0), depth: self.path.len() };
        self.path.push(id);
        self.next += 1;
        Some(visit)
    }
}
