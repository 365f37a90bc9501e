//! `pentad find`: the records that a query means.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::bail;
use pentad_corpus::index::{Candidates, IndexTotals};
use pentad_corpus::{Batch, Judge, JudgeOptions, Query, RecordReader, Sources};
use pentad_formats::Field;
use serde::Serialize;

use crate::args::{Common, FindArgs, InputArgs, ListShape};
use crate::exit::Done;
use crate::indexed::{self, Indexed};
use crate::output::{self, csv_row, printable, thousands};
use crate::report_text::OfFile;
use crate::selection::Selection;
use crate::{input, rules_file, selection};

pub(crate) fn run(args: &FindArgs, common: &Common) -> anyhow::Result<Done> {
    let names = rules_file::opening_names(&args.judge)?;
    let selection = selection::of(&args.selection, names.as_ref());
    if args.nodes && !selection.query.is_some_and(Query::asks_for_places) {
        bail!("--nodes needs a condition that holds of places: position, pattern or comment");
    }
    let search = match &args.index {
        Some(path) => Search::of_index(path, args, common, selection.query)?,
        None => Search::of_paths(args)?,
    };
    let Search { sources, input, judging, candidates, totals } = search;
    let finder = Finder { judging: &judging, selection, args, candidates: candidates.as_ref() };
    let mut counted = Counted::default();
    // What goes on with another run has its head there.
    if args.format == ListShape::Csv && !args.count && args.input.resume.is_none() {
        let place: &[&str] = if args.nodes { &Place::HEAD } else { &[] };
        output::plain(&csv_row(&[&Row::HEAD[..], place].concat())?)?;
    }
    let run = input::run_on(
        sources,
        &input,
        common,
        || (RecordReader::new(input.read_options(judging.board())), Judge::new()),
        |(reader, judge), batch| finder.find(reader, judge, batch).map(|found| (found, OfFile::of(batch))),
        |part: anyhow::Result<((Vec<u8>, Counted), OfFile)>| {
            let ((out, part), of_file) = part?;
            of_file.say(common);
            counted.add(&part);
            let printed = if args.format == ListShape::Text { output::text(&out) } else { output::plain(&out) };
            printed.map(ControlFlow::Continue)
        },
    )?;
    if let Some(candidates) = &candidates {
        if counted.seen != candidates.count() && run.is_complete() {
            let (seen, count) = (counted.seen, candidates.count());
            bail!(
                "the index says that {count} records are to be looked at, and {seen} are there: its files have changed"
            );
        }
        (counted.seen, counted.unreadable) = (totals.seen, totals.unreadable);
    }
    if args.count {
        let found = if args.nodes { counted.places } else { counted.found };
        output::plain(format!("{found}\n").as_bytes())?;
    }
    if !common.quiet {
        let Counted { seen, found, unknown, unreadable, places, unlisted } = counted;
        let places = if args.nodes { format!(" at {}", output::count(places, "place")) } else { String::new() };
        say!(
            "{} = {} found{places} + {} not meant + {} of which it is not known + {} unreadable",
            output::count(seen, "record"),
            thousands(found),
            thousands(seen - found - unknown - unreadable),
            thousands(unknown),
            thousands(unreadable)
        );
        if unlisted > 0 {
            let most = thousands(MOST_PLACES);
            say!("Not listed: {} places, those beyond {most} of one record", thousands(unlisted));
        }
    }
    Ok(run.done(false))
}

/// What is looked through, and how.
struct Search {
    sources: Sources,
    input: InputArgs,
    judging: JudgeOptions,
    /// The records that are looked at; all where there are none.
    candidates: Option<Candidates>,
    /// How many records there are, where only some are looked at.
    totals: IndexTotals,
}

impl Search {
    fn of_paths(args: &FindArgs) -> anyhow::Result<Search> {
        let judging = rules_file::judge_options(&args.judge, args.procedure.opening.as_ref())?;
        let judging = selection::judging(&args.selection, judging);
        let (sources, input) = (Sources::new(&args.input.paths)?, args.input.clone());
        Ok(Search { sources, input, judging, candidates: None, totals: IndexTotals::default() })
    }

    /// The records that an index says may be meant; all where it cannot say.
    fn of_index(path: &Path, args: &FindArgs, common: &Common, query: Option<&Query>) -> anyhow::Result<Search> {
        let Indexed { mut index, stated, judging } = Indexed::open(path)?;
        let changes = index.changes()?;
        if !changes.changed.is_empty() || !changes.vanished.is_empty() {
            bail!("{}", indexed::news(&index, &changes));
        }
        if !changes.is_empty() && !common.quiet {
            say!("{}", indexed::news(&index, &changes));
        }
        // In variations positions come about that the index does not know.
        let query = query.filter(|_| !args.nodes);
        let candidates = query.map(|query| index.candidates(query, judging.catalogue)).transpose()?.flatten();
        if candidates.is_none() && !common.quiet {
            say!("The index does not narrow this down; all records are read.");
        }
        let sources = candidates.as_ref().map_or_else(|| index.sources(), Candidates::sources);
        let input = InputArgs { threads: args.input.threads, ..stated.input };
        let judging = selection::judging(&args.selection, judging);
        Ok(Search { sources, input, judging, candidates, totals: index.totals() })
    }
}

/// How many places of one record are listed; the others are counted.
const MOST_PLACES: u64 = 100_000;

#[derive(Default)]
struct Counted {
    seen: u64,
    found: u64,
    unknown: u64,
    unreadable: u64,
    places: u64,
    unlisted: u64,
}

impl Counted {
    fn add(&mut self, part: &Counted) {
        self.seen += part.seen;
        self.found += part.found;
        self.unknown += part.unknown;
        self.unreadable += part.unreadable;
        self.places += part.places;
        self.unlisted += part.unlisted;
    }
}

/// A place in a record that was found.
#[derive(Serialize)]
struct Place {
    path: String,
    ply: u32,
    point: Option<String>,
}

impl Place {
    const HEAD: [&'static str; 3] = ["path", "ply", "point"];
}

/// A record that was found, and perhaps the place.
#[derive(Serialize)]
struct Listed<'a> {
    #[serde(flatten)]
    row: &'a Row<'a>,
    #[serde(flatten)]
    place: Option<&'a Place>,
}

/// A record that was found.
#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    record: u64,
    id: Option<&'a str>,
    rules: &'a str,
    opening: Option<&'a str>,
    opening_code: Option<&'a str>,
    black: Option<&'a str>,
    white: Option<&'a str>,
    result: Option<&'a str>,
    date: Option<&'a str>,
    event: Option<&'a str>,
    plies: u32,
    verdict: &'a str,
}

impl Row<'_> {
    const HEAD: [&'static str; 13] = [
        "file",
        "record",
        "id",
        "rules",
        "opening",
        "opening_code",
        "black",
        "white",
        "result",
        "date",
        "event",
        "plies",
        "verdict",
    ];

    fn text(&self, out: &mut Vec<u8>) -> std::io::Result<()> {
        let (black, white) = (self.black.unwrap_or("?"), self.white.unwrap_or("?"));
        write!(out, "{}:{}  {} - {}", printable(self.file), self.record, printable(black), printable(white))?;
        write!(out, "  {}  {}", self.result.unwrap_or("*"), self.rules)?;
        for part in [self.opening, self.opening_code, self.date, self.event].into_iter().flatten() {
            write!(out, "  {}", printable(part))?;
        }
        write!(out, "  {} plies", self.plies)
    }

    /// One line; `place` where places are listed.
    fn line(&self, shape: ListShape, place: Option<&Place>, out: &mut Vec<u8>) -> anyhow::Result<()> {
        match shape {
            ListShape::Text => {
                self.text(out)?;
                if let Some(Place { path, ply, point }) = place {
                    write!(out, "  {path} ply {ply}")?;
                    point.iter().try_for_each(|point| write!(out, " {point}"))?;
                }
                out.push(b'\n');
            }
            ListShape::Csv => out.extend_from_slice(&match place {
                Some(place) => csv_row(&(self, place))?,
                None => csv_row(self)?,
            }),
            ListShape::Jsonl => {
                serde_json::to_writer(&mut *out, &Listed { row: self, place })?;
                out.push(b'\n');
            }
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
struct Finder<'a> {
    judging: &'a JudgeOptions,
    selection: Selection<'a>,
    args: &'a FindArgs,
    candidates: Option<&'a Candidates>,
}

impl Finder<'_> {
    fn find(&self, reader: &mut RecordReader, judge: &mut Judge, batch: &Batch) -> anyhow::Result<(Vec<u8>, Counted)> {
        let (mut out, mut counted) = (Vec::new(), Counted::default());
        let format = batch.input.format.map_or("", |f| f.info().id);
        for slice in batch.records() {
            if self.candidates.is_some_and(|candidates| !candidates.has(batch, slice.number)) {
                continue;
            }
            counted.seen += 1;
            let record = reader.read(batch, &slice);
            if !record.readable {
                counted.unreadable += 1;
                continue;
            }
            let judgement = judge.judge(record, format, self.judging);
            let facts = self.selection.facts(record, &judgement, judge);
            let verdict = judge.verdict();
            let row = Row {
                file: batch.input.name(),
                record: slice.number,
                id: record.get(Field::Id),
                rules: &judgement.game.id,
                opening: judgement.opening.map(|o| o.id.as_ref()),
                opening_code: verdict.opening.map(|o| o.code),
                black: record.get(Field::BlackName),
                white: record.get(Field::WhiteName),
                result: record.stated_result().map(|r| r.text()),
                date: record.get(Field::Date),
                event: record.get(Field::Event),
                plies: verdict.plies,
                verdict: verdict.legality.name(),
            };
            let shape = self.args.format;
            let found = if let Some(query) = self.selection.query.filter(|_| self.args.nodes) {
                let (mut places, mut written) = (0, Ok(()));
                let letters = record.coords;
                let known = query.places(&Selection::subject(&facts, batch, judge), |found| {
                    places += 1;
                    if self.args.count || places > MOST_PLACES || written.is_err() {
                        return;
                    }
                    let point = found.point.map(|p| p.text(letters).to_string());
                    let place = Place { path: found.way.to_string(), ply: found.ply, point };
                    written = row.line(shape, Some(&place), &mut out);
                });
                written?;
                counted.places += places;
                counted.unlisted += if self.args.count { 0 } else { places.saturating_sub(MOST_PLACES) };
                known
            } else {
                let found = self.selection.means(&facts, batch, judge);
                if found == Some(true) && !self.args.count {
                    row.line(shape, None, &mut out)?;
                }
                found
            };
            counted.found += u64::from(found == Some(true));
            counted.unknown += u64::from(found.is_none());
        }
        if self.candidates.is_none() && batch.end.as_ref().is_some_and(|end| end.outcome.is_some()) {
            counted.seen += 1;
            counted.unreadable += 1;
        }
        Ok((out, counted))
    }
}
