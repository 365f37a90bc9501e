//! `pentad dedup`: records that are duplicates of each other, and the records without them.

mod dropped;
mod fresh;
mod report;
mod told;
mod write;

use std::ops::ControlFlow;

use anyhow::bail;
use pentad_corpus::duplicate::{
    Decisions, DuplicateOptions, Examiner, Kind, Kinds, Review, Scanner, Side, Survey, Surveyed,
};

use crate::args::{Common, DedupArgs, InputArgs};
use crate::exit::Done;
use crate::target::is_stream;
use crate::twice::Twice;
use crate::{input, report_text, rules_file};

use dropped::DroppedFile;
use report::{Report, Totals};
pub(super) use told::{DiffersLine, MovesLine, Told, differs, moves_differ, row_text, some};

pub(crate) fn run(args: &DedupArgs, common: &Common) -> anyhow::Result<Done> {
    let options = options(args)?;
    let mut dropped_file = args.dropped.as_deref().map(|path| DroppedFile::new(path, args)).transpose()?;
    let mut formats = write::Formats::default();
    if let Some(path) = args.output.as_deref() {
        write::check(path, args)?;
    }
    let looked = Twice::new(&args.input.paths, &args.input)?;
    let known = Twice::new(&args.against, &args.input)?;
    let sides = [(Side::Known, &known, !args.against.is_empty()), (Side::Looked, &looked, true)];
    let sides = || sides.iter().filter(|(.., there)| *there).map(|(side, twice, _)| (*side, *twice));
    let mut done = Done::Sound;
    let mut survey = Survey::new(&options);
    let inputs = |side| InputArgs { paths: paths(args, side).to_vec(), ..args.input.clone() };
    for (side, twice) in sides() {
        let args = inputs(side);
        let run = input::run_on(
            twice.sources()?,
            &args,
            common,
            || Scanner::new(&options, args.read_options(options.judging.board())),
            |scanner, batch| scanner.scan(batch),
            |scanned| {
                report_text::say_outcome(common, scanned.input().name(), scanned.outcome());
                if side == Side::Looked && !scanned.is_empty() {
                    formats.add(scanned.input());
                }
                Ok(survey.add(&scanned).map(ControlFlow::Continue)?)
            },
        )?;
        match run.done_whole() {
            Done::Interrupted => return Ok(Done::Interrupted),
            Done::NotAll => done = Done::NotAll,
            _ => {}
        }
        if side == Side::Known {
            survey.end_of_known();
        }
    }
    let output = args.output.as_deref().map(|path| write::Output::new(path, args, &formats)).transpose()?;
    let Surveyed { index, places, known: seen_known, looked: seen } = survey.finish()?;
    let mut review = Review::new(&options, &index, places);
    for (side, twice) in sides() {
        let args = inputs(side);
        let run = input::run_on(
            twice.sources()?,
            &args,
            common,
            || Examiner::new(&options, args.read_options(options.judging.board()), &index, side),
            |examiner, batch| examiner.examine(batch),
            |examined| Ok(review.add(&examined?).map(ControlFlow::Continue)?),
        )?;
        if run.done_whole() == Done::Interrupted {
            return Ok(Done::Interrupted);
        }
    }
    let mut report = Report::new(args, common, &index, options.memory);
    let decisions: Decisions = review.groups(&mut |group| {
        if let Some(file) = &mut dropped_file {
            group.dropped.iter().try_for_each(|dropped| file.add(dropped, &index))?;
        }
        report.add(&group)
    })?;
    let totals = Totals { seen, known: seen_known, against: !args.against.is_empty() };
    let to_stdout = args.output.as_deref().is_some_and(is_stream);
    let mut lacking = false;
    let mut written = None;
    if let Some(output) = output {
        let done = write::run(output, args, common, &looked, &index, &decisions)?;
        let Some(counts) = done else { return Ok(Done::Interrupted) };
        lacking = counts.lacking();
        written = Some(counts);
    }
    if !to_stdout && !args.summary {
        report.head()?;
        report.groups()?;
        if !args.against.is_empty() && fresh::list(args, common, &looked, &index, &decisions)? == Done::Interrupted {
            return Ok(Done::Interrupted);
        }
    }
    if let Some(file) = dropped_file {
        file.finish()?;
    }
    report.summary(&totals, &decisions, written.as_ref());
    let failed = args.fail_on.iter().any(|fail| report.found(fail.0));
    Ok(match done {
        Done::Sound if lacking => Done::NotAll,
        Done::Sound if failed => Done::FoundErrors,
        done => done,
    })
}

fn paths(args: &DedupArgs, side: Side) -> &[std::path::PathBuf] {
    match side {
        Side::Known => &args.against,
        Side::Looked => &args.input.paths,
    }
}

fn options(args: &DedupArgs) -> anyhow::Result<DuplicateOptions> {
    let chooses = args.keep.is_some() || !args.against.is_empty();
    if args.output.is_some() && !chooses {
        bail!("-o needs --keep first|longest|best, which tells what stays of a group, or --against DB");
    }
    if args.dropped.is_some() && !chooses {
        bail!("--dropped needs --keep first|longest|best, which tells what stays of a group, or --against DB");
    }
    if [&args.against, &args.input.paths].iter().all(|paths| paths.iter().any(|path| is_stream(path))) {
        bail!("standard input cannot be both what is looked at and the database");
    }
    let kinds = match (&args.kinds[..], chooses) {
        ([], true) => Kinds::SAME_GAME,
        ([], false) => Kinds::ALL,
        (kinds, _) => kinds.iter().copied().collect(),
    };
    if chooses && args.kinds == [Kind::Conflict] {
        bail!("--kinds conflict lets records go that contradict what stays; of which kind they are has to be said too");
    }
    Ok(DuplicateOptions {
        kinds,
        min_plies: args.min_plies,
        near: args.measure.near,
        keep: args.keep,
        memory: args.measure.memory,
        judging: rules_file::judge_options(&args.judge, None)?,
    })
}
