//! What a stone does: fouls, captures, rows, a full board.

use super::claims::Made;
use super::{Case, Context, Replay};
use crate::effect::{self, Effect, RowEffect};
use crate::{Action, Attempt, Capture, Code, Color, Detail, EndBy, Event, Fault, FivePolicy, Point, Row, attempt};

/// A stone about to be laid on an empty point by event `number`.
#[derive(Clone, Copy)]
pub(super) struct Stone {
    pub(super) point: Point,
    pub(super) color: Color,
    pub(super) number: u32,
}

impl Replay {
    /// Lays the stones from event `from` on, up to the first at which something is to be said: a row, a foul, a capture, a full board,
    /// any event but a stone of the colour due on an empty point. Returns how many it has laid; [`Replay::step`] judges the next.
    pub(super) fn glide(&mut self, case: &Case<'_>, from: usize) -> usize {
        let rules = case.rules;
        if (rules.turns.then, self.game.left, rules.max_plies) != (1, 1, None) {
            return 0;
        }
        let of = |color: Color| (rules.rows[color.index()], rules.fouls[color.index()]);
        let (black, white, captures) = (of(Color::Black), of(Color::White), rules.captures);
        // A row of five or a foul takes four stones of the colour beside the new one, and neither colour has them before ply 9.
        let played = !self.game.composed && rules.rows.iter().all(|row| row.length != 4);
        let harmless = if played { 8u32.saturating_sub(self.game.ply) as usize } else { 0 };
        let mut room = case.size.points() - self.board.stones();
        let mut due = self.game.due;
        let mut laid = 0;
        for event in &case.events[from..] {
            let Event { action: Action::Place(Some(point)), by: None, color: None } = *event else { break };
            if room <= 1 || !self.board.is_empty(point) {
                break;
            }
            let (row, banned) = if due == Color::Black { black } else { white };
            let mut may_win = laid >= harmless;
            if may_win && !banned.is_empty() {
                if attempt(&mut self.board, point, due, banned) != Attempt::default() {
                    break;
                }
                may_win = row != Row::EXACT_FIVE;
            }
            if (may_win && row.is_near(&self.board, point, due))
                || captures.is_some_and(|c| !c.is_quiet(&self.board, point, due))
            {
                break;
            }
            self.board.put(point, due);
            room -= 1;
            due = !due;
            laid += 1;
        }
        if laid > 0 {
            self.game.passes = 0;
            self.game.ply += laid as u32;
            self.game.due = due;
            self.game.last = Some(!due);
        }
        laid
    }

    /// Lays a stone; `false` when that is an error and judging ends.
    pub(super) fn lay(&mut self, context: Context<'_>, stone: Stone) -> bool {
        let Stone { point, color, .. } = stone;
        let rules = context.case.rules;
        let fouls = attempt(&mut self.board, point, color, rules.fouls[color.index()]).fouls;
        if !fouls.is_empty() && !self.foul(context.policy, stone, fouls) {
            return false;
        }
        let overlook = context.skip == Some(self.game.ply + 1);
        let standing = self.game.standing.take();
        let captured = &mut self.verdict.captured;
        let effect =
            effect::lay(&mut self.board, rules, captured, standing.as_ref().map(|m| m.color), point, color, overlook);
        let Ok(effect) = effect else {
            return self.refuse(Code::SelfCapture, self.game.ply + 1, stone.number, Some(point), Detail::None);
        };
        self.game.ply += 1;
        self.game.passes = 0;
        self.game.edited = false;
        self.take_down(&effect, color);
        self.count_row(context, stone, effect, standing);
        if self.game.fouled && !self.game.over {
            self.end(EndBy::Forbidden, Some(!color));
        }
        if !self.game.over && self.board.is_full() {
            self.end(EndBy::Full, None);
        }
        if !self.game.over && rules.max_plies.is_some_and(|n| self.game.ply >= n) {
            self.end(EndBy::MoveLimit, None);
        }
        self.game.left -= 1;
        if self.game.left == 0 {
            self.game.due = !color;
            self.game.left = rules.turns.then;
        } else {
            self.game.due = color;
        }
        true
    }

    /// Writes down what a stone has taken off. Captures are compulsory and all at once (the rules of pente.org).
    fn take_down(&mut self, effect: &Effect, mover: Color) {
        let ply = self.game.ply;
        for (stones, by, poofed) in [(&effect.taken, mover, false), (&effect.poofed, !mover, true)] {
            if !stones.is_empty() {
                self.verdict.captures.push(Capture { ply, by, stones: stones.sorted(), poofed });
            }
        }
        if let Some(winner) = effect.captures {
            self.end(EndBy::Captures, Some(winner));
        }
    }

    /// What a stone has done to rows; `standing`: the row that had to survive it.
    fn count_row(&mut self, context: Context<'_>, stone: Stone, effect: Effect, standing: Option<Made>) {
        let Stone { point, color, number } = stone;
        let captures_too = effect.captures.is_some();
        match effect.row {
            RowEffect::None => {}
            RowEffect::Made { by, rows } => {
                // With captures that win as well there is nothing left to declare; six in a row always ends the game.
                if context.policy.five == FivePolicy::Ends || captures_too || by == EndBy::Six {
                    self.end(by, Some(color));
                    self.verdict.end.lines = rows;
                    self.verdict.end.also_captures = captures_too;
                } else {
                    self.game.made = Some(Made { by, color, ply: self.game.ply, event: number, point, rows });
                }
            }
            RowEffect::Waits { .. } if captures_too => {}
            RowEffect::Waits { by, rows } => {
                self.game.standing = Some(Made { by, color, ply: self.game.ply, event: number, point, rows });
            }
            RowEffect::Survived { rows, own } => {
                let Some(row) = standing else { return };
                let outranked = if captures_too { Some(EndBy::Captures) } else { own.then_some(EndBy::Five) };
                self.end(row.by, Some(row.color));
                self.verdict.end.lines = rows;
                if let Some(by) = outranked {
                    let detail = Detail::Board(Some(row.color), by.name());
                    self.verdict
                        .faults
                        .push(Fault { detail, ..Fault::new(Code::RowOutranks, self.game.ply, number, None) });
                }
            }
            RowEffect::Remnant { rows } => {
                self.end(EndBy::Five, Some(!color).filter(|_| !captures_too));
                self.verdict.end.lines = rows;
                self.verdict.end.also_captures = captures_too;
            }
        }
    }
}
