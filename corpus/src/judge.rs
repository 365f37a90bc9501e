//! Judging a record: which game it is, under which policies, and what is wrong with it, with places.

use pentad_formats::{CAPTURE_MARK, Field, Finding, NoteKind, Record, Score, Span};
use pentad_rules::opening::{Found, UnknownOpening};
use pentad_rules::{
    Action, Case, Code, Color, Coords, EngineOptions, Event, Fault, FivePolicy, FoulPolicy, GAMES, Game, Opening,
    Outcome, Policy, Replay, Ruling, Size, Start, UNKNOWN_GAME, Verdict,
};

/// Bad points of a setup beyond this number are not listed.
const MAX_FINDINGS: usize = 100;

/// What the user says about how to judge. `None` leaves a question to the record or to its format.
#[derive(Clone, Copy, Debug, Default)]
pub struct JudgeOptions {
    /// The game.
    pub game: Option<&'static Game>,
    /// The opening procedure.
    pub opening: Option<&'static Opening>,
    /// The board of records that do not state its size.
    pub size: Option<Size>,
    /// Whether `game` and `opening` go before what the record says.
    pub override_rules: bool,
    /// What a completed five does.
    pub five: Option<FivePolicy>,
    /// What each kind of foul does, by `Foul::ALL`.
    pub fouls: [FoulPolicy; 3],
    /// Whether Pente's tournament rule holds.
    pub tournament_rule: Option<bool>,
    /// Whether doubtful readings are errors.
    pub strict: bool,
}

/// What a record was judged to be.
#[derive(Clone, Copy, Debug)]
pub struct Judgement {
    /// The game it was judged under.
    pub game: &'static Game,
    /// The opening procedure it was judged under.
    pub opening: Option<&'static Opening>,
    /// Size of the board.
    pub size: Size,
    /// The letters to write its points with.
    pub coords: Coords,
}

/// A judge of records; keeps its memory from record to record.
#[derive(Debug, Default)]
pub struct Judge {
    replay: Replay,
    findings: Vec<Finding>,
    named: Named,
}

impl Judge {
    /// A new judge.
    pub fn new() -> Judge {
        Judge::default()
    }

    /// Judges a record that could be read. `format` is the id of the format that it was read from.
    pub fn judge(&mut self, record: &Record, format: &str, options: &JudgeOptions) -> Judgement {
        self.findings.clear();
        let game = self.game(record, format, options);
        let opening = self.opening(record, game, options).filter(|_| game.rules.known && record.setup.is_empty());
        let size = record.size.or(options.size).unwrap_or_else(|| self.assumed_size(record, game, format));
        self.check_setup(record, size);
        let case = Case {
            rules: &game.rules,
            opening,
            size,
            start: (!record.setup.is_empty()).then_some(Start {
                black: &record.setup.black,
                white: &record.setup.white,
                to_move: self.first_to_move(record),
                captured: record.setup.captured,
            }),
            events: &record.events,
            bare: !record.tells_procedure && record.events.is_bare(),
            stated: record.stated_result().and_then(stated),
        };
        let policy = policy(record, options);
        self.replay.judge(&case, &policy);
        self.report_faults(record);
        if matches!(format, "moves" | "csv") {
            self.check_marks(record);
        }
        let first = record.result.unwrap_or(Score::Unknown);
        if let Some((other, span)) = record.other_result
            && first != Score::Unknown
            && other != Score::Unknown
        {
            let message = format!("{} is stated here and {} elsewhere", other.text(), first.text());
            self.findings.push(Finding::new(Code::ResultConflict, span, message));
        }
        self.check_resignation(record);
        Judgement { game, opening, size, coords: record.coords }
    }

    /// Marks of captures against what is taken on the board. A record that marks some captures, or is in the old notation of Pente, is
    /// expected to mark all.
    fn check_marks(&mut self, record: &Record) {
        let marks = record.notes().filter(|n| n.kind == NoteKind::Extra && n.key == CAPTURE_MARK).map(|n| n.at);
        let marks: Vec<u32> = marks.collect();
        if marks.is_empty() && record.coords == record.coords.letters() {
            return;
        }
        let verdict = self.replay.verdict();
        let captures = |ply: u32| verdict.captures.iter().any(|capture| capture.ply == ply && !capture.poofed);
        let plies = (1..).zip(record.events.iter().enumerate().filter(|(_, event)| event.is_ply()));
        for (ply, (index, event)) in plies.take(verdict.judged as usize) {
            let message = match (marks.binary_search(&(index as u32 + 1)).is_ok(), captures(ply)) {
                (true, false) => "the stone is marked as a capture and takes nothing",
                (false, true) => "the stone captures and is not marked",
                _ => continue,
            };
            if self.findings.len() >= MAX_FINDINGS {
                return;
            }
            let span = record.spans.get(index).copied().unwrap_or_default();
            self.findings.push(Finding {
                ply: Some(ply),
                event: Some(index as u32 + 1),
                point: event.point(),
                ..Finding::new(Code::CaptureMark, span, message)
            });
        }
    }

    /// Who resigns or oversteps the time has not won.
    fn check_resignation(&mut self, record: &Record) {
        let (Some(winner), Some(black)) = (record.stated_result().and_then(Score::winner), self.verdict().black_seat)
        else {
            return;
        };
        let owner = if winner == Color::Black { black } else { !black };
        let gives_up = |e: &Event| matches!(e.action, Action::Resign | Action::Time) && e.by == Some(owner);
        let Some(index) = record.events.iter().position(gives_up) else { return };
        let message = format!("{}, who has won by the stated result, gives up here", winner.title());
        let span = record.spans.get(index).copied().unwrap_or_default();
        self.findings
            .push(Finding { event: Some(index as u32 + 1), ..Finding::new(Code::ResultConflict, span, message) });
    }

    /// The verdict on the last record.
    pub fn verdict(&self) -> &Verdict {
        self.replay.verdict()
    }

    /// What is wrong with the last record beside what its reader found: places are in the record's slice.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The judge of the rules, for the board after the last record.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Design decision 13: the record's own statement, else the flag, else inference.
    fn game(&mut self, record: &Record, format: &str, options: &JudgeOptions) -> &'static Game {
        let stated = record.get(Field::Rules);
        let StatedRules { game: known, opening } =
            stated.map(|text| self.named.rules(text, format)).unwrap_or_default();
        let span = record.span_of(Field::Rules).unwrap_or_default();
        if let (Some(text), None, None) = (stated, known, opening) {
            let message = match options.game {
                Some(flag) => format!("no game is called \"{}\" here; judged as {}", brief(text), flag.id),
                None => format!("no game is called \"{}\" here; nothing but the points can be judged", brief(text)),
            };
            let mut finding = Finding::new(Code::RulesUnknown, span, message);
            if let Some(near) = Game::nearest(text) {
                finding =
                    finding.help(format!("did the record mean {near}? `--rules {near} --override-rules` judges so"));
            }
            self.findings.push(finding);
        }
        match (known, options.game) {
            (Some(own), Some(flag)) if !std::ptr::eq(own, flag) => {
                let used = if options.override_rules { flag } else { own };
                let message = format!("the record says {}, the flag says {}; judged as {}", own.id, flag.id, used.id);
                self.findings.push(Finding::new(Code::RulesContradiction, span, message));
                used
            }
            (Some(own), _) => own,
            (None, Some(flag)) => flag,
            (None, None) if stated.is_some() && opening.is_none() => &UNKNOWN_GAME,
            (None, None) => {
                let (assumed, message) = self.inferred_game(record);
                self.findings.push(Finding::new(Code::RulesAssumed, Span::WHOLE, message));
                assumed
            }
        }
    }

    /// The game of a record that names none: renju where its opening procedure is one of renju's, else freestyle, which forbids
    /// nothing.
    fn inferred_game(&mut self, record: &Record) -> (&'static Game, &'static str) {
        const GOMOKU: [&str; 8] = ["free", "gomocup", "pro", "long-pro", "swap1", "swap", "swap-gomoku", "swap2"];
        let opening = record.get(Field::Opening).and_then(|text| self.named.opening(text).ok());
        let opening = opening.or_else(|| record.get(Field::Rules).and_then(|_| self.named.opening_in_rules()));
        if opening.is_some_and(|f| !GOMOKU.contains(&f.opening.id.as_ref())) {
            (preset("renju"), "the record names no rule, but an opening procedure of renju; judged as renju")
        } else {
            (preset("gomoku-freestyle"), "the record names no rule; judged as gomoku-freestyle")
        }
    }

    fn opening(&mut self, record: &Record, game: &'static Game, options: &JudgeOptions) -> Option<&'static Opening> {
        let implied = game.opening.as_deref().or(record.prefix.map(|_| "gomocup"));
        let implied = implied.and_then(|id| self.named.opening(id).ok()).map(|f| f.opening);
        let by_rules = record.get(Field::Rules).and_then(|text| Some((text, self.named.opening_in_rules()?)));
        let (field, text, found) = match (record.get(Field::Opening), by_rules) {
            (Some(text), _) => (Field::Opening, text, self.named.opening(text)),
            (None, Some((text, found))) => (Field::Rules, text, Ok(found)),
            (None, None) => return options.opening.or(implied),
        };
        let span = record.span_of(field).unwrap_or_default();
        let forced = options.opening.filter(|_| options.override_rules);
        match found {
            Ok(found) => {
                if found.assumed {
                    let message = format!("\"{text}\" is read as {}", found.opening.id);
                    self.findings.push(Finding::new(Code::OpeningAssumed, span, message));
                }
                if let Some(flag) = options.opening.filter(|flag| !std::ptr::eq(*flag, found.opening)) {
                    let used = forced.unwrap_or(found.opening);
                    let (own, flag) = (&found.opening.id, &flag.id);
                    let message = format!("the record says {own}, the flag says {flag}; judged as {}", used.id);
                    self.findings.push(Finding::new(Code::RulesContradiction, span, message));
                }
                forced.or(Some(found.opening))
            }
            Err(unknown) => {
                self.findings.push(Finding::new(Code::OpeningUnknown, span, unknown.to_string()));
                options.opening.or(implied)
            }
        }
    }

    /// Whose turn it is after the setup: as stated, else by the number of stones; but where nothing is stated and the first stone has
    /// another colour, the stone tells it, since positions are composed with any number of stones.
    fn first_to_move(&mut self, record: &Record) -> Option<Color> {
        let due = record.setup.due()?;
        if record.setup.is_empty() || record.setup.to_move.is_some() {
            return Some(due);
        }
        let Some((index, first)) = record.events.iter().enumerate().find(|(_, event)| event.is_ply()) else {
            return Some(due);
        };
        let Some(laid) = first.color.filter(|&color| color != due) else { return Some(due) };
        let (black, white) = (record.setup.black.len(), record.setup.white.len());
        let message = format!("{} begins with {black} black and {white} white stones set up", laid.name());
        let span = record.spans.get(index).copied().unwrap_or_default();
        self.findings.push(Finding::new(Code::TurnMismatch, span, message));
        Some(laid)
    }

    fn assumed_size(&mut self, record: &Record, game: &Game, format: &str) -> Size {
        // pente.org text has no tag for a size: 19 is part of the format.
        if format != "pente" {
            let stated = record.findings.iter().any(|f| f.code == Code::SizeInvalid);
            let what = if stated { "the stated size is not supported" } else { "the record states no size" };
            let message = format!("{what}; taken as {}, as usual in {}", game.size, game.title);
            self.findings.push(Finding::new(Code::SizeAssumed, Span::WHOLE, message));
        }
        game.size
    }

    fn check_setup(&mut self, record: &Record, size: Size) {
        let mut seen = Vec::new();
        for &point in record.setup.black.iter().chain(&record.setup.white) {
            let what = if !size.contains(point) {
                "lies outside the board"
            } else if seen.contains(&point) {
                "is set up twice"
            } else {
                seen.push(point);
                continue;
            };
            if self.findings.len() >= MAX_FINDINGS {
                return;
            }
            let message = format!("{} {what}", point.text(record.coords));
            self.findings
                .push(Finding { point: Some(point), ..Finding::new(Code::SetupInvalid, Span::WHOLE, message) });
        }
    }

    fn report_faults(&mut self, record: &Record) {
        for fault in &self.replay.verdict().faults {
            self.findings.push(located(fault, record));
        }
    }
}

fn stated(score: Score) -> Option<Outcome> {
    match score {
        Score::Black | Score::White => score.winner().map(Outcome::Won),
        Score::Draw => Some(Outcome::Drawn),
        Score::Unknown => None,
    }
}

/// A fault as a finding with its place in the record.
fn located(fault: &Fault, record: &Record) -> Finding {
    let event = (fault.event > 0).then_some(fault.event);
    let span = match event {
        Some(number) => record.spans.get(number as usize - 1).copied(),
        None if fault.code == Code::ResultDisagrees => Some(record.result_span),
        None => event_of_ply(record, fault.ply).and_then(|i| record.spans.get(i).copied()),
    };
    Finding {
        code: fault.code,
        severity: fault.severity,
        span,
        path: None,
        ply: Some(fault.ply),
        event,
        point: fault.point,
        message: fault.message(record.coords).into(),
        help: None,
    }
}

fn event_of_ply(record: &Record, ply: u32) -> Option<usize> {
    let plies = record.events.iter().enumerate().filter(|(_, e)| e.is_ply());
    plies.map(|(i, _)| i).nth(ply.checked_sub(1)? as usize)
}

/// What the text of a rule names: a game, an opening procedure (`Soosõrv-8`), or both (`Renju, Taraguchi-10`).
#[derive(Clone, Copy, Debug, Default)]
struct StatedRules {
    game: Option<&'static Game>,
    opening: Option<Found>,
}

impl StatedRules {
    fn read(text: &str) -> StatedRules {
        // A rule is named in a few words: a text is no rule.
        if text.len() > 200 {
            return StatedRules::default();
        }
        if let Some(game) = Game::find(text) {
            return StatedRules { game: Some(game), opening: None };
        }
        if let Ok(found) = Opening::find(text) {
            return StatedRules { game: None, opening: Some(found) };
        }
        let bounds = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '/' | '(' | ')' | '+');
        let cuts = text.char_indices().filter(|&(_, c)| bounds(c)).take(8);
        let both = cuts.filter_map(|(at, _)| {
            let (left, right) = text.split_at(at);
            let (left, right) = (left.trim_matches(bounds), right.trim_matches(bounds));
            let pair = |game, opening| Some((Game::find(game)?, Opening::find(opening).ok()?));
            pair(left, right).or_else(|| pair(right, left))
        });
        both.map(|(game, opening)| StatedRules { game: Some(game), opening: Some(opening) }).next().unwrap_or_default()
    }
}

/// Names looked up last: the records of a file mostly name the same game and procedure.
#[derive(Debug, Default)]
struct Named {
    rules: Option<(String, bool, StatedRules)>,
    opening: Option<(String, Result<Found, UnknownOpening>)>,
}

impl Named {
    /// What the name of a rule means in a format. pente.org calls exactly-five on 19×19 simply Gomoku.
    fn rules(&mut self, text: &str, format: &str) -> StatedRules {
        let of_pente_org = format == "pente";
        if let Some((last, last_of_pente_org, rules)) = &self.rules
            && last == text
            && *last_of_pente_org == of_pente_org
        {
            return *rules;
        }
        let mut rules = StatedRules::read(text);
        if of_pente_org && rules.game.is_some_and(|g| g.id == "gomoku-freestyle") {
            rules.game = Some(preset("gomoku-standard"));
        }
        self.rules = Some((text.to_owned(), of_pente_org, rules));
        rules
    }

    /// The procedure that the rule looked up last names.
    fn opening_in_rules(&self) -> Option<Found> {
        self.rules.as_ref().and_then(|(_, _, rules)| rules.opening)
    }

    fn opening(&mut self, text: &str) -> Result<Found, UnknownOpening> {
        if let Some((last, found)) = &self.opening
            && last == text
        {
            return *found;
        }
        let found = Opening::find(text);
        self.opening = Some((text.to_owned(), found));
        found
    }
}

/// The first characters of a text, for a message.
fn brief(text: &str) -> &str {
    text.char_indices().nth(60).map_or(text, |(end, _)| &text[..end])
}

/// The game of this id, which the table is known to have.
fn preset(id: &str) -> &'static Game {
    GAMES.iter().find(|g| g.id == id).unwrap_or(&GAMES[0])
}

/// Design decisions 5, 6 and 9.
fn policy(record: &Record, options: &JudgeOptions) -> Policy {
    let five_by_format = if record.self_ending { FivePolicy::Ends } else { FivePolicy::Declared };
    let tournament_rule = match options.tournament_rule.or(record.rated) {
        Some(true) => Ruling::Error,
        Some(false) if options.tournament_rule.is_some() => Ruling::Allowed,
        _ => Ruling::Warning,
    };
    Policy {
        five: options.five.unwrap_or(five_by_format),
        fouls: options.fouls,
        opening: EngineOptions {
            tournament_rule,
            offer_after_swap: if options.strict { Ruling::Error } else { Ruling::Warning },
            ..EngineOptions::default()
        },
    }
}
