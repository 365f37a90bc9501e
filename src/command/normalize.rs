//! `pentad normalize`: clean records, and a report of every change.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, anyhow, bail};
use pentad_corpus::convert::{Converter, Encoder, Item, MainLine, Outbox, Part, Plan, Step, Written};
use pentad_corpus::manifest::{FileEntry, InputCounts};
use pentad_corpus::normalize::{Aliases, Fixes, SeenNames};

use crate::args::{Common, CutWhere, NormalizeArgs};
use crate::change_report::ChangeReport;
use crate::exit::Done;
use crate::loss_report::Report;
use crate::output::printable;
use crate::side_file::{self, SideFile};
use crate::target::{place, target};
use crate::{expectation, input, manifest_file, partial, rules_file, selection};

/// Groups of names that are printed where no file takes them.
const SUGGESTED: usize = 10;

pub(crate) fn run(args: &NormalizeArgs, common: &Common) -> anyhow::Result<Done> {
    let output = &args.output;
    distinct_files(args)?;
    // No output replaces a file that is read.
    let settings = args.aliases.iter().chain(args.judge.files()).chain(args.procedure.file());
    let inputs = &args.input.paths.iter().chain(settings).cloned().collect::<Vec<_>>();
    let target = target(output)?;
    let judge = rules_file::judge_options(&args.judge, args.procedure.opening.as_ref())?;
    let seen = Arc::new(Mutex::new(SeenNames::default()));
    let fixes = Fixes {
        fixes: args.fix.0.clone(),
        cut: matches!(args.cut, Some(CutWhere::FirstIrregular)),
        judge,
        aliases: args.aliases.as_deref().map(aliases).transpose()?.unwrap_or_default(),
        date_order: args.date_order,
        seen: (args.suggest.is_some() || !common.quiet).then(|| Arc::clone(&seen)),
    };
    let mut steps: Vec<Box<dyn Step>> = Vec::new();
    if args.mainline {
        steps.push(Box::new(MainLine));
    }
    steps.extend(fixes.steps());
    let names = rules_file::opening_names(&args.judge)?;
    let filter = selection::filter(&args.selection, judge);
    let plan = Plan {
        target,
        steps,
        merge: None,
        filter,
        rewrite: true,
        split: output.split_by,
        names,
        sample: None,
        alone: false,
    };
    let held = output.deny_loss || args.expect.is_some();
    let mut outbox = Outbox::new(place(&output.path, output.split_by, held)?, &target, output.force, inputs)?;
    if args.manifest.is_some() {
        outbox = outbox.listed();
    }
    let side = |option, path: &Option<PathBuf>| {
        path.as_deref().map(|path| SideFile::new(option, path, inputs, Some(&output.path), output.force)).transpose()
    };
    let mut report = Report::new(output, inputs, common, target, "normalized")?;
    let mut changes = ChangeReport::new(common.verbose, side("--changes", &args.changes)?);
    let suggest = side("--suggest", &args.suggest)?;
    let manifest = side("--manifest", &args.manifest)?;
    let mut counts = InputCounts::default();
    let mut encoder = Encoder::new(&plan);
    let run = input::run(
        &args.input,
        common,
        || Converter::new(&plan, args.input.read_options(judge.board())),
        |converter, batch| converter.convert(batch),
        |mut part: Part| {
            report.part(&part)?;
            let items = std::mem::take(&mut part.items);
            if manifest.is_some() {
                counts.add(&part.input, items.len() as u64);
            }
            for mut item in items {
                if item.taken != Some(true) {
                    report.pass_over(item.taken);
                    continue;
                }
                report.counts.read += 1;
                outbox.write(&part.input, &item, &part.bytes)?;
                let write = &mut |piece: &_, bytes: &[u8]| outbox.write_piece(&part.input, false, piece, bytes);
                encoder.expand(&part.input, &mut item, write)?;
                report.item(part.input.name(), &item)?;
                if is_written(&item) {
                    changes.item(part.input.name(), &item)?;
                }
            }
            if part.ended {
                outbox.saw(&part.input)?;
            }
            outbox.flush()?;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    if run.was_interrupted() {
        let kept = partial::keep(outbox, !held)?;
        if kept.is_kept() {
            report.keep_partial()?;
            changes.keep_partial()?;
        }
        return Ok(run.interrupted(&kept));
    }
    let unexpected = expectation::failed(args.expect, report.seen());
    let denied = unexpected || output.deny_loss && report.lost();
    let written = if denied { None } else { Some(outbox.finish()?) };
    if !common.quiet {
        changes.print();
    }
    suggestions(&seen.lock().unwrap_or_else(PoisonError::into_inner), suggest, common)?;
    let changed = changes.changed();
    let more = if changed > 0 { format!("; {} changed", crate::output::thousands(changed)) } else { String::new() };
    changes.finish()?;
    report.finish(written.as_ref(), &more)?;
    if let (Some(file), Some(written)) = (manifest, written) {
        write_manifest(file, args, &counts, &report, written)?;
    }
    Ok(match run.done(denied) {
        Done::Sound if report.counts.lost_records() > 0 => Done::NotAll,
        done => done,
    })
}

/// Whether anything came of a record: else nothing was changed in it, since it is nowhere.
fn is_written(item: &Item) -> bool {
    item.made > 0
}

/// Two files that are written must not be one.
fn distinct_files(args: &NormalizeArgs) -> anyhow::Result<()> {
    let files = [
        ("--loss", &args.output.loss),
        ("--changes", &args.changes),
        ("--suggest", &args.suggest),
        ("--manifest", &args.manifest),
    ];
    for (number, (option, path)) in files.iter().enumerate() {
        let is_same = |other: &&(&str, &Option<PathBuf>)| {
            other.1.as_ref().zip(path.as_ref()).is_some_and(|(a, b)| side_file::is_same(a, b))
        };
        let same = files[..number].iter().find(is_same);
        if let (Some((other, _)), Some(path)) = (same, path) {
            bail!("{other} and {option} both name {}", path.display());
        }
    }
    Ok(())
}

fn aliases(path: &Path) -> anyhow::Result<Aliases> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} could not be read", path.display()))?;
    let colon = |line: Option<usize>| if line.is_some() { ":" } else { ": " };
    Aliases::from_toml(&text).map_err(|error| anyhow!("{}{}{error}", path.display(), colon(error.line)))
}

/// Names that may be of one player, into their file or onto the terminal.
fn suggestions(seen: &SeenNames, file: Option<SideFile>, common: &Common) -> anyhow::Result<()> {
    if seen.too_many() {
        say!("there are too many names of players to compare them all; none are suggested");
    }
    let suggestions = seen.suggestions();
    if let Some(mut file) = file {
        file.text("# Names that may be of one player. Keep what is right and give it to --aliases.\n[players]\n")?;
        suggestions.iter().try_for_each(|suggestion| file.text(&format!("{suggestion}\n")))?;
        return file.finish();
    }
    if common.quiet || suggestions.is_empty() {
        return Ok(());
    }
    say!("perhaps one player each; nothing was changed, a file for --aliases can hold what is right:");
    say!("[players]");
    for suggestion in suggestions.iter().take(SUGGESTED) {
        suggestion.to_string().lines().for_each(|line| say!("{}", printable(line)));
    }
    if suggestions.len() > SUGGESTED {
        say!("# and {} more; --suggest FILE writes all", suggestions.len() - SUGGESTED);
    }
    Ok(())
}

/// What was read and written.
fn write_manifest(
    file: SideFile,
    args: &NormalizeArgs,
    counts: &InputCounts,
    report: &Report<'_>,
    written: Written,
) -> anyhow::Result<()> {
    let settings = args.aliases.iter().chain(args.judge.files()).chain(args.procedure.file());
    let entry = |output: pentad_corpus::convert::OutputFile| FileEntry {
        path: output.path.to_string_lossy().into_owned(),
        records: Some(output.records),
        content: Some(output.content),
    };
    let outputs = written.outputs.into_iter().map(entry).collect();
    manifest_file::write(file, counts, settings, outputs, report.by_fate())
}
