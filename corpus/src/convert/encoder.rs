//! Records into bytes of the target, by way of the steps.

use pentad_formats::{Encoding, Loss, Record};

use super::steps::through;
use super::{Item, Piece, Plan, Target, Told, group};
use crate::{Error, Input, Judge};

/// Takes a piece and the bytes it lies in.
pub type WritePiece<'a> = dyn FnMut(&Piece, &[u8]) -> Result<(), Error> + 'a;

/// Writes records as a plan says.
pub struct Encoder<'p> {
    plan: &'p Plan,
    pub(super) told: Told,
    /// A record's bytes before they are turned into the encoding of the output.
    text: Vec<u8>,
}

impl<'p> Encoder<'p> {
    /// An encoder for the plan.
    pub fn new(plan: &'p Plan) -> Encoder<'p> {
        Encoder { plan, told: Told::default(), text: Vec::new() }
    }

    /// Writes a record that was left for later ([`Item::later`]) piece by piece, and counts the pieces and the losses in its item.
    ///
    /// # Errors
    /// The first error of `write`; what comes after it is not written.
    pub fn expand(&mut self, input: &Input, item: &mut Item, write: &mut WritePiece<'_>) -> Result<(), Error> {
        let Some(record) = item.later.take() else { return Ok(()) };
        let (mut bytes, mut result, mut made) = (Vec::new(), Ok(()), 0);
        self.encode(&record, input, item, &mut bytes, &mut |piece, bytes| {
            if result.is_ok() {
                result = write(&piece, bytes);
            }
            made += 1;
            bytes.clear();
        });
        item.made = made;
        result
    }

    /// Appends a record to `out`, as one piece or as many as the steps make of it, each of which is handed to `done`; the item is told what
    /// was lost and mended.
    pub(super) fn encode(
        &mut self,
        record: &Record,
        input: &Input,
        item: &mut Item,
        out: &mut Vec<u8>,
        done: &mut dyn FnMut(Piece, &mut Vec<u8>),
    ) {
        let Encoder { plan, told, text } = self;
        let coords = plan.target.options.coords;
        let (mut part, tree) = (0, record.tree.is_some());
        let mut write = |record: &Record, told: &mut Told| {
            let from = out.len();
            if write(plan.target, record, out, text, &mut told.losses) {
                part += u64::from(tree);
                let groups = groups(plan, record, input, item.number, part, &mut told.judge);
                done(Piece { bytes: from..out.len(), groups }, out);
            }
            told.gather();
        };
        told.losses.append(&mut item.losses);
        told.format = input.format.map_or("", |format| format.info().id);
        if plan.steps.is_empty() && coords.is_none() {
            write(record, told);
        } else {
            through(&plan.steps, record.clone(), told, &mut |mut record, told| {
                // The letters are how points are written, and no part of what happened.
                record.coords = coords.unwrap_or(record.coords);
                write(&record, told);
            });
        }
        told.merge();
        item.losses = std::mem::take(&mut told.losses);
        item.changes = std::mem::take(&mut told.changes);
    }

    /// The files that a record belongs to. `part` is its number among the lines of its record, 0 where it has no others.
    pub(super) fn groups(&mut self, record: &Record, input: &Input, number: u64, part: u64) -> Vec<String> {
        groups(self.plan, record, input, number, part, &mut self.told.judge)
    }
}

fn groups(plan: &Plan, record: &Record, input: &Input, number: u64, part: u64, judge: &mut Judge) -> Vec<String> {
    let names = plan.names.as_ref();
    plan.split.map_or_else(Vec::new, |by| group::groups(by, names, record, input, number, part, judge))
}

/// Writes one record; whether anything was written.
fn write(target: Target, record: &Record, out: &mut Vec<u8>, text: &mut Vec<u8>, losses: &mut Vec<Loss>) -> bool {
    let Target { format, options } = target;
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
    !refused
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
