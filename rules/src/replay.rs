//! Replaying a game: events in, verdict out.

use crate::{
    Action, Attempt, Board, Capture, Claim, Code, Color, Detail, EndBy, Engine, Event, Events, Fault, FivePolicy, Foul,
    FoulPolicy, Fouls, Legality, NamedOpening, Opening, Outcome, Passes, Point, Policy, Row, Rules, Seat, Severity,
    Size, Verdict, attempt,
};

/// A game as it is put before the judge. Black is whoever lays the first stone.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The rules of the board.
    pub rules: &'a Rules,
    /// The opening procedure; `None` when none is stated: then the board alone is judged.
    pub opening: Option<&'a Opening>,
    /// Size of the board.
    pub size: Size,
    /// The position that the game starts from, if it is not the empty board.
    pub start: Option<Start<'a>>,
    /// What happens.
    pub events: &'a Events,
    /// Whether the events are a list of moves that cannot show swaps, offers and choices: then these are facts that lack,
    /// not faults.
    pub bare: bool,
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
    /// Whose turn it is; where not stated, Black's when the colours have as many stones, else White's.
    pub to_move: Option<Color>,
    /// Stones captured before, by [`Color::index`].
    pub captured: [u16; 2],
}

/// A judge of games. Keeps its memory from game to game: make one and use it for many.
#[derive(Debug)]
pub struct Replay {
    board: Board,
    engine: Engine,
    verdict: Verdict,
    unclaimed: Vec<Claimable>,
    retry: Option<Box<Replay>>,
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
            unclaimed: Vec::new(),
            retry: None,
        }
    }

    /// Judges a game. After the first rules error judging ends: end, captures and board describe the game up to the ply before,
    /// and later plies are only counted (design decision 11).
    pub fn judge(&mut self, case: &Case<'_>, policy: &Policy) -> &Verdict {
        self.play(case, policy, None);
        self.try_skipped_captures(case, policy);
        self.conclude(case);
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

    /// Takes the verdict out, to keep it beyond the next game.
    pub fn take_verdict(&mut self) -> Verdict {
        std::mem::take(&mut self.verdict)
    }

    /// Plays the events; the capture of ply `skip` is left undone.
    fn play(&mut self, case: &Case<'_>, policy: &Policy, skip: Option<u32>) {
        self.verdict.clear();
        self.unclaimed.clear();
        self.board.reset(case.size);
        let mut game = Progress { due: Color::Black, left: case.rules.turns.first, ..Progress::default() };
        if let Some(start) = &case.start {
            self.set_up(start, case.rules, &mut game);
        }
        if let Some(opening) = case.opening {
            self.engine.start(opening, case.bare);
        }
        let mut at = 0;
        while let Some(event) = case.events.get(at) {
            let number = at as u32 + 1;
            if !self.step(case, policy, skip, &mut game, number, event) {
                break;
            }
            at += 1;
            if self.is_plain(case, &game) {
                at += self.glide(case, &mut game, at);
            }
        }
        self.verdict.plies = case.events.plies();
        self.finish(case, game);
    }

    /// Whether a stone of the colour due on an empty point needs no other question than what it does there.
    fn is_plain(&self, case: &Case<'_>, game: &Progress) -> bool {
        let procedure_over = case.opening.is_none() || case.start.is_some() || self.engine.complete();
        procedure_over && !game.over && !game.edited && game.made.is_none() && self.unclaimed.is_empty()
    }

    /// Lays the stones from event `from` on, up to the first at which something is to be said: a row, a foul, a capture, a full board,
    /// any event but a stone of the colour due on an empty point. Returns how many it has laid; [`Replay::step`] judges the next.
    fn glide(&mut self, case: &Case<'_>, game: &mut Progress, from: usize) -> usize {
        let rules = case.rules;
        if (rules.turns.then, game.left, rules.max_plies) != (1, 1, None) {
            return 0;
        }
        let mut room = case.size.points() - self.board.stones();
        let mut due = game.due;
        let mut laid = 0;
        for event in &case.events[from..] {
            let Event { action: Action::Place(Some(point)), by: None, color: None } = *event else { break };
            if room <= 1 || !self.board.is_empty(point) {
                break;
            }
            let (row, banned) = (rules.rows[due.index()], rules.fouls[due.index()]);
            let mut may_win = true;
            if !banned.is_empty() {
                let tried = attempt(&mut self.board, point, due, banned);
                if tried != Attempt::default() {
                    break;
                }
                may_win = row != Row::EXACT_FIVE;
            }
            if (may_win && row.is_near(&self.board, point, due))
                || rules.captures.is_some_and(|c| !c.taken(&self.board, point, due).is_empty())
            {
                break;
            }
            self.board.put(point, due);
            room -= 1;
            due = !due;
            laid += 1;
        }
        if laid > 0 {
            game.passes = 0;
            game.ply += laid as u32;
            game.due = due;
        }
        laid
    }

    fn set_up(&mut self, start: &Start<'_>, rules: &Rules, game: &mut Progress) {
        for (stones, color) in [(start.black, Color::Black), (start.white, Color::White)] {
            for &point in stones {
                self.board.place(point, color);
            }
        }
        self.verdict.captured = start.captured;
        let white_due = start.black.len() > start.white.len();
        game.due = start.to_move.unwrap_or(if white_due { Color::White } else { Color::Black });
        if self.board.stones() > 0 {
            game.left = rules.turns.then;
        }
    }

    /// Judges one event; `false` ends judging.
    fn step(
        &mut self,
        case: &Case<'_>,
        policy: &Policy,
        skip: Option<u32>,
        game: &mut Progress,
        number: u32,
        event: &Event,
    ) -> bool {
        if game.over && event.is_ply() {
            return self.refuse(Code::MovesAfterEnd, game.ply + 1, number, place_of(event), self.board_detail());
        }
        let color = event.color.unwrap_or(game.due);
        if event.is_ply() {
            if color != game.due && !game.edited {
                return self.refuse(Code::WrongColor, game.ply + 1, number, place_of(event), Detail::Color(color));
            }
            if !self.unclaimed.is_empty() || game.made.is_some() {
                self.close_claims(policy, game);
            }
        }
        let Some(stone) = self.admit(case, policy, game, number, event, color) else {
            return false;
        };
        match (event.action, stone) {
            (_, Some(point)) => return self.lay(case, policy, skip, game, number, point, color),
            (Action::Pass, None) => self.pass(case, game, number),
            (Action::Claim(claim), None) => self.claim(case, game, number, claim, event.by),
            (Action::Resign | Action::Time | Action::Draw, None) => game.over = true,
            (Action::Edit(point), None) => {
                self.board.remove(point);
                if let Some(color) = event.color {
                    self.board.place(point, color);
                }
                game.edited = true;
            }
            (Action::Swap(true), None) if case.opening.is_none() => self.verdict.black_seat = !self.verdict.black_seat,
            _ => {}
        }
        self.verdict.faults.last().is_none_or(|f| f.severity != Severity::Error)
    }

    /// Asks the opening procedure, or checks the point where there is none: the stone to lay, if the event lays one;
    /// `None` when it is refused.
    fn admit(
        &mut self,
        case: &Case<'_>,
        policy: &Policy,
        game: &Progress,
        number: u32,
        event: &Event,
        color: Color,
    ) -> Option<Option<Point>> {
        let point = match event.action {
            Action::Claim(_) | Action::Resign | Action::Time | Action::Draw | Action::Edit(_) => return Some(None),
            Action::Place(point) | Action::Choose(point) => point,
            _ => None,
        };
        if let (Some(opening), None) = (case.opening, case.start) {
            let offered = case.events.offered(event.action);
            return match self.engine.admit(opening, event, offered, &self.board, color, &policy.opening) {
                Ok(admitted) => {
                    if let Some(code) = admitted.warning {
                        // A rule that need not hold in this game is worth a note, a reading in dispute a warning.
                        let severity = code.severity().min(Severity::Warning);
                        let severity = if code == Code::TournamentRule { Severity::Note } else { severity };
                        let ply = game.ply + 1;
                        self.verdict.faults.push(Fault { severity, ..Fault::new(code, ply, number, point) });
                    }
                    Some(admitted.stone)
                }
                Err(refusal) => {
                    let stone = event.is_ply() || matches!(event.action, Action::Offer(_));
                    self.refuse(refusal.code, game.ply + u32::from(stone), number, refusal.point, Detail::None);
                    None
                }
            };
        }
        if !matches!(event.action, Action::Place(_) | Action::Choose(_)) {
            return Some(None);
        }
        let on_board = point.filter(|&p| case.size.contains(p));
        match on_board {
            Some(p) if self.board.is_empty(p) => Some(Some(p)),
            Some(p) => {
                self.refuse(Code::Occupied, game.ply + 1, number, Some(p), Detail::None);
                None
            }
            None => {
                self.refuse(Code::OffBoard, game.ply + 1, number, point, Detail::None);
                None
            }
        }
    }

    /// Lays a stone on an empty point; `false` when that is an error and judging ends.
    #[expect(
        clippy::too_many_arguments,
        reason = "the state of one step, split so that the hot path stays in registers"
    )]
    fn lay(
        &mut self,
        case: &Case<'_>,
        policy: &Policy,
        skip: Option<u32>,
        game: &mut Progress,
        number: u32,
        point: Point,
        color: Color,
    ) -> bool {
        let rules = case.rules;
        let ply = game.ply + 1;
        let (row, banned) = (rules.rows[color.index()], rules.fouls[color.index()]);
        let mut may_win = true;
        if !banned.is_empty() {
            let tried = attempt(&mut self.board, point, color, banned);
            if !tried.fouls.is_empty() && !self.foul(policy, game, number, point, color, tried.fouls) {
                return false;
            }
            may_win = tried.five || row != Row::EXACT_FIVE;
        }
        game.ply = ply;
        game.passes = 0;
        game.edited = false;
        self.board.put(point, color);
        if let Some(captures) = rules.captures {
            let taken = captures.taken(&self.board, point, color);
            if !taken.is_empty() && skip != Some(ply) {
                let mut stones: Vec<Point> = taken.iter().collect();
                stones.sort_unstable();
                stones.iter().for_each(|&p| self.board.remove(p));
                self.verdict.captured[color.index()] += stones.len() as u16;
                self.verdict.captures.push(Capture { ply, by: color, stones, poofed: false });
                if self.verdict.captured[color.index()] >= captures.to_win {
                    self.end(game, EndBy::Captures, Some(color));
                }
            }
        }
        if may_win {
            let won = row.won(&self.board, point, color);
            if won.any() {
                self.row_made(
                    policy,
                    game,
                    number,
                    point,
                    color,
                    row,
                    won.exact != 0,
                    won.rows(&self.board, point, color),
                );
            }
        }
        if game.fouled && !game.over && game.foul_ply == ply {
            self.end(game, EndBy::Forbidden, Some(!color));
        }
        if !game.over && self.board.is_full() {
            self.end(game, EndBy::Full, None);
        }
        if !game.over && rules.max_plies.is_some_and(|n| ply >= n) {
            self.end(game, EndBy::MoveLimit, None);
        }
        game.left -= 1;
        if game.left == 0 {
            game.due = !color;
            game.left = rules.turns.then;
        } else {
            game.due = color;
        }
        true
    }

    /// A stone completes a winning row.
    #[expect(clippy::too_many_arguments, reason = "everything that is known of the row; called once a game")]
    #[cold]
    fn row_made(
        &mut self,
        policy: &Policy,
        game: &mut Progress,
        number: u32,
        point: Point,
        color: Color,
        row: Row,
        exact: bool,
        rows: Vec<Vec<Point>>,
    ) {
        let by = match (row.length, exact) {
            (6, _) => EndBy::Six,
            (_, true) => EndBy::Five,
            (_, false) => EndBy::Overline,
        };
        let captured_too = game.over && self.verdict.end.by == EndBy::Captures;
        if policy.five == FivePolicy::Ends || captured_too || by == EndBy::Six {
            self.end(game, by, Some(color));
            self.verdict.end.lines = rows;
            self.verdict.end.also_captures = captured_too;
        } else {
            game.made = Some(Made { by, color, ply: game.ply, event: number, point, rows });
        }
    }

    /// Fouls of a stone about to be laid; `false` when it cannot be laid.
    #[cold]
    fn foul(
        &mut self,
        policy: &Policy,
        game: &mut Progress,
        number: u32,
        point: Point,
        color: Color,
        fouls: Fouls,
    ) -> bool {
        let ply = game.ply + 1;
        let blocked = fouls.iter().any(|f| policy.foul(f) == FoulPolicy::Block);
        for foul in fouls.iter() {
            let mut fault = Fault::new(foul_code(foul), ply, number, Some(point));
            fault.detail = Detail::Color(color);
            if blocked {
                fault.severity = Severity::Error;
            }
            self.verdict.faults.push(fault);
            match policy.foul(foul) {
                FoulPolicy::Claim | FoulPolicy::ClaimUntilEnd => {
                    self.unclaimed.push(Claimable { foul, ply, event: number, point, color })
                }
                FoulPolicy::Lose => {
                    game.fouled = true;
                    game.foul_ply = ply;
                }
                FoulPolicy::Block => {}
            }
        }
        !blocked
    }

    /// Before a stone or pass: what could be claimed until now cannot be any longer.
    #[cold]
    fn close_claims(&mut self, policy: &Policy, game: &mut Progress) {
        if let Some(made) = game.made.take() {
            let mut fault = Fault::new(Code::UnnoticedFive, made.ply, made.event, Some(made.point));
            fault.detail = Detail::Rows(made.rows);
            self.verdict.faults.push(fault);
        }
        let until_end = |foul: &Foul| policy.foul(*foul) == FoulPolicy::ClaimUntilEnd;
        let lapsed: Vec<_> = self.unclaimed.extract_if(.., |claim| !until_end(&claim.foul)).collect();
        self.report_unclaimed(lapsed);
    }

    fn report_unclaimed(&mut self, mut lapsed: Vec<Claimable>) {
        lapsed.dedup_by_key(|claim| claim.ply);
        for Claimable { ply, event, point, .. } in lapsed {
            self.verdict.faults.push(Fault::new(Code::UnclaimedFoul, ply, event, Some(point)));
        }
    }

    fn pass(&mut self, case: &Case<'_>, game: &mut Progress, number: u32) {
        if case.rules.passes == Passes::Forbidden {
            self.refuse(Code::PassNotAllowed, game.ply + 1, number, None, Detail::None);
            return;
        }
        game.ply += 1;
        game.passes += 1;
        game.edited = false;
        game.due = !game.due;
        game.left = case.rules.turns.then;
        if game.passes == 2 {
            self.end(game, EndBy::Passes, None);
        }
    }

    /// A claim of a five by its owner or of a foul by the opponent.
    fn claim(&mut self, case: &Case<'_>, game: &mut Progress, number: u32, claim: Claim, by: Option<Seat>) {
        let black = match (case.opening, case.start) {
            (Some(_), None) => self.engine.black_seat(),
            _ => self.verdict.black_seat,
        };
        let claimant = by.map(|seat| if seat == black { Color::Black } else { Color::White });
        let foul = match claim {
            Claim::Five => {
                match game.made.take_if(|made| claimant.is_none_or(|c| c == made.color)) {
                    Some(made) => {
                        self.end(game, made.by, Some(made.color));
                        self.verdict.end.lines = made.rows;
                    }
                    None => self.verdict.faults.push(Fault::new(Code::WrongClaim, game.ply, number, None)),
                }
                return;
            }
            Claim::DoubleThree => Foul::DoubleThree,
            Claim::DoubleFour => Foul::DoubleFour,
            Claim::Overline => Foul::Overline,
        };
        let found = self.unclaimed.iter().find(|c| c.foul == foul && claimant.is_none_or(|by| by != c.color)).copied();
        match found {
            Some(Claimable { ply, color, .. }) => {
                self.end(game, EndBy::Forbidden, Some(!color));
                self.verdict.end.ply = ply;
                self.unclaimed.clear();
            }
            None if game.over => {}
            None => self.verdict.faults.push(Fault::new(Code::WrongClaim, game.ply, number, None)),
        }
    }

    fn end(&mut self, game: &mut Progress, by: EndBy, winner: Option<Color>) {
        game.over = true;
        self.verdict.end.by = by;
        self.verdict.end.winner = winner;
        self.verdict.end.ply = game.ply;
    }

    /// After the last event: what stands on the board and was not followed by anything.
    fn finish(&mut self, case: &Case<'_>, mut game: Progress) {
        self.verdict.judged = game.ply;
        let broken = self.verdict.faults.iter().any(|f| f.severity == Severity::Error);
        if self.verdict.end.by == EndBy::None {
            self.verdict.end.ply = game.ply;
        }
        if let Some(made) = game.made.take().filter(|_| self.verdict.end.by == EndBy::None) {
            // A five that nothing follows counts.
            self.end(&mut game, made.by, Some(made.color));
            self.verdict.end.lines = made.rows;
        }
        let claimable = self.unclaimed.first().copied();
        if let Some(Claimable { ply, color, .. }) = claimable {
            let open = self.verdict.end.by == EndBy::None && !broken;
            let last = ply == game.ply;
            let stated_loss = case.stated == Some(Outcome::Won(!color));
            if open && (stated_loss || (last && case.stated.is_none())) {
                self.end(&mut game, EndBy::Forbidden, Some(!color));
                self.verdict.end.ply = ply;
            } else {
                let lapsed = std::mem::take(&mut self.unclaimed);
                self.report_unclaimed(lapsed);
            }
        }
        if case.start.is_none() && game.ply >= 3 {
            self.verdict.opening = opening(case);
        }
        match case.opening {
            Some(_) if case.start.is_none() => {
                self.verdict.complete = Some(self.engine.complete());
                self.verdict.black_seat = self.engine.black_seat();
                self.verdict.missing.extend(self.engine.missing().names());
            }
            Some(_) => {}
            None => self.verdict.missing.push("opening"),
        }
        self.verdict.legality = match (broken, case.opening) {
            (true, _) => Legality::Illegal,
            (false, Some(_)) if !self.verdict.missing.is_empty() => Legality::Unverifiable,
            _ => Legality::Legal,
        };
    }

    /// Design decision 10: where a record is otherwise unplayable, look for a capture that was overlooked.
    fn try_skipped_captures(&mut self, case: &Case<'_>, policy: &Policy) {
        const TRIED: usize = 64;
        let Some(stopped) = self.verdict.faults.iter().find(|f| f.code == Code::Occupied).map(|f| f.ply) else {
            return;
        };
        let plies: Vec<u32> = self.verdict.captures.iter().rev().take(TRIED).map(|c| c.ply).collect();
        if plies.is_empty() {
            return;
        }
        let retry = self.retry.get_or_insert_with(|| Box::new(Replay::new()));
        for ply in plies {
            retry.play(case, policy, Some(ply));
            let error = retry.verdict.faults.iter().find(|f| f.severity == Severity::Error);
            if error.is_none_or(|f| f.ply > stopped) {
                self.verdict.faults.push(Fault::new(Code::SkippedCapture, ply, 0, None));
                return;
            }
        }
    }

    /// Compares the board with the stated result.
    fn conclude(&mut self, case: &Case<'_>) {
        let end = &self.verdict.end;
        let (Some(stated), true) = (case.stated, end.by != EndBy::None) else {
            return;
        };
        let proven = end.winner.map_or(Outcome::Drawn, Outcome::Won);
        self.verdict.agrees = Some(proven == stated);
        if proven != stated {
            let mut fault = Fault::new(Code::ResultDisagrees, end.ply, 0, None);
            fault.detail = self.board_detail();
            self.verdict.faults.push(fault);
        }
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

/// Where a game stands.
#[derive(Clone, Debug)]
struct Progress {
    ply: u32,
    due: Color,
    /// Stones left in this turn.
    left: u8,
    /// Passes in a row.
    passes: u8,
    over: bool,
    /// The position was changed by hand: the next stone says whose turn it is.
    edited: bool,
    fouled: bool,
    foul_ply: u32,
    /// A five that its owner may still declare.
    made: Option<Made>,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            ply: 0,
            due: Color::Black,
            left: 1,
            passes: 0,
            over: false,
            edited: false,
            fouled: false,
            foul_ply: 0,
            made: None,
        }
    }
}

/// A foul that may still be claimed.
#[derive(Clone, Copy, Debug)]
struct Claimable {
    foul: Foul,
    ply: u32,
    event: u32,
    point: Point,
    /// Whose foul it is.
    color: Color,
}

/// A completed row that has not ended the game.
#[derive(Clone, Debug)]
struct Made {
    by: EndBy,
    color: Color,
    ply: u32,
    event: u32,
    point: Point,
    rows: Vec<Vec<Point>>,
}

/// Which of the 26 openings the first three plies are.
fn opening(case: &Case<'_>) -> Option<&'static NamedOpening> {
    let mut plies = case.events.iter().filter(|e| e.is_ply()).map(place_of);
    let first = [plies.next()??, plies.next()??, plies.next()??];
    NamedOpening::classify(first, case.size)
}

fn place_of(event: &Event) -> Option<Point> {
    match event.action {
        Action::Place(point) | Action::Choose(point) => point,
        _ => None,
    }
}

fn foul_code(foul: Foul) -> Code {
    match foul {
        Foul::DoubleThree => Code::DoubleThree,
        Foul::DoubleFour => Code::DoubleFour,
        Foul::Overline => Code::Overline,
    }
}
