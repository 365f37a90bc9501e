//! Building the tree of a record with variations.

use pentad_rules::{Color, Event};

use crate::{NodeId, Record, Span, Tree};

/// The tree so far and the place in it. Nothing here recurses: the open variations are a list.
pub(super) struct Branches {
    tree: Tree,
    /// The last child of each node, 0 for none.
    last: Vec<NodeId>,
    /// Whose turn it is after each node.
    due: Vec<Option<Color>>,
    /// Where the open variations branch off.
    open: Vec<NodeId>,
    current: NodeId,
    /// The `;` of a node that is not in the tree yet: it waits for its event.
    waiting: Option<Span>,
    /// Whether the first node after the root states what happens in the root.
    root_moves: bool,
}

impl Branches {
    pub(super) fn new() -> Branches {
        Branches {
            tree: Tree::new(),
            last: vec![0],
            due: vec![None],
            open: Vec::new(),
            current: 0,
            waiting: None,
            root_moves: false,
        }
    }

    /// Says that the first node after the root is one with it.
    pub(super) fn root_moves(&mut self) {
        self.root_moves = true;
    }

    /// A node begins at `span`.
    pub(super) fn begin(&mut self, span: Span, root: bool) {
        self.settle();
        let is_root = root || self.is_bare_root();
        self.waiting = (!is_root).then_some(span);
    }

    /// A variation begins.
    pub(super) fn open(&mut self) {
        self.settle();
        self.open.push(self.current);
    }

    /// A variation ends.
    pub(super) fn close(&mut self) {
        self.settle();
        self.current = self.open.pop().unwrap_or(0);
    }

    /// Whose turn it is at the place reached.
    pub(super) fn due(&self) -> Option<Color> {
        self.due.get(self.current as usize).copied().flatten()
    }

    /// Says whose turn it is before the first move.
    pub(super) fn start(&mut self, due: Option<Color>) {
        self.due.fill(due);
    }

    /// The node that notes belong to now.
    pub(super) fn settle(&mut self) -> NodeId {
        if let Some(span) = self.waiting.take() {
            self.add(None, span);
        }
        self.current
    }

    /// Adds an event: to the node at hand where it has none, else as a node of its own.
    pub(super) fn event(&mut self, event: Event, span: Span, due: Option<Color>) {
        let may_have_one = self.current != 0 || self.is_bare_root();
        let empty = may_have_one
            && self.waiting.is_none()
            && self.tree.nodes().get(self.current as usize).is_some_and(|n| n.event.is_none());
        self.waiting = None;
        if empty {
            self.tree.set_event(self.current, Some(event), span);
        } else {
            self.add(Some(event), span);
        }
        if let Some(after) = self.due.get_mut(self.current as usize) {
            *after = due;
        }
    }

    /// The event of the node at hand.
    pub(super) fn current_event(&self) -> Option<(Event, Span)> {
        let node = self.tree.nodes().get(self.current as usize)?;
        self.waiting.is_none().then_some((node.event?, node.span))
    }

    /// Changes the event of the node at hand.
    pub(super) fn change(&mut self, event: Event, span: Span) {
        self.tree.set_event(self.current, Some(event), span);
    }

    /// Whether the root still waits for its event.
    fn is_bare_root(&self) -> bool {
        let nodes = self.tree.nodes();
        self.root_moves && nodes.len() == 1 && nodes[0].event.is_none()
    }

    fn add(&mut self, event: Option<Event>, span: Span) {
        let parent = self.current;
        let due = self.due();
        let last = self.last.get(parent as usize).copied().unwrap_or(0);
        self.current = self.tree.add(parent, last, event, span);
        if let Some(last) = self.last.get_mut(parent as usize) {
            *last = self.current;
        }
        self.last.push(0);
        self.due.push(due);
    }

    /// Puts the tree into the record, and its main line into the record's events.
    pub(super) fn finish(mut self, record: &mut Record) {
        self.settle();
        let nodes = self.tree.nodes();
        let mut at = 0;
        loop {
            let node = &nodes[at as usize];
            if let Some(event) = node.event {
                record.push(event, node.span);
            }
            at = node.first_child;
            if at == 0 {
                break;
            }
        }
        record.tree = Some(self.tree);
    }
}
