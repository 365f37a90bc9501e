//! What is said after the last event.

use super::{Case, Context, Replay};
use crate::{Code, Detail, EndBy, Event, Fault, Legality, NamedOpening, Outcome, Policy, Severity};

/// How many captures, the latest first, are tried as overlooked.
const CAPTURES_TRIED: usize = 64;

impl Replay {
    /// Fills in the verdict after the last event.
    pub(super) fn finish(&mut self, case: &Case<'_>) {
        let broken = self.verdict.faults.iter().any(|f| f.severity == Severity::Error);
        self.verdict.judged = self.game.ply;
        if self.verdict.end.by == EndBy::None {
            self.verdict.end.ply = self.game.ply;
        }
        self.settle_claims(case, broken);
        if case.start.is_none() && self.game.ply >= 3 {
            self.verdict.opening = opening(case);
        }
        if case.procedure().is_some() {
            self.verdict.complete = Some(self.engine.complete());
            let missing = self.engine.missing();
            self.verdict.black_seat = Some(self.engine.black_seat()).filter(|_| missing.is_empty());
            self.verdict.missing.extend(missing.names());
            if !missing.is_empty() && !broken {
                let detail = Detail::Facts(self.verdict.missing.clone());
                self.verdict.faults.push(Fault { detail, ..Fault::new(Code::FactsMissing, self.game.ply, 0, None) });
            }
        } else if case.rules.known {
            self.verdict.missing.push("opening");
        }
        if !case.rules.known {
            self.verdict.missing.push("rules");
        }
        let lacking = !case.rules.known || case.procedure().is_some() && !self.verdict.missing.is_empty();
        self.verdict.legality = match (broken, lacking) {
            (true, _) => Legality::Illegal,
            (false, true) => Legality::Unverifiable,
            (false, false) => Legality::Legal,
        };
    }

    /// Design decision 10: where a record is otherwise unplayable, look for a capture that was overlooked.
    pub(super) fn try_skipped_captures(&mut self, case: &Case<'_>, policy: &Policy) {
        let occupied = self.verdict.faults.iter().find(|f| f.code == Code::Occupied);
        let Some(stopped) = occupied.map(|f| f.ply).filter(|_| !self.verdict.captures.is_empty()) else {
            return;
        };
        let retry = self.retry.get_or_insert_with(|| Box::new(Replay::new()));
        for ply in self.verdict.captures.iter().rev().take(CAPTURES_TRIED).map(|c| c.ply) {
            retry.play(Context { case, policy, skip: Some(ply) });
            let error = retry.verdict.faults.iter().find(|f| f.severity == Severity::Error);
            if error.is_none_or(|f| f.ply > stopped) {
                self.verdict.faults.push(Fault::new(Code::SkippedCapture, ply, 0, None));
                return;
            }
        }
    }

    /// Compares the board with the stated result.
    pub(super) fn compare_result(&mut self, case: &Case<'_>) {
        let end = &self.verdict.end;
        let Some(stated) = case.stated.filter(|_| end.by != EndBy::None) else { return };
        let agrees = end.winner.map_or(Outcome::Drawn, Outcome::Won) == stated;
        if !agrees {
            let detail = Detail::Board(end.winner, end.by.name());
            self.verdict.faults.push(Fault { detail, ..Fault::new(Code::ResultDisagrees, end.ply, 0, None) });
        }
        self.verdict.agrees = Some(agrees);
    }
}

/// Which of the 26 openings the first three plies are.
fn opening(case: &Case<'_>) -> Option<&'static NamedOpening> {
    let mut plies = case.events.iter().filter(|e| e.is_ply()).map(Event::point);
    NamedOpening::classify([plies.next()??, plies.next()??, plies.next()??], case.size)
}
