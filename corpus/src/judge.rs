//! Judging a record: which game it is, under which policies, and what is wrong with it, with places.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use pentad_formats::{CAPTURE_MARK, Finding, NoteKind, Record, Score, Span};
use pentad_rules::{
    Action, Case, Catalogue, Code, Color, Coords, Event, Fault, FivePolicy, Fours, Game, Opening, Outcome, Policy,
    Replay, Ruling, Size, Start, UnansweredFour, Verdict, Wishes,
};

use crate::chooser::Chooser;
use crate::inference::{self, Candidate};
use crate::variations::Variations;

/// Bad points of a setup beyond this number are not listed.
const MAX_FINDINGS: usize = 100;

/// What the user says about how to judge. `None` leaves a question to the record or to its format.
#[derive(Clone, Copy, Debug)]
pub struct JudgeOptions {
    /// The games and procedures that records may name.
    pub catalogue: &'static Catalogue,
    /// The game.
    pub game: Option<&'static Game>,
    /// Whether a record that names no game is judged by the likeliest of those that it is consistent with.
    pub infer: bool,
    /// The opening procedure.
    pub opening: Option<&'static Opening>,
    /// The board of records that do not state its size.
    pub size: Option<Size>,
    /// Whether `game` and `opening` go before what the record says.
    pub override_rules: bool,
    /// What the user decides of policies.
    pub wishes: Wishes,
    /// Whether to look for a four that was left unanswered. It costs more than all else.
    pub fours: bool,
}

impl Default for JudgeOptions {
    fn default() -> JudgeOptions {
        JudgeOptions {
            catalogue: Catalogue::standard(),
            game: None,
            infer: false,
            opening: None,
            size: None,
            override_rules: false,
            wishes: Wishes::NONE,
            fours: false,
        }
    }
}

impl JudgeOptions {
    /// The board that the user names, or that is usual in the game that he names.
    pub fn board(&self) -> Option<Size> {
        self.size.or(self.game.map(|game| game.size))
    }
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
    chooser: Chooser,
    variations: Variations,
    /// Made when it is first asked for.
    fours: Option<Box<Fours>>,
    /// The words on the assumed size of each game that has come, and whether another one was stated: a file says the same a million times.
    size_assumed: Vec<(&'static Game, bool, &'static str)>,
}

impl Judge {
    /// A new judge.
    pub fn new() -> Judge {
        Judge::default()
    }

    /// Judges a record that could be read. `format` is the id of the format that it was read from.
    pub fn judge(&mut self, record: &Record, format: &str, options: &JudgeOptions) -> Judgement {
        let judgement = self.recognise(record, format, options);
        let Judgement { game, opening, size, .. } = judgement;
        self.check_setup(record, size);
        let to_move = self.first_to_move(record);
        self.play(record, game, opening, size, to_move, options);
        self.report_faults(record);
        if let Some(tree) = record.tree.as_ref().filter(|tree| !tree.is_chain()) {
            let case = case(record, game, opening, size, to_move);
            let policy = policy(record, game, options);
            self.variations.judge(tree, record.coords, &case, &policy, &mut self.findings);
        }
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
        if options.fours {
            self.check_fours(record, &judgement, options);
        }
        judgement
    }

    /// A four that was left unanswered is worth a note: the game was given up there, or somebody did not look. Where its owner makes the row
    /// next, that is how games end.
    fn check_fours(&mut self, record: &Record, judgement: &Judgement, options: &JudgeOptions) {
        let Some(four) = self.first_unanswered_four(record, judgement, options) else { return };
        let verdict = self.verdict();
        let next = four.ply + 1;
        let unnoticed = verdict.faults.iter().any(|fault| fault.code == Code::UnnoticedFive && fault.ply == next);
        if unnoticed || verdict.end.winner == Some(four.owner) && verdict.end.ply == next {
            return;
        }
        let index = four.event as usize - 1;
        let completes = four.completes.text(record.coords);
        let message = format!("{} can win at {completes}, and nothing is done about it", four.owner.name());
        let span = record.spans.get(index).copied().unwrap_or_default();
        self.findings.push(Finding {
            ply: Some(four.ply),
            event: Some(four.event),
            point: record.events.get(index).and_then(Event::point),
            ..Finding::new(Code::FourNotAnswered, span, message)
        });
    }

    /// Tells which game a record is of, on which board, without playing it: the verdict stays that of the record judged last.
    pub fn recognise(&mut self, record: &Record, format: &str, options: &JudgeOptions) -> Judgement {
        self.findings.clear();
        let game = self.chooser.game(record, format, options, &mut self.findings);
        let game = game.unwrap_or_else(|| self.assumed_game(record, format, options));
        let opening = self.chooser.opening(record, game, options, &mut self.findings);
        let opening = opening.filter(|_| game.rules.known && record.setup.is_empty());
        let size = record.size.or(options.size).unwrap_or_else(|| self.assumed_size(record, game, format));
        Judgement { game, opening, size, coords: record.coords }
    }

    fn play(
        &mut self,
        record: &Record,
        game: &Game,
        opening: Option<&Opening>,
        size: Size,
        to_move: Option<Color>,
        options: &JudgeOptions,
    ) {
        let case = case(record, game, opening, size, to_move);
        self.replay.judge(&case, &policy(record, game, options));
    }

    /// The game of a record that names none and for which the user names none.
    fn assumed_game(&mut self, record: &Record, format: &str, options: &JudgeOptions) -> &'static Game {
        let procedure = self.chooser.game_by_procedure(record, options);
        let best = if options.infer && procedure.is_none() {
            inference::likeliest(self.candidates(record, options))
        } else {
            None
        };
        if let Some((game, message)) = best {
            self.findings.push(Finding::new(Code::RulesAssumed, Span::WHOLE, message));
            return game;
        }
        let (id, message): (_, Cow<'static, str>) = match procedure {
            Some((game, who)) => {
                let words = format!("the record names no rule, {who} an opening procedure of {game}; judged as {game}");
                (game, words.into())
            }
            None if format == "lib" => {
                ("renju", "a RenLib library names no rule; judged as renju, which the program is made for".into())
            }
            None => ("gomoku-freestyle", "the record names no rule; judged as gomoku-freestyle".into()),
        };
        self.findings.push(Finding::new(Code::RulesAssumed, Span::WHOLE, message));
        self.chooser.assumed_game(id, options)
    }

    /// What each game of the catalogue says of a record, with the procedure that the record states, else with that of the game.
    pub fn candidates(&mut self, record: &Record, options: &JudgeOptions) -> Vec<Candidate> {
        let to_move = record.setup.due();
        let mut unheard = Vec::new();
        let mut candidates = Vec::new();
        for game in options.catalogue.games() {
            let opening = self.chooser.opening(record, game, options, &mut unheard);
            let opening = opening.filter(|_| record.setup.is_empty());
            let size = record.size.or(options.size).unwrap_or(game.size);
            self.play(record, game, opening, size, to_move, options);
            candidates.push(Candidate::new(game, opening, size, self.replay.verdict()));
        }
        candidates
    }

    /// What each opening procedure says of a record of this game.
    pub fn procedures(&mut self, record: &Record, game: &'static Game, options: &JudgeOptions) -> Vec<Candidate> {
        let size = record.size.or(options.size).unwrap_or(game.size);
        let mut candidates = Vec::new();
        for opening in options.catalogue.openings() {
            self.play(record, game, Some(opening), size, None, options);
            candidates.push(Candidate::new(game, Some(opening), size, self.replay.verdict()));
        }
        candidates
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

    /// The first four that was left unanswered in a record, which has been judged to be this.
    pub fn first_unanswered_four(
        &mut self,
        record: &Record,
        judgement: &Judgement,
        options: &JudgeOptions,
    ) -> Option<UnansweredFour> {
        let Judgement { game, size, .. } = *judgement;
        let (to_move, _) = to_move(record);
        let case = case(record, game, None, size, to_move);
        let fours = self.fours.get_or_insert_with(Box::default);
        fours.first_unanswered(&case, &policy(record, game, options))
    }

    /// The verdict on the last record.
    pub fn verdict(&self) -> &Verdict {
        self.replay.verdict()
    }

    /// The policies that a record of a game is judged by: what the user decides, else the game, else the record.
    pub fn policy(record: &Record, game: &Game, options: &JudgeOptions) -> Policy {
        policy(record, game, options)
    }

    /// What is wrong with the last record beside what its reader found: places are in the record's slice.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The judge of the rules, for the board after the last record.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Whose turn it is after the setup.
    fn first_to_move(&mut self, record: &Record) -> Option<Color> {
        let (color, contradiction) = to_move(record);
        if let Some((index, laid)) = contradiction {
            let (black, white) = (record.setup.black.len(), record.setup.white.len());
            let message = format!("{} begins with {black} black and {white} white stones set up", laid.name());
            let span = record.spans.get(index).copied().unwrap_or_default();
            self.findings.push(Finding::new(Code::TurnMismatch, span, message));
        }
        color
    }

    fn assumed_size(&mut self, record: &Record, game: &'static Game, format: &str) -> Size {
        // pente.org text has no tag for a size: 19 is part of the format.
        if format != "pente" {
            let stated = record.findings.iter().any(|f| f.code == Code::SizeInvalid);
            let known = self.size_assumed.iter().find(|(last, of, _)| std::ptr::eq(*last, game) && *of == stated);
            let message = match known {
                Some((.., message)) => *message,
                None => {
                    let what = if stated { "the stated size is not supported" } else { "the record states no size" };
                    let message = kept(format!("{what}; taken as {}, as usual in {}", game.size, game.title));
                    self.size_assumed.push((game, stated, message));
                    message
                }
            };
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

/// Words that are said again and again, kept for good: there are two sentences for each game at most.
fn kept(words: String) -> &'static str {
    static KEPT: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let known = kept.iter().copied().find(|known| *known == words);
    known.unwrap_or_else(|| {
        let words = &*words.leak();
        kept.push(words);
        words
    })
}

/// Whose turn it is after the setup: as stated, else by the number of stones; but where nothing is stated and the first stone has another
/// colour, the stone tells it, since positions are composed with any number of stones. Such a stone is named by the index of its event.
fn to_move(record: &Record) -> (Option<Color>, Option<(usize, Color)>) {
    let due = record.setup.due();
    if due.is_none() || record.setup.is_empty() || record.setup.to_move.is_some() {
        return (due, None);
    }
    let first = record.events.iter().enumerate().find(|(_, event)| event.is_ply());
    match first.and_then(|(index, first)| Some((index, first.color.filter(|&color| Some(color) != due)?))) {
        Some((index, laid)) => (Some(laid), Some((index, laid))),
        None => (due, None),
    }
}

/// A record as it is put before the judge.
pub(crate) fn case<'a>(
    record: &'a Record,
    game: &'a Game,
    opening: Option<&'a Opening>,
    size: Size,
    to_move: Option<Color>,
) -> Case<'a> {
    Case {
        rules: &game.rules,
        opening,
        size,
        start: (!record.setup.is_empty()).then_some(Start {
            black: &record.setup.black,
            white: &record.setup.white,
            to_move,
            captured: record.setup.captured,
        }),
        events: &record.events,
        bare: !record.tells_procedure && record.events.is_bare(),
        painted: record.painted,
        stated: record.stated_result().and_then(stated),
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

/// Design decisions 5, 6 and 9: what the user decides, else the game, else the record.
fn policy(record: &Record, game: &Game, options: &JudgeOptions) -> Policy {
    let by_record = Wishes {
        five: Some(if record.self_ending { FivePolicy::Ends } else { FivePolicy::Declared }),
        tournament_rule: Some(if record.rated == Some(true) { Ruling::Error } else { Ruling::Warning }),
        ..Wishes::NONE
    };
    options.wishes.or(&game.wishes).or(&by_record).policy()
}
