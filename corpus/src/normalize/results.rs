//! Results that the board proves.

use pentad_formats::{NoteKind, Reason, Record, Score};
use pentad_rules::{Code, EndBy};

use super::Fix;
use crate::JudgeOptions;
use crate::convert::{Change, Next, Step, Told};

/// The result that the board proves, where the game is known. A stated result that differs becomes the second result, and a third one, or
/// a reason that belonged to the stated one, an extra ([`STATED_RESULT`], [`STATED_REASON`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct Results {
    /// How records are judged.
    pub judge: JudgeOptions,
}

/// The extra that keeps a result that has no other place.
pub const STATED_RESULT: &str = "stated-result";

/// The extra that keeps the reason of a result that gave way.
pub const STATED_REASON: &str = "stated-reason";

/// Why a record is not judged: another game could say otherwise.
pub(super) const NO_GAME: &str = "the record names no game that is known; --rules NAME judges it";

/// Why a record that lacks moves keeps its result.
const INCOMPLETE: &str = "moves are missing, so that the game may have gone on";

impl Step for Results {
    fn apply(&self, mut record: Record, told: &mut Told, next: &mut Next<'_>) {
        let game = told.judge.judge(&record, told.format, &self.judge).game;
        let assumed = told.judge.findings().iter().any(|finding| finding.code == Code::RulesAssumed);
        let end = &told.judge.verdict().end;
        // Who writes down variations and no result has analysed, not played.
        let played = record.result.is_some() || record.tree.as_ref().is_none_or(|tree| tree.is_chain());
        if end.by != EndBy::None && game.rules.known && played {
            let (proved, by) = (end.winner.map_or(Score::Draw, Score::won_by), end.by);
            match [(assumed, NO_GAME), (record.incomplete, INCOMPLETE)].into_iter().find(|(doubtful, _)| *doubtful) {
                None => told.changes.extend(settle(&mut record, proved, by)),
                Some((_, why)) if record.stated_result() != Some(proved) => {
                    let stated = record.stated_result().map(Score::text);
                    let left = Change::left(Fix::Results.name(), "result", stated, why);
                    // Before a cut and after it is once.
                    if !told.changes.contains(&left) {
                        told.changes.push(left);
                    }
                }
                Some(_) => {}
            }
        }
        next(record, told);
    }
}

/// States the result that is proved, and keeps the one that was stated.
fn settle(record: &mut Record, proved: Score, by: EndBy) -> Vec<Change> {
    let stated = record.result;
    let mut changes = Vec::new();
    if stated == Some(proved) {
        return changes;
    }
    let change = |field, before: Option<&str>, after: Option<&str>| {
        Change::of(Fix::Results.name(), field, before, after).what(by.name())
    };
    record.result = Some(proved);
    changes.push(change("result", stated.map(Score::text), Some(proved.text())));
    // A second result that is the proved one was right, and of no use any longer.
    let second = record.other_result.filter(|(score, _)| *score != proved && *score != Score::Unknown);
    let known = stated.filter(|score| *score != Score::Unknown);
    let kept = known.map(|score| (score, record.result_span)).or(second);
    let before = record.other_result.map(|(score, _)| score.text());
    record.other_result = kept;
    if before != kept.map(|(score, _)| score.text()) {
        changes.push(change("other_result", before, kept.map(|(score, _)| score.text())));
    }
    if let (Some(_), Some((third, _))) = (known, second)
        && kept.map(|(score, _)| score) != Some(third)
    {
        record.note(0, NoteKind::Extra, STATED_RESULT, third.text());
        changes.push(change(STATED_RESULT, None, Some(third.text())));
    }
    // The reason is that of the stated result.
    if let Some(reason) = record.reason
        && reason_of(by) != Some(reason)
    {
        record.reason = reason_of(by);
        record.note(0, NoteKind::Extra, STATED_REASON, reason.name());
        changes.push(change("reason", Some(reason.name()), record.reason.map(Reason::name)));
    }
    changes
}

/// The reason that says how a game ended on the board.
fn reason_of(by: EndBy) -> Option<Reason> {
    match by {
        EndBy::Five => Some(Reason::Five),
        EndBy::Overline | EndBy::Six => Some(Reason::Overline),
        EndBy::Forbidden => Some(Reason::Forbidden),
        EndBy::Captures => Some(Reason::Captures),
        EndBy::Full => Some(Reason::Full),
        EndBy::Passes => Some(Reason::Passes),
        EndBy::MoveLimit => Some(Reason::MoveLimit),
        EndBy::None => None,
    }
}
