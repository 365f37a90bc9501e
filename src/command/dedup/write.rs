//! Writing the records that stay.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::bail;
use pentad_corpus::Input;
use pentad_corpus::convert::{Converter, Encoder, LossTally, Outbox, Part, Plan, Target};
use pentad_corpus::duplicate::{Decisions, Index, Side};
use pentad_formats::WriteOptions;

use super::told::some;
use crate::args::{Common, DedupArgs, Form};
use crate::exit::Done;
use crate::input;
use crate::output::thousands;
use crate::side_file::is_same;
use crate::target::{by_extension, is_stream, place, written};
use crate::twice::Twice;

/// The formats of the inputs.
#[derive(Default)]
pub(super) struct Formats(Vec<Form>);

impl Formats {
    pub(super) fn add(&mut self, input: &Input) {
        let Some(format) = input.format else { return };
        let same = |form: &Form| form.format.info().id == format.info().id && form.dialect == input.dialect;
        if !self.0.iter().any(same) {
            self.0.push(Form { format, dialect: input.dialect });
        }
    }
}

/// Checks what can be known to fail before anything is read.
pub(super) fn check(path: &Path, args: &DedupArgs) -> anyhow::Result<()> {
    place(path, args.split_by, false)?;
    if args.split_by.is_none() && path.is_file() {
        if args.input.paths.iter().chain(&args.against).any(|other| is_same(path, other)) {
            bail!("{} is an input; an output never replaces an input", path.display());
        }
        if !args.force {
            bail!("{} is there already; --force replaces it", path.display());
        }
    }
    Ok(())
}

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
            "{} = {} written + {} dropped + {} not convertible + {} unreadable + {} refused",
            some(all, "record"),
            thousands(self.written),
            thousands(self.dropped),
            thousands(self.not_convertible),
            thousands(self.unreadable),
            thousands(self.refused)
        );
    }
}

impl Output {
    pub(super) fn new(path: &Path, args: &DedupArgs, formats: &Formats) -> anyhow::Result<Output> {
        let target = target(path, args, formats)?;
        let inputs: Vec<PathBuf> = args.input.paths.iter().chain(&args.against).cloned().collect();
        let one_file = |path: &PathBuf| {
            let packed = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("zip"));
            is_stream(path) || path.is_file() && !packed
        };
        let plan = Plan {
            target,
            steps: Vec::new(),
            merge: None,
            filter: None,
            names: crate::rules_file::opening_names(&args.judge)?,
            rewrite: false,
            split: args.split_by,
            sample: None,
            alone: matches!(&args.input.paths[..], [path] if one_file(path)),
        };
        let outbox = Outbox::new(place(path, args.split_by, false)?, &target, args.force, &inputs)?;
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
    if run.done_whole() == Done::Interrupted {
        return Ok(None);
    }
    outbox.finish()?;
    Ok(Some(counts))
}

/// What is written: as `--to` says, else as the name of the output, else what all inputs are.
fn target(path: &Path, args: &DedupArgs, formats: &Formats) -> anyhow::Result<Target> {
    let named = if is_stream(path) || args.split_by.is_some() { None } else { Some(by_extension(path)) };
    let form = match (args.to, named, &formats.0[..]) {
        (Some(form), ..) | (None, Some(Ok(form)), _) => form,
        (None, _, [form]) => *form,
        (None, Some(Err(error)), _) => return Err(error),
        (None, None, _) => bail!("--to FORMAT tells what to write: the inputs are of several formats, or of none"),
    };
    written(form)?;
    Ok(Target { format: form.format, options: WriteOptions { dialect: form.dialect, ..WriteOptions::default() } })
}
