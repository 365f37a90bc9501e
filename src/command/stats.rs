//! `pentad stats`: openings, next moves, positions, groups and ratings.

mod by;
mod openings;
mod partials;
mod ratings;
mod typed;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use pentad_corpus::manifest::InputCounts;
use pentad_corpus::table::TableFormat;
use pentad_corpus::{
    Batch, Counter, Counts, Digest, Facts, Grouping, Input, Judge, JudgeOptions, Key, Outcome, Part, RatingPlan,
    RecordReader, Row, Score, Shown, StatisticsOptions, Summary,
};
use pentad_formats::{Field, PartialDate};
use pentad_rules::{NamedOpening, Opening, OpeningNames};

use crate::args::{Common, RatingsArg, StatsArgs, StatsShape};
use crate::exit::Done;
use crate::output::thousands;
use crate::selection::Selection;
use crate::side_file::SideFile;
use crate::{input, manifest_file, moves_text, report_text, rules_file, selection, table_format};
use partials::Seen;

pub(crate) fn run(args: &StatsArgs, common: &Common) -> anyhow::Result<Done> {
    if let Some(key) = args.by.iter().enumerate().find_map(|(i, key)| args.by[..i].contains(key).then_some(key)) {
        bail!("--by: {key} is named twice");
    }
    if args.by.contains(&Key::Class) && args.classes.is_none() {
        bail!("--by player-class needs --classes FILE, a list of names");
    }
    if args.format == StatsShape::Parquet {
        table_format::check(TableFormat::Parquet)?;
    }
    let settings = || args.judge.files().chain(args.procedure.file()).chain(&args.classes);
    let read: Vec<PathBuf> = args.input.paths.iter().chain(settings()).cloned().collect();
    let side = |path: &PathBuf| SideFile::new("--manifest", path, &read, None, args.force);
    let manifest = args.manifest.as_ref().map(side).transpose()?;
    let mut inputs = InputCounts::default();
    let names = rules_file::opening_names(&args.judge)?;
    let tally = Tally::new(args, names.as_ref())?;
    let shape = partials::shape(args)?;
    partials::check_paths(args)?;
    let mut whole = Counter::new(args.memory);
    let mut seen = Seen::default();
    let reading = args.input.read_options(tally.judging.board());
    let run = input::run(
        &args.input,
        common,
        || Worker { reader: RecordReader::new(reading), judge: Judge::new(), counter: Counter::of_worker() },
        |worker, batch| tally.count(worker, batch),
        |part| {
            let part = part?;
            whole.absorb(&part.counts)?;
            seen.add(part.records, part.digest);
            if let Some(input) = &part.input {
                report_text::say_outcome(common, input.name(), part.outcome.as_ref());
            }
            if let Some(input) = part.input.as_ref().filter(|_| manifest.is_some()) {
                inputs.add(input, part.records);
            }
            if let Some(path) = &part.partial {
                partials::absorb(path, &shape, &mut whole, &mut seen)?;
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    let done = run.done(false);
    let records_seen = seen.records();
    let ratings = tally.options.ratings;
    let mut summary = Summary::new(Shown { top: args.top, least: args.min_games, ratings });
    let writer = match &args.partials {
        Some(_) if done != Done::Sound => {
            say!("no partial is written: not all of the input was read");
            None
        }
        Some(folder) => Some(partials::Writer::new(folder, shape, seen)?),
        None => None,
    };
    let mut rows = whole.rows(writer.is_some())?;
    if let Some(mut writer) = writer {
        let mut row = Row::default();
        while rows.next(&mut row)? {
            summary.add(&row);
            writer.push(&row)?;
        }
        let path = writer.finish()?;
        if !common.quiet {
            say!("written: {}", path.display());
        }
    }
    summary.add_all(&mut rows)?;
    let summary = summary.finish();
    if !args.by.is_empty() {
        by::print(&summary, args)?;
    } else if let Some(ratings) = &summary.ratings {
        ratings::print(&summary, ratings, args)?;
    } else {
        let coords = args.input.letters(tally.judging.board()).unwrap_or(summary.usual_coords());
        openings::print(&summary, args, names.as_ref(), coords)?;
    }
    if let Some(file) = manifest {
        let records = [
            ("seen", records_seen),
            ("counted", summary.total.results.games()),
            ("unreadable", summary.unreadable),
            ("left_out", summary.left_out),
            ("undecided", summary.undecided),
        ];
        manifest_file::write(file, &inputs, settings(), Vec::new(), records)?;
    }
    Ok(done)
}

struct Worker {
    reader: RecordReader,
    judge: Judge,
    counter: Counter,
}

/// What a batch comes to.
#[derive(Default)]
struct Counted {
    counts: Part,
    records: u64,
    digest: Digest,
    input: Option<Arc<Input>>,
    /// What is wrong with a file as a whole.
    outcome: Option<Outcome>,
    /// A file that holds counts.
    partial: Option<PathBuf>,
}

/// What is counted, and which games.
struct Tally<'a> {
    judging: JudgeOptions,
    options: StatisticsOptions,
    filter: Filter,
    selection: Selection<'a>,
    /// For conditions of `--only`.
    grouping: Grouping,
}

impl<'a> Tally<'a> {
    fn new(args: &'a StatsArgs, names: Option<&'a OpeningNames>) -> anyhow::Result<Tally<'a>> {
        let class = args.classes.as_deref().map(class).transpose()?;
        let grouping = Grouping { keys: args.by.clone(), band: args.band, class };
        let plan = |ratings: RatingsArg| RatingPlan { system: ratings.system(), period: args.period.period() };
        Ok(Tally {
            judging: selection::judging(
                &args.selection,
                rules_file::judge_options(&args.judge, args.procedure.opening.as_ref())?,
            ),
            options: StatisticsOptions {
                after: moves_text::both("--after", &args.after)?,
                unfolded: args.unfolded,
                named: names.is_some(),
                depth: args.depth.unwrap_or(0),
                grouping: (!args.by.is_empty()).then(|| grouping.clone()),
                ratings: args.ratings.map(plan),
            },
            filter: Filter::of(args),
            selection: selection::of(&args.selection, names),
            grouping,
        })
    }

    fn count(&self, worker: &mut Worker, batch: &Batch) -> anyhow::Result<Counted> {
        let Worker { reader, judge, counter } = worker;
        let mut digest = Digest::default();
        let format = batch.input.format.map_or("", |f| f.info().id);
        for slice in batch.records() {
            digest.add(slice.bytes);
            let record = reader.read(batch, &slice);
            if !record.readable {
                counter.unreadable();
                continue;
            }
            let judgement = judge.judge(record, format, &self.judging);
            let facts = self.selection.facts(record, &judgement, judge);
            let taken = match (self.selection.means(&facts, batch, judge), self.filter.takes(&facts, &self.grouping)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
            if taken != Some(true) {
                counter.passed_over(taken);
                continue;
            }
            let name = self.selection.names.filter(|_| self.options.named);
            let name = name.and_then(|names| rules_file::named_opening(names, record, judgement.size));
            counter.add(&facts, name, &self.options)?;
        }
        let (mut partial, mut outcome) = (None, None);
        if batch.end.as_ref().is_some_and(|end| end.outcome.is_some()) {
            partial = partials::of_input(batch);
            if partial.is_none() {
                counter.unreadable();
                outcome = batch.end.as_ref().and_then(|end| end.outcome.clone());
            }
        }
        let input = Some(Arc::clone(&batch.input));
        Ok(Counted { counts: counter.take()?, records: batch.len() as u64, digest, input, outcome, partial })
    }
}

/// A class of players: the file's name and the names in it, one a line.
fn class(path: &Path) -> anyhow::Result<(String, HashSet<String>)> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} could not be read", path.display()))?;
    let name = path.file_stem().map_or_else(|| "class".to_owned(), |stem| stem.to_string_lossy().into_owned());
    Ok((name, text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()))
}

/// Which games are counted.
#[derive(Default)]
struct Filter {
    only: Vec<(Key, String)>,
    since: Option<PartialDate>,
    until: Option<PartialDate>,
}

impl Filter {
    fn of(args: &StatsArgs) -> Filter {
        let only = args.only.iter().map(|(key, value)| (*key, canonical(*key, value))).collect();
        Filter { only, since: args.since, until: args.until }
    }

    /// Whether a game is counted; `None` where it cannot be told.
    fn takes(&self, facts: &Facts<'_>, grouping: &Grouping) -> Option<bool> {
        for (key, wanted) in &self.only {
            let value = facts.value(*key, grouping)?;
            if !value.iter().any(|value| value.eq_ignore_ascii_case(wanted)) {
                return Some(false);
            }
        }
        if self.since.is_none() && self.until.is_none() {
            return Some(true);
        }
        let date = PartialDate::parse(facts.record.get(Field::Date)?)?;
        date.lies_in(self.since, self.until)
    }
}

/// A value as the groups write it, where it has spellings.
fn canonical(key: Key, text: &str) -> String {
    match key {
        Key::Opening => {
            NamedOpening::find(text).map_or_else(|| text.to_owned(), |o| format!("{} {}", o.code, o.romaji))
        }
        Key::Procedure => Opening::find(text).map_or_else(|_| text.to_owned(), |found| found.opening.id.to_string()),
        _ => text.to_owned(),
    }
}

/// A number with six places.
fn rounded(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

/// What was not counted, a line each.
fn uncounted(summary: &Summary) -> String {
    let mut out = String::new();
    let mut note = |count: u64, what: &str| {
        if count > 0 {
            let _ = writeln!(out, "Not counted: {} {what}.", thousands(count));
        }
    };
    note(summary.unreadable, "records or files that could not be read");
    note(summary.left_out, "that --where, --only, --since and --until leave out");
    note(summary.undecided, "of which it is not known whether these take them");
    out
}

/// What the colour of the first stone is worth.
fn edge(results: &Counts) -> String {
    let Some(Score { share, low, high }) = results.score() else { return String::new() };
    let points = |x: f64| 100.0 * (x - 0.5);
    format!(
        "First-player edge: {:+.1} points ({:+.1} to {:+.1}), Black's score less one half.\n",
        points(share),
        points(low),
        points(high)
    )
}
