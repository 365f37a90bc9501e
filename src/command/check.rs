//! `pentad check`: replay and judge every record.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use anstyle::{AnsiColor, Style};
use pentad_corpus::{Batch, Condition, Judge, JudgeOptions, Judgement, Memo, RecordReader, Tally, VerdictLine};
use pentad_formats::ReadOptions;
use pentad_rules::{Code, Color, EndBy, OpeningNames, Severity};
use serde_json::json;

use crate::args::{CheckArgs, CheckShape, Common};
use crate::exit::Done;
use crate::output::{self, thousands};
use crate::selection::{Passed, Selection};
use crate::{expectation, input, report_text, rules_file, selection};

pub(crate) fn run(args: &CheckArgs, common: &Common) -> anyhow::Result<Done> {
    if args.which_rules {
        return super::which_rules::run(args, common);
    }
    let options = rules_file::judge_options(&args.judge, args.procedure.opening.as_ref())?;
    // To look for fours is worth it where notes are told.
    let fours = common.verbose || args.format == CheckShape::Jsonl;
    let options = selection::judging(&args.selection, JudgeOptions { fours, ..options });
    let names = rules_file::opening_names(&args.judge)?;
    let selection = selection::of(&args.selection, names.as_ref());
    let checker = Checker { options: &options, names: names.as_ref(), selection, shape: Shape::of(args, common) };
    let (mut tally, mut passed) = (Tally::default(), Passed::default());
    let run = input::run(
        &args.input,
        common,
        || {
            // Only a query can ask for comments.
            let skip_notes = args.selection.query.is_none();
            let options = ReadOptions { skip_notes, ..args.input.read_options(options.board()) };
            (RecordReader::new(options), Judge::new())
        },
        |(reader, judge), batch| checker.check(reader, judge, batch),
        |part| {
            tally.merge(&part.tally);
            passed.add(part.passed);
            let printed = if checker.shape.verdict_lines { output::plain(&part.out) } else { output::text(&part.out) };
            printed.map(ControlFlow::Continue)
        },
    )?;
    let unexpected = expectation::failed(args.expect, tally.records());
    match args.format {
        CheckShape::Text if !common.quiet => {
            let passed = if args.selection.query.is_some() { selection::told(passed) } else { String::new() };
            output::text((summary(&tally) + &passed).as_bytes())?;
        }
        CheckShape::Jsonl if args.summary => {
            let mut line = summary_line(&tally);
            if args.selection.query.is_some() {
                line["left_out"] = passed.left_out.into();
                line["undecided"] = passed.undecided.into();
            }
            output::plain(format!("{line}\n").as_bytes())?;
        }
        _ => {}
    }
    Ok(run.done(tally.has_errors() || unexpected))
}

/// What to print of each record.
#[derive(Clone, Copy)]
struct Shape {
    verdict_lines: bool,
    /// The least severity that is printed for people; `None` prints no findings.
    least: Option<Severity>,
}

impl Shape {
    fn of(args: &CheckArgs, common: &Common) -> Shape {
        let verdict_lines = args.format == CheckShape::Jsonl;
        let least = match (args.summary || common.quiet || verdict_lines, common.verbose) {
            (true, _) => None,
            (false, true) => Some(Severity::Note),
            (false, false) => Some(Severity::Warning),
        };
        Shape { verdict_lines: verdict_lines && !args.summary, least }
    }

    /// Whether anything is printed of records.
    fn prints(self) -> bool {
        self.verdict_lines || self.least.is_some()
    }

    fn shows(self, severity: Severity) -> bool {
        self.least.is_some_and(|least| severity >= least)
    }
}

#[derive(Default)]
struct Part {
    out: Vec<u8>,
    tally: Tally,
    passed: Passed,
}

/// What a batch is checked by.
struct Checker<'a> {
    options: &'a JudgeOptions,
    names: Option<&'a OpeningNames>,
    selection: Selection<'a>,
    shape: Shape,
}

impl Checker<'_> {
    fn check(&self, reader: &mut RecordReader, judge: &mut Judge, batch: &Batch) -> Part {
        let Checker { options, names, selection, shape } = *self;
        let Part { mut out, mut tally, mut passed } = Part::default();
        let mut locators = batch.locators();
        let file = batch.input.name();
        let format = batch.input.format.map_or("", |f| f.info().id);
        let mut last: Option<(&[u8], Option<Judgement>)> = None;
        let mut memo = (selection.query.is_none() && !shape.prints()).then(Memo::new);
        for slice in batch.records() {
            let number = slice.number;
            let whole = slice.condition == Condition::Whole;
            if whole && memo.as_mut().is_some_and(|memo| memo.count(slice.bytes, &mut tally)) {
                continue;
            }
            // What is packed a thousandfold is mostly one record again and again: it is read and judged once.
            let again = last.filter(|(bytes, _)| *bytes == slice.bytes && whole);
            let record = if again.is_some() { reader.last() } else { reader.read(batch, &slice) };
            let judgement = match again {
                Some((_, judgement)) => judgement,
                None => record.readable.then(|| judge.judge(record, format, options)),
            };
            last = Some((slice.bytes, judgement)).filter(|_| whole);
            let taken =
                judgement.as_ref().map_or(Some(true), |judgement| selection.takes(batch, record, judgement, judge));
            if taken != Some(true) {
                passed.count(taken);
                continue;
            }
            let judged = if judgement.is_some() { judge.findings() } else { &[] };
            let findings = || record.findings.iter().chain(judged);
            match judgement {
                Some(_) => tally.add_judged(judge.verdict(), findings()),
                None => tally.add_unreadable(findings()),
            }
            if let Some(memo) = memo.as_mut().filter(|_| whole) {
                memo.remember(slice.bytes, judgement.map(|_| judge.verdict()), findings());
                continue;
            }
            if shape.verdict_lines {
                let locator = locators.of(&slice);
                let line = match &judgement {
                    Some(judgement) => {
                        let name = names.and_then(|names| {
                            let index = rules_file::named_opening(names, record, judgement.size)?;
                            names.lines().get(index).map(|line| line.name.as_str())
                        });
                        VerdictLine::judged(file, number, record, judgement, judge.verdict(), findings(), &locator)
                            .with_opening_name(name)
                    }
                    None => VerdictLine::unreadable(file, number, findings(), &locator),
                };
                line.write(&mut out);
            }
            for finding in findings().filter(|f| shape.shows(f.severity)) {
                report_text::finding(&mut out, &batch.input, number, finding, &locators.of(&slice));
            }
        }
        if let Some(outcome) = batch.end.as_ref().and_then(|end| end.outcome.as_ref()) {
            tally.add_file(outcome);
            if shape.verdict_lines {
                VerdictLine::of_file(file, outcome).write(&mut out);
            } else if shape.shows(outcome.severity) {
                report_text::outcome(&mut out, file, outcome);
            }
        }
        Part { out, tally, passed }
    }
}

/// How games ended, by the name of the end, then of the winner.
fn ends(tally: &Tally) -> Vec<((EndBy, Option<Color>), u64)> {
    tally.ends.sorted_by(|(by, winner)| (by.name(), winner.map_or("nobody", Color::name)))
}

/// The summary as one JSON object.
fn summary_line(tally: &Tally) -> serde_json::Value {
    let [legal, illegal, unverifiable] = tally.legality;
    let [agree, disagree, open] = tally.agreement;
    let end = |((by, winner), games): ((EndBy, Option<Color>), u64)| json!({"by": by.name(), "winner": winner.map_or("none", Color::name), "games": games});
    let finding = |((code, severity), count): ((Code, Severity), u64)| json!({"code": code.number(), "name": code.name(), "severity": severity.name(), "count": count});
    json!({
        "records": tally.records(),
        "sound": tally.sound,
        "with_findings": tally.with_findings,
        "unreadable": tally.unreadable,
        "refused": tally.refused,
        "plies": tally.plies,
        "verdicts": {"legal": legal, "illegal": illegal, "unverifiable": unverifiable},
        "results": {"agree": agree, "disagree": disagree, "open": open},
        "ends": ends(tally).into_iter().map(end).collect::<Vec<_>>(),
        "findings": tally.findings.sorted_by(|kind| kind).into_iter().map(finding).collect::<Vec<_>>(),
    })
}

/// The summary: what was seen, how the games ended, whether the results agree, which findings there are.
fn summary(tally: &Tally) -> String {
    const BOLD: Style = Style::new().bold();
    let mut out = String::new();
    let n = thousands;
    let _ = writeln!(
        out,
        "{BOLD}{} record{}{BOLD:#} = {} sound + {} with findings + {} unreadable + {} refused; {} pl{}",
        n(tally.records()),
        if tally.records() == 1 { "" } else { "s" },
        n(tally.sound),
        n(tally.with_findings),
        n(tally.unreadable),
        n(tally.refused),
        n(tally.plies),
        if tally.plies == 1 { "y" } else { "ies" }
    );
    let [legal, illegal, unverifiable] = tally.legality;
    let _ = writeln!(out, "verdicts   {} legal, {} illegal, {} unverifiable", n(legal), n(illegal), n(unverifiable));
    let [agree, disagree, open] = tally.agreement;
    let _ = writeln!(
        out,
        "results    {} agree with the board, {} disagree, {} not proved by the board or not stated",
        n(agree),
        n(disagree),
        n(open)
    );
    for (i, ((by, winner), count)) in ends(tally).into_iter().enumerate() {
        let head = if i == 0 { "ends" } else { "" };
        let how = match (by, winner) {
            (EndBy::None, _) => "not on the board".to_owned(),
            (by, Some(winner)) => format!("{}, {} wins", by.name(), winner.name()),
            (by, None) => format!("{}, drawn", by.name()),
        };
        let _ = writeln!(out, "{head:<10} {:>10}  {how}", n(count));
    }
    for (i, ((code, severity), count)) in tally.findings.sorted_by(|kind| kind).into_iter().enumerate() {
        let head = if i == 0 { "findings" } else { "" };
        let style = match severity {
            Severity::Error => AnsiColor::Red.on_default(),
            Severity::Warning => AnsiColor::Yellow.on_default(),
            Severity::Note => Style::new(),
        };
        let _ = writeln!(
            out,
            "{head:<10} {:>10}  {style}{:<7}{style:#} {} {}",
            n(count),
            severity.name(),
            code.number(),
            code.name()
        );
    }
    out
}
