//! Writing the records that stay.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use pentad_corpus::convert::{Converter, Encoder, LossTally, Outbox, Part, Place, Plan, SplitBy, Target};
use pentad_corpus::duplicate::{Decisions, Index, Side};
use pentad_formats::{FORMATS, WriteOptions};

use crate::args::{Common, DedupArgs};
use crate::exit::Done;
use crate::output::thousands;
use crate::twice::{Twice, is_stdout};
use crate::{input, output};

/// Where what stays goes.
pub(super) struct Output {
    plan: Plan,
    outbox: Outbox,
}

/// What became of the records.
#[derive(Default)]
pub(super) struct Counts {
    written: u64,
    dropped: u64,
    not_convertible: u64,
    unreadable: u64,
    refused: u64,
    losses: LossTally,
}

impl Counts {
    /// Whether records are neither written nor dropped.
    pub(super) fn lacking(&self) -> bool {
        self.not_convertible + self.unreadable > 0
    }

    pub(super) fn text(&self, out: &mut String) {
        for row in self.losses.rows() {
            let _ = writeln!(out, "lost: {} {}: {}", thousands(row.count), row.what, row.why);
        }
        let all = self.written + self.dropped + self.not_convertible + self.unreadable + self.refused;
        let _ = writeln!(
            out,
            "{} records = {} written + {} dropped + {} not convertible + {} unreadable + {} refused",
            thousands(all),
            thousands(self.written),
            thousands(self.dropped),
            thousands(self.not_convertible),
            thousands(self.unreadable),
            thousands(self.refused)
        );
    }
}

impl Output {
    pub(super) fn new(path: &Path, args: &DedupArgs) -> anyhow::Result<Output> {
        let target = target(path, args)?;
        let inputs: Vec<PathBuf> = args.input.paths.iter().chain(&args.against).cloned().collect();
        let one_file = |path: &PathBuf| {
            let packed = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("zip"));
            is_stdout(path) || path.is_file() && !packed
        };
        let plan = Plan {
            target,
            steps: Vec::new(),
            merge: None,
            rewrite: false,
            split: args.split_by,
            sample: None,
            alone: matches!(&args.input.paths[..], [path] if one_file(path)),
        };
        let outbox = Outbox::new(place(path, args)?, &target, args.force, &inputs)?;
        Ok(Output { plan, outbox })
    }
}

/// Writes what stays; `None` where the user interrupted.
pub(super) fn run(
    output: Output,
    args: &DedupArgs,
    common: &Common,
    looked: &Twice<'_>,
    index: &Index,
    decisions: &Decisions,
) -> anyhow::Result<Option<Counts>> {
    let Output { plan, mut outbox } = output;
    let mut encoder = Encoder::new(&plan);
    let mut counts = Counts::default();
    let board = crate::rules_file::judge_options(&args.judge, None)?.board();
    let run = input::run_on(
        looked.sources()?,
        &args.input,
        common,
        || Converter::new(&plan, args.input.read_options(board)),
        |converter, batch| converter.convert(batch),
        |mut part: Part| {
            for mut item in std::mem::take(&mut part.items) {
                let number = index.number(Side::Looked, &part.input, item.number)?;
                if item.unreadable.is_some() {
                    counts.unreadable += 1;
                } else if decisions.dropped.get(number) {
                    counts.dropped += 1;
                } else {
                    outbox.write(&part.input, &item, &part.bytes)?;
                    let write = &mut |piece: &_, bytes: &[u8]| outbox.write_piece(&part.input, false, piece, bytes);
                    encoder.expand(&part.input, &mut item, write)?;
                    counts.losses.add(&item.losses);
                    if item.made > 0 {
                        counts.written += 1;
                    } else {
                        counts.not_convertible += 1;
                    }
                }
            }
            if !part.tail.is_empty() {
                outbox.tail(&part.input, &part.tail)?;
            }
            if part.ended {
                outbox.saw(&part.input)?;
                counts.refused += u64::from(part.outcome.is_some());
            }
            outbox.flush()?;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    if run.done(false) == Done::Interrupted {
        return Ok(None);
    }
    outbox.finish()?;
    Ok(Some(counts))
}

fn target(path: &Path, args: &DedupArgs) -> anyhow::Result<Target> {
    let form = match args.to {
        Some(form) => form,
        None if is_stdout(path) => bail!("-o - needs --to FORMAT: standard output has no name to tell a format by"),
        None if args.split_by.is_some() => {
            bail!("--split-by needs --to FORMAT: a folder has no name to tell a format by")
        }
        None => crate::command::convert::by_extension(path)?,
    };
    let info = form.format.info();
    if !info.writes {
        let writers: Vec<_> = FORMATS.iter().filter(|f| f.info().writes).map(|f| f.info().id).collect();
        bail!("{} is read and not written; written are {}", info.id, writers.join(", "));
    }
    Ok(Target { format: form.format, options: WriteOptions { dialect: form.dialect, ..WriteOptions::default() } })
}

fn place(path: &Path, args: &DedupArgs) -> anyhow::Result<Place> {
    if let Some(split) = args.split_by {
        if is_stdout(path) || path.is_file() {
            bail!("--split-by writes into a folder, and {} is none", path.display());
        }
        let folder = path.to_owned();
        return Ok(if split == SplitBy::Record { Place::FileForEach(folder) } else { Place::Folder(folder) });
    }
    let io_error = |error: anyhow::Error| error.downcast::<io::Error>().unwrap_or_else(io::Error::other);
    if is_stdout(path) {
        return Ok(Place::Stream(Box::new(move |bytes: &[u8]| output::plain(bytes).map_err(io_error))));
    }
    match path.metadata() {
        Ok(data) if data.is_dir() => {
            bail!("{} is a folder; --split-by record writes a file for each record into it", path.display())
        }
        // A device or a pipe cannot appear whole, and must not be replaced by a file.
        Ok(data) if !data.is_file() => {
            let mut file = File::options().write(true).open(path).with_context(|| path.display().to_string())?;
            Ok(Place::Stream(Box::new(move |bytes: &[u8]| file.write_all(bytes))))
        }
        _ => Ok(Place::File(path.to_owned())),
    }
}
