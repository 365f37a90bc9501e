//! `pentad convert`: records from one format into another, with a report of what was lost.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;
use pentad_corpus::convert::{
    AllLines, Chosen, Converter, Encoder, Item, MainLine, Outbox, Part, Piece, Plan, Reservoir, Sample, Step, Strip,
    Target, Turn, Union,
};
use pentad_corpus::{Input, JudgeOptions};

use crate::args::{Common, ConvertArgs};
use crate::exit::Done;
use crate::loss_report::Report;
use crate::target::{is_stream, place, target};
use crate::{expectation, input, partial, selection};

pub(crate) fn run(args: &ConvertArgs, common: &Common) -> anyhow::Result<Done> {
    let output = &args.output;
    let target = target(output)?;
    let plan = plan(args, target);
    let held = output.deny_loss || args.expect.is_some();
    let mut outbox =
        Outbox::new(place(&output.path, output.split_by, held)?, &target, output.force, &args.input.paths)?;
    let mut report = Report::new(output, &args.input.paths, common, target, "converted")?;
    let mut encoder = Encoder::new(&plan);
    report.counts.sampled = plan.sample.is_some();
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
                if item.taken != Some(true) {
                    report.pass_over(item.taken);
                    continue;
                }
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
    if run.was_interrupted() {
        // Of a sample and of one tree of all records nothing is there before the end.
        let whole = union.is_none() && reservoir.is_none() && !held;
        let kept = partial::keep(outbox, whole)?;
        if kept.is_kept() {
            report.keep_partial()?;
        }
        return Ok(run.interrupted(&kept));
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
            report.union(&output.path.display().to_string(), &item, nodes)?;
        }
    }
    let unexpected = expectation::failed(args.expect, report.seen());
    let denied = unexpected || output.deny_loss && report.lost();
    let written = if denied { None } else { Some(outbox.finish()?) };
    report.finish(written.as_ref(), "")?;
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
        filter: selection::filter(&args.selection, JudgeOptions { size: args.size, ..JudgeOptions::default() }),
        rewrite: args.rewrite || args.output.encoding_out.is_some() || args.output.coords_out.is_some(),
        split: args.output.split_by,
        names: None,
        sample: args.sample.map(|size| Sample::new(size, args.seed)),
        alone: matches!(&args.input.paths[..], [path] if one_file(path)),
    }
}
