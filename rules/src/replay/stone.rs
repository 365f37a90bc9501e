//! What a stone does: fouls, captures, rows, a full board.

use super::claims::Made;
use super::{Case, Context, Replay};
use crate::line::Won;
use crate::{Action, Attempt, Capture, Color, EndBy, Event, FivePolicy, Point, Row, attempt};

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
                || captures.is_some_and(|c| !c.taken(&self.board, point, due).is_empty())
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
        }
        laid
    }

    /// Lays a stone; `false` when that is an error and judging ends.
    pub(super) fn lay(&mut self, context: Context<'_>, stone: Stone) -> bool {
        let Stone { point, color, .. } = stone;
        let rules = context.case.rules;
        let (row, banned) = (rules.rows[color.index()], rules.fouls[color.index()]);
        let fouls = attempt(&mut self.board, point, color, banned).fouls;
        if !fouls.is_empty() && !self.foul(context.policy, stone, fouls) {
            return false;
        }
        self.game.ply += 1;
        self.game.passes = 0;
        self.game.edited = false;
        self.board.put(point, color);
        self.capture(context, stone);
        let won = row.won(&self.board, point, color);
        if won.any() {
            self.row_made(context, stone, row, won);
        }
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

    /// Takes off what a stone captures. Captures are compulsory and all at once (the rules of pente.org).
    fn capture(&mut self, context: Context<'_>, stone: Stone) {
        let Stone { point, color, .. } = stone;
        let ply = self.game.ply;
        let Some(rule) = context.case.rules.captures else { return };
        let taken = rule.taken(&self.board, point, color);
        if taken.is_empty() || context.skip == Some(ply) {
            return;
        }
        let mut stones: Vec<Point> = taken.iter().collect();
        stones.sort_unstable();
        stones.iter().for_each(|&p| self.board.remove(p));
        let total = &mut self.verdict.captured[color.index()];
        *total = total.saturating_add(stones.len() as u16);
        let wins = *total >= rule.to_win;
        self.verdict.captures.push(Capture { ply, by: color, stones, poofed: false });
        if wins {
            self.end(EndBy::Captures, Some(color));
        }
    }

    /// A stone completes a winning row.
    fn row_made(&mut self, context: Context<'_>, stone: Stone, row: Row, won: Won) {
        let Stone { point, color, number } = stone;
        let by = match (row.length, won.exact != 0) {
            (6, _) => EndBy::Six,
            (_, true) => EndBy::Five,
            (_, false) => EndBy::Overline,
        };
        let rows = won.rows(&self.board, point, color);
        let captures_too = self.game.over && self.verdict.end.by == EndBy::Captures;
        if context.policy.five == FivePolicy::Ends || captures_too || by == EndBy::Six {
            self.end(by, Some(color));
            self.verdict.end.lines = rows;
            self.verdict.end.also_captures = captures_too;
        } else {
            self.game.made = Some(Made { by, color, ply: self.game.ply, event: number, point, rows });
        }
    }
}
