//! The engine that runs any table of stages, one event at a time.

use super::missing::Missing;
use super::offers::Offers;
use super::options::{EngineOptions, Ruling};
use super::stage::{Actor, Count, Limit, Opening, Stage, Then};
use crate::{Action, Board, Choice, Code, Color, Event, Point, Seat};

/// Judges the events of a game under an opening procedure, and goes on to judge whose turn it is after the procedure is finished.
///
/// One engine serves any number of games; [`Engine::start`] begins the next one and allocates nothing.
///
/// ```
/// use pentad_rules::{Action, Board, Code, Color, Coords, Engine, EngineOptions, Event, Opening, Point, Size};
/// let rif = Opening::find("rif").unwrap().opening;
/// let options = EngineOptions::default();
/// let mut engine = Engine::new();
/// engine.start(rif, false);
/// let mut board = Board::new(Size::RENJU);
/// let centre = Event::place(Point::parse("h8", Coords::WithI).unwrap());
/// let stone = engine.admit(rif, &centre, &[], &board, Color::Black, &options).unwrap().stone;
/// board.place(stone.unwrap(), Color::Black);
/// let swap = Event::new(Action::Swap(true));
/// let refusal = engine.admit(rif, &swap, &[], &board, Color::White, &options).unwrap_err();
/// assert_eq!((refusal.code, refusal.ply), (Code::SwapNotAllowed, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    /// Index of the stage that waits for its event.
    at: usize,
    plies: u32,
    black: Seat,
    /// Who laid the last stone.
    layer: Seat,
    done: bool,
    bare: bool,
    /// A fact is missing on which the owner of the colours hangs.
    blind: bool,
    /// The last window, at this very move, was used.
    swapped: bool,
    offered: bool,
    declared: u32,
    missing: Missing,
    offers: Offers,
}

/// What an event does that the procedure admits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Admitted {
    /// The stone to lay, of the colour due; `None` where the event lays none.
    pub stone: Option<Point>,
    /// Something that an option admits and wants reported.
    pub warning: Option<Code>,
}

/// Why an event is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The fault.
    pub code: Code,
    /// The number that the stone would get for a stone, pass, offer and choice of a fifth move; else the number of plies before.
    pub ply: u32,
    /// The point at fault, where there is one.
    pub point: Option<Point>,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

/// One event and what it is judged by.
#[derive(Clone, Copy)]
struct Case<'a> {
    opening: &'a Opening,
    event: &'a Event,
    board: &'a Board,
    due: Color,
    options: &'a EngineOptions,
}

type Judgement = Result<Admitted, Refusal>;

const NOTHING: Admitted = Admitted { stone: None, warning: None };

impl Engine {
    /// An engine without a game.
    pub const fn new() -> Engine {
        Engine {
            at: 0,
            plies: 0,
            black: Seat::First,
            layer: Seat::Second,
            done: true,
            bare: false,
            blind: false,
            swapped: false,
            offered: false,
            declared: 0,
            missing: Missing::NONE,
            offers: Offers::new(),
        }
    }

    /// Begins a game. `bare`: the record can show stones and passes only, so that swaps, declarations, offers and choices are facts
    /// that may be missing rather than faults.
    #[inline]
    pub fn start(&mut self, opening: &Opening, bare: bool) {
        self.at = 0;
        self.plies = 0;
        self.black = Seat::First;
        self.layer = Seat::Second;
        self.done = opening.stages.is_empty();
        self.bare = bare;
        self.blind = false;
        self.swapped = false;
        self.offered = false;
        self.declared = 0;
        self.missing = Missing::NONE;
        self.offers.clear();
    }

    /// Judges one event before it happens; what is admitted has then happened.
    ///
    /// `offered`: the points of an offer ([`Events::offered`](crate::Events::offered)). `due`: the colour due by the order of turns.
    /// `board`: the stones so far. Where several faults apply, the first of these counts: the event is not possible now, it is not this
    /// player's, a point is off the board, occupied, offered twice, not where the procedure wants it.
    #[inline]
    pub fn admit(
        &mut self,
        opening: &Opening,
        event: &Event,
        offered: &[Option<Point>],
        board: &Board,
        due: Color,
        options: &EngineOptions,
    ) -> Result<Admitted, Refusal> {
        if let Action::Place(Some(p)) = event.action
            && self.done
            && event.by.is_none()
            && board.is_empty(p)
        {
            self.plies += 1;
            return Ok(Admitted { stone: Some(p), warning: None });
        }
        self.judge(Case { opening, event, board, due, options }, offered)
    }

    /// Whether the procedure is finished and the colours are final.
    #[inline]
    pub fn complete(&self) -> bool {
        self.done
    }

    /// The seat that owns Black now. Of a bare record nothing is known, and it is the first.
    #[inline]
    pub fn black_seat(&self) -> Seat {
        self.black
    }

    /// The facts that a bare record lacks, up to where it goes. A choice between a stone and an offer (Taraguchi) is settled by a stone
    /// that can only come from an offer; any other stone needs none.
    #[inline]
    pub fn missing(&self) -> Missing {
        self.missing
    }

    /// Index of the stage that waits for its event.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The seat that an actor is now.
    pub(super) fn player(&self, actor: Actor, due: Color) -> Seat {
        self.seat(actor, due)
    }

    /// The seat whose part an event is; `None` where a list of moves leaves it open.
    pub(super) fn actor(&self, opening: &Opening, event: &Event, due: Color) -> Option<Seat> {
        let rest = opening.stages.get(self.at..).unwrap_or_default();
        let is_swap = matches!(event.action, Action::Swap(_));
        let stage = rest.iter().find(|stage| is_swap || !matches!(stage, Stage::Swap { .. }));
        match (event.action, stage) {
            (Action::Choose(_), Some(Stage::Offer { by, .. })) => Some(!self.seat(*by, due)),
            (Action::Place(_), Some(Stage::Lay { by, .. })) => Some(self.seat(*by, due)),
            (Action::Place(_), _) => Some(self.seat(Actor::Due, due)),
            (
                _,
                Some(
                    Stage::Lay { by, .. }
                    | Stage::Swap { by }
                    | Stage::Declare { by, .. }
                    | Stage::Offer { by, .. }
                    | Stage::Choice { by, .. },
                ),
            ) => Some(self.seat(*by, due)),
            (_, None) => None,
        }
    }

    fn judge(&mut self, case: Case<'_>, offered: &[Option<Point>]) -> Judgement {
        match case.event.action {
            Action::Place(point) => self.place(case, point),
            Action::Pass => self.pass(case),
            Action::Swap(taken) => self.swap(case, taken),
            Action::Declare(number) => self.declare(case, number),
            Action::Offer(_) => self.offer(case, offered),
            Action::Choose(point) => self.choose(case, point),
            Action::Choice(choice) => self.choice(case, choice),
            Action::Claim(_) | Action::Resign | Action::Time | Action::Draw | Action::Edit(_) => Ok(NOTHING),
        }
    }

    /// The stage that an event other than a swap meets: open windows are passed over.
    fn waiting<'a>(&self, case: Case<'a>) -> (usize, Option<&'a Stage>) {
        let mut at = self.at;
        while !self.done && matches!(case.opening.stages.get(at), Some(Stage::Swap { .. })) {
            at += 1;
        }
        (at, if self.done { None } else { case.opening.stages.get(at) })
    }

    fn place(&mut self, case: Case<'_>, point: Option<Point>) -> Judgement {
        let ply = self.plies + 1;
        let (mut at, mut missing, mut blind) = (self.at, self.missing, self.blind);
        // Go to the stage that lays a stone. Only a bare record may pass over the others.
        let stage = loop {
            let stage = if self.done { None } else { case.opening.stages.get(at) };
            let code = match stage {
                None | Some(Stage::Lay { .. }) => break stage,
                Some(Stage::Offer { .. }) if self.offered => Code::ChooseMissing,
                Some(Stage::Offer { instead: Some(_), .. }) => break stage,
                Some(Stage::Offer { .. }) if self.bare => break stage,
                Some(Stage::Offer { .. }) => Code::OfferMissing,
                Some(Stage::Swap { .. }) => {
                    if self.bare {
                        (missing, blind) = (missing.with(Missing::SWAP), true);
                    }
                    at += 1;
                    continue;
                }
                Some(Stage::Declare { .. }) if self.bare => {
                    missing = missing.with(Missing::DECLARE);
                    at += 1;
                    continue;
                }
                Some(Stage::Declare { .. }) => Code::DeclareMissing,
                Some(Stage::Choice { .. }) if self.bare => {
                    // Whatever is chosen, no later stone of such a procedure is bound to a place that the list could break.
                    (missing, blind) = (missing.with(Missing::CHOICE), true);
                    at = case.opening.stages.len();
                    continue;
                }
                Some(Stage::Choice { .. }) => Code::ChoiceMissing,
            };
            return refuse(code, ply, point);
        };
        let by = match stage {
            Some(Stage::Lay { by, .. }) => *by,
            _ => Actor::Due,
        };
        let layer = self.seat(by, case.due);
        if !blind {
            check_player(case.event, layer, ply, point)?;
        }
        let p = check_point(case.board, point, ply)?;
        let (warning, then) = match stage {
            None => (None, Then::End),
            Some(Stage::Lay { limits, then, .. }) => (check_limits(limits, p, ply, case)?, *then),
            Some(Stage::Offer { instead, then, .. }) => {
                let laid = instead.as_deref().map(|limits| check_limits(limits, p, ply, case));
                match laid {
                    Some(Ok(warning)) => (warning, Then::Next),
                    Some(Err(refusal)) if !self.bare => return Err(refusal),
                    _ => {
                        missing = missing.with(Missing::OFFER).with(Missing::CHOOSE);
                        (None, *then)
                    }
                }
            }
            Some(Stage::Swap { .. } | Stage::Declare { .. } | Stage::Choice { .. }) => (None, Then::Next),
        };
        (self.at, self.missing, self.blind) = (at, missing, blind);
        self.laid(layer);
        self.go(case.opening, then);
        Ok(Admitted { stone: Some(p), warning })
    }

    fn pass(&mut self, case: Case<'_>) -> Judgement {
        let ply = self.plies + 1;
        let (at, stage) = self.waiting(case);
        if stage.is_some() {
            return refuse(Code::PassNotAllowed, ply, None);
        }
        let window = !self.done;
        let blind = self.blind || window && self.bare;
        if !blind {
            check_player(case.event, self.seat(Actor::Due, case.due), ply, None)?;
        }
        if window && self.bare {
            self.missing = self.missing.with(Missing::SWAP);
        }
        (self.at, self.done, self.blind) = (at, true, blind);
        self.plies = ply;
        Ok(NOTHING)
    }

    fn swap(&mut self, case: Case<'_>, taken: bool) -> Judgement {
        let by = match case.opening.stages.get(self.at) {
            Some(Stage::Swap { by }) if !self.done => *by,
            Some(Stage::Declare { .. }) if !self.done => return refuse(Code::DeclareMissing, self.plies, None),
            _ => return refuse(Code::SwapNotAllowed, self.plies, None),
        };
        check_player(case.event, self.seat(by, case.due), self.plies, None)?;
        if taken {
            self.black = !self.black;
        }
        self.swapped = taken;
        self.go(case.opening, Then::Next);
        Ok(NOTHING)
    }

    fn declare(&mut self, case: Case<'_>, number: u32) -> Judgement {
        let (at, Some(Stage::Declare { by, least, most })) = self.waiting(case) else {
            return refuse(Code::DeclareNotAllowed, self.plies, None);
        };
        check_player(case.event, self.seat(*by, case.due), self.plies, None)?;
        // Four stones lie on the board when a fifth move is offered.
        let room = case.board.size().points() - 4;
        let most = most.or(case.options.most_offers).unwrap_or(room).min(room);
        if !(*least..=most).contains(&number) {
            return refuse(Code::DeclareRange, self.plies, None);
        }
        self.at = at;
        self.declared = number;
        self.go(case.opening, Then::Next);
        Ok(NOTHING)
    }

    fn offer(&mut self, case: Case<'_>, offered: &[Option<Point>]) -> Judgement {
        let ply = self.plies + 1;
        let (at, stage) = self.waiting(case);
        let (by, count, after_swap) = match stage {
            Some(Stage::Offer { by, count, after_swap, .. }) if !self.offered => (*by, *count, *after_swap),
            Some(Stage::Declare { .. }) => return refuse(Code::DeclareMissing, ply, None),
            _ => return refuse(Code::OfferNotAllowed, ply, None),
        };
        let warning = match case.options.offer_after_swap {
            Ruling::Error if self.swapped && !after_swap => return refuse(Code::OfferAfterSwap, ply, None),
            Ruling::Warning if self.swapped && !after_swap => Some(Code::OfferAfterSwap),
            Ruling::Error | Ruling::Warning | Ruling::Allowed => None,
        };
        check_player(case.event, self.seat(by, case.due), ply, None)?;
        let count = match count {
            Count::Fixed(n) => n,
            Count::Declared => self.declared,
        };
        let made = self.offers.make(offered, count, case.board, case.options.symmetry);
        made.or_else(|(code, point)| refuse(code, ply, point))?;
        (self.at, self.offered) = (at, true);
        Ok(Admitted { stone: None, warning })
    }

    fn choose(&mut self, case: Case<'_>, point: Option<Point>) -> Judgement {
        let ply = self.plies + 1;
        let (by, then) = match case.opening.stages.get(self.at) {
            Some(Stage::Offer { by, then, .. }) if self.offered && !self.done => (*by, *then),
            _ => return refuse(Code::ChooseNotAllowed, ply, point),
        };
        let offerer = self.seat(by, case.due);
        check_player(case.event, !offerer, ply, point)?;
        let Some(p) = point.filter(|&p| case.board.size().contains(p)) else {
            return refuse(Code::OffBoard, ply, point);
        };
        // An occupied point was not offered either, and that is the fault to name.
        if !self.offers.contain(p) {
            return refuse(Code::ChooseNotOffered, ply, point);
        }
        self.laid(offerer);
        self.go(case.opening, then);
        Ok(Admitted { stone: Some(p), warning: None })
    }

    fn choice(&mut self, case: Case<'_>, choice: Option<Choice>) -> Judgement {
        let (at, Some(Stage::Choice { by, then, place_two })) = self.waiting(case) else {
            return refuse(Code::ChoiceNotAllowed, self.plies, None);
        };
        let chooser = self.seat(*by, case.due);
        check_player(case.event, chooser, self.plies, None)?;
        let (black, then) = match (choice, place_two) {
            (Some(Choice::Black), _) => (chooser, *then),
            (Some(Choice::White), _) => (!chooser, *then),
            (Some(Choice::PlaceTwo), Some(then)) => (self.black, *then),
            (Some(Choice::PlaceTwo) | None, _) => return refuse(Code::ChoiceInvalid, self.plies, None),
        };
        (self.at, self.black) = (at, black);
        self.go(case.opening, then);
        Ok(NOTHING)
    }

    fn seat(&self, actor: Actor, due: Color) -> Seat {
        match actor {
            Actor::First => Seat::First,
            Actor::Second => Seat::Second,
            Actor::Due if due == Color::Black => self.black,
            Actor::Due => !self.black,
            Actor::Layer => self.layer,
            Actor::Other => !self.layer,
        }
    }

    fn laid(&mut self, layer: Seat) {
        self.plies += 1;
        self.layer = layer;
        self.swapped = false;
        self.offered = false;
    }

    fn go(&mut self, opening: &Opening, then: Then) {
        self.at = match then {
            Then::Next => self.at + 1,
            Then::End => opening.stages.len(),
            Then::Stage(n) => usize::from(n),
        };
        self.done = self.done || self.at >= opening.stages.len();
    }
}

fn refuse<T>(code: Code, ply: u32, point: Option<Point>) -> Result<T, Refusal> {
    Err(Refusal { code, ply, point })
}

fn check_player(event: &Event, seat: Seat, ply: u32, point: Option<Point>) -> Result<(), Refusal> {
    match event.by {
        Some(by) if by != seat => refuse(Code::WrongPlayer, ply, point),
        _ => Ok(()),
    }
}

fn check_point(board: &Board, point: Option<Point>, ply: u32) -> Result<Point, Refusal> {
    match point {
        Some(p) if board.is_empty(p) => Ok(p),
        Some(p) if board.size().contains(p) => refuse(Code::Occupied, ply, point),
        _ => refuse(Code::OffBoard, ply, point),
    }
}

fn check_limits(limits: &[Limit], p: Point, ply: u32, case: Case<'_>) -> Result<Option<Code>, Refusal> {
    let mut warning = None;
    for limit in limits.iter().filter(|l| !l.shape.contains(p, case.board.size())) {
        match case.options.ruling(limit.knob) {
            Ruling::Error => return refuse(limit.code, ply, Some(p)),
            Ruling::Warning => warning = warning.or(Some(limit.code)),
            Ruling::Allowed => {}
        }
    }
    Ok(warning)
}
