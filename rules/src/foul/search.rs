//! Whether threes are real: the nested question of rule 9.3.

use super::window::{Window, bits, cell, lane_of};
use super::{Board, Color, Foul, Fouls, Point};

/// Whether at least two of the threes of a stone can be made straight fours at a point where the same player may lay a
/// stone. The point is empty and the stone makes no five.
///
/// The question nests, one stone deeper each time, so it ends when the board is full at the latest. Only own stones are
/// put in the mind, the opponent never answers. The line under study adds nothing to the nested count by itself: with
/// the straight four it holds one four and no three.
pub(super) fn is_double_three(board: &mut Board, point: Point, color: Color, banned: Fouls, window: Window) -> bool {
    if !window.shows_two_threes() {
        return false;
    }
    let threes = window.threes();
    board.place(point, color);
    let mut real = 0;
    for lane in 0..4 {
        let found = bits(lane_of(threes, lane))
            .any(|start| is_allowed(board, cell(point, lane, window.gap(lane, start)), color, banned));
        real += u32::from(found);
        let later = (lane + 1..4).filter(|&l| lane_of(threes, l) != 0).count() as u32;
        if real >= 2 || real + later < 2 {
            break;
        }
    }
    board.remove(point);
    real >= 2
}

/// Whether a stone on an empty point makes a straight four of a three: it may make no five (then the row was no three,
/// section 3 of the rules) and no foul.
fn is_allowed(board: &mut Board, point: Point, color: Color, banned: Fouls) -> bool {
    let window = Window::read(board, point, color);
    window.is_plain()
        || !(window.makes_five()
            || banned.contains(Foul::Overline) && window.makes_overline()
            || banned.contains(Foul::DoubleFour) && window.makes_double_four()
            || is_double_three(board, point, color, banned, window))
}
