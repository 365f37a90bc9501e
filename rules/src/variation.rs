//! Going through a tree of variations: a position that plays events and takes them back.
//!
//! [`crate::Replay`] judges a game from its beginning; here every node of a tree is looked at once. Judged is the board: where stones lie,
//! whose turn it is, what a stone does there. Opening procedures and claims belong to the game that was played, and so to the main line.

use crate::effect::{self, Effect, RowEffect};
use crate::{
    Action, Attempt, Board, Case, Code, Color, Detail, EndBy, Event, Fault, FivePolicy, Foul, FoulPolicy, Passes,
    Point, Policy, Row, Severity, Size, attempt,
};

/// A position that plays events and takes them back. Keeps its memory: make one and use it for many trees.
///
/// ```
/// use pentad_rules::{Case, Code, Coords, Event, Events, Game, Point, Policy, Variation};
/// let renju = Game::find("renju").unwrap();
/// let (rules, size, events, policy) = (&renju.rules, renju.size, Events::new(), Policy::default());
/// let case = Case { rules, opening: None, size, start: None, events: &events, bare: true, painted: false, stated: None };
/// let stone = |text| Event::place(Point::parse(text, Coords::WithI).unwrap());
/// let mut variation = Variation::new();
/// variation.start(&case);
/// assert!(variation.play(&case, &policy, &stone("h8")));
/// assert!(!variation.play(&case, &policy, &stone("h8")));
/// assert_eq!(variation.faults()[0].code, Code::Occupied);
/// variation.back_to(0);
/// assert!(variation.play(&case, &policy, &stone("h8")));
/// ```
#[derive(Debug)]
pub struct Variation {
    board: Board,
    state: State,
    steps: Vec<Step>,
    /// The stones that captures took off, those of the last step at the end.
    taken: Vec<Point>,
    faults: Vec<Fault>,
}

/// Where the game stands, the board apart.
#[derive(Clone, Copy, Debug)]
struct State {
    ply: u32,
    due: Color,
    left: u8,
    passes: u8,
    over: bool,
    /// How it ended, once it is over.
    end: (EndBy, Option<Color>),
    edited: bool,
    composed: bool,
    /// The point of a five that has not ended the game.
    made: Option<Point>,
    /// How a row that must survive the next stone would win, and whose it is.
    standing: Option<(EndBy, Color)>,
    /// The colour of the stone or pass before.
    last: Option<Color>,
    captured: [u16; 2],
}

/// What takes one event back.
#[derive(Clone, Copy, Debug)]
struct Step {
    before: State,
    change: Change,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    None,
    /// A stone was laid, so many of the enemy's were taken, and so many of the mover's vanished, itself among them.
    Laid {
        point: Point,
        color: Color,
        taken: usize,
        poofed: usize,
    },
    /// A point was changed by hand; what lay there before.
    Edited(Point, Option<Color>),
}

impl Default for Variation {
    fn default() -> Variation {
        Variation::new()
    }
}

impl Variation {
    /// A position without stones.
    pub fn new() -> Variation {
        let state = Variation::new_state();
        Variation { board: Board::new(Size::RENJU), state, steps: Vec::new(), taken: Vec::new(), faults: Vec::new() }
    }

    /// Goes to the position that the case starts from. The events of the case are not looked at.
    pub fn start(&mut self, case: &Case<'_>) {
        self.board.reset(case.size);
        self.steps.clear();
        self.taken.clear();
        self.faults.clear();
        self.state = State { left: case.rules.turns.first, ..Variation::new_state() };
        if let Some(start) = &case.start {
            for (stones, color) in [(start.black, Color::Black), (start.white, Color::White)] {
                stones.iter().for_each(|&point| self.board.place(point, color));
            }
            let due = start.to_move.unwrap_or(Color::Black);
            let (edited, captured) = (start.to_move.is_none(), start.captured);
            let left = if self.board.stones() > 0 { case.rules.turns.then } else { self.state.left };
            self.state = State { due, edited, captured, left, composed: true, ..self.state };
        }
    }

    const fn new_state() -> State {
        State {
            ply: 0,
            due: Color::Black,
            left: 1,
            passes: 0,
            over: false,
            end: (EndBy::None, None),
            edited: false,
            composed: false,
            made: None,
            standing: None,
            last: None,
            captured: [0, 0],
        }
    }

    /// How many events have been played from the start.
    pub fn depth(&self) -> usize {
        self.steps.len()
    }

    /// How many stones have been laid and turns passed from the start.
    pub fn ply(&self) -> u32 {
        self.state.ply
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    pub fn due(&self) -> Color {
        self.state.due
    }

    /// Stones that Black and White have taken, by [`Color::index`].
    pub fn captured(&self) -> [u16; 2] {
        self.state.captured
    }

    /// Whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.state.over
    }

    /// Whether the stone laid last completed a row that wins when its owner says so.
    pub(crate) fn made_a_row(&self) -> bool {
        self.state.made.is_some()
    }

    /// The colour of the last stone or pass.
    pub(crate) fn last_mover(&self) -> Option<Color> {
        self.state.last
    }

    /// What is wrong with the event played last. [`Code::UnnoticedFive`] speaks of the stone before it.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Takes back all events but the first `depth`.
    pub fn back_to(&mut self, depth: usize) {
        while self.steps.len() > depth {
            let Some(Step { before, change }) = self.steps.pop() else { return };
            match change {
                Change::None => {}
                Change::Laid { point, color, taken, poofed } => {
                    for stone in self.taken.drain(self.taken.len() - poofed..) {
                        self.board.place(stone, color);
                    }
                    self.board.remove(point);
                    for stone in self.taken.drain(self.taken.len() - taken..) {
                        self.board.place(stone, !color);
                    }
                }
                Change::Edited(point, old) => {
                    self.board.remove(point);
                    if let Some(color) = old {
                        self.board.place(point, color);
                    }
                }
            }
            self.state = before;
        }
    }

    /// Plays an event; `false` when it cannot be played, and what follows it need not be looked at.
    pub fn play(&mut self, case: &Case<'_>, policy: &Policy, event: &Event) -> bool {
        self.faults.clear();
        if self.lay_quietly(case, event) {
            return true;
        }
        let before = self.state;
        let number = self.steps.len() as u32 + 1;
        let color = event.color.unwrap_or(match before.last {
            Some(last) if case.painted => !last,
            _ => before.due,
        });
        if event.is_ply() {
            let next = before.ply + 1;
            let mut refuse = |code, detail| {
                let fault = Fault::new(code, next, number, event.point());
                self.faults.push(Fault { detail, severity: Severity::Error, ..fault });
                false
            };
            if before.over {
                let (by, winner) = before.end;
                return refuse(Code::MovesAfterEnd, Detail::Board(winner, by.name()));
            }
            if color != before.due && !before.edited && case.rules.known {
                return refuse(Code::WrongColor, Detail::Color(color));
            }
            if let Some(point) = self.state.made.take() {
                self.faults.push(Fault::new(Code::UnnoticedFive, before.ply, number.saturating_sub(1), Some(point)));
            }
        }
        let change = match event.action {
            Action::Place(point) | Action::Choose(point) => match self.stone(case, policy, point, color, number) {
                Some(change) => change,
                None => {
                    self.state = before;
                    return false;
                }
            },
            Action::Pass => {
                if case.rules.passes == Passes::Forbidden {
                    self.fault(Code::PassNotAllowed, number, None, Severity::Error);
                    self.state = before;
                    return false;
                }
                let state = &mut self.state;
                state.ply += 1;
                state.passes += 1;
                state.edited = false;
                state.due = !color;
                state.last = Some(color);
                state.left = case.rules.turns.then;
                if state.passes == 2 {
                    (state.over, state.end) = (true, (EndBy::Passes, None));
                }
                Change::None
            }
            Action::Resign | Action::Time | Action::Draw => {
                self.state.over = true;
                Change::None
            }
            Action::Edit(point) => {
                let old = self.board.at(point);
                self.board.remove(point);
                if let Some(color) = event.color {
                    self.board.place(point, color);
                }
                (self.state.edited, self.state.composed) = (true, true);
                Change::Edited(point, old)
            }
            Action::Swap(_) | Action::Declare(_) | Action::Offer(_) | Action::Choice(_) | Action::Claim(_) => {
                Change::None
            }
        };
        self.steps.push(Step { before, change });
        true
    }

    /// Lays a stone of the colour due where nothing is to be said of it: no row, no foul, no capture, no end. `false` where something may be,
    /// and nothing was done. What [`crate::Replay`] glides over.
    fn lay_quietly(&mut self, case: &Case<'_>, event: &Event) -> bool {
        let (rules, state) = (case.rules, &self.state);
        let Event { action: Action::Place(Some(point)), by: None, color: None } = *event else { return false };
        let color = state.due;
        let waits = state.made.is_some() || state.standing.is_some() || state.over || state.edited;
        let turns = (rules.turns.then, state.left, rules.max_plies) == (1, 1, None);
        // Only where stones are painted does a stone without a colour ask for the one before.
        let due = !case.painted || state.last.is_none_or(|last| last != color);
        if waits || !turns || !due || self.board.stones() + 1 >= case.size.points() {
            return false;
        }
        if !case.size.contains(point) || !self.board.is_empty(point) {
            return false;
        }
        // A row of five or a foul takes four stones of the colour beside the new one, and neither colour has them before ply 9.
        let harmless = state.ply < 8 && !state.composed && rules.rows.iter().all(|row| row.length != 4);
        if !harmless {
            let (row, banned) = (rules.rows[color.index()], rules.fouls[color.index()]);
            if !banned.is_empty() && attempt(&mut self.board, point, color, banned) != Attempt::default() {
                return false;
            }
            if (banned.is_empty() || row != Row::EXACT_FIVE) && row.is_near(&self.board, point, color) {
                return false;
            }
        }
        if rules.captures.is_some_and(|captures| !captures.is_quiet(&self.board, point, color)) {
            return false;
        }
        self.steps.push(Step { before: self.state, change: Change::Laid { point, color, taken: 0, poofed: 0 } });
        self.board.put(point, color);
        let state = &mut self.state;
        state.ply += 1;
        state.passes = 0;
        state.last = Some(color);
        state.due = !color;
        true
    }

    fn fault(&mut self, code: Code, event: u32, point: Option<Point>, severity: Severity) {
        self.faults.push(Fault { severity, ..Fault::new(code, self.state.ply + 1, event, point) });
    }

    /// Lays a stone; `None` when it cannot be laid.
    fn stone(
        &mut self,
        case: &Case<'_>,
        policy: &Policy,
        point: Option<Point>,
        color: Color,
        number: u32,
    ) -> Option<Change> {
        let rules = case.rules;
        let Some(at) = point.filter(|&p| case.size.contains(p)) else {
            self.fault(Code::OffBoard, number, point, Severity::Error);
            return None;
        };
        if !self.board.is_empty(at) {
            // In an unknown game a capture may have emptied the point.
            let severity = if rules.known { Severity::Error } else { Severity::Warning };
            self.fault(Code::Occupied, number, point, severity);
            return None;
        }
        let banned = rules.fouls[color.index()];
        // A foul takes four stones of the colour beside the new one.
        let quiet = self.state.ply < 8 && !self.state.composed && (rules.turns.first, rules.turns.then) == (1, 1);
        let fouls = if quiet { crate::Fouls::NONE } else { attempt(&mut self.board, at, color, banned).fouls };
        let mut loses = false;
        if !fouls.is_empty() {
            let blocked = fouls.iter().any(|f| policy.foul(f) == FoulPolicy::Block);
            for foul in fouls.iter() {
                let code = match foul {
                    Foul::DoubleThree => Code::DoubleThree,
                    Foul::DoubleFour => Code::DoubleFour,
                    Foul::Overline => Code::Overline,
                };
                self.fault(code, number, point, if blocked { Severity::Error } else { code.severity() });
                if let Some(fault) = self.faults.last_mut() {
                    fault.detail = Detail::Color(color);
                }
                loses |= policy.foul(foul) == FoulPolicy::Lose;
            }
            if blocked {
                return None;
            }
        }
        let captured = &mut self.state.captured;
        let standing = self.state.standing.take();
        let effect = effect::lay(&mut self.board, rules, captured, standing.map(|(_, color)| color), at, color, false);
        let Ok(Effect { taken, poofed, captures, row }) = effect else {
            self.fault(Code::SelfCapture, number, point, Severity::Error);
            return None;
        };
        self.taken.extend(taken.iter().chain(poofed.iter()));
        let state = &mut self.state;
        state.ply += 1;
        state.passes = 0;
        state.edited = false;
        let mut end = captures.map(|winner| (EndBy::Captures, Some(winner)));
        match row {
            RowEffect::None => {}
            RowEffect::Made { by, .. } if policy.five == FivePolicy::Ends || end.is_some() || by == EndBy::Six => {
                end = Some((by, Some(color)));
            }
            RowEffect::Made { .. } => state.made = Some(at),
            RowEffect::Waits { by, .. } => state.standing = Some((by, color)).filter(|_| end.is_none()),
            RowEffect::Survived { own, .. } => {
                let outranked = if captures.is_some() { Some(EndBy::Captures) } else { own.then_some(EndBy::Five) };
                if let (Some(by), Some((_, winner))) = (outranked, standing) {
                    let detail = Detail::Board(Some(winner), by.name());
                    self.faults.push(Fault { detail, ..Fault::new(Code::RowOutranks, state.ply, number, None) });
                }
                end = standing.map(|(by, color)| (by, Some(color)));
            }
            RowEffect::Remnant { .. } => end = Some((EndBy::Five, Some(!color).filter(|_| captures.is_none()))),
        }
        if let Some(end) = end {
            (state.over, state.end) = (true, end);
        }
        if !state.over {
            let full = self.board.is_full();
            let limit = rules.max_plies.is_some_and(|n| state.ply >= n);
            state.end = match (loses, full, limit) {
                (true, ..) => (EndBy::Forbidden, Some(!color)),
                (_, true, _) => (EndBy::Full, None),
                (.., true) => (EndBy::MoveLimit, None),
                _ => state.end,
            };
            state.over = loses || full || limit;
        }
        state.last = Some(color);
        state.left = state.left.saturating_sub(1);
        (state.due, state.left) = if state.left == 0 { (!color, rules.turns.then) } else { (color, state.left) };
        Some(Change::Laid { point: at, color, taken: taken.len(), poofed: poofed.len() })
    }
}
