//! Fouls and fives that count when they are claimed or declared (design decision 5).

use super::stone::Stone;
use super::{Case, Replay};
use crate::{
    Claim, Code, Color, Detail, EndBy, Fault, Foul, FoulPolicy, Fouls, Outcome, Point, Policy, Seat, Severity,
};

/// A foul that may still be claimed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claimable {
    foul: Foul,
    ply: u32,
    event: u32,
    point: Point,
    /// Whose foul it is.
    color: Color,
}

/// A completed row that has not ended the game.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) by: EndBy,
    pub(super) color: Color,
    pub(super) ply: u32,
    pub(super) event: u32,
    pub(super) point: Point,
    pub(super) rows: Vec<Vec<Point>>,
}

impl Replay {
    /// Fouls of a stone about to be laid; `false` when it cannot be laid.
    pub(super) fn foul(&mut self, policy: &Policy, stone: Stone, fouls: Fouls) -> bool {
        let Stone { point, color, number } = stone;
        let ply = self.game.ply + 1;
        let blocked = fouls.iter().any(|f| policy.foul(f) == FoulPolicy::Block);
        for foul in fouls.iter() {
            let code = foul_code(foul);
            let severity = if blocked { Severity::Error } else { code.severity() };
            let detail = Detail::Color(color);
            self.verdict.faults.push(Fault { severity, detail, ..Fault::new(code, ply, number, Some(point)) });
            match policy.foul(foul) {
                FoulPolicy::Claim | FoulPolicy::ClaimUntilEnd => {
                    self.unclaimed.push(Claimable { foul, ply, event: number, point, color });
                }
                FoulPolicy::Lose => self.game.fouled = true,
                FoulPolicy::Block => {}
            }
        }
        !blocked
    }

    /// Before a stone or pass: what could be claimed until now cannot be any longer.
    pub(super) fn close_claims(&mut self, policy: &Policy) {
        if let Some(made) = self.game.made.take() {
            let fault = Fault::new(Code::UnnoticedFive, made.ply, made.event, Some(made.point));
            self.verdict.faults.push(Fault { detail: Detail::Rows(made.rows), ..fault });
        }
        if !self.unclaimed.is_empty() {
            let lapses = |claim: &mut Claimable| policy.foul(claim.foul) != FoulPolicy::ClaimUntilEnd;
            let lapsed: Vec<_> = self.unclaimed.extract_if(.., lapses).collect();
            self.report_unclaimed(lapsed);
        }
    }

    fn report_unclaimed(&mut self, mut lapsed: Vec<Claimable>) {
        lapsed.dedup_by_key(|claim| claim.ply);
        for Claimable { ply, event, point, .. } in lapsed {
            self.verdict.faults.push(Fault::new(Code::UnclaimedFoul, ply, event, Some(point)));
        }
    }

    /// A claim of a five by its owner or of a foul by the opponent.
    pub(super) fn claim(&mut self, case: &Case<'_>, number: u32, claim: Claim, by: Option<Seat>) {
        let black = match case.procedure() {
            Some(_) => Some(self.engine.black_seat()),
            None => self.verdict.black_seat,
        };
        let claimant = by.zip(black).map(|(seat, black)| if seat == black { Color::Black } else { Color::White });
        let held = match claim {
            Claim::Five => self.claim_five(claimant),
            Claim::DoubleThree => self.claim_foul(Foul::DoubleThree, claimant),
            Claim::DoubleFour => self.claim_foul(Foul::DoubleFour, claimant),
            Claim::Overline => self.claim_foul(Foul::Overline, claimant),
        };
        // Where the five or the foul has ended the game by itself, a claim only says so.
        if !held && !self.game.over {
            self.verdict.faults.push(Fault::new(Code::WrongClaim, self.game.ply, number, None));
        }
    }

    fn claim_five(&mut self, claimant: Option<Color>) -> bool {
        let made = self.game.made.take_if(|made| claimant.is_none_or(|c| c == made.color));
        made.is_some_and(|made| {
            self.end_by(made);
            true
        })
    }

    fn claim_foul(&mut self, foul: Foul, claimant: Option<Color>) -> bool {
        let fits = |c: &&Claimable| c.foul == foul && claimant.is_none_or(|by| by != c.color);
        let Some(claim) = self.unclaimed.iter().find(fits).copied() else { return false };
        self.unclaimed.clear();
        self.end_by_foul(claim);
        true
    }

    fn end_by(&mut self, made: Made) {
        self.end(made.by, Some(made.color));
        self.verdict.end.lines = made.rows;
    }

    fn end_by_foul(&mut self, claim: Claimable) {
        self.end(EndBy::Forbidden, Some(!claim.color));
        self.verdict.end.ply = claim.ply;
    }

    /// After the last event: a five that nothing followed counts, and a foul where it is the last stone and the result is not stated,
    /// or where the result says that it was claimed.
    pub(super) fn settle_claims(&mut self, case: &Case<'_>, broken: bool) {
        let open = self.verdict.end.by == EndBy::None;
        let claimed = |foul: &&Claimable| {
            let last = foul.ply == self.game.ply && case.stated.is_none();
            open && !broken && (last || case.stated == Some(Outcome::Won(!foul.color)))
        };
        if let Some(foul) = self.unclaimed.first().filter(claimed).copied() {
            return self.end_by_foul(foul);
        }
        if let Some(made) = self.game.made.take().filter(|_| open) {
            self.end_by(made);
        }
        if !self.unclaimed.is_empty() {
            let lapsed = std::mem::take(&mut self.unclaimed);
            self.report_unclaimed(lapsed);
        }
    }
}

fn foul_code(foul: Foul) -> Code {
    match foul {
        Foul::DoubleThree => Code::DoubleThree,
        Foul::DoubleFour => Code::DoubleFour,
        Foul::Overline => Code::Overline,
    }
}
