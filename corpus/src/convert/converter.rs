//! The worker: a batch of records into bytes of another format.

use std::sync::Arc;

use pentad_formats::{Field, Format, Loss, ReadOptions, Record, WriteOptions};
use pentad_rules::{Code, OpeningNames};

use super::steps::through;
use super::{Encoder, Filter, Item, Part, Piece, Sample, SplitBy, Step};
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
    /// What is done with each record before, or with the tree that they become.
    pub steps: Vec<Box<dyn Step>>,
    /// Where all records become one tree, what is done with each before; none of it expands.
    pub merge: Option<Vec<Box<dyn Step>>>,
    /// Whether records are written anew even where their own bytes would do.
    pub rewrite: bool,
    /// Which records are written, where not all are.
    pub filter: Option<Filter>,
    /// How records are shared out.
    pub split: Option<SplitBy>,
    /// Named openings, by which [`SplitBy::Opening`] shares out instead of by the 26 of renju.
    pub names: Option<OpeningNames>,
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
        same && self.steps.is_empty()
            && self.merge.is_none()
            && !self.rewrite
            && (self.alone || format.self_contained())
    }
}

/// Converts batch after batch.
pub struct Converter<'p> {
    plan: &'p Plan,
    reader: RecordReader,
    dialect: Option<&'static str>,
    encoder: Encoder<'p>,
    /// Judges what is asked for.
    judge: Judge,
}

/// Trees with more lines than this are not made into records by the workers.
const MANY_LINES: usize = 1000;

impl<'p> Converter<'p> {
    /// A worker that reads with these options.
    pub fn new(plan: &'p Plan, options: ReadOptions) -> Converter<'p> {
        let dialect = options.dialect;
        Converter {
            plan,
            reader: RecordReader::new(options),
            dialect,
            encoder: Encoder::new(plan),
            judge: Judge::new(),
        }
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
                _ if copies
                    && plan.split.is_none()
                    && plan.sample.is_none()
                    && plan.filter.is_none()
                    && !end.tail.is_empty() =>
                {
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
        let mut item = Item { key, ..Item::new(slice.number) };
        let record = self.reader.read_to_change(batch, slice);
        if let Some(filter) = plan.filter.as_ref().filter(|_| record.readable) {
            item.taken = filter.takes(plan.names.as_ref(), record, batch, &mut self.judge);
            if item.taken != Some(true) {
                return item;
            }
        }
        if let Some(from) = batch.input.format {
            state_rules(record, from.info().id, plan.target.format.info().id);
        }
        let record = &*record;
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
        let Target { format, .. } = plan.target;
        let legible = plan.alone || !format.any_encoding() || std::str::from_utf8(slice.bytes).is_ok();
        if copies && legible {
            item.copied = true;
            let from = out.len();
            out.extend_from_slice(slice.bytes);
            let groups = self.encoder.groups(record, &batch.input, slice.number, 0);
            item.pieces.push(Piece { bytes: from..out.len(), groups });
            item.made = 1;
            return item;
        }
        item.losses.extend(passed_over(record));
        item.id = record.get(Field::Id).map(str::to_owned);
        if let Some(steps) = &plan.merge {
            let told = &mut self.encoder.told;
            told.losses.append(&mut item.losses);
            through(steps, record.clone(), told, &mut |record, _| item.later = Some(Box::new(record)));
            item.losses = std::mem::take(&mut told.losses);
            return item;
        }
        let lines = record.tree.as_ref().map_or(1, |tree| tree.leaves());
        if lines > MANY_LINES && plan.steps.iter().any(|step| step.expands()) {
            // What becomes of it is not to be held in memory.
            item.later = Some(Box::new(record.clone()));
            return item;
        }
        let mut pieces = Vec::new();
        self.encoder.encode(record, &batch.input, &mut item, out, &mut |piece, _| pieces.push(piece));
        (item.made, item.pieces) = (pieces.len() as u64, pieces);
        if let ([piece], true, Some(SplitBy::Record)) = (&mut item.pieces[..], record.tree.is_some(), plan.split) {
            // One line of a tree is no part of several.
            piece.groups = self.encoder.groups(&Record::new(), &batch.input, slice.number, 0);
        }
        item
    }
}

/// States the rules that a record is of only because of its format, where they would be others in the target's: a library is of renju
/// unless it says otherwise, and Gomoku alone means exactly five at pente.org and freestyle elsewhere.
fn state_rules(record: &mut Record, from: &str, to: &str) {
    if from == to {
        return;
    }
    let is = |name: &str| record.get(Field::Rules).is_some_and(|rules| rules.eq_ignore_ascii_case(name));
    let rules = match (from, to) {
        ("lib", _) if record.get(Field::Rules).is_none() => "renju",
        ("pente", _) if is("gomoku") => "gomoku-standard",
        (_, "pente") if is("gomoku") => "gomoku-freestyle",
        (_, "pente") if is("gomoku-standard") => "Gomoku",
        _ => return,
    };
    record.set(Field::Rules, rules, record.span_of(Field::Rules).unwrap_or_default());
}

/// What the reader passed over and kept nowhere.
fn passed_over(record: &Record) -> Option<Loss> {
    // Formats of one record keep the text after it as an extra, and a library its odd last byte among the facts of the file.
    let kept = record.extra("rest").is_some() || record.extra("LIB").is_some_and(|facts| facts.contains("tail:"));
    let lost = |f: &&pentad_formats::Finding| {
        f.code == Code::StrayText && !kept || f.code == Code::TagMalformed || f.code == Code::PropertyMalformed
    };
    let count = record.findings.iter().filter(lost).count() as u64;
    (count > 0).then(|| Loss::new("text that is no part of a record", count, "the reader could not place it"))
}
