//! What of a record becomes nodes of a library.

use std::borrow::Cow;

use pentad_rules::{Action, Color, Event, Size};

use super::facts::{self, NodeFacts};
use crate::{Loss, NodeId, Note, NoteKind, Record, Span, Tree, TreeBuilder};

/// Counts what could not be carried.
#[derive(Default)]
pub(super) struct Losses(pub(super) Vec<Loss>);

impl Losses {
    pub(super) fn add(&mut self, what: &str, count: u64, why: &str) {
        if count == 0 {
            return;
        }
        match self.0.iter_mut().find(|loss| loss.what == what) {
            Some(loss) => loss.count += count,
            None => self.0.push(Loss::new(what, count, why)),
        }
    }
}

/// The nodes to write and their notes.
pub(super) struct Plan<'r> {
    pub(super) tree: Cow<'r, Tree>,
    /// By the nodes that they belong to.
    pub(super) notes: Vec<Note<'r>>,
}

/// What becomes of a node.
enum Fate {
    /// It is written.
    Write,
    /// It is not written; what comes after it belongs to the node before it.
    PassOver(&'static str),
    /// Neither it nor what comes after it can be written.
    Cut,
}

fn fate(event: Option<&Event>, facts: NodeFacts) -> Fate {
    let Some(event) = event else {
        return if facts.no_move.is_some() { Fate::Write } else { Fate::PassOver("") };
    };
    match event.action {
        Action::Place(Some(p)) | Action::Choose(Some(p)) if Size::RENJU.contains(p) => Fate::Write,
        Action::Place(None) if facts.byte.is_some() => Fate::Write,
        Action::Place(_) | Action::Choose(_) | Action::Edit(_) => Fate::Cut,
        Action::Pass => Fate::Write,
        Action::Swap(_) => Fate::PassOver("swaps"),
        Action::Declare(_) => Fate::PassOver("declarations"),
        Action::Offer(_) => Fate::PassOver("offers"),
        Action::Choice(_) => Fate::PassOver("choices"),
        Action::Claim(_) => Fate::PassOver("claims"),
        Action::Resign | Action::Time | Action::Draw => Fate::PassOver("events without a stone"),
    }
}

const NO_PLACE: &str = "a library has stones and passes only";

impl<'r> Plan<'r> {
    /// The plan, or why a library cannot tell the record's main line. What it cannot tell of variations is lost and listed.
    pub(super) fn of(record: &'r Record, losses: &mut Losses) -> Result<Plan<'r>, &'static str> {
        let mut notes: Vec<_> = record.notes().collect();
        notes.sort_by_key(|n| n.at);
        let tree = match &record.tree {
            Some(tree) => Cow::Borrowed(tree),
            None => Cow::Owned(chain(record)),
        };
        if !record.is_main_line() {
            let why = "they are not the main line of the record's tree, which is written";
            losses.add("moves", record.events.len() as u64, why);
        }
        let beyond = notes.partition_point(|n| (n.at as usize) < tree.len());
        losses.add("notes", (notes.len() - beyond) as u64, "they belong to no move of the record");
        notes.truncate(beyond);
        let mut plan = Plan { tree, notes };
        plan.main_line()?;
        plan.tell_of_moves(losses);
        plan.without_what_cannot_be_written(losses);
        Ok(plan)
    }

    /// Why the main line cannot be told, if so: with a move left out it would be another game.
    fn main_line(&self) -> Result<(), &'static str> {
        let mut due = Color::Black;
        for id in self.tree.main_line() {
            let Some(event) = self.tree.event(id) else { continue };
            if let Fate::Cut = fate(Some(&event), self.facts(id)) {
                return Err(match event.action {
                    Action::Edit(_) => "stones are set up in the middle of it, and a library tells moves only",
                    Action::Place(None) | Action::Choose(None) => "one of its moves is illegible",
                    _ => "a stone lies outside 15x15, the board of a library",
                });
            }
            if event.is_ply() {
                if event.color.is_some_and(|color| color != due) {
                    return Err("a stone is of another colour than the one due, and a library has no colours");
                }
                due = !due;
            }
        }
        Ok(())
    }

    fn facts(&self, id: NodeId) -> NodeFacts {
        let own = self.notes_at(id).iter().find(|n| n.kind == NoteKind::Extra && n.key == facts::KEY);
        own.and_then(|n| NodeFacts::parse(n.value)).unwrap_or_default()
    }

    /// Lists what moves state that a library cannot.
    fn tell_of_moves(&self, losses: &mut Losses) {
        // Whose turn it is after each node of the path.
        let mut due = vec![Color::Black];
        for visit in self.tree.walk() {
            due.truncate(visit.depth + 1);
            let event = self.tree.event(visit.id);
            let before = due[visit.depth];
            let played = event.filter(Event::is_ply);
            due.push(if played.is_some() { !before } else { before });
            let Some(event) = event else { continue };
            losses.add("seats", u64::from(event.by.is_some()), "a library does not say who acts");
            let other = played.is_some() && event.color.is_some_and(|color| color != before);
            losses.add("colours of stones", u64::from(other), "in a library the colours take turns");
            let chosen = matches!(event.action, Action::Choose(_));
            losses.add("choices of fifth moves", u64::from(chosen), "written as a stone");
        }
    }

    fn without_what_cannot_be_written(&mut self, losses: &mut Losses) {
        let fits = |plan: &Plan<'_>, id| {
            id == 0 && plan.tree.event(0).is_none()
                || id > 0 && matches!(fate(plan.tree.event(id).as_ref(), plan.facts(id)), Fate::Write)
        };
        let plain = |event: Option<Event>| match event.map(|e| e.action) {
            Some(Action::Pass) => true,
            Some(Action::Place(Some(point))) => Size::RENJU.contains(point),
            _ => false,
        };
        if (0..self.tree.len() as NodeId).all(|id| plain(self.tree.event(id)) || fits(self, id)) {
            return;
        }
        let mut tree = TreeBuilder::new(None, Span::default());
        // For each node of the path the depth of the node that it became, or of the one that it became a part of.
        let mut depths: Vec<usize> = Vec::new();
        let mut numbers = vec![None; self.tree.len()];
        let mut walk = self.tree.walk();
        while let Some(visit) = walk.next() {
            depths.truncate(visit.depth);
            let above = depths.last().copied().unwrap_or(0);
            tree.up_to(above);
            let event = self.tree.event(visit.id);
            let fate = match (visit.id, &event) {
                (0, None) => {
                    numbers[0] = Some(0);
                    depths.push(0);
                    continue;
                }
                (_, event) => fate(event.as_ref(), self.facts(visit.id)),
            };
            match fate {
                Fate::Write => {
                    numbers[visit.id as usize] = Some(tree.add(event, Span::default()));
                    depths.push(above + 1);
                }
                Fate::PassOver(what) => {
                    losses.add(what, u64::from(!what.is_empty()), NO_PLACE);
                    numbers[visit.id as usize] = Some(tree.current());
                    depths.push(above);
                }
                Fate::Cut => {
                    let count = u64::from(self.tree.end(visit.id) - visit.id);
                    losses.add(
                        "moves",
                        count,
                        "a library has points of 15x15 only, and what follows hangs on this move",
                    );
                    depths.push(above);
                    walk.skip_below();
                }
            }
        }
        let mut lost = 0;
        self.notes.retain_mut(|note| match numbers[note.at as usize] {
            Some(at) => {
                note.at = at;
                true
            }
            None => {
                lost += 1;
                false
            }
        });
        losses.add("notes", lost, "they belong to moves that are not written");
        self.notes.sort_by_key(|n| n.at);
        self.tree = Cow::Owned(tree.finish());
    }

    /// The notes of a node.
    pub(super) fn notes_at(&self, id: NodeId) -> &[Note<'r>] {
        let from = self.notes.partition_point(|n| n.at < id);
        let len = self.notes[from..].partition_point(|n| n.at == id);
        &self.notes[from..from + len]
    }
}

/// A record without variations: a line whose n-th node is the n-th event.
fn chain(record: &Record) -> Tree {
    let mut tree = TreeBuilder::with_even_spans(0, None, Span::default());
    tree.reserve(record.events.len());
    for event in record.events.iter() {
        tree.add(Some(*event), Span::default());
    }
    tree.finish()
}
