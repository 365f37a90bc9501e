//! `pentad find`: the records that a query means.

use std::io::Write as _;
use std::ops::ControlFlow;

use pentad_corpus::{Batch, Judge, JudgeOptions, RecordReader};
use pentad_formats::Field;
use serde::Serialize;

use crate::args::{Common, FindArgs, ListShape};
use crate::exit::Done;
use crate::output::{self, printable, thousands};
use crate::selection::Selection;
use crate::{input, rules_file};

pub(crate) fn run(args: &FindArgs, common: &Common) -> anyhow::Result<Done> {
    let judging = rules_file::judge_options(&args.judge, args.procedure.opening.as_ref())?;
    let names = rules_file::opening_names(&args.judge)?;
    let selection = Selection::of(&args.selection, names.as_ref());
    let mut counted = Counted::default();
    if args.format == ListShape::Csv && !args.count {
        output::plain(&csv_row(&Row::HEAD)?)?;
    }
    let run = input::run(
        &args.input,
        common,
        || (RecordReader::new(args.input.read_options(judging.board())), Judge::new()),
        |(reader, judge), batch| find(reader, judge, batch, &judging, &selection, args),
        |part: anyhow::Result<(Vec<u8>, Counted)>| {
            let (out, part) = part?;
            counted.add(&part);
            let printed = if args.format == ListShape::Text { output::text(&out) } else { output::plain(&out) };
            printed.map(ControlFlow::Continue)
        },
    )?;
    if args.count {
        output::plain(format!("{}\n", counted.found).as_bytes())?;
    }
    if !common.quiet {
        let Counted { seen, found, unknown, unreadable } = counted;
        anstream::eprintln!(
            "{} records = {} found + {} not meant + {} of which it is not known + {} unreadable",
            thousands(seen),
            thousands(found),
            thousands(seen - found - unknown - unreadable),
            thousands(unknown),
            thousands(unreadable)
        );
    }
    Ok(run.done(false))
}

#[derive(Default)]
struct Counted {
    seen: u64,
    found: u64,
    unknown: u64,
    unreadable: u64,
}

impl Counted {
    fn add(&mut self, part: &Counted) {
        self.seen += part.seen;
        self.found += part.found;
        self.unknown += part.unknown;
        self.unreadable += part.unreadable;
    }
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
        writeln!(out, "  {} plies", self.plies)
    }
}

fn csv_row(row: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    writer.serialize(row)?;
    Ok(writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
}

fn find(
    reader: &mut RecordReader,
    judge: &mut Judge,
    batch: &Batch,
    judging: &JudgeOptions,
    selection: &Selection<'_>,
    args: &FindArgs,
) -> anyhow::Result<(Vec<u8>, Counted)> {
    let (mut out, mut counted) = (Vec::new(), Counted::default());
    let format = batch.input.format.map_or("", |f| f.info().id);
    for slice in batch.records() {
        counted.seen += 1;
        let record = reader.read(batch, &slice);
        if !record.readable {
            counted.unreadable += 1;
            continue;
        }
        let judgement = judge.judge(record, format, judging);
        match selection.takes(batch, record, &judgement, judge) {
            Some(true) => counted.found += 1,
            Some(false) => continue,
            None => {
                counted.unknown += 1;
                continue;
            }
        }
        if args.count {
            continue;
        }
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
        match args.format {
            ListShape::Text => row.text(&mut out)?,
            ListShape::Csv => out.extend_from_slice(&csv_row(&row)?),
            ListShape::Jsonl => {
                serde_json::to_writer(&mut out, &row)?;
                out.push(b'\n');
            }
        }
    }
    if batch.end.as_ref().is_some_and(|end| end.outcome.is_some()) {
        counted.seen += 1;
        counted.unreadable += 1;
    }
    Ok((out, counted))
}
