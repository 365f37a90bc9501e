//! Writing the openings that are kept, and listing those that are not.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use pentad_corpus::convert::{LossTally, Outbox, Piece, Place, Target};
use pentad_corpus::{OpeningList, canonical};
use pentad_formats::variations::merge;
use pentad_formats::{Field, Loss, Record, Span, WriteOptions};
use pentad_rules::Event;

use super::Entry;
use crate::args::{Common, OpeningsArgs};
use crate::output;

pub(super) fn run(args: &OpeningsArgs, common: &Common, list: &OpeningList, entries: &[Entry]) -> anyhow::Result<()> {
    // What fails is to fail before anything is written.
    if let Some(path) = args.dropped.as_deref() {
        may_appear(path, args)?;
    }
    if let Some(path) = &args.output {
        openings(path, args, common, list, entries)?;
    }
    let mut dropped = String::new();
    for entry in entries {
        if let Some(why) = &entry.dropped {
            let _ = writeln!(dropped, "{}: {why}", entry.place());
        }
    }
    match args.dropped.as_deref() {
        Some(path) => {
            let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let mut file = tempfile::NamedTempFile::new_in(folder).with_context(|| path.display().to_string())?;
            file.write_all(dropped.as_bytes()).with_context(|| path.display().to_string())?;
            file.persist(path).with_context(|| path.display().to_string())?;
        }
        None if !common.quiet => {
            for line in dropped.lines() {
                say!("dropped: {line}");
            }
        }
        None => {}
    }
    Ok(())
}

/// Whether a file may appear there.
fn may_appear(path: &Path, args: &OpeningsArgs) -> anyhow::Result<()> {
    let same = |input: &PathBuf| matches!((input.canonicalize(), path.canonicalize()), (Ok(a), Ok(b)) if a == b);
    if args.input.paths.iter().chain(&args.games).any(same) {
        bail!("{} is an input", path.display());
    }
    if path.exists() && !args.force {
        bail!("{} is there already; --force replaces it", path.display());
    }
    Ok(())
}

fn openings(
    path: &Path,
    args: &OpeningsArgs,
    common: &Common,
    list: &OpeningList,
    entries: &[Entry],
) -> anyhow::Result<()> {
    let kept: Vec<&Entry> = entries.iter().filter(|e| e.dropped.is_none()).collect();
    let target = target(args, &kept)?;
    let place = match path.as_os_str() == "-" {
        true => Place::Stream(Box::new(|bytes: &[u8]| output::plain(bytes).map_err(io::Error::other))),
        false => Place::File(path.to_owned()),
    };
    let inputs: Vec<PathBuf> = args.input.paths.iter().chain(&args.games).cloned().collect();
    let mut outbox = Outbox::new(place, &target, args.force, &inputs)?;
    for entry in entries {
        outbox.saw(&entry.input)?;
    }
    let mut put = |entry: &Entry, copied: bool, bytes: &[u8]| {
        let piece = Piece { bytes: 0..bytes.len(), groups: Vec::new() };
        outbox.write_piece(&entry.input, copied, &piece, bytes)
    };
    let mut losses: Vec<Loss> = Vec::new();
    if args.to.is_none() {
        for entry in &kept {
            put(entry, true, entry.text.as_deref().unwrap_or_default())?;
        }
    } else {
        let mut records: Vec<Record> = kept.iter().map(|entry| record(entry, args, list)).collect();
        let one = !target.format.info().many;
        if one && !records.is_empty() {
            let all: Vec<&Record> = records.iter().collect();
            let (tree, lost) = merge(&all).with_context(|| format!("{} holds one tree", target.format.info().id))?;
            losses.extend(lost);
            records = vec![tree];
        }
        let mut bytes = Vec::new();
        for (record, entry) in records.iter().zip(&kept) {
            bytes.clear();
            losses.extend(target.format.write(record, &target.options, &mut bytes).unwrap_or_default());
            if !bytes.is_empty() {
                put(entry, false, &bytes)?;
            }
        }
    }
    outbox.finish()?;
    let mut tally = LossTally::default();
    tally.add(&losses);
    if !common.quiet {
        for row in tally.rows() {
            say!("lost: {} {}: {}", row.count, row.what, row.why);
        }
    }
    Ok(())
}

/// What is written: as `--to` says, else the lines of the one list as they are.
fn target(args: &OpeningsArgs, kept: &[&Entry]) -> anyhow::Result<Target> {
    if let Some(form) = args.to {
        if !form.format.info().writes {
            bail!("{} is read and not written", form.format.info().id);
        }
        let options = WriteOptions { dialect: form.dialect, ..WriteOptions::default() };
        return Ok(Target { format: form.format, options });
    }
    let mut formats = kept.iter().filter_map(|entry| entry.input.format);
    let format = match formats.next() {
        Some(format) => format,
        None => pentad_formats::find_format("openings").context("a format of the registry")?,
    };
    if formats.any(|other| other.info().id != format.info().id) {
        bail!("the openings come from files of several formats; --to FORMAT tells which to write");
    }
    if let Some(entry) = kept.iter().find(|entry| entry.text.is_none() || !format.info().many) {
        bail!("{}: the opening is a part of its record; --to FORMAT writes openings anew", entry.place());
    }
    Ok(Target { format, options: WriteOptions::default() })
}

/// An opening as a record of its own.
fn record(entry: &Entry, args: &OpeningsArgs, list: &OpeningList) -> Record {
    let mut record = Record::new();
    let Ok(number) = entry.listed else { return record };
    let opening = &list.openings()[number];
    let turned = args.canonical.then(|| canonical(&opening.stones, opening.size));
    let stones = turned.as_ref().unwrap_or(&opening.stones);
    (record.size, record.coords, record.prefix) = (Some(opening.size), entry.coords, Some(stones.len() as u32));
    if let Some(id) = &entry.id {
        record.set(Field::Id, id, Span::WHOLE);
    }
    for &stone in stones {
        record.push(Event::place(stone), Span::WHOLE);
    }
    record
}
