//! Building the tree of a record with variations.

use pentad_rules::{Color, Event, Point};

use crate::{Bounds, NodeId, Record, Span, TreeBuilder};

/// The tree so far and the place in it. Nothing here recurses: the open variations are a list.
pub(super) struct Branches {
    tree: TreeBuilder,
    /// Whose turn it is after each node from the root to the current one.
    due: Vec<Option<Color>>,
    /// The depths at which the open variations branch off, and how many at each.
    open: Vec<(u32, u32)>,
    /// Whether a variation was closed, and whether anything came after it: then there are two lines at least.
    closed: bool,
    forked: bool,
    /// The `;` of a node that is not in the tree yet: it waits for its event.
    waiting: Option<Span>,
    /// Whether the first node after the root states what happens in the root.
    root_moves: bool,
    bounds: Bounds,
    /// The first node that is not in the tree because of the bounds, and what is said of it.
    over: Option<(Span, Words)>,
}

/// What is said of a bound.
type Words = fn(Bounds) -> String;

/// Room that is made for a line at first.
const DEPTH: usize = 64;

impl Branches {
    pub(super) fn new(bounds: Bounds) -> Branches {
        let mut branches = Branches {
            tree: TreeBuilder::new(None, Span::default()),
            due: Vec::with_capacity(DEPTH),
            open: Vec::with_capacity(DEPTH / 4),
            closed: false,
            forked: false,
            waiting: None,
            root_moves: false,
            bounds,
            over: None,
        };
        branches.due.push(None);
        branches.tree.reserve(DEPTH);
        branches
    }

    /// A line without variations so far as the beginning of a tree: each event is a node. `started`: whether it is settled whose turn it is
    /// at the beginning.
    pub(super) fn of_line(record: &mut Record, started: bool) -> Branches {
        let mut branches = Branches::new(record.bounds);
        let mut due = record.setup.due().filter(|_| started);
        branches.start(due);
        for (event, span) in record.events.iter().zip(&record.spans) {
            if event.is_ply() {
                due = event.color.or(due).map(|color| !color);
            }
            branches.add(Some(*event), *span);
            if let Some(after) = branches.due.last_mut() {
                *after = due;
            }
        }
        record.events.clear();
        record.spans.clear();
        branches
    }

    /// Says that the first node after the root is one with it.
    pub(super) fn root_moves(&mut self) {
        self.root_moves = true;
    }

    /// A node begins at `span`.
    pub(super) fn begin(&mut self, span: Span, root: bool) {
        self.settle();
        self.forked |= self.closed;
        let is_root = root || self.is_bare_root();
        self.waiting = (!is_root).then_some(span);
    }

    /// A variation begins.
    pub(super) fn open(&mut self) {
        self.settle();
        let depth = self.tree.depth() as u32;
        match self.open.last_mut() {
            Some((last, count)) if *last == depth => *count = count.saturating_add(1),
            _ => self.open.push((depth, 1)),
        }
    }

    /// A variation ends.
    pub(super) fn close(&mut self) {
        self.settle();
        self.closed = true;
        let depth = match self.open.last_mut() {
            Some((depth, count)) if *count > 1 => {
                *count -= 1;
                *depth
            }
            _ => self.open.pop().map_or(0, |(depth, _)| depth),
        } as usize;
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

    /// Whether there is a node with a move before the next one, whose colour is known.
    pub(super) fn due_in_a_row(&self) -> Option<Color> {
        self.due().filter(|_| self.tree.len() > 1)
    }

    /// A node that is a stone of the colour due begins; `due` is whose turn it is after it.
    #[inline]
    pub(super) fn stone(&mut self, point: Point, span: Span, due: Color) {
        self.settle();
        self.forked |= self.closed;
        if self.has_room(span) {
            self.tree.add_stone(point, span);
            self.due.push(Some(due));
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
        if self.has_room(span) {
            let due = self.due();
            self.tree.add(event, span);
            self.due.push(due);
        }
    }

    /// Whether there may be one node more.
    #[inline]
    fn has_room(&mut self, span: Span) -> bool {
        let long = self.tree.depth() >= self.bounds.line as usize;
        if long || self.tree.len() > self.bounds.nodes as usize {
            self.over.get_or_insert((span, if long { Bounds::line_words } else { Bounds::nodes_words }));
            return false;
        }
        true
    }

    /// Whether there are more nodes than the bounds allow.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Whether a node has begun after the end of a variation.
    pub(super) fn is_forked(&self) -> bool {
        self.forked
    }

    /// Puts the tree into the record, and its main line into the record's events.
    pub(super) fn finish(mut self, record: &mut Record) {
        self.settle();
        if let Some((span, words)) = self.over {
            return record.exceeds(span, words);
        }
        let tree = self.tree.finish();
        let mut spans = tree.spans();
        for id in tree.main_line() {
            if let Some(event) = tree.event(id) {
                record.push(event, spans.get(id));
            }
        }
        record.tree = Some(tree);
    }
}
