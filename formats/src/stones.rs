//! A record as a bare list of stones, for formats that hold little more; and what such formats lose.

use pentad_rules::{Action, Color, Event, Point, Size};

use crate::loss::Losses;
use crate::{Field, Names, NoteKind, Paint, Record};

/// A turn of a bare list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    Stone(Option<Point>),
    Pass,
}

/// A turn and the number of its event in the record, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stone {
    pub(crate) turn: Turn,
    pub(crate) event: u32,
}

/// The stones and passes of a record whose colours alternate from an empty board on, or why it cannot be told so. Whatever else happens in
/// it is lost. Without `passes` only passes at the end can be left out: elsewhere they decide whose the later stones are.
pub(crate) fn stones(record: &Record, passes: bool, losses: &mut Losses) -> Result<Vec<Stone>, &'static str> {
    if !record.setup.is_empty_board() {
        return Err("it starts from a set-up position, and the format tells moves only");
    }
    losses.add(
        "whose turn it is",
        usize::from(!record.setup.is_empty()),
        "Black begins, and the format does not say so",
    );
    turns(record, passes, losses)
}

/// [`stones`] for a format that tells the position which the stones are laid in.
pub(crate) fn turns(record: &Record, passes: bool, losses: &mut Losses) -> Result<Vec<Stone>, &'static str> {
    if !record.readable {
        return Err("it could not be read");
    }
    let mut stones: Vec<Stone> = Vec::new();
    let mut due = Color::Black;
    for (number, event) in (1..).zip(record.events.iter()) {
        let turn = match event.action {
            Action::Place(point) | Action::Choose(point) => Turn::Stone(point),
            Action::Pass => Turn::Pass,
            Action::Edit(_) => return Err("stones are set up in the middle of it, and the format tells moves only"),
            _ => {
                losses.add(called(event), 1, "the format tells moves only");
                continue;
            }
        };
        if event.color.is_some_and(|color| color != due) {
            return Err("a stone is of another colour than the one due, and the format has no colours");
        }
        losses.add(
            "stated colours",
            usize::from(event.color.is_some()),
            "the format has no colours; stones take turns",
        );
        let chosen = matches!(event.action, Action::Choose(_));
        losses.add("choices", usize::from(chosen), "the stone is kept, but not that it was chosen from an offer");
        losses.add("acting seats", usize::from(event.by.is_some()), "the format does not say who acts");
        stones.push(Stone { turn, event: number });
        due = !due;
    }
    if !passes {
        let kept = stones.iter().rposition(|s| s.turn != Turn::Pass).map_or(0, |last| last + 1);
        losses.add("passes", stones.len() - kept, "the format has none; these are the last turns of the game");
        stones.truncate(kept);
        if stones.iter().any(|s| s.turn == Turn::Pass) {
            return Err("it has a pass, which the format does not know");
        }
    }
    Ok(stones)
}

fn called(event: &Event) -> &'static str {
    match event.action {
        Action::Swap(_) => "swaps",
        Action::Declare(_) => "declarations",
        Action::Offer(_) => "offers",
        Action::Choice(_) => "choices",
        Action::Claim(_) => "claims",
        _ => "resignations and agreements",
    }
}

/// The smallest usual board that the points of a record fit on, for records that state none.
pub(crate) fn usual_size(record: &Record) -> Size {
    let points = || record.events.iter().filter_map(Event::point);
    let usual = [15, 19, 20, 26].into_iter().filter_map(Size::square);
    usual.into_iter().find(|size| points().all(|p| size.contains(p))).unwrap_or(Size::RENJU)
}

/// What a format of bare moves carries beside the stones.
#[derive(Default)]
pub(crate) struct Carried<'a> {
    pub(crate) fields: &'a [Field],
    /// Extras of the whole record, by their keys.
    pub(crate) extras: &'a [&'static str],
    /// How many times of moves.
    pub(crate) times: usize,
    pub(crate) result: bool,
    pub(crate) reason: bool,
}

/// Lists what stands beside the stones and is not carried. `record` is the main line of `whole`.
pub(crate) fn beside(whole: &Record, record: &Record, carried: &Carried<'_>, losses: &mut Losses) {
    const WHY: &str = "the format has no place for it";
    if let Some(tree) = &whole.tree {
        losses.add("variations", tree.leaves().saturating_sub(1), "the format has only one line");
    }
    for &field in Field::ALL {
        let lost = record.get(field).is_some() && !carried.fields.contains(&field);
        losses.add(field.name(), usize::from(lost), WHY);
    }
    // All notes of the tree, whatever line they belong to.
    let times = whole.notes().filter(|n| n.kind == NoteKind::TimeMs).count();
    losses.add("times of moves", times.saturating_sub(carried.times), WHY);
    for note in whole.notes() {
        let (what, kept) = match note.kind {
            NoteKind::Comment => ("comments", false),
            NoteKind::Label => ("labels", false),
            NoteKind::TimeMs => continue,
            NoteKind::Raw => ("raw bytes", false),
            NoteKind::Extra if note.at == 0 => ("extras", carried.extras.contains(&note.key)),
            // The text of an illegible move, of which the writer says itself whether it is kept.
            NoteKind::Extra if note.key == TOKEN => ("extras of moves", true),
            NoteKind::Extra => ("extras of moves", false),
        };
        losses.add(what, usize::from(!kept), WHY);
    }
    let mut lost = |what, is: bool| losses.add(what, usize::from(is), WHY);
    lost("result", record.result.is_some() && !carried.result);
    lost("second result", record.other_result.is_some());
    lost("reason", record.reason.is_some() && !carried.reason);
    lost("official result", record.official.is_some());
    lost("rated", record.rated.is_some());
    lost("whom names belong to", record.names != Names::ByColor);
    lost("opener", record.opener.is_some());
    lost("paint", record.paint != Paint::BlackFirst);
    lost("given moves", record.prefix.is_some());
    lost("incomplete", record.incomplete);
}

/// The event of a note: they are counted from 1, and 0 is the whole game.
fn event_at(record: &Record, at: u32) -> Option<Action> {
    Some(record.events.get(at.checked_sub(1)? as usize)?.action)
}

/// Whether an event, counted from 1, is a move that could not be read. A note `token` keeps its text, which is written in its place.
pub(crate) fn is_illegible(record: &Record, at: u32) -> bool {
    matches!(event_at(record, at), Some(Action::Place(None) | Action::Choose(None)))
}

/// Whether an event, counted from 1, lays a stone.
pub(crate) fn is_stone(record: &Record, at: u32) -> bool {
    matches!(event_at(record, at), Some(Action::Place(Some(_)) | Action::Choose(Some(_))))
}

/// Lists the notes that a form of tags and moves has no place for.
pub(crate) fn notes_beside_tags(record: &Record, losses: &mut Losses) {
    for note in record.notes() {
        let (what, why) = match note.kind {
            NoteKind::Comment => ("comments", "the format has none"),
            NoteKind::Label => ("labels", "the format has none"),
            NoteKind::TimeMs => ("times of moves", "the format has none"),
            NoteKind::Raw => ("raw bytes", "the format has texts only"),
            NoteKind::Extra if note.at == 0 || note.key == "token" && is_illegible(record, note.at) => continue,
            NoteKind::Extra => ("extras of moves", "tags belong to the whole game"),
        };
        losses.add(what, 1, why);
    }
}

/// How many notes belong to variations, or to the file of the tree: `record` is the main line of `whole`.
pub(crate) fn notes_elsewhere(whole: &Record, record: &Record) -> usize {
    if whole.tree.is_none() { 0 } else { whole.note_count().saturating_sub(record.note_count()) }
}

/// Lists that a game which does not end by itself goes on after a row of five: the format takes such a row for the end of the game, so that
/// the stones after it would be errors.
pub(crate) fn goes_on(record: &Record, losses: &mut Losses) {
    let lost = !record.self_ending && goes_on_after_five(record);
    losses.add(
        "self_ending",
        usize::from(lost),
        "the moves go on after a row of five, which ends a game of this format",
    );
}

/// Whether any row of five or more, whatever the game makes of it, is there before the last turn. Captured stones stay: a point counts for
/// the colour that took it last, so that no row of the game is missed.
fn goes_on_after_five(record: &Record) -> bool {
    let mut board = [None; Point::COUNT];
    let (mut due, mut five) = (Color::Black, false);
    for event in record.events.iter().filter(|e| e.is_ply()) {
        if five {
            return true;
        }
        let color = event.color.unwrap_or(due);
        due = !color;
        let Some(point) = event.point() else { continue };
        board[point.index()] = Some(color);
        let run = |dx: i32, dy: i32| {
            let own = |n: &i32| point.offset(n * dx, n * dy).is_some_and(|p| board[p.index()] == Some(color));
            (1..5).take_while(own).count()
        };
        five = [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| run(dx, dy) + run(-dx, -dy) >= 4);
    }
    false
}

/// The key of the extra that keeps the text of a move that names no point of the board.
pub(crate) const TOKEN: &str = "token";

/// Texts of notes by the events that they belong to.
pub(crate) struct ByEvent<'r>(Vec<(u32, &'r str)>);

impl<'r> ByEvent<'r> {
    /// The texts of illegible moves.
    pub(crate) fn tokens(record: &'r Record) -> ByEvent<'r> {
        ByEvent::of(record, |kind, key| kind == NoteKind::Extra && key == TOKEN)
    }

    /// The times of moves.
    pub(crate) fn times(record: &'r Record) -> ByEvent<'r> {
        ByEvent::of(record, |kind, key| kind == NoteKind::TimeMs && key.is_empty())
    }

    /// The texts of notes of a kind.
    pub(crate) fn of(record: &'r Record, wanted: impl Fn(NoteKind, &str) -> bool) -> ByEvent<'r> {
        let notes = record.notes().filter(|n| wanted(n.kind, n.key));
        let mut list: Vec<_> = notes.map(|n| (n.at, n.value)).collect();
        list.sort_by_key(|(at, _)| *at);
        ByEvent(list)
    }

    /// The first text of an event.
    pub(crate) fn get(&self, event: u32) -> Option<&'r str> {
        let at = self.0.partition_point(|(at, _)| *at < event);
        self.0.get(at).filter(|(at, _)| *at == event).map(|(_, text)| *text)
    }
}
