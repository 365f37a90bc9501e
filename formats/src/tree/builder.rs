//! Building a tree node by node.

use std::collections::BTreeMap;

use pentad_rules::{Event, Point};

use super::code::NodeCode;
use super::packed::Packed;
use super::skips::Skips;
use super::spans::Spans;
use super::{NodeId, Tree};
use crate::Span;

/// A tree that grows in pre-order: each new node is a child of the current one and becomes the current one;
/// [`TreeBuilder::up_to`] goes back. Nothing here recurses.
#[derive(Clone, Debug)]
pub struct TreeBuilder {
    tree: Tree,
    /// From the root to the current node.
    path: Vec<NodeId>,
    /// The last child of the current node, where there is one: a node that is added has it before.
    before: Option<NodeId>,
    /// Events that have no code, of nodes that have got them after later nodes.
    late: BTreeMap<NodeId, Event>,
}

impl TreeBuilder {
    /// A tree that has a root.
    pub fn new(event: Option<Event>, span: Span) -> TreeBuilder {
        TreeBuilder::with_spans(Spans::Each(Packed::default()), event, span)
    }

    /// A tree whose nodes are of `len` bytes each and mostly stand right after one another: where they stand costs next to nothing then.
    pub fn with_even_spans(len: u32, event: Option<Event>, span: Span) -> TreeBuilder {
        TreeBuilder::with_spans(Spans::runs_of(len), event, span)
    }

    fn with_spans(spans: Spans, event: Option<Event>, span: Span) -> TreeBuilder {
        let tree = Tree { codes: Vec::new(), skips: Skips::default(), spans, others: Vec::new() };
        let mut builder = TreeBuilder { tree, path: Vec::new(), before: None, late: BTreeMap::new() };
        builder.add(event, span);
        builder
    }

    /// Makes room for so many nodes more.
    pub fn reserve(&mut self, nodes: usize) {
        self.tree.codes.reserve_exact(nodes);
        self.tree.spans.reserve(nodes);
        self.path.reserve(nodes.min(64));
    }

    /// Adds a child of the current node after those that it has, and goes there.
    #[inline]
    pub fn add(&mut self, event: Option<Event>, span: Span) -> NodeId {
        let (code, elsewhere) = NodeCode::new(event);
        let id = self.add_code(code, span);
        if elsewhere && let Some(event) = event {
            self.tree.others.push((id, event));
        }
        id
    }

    /// [`TreeBuilder::add`] of a stone of the colour due, which nearly all nodes are.
    #[inline]
    pub fn add_stone(&mut self, point: Point, span: Span) -> NodeId {
        self.add_code(NodeCode::stone(point), span)
    }

    #[inline]
    fn add_code(&mut self, code: NodeCode, span: Span) -> NodeId {
        let tree = &mut self.tree;
        let id = tree.codes.len() as NodeId;
        match (self.before.take(), self.path.last()) {
            (Some(before), _) => tree.codes[before as usize].add_sibling(),
            (None, Some(&parent)) => tree.codes[parent as usize].add_child(),
            (None, None) => {}
        }
        tree.codes.push(code);
        tree.spans.push(span);
        self.path.push(id);
        id
    }

    /// The current node.
    #[inline]
    pub fn current(&self) -> NodeId {
        self.path.last().copied().unwrap_or(0)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.tree.len()
    }

    /// Whether there is nothing but a root without an event.
    pub fn is_empty(&self) -> bool {
        self.len() == 1 && self.event(0).is_none()
    }

    /// How many nodes lie between the root and the current node, this one counted: 0 at the root.
    #[inline]
    pub fn depth(&self) -> usize {
        self.path.len() - 1
    }

    /// The nodes from the root to the current one.
    pub fn path(&self) -> &[NodeId] {
        &self.path
    }

    /// Goes back to the ancestor at this depth; does nothing when the current node is not deeper.
    #[inline]
    pub fn up_to(&mut self, depth: usize) {
        if self.path.len() > depth + 1 {
            self.before = self.path.get(depth + 1).copied();
            self.path.truncate(depth + 1);
        }
    }

    /// What happens in a node so far.
    pub fn event(&self, id: NodeId) -> Option<Event> {
        self.late.get(&id).copied().or_else(|| self.tree.event(id))
    }

    /// Where a node stands.
    pub fn span(&self, id: NodeId) -> Span {
        self.tree.span(id)
    }

    /// Gives a node another event. A node that does not exist stays so. Only the node that was added last gets another span.
    pub fn set_event(&mut self, id: NodeId, event: Option<Event>, span: Span) {
        let tree = &mut self.tree;
        let Some(slot) = tree.codes.get_mut(id as usize) else { return };
        let (code, elsewhere) = NodeCode::new(event);
        slot.replace(code);
        tree.spans.set(id, span);
        self.late.remove(&id);
        // What is kept of an event that now has a code is not looked at.
        if let Some(event) = event.filter(|_| elsewhere) {
            match tree.others.binary_search_by_key(&id, |(node, _)| *node) {
                Ok(at) => tree.others[at].1 = event,
                Err(at) if at == tree.others.len() => tree.others.push((id, event)),
                Err(_) => drop(self.late.insert(id, event)),
            }
        }
    }

    /// The tree.
    pub fn finish(mut self) -> Tree {
        let tree = &mut self.tree;
        if !self.late.is_empty() {
            tree.others.extend(self.late);
            tree.others.sort_unstable_by_key(|(node, _)| *node);
        }
        // What was reserved and not needed is given back where it is worth the copying.
        if tree.codes.capacity() > tree.codes.len() + tree.codes.len() / 4 {
            tree.codes.shrink_to_fit();
        }
        tree.skips = Skips::new(&tree.codes);
        self.tree
    }
}

/// See [`Tree::from_parents`].
pub(super) fn from_parents(list: &[(NodeId, Option<Event>, Span)]) -> (Tree, Vec<NodeId>) {
    const NONE: NodeId = NodeId::MAX;
    let Some(&(_, event, span)) = list.first() else { return (Tree::new(), Vec::new()) };
    let mut first = vec![NONE; list.len()];
    let mut last = vec![NONE; list.len()];
    let mut next = vec![NONE; list.len()];
    for (at, &(parent, ..)) in list.iter().enumerate().skip(1) {
        let parent = if (parent as usize) < at { parent as usize } else { at - 1 };
        match last[parent] {
            NONE => first[parent] = at as NodeId,
            before => next[before as usize] = at as NodeId,
        }
        last[parent] = at as NodeId;
    }
    let mut builder = TreeBuilder::new(event, span);
    let mut numbers = vec![0; list.len()];
    // The next node to add and the depth of its parent.
    let mut open = vec![(first[0], 0)];
    while let Some((at, depth)) = open.pop() {
        let Some(&(_, event, span)) = list.get(at as usize) else { continue };
        builder.up_to(depth);
        numbers[at as usize] = builder.add(event, span);
        open.push((next[at as usize], depth));
        open.push((first[at as usize], depth + 1));
    }
    (builder.finish(), numbers)
}
