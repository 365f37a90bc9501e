//! `pentad index`: an index of positions on the disk.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use pentad_corpus::index::{Index, IndexBuilder, IndexOptions, IndexTotals};
use pentad_corpus::{ErrorKind, JudgeOptions};

use crate::args::{Common, IndexArgs, InputArgs};
use crate::exit::Done;
use crate::indexed::{self, Indexed};
use crate::output::{count, printable, thousands};
use crate::report_text::OfFile;
use crate::{input, rules_file};

/// What is to be made, of what and how.
struct Wanted {
    path: PathBuf,
    input: InputArgs,
    judging: JudgeOptions,
    options: IndexOptions,
    old: Option<Index>,
}

pub(crate) fn run(args: &IndexArgs, common: &Common) -> anyhow::Result<Done> {
    if args.input.resume.is_some() {
        anyhow::bail!("--resume: an index is made whole; what it has of unchanged files is kept in any case");
    }
    let wanted = match (&args.refresh, &args.output) {
        (Some(path), _) => refreshed(path, args)?,
        (None, Some(path)) => made(path, args, common)?,
        (None, None) => anyhow::bail!("-o DB or --refresh DB is wanted"),
    };
    let Wanted { path, input, judging, options, old } = wanted;
    let mut builder = IndexBuilder::new(&path, &input.paths, options, old, args.memory)?;
    let (read, kept) = builder.files();
    let (reading, sources) = (input.read_options(judging.board()), builder.sources());
    let collectors = builder.collectors();
    let run = input::run_on(
        sources,
        &input,
        common,
        || collectors.one(reading),
        |collector, batch| (collector.collect(batch, &judging), OfFile::of(batch)),
        |(part, of_file)| {
            of_file.say(common);
            Ok(builder.add(part).map(ControlFlow::Continue)?)
        },
    )?;
    let totals = if run.is_complete() { builder.finish(input::is_interrupted)? } else { None };
    let Some(totals) = totals else {
        say!("interrupted; no index was made, and one that is there is as it was");
        return Ok(Done::Interrupted);
    };
    if !common.quiet {
        report(&path, &totals, read, kept);
    }
    Ok(run.done(false))
}

/// An index at this place of the paths and options of the command line.
fn made(path: &Path, args: &IndexArgs, common: &Common) -> anyhow::Result<Wanted> {
    if path.as_os_str() == "-" || path.metadata().is_ok_and(|data| !data.is_file()) {
        anyhow::bail!("-o {}: an index is a regular file", path.display());
    }
    let judging = rules_file::judge_options(&args.judge, args.procedure.opening.as_ref())?;
    let flags = indexed::with_contents(indexed::deciding()?, &args.judge, &args.procedure)?;
    let options = IndexOptions { flags, depth: args.depth };
    let old = match path.try_exists() {
        _ if args.force => None,
        Ok(false) => None,
        Ok(true) if !Index::is_one(path) => {
            return Err(pentad_corpus::Error::from(ErrorKind::Exists(path.to_owned())).into());
        }
        _ => Some(
            Index::open(path).context("the index that is there cannot be made anew in part; --force replaces it")?,
        ),
    };
    let same = old.as_ref().is_none_or(|old| *old.options() == options);
    if !same && !common.quiet {
        let path = printable(&path.to_string_lossy()).into_owned();
        say!("{path} was made by other options; all files are read");
    }
    Ok(Wanted { path: path.to_owned(), input: args.input.clone(), judging, options, old: old.filter(|_| same) })
}

/// An index anew, of its own paths and options.
fn refreshed(path: &Path, args: &IndexArgs) -> anyhow::Result<Wanted> {
    let Indexed { index, stated, judging } = Indexed::open(path)?;
    let options = index.options().clone();
    let input = InputArgs { threads: args.input.threads, ..stated.input };
    Ok(Wanted { path: path.to_owned(), input, judging, options, old: Some(index).filter(|_| !args.force) })
}

fn report(path: &Path, totals: &IndexTotals, read: usize, kept: usize) {
    let IndexTotals { seen, unreadable, positions, bytes, .. } = *totals;
    say!(
        "{}: {} = {} indexed + {} unreadable; {}, {}; {} read, {} kept",
        printable(&path.to_string_lossy()),
        count(seen, "record"),
        thousands(seen - unreadable),
        thousands(unreadable),
        count(positions, "position"),
        count(bytes, "byte"),
        count(read as u64, "file"),
        thousands(kept as u64)
    );
}
