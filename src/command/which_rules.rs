//! `pentad check --which-rules`: the games and opening procedures that each record is consistent with, and what each says of it.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use anstyle::Style;
use pentad_corpus::{Batch, Candidate, Judge, JudgeOptions, RecordReader};
use pentad_formats::{Field, Record};
use pentad_rules::{EndBy, Legality};
use serde::Serialize;

use crate::args::{CheckArgs, CheckShape, Common};
use crate::exit::Done;
use crate::output::printable;
use crate::{input, output, rules_file};

pub(crate) fn run(args: &CheckArgs, common: &Common) -> anyhow::Result<Done> {
    let options = rules_file::judge_options(&args.judge, args.procedure.opening.as_ref())?;
    let run = input::run(
        &args.input,
        common,
        || (RecordReader::new(args.input.read_options(options.board())), Judge::new()),
        |(reader, judge), batch| of_batch(reader, judge, batch, &options, args.format),
        |part: Vec<u8>| {
            let printed = if args.format == CheckShape::Jsonl { output::plain(&part) } else { output::text(&part) };
            printed.map(ControlFlow::Continue)
        },
    )?;
    Ok(run.done(false))
}

fn of_batch(
    reader: &mut RecordReader,
    judge: &mut Judge,
    batch: &Batch,
    options: &JudgeOptions,
    shape: CheckShape,
) -> Vec<u8> {
    let mut out = Vec::new();
    let format = batch.input.format.map_or("", |f| f.info().id);
    for slice in batch.records() {
        let record = reader.read(batch, &slice);
        let answer = record.readable.then(|| Answer::of(judge, record, format, options));
        let file = batch.input.name();
        match shape {
            CheckShape::Jsonl => {
                let line = Answer::json(answer.as_ref(), file, slice.number, record);
                out.extend_from_slice(line.as_bytes());
            }
            CheckShape::Text => {
                out.extend_from_slice(Answer::text(answer.as_ref(), file, slice.number, record).as_bytes())
            }
        }
    }
    if let Some(outcome) = batch.end.as_ref().and_then(|end| end.outcome.as_ref()) {
        let file = batch.input.name();
        match shape {
            CheckShape::Jsonl => {
                let line = AnswerJson { file, message: Some(&outcome.message), ..AnswerJson::default() };
                out.extend_from_slice(line.text().as_bytes());
            }
            CheckShape::Text => crate::report_text::outcome(&mut out, file, outcome),
        }
    }
    out
}

/// What is said of one record.
struct Answer {
    /// The game that the record is judged by without the question.
    judged: &'static str,
    games: Vec<Candidate>,
    /// What the procedures say, under the game that the record is judged by; none of a position that was set up.
    procedures: Vec<Candidate>,
}

impl Answer {
    fn of(judge: &mut Judge, record: &Record, format: &str, options: &JudgeOptions) -> Answer {
        let games = judge.candidates(record, options);
        let options = JudgeOptions { infer: true, ..*options };
        let game = judge.judge(record, format, &options).game;
        let asked = game.rules.known && record.setup.is_empty();
        let procedures = if asked { judge.procedures(record, game, &options) } else { Vec::new() };
        Answer { judged: &game.id, games, procedures }
    }

    fn json(answer: Option<&Answer>, file: &str, number: u64, record: &Record) -> String {
        let line = AnswerJson {
            file,
            record: number,
            id: record.get(Field::Id),
            states: StatesJson { rules: record.get(Field::Rules), opening: record.get(Field::Opening) },
            judged: answer.map(|a| a.judged),
            games: answer.iter().flat_map(|a| &a.games).map(CandidateJson::of).collect(),
            procedures: answer.iter().flat_map(|a| &a.procedures).map(CandidateJson::of).collect(),
            message: None,
        };
        line.text()
    }

    fn text(answer: Option<&Answer>, file: &str, number: u64, record: &Record) -> String {
        const BOLD: Style = Style::new().bold();
        let file = printable(file);
        let Some(answer) = answer else {
            let problem = record.findings.first().map_or("unreadable", |f| f.message.as_ref());
            return format!("{BOLD}{file}, record {number}{BOLD:#}: {problem}\n\n");
        };
        let said = |field| record.get(field).map(|text| format!("states {}", printable(text)));
        let said: Vec<_> = [Field::Rules, Field::Opening].into_iter().filter_map(said).collect();
        let said = if said.is_empty() { "names no rule".to_owned() } else { said.join(", ") };
        let mut out = format!("{BOLD}{file}, record {number}{BOLD:#}: {said}; judged as {}\n", answer.judged);
        table(&mut out, "game", &answer.games, |c| c.game.id.as_ref());
        table(&mut out, "procedure", &answer.procedures, |c| c.opening.map_or("", |o| o.id.as_ref()));
        out.push('\n');
        out
    }
}

/// The candidates that a record is consistent with, then the others; those that say the same stand together.
fn table(out: &mut String, title: &str, candidates: &[Candidate], name: impl Fn(&Candidate) -> &str) {
    if candidates.is_empty() {
        return;
    }
    let _ = writeln!(out, "  {title}");
    for consistent in [true, false] {
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        for candidate in candidates.iter().filter(|c| c.is_consistent() == consistent) {
            let story = story(candidate);
            match groups.iter_mut().find(|(told, _)| *told == story) {
                Some((_, names)) => names.push(name(candidate)),
                None => groups.push((story, vec![name(candidate)])),
            }
        }
        for (story, names) in groups {
            let mark = if consistent { '+' } else { '-' };
            let _ = writeln!(out, "  {mark} {}: {story}", names.join(", "));
        }
    }
}

fn story(candidate: &Candidate) -> String {
    let mut parts = vec![candidate.legality.name().to_owned()];
    if candidate.legality == Legality::Unverifiable {
        parts.push(format!("missing {}", candidate.missing.join(", ")));
    }
    parts.extend(candidate.faults.iter().map(|(code, ply)| format!("{} at {ply}", code.name())));
    let end = &candidate.end;
    if end.by != EndBy::None {
        let who = end.winner.map_or("drawn", |color| color.title());
        parts.push(format!("{who} by {} at {}", end.by.name(), end.ply));
    }
    match candidate.agrees {
        Some(true) => parts.push("as stated".to_owned()),
        Some(false) => parts.push("the record states another result".to_owned()),
        None => {}
    }
    parts.join("; ")
}

/// A line of `--format jsonl`. `record` 0 with a message is a file without records.
#[derive(Serialize, Default)]
struct AnswerJson<'a> {
    file: &'a str,
    record: u64,
    id: Option<&'a str>,
    states: StatesJson<'a>,
    judged: Option<&'a str>,
    games: Vec<CandidateJson<'a>>,
    procedures: Vec<CandidateJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
}

#[derive(Serialize, Default)]
struct StatesJson<'a> {
    rules: Option<&'a str>,
    opening: Option<&'a str>,
}

#[derive(Serialize)]
struct CandidateJson<'a> {
    rules: &'a str,
    opening: Option<&'a str>,
    consistent: bool,
    verdict: &'a str,
    missing: &'a [&'static str],
    end: EndJson,
    agrees: Option<bool>,
    findings: Vec<FaultJson>,
}

#[derive(Serialize)]
struct EndJson {
    by: &'static str,
    winner: &'static str,
    ply: u32,
}

#[derive(Serialize)]
struct FaultJson {
    name: &'static str,
    ply: u32,
}

impl AnswerJson<'_> {
    fn text(&self) -> String {
        serde_json::to_string(self).expect("writing JSON to memory cannot fail") + "\n"
    }
}

impl<'a> CandidateJson<'a> {
    fn of(candidate: &'a Candidate) -> CandidateJson<'a> {
        let end = &candidate.end;
        CandidateJson {
            rules: &candidate.game.id,
            opening: candidate.opening.map(|o| o.id.as_ref()),
            consistent: candidate.is_consistent(),
            verdict: candidate.legality.name(),
            missing: &candidate.missing,
            end: EndJson { by: end.by.name(), winner: end.winner.map_or("none", |c| c.name()), ply: end.ply },
            agrees: candidate.agrees,
            findings: candidate.faults.iter().map(|&(code, ply)| FaultJson { name: code.name(), ply }).collect(),
        }
    }
}
