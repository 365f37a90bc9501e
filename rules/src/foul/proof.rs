//! The proof of a foul, or of its absence, as data.

use super::window::{Window, bits, cell, lane_of};
use super::{Attempt, Board, Color, Foul, Fouls, Point, attempt};

/// How many nested proofs one proof holds at most. Played games need one or two; boards composed for the purpose need
/// thousands.
const MAX_NESTED: usize = 64;

/// Everything that a stone on an empty point makes and that matters for fouls; made by [`prove`].
///
/// Points of a row are listed by column, then row. When the stone makes a five, fours and threes do not matter any more
/// and are not listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Where the stone would be laid.
    pub point: Point,
    /// Whose stone it is.
    pub color: Color,
    /// Which kinds of fouls are prohibited to that colour.
    pub banned: Fouls,
    /// Rows of exactly five. If there is one, the stone is no foul.
    pub fives: Vec<Vec<Point>>,
    /// Rows of six or more, whole.
    pub overlines: Vec<Vec<Point>>,
    /// Sets of four stones that can become a five; two make a double-four.
    pub fours: Vec<Four>,
    /// Sets of three stones that can become a straight four, also those that may not: two real ones make a
    /// double-three.
    pub threes: Vec<Three>,
}

/// Four stones, the new one among them, that one more stone makes an exact five.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Four {
    /// The stones.
    pub stones: [Point; 4],
    /// Where the fifth may go: one point, or two for a straight four.
    pub completions: Vec<Point>,
}

/// Three stones, the new one among them, that one more stone makes a straight four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Three {
    /// The stones.
    pub stones: [Point; 3],
    /// Where the fourth may go: one point or two.
    pub follow_ups: Vec<FollowUp>,
}

/// A point where one more stone makes a straight four of a three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowUp {
    /// The point.
    pub point: Point,
    /// The four that it makes.
    pub straight_four: [Point; 4],
    /// What the stone would be, with the first one laid.
    pub attempt: Attempt,
    /// Why it is that.
    pub reason: Reason,
}

/// Why a follow-up is allowed or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The stone makes no five and does not even look like a foul.
    Plain,
    /// The stone makes a five, is a foul, or looks like a double-three and is none; here is the proof of it.
    Nested(Box<Proof>),
    /// As with [`Reason::Nested`], but the proof would have grown too large. What [`FollowUp::attempt`] says holds all
    /// the same.
    LeftOut,
}

impl FollowUp {
    /// Whether the point makes the three a real one: the stone is no foul and makes no five in another line (in that
    /// case the row is no three by the definition in section 3 of the rules).
    pub fn counts(&self) -> bool {
        !self.attempt.five && self.attempt.is_allowed()
    }
}

impl Three {
    /// Whether the three counts towards a double-three: one good follow-up is enough.
    pub fn is_real(&self) -> bool {
        self.follow_ups.iter().any(FollowUp::counts)
    }
}

impl Four {
    /// Whether the four can become a five at both ends.
    pub fn is_straight(&self) -> bool {
        self.completions.len() == 2
    }
}

/// What a stone of `color` on the empty point `point` makes, when the kinds `banned` are prohibited to that colour; see
/// [`attempt`] for what that means. The board is the same afterwards. On a point that is not empty or
/// not on the board nothing is made.
///
/// ```
/// use pentad_rules::{Board, Color, Coords, Fouls, Point, Size, prove};
/// let at = |text| Point::parse(text, Coords::WithI).unwrap();
/// let mut board = Board::new(Size::RENJU);
/// for stone in ["f8", "g8", "h6", "h7"] {
///     board.place(at(stone), Color::Black);
/// }
/// let proof = prove(&mut board, at("h8"), Color::Black, Fouls::ALL);
/// assert_eq!(
///     proof.story(Coords::WithI),
///     "h8: double-three, forbidden for Black.
///   three 1: f8 g8 h8, becomes a straight four at e8 (e8-h8) or i8 (f8-i8), where Black may play
///   three 2: h6 h7 h8, becomes a straight four at h5 (h5-h8) or h9 (h6-h9), where Black may play
/// "
/// );
/// ```
pub fn prove(board: &mut Board, point: Point, color: Color, banned: Fouls) -> Proof {
    if board.is_empty(point) {
        Proof::within(board, point, color, banned, &mut { MAX_NESTED })
    } else {
        Proof::blank(point, color, banned)
    }
}

impl Proof {
    /// The verdict that follows from the rows listed; always that of [`attempt`].
    pub fn verdict(&self) -> Attempt {
        if !self.fives.is_empty() {
            return Attempt::FIVE;
        }
        let holds = |foul: Foul| match foul {
            Foul::DoubleThree => self.threes.iter().filter(|t| t.is_real()).count() >= 2,
            Foul::DoubleFour => self.fours.len() >= 2,
            Foul::Overline => !self.overlines.is_empty(),
        };
        Attempt { five: false, fouls: self.banned.iter().filter(|&f| holds(f)).collect() }
    }

    /// Whether nothing was left out for the size of the proof.
    pub fn is_complete(&self) -> bool {
        self.threes.iter().flat_map(|t| &t.follow_ups).all(|f| match &f.reason {
            Reason::Plain => true,
            Reason::Nested(proof) => proof.is_complete(),
            Reason::LeftOut => false,
        })
    }

    fn blank(point: Point, color: Color, banned: Fouls) -> Proof {
        Proof { point, color, banned, fives: vec![], overlines: vec![], fours: vec![], threes: vec![] }
    }

    /// The proof with at most `budget` nested ones. What was not used is left in `budget`.
    fn within(board: &mut Board, point: Point, color: Color, banned: Fouls, budget: &mut usize) -> Proof {
        let window = Window::read(board, point, color);
        let mut proof = Proof::blank(point, color, banned);
        for lane in 0..4 {
            if lane_of(window.fives(), lane) != 0 {
                proof.fives.push(board.run(point, lane, color));
            }
            if lane_of(window.sixes(), lane) != 0 {
                proof.overlines.push(board.run(point, lane, color));
            }
        }
        if proof.fives.is_empty() {
            for lane in 0..4 {
                fours_in(&mut proof.fours, window, point, lane);
                proof.threes.extend(three_in(window, point, lane));
            }
            board.place(point, color);
            judge(board, &mut proof.threes, color, banned, budget);
            board.remove(point);
        }
        proof
    }
}

/// Adds the fours of one lane.
fn fours_in(fours: &mut Vec<Four>, window: Window, point: Point, lane: usize) {
    for start in bits(lane_of(window.fours(), lane)) {
        let gap = window.gap(lane, start);
        let stones = row(point, lane, start, gap);
        match fours.last_mut().filter(|f| f.stones == stones) {
            Some(four) => four.completions.push(cell(point, lane, gap)),
            None => fours.push(Four { stones, completions: vec![cell(point, lane, gap)] }),
        }
    }
    fours.iter_mut().for_each(|f| f.completions.sort_unstable());
}

/// The three of one lane by shape, its follow-ups not judged yet.
fn three_in(window: Window, point: Point, lane: usize) -> Option<Three> {
    let mut three: Option<Three> = None;
    for start in bits(lane_of(window.threes(), lane)) {
        let gap = window.gap(lane, start);
        let follow_up = FollowUp {
            point: cell(point, lane, gap),
            straight_four: row(point, lane, start, i32::MAX),
            attempt: Attempt::default(),
            reason: Reason::Plain,
        };
        let stones = row(point, lane, start, gap);
        three.get_or_insert_with(|| Three { stones, follow_ups: vec![] }).follow_ups.push(follow_up);
    }
    if let Some(three) = &mut three {
        three.follow_ups.sort_unstable_by_key(|f| f.point);
    }
    three
}

/// The first cells of a run that starts at bit `start` of a lane, without the one that is `gap` steps from the point.
fn row<const LENGTH: usize>(point: Point, lane: usize, start: u32, gap: i32) -> [Point; LENGTH] {
    let first = start as i32 - crate::board::REACH as i32;
    let mut cells = (first..first + LENGTH as i32 + 1).filter(|&k| k != gap);
    [(); LENGTH].map(|()| cell(point, lane, cells.next().unwrap_or(first)))
}

/// Says of each follow-up, with the first stone laid, what it would be and why.
///
/// The budget is dealt out evenly among those that need a nested proof, so that a tangled one does not starve its
/// neighbours.
fn judge(board: &mut Board, threes: &mut [Three], color: Color, banned: Fouls, budget: &mut usize) {
    let mut unclear = 0;
    for follow_up in threes.iter_mut().flat_map(|t| &mut t.follow_ups) {
        follow_up.attempt = attempt(board, follow_up.point, color, banned);
        let looks_like_two =
            || banned.contains(Foul::DoubleThree) && Window::read(board, follow_up.point, color).shows_two_threes();
        if !follow_up.counts() || looks_like_two() {
            follow_up.reason = Reason::LeftOut;
            unclear += 1;
        }
    }
    for follow_up in threes.iter_mut().flat_map(|t| &mut t.follow_ups) {
        if follow_up.reason == Reason::Plain {
            continue;
        }
        let share = *budget / unclear;
        unclear -= 1;
        if share > 0 {
            let mut left = share - 1;
            let proof = Proof::within(board, follow_up.point, color, banned, &mut left);
            follow_up.reason = Reason::Nested(Box::new(proof));
            *budget -= share - left;
        }
    }
}
