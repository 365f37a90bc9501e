//! Replaying a game: events in, verdict out.

mod claims;
mod conclusion;
mod stone;

use crate::{
    Action, Board, Code, Color, Detail, EndBy, Engine, Event, Events, Fault, Opening, Outcome, Passes, Point, Policy,
    Rules, Severity, Size, Verdict,
};

use claims::{Claimable, Made};
use stone::Stone;

/// A game as it is put before the judge. Black is whoever lays the first stone.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The rules of the board.
    pub rules: &'a Rules,
    /// The opening procedure; `None` when none is stated: then the board alone is judged.
    pub opening: Option<&'a Opening>,
    /// Size of the board.
    pub size: Size,
    /// The position that the game starts from, if it is not the empty board. No opening procedure is judged from there.
    pub start: Option<Start<'a>>,
    /// What happens.
    pub events: &'a Events,
    /// Whether the events are a list of moves that cannot show swaps, offers and choices: then these are facts that lack,
    /// not faults.
    pub bare: bool,
    /// Whether the source paints its stones, so that a stone without a colour has the other colour than the stone or pass before; else it
    /// has the colour due. The same where each turn is one stone.
    pub painted: bool,
    /// The stated result, where one is stated.
    pub stated: Option<Outcome>,
}

/// A position that a game starts from.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// Stones of Black.
    pub black: &'a [Point],
    /// Stones of White.
    pub white: &'a [Point],
    /// Whose turn it is; `None` where nobody knows: then the first stone says it.
    pub to_move: Option<Color>,
    /// Stones captured before, by [`Color::index`].
    pub captured: [u16; 2],
}

impl Case<'_> {
    /// The procedure that is judged.
    fn procedure(&self) -> Option<&Opening> {
        if self.start.is_none() { self.opening } else { None }
    }
}

/// A judge of games. Keeps its memory from game to game: make one and use it for many.
///
/// ```
/// use pentad_rules::{Case, Coords, EndBy, Events, Game, Point, Policy, Replay};
/// let renju = Game::find("renju").unwrap();
/// let moves = "h8 a1 i8 c2 j8 e1 k8 g2 l8".split(' ').map(|m| Point::parse(m, Coords::WithI).unwrap());
/// let events: Events = moves.collect();
/// let case = Case { rules: &renju.rules, opening: None, size: renju.size, start: None, events: &events, bare: true, painted: false, stated: None };
/// let mut judge = Replay::new();
/// let verdict = judge.judge(&case, &Policy::default());
/// assert_eq!((verdict.end.by, verdict.end.ply), (EndBy::Five, 9));
/// ```
#[derive(Debug)]
pub struct Replay {
    board: Board,
    engine: Engine,
    verdict: Verdict,
    game: Progress,
    unclaimed: Vec<Claimable>,
    retry: Option<Box<Replay>>,
}

/// What one judgement is about; `skip` names a ply whose capture is left undone.
#[derive(Clone, Copy)]
struct Context<'a> {
    case: &'a Case<'a>,
    policy: &'a Policy,
    skip: Option<u32>,
}

/// Where a game stands.
#[derive(Clone, Debug)]
struct Progress {
    ply: u32,
    due: Color,
    /// Stones left in this turn.
    left: u8,
    /// The colour of the stone or pass before.
    last: Option<Color>,
    /// Passes in a row.
    passes: u8,
    over: bool,
    /// The position was set up or changed by hand: the next stone says whose turn it is.
    edited: bool,
    /// Stones were set up or changed by hand at any time.
    composed: bool,
    /// A foul that loses at once was laid.
    fouled: bool,
    /// A five that its owner may still declare.
    made: Option<Made>,
    /// A row that wins if it still stands after the next stone.
    standing: Option<Made>,
}

impl Progress {
    fn new(rules: &Rules) -> Progress {
        let left = rules.turns.first;
        Progress {
            ply: 0,
            due: Color::Black,
            last: None,
            left,
            passes: 0,
            over: false,
            edited: false,
            composed: false,
            fouled: false,
            made: None,
            standing: None,
        }
    }
}

impl Default for Replay {
    fn default() -> Replay {
        Replay::new()
    }
}

impl Replay {
    /// A judge with an empty board.
    pub fn new() -> Replay {
        Replay {
            board: Board::new(Size::RENJU),
            engine: Engine::new(),
            verdict: Verdict::default(),
            game: Progress::new(&crate::GAMES[0].rules),
            unclaimed: Vec::new(),
            retry: None,
        }
    }

    /// Judges a game. After the first rules error judging ends: end, captures and board describe the game up to the ply before,
    /// and later plies are only counted (design decision 11).
    pub fn judge(&mut self, case: &Case<'_>, policy: &Policy) -> &Verdict {
        self.play(Context { case, policy, skip: None });
        self.try_skipped_captures(case, policy);
        self.compare_result(case);
        &self.verdict
    }

    /// The verdict on the last game.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The board after the last ply that was judged.
    pub fn board(&self) -> &Board {
        &self.board
    }

    fn play(&mut self, context: Context<'_>) {
        let case = context.case;
        self.verdict.clear();
        self.unclaimed.clear();
        self.board.reset(case.size);
        self.game = Progress::new(case.rules);
        if let Some(start) = &case.start {
            self.set_up(start, case.rules);
        }
        if let Some(opening) = case.procedure() {
            self.engine.start(opening, case.bare);
        }
        let mut at = 0;
        while let Some(event) = case.events.get(at) {
            let number = at as u32 + 1;
            if !self.step(context, number, event) {
                break;
            }
            at += 1;
            if self.is_quiet(case) {
                at += self.glide(case, at);
            }
        }
        self.verdict.plies = case.events.plies();
        self.finish(case);
    }

    /// Whether a stone of the colour due on an empty point needs no other question than what it does there.
    fn is_quiet(&self, case: &Case<'_>) -> bool {
        let game = &self.game;
        let procedure_over = case.procedure().is_none() || self.engine.complete();
        let waiting = game.made.is_some() || game.standing.is_some();
        procedure_over && !game.over && !game.edited && !waiting && self.unclaimed.is_empty()
    }

    fn set_up(&mut self, start: &Start<'_>, rules: &Rules) {
        for (stones, color) in [(start.black, Color::Black), (start.white, Color::White)] {
            stones.iter().for_each(|&point| self.board.place(point, color));
        }
        self.verdict.captured = start.captured;
        self.game.due = start.to_move.unwrap_or(Color::Black);
        self.game.edited = start.to_move.is_none();
        self.game.composed = true;
        if self.board.stones() > 0 {
            self.game.left = rules.turns.then;
        }
    }

    /// Judges one event; `false` ends judging.
    fn step(&mut self, context: Context<'_>, number: u32, event: &Event) -> bool {
        let Context { case, policy, .. } = context;
        let color = event.color.unwrap_or(match self.game.last {
            Some(last) if case.painted => !last,
            _ => self.game.due,
        });
        if event.is_ply() {
            self.game.last = Some(color);
            let next = self.game.ply + 1;
            if self.game.over {
                return self.refuse(Code::MovesAfterEnd, next, number, event.point(), self.board_detail());
            }
            if color != self.game.due && !self.game.edited && case.rules.known {
                return self.refuse(Code::WrongColor, next, number, event.point(), Detail::Color(color));
            }
            self.close_claims(policy);
        }
        let Ok(stone) = self.admit(context, number, event, color) else {
            return false;
        };
        if let Some(point) = stone {
            return self.lay(context, Stone { point, color, number });
        }
        match event.action {
            Action::Pass => return self.pass(case, number, color),
            Action::Claim(claim) => self.claim(case, number, claim, event.by),
            Action::Resign | Action::Time | Action::Draw => self.game.over = true,
            Action::Edit(point) => {
                self.board.remove(point);
                if let Some(color) = event.color {
                    self.board.place(point, color);
                }
                self.game.edited = true;
                self.game.composed = true;
            }
            Action::Swap(true) if case.opening.is_none() => {
                self.verdict.black_seat = self.verdict.black_seat.map(|seat| !seat);
            }
            _ => {}
        }
        true
    }

    /// The stone that an event lays, if it lays one: asks the opening procedure, or checks the point where there is none.
    fn admit(
        &mut self,
        context: Context<'_>,
        number: u32,
        event: &Event,
        color: Color,
    ) -> Result<Option<Point>, Refused> {
        if matches!(event.action, Action::Claim(_) | Action::Resign | Action::Time | Action::Draw | Action::Edit(_)) {
            return Ok(None);
        }
        let Some(opening) = context.case.procedure() else {
            return self.check_point(context.case, number, event, color);
        };
        let offered = context.case.events.offered(event.action);
        let next = self.game.ply + 1;
        match self.engine.admit(opening, event, offered, &self.board, color, &context.policy.opening) {
            Ok(admitted) => {
                if let Some(code) = admitted.warning {
                    // A rule that need not hold in this game is worth a note, a reading in dispute a warning.
                    let severity = if code == Code::TournamentRule { Severity::Note } else { Severity::Warning };
                    self.verdict.faults.push(Fault { severity, ..Fault::new(code, next, number, event.point()) });
                }
                Ok(admitted.stone)
            }
            Err(refusal) => {
                let stone = event.is_ply() || matches!(event.action, Action::Offer(_));
                let ply = if stone { next } else { self.game.ply };
                let detail = match (refusal.code, event.action) {
                    (Code::DeclareRange, Action::Declare(declared)) => Detail::Count(declared),
                    (Code::OfferCount, _) => Detail::Count(offered.len() as u32),
                    _ => Detail::None,
                };
                self.refuse(refusal.code, ply, number, refusal.point, detail);
                Err(Refused)
            }
        }
    }

    fn check_point(
        &mut self,
        case: &Case<'_>,
        number: u32,
        event: &Event,
        color: Color,
    ) -> Result<Option<Point>, Refused> {
        if !matches!(event.action, Action::Place(_) | Action::Choose(_)) {
            return Ok(None);
        }
        let point = event.point();
        let owner = self.verdict.black_seat.map(|black| if color == Color::Black { black } else { !black });
        let stranger = event.by.is_some_and(|by| owner.is_some_and(|owner| owner != by)) && case.rules.known;
        let next = self.game.ply + 1;
        let code = match point.filter(|&p| case.size.contains(p)) {
            _ if stranger => Code::WrongPlayer,
            Some(p) if self.board.is_empty(p) => return Ok(point),
            Some(_) if !case.rules.known => {
                // Perhaps a capture has emptied the point: who knows.
                self.verdict
                    .faults
                    .push(Fault { severity: Severity::Warning, ..Fault::new(Code::Occupied, next, number, point) });
                return Err(Refused);
            }
            Some(_) => Code::Occupied,
            None => Code::OffBoard,
        };
        self.refuse(code, next, number, point, Detail::None);
        Err(Refused)
    }

    /// A turn given up; `false` where that is an error.
    fn pass(&mut self, case: &Case<'_>, number: u32, color: Color) -> bool {
        let procedure_forbids = case.procedure().is_some_and(|opening| !opening.passes);
        if case.rules.passes == Passes::Forbidden || procedure_forbids {
            return self.refuse(Code::PassNotAllowed, self.game.ply + 1, number, None, Detail::None);
        }
        let game = &mut self.game;
        game.ply += 1;
        game.passes += 1;
        game.edited = false;
        game.due = !color;
        game.left = case.rules.turns.then;
        if game.passes == 2 {
            self.end(EndBy::Passes, None);
        }
        true
    }

    fn end(&mut self, by: EndBy, winner: Option<Color>) {
        self.game.over = true;
        self.verdict.end.by = by;
        self.verdict.end.winner = winner;
        self.verdict.end.ply = self.game.ply;
    }

    fn board_detail(&self) -> Detail {
        Detail::Board(self.verdict.end.winner, self.verdict.end.by.name())
    }

    /// Notes an error and ends judging.
    #[cold]
    fn refuse(&mut self, code: Code, ply: u32, event: u32, point: Option<Point>, detail: Detail) -> bool {
        self.verdict.faults.push(Fault { detail, severity: Severity::Error, ..Fault::new(code, ply, event, point) });
        false
    }
}

/// An event was refused, and the fault is noted.
struct Refused;
