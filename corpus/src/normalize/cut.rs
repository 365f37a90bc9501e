//! Cutting a game where it becomes irregular.

use pentad_formats::{Record, TreeBuilder};
use pentad_rules::{Code, Coords, Event, Severity};

use super::results::NO_GAME;
use crate::convert::{Change, Next, Step, Told};
use crate::{Judge, JudgeOptions, Judgement};

/// Cuts a game before the first ply that is irregular, where the game is known: an error (an occupied point, a broken opening procedure),
/// a foul that was not claimed, a four left unanswered, play after the end or after a five that went unnoticed.
///
/// The result stays as stated; where the moves that are left do not end the game, the record says that moves are missing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cut {
    /// How records are judged.
    pub judge: JudgeOptions,
}

/// The name of the fix in reports.
pub const CUT: &str = "cut";

/// What it does, in words.
pub const CUT_ABOUT: &str = "Each game is cut before its first irregular ply, where the game is known: an error (an occupied point, a broken opening \
     procedure), a foul that was not claimed, a four left unanswered, play after the end or after a five that went unnoticed. The result \
     stays as stated, unless the moves that are left prove another; where they do not end the game, the record says that moves are missing.";

const TREE: &str = "a tree of variations is not cut; --mainline takes the game alone";

/// Where a record is cut, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    /// Index of the first event that goes.
    event: usize,
    code: Code,
}

impl Step for Cut {
    fn apply(&self, mut record: Record, told: &mut Told, next: &mut Next<'_>) {
        let judgement = told.judge.judge(&record, told.format, &self.judge);
        let assumed = told.judge.findings().iter().any(|finding| finding.code == Code::RulesAssumed);
        let place = first_irregular(&record, &mut told.judge, &judgement, &self.judge);
        if let Some(place) = place.filter(|place| place.event < record.events.len()) {
            let why = match &record.tree {
                _ if assumed || !judgement.game.rules.known => Some(NO_GAME),
                Some(tree) if !tree.is_chain() => Some(TREE),
                _ => None,
            };
            told.changes.push(match why {
                Some(why) => {
                    Change { ply: Some(ply_of(&record, place.event)), ..Change::left(CUT, "moves", None, why) }
                }
                None => cut(&mut record, place),
            });
        }
        next(record, told);
    }
}

/// Where the game becomes irregular.
fn first_irregular(record: &Record, judge: &mut Judge, judgement: &Judgement, options: &JudgeOptions) -> Option<Place> {
    let events = &record.events;
    let next_ply = |from: usize| (from..events.len()).find(|&at| events[at].is_ply());
    let of_fault = judge.verdict().faults.iter().filter_map(|fault| {
        let at = (fault.event as usize).checked_sub(1)?;
        let event = match fault.code {
            // The row itself is sound; what came after it is not.
            Code::UnnoticedFive => next_ply(at + 1),
            Code::UnclaimedFoul => Some(at),
            _ if fault.severity == Severity::Error => Some(at),
            _ => None,
        };
        Some(Place { event: event?, code: fault.code })
    });
    let first = of_fault.min_by_key(|place| place.event);
    let four = judge.first_unanswered_four(record, judgement, options);
    let four = four.map(|four| Place { event: four.event as usize - 1, code: Code::FourNotAnswered });
    match (first, four) {
        (Some(first), Some(four)) if four.event < first.event => Some(four),
        (first, four) => first.or(four),
    }
}

/// The ply that an event is or that comes after it.
fn ply_of(record: &Record, event: usize) -> u32 {
    1 + record.events[..event].iter().filter(|event| event.is_ply()).count() as u32
}

/// Takes away the events from a place on, with what stands beside them.
fn cut(record: &mut Record, Place { event, code }: Place) -> Change {
    let ply = ply_of(record, event);
    let gone: Vec<String> = record.events[event..].iter().filter_map(|e| word(e, record.coords)).collect();
    let last = match &record.tree {
        None => event as u32,
        Some(tree) => {
            let with_event: Vec<u32> = (0..tree.len() as u32).filter(|&id| tree.event(id).is_some()).collect();
            let end = with_event.get(event).copied().unwrap_or(tree.len() as u32);
            let mut builder = TreeBuilder::new(tree.event(0).filter(|_| end > 0), tree.span(0));
            (1..end).for_each(|id| {
                builder.add(tree.event(id), tree.span(id));
            });
            record.tree = Some(builder.finish());
            end.saturating_sub(1)
        }
    };
    record.retain_notes(|note| note.at <= last);
    record.events.truncate(event);
    record.spans.truncate(event);
    if !matches!(code, Code::MovesAfterEnd | Code::UnnoticedFive) {
        record.incomplete = true;
    }
    let before = Some(gone.join(" "));
    Change { before, ply: Some(ply), ..Change::of(CUT, "moves", None, None).what(code.name()) }
}

/// A stone or pass in the letters of its record; nothing for other events.
fn word(event: &Event, coords: Coords) -> Option<String> {
    event.is_ply().then(|| match (event.point(), event.action) {
        (Some(point), _) => point.text(coords).to_string(),
        (None, pentad_rules::Action::Pass) => "pass".to_owned(),
        (None, _) => "?".to_owned(),
    })
}
