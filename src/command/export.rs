//! `pentad export`: records as tables for other programs.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use pentad_corpus::export::{Table, TablePart, Tabulator};
use pentad_corpus::table::{Folder, Rows, TableFormat, TableWriter};
use pentad_corpus::{Batch, Input, Judge, JudgeOptions, Limits, Outcome, RecordReader, Tally};

use crate::args::{Common, ExportArgs};
use crate::exit::Done;
use crate::output::{self, thousands};
use crate::selection::{Passed, Selection};
use crate::{input, report_text, rules_file, selection, table_format};

/// Bytes that are read at a time, of a stream and of a big file. Rows take up to twenty times the room of the moves they come from.
const BATCH: usize = 32 << 10;
const CHUNK: usize = 32 << 10;
/// Bytes of a thread whose rows may wait for earlier ones: twice the usual batches, so that this counts for long records alone.
const WAITING: usize = 8 * BATCH;

pub(crate) fn run(args: &ExportArgs, common: &Common) -> anyhow::Result<Done> {
    let format = args.format.format();
    table_format::check(format)?;
    if args.input.resume.is_some() {
        bail!("--resume: rows are numbered through all records, so that there is nothing to go on from");
    }
    let tables = tables(args)?;
    let judging = rules_file::judge_options(&args.judge, args.procedure.opening.as_ref())?;
    // All findings have a row.
    let judging = JudgeOptions { fours: true, ..judging };
    let names = rules_file::opening_names(&args.judge)?;
    let selection = selection::of(&args.selection, names.as_ref());
    let mut output = Output::open(&tables, format, args)?;
    let mut counted = Counted::default();
    let run = input::run_within(
        Limits { batch: BATCH, chunk: CHUNK, waiting: WAITING, ..Limits::default() },
        &args.input,
        common,
        || Worker {
            reader: RecordReader::new(args.input.read_options(judging.board())),
            judge: Judge::new(),
            tabulator: Tabulator::new(tables.clone(), format),
        },
        |worker, batch| worker.work(batch, &judging, &selection),
        |part| {
            if let (Some(input), Some(folder)) = (&part.ended, &output.folder) {
                folder.saw(input)?;
            }
            if let Some(input) = &part.ended {
                report_text::say_outcome(common, input.name(), part.outcome.as_ref());
            }
            counted.add(&part);
            output.write(part.tables).map(ControlFlow::Continue)
        },
    )?;
    if run.was_interrupted() && output.folder.is_some() {
        say!("interrupted; no file was written");
        return Ok(Done::Interrupted);
    }
    let rows = output.finish()?;
    if !common.quiet {
        counted.report(&tables, &rows, args);
    }
    Ok(run.done(false))
}

/// The tables that are asked for, each once.
fn tables(args: &ExportArgs) -> anyhow::Result<Vec<Table>> {
    let asked: Vec<Table> =
        Table::ALL.into_iter().filter(|t| args.tables.is_empty() || args.tables.contains(t)).collect();
    if args.output.as_os_str() == "-" && asked.len() > 1 {
        bail!("standard output takes one table; --tables games, plies or findings says which");
    }
    Ok(asked)
}

struct Worker {
    reader: RecordReader,
    judge: Judge,
    tabulator: Tabulator,
}

/// A batch as tables.
struct Part {
    tables: TablePart,
    tally: Tally,
    passed: Passed,
    /// The input that came to its end.
    ended: Option<Arc<Input>>,
    /// What is wrong with it as a whole.
    outcome: Option<Outcome>,
}

impl Worker {
    fn work(&mut self, batch: &Batch, judging: &JudgeOptions, selection: &Selection<'_>) -> Part {
        let Worker { reader, judge, tabulator } = self;
        let ended = batch.end.as_ref().map(|_| Arc::clone(&batch.input));
        let mut part = Part {
            tables: tabulator.begin(),
            tally: Tally::default(),
            passed: Passed::default(),
            ended,
            outcome: None,
        };
        let mut locators = batch.locators();
        let format = batch.input.format.map_or("", |f| f.info().id);
        for slice in batch.records() {
            part.tables.count();
            let record = reader.read(batch, &slice);
            if !record.readable {
                part.tally.add_unreadable(record.findings.iter());
                if selection.query.is_none() {
                    let locator = locators.of(&slice);
                    tabulator.record(&mut part.tables, batch, &slice, None, [&record.findings, &[]], locator);
                }
                continue;
            }
            let judgement = judge.judge(record, format, judging);
            part.tally.add_judged(judge.verdict(), record.findings.iter().chain(judge.findings()));
            let facts = selection.facts(record, &judgement, judge);
            let taken = selection.means(&facts, batch, judge);
            part.passed.count(taken);
            if taken == Some(true) {
                let findings = [&record.findings[..], judge.findings()];
                tabulator.record(&mut part.tables, batch, &slice, Some(&facts), findings, locators.of(&slice));
            }
        }
        if let Some(outcome) = batch.end.as_ref().and_then(|end| end.outcome.as_ref()) {
            part.tables.count();
            part.tally.add_file(outcome);
            part.outcome = Some(outcome.clone());
            if selection.query.is_none() {
                tabulator.file(&mut part.tables, batch.input.name(), outcome);
            }
        }
        part
    }
}

#[derive(Default)]
struct Counted {
    tally: Tally,
    passed: Passed,
}

impl Counted {
    fn add(&mut self, part: &Part) {
        self.tally.merge(&part.tally);
        self.passed.add(part.passed);
    }

    fn report(&self, tables: &[Table], rows: &[u64], args: &ExportArgs) {
        let Tally { sound, with_findings, unreadable, refused, .. } = self.tally;
        let n = thousands;
        say!(
            "{} = {} sound + {} with findings + {} unreadable + {} refused",
            output::count(self.tally.records(), "record"),
            n(sound),
            n(with_findings),
            n(unreadable),
            n(refused)
        );
        if args.selection.query.is_some() {
            say_text!("{}", selection::told(self.passed));
        }
        let of = |(table, rows): (&Table, &u64)| format!("{} {}", n(*rows), table.schema().name);
        let rows: Vec<String> = tables.iter().zip(rows).map(of).collect();
        let to = match &*args.output.to_string_lossy() {
            "-" => "on standard output".to_owned(),
            folder => format!("in {}", output::printable(folder)),
        };
        say!("rows: {}; {} {to}", rows.join(", "), args.format.format().name());
    }
}

/// Where tables go.
struct Output {
    folder: Option<Folder>,
    writers: Vec<TableWriter<Out>>,
    /// How many records the parts before had.
    seen: u64,
}

impl Output {
    fn open(tables: &[Table], format: TableFormat, args: &ExportArgs) -> anyhow::Result<Output> {
        let mut output = Output { folder: None, writers: Vec::new(), seen: 0 };
        let (path, threads) = (&args.output, input::threads(&args.input));
        let mut folder = if path.as_os_str() == "-" { None } else { Some(Folder::new(path, args.force)?) };
        for table in tables {
            let out = match &mut folder {
                Some(folder) => Out::File(folder.create(format!("{}.{}", table.schema().name, format.name()))?),
                None => Out::Stdout(Vec::new()),
            };
            let writer = TableWriter::new(table.schema(), format, out).context(NOT_WRITTEN)?;
            output.writers.push(writer.with_threads(threads));
        }
        output.folder = folder;
        Ok(output)
    }

    fn write(&mut self, part: TablePart) -> anyhow::Result<()> {
        let before = i64::try_from(self.seen).context("more records than can be counted")?;
        self.seen += part.counted();
        let on_stdout = self.folder.is_none();
        let write = |(writer, rows): (&mut TableWriter<Out>, Rows<'_>)| {
            writer.write(rows, before)?;
            // Whoever reads gets whole rows, also when nothing follows.
            if on_stdout { writer.flush() } else { Ok(()) }
        };
        self.writers.iter_mut().zip(part.into_rows()).try_for_each(write).context(NOT_WRITTEN)
    }

    /// Ends the tables, lets files appear, and tells how many rows each table has.
    fn finish(self) -> anyhow::Result<Vec<u64>> {
        let rows = self.writers.into_iter().map(TableWriter::finish).collect::<io::Result<Vec<u64>>>();
        let rows = rows.context(NOT_WRITTEN)?;
        self.folder.map(Folder::finish).transpose()?;
        Ok(rows)
    }
}

const NOT_WRITTEN: &str = "a table could not be written";

/// Takes the bytes of a table.
enum Out {
    File(BufWriter<File>),
    /// Gathers them up to the next [`Write::flush`], or until they are many.
    Stdout(Vec<u8>),
}

/// Bytes for standard output that are gathered at most.
const GATHERED: usize = 256 << 10;

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::File(file) => file.write(bytes),
            Out::Stdout(_) => self.write_all(bytes).map(|()| bytes.len()),
        }
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Out::File(file) => file.write_all(bytes),
            Out::Stdout(gathered) => {
                gathered.extend_from_slice(bytes);
                if gathered.len() < GATHERED { Ok(()) } else { self.flush() }
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::File(file) => file.flush(),
            Out::Stdout(gathered) => {
                let written = output::plain(gathered);
                gathered.clear();
                written.map_err(|error| error.downcast::<io::Error>().unwrap_or_else(io::Error::other))
            }
        }
    }
}
