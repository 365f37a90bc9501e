//! Fours that nobody answered.

use crate::{Board, Case, Color, Event, Point, Policy, Row, Stands, Variation};

/// How far a stone changes rows: as many steps as the longest row that wins has stones beside it.
const REACH: i32 = 5;

/// A stone or pass that left a four of the opponent's standing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnansweredFour {
    /// The ply of that stone or pass.
    pub ply: u32,
    /// The number of its event, from 1.
    pub event: u32,
    /// Whose four it is.
    pub owner: Color,
    /// A point that completes the row.
    pub completes: Point,
}

/// Goes through games and looks for fours that were left unanswered. Keeps its memory from game to game.
///
/// A four is answered when one of the points that complete it can do so no longer, be it occupied, blocked or one of the four captured,
/// or when the stone ends the game or makes a row that wins. So of a straight four, which cannot be stopped, one end is answer enough.
///
/// Games of several stones a turn and games in which a row has to survive the reply have no fours in this sense.
///
/// ```
/// use pentad_rules::{Case, Color, Coords, Events, Fours, Game, Point, Policy};
/// let renju = Game::find("renju").unwrap();
/// let moves = "h8 a1 i8 c2 j8 e1 k8 o15".split(' ').map(|m| Point::parse(m, Coords::WithI).unwrap());
/// let events: Events = moves.collect();
/// let case = Case { rules: &renju.rules, opening: None, size: renju.size, start: None, events: &events, bare: true, painted: false, stated: None };
/// let four = Fours::new().first_unanswered(&case, &Policy::default()).unwrap();
/// assert_eq!((four.ply, four.owner), (8, Color::Black));
/// ```
#[derive(Debug, Default)]
pub struct Fours {
    position: Variation,
    /// By [`Color::index`], points at which a stone of the colour completes a row that wins.
    open: [Vec<Point>; 2],
}

impl Fours {
    /// A new one.
    pub fn new() -> Fours {
        Fours::default()
    }

    /// The first four that was left unanswered, as far as the game can be played.
    pub fn first_unanswered(&mut self, case: &Case<'_>, policy: &Policy) -> Option<UnansweredFour> {
        let rules = case.rules;
        if !rules.known || (rules.turns.first, rules.turns.then) != (1, 1) || rules.stands != Stands::AtOnce {
            return None;
        }
        self.position.start(case);
        self.open.iter_mut().for_each(Vec::clear);
        if self.position.board().stones() > 0 {
            self.look_everywhere(&rules.rows);
        }
        let mut ply = 0;
        for (number, event) in (1..).zip(case.events.iter()) {
            let stones = self.position.board().stones();
            if !self.position.play(case, policy, event) {
                return None;
            }
            if !event.is_ply() {
                if self.position.board().stones() != stones || matches!(event.action, crate::Action::Edit(_)) {
                    self.look_everywhere(&rules.rows);
                }
                continue;
            }
            ply += 1;
            let Some(mover) = self.position.last_mover() else { continue };
            let won = self.position.is_over() || self.position.made_a_row();
            let threats = &self.open[(!mover).index()];
            let row = rules.rows[(!mover).index()];
            let board = self.position.board();
            if let Some(&completes) = threats.first()
                && !won
                && threats.iter().all(|&point| completes_row(board, row, point, !mover))
            {
                return Some(UnansweredFour { ply, event: number, owner: !mover, completes });
            }
            if self.position.is_over() {
                return None;
            }
            self.follow(event, mover, stones, &rules.rows);
        }
        None
    }

    /// Brings the points that complete rows up to date after a stone or pass.
    fn follow(&mut self, event: &Event, mover: Color, stones: u32, rows: &[Row; 2]) {
        let board = self.position.board();
        let Some(point) = event.point() else { return };
        if board.stones() != stones + 1 {
            // Stones were taken.
            return self.look_everywhere(rows);
        }
        for color in [mover, !mover] {
            let row = rows[color.index()];
            self.open[color.index()].retain(|&point| completes_row(board, row, point, color));
        }
        let open = &mut self.open[mover.index()];
        for (dx, dy) in crate::board::DIRECTIONS {
            for step in (-REACH..=REACH).filter(|&step| step != 0) {
                let Some(near) = point.offset(step * dx, step * dy) else { continue };
                if completes_row(board, rows[mover.index()], near, mover) && !open.contains(&near) {
                    open.push(near);
                }
            }
        }
    }

    fn look_everywhere(&mut self, rows: &[Row; 2]) {
        let board = self.position.board();
        for color in [Color::Black, Color::White] {
            let row = rows[color.index()];
            let open = board.size().iter().filter(|&point| completes_row(board, row, point, color));
            self.open[color.index()] = open.collect();
        }
    }
}

/// Whether a stone of `color` may be laid at `point` and completes a row that wins. A five goes before every foul.
fn completes_row(board: &Board, row: Row, point: Point, color: Color) -> bool {
    board.size().contains(point) && board.is_empty(point) && row.won(board, point, color).any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Coords, Events, Game};

    fn first(game: &str, moves: &str) -> Option<(u32, Color)> {
        let game = Game::find(game).unwrap();
        let event = |text: &str| match text {
            "pass" => Event::new(crate::Action::Pass),
            text => Event::place(Point::parse(text, Coords::WithI).unwrap()),
        };
        let mut events = Events::new();
        moves.split(' ').for_each(|text| events.push(event(text)));
        let (rules, size) = (&game.rules, game.size);
        let case =
            Case { rules, opening: None, size, start: None, events: &events, bare: true, painted: false, stated: None };
        Fours::new().first_unanswered(&case, &Policy::default()).map(|four| (four.ply, four.owner))
    }

    #[test]
    fn a_four_that_is_blocked_is_answered() {
        let four = "h8 a1 i8 c2 j8 e1 k8 ";
        assert_eq!(first("renju", &format!("{four}o15")), Some((8, Color::Black)));
        assert_eq!(first("renju", &format!("{four}l8")), None, "one end of a straight four is answer enough");
        assert_eq!(first("renju", &format!("{four}pass")), Some((8, Color::Black)));
        assert_eq!(first("renju", &format!("{four}l8 o15 m8")), Some((10, Color::Black)), "the other end stands");
        assert_eq!(first("renju", four.trim_end()), None, "nobody has had time to answer");
    }

    #[test]
    fn who_makes_a_five_needs_no_answer() {
        let both = "h8 h1 i8 i1 j8 j1 k8 k1 ";
        // White's k1 leaves Black's four; Black's five then wins.
        assert_eq!(first("gomoku-standard", &format!("{both}l8")), Some((8, Color::Black)));
        let blocked = "h8 h1 i8 i1 j8 j1 a8 k1 l8 g1";
        assert_eq!(first("gomoku-standard", blocked), Some((9, Color::White)));
        let five = "h8 l5 i8 l6 j8 l7 k8 l8 g8";
        assert_eq!(first("gomoku-standard", five), None, "Black leaves a four and makes a five");
        assert_eq!(first("gomoku-standard", &five.replace("g8", "a1")), Some((9, Color::White)));
    }

    #[test]
    fn a_row_of_six_is_no_four_where_it_does_not_win() {
        // d e f _ h i: the stone between makes six, which is nothing in standard gomoku and for Black in renju.
        let moves = "d8 a1 e8 c2 f8 e1 i8 g2 h8 o15 o1 o13";
        assert_eq!(first("gomoku-standard", moves), None);
        assert_eq!(first("gomoku-freestyle", moves), Some((10, Color::Black)));
    }

    #[test]
    fn a_capture_answers_a_four() {
        // Player 1's row k10 l10 m10 n10; player 2 takes l10 and l11.
        let moves = "k10 l12 l11 a1 l10 a3 m10 a5 n10 l9";
        assert_eq!(first("pente", moves), None);
        assert_eq!(first("pente", &moves.replace("n10 l9", "n10 a7")), Some((10, Color::Black)));
    }

    #[test]
    fn games_of_two_stones_a_turn_have_none() {
        assert_eq!(first("connect6", "k10 a1 a3 k11 k12 b1 b3 k13 k14 c1 c3"), None);
    }
}
