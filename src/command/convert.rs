//! `pentad convert`: records from one format into another, with a report of what was lost.

use std::fs::File;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use pentad_corpus::Input;
use pentad_corpus::convert::{
    AllLines, Chosen, Converter, Encoder, Item, MainLine, Outbox, Part, Piece, Place, Plan, Reservoir, Sample, SplitBy,
    Step, Strip, Target, Turn, Union,
};
use pentad_formats::{Encoding, FORMATS, WriteOptions};

use crate::args::{Common, ConvertArgs, Form};
use crate::exit::Done;
use crate::loss_report::Report;
use crate::{input, output};

pub(crate) fn run(args: &ConvertArgs, common: &Common) -> anyhow::Result<Done> {
    let target = target(args)?;
    let plan = plan(args, target);
    let mut outbox = Outbox::new(place(args)?, &target, args.force, &args.input.paths)?;
    let mut report = Report::new(args, common, target)?;
    let mut encoder = Encoder::new(&plan);
    let mut union = plan.merge.as_ref().map(|_| Union::new());
    let mut reservoir = plan.sample.as_ref().map(Reservoir::new);
    let run = input::run(
        &args.input,
        common,
        || Converter::new(&plan, args.input.read_options(args.size)),
        |converter, batch| converter.convert(batch),
        |mut part: Part| {
            report.part(&part)?;
            for item in std::mem::take(&mut part.items) {
                match reservoir.as_mut().filter(|_| item.unreadable.is_none()) {
                    Some(reservoir) => {
                        report.counts.read += 1;
                        let bytes =
                            item.pieces.iter().map(|p| &part.bytes[p.bytes.clone()]).collect::<Vec<_>>().concat();
                        let item = at_start(item);
                        reservoir.offer(Chosen { input: part.input.clone(), item, bytes });
                    }
                    None => {
                        report.counts.read += 1;
                        let to = (&mut encoder, &mut outbox, union.as_mut());
                        emit(&part.input, item, &part.bytes, to, &mut report)?;
                    }
                }
            }
            if !part.tail.is_empty() {
                outbox.tail(&part.input, &part.tail)?;
            }
            if part.ended {
                outbox.saw(&part.input)?;
            }
            outbox.flush()?;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    if run.done(false) == Done::Interrupted {
        return Ok(Done::Interrupted);
    }
    for chosen in reservoir.map(Reservoir::into_chosen).unwrap_or_default() {
        let Chosen { input, item, bytes } = chosen;
        emit(&input, item, &bytes, (&mut encoder, &mut outbox, union.as_mut()), &mut report)?;
    }
    if let Some(union) = union {
        let write = &mut |input: &Input, piece: &Piece, bytes: &[u8]| outbox.write_piece(input, false, piece, bytes);
        if let Some((item, nodes)) = union.finish(&mut encoder, write)? {
            if let (0, Some(loss)) = (item.made, item.losses.iter().find(|loss| loss.is_record())) {
                bail!("the tree of all records cannot be written: {}", loss.why);
            }
            report.union(&args.output.display().to_string(), &item, nodes)?;
        }
    }
    let denied = args.deny_loss && report.lost();
    let written = if denied { None } else { Some(outbox.finish()?) };
    report.finish(written)?;
    Ok(match run.done(denied) {
        Done::Sound if report.counts.lost_records() > 0 => Done::NotAll,
        done => done,
    })
}

/// Writes a record and counts what was lost.
fn emit(
    input: &Arc<Input>,
    mut item: Item,
    bytes: &[u8],
    (encoder, outbox, union): (&mut Encoder<'_>, &mut Outbox, Option<&mut Union>),
    report: &mut Report<'_>,
) -> anyhow::Result<()> {
    if let Some(union) = union {
        union.add(input, &mut item);
        return report.item(input.name(), &item);
    }
    outbox.write(input, &item, bytes)?;
    encoder.expand(input, &mut item, &mut |piece, bytes| outbox.write_piece(input, false, piece, bytes))?;
    report.item(input.name(), &item)
}

/// The pieces of an item that is taken out of its part, one after the other from 0 on.
fn at_start(mut item: Item) -> Item {
    let mut at = 0;
    for piece in &mut item.pieces {
        let len = piece.bytes.len();
        piece.bytes = at..at + len;
        at += len;
    }
    item
}

fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What to write: as `--to` says, else as the output is called.
fn target(args: &ConvertArgs) -> anyhow::Result<Target> {
    let form = match args.to {
        Some(form) => form,
        None if is_stream(&args.output) => {
            bail!("-o - needs --to FORMAT: standard output has no name to tell a format by")
        }
        None if args.split_by.is_some() => {
            bail!("--split-by needs --to FORMAT: a folder has no name to tell a format by")
        }
        None => by_extension(&args.output)?,
    };
    let info = form.format.info();
    if !info.writes {
        let writers: Vec<_> = FORMATS.iter().filter(|f| f.info().writes).map(|f| f.info().id).collect();
        bail!("{} is read and not written; written are {}", info.id, writers.join(", "));
    }
    let dialect = match (&args.dialect, form.dialect) {
        (Some(_), Some(_)) => {
            bail!("--dialect and --to {}:{} both name a dialect", info.id, form.dialect.unwrap_or(""))
        }
        (Some(name), None) => {
            let form = crate::args::form(&format!("{}:{name}", info.id)).map_err(anyhow::Error::msg);
            form.context("--dialect")?.dialect
        }
        (None, dialect) => dialect,
    };
    let encoding = args.encoding_out.unwrap_or_default();
    if !encoding.can_be_written() {
        bail!("--encoding-out: {} has no ASCII in it, which the formats need", encoding.name());
    }
    if encoding != Encoding::UTF_8 && !form.format.any_encoding() {
        bail!("--encoding-out: {} files have no choice of encoding", info.id);
    }
    let options = WriteOptions { dialect, coords: args.coords_out, encoding };
    Ok(Target { format: form.format, options })
}

pub(super) fn by_extension(path: &Path) -> anyhow::Result<Form> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    if matches!(extension.as_str(), "gz" | "zst" | "zip") {
        bail!("compressed files are not written; -o - with --to FORMAT writes to a program that compresses");
    }
    let found: Vec<_> = FORMATS.iter().filter(|f| f.info().extensions.contains(&extension.as_str())).copied().collect();
    match found[..] {
        [format] => Ok(Form { format, dialect: None }),
        [] => bail!("the name {} tells no format; --to FORMAT does", path.display()),
        _ => {
            let ids: Vec<_> = found.iter().map(|f| f.info().id).collect();
            bail!("the name {} may mean {}; --to FORMAT tells which", path.display(), ids.join(" or "))
        }
    }
}

fn plan(args: &ConvertArgs, target: Target) -> Plan {
    let mut steps: Vec<Box<dyn Step>> = Vec::new();
    if let Some(subtree) = &args.subtree {
        steps.push(Box::new(subtree.clone()));
    }
    if args.mainline {
        steps.push(Box::new(MainLine));
    }
    if args.lines {
        steps.push(Box::new(AllLines));
    }
    if let Some(symmetry) = args.transform {
        steps.push(Box::new(Turn(symmetry)));
    }
    let mut merge: Option<Vec<Box<dyn Step>>> = args.merge_tree.then(Vec::new);
    if !args.strip.is_empty() {
        // Before the union: it puts players and results into comments.
        merge.as_mut().unwrap_or(&mut steps).push(Box::new(Strip(args.strip.clone())));
    }
    let one_file = |path: &PathBuf| {
        let packed = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("zip"));
        is_stream(path) || path.is_file() && !packed
    };
    Plan {
        target,
        steps,
        merge,
        rewrite: args.rewrite || args.encoding_out.is_some() || args.coords_out.is_some(),
        split: args.split_by,
        sample: args.sample.map(|size| Sample::new(size, args.seed)),
        alone: matches!(&args.input.paths[..], [path] if one_file(path)),
    }
}

fn place(args: &ConvertArgs) -> anyhow::Result<Place> {
    let path = &args.output;
    let stdout = |bytes: &[u8]| output::plain(bytes).map_err(io_error);
    if args.split_by.is_some() {
        if is_stream(path) || path.is_file() {
            bail!("--split-by writes into a folder, and {} is none", path.display());
        }
        let each = args.split_by == Some(SplitBy::Record);
        return Ok(if each { Place::FileForEach(path.clone()) } else { Place::Folder(path.clone()) });
    }
    if is_stream(path) {
        return Ok(if args.deny_loss { Place::StreamAtEnd(Box::new(stdout)) } else { Place::Stream(Box::new(stdout)) });
    }
    match path.metadata() {
        Ok(data) if data.is_dir() => {
            bail!("{} is a folder; --split-by record writes a file for each record into it", path.display())
        }
        // A device or a pipe cannot appear whole, and must not be replaced by a file.
        Ok(data) if !data.is_file() => {
            let mut file = File::options().write(true).open(path).with_context(|| path.display().to_string())?;
            let stream = Box::new(move |bytes: &[u8]| file.write_all(bytes));
            Ok(if args.deny_loss { Place::StreamAtEnd(stream) } else { Place::Stream(stream) })
        }
        _ => Ok(Place::File(path.clone())),
    }
}

fn io_error(error: anyhow::Error) -> io::Error {
    error.downcast::<io::Error>().unwrap_or_else(io::Error::other)
}
