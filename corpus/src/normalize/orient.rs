//! Records in the orientation that stands for all their images.

use std::ops::Range;

use pentad_formats::variations::{Turned, reorder, turn, turned_note};
use pentad_formats::{NoteKind, Record};
use pentad_rules::{Event, Events, Point, Size, Symmetry};

use super::Fix;
use super::turns::turns;
use crate::convert::{Change, Next, Step, Told};
use crate::{JudgeOptions, Orientations};

/// Turns the board into the orientation that stands for all its images (design decision 17), with everything that names points in a
/// structured way. Where a turn has several stones (Connect6), these are sorted first.
///
/// A record that states no size, and for which [`JudgeOptions::board`] has none, stays as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Orient {
    /// How records are judged: which stones are of one turn depends on the game.
    pub judge: JudgeOptions,
}

const NO_SIZE: &str = "the record states no size of the board; --size N states it";

/// How many moves a change shows.
const SHOWN: usize = 3;

impl Step for Orient {
    fn apply(&self, mut record: Record, told: &mut Told, next: &mut Next<'_>) {
        let Some(size) = record.size.or(self.judge.board()) else {
            if has_points(&record) {
                told.changes.push(Change::left(Fix::Orientation.name(), "moves", None, NO_SIZE));
            }
            return next(record, told);
        };
        let game = told.judge.judge(&record, told.format, &self.judge).game;
        let turns = turns(&record, game, told.judge.verdict());
        let symmetry = canonical(&record, &turns, size);
        let before = first_moves(&record);
        // Where the board stays as it is, points of labels get their usual form.
        told.losses.extend(turn(&mut record, symmetry, size));
        if symmetry != Symmetry::Identity {
            let change = Change::of(Fix::Orientation.name(), "moves", Some(&before), Some(&first_moves(&record)));
            told.changes.push(change.what(symmetry.name()));
        }
        let before = first_moves(&record);
        if sort_turns(&mut record, &turns) {
            let change = Change::of(Fix::Orientation.name(), "moves", Some(&before), Some(&first_moves(&record)));
            told.changes.push(change.what("stones of a turn sorted"));
        }
        next(record, told);
    }
}

fn has_points(record: &Record) -> bool {
    let moved = |event: &Event| event.point().is_some();
    record.events.iter().any(moved) || !record.setup.black.is_empty() || !record.setup.white.is_empty()
}

fn first_moves(record: &Record) -> String {
    let points = record.events.iter().filter_map(Event::point).take(SHOWN);
    points.map(|point| point.text(record.coords).to_string()).collect::<Vec<_>>().join(" ")
}

/// The symmetry that brings a record into its canonical orientation.
fn canonical(record: &Record, turns: &[Range<usize>], size: Size) -> Symmetry {
    let events = &record.events;
    let plies = || events.iter().filter(|event| event.is_ply()).map(|event| event.point());
    let mut left = if turns.is_empty() && record.setup.is_empty_board() {
        Orientations::of_moves(plies(), size)
    } else {
        settle_turns(record, turns, size)
    };
    if left.one().is_none() {
        settle_rest(&mut left, record, size);
    }
    left.first()
}

/// Moves in which the order of the stones of a turn means nothing, or that begin with stones set up: the smallest.
fn settle_turns(record: &Record, turns: &[Range<usize>], size: Size) -> Orientations {
    let mut left = Orientations::of(size);
    let mut turns = turns.iter().peekable();
    let mut at = 0;
    while at < record.events.len() && left.one().is_none() {
        let end = match turns.next_if(|turn| turn.start == at) {
            Some(turn) => turn.end,
            None => at + 1,
        };
        let stones = &record.events[at..end];
        left.settle(|symmetry| {
            let mut image: Vec<Point> = stones
                .iter()
                .filter(|event| event.is_ply())
                .filter_map(Event::point)
                .map(|point| symmetry.apply(point, size))
                .collect();
            image.sort_unstable();
            image
        });
        at = end;
    }
    left
}

/// What decides where moves do not: offers and what else names points in the game, stones set up, variations, labels and marks.
fn settle_rest(left: &mut Orientations, record: &Record, size: Size) {
    left.settle_points(record.events.iter().flat_map(|event| points(event, &record.events)), size);
    for stones in [&record.setup.black, &record.setup.white] {
        left.settle(|symmetry| {
            let mut image: Vec<Point> = stones.iter().map(|&point| symmetry.apply(point, size)).collect();
            image.sort_unstable();
            image
        });
    }
    left.settle_points(record.setup.black.iter().chain(&record.setup.white).copied(), size);
    if let Some(tree) = &record.tree {
        let nodes = (0..tree.len() as u32).filter_map(|id| tree.event(id));
        left.settle_points(nodes.flat_map(|event| points(&event, &record.events)), size);
    }
    for note in record.notes() {
        if left.one().is_some() {
            return;
        }
        if matches!(note.kind, NoteKind::Label | NoteKind::Extra | NoteKind::Raw) {
            left.settle(|symmetry| match turned_note(note, symmetry, size) {
                Turned::Same => (0, (note.key.to_owned(), note.value.to_owned())),
                Turned::Points(image) => (0, image),
                Turned::Lost => (1, Default::default()),
            });
        }
    }
}

/// The points that an event names.
fn points(event: &Event, events: &Events) -> Vec<Point> {
    let edited = match event.action {
        pentad_rules::Action::Edit(point) => Some(point),
        _ => event.point(),
    };
    edited.into_iter().chain(events.offered(event.action).iter().flatten().copied()).collect()
}

/// Sorts the stones of each turn; whether any changed places.
fn sort_turns(record: &mut Record, turns: &[Range<usize>]) -> bool {
    let mut order: Vec<u32> = (0..record.events.len() as u32).collect();
    for turn in turns {
        let events = &record.events;
        order[turn.clone()].sort_by_key(|&at| events[at as usize].point());
    }
    let sorted = !order.is_sorted();
    if sorted {
        reorder(record, &order);
    }
    sorted
}
