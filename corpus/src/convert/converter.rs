//! The worker: a batch of records into bytes of another format.

use std::sync::Arc;

use pentad_formats::{Encoding, Field, Format, Loss, ReadOptions, Record, WriteOptions};
use pentad_rules::{Code, Coords};

use super::steps::through;
use super::{Item, Part, Piece, Sample, SplitBy, Step, group};
use crate::{Batch, Judge, RecordReader, RecordSlice};

/// What records are written as.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The format; it must be one that is written.
    pub format: &'static dyn Format,
    /// How to write.
    pub options: WriteOptions,
}

/// What is to be done.
pub struct Plan {
    /// What records become.
    pub target: Target,
    /// What is done with each record before.
    pub steps: Vec<Box<dyn Step>>,
    /// Whether records are written anew even where their own bytes would do.
    pub rewrite: bool,
    /// How records are shared out.
    pub split: Option<SplitBy>,
    /// Which records are taken.
    pub sample: Option<Sample>,
    /// Whether there is one input and no more, so that its bytes can be copied whatever its encoding.
    pub alone: bool,
}

impl Plan {
    /// Whether nothing is done with records of the target's format that is read in this dialect.
    fn copies(&self, batch: &Batch, dialect: Option<&str>) -> bool {
        let Target { format, options } = self.target;
        let same = batch.input.format.is_some_and(|f| f.info().id == format.info().id) && dialect == options.dialect;
        same && self.steps.is_empty() && !self.rewrite && (self.alone || format.self_contained())
    }
}

/// Converts batch after batch.
pub struct Converter<'p> {
    plan: &'p Plan,
    reader: RecordReader,
    dialect: Option<&'static str>,
    judge: Judge,
    /// A record's bytes before they are turned into the encoding of the output.
    text: Vec<u8>,
}

impl<'p> Converter<'p> {
    /// A worker that reads with these options.
    pub fn new(plan: &'p Plan, options: ReadOptions) -> Converter<'p> {
        let dialect = options.dialect;
        Converter { plan, reader: RecordReader::new(options), dialect, judge: Judge::new(), text: Vec::new() }
    }

    /// Converts the records of a batch.
    pub fn convert(&mut self, batch: &Batch) -> Part {
        let plan = self.plan;
        let copies = plan.copies(batch, self.dialect);
        let mut part = Part {
            input: Arc::clone(&batch.input),
            items: Vec::with_capacity(batch.len()),
            bytes: Vec::new(),
            ended: batch.end.is_some(),
            outcome: None,
            tail: Vec::new(),
            stray: batch.stray.map_or(0, |stray| stray.bytes),
        };
        for slice in batch.records() {
            let item = self.record(batch, &slice, copies, &mut part.bytes);
            part.items.push(item);
        }
        if let Some(end) = &batch.end {
            part.outcome.clone_from(&end.outcome);
            // An input without records has its outcome, which tells of its text.
            match end.stray.filter(|_| end.records > 0) {
                _ if copies && plan.split.is_none() && plan.sample.is_none() && !end.tail.is_empty() => {
                    part.tail.clone_from(&end.tail);
                }
                Some(stray) => part.stray += stray.bytes,
                None => {}
            }
        }
        part
    }

    fn record(&mut self, batch: &Batch, slice: &RecordSlice<'_>, copies: bool, out: &mut Vec<u8>) -> Item {
        let plan = self.plan;
        let key = plan.sample.as_ref().map_or(0, |s| s.key(batch.input.number, slice.number));
        let mut item = Item {
            number: slice.number,
            id: None,
            pieces: Vec::new(),
            losses: Vec::new(),
            unreadable: None,
            copied: false,
            key,
            skipped: false,
        };
        let record = self.reader.read(batch, slice);
        if !record.readable {
            let worst = record.findings.iter().max_by_key(|f| f.severity);
            let message = worst.map_or_else(|| "it could not be read".to_owned(), |f| f.message.to_string());
            item.unreadable = Some(message);
            return item;
        }
        if plan.sample.as_ref().is_some_and(|sample| !sample.may_take(key)) {
            item.skipped = true;
            return item;
        }
        let Target { format, options } = plan.target;
        let legible = plan.alone || !format.any_encoding() || std::str::from_utf8(slice.bytes).is_ok();
        if copies && legible {
            item.copied = true;
            let from = out.len();
            out.extend_from_slice(slice.bytes);
            let groups = groups(plan.split, record, batch, slice.number, 0, &mut self.judge);
            item.pieces.push(Piece { bytes: from..out.len(), groups });
            return item;
        }
        let (judge, text) = (&mut self.judge, &mut self.text);
        let id = record.get(Field::Id).map(str::to_owned);
        item.losses.extend(passed_over(record));
        let mut count = 0;
        let tree = record.tree.is_some();
        let mut write = |record: &Record, losses: &mut Vec<Loss>| {
            let from = out.len();
            let lost = if options.encoding == Encoding::UTF_8 {
                format.write(record, &options, out)
            } else {
                text.clear();
                let mut lost = format.write(record, &options, text);
                if let Some(lost) = &mut lost {
                    lost.extend(encode(text, options.encoding, out));
                }
                lost
            };
            let lost = lost.unwrap_or_else(|| vec![Loss::record("the format is not written")]);
            let refused = lost.iter().any(Loss::is_record);
            losses.extend(lost);
            if !refused {
                count += u64::from(tree);
                let groups = groups(plan.split, record, batch, slice.number, count, judge);
                item.pieces.push(Piece { bytes: from..out.len(), groups });
            }
        };
        if plan.steps.is_empty() && options.coords.is_none() {
            write(record, &mut item.losses);
        } else {
            through(&plan.steps, record.clone(), &mut item.losses, &mut |mut record, losses| {
                if let Some(coords) = options.coords {
                    set_coords(&mut record, coords);
                }
                write(&record, losses);
            });
        }
        if let [piece] = item.pieces.as_mut_slice()
            && tree
            && plan.split == Some(SplitBy::Record)
        {
            // One line of a tree is no part of several.
            piece.groups = group::groups(SplitBy::Record, &Record::new(), &batch.input, slice.number, 0, judge);
        }
        merge(&mut item.losses);
        item.id = id.filter(|_| !item.losses.is_empty());
        item
    }
}

fn groups(
    by: Option<SplitBy>,
    record: &Record,
    batch: &Batch,
    number: u64,
    part: u64,
    judge: &mut Judge,
) -> Vec<String> {
    by.map_or_else(Vec::new, |by| group::groups(by, record, &batch.input, number, part, judge))
}

/// The letters are how points are written, and no part of what happened.
fn set_coords(record: &mut Record, coords: Coords) {
    record.coords = coords;
}

/// What the reader passed over and kept nowhere.
fn passed_over(record: &Record) -> Option<Loss> {
    // Formats of one record keep the text after it as an extra.
    let kept = record.extra("rest").is_some();
    let lost = |f: &&pentad_formats::Finding| {
        f.code == Code::StrayText && !kept || f.code == Code::TagMalformed || f.code == Code::PropertyMalformed
    };
    let count = record.findings.iter().filter(lost).count() as u64;
    (count > 0).then(|| Loss::new("text that is no part of a record", count, "the reader could not place it"))
}

/// Turns text into an encoding; the characters that it does not have are lost.
fn encode(text: &[u8], encoding: Encoding, out: &mut Vec<u8>) -> Option<Loss> {
    let Ok(text) = std::str::from_utf8(text) else {
        out.extend_from_slice(text);
        return None;
    };
    let missing = encoding.encode(text, out);
    let why = || format!("{} does not have them; each is written as `?`", encoding.name());
    (missing > 0).then(|| Loss::new("characters", missing, why()))
}

/// Adds up losses of one kind.
fn merge(losses: &mut Vec<Loss>) {
    let mut merged: Vec<Loss> = Vec::with_capacity(losses.len());
    for loss in losses.drain(..) {
        match merged.iter_mut().find(|l| l.what == loss.what && l.why == loss.why) {
            Some(same) => same.count += loss.count,
            None => merged.push(loss),
        }
    }
    *losses = merged;
}
