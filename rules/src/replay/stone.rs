//! What a stone does: fouls, captures, rows, a full board.

use super::claims::Made;
use super::{Case, Context, Replay};
use crate::capture::Taken;
use crate::line::Won;
use crate::{
    Action, Attempt, Board, Capture, CaptureRule, Code, Color, Detail, EndBy, Entry, Event, Fault, FivePolicy, Point,
    Row, Rules, Stands, attempt,
};

/// A stone about to be laid on an empty point by event `number`.
#[derive(Clone, Copy)]
pub(super) struct Stone {
    pub(super) point: Point,
    pub(super) color: Color,
    pub(super) number: u32,
}

/// What a stone takes off the board, seen before anything is.
struct Moved {
    taken: Taken,
    /// Own stones that it joins between two enemy stones.
    enclosed: Taken,
}

impl Moved {
    #[inline]
    fn read(rule: CaptureRule, board: &Board, stone: Stone) -> Moved {
        let Stone { point, color, .. } = stone;
        let enclosed = if rule.entry == Entry::Safe { Taken::NONE } else { rule.enclosed(board, point, color) };
        Moved { taken: rule.taken(board, point, color), enclosed }
    }

    fn is_quiet(&self) -> bool {
        self.taken.is_empty() && self.enclosed.is_empty()
    }
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
        let (row, banned) = (rules.rows[color.index()], rules.fouls[color.index()]);
        let fouls = attempt(&mut self.board, point, color, banned).fouls;
        if !fouls.is_empty() && !self.foul(context.policy, stone, fouls) {
            return false;
        }
        let moved = rules.captures.map(|rule| Moved::read(rule, &self.board, stone));
        if let (Some(moved), Some(Entry::Forbidden)) = (&moved, rules.captures.map(|rule| rule.entry))
            && !moved.enclosed.is_empty()
        {
            return self.refuse(Code::SelfCapture, self.game.ply + 1, stone.number, Some(point), Detail::None);
        }
        self.game.ply += 1;
        self.game.passes = 0;
        self.game.edited = false;
        self.board.put(point, color);
        let standing = self.game.standing.take();
        if let (Some(rule), Some(moved)) = (rules.captures, moved) {
            self.capture(context, rule, stone, &moved);
        }
        let won = if self.board.at(point).is_some() { row.won(&self.board, point, color) } else { Won::NONE };
        let survived = standing.is_some_and(|standing| self.survived(rules, standing, won.any(), stone.number));
        if won.any() && !survived {
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

    /// Takes off what a stone captures and what vanishes with it. Captures are compulsory and all at once (the rules of pente.org).
    fn capture(&mut self, context: Context<'_>, rule: CaptureRule, stone: Stone, moved: &Moved) {
        let mover = stone.color;
        if context.skip != Some(self.game.ply) {
            self.take_off(moved.taken.sorted(), mover, false);
        }
        if rule.entry == Entry::Poof {
            self.take_off(moved.enclosed.sorted(), !mover, true);
        }
        let captured = self.verdict.captured;
        let wins = |color: Color| {
            let (own, other) = (captured[color.index()], captured[(!color).index()]);
            own >= rule.to_win && (!rule.ahead || own > other)
        };
        let winner = [mover, !mover].into_iter().find(|&color| wins(color));
        if let Some(color) = winner.filter(|_| !moved.is_quiet()) {
            self.end(EndBy::Captures, Some(color));
        }
        if rule.remnant_wins && !moved.taken.is_empty() {
            self.find_remnant(context.case.rules.rows[(!mover).index()], !mover);
        }
    }

    fn take_off(&mut self, stones: Vec<Point>, by: Color, poofed: bool) {
        if stones.is_empty() {
            return;
        }
        stones.iter().for_each(|&p| self.board.remove(p));
        let total = &mut self.verdict.captured[by.index()];
        *total = total.saturating_add(stones.len() as u16);
        self.verdict.captures.push(Capture { ply: self.game.ply, by, stones, poofed });
    }

    /// A capture may have cut a longer row of `color` down to one that wins. With captures that win at the same time nobody does
    /// (ninuki-renju, rules.md 4.3).
    fn find_remnant(&mut self, row: Row, color: Color) {
        let Some(rows) = self.rows_of(row, color) else { return };
        let captures_too = self.game.over;
        self.end(EndBy::Five, Some(color).filter(|_| !captures_too));
        self.verdict.end.lines = rows;
        self.verdict.end.also_captures = captures_too;
    }

    /// The winning rows of one colour anywhere on the board.
    fn rows_of(&self, row: Row, color: Color) -> Option<Vec<Vec<Point>>> {
        let stones = self.board.size().iter().filter(|&p| self.board.at(p) == Some(color));
        let mut rows: Vec<_> =
            stones.flat_map(|p| row.won(&self.board, p, color).rows(&self.board, p, color)).collect();
        rows.sort_unstable();
        rows.dedup();
        if rows.is_empty() { None } else { Some(rows) }
    }

    /// Whether a row that could have been broken still stands after the reply: then it wins, whatever the reply did.
    fn survived(&mut self, rules: &Rules, row: Made, own_row: bool, number: u32) -> bool {
        let Some(rows) = self.rows_of(rules.rows[row.color.index()], row.color) else { return false };
        let outranked = if self.game.over { Some(self.verdict.end.by) } else { own_row.then_some(EndBy::Five) };
        self.end(row.by, Some(row.color));
        self.verdict.end.lines = rows;
        if let Some(by) = outranked {
            let detail = Detail::Board(Some(row.color), by.name());
            self.verdict.faults.push(Fault { detail, ..Fault::new(Code::RowOutranks, self.game.ply, number, None) });
        }
        true
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
        let rules = context.case.rules;
        let waits = match (rules.stands, rules.captures) {
            (Stands::AtOnce, _) | (Stands::UnlessCapturable, None) => false,
            (Stands::UnlessCapturable, Some(rule)) => rows.iter().any(|r| rule.threatens(&self.board, r, !color)),
            (Stands::AfterReply, _) => true,
        };
        if waits {
            if !captures_too {
                self.game.standing = Some(Made { by, color, ply: self.game.ply, event: number, point, rows });
            }
            return;
        }
        if context.policy.five == FivePolicy::Ends || captures_too || by == EndBy::Six {
            self.end(by, Some(color));
            self.verdict.end.lines = rows;
            self.verdict.end.also_captures = captures_too;
        } else {
            self.game.made = Some(Made { by, color, ply: self.game.ply, event: number, point, rows });
        }
    }
}
