//! Building the tree of a record with variations.

use pentad_rules::{Color, Event};

use crate::{NodeId, Record, Span, TreeBuilder};

/// The tree so far and the place in it. Nothing here recurses: the open variations are a list.
pub(super) struct Branches {
    tree: TreeBuilder,
    /// Whose turn it is after each node from the root to the current one.
    due: Vec<Option<Color>>,
    /// The depths at which the open variations branch off.
    open: Vec<usize>,
    /// The `;` of a node that is not in the tree yet: it waits for its event.
    waiting: Option<Span>,
    /// Whether the first node after the root states what happens in the root.
    root_moves: bool,
}

impl Branches {
    pub(super) fn new() -> Branches {
        Branches {
            tree: TreeBuilder::new(None, Span::default()),
            due: vec![None],
            open: Vec::new(),
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
        self.open.push(self.tree.depth());
    }

    /// A variation ends.
    pub(super) fn close(&mut self) {
        self.settle();
        let depth = self.open.pop().unwrap_or(0);
        self.tree.up_to(depth);
        self.due.truncate(depth + 1);
    }

    /// Whose turn it is at the place reached.
    pub(super) fn due(&self) -> Option<Color> {
        self.due.last().copied().flatten()
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
        self.tree.current()
    }

    /// Adds an event: to the node at hand where it has none, else as a node of its own.
    pub(super) fn event(&mut self, event: Event, span: Span, due: Option<Color>) {
        let current = self.tree.current();
        let may_have_one = current != 0 || self.is_bare_root();
        let empty = may_have_one && self.waiting.is_none() && self.tree.event(current).is_none();
        self.waiting = None;
        if empty {
            self.tree.set_event(current, Some(event), span);
        } else {
            self.add(Some(event), span);
        }
        if let Some(after) = self.due.last_mut() {
            *after = due;
        }
    }

    /// The event of the node at hand.
    pub(super) fn current_event(&self) -> Option<(Event, Span)> {
        let current = self.tree.current();
        self.waiting.is_none().then_some((self.tree.event(current)?, self.tree.span(current)))
    }

    /// Changes the event of the node at hand.
    pub(super) fn change(&mut self, event: Event, span: Span) {
        self.tree.set_event(self.tree.current(), Some(event), span);
    }

    /// Whether the root still waits for its event.
    fn is_bare_root(&self) -> bool {
        self.root_moves && self.tree.is_empty()
    }

    fn add(&mut self, event: Option<Event>, span: Span) {
        let due = self.due();
        self.tree.add(event, span);
        self.due.push(due);
    }

    /// Puts the tree into the record, and its main line into the record's events.
    pub(super) fn finish(mut self, record: &mut Record) {
        self.settle();
        let tree = self.tree.finish();
        for id in tree.main_line() {
            if let Some(event) = tree.event(id) {
                record.push(event, tree.span(id));
            }
        }
        record.tree = Some(tree);
    }
}
