//! The positions of a record: those of the game that was played, or of all its variations.

use std::fmt;
use std::ops::ControlFlow;

use pentad_formats::NodeId;
use pentad_rules::{Action, Event, Point, Policy, Variation};

use crate::judge::case;
use crate::tree_view::Played;

/// A position on the way through a record.
pub(crate) struct Here<'a> {
    pub(crate) position: &'a Variation,
    /// The stone that was laid last.
    pub(crate) laid: Option<Point>,
    /// Whether more changed than that one stone was laid: stones were taken, or set up.
    pub(crate) edited: bool,
    /// The node of the tree, or how many events have been played where there is no tree.
    pub(crate) place: NodeId,
}

impl<'a> Here<'a> {
    fn start(position: &'a Variation) -> Here<'a> {
        Here { position, laid: None, edited: true, place: 0 }
    }

    fn after(position: &'a Variation, event: &Event, before: u32, place: NodeId) -> Here<'a> {
        let laid = if event.is_ply() { event.point() } else { None };
        let edited = position.board().stones() != before + u32::from(laid.is_some());
        // A point may be changed by hand without a change in their number.
        let edited = edited || matches!(event.action, Action::Edit(_));
        Here { position, laid, edited, place }
    }
}

/// Visits the positions of the game that was played, from the beginning to the last ply that could be played.
pub(crate) fn main_line(played: &Played<'_>, mut visit: impl FnMut(&Here<'_>) -> ControlFlow<()>) {
    let record = played.record;
    let case = case(record, played.game, None, played.size, record.setup.due());
    let mut position = Variation::new();
    position.start(&case);
    if visit(&Here::start(&position)).is_break() {
        return;
    }
    for (place, event) in (1..).zip(record.events.iter()) {
        if event.is_ply() && position.ply() >= played.verdict.judged {
            return;
        }
        let before = position.board().stones();
        if !position.play(&case, &Policy::default(), event)
            || visit(&Here::after(&position, event, before, place)).is_break()
        {
            return;
        }
    }
}

/// The way to a node: at each fork which child is taken.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Way {
    /// The depth of the child and its number, from 1.
    forks: Vec<(usize, u32)>,
}

impl Way {
    /// Goes on to the next node of a walk in depth.
    fn go(&mut self, depth: usize, is_fork: bool) {
        let mut number = 0;
        while let Some((_, last)) = self.forks.pop_if(|(deep, _)| *deep >= depth) {
            number = last;
        }
        if is_fork {
            self.forks.push((depth, number + 1));
        }
    }
}

impl fmt::Display for Way {
    /// As findings name it: `2/1`; `main` for the main line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.forks.iter().all(|(_, number)| *number == 1) {
            return f.write_str("main");
        }
        for (at, (_, number)) in self.forks.iter().enumerate() {
            write!(f, "{}{number}", if at == 0 { "" } else { "/" })?;
        }
        Ok(())
    }
}

/// Visits the positions of all variations that can be played, each node once, in the order of the file. Cost: a step for each node.
pub(crate) fn nodes(played: &Played<'_>, mut visit: impl FnMut(&Here<'_>, &Way)) {
    let record = played.record;
    let mut way = Way::default();
    let Some(tree) = &record.tree else {
        return main_line(played, |here| {
            visit(here, &way);
            ControlFlow::Continue(())
        });
    };
    let case = case(record, played.game, None, played.size, record.setup.due());
    let mut position = Variation::new();
    position.start(&case);
    let mut depths: Vec<usize> = Vec::new();
    let mut walk = tree.walk();
    while let Some(node) = walk.next() {
        let is_fork = node.id != 0 && tree.children(node.parent).nth(1).is_some();
        way.go(node.depth, is_fork);
        depths.truncate(node.depth);
        position.back_to(depths.last().copied().unwrap_or(0));
        match tree.event(node.id) {
            None => visit(&Here { place: node.id, edited: node.id == 0, ..Here::start(&position) }, &way),
            Some(event) => {
                let before = position.board().stones();
                if position.play(&case, &Policy::default(), &event) {
                    visit(&Here::after(&position, &event, before, node.id), &way);
                } else {
                    walk.skip_below();
                }
            }
        }
        depths.push(position.depth());
    }
}
