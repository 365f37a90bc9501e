//! What a stone does on the board: what it takes off, and which row it completes. The one place for games ([`crate::Replay`]) and for the
//! nodes of trees ([`crate::Variation`]).

use crate::capture::Taken;
use crate::line::Won;
use crate::{Board, Color, EndBy, Entry, Point, Row, Rules, Stands};

/// What a stone has done.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    /// Enemy stones that it took.
    pub(crate) taken: Taken,
    /// Own stones that vanished, the new one among them, to the enemy's credit.
    pub(crate) poofed: Taken,
    /// Who has won by captures.
    pub(crate) captures: Option<Color>,
    /// What it did to rows.
    pub(crate) row: RowEffect,
}

/// What a stone did to rows. `rows` are whole, as in [`crate::End::lines`].
#[derive(Clone, Debug)]
pub(crate) enum RowEffect {
    None,
    /// A row of the mover's wins.
    Made {
        by: EndBy,
        rows: Vec<Vec<Point>>,
    },
    /// A row of the mover's wins if it still stands after the reply.
    Waits {
        by: EndBy,
        rows: Vec<Vec<Point>>,
    },
    /// A row of the enemy's that could have been broken still stands: it wins, whatever else the stone did. `own`: it completed a row too.
    Survived {
        rows: Vec<Vec<Point>>,
        own: bool,
    },
    /// A capture cut a longer row of the enemy's down to one that wins; with captures that win at the same time nobody does
    /// (ninuki-renju, rules.md 4.3).
    Remnant {
        rows: Vec<Vec<Point>>,
    },
}

/// The stone may not be laid: it joins own stones between two enemy ones where that is forbidden.
#[derive(Debug)]
pub(crate) struct SelfCapture;

/// Lays a stone of `color` on an empty point and does what follows from it.
///
/// `captured` counts the stones that each colour has taken; `standing` is the colour of a row that had to survive this reply; with `overlook`
/// nothing is captured (design decision 10). The board is as it was where the stone may not be laid.
pub(crate) fn lay(
    board: &mut Board,
    rules: &Rules,
    captured: &mut [u16; 2],
    standing: Option<Color>,
    point: Point,
    color: Color,
    overlook: bool,
) -> Result<Effect, SelfCapture> {
    let (mut taken, mut poofed) = (Taken::NONE, Taken::NONE);
    if let Some(rule) = rules.captures {
        if rule.entry != Entry::Safe {
            poofed = rule.enclosed(board, point, color);
        }
        if rule.entry == Entry::Forbidden && !poofed.is_empty() {
            return Err(SelfCapture);
        }
        if !overlook {
            taken = rule.taken(board, point, color);
        }
    }
    board.put(point, color);
    let mut captures = None;
    if let Some(rule) = rules.captures.filter(|_| !taken.is_empty() || !poofed.is_empty()) {
        for (stones, by) in [(&taken, color), (&poofed, !color)] {
            stones.iter().for_each(|stone| board.remove(stone));
            let total = &mut captured[by.index()];
            *total = total.saturating_add(stones.len() as u16);
        }
        let wins = |color: &Color| {
            let (own, other) = (captured[color.index()], captured[(!*color).index()]);
            own >= rule.to_win && (!rule.ahead || own > other)
        };
        captures = [color, !color].into_iter().find(wins);
    }
    let row = row_effect(board, rules, standing, point, color, &taken);
    Ok(Effect { taken, poofed, captures, row })
}

fn row_effect(
    board: &Board,
    rules: &Rules,
    standing: Option<Color>,
    point: Point,
    color: Color,
    taken: &Taken,
) -> RowEffect {
    let row = rules.rows[color.index()];
    let won = if board.at(point).is_some() { row.won(board, point, color) } else { Won::NONE };
    if let Some(other) = standing
        && let Some(rows) = rows_of(board, rules.rows[other.index()], other)
    {
        return RowEffect::Survived { rows, own: won.any() };
    }
    let cuts = rules.captures.is_some_and(|rule| rule.remnant_wins) && !taken.is_empty();
    if cuts && let Some(rows) = rows_of(board, rules.rows[(!color).index()], !color) {
        return RowEffect::Remnant { rows };
    }
    if !won.any() {
        return RowEffect::None;
    }
    let by = match (row.length, won.exact != 0) {
        (6, _) => EndBy::Six,
        (_, true) => EndBy::Five,
        (_, false) => EndBy::Overline,
    };
    let rows = won.rows(board, point, color);
    let waits = match (rules.stands, rules.captures) {
        (Stands::AtOnce, _) | (Stands::UnlessCapturable, None) => false,
        (Stands::UnlessCapturable, Some(rule)) => rows.iter().any(|row| rule.threatens(board, row, !color)),
        (Stands::AfterReply, _) => true,
    };
    if waits { RowEffect::Waits { by, rows } } else { RowEffect::Made { by, rows } }
}

/// The winning rows of one colour anywhere on the board.
fn rows_of(board: &Board, row: Row, color: Color) -> Option<Vec<Vec<Point>>> {
    let stones = board.size().iter().filter(|&p| board.at(p) == Some(color));
    let mut rows: Vec<_> = stones.flat_map(|p| row.won(board, p, color).rows(board, p, color)).collect();
    rows.sort_unstable();
    rows.dedup();
    if rows.is_empty() { None } else { Some(rows) }
}
