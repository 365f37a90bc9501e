//! Cuts one stream into batches of records.

use std::sync::Arc;

use pentad_formats::{Frame, Framer};
use pentad_rules::Code;

use crate::halt::Halt;
use crate::reading::Reading;
use crate::{Batch, Condition, Cut, End, Input, Limits, Outcome, Stray};

/// How many bytes of a record too large to keep stay in the buffer, so that a framer can look at what it has not settled yet.
const KEPT: usize = 1 << 10;

/// A buffer that one long record has made this many times larger than a batch is given back.
const SHRINK: usize = 4;

/// One input on its way into batches.
pub(crate) struct Cutter {
    input: Arc<Input>,
    reading: Reading,
    framer: Box<dyn Framer>,
    max_record: usize,
    /// Size of a batch. A record that lies in a buffer of this size is never over the limit, whatever stray text stands before it.
    size: usize,
    /// How many records have been cut.
    records: u64,
    /// How many bytes after the last record the framer has seen: it must see them again.
    shown: usize,
}

/// What became of a call of the framer.
enum Step {
    Record(usize),
    More,
    End,
}

/// What became of a record that is too large.
enum Skipped {
    /// It has been cut.
    Record,
    /// It was stray text, and the stream goes on.
    Stray,
    /// It was stray text up to the end of the stream.
    End,
    /// The run is to stop.
    Halt,
}

impl Cutter {
    pub(crate) fn new(input: Arc<Input>, reading: Reading, framer: Box<dyn Framer>, limits: &Limits) -> Cutter {
        let max_record = limits.record(input.format.is_none_or(|f| f.info().many));
        let size = limits.batch.clamp(1, max_record);
        Cutter { input, reading, framer, max_record, size, records: 0, shown: 0 }
    }

    /// Fills the next batch; it has an end when it is the last one. False when the run is to stop.
    pub(crate) fn fill(&mut self, batch: &mut Batch, halt: &Halt<'_>) -> bool {
        batch.reset(&self.input, self.records + 1);
        let size = self.size;
        if batch.bytes.capacity() > SHRINK * size {
            batch.bytes = Vec::new();
        }
        let mut target = size.max(self.shown);
        let mut stray = self.framer.stray().min(self.shown);
        self.shown = 0;
        loop {
            if halt.is_set() {
                return false;
            }
            self.reading.read_to(&mut batch.bytes, target);
            let (done, ended) = self.cut(batch, stray);
            if ended {
                self.finish(batch, done);
                return true;
            }
            if done > 0 {
                self.shown = batch.bytes.len() - done;
                self.reading.take_back(&batch.bytes[done..], SHRINK * size);
                batch.bytes.truncate(done);
                batch.set_base(&self.reading.place, batch.bytes.first().copied());
                self.reading.place.advance(&batch.bytes);
                return true;
            }
            let len = batch.bytes.len();
            stray = self.framer.stray().min(len);
            if stray > 0 && stray >= len / 2 {
                self.drop_stray(batch, stray);
                target = size.max(batch.bytes.len() + size / 2 + 1);
                stray = 0;
            } else if len - stray > self.max_record {
                self.drop_stray(batch, stray);
                match self.skip(batch, halt) {
                    Skipped::Record | Skipped::End => return true,
                    Skipped::Halt => return false,
                    Skipped::Stray => (target, stray) = (size, 0),
                }
            } else {
                // In steps that grow with the record, so that moving it costs no more than reading it.
                target = (len + (len / 2).max(size)).min(stray + self.max_record + 1);
            }
        }
    }

    /// Cuts all records that end in the buffer, which is known to begin with so much stray text; returns where the last record
    /// ends and whether the stream ends.
    fn cut(&mut self, batch: &mut Batch, stray: usize) -> (usize, bool) {
        let mut done = 0;
        let mut last = false;
        loop {
            if last && done == batch.bytes.len() {
                return (done, true);
            }
            match self.step(&batch.bytes[done..], last) {
                Step::Record(len) => {
                    let range = done..done + len;
                    let condition = self.condition(&batch.bytes[range.start.max(stray)..range.end], last);
                    done = range.end;
                    batch.cuts.push(Cut { range, condition });
                    self.records += 1;
                }
                Step::More if self.reading.ended() && !last => last = true,
                Step::More => return (done, last),
                Step::End => return (done, true),
            }
        }
    }

    fn step(&mut self, bytes: &[u8], last: bool) -> Step {
        match self.framer.next(bytes, last) {
            // A record without bytes would be found for ever.
            Frame::Record { end } if end > 0 => Step::Record(end.min(bytes.len())),
            Frame::End if last => Step::End,
            Frame::Record { .. } | Frame::More | Frame::End => Step::More,
        }
    }

    /// The condition of a record that is in the buffer; `last` says that only the end of the stream ended it.
    fn condition(&self, bytes: &[u8], last: bool) -> Condition {
        if bytes.len() > self.max_record {
            let record = bytes.trim_ascii_start().len();
            if record > self.max_record {
                return Condition::TooLarge(record as u64);
            }
        }
        if last && self.reading.trouble.is_some() { Condition::BrokenOff } else { Condition::Whole }
    }

    /// Drops stray text from the front of a buffer without records.
    fn drop_stray(&mut self, batch: &mut Batch, count: usize) {
        batch.stray = self.stray(batch.stray, &batch.bytes[..count]);
        self.drop_front(&mut batch.bytes, count);
    }

    fn drop_front(&mut self, bytes: &mut Vec<u8>, count: usize) {
        if count > 0 {
            self.reading.place.advance(&bytes[..count]);
            bytes.drain(..count);
            self.framer.dropped(count);
        }
    }

    /// Adds text at the current place to stray text before it.
    fn stray(&self, before: Option<Stray>, bytes: &[u8]) -> Option<Stray> {
        match before {
            Some(stray) => Some(Stray { bytes: stray.bytes + bytes.len() as u64, ..stray }),
            None => bytes
                .iter()
                .position(|b| !b.is_ascii_whitespace())
                .map(|at| Stray { position: self.reading.place.position(bytes, at), bytes: (bytes.len() - at) as u64 }),
        }
    }

    /// Frames on through a record that is too large, without keeping it.
    fn skip(&mut self, batch: &mut Batch, halt: &Halt<'_>) -> Skipped {
        let blank = batch.bytes.len() - batch.bytes.trim_ascii_start().len();
        self.drop_front(&mut batch.bytes, blank);
        batch.set_base(&self.reading.place, batch.bytes.first().copied());
        let start = self.reading.place;
        let first = batch.stray.or_else(|| self.stray(None, &batch.bytes));
        let mut last = false;
        loop {
            if halt.is_set() {
                return Skipped::Halt;
            }
            let spare = batch.bytes.len().saturating_sub(KEPT);
            let count = character_start(&batch.bytes, spare);
            self.drop_front(&mut batch.bytes, count);
            let target = batch.bytes.len() + self.size;
            self.reading.read_to(&mut batch.bytes, target);
            match self.step(&batch.bytes, last) {
                Step::Record(end) => {
                    self.reading.take_back(&batch.bytes[end..], SHRINK * self.size);
                    self.reading.place.advance(&batch.bytes[..end]);
                    batch.bytes.clear();
                    let bytes = self.reading.place.offset - start.offset;
                    batch.cuts.push(Cut { range: 0..0, condition: Condition::TooLarge(bytes) });
                    self.records += 1;
                    return Skipped::Record;
                }
                Step::More if self.framer.stray() > 0 => {
                    // It was no record after all.
                    let stray = self.framer.stray().min(batch.bytes.len());
                    self.drop_front(&mut batch.bytes, stray);
                    batch.stray = self.stray_up_to_here(first);
                    return Skipped::Stray;
                }
                Step::More if self.reading.ended() && !last => last = true,
                Step::More if !last => {}
                Step::More | Step::End => break,
            }
        }
        self.reading.place.advance(&batch.bytes);
        batch.bytes.clear();
        batch.stray = None;
        batch.end = Some(self.end(self.stray_up_to_here(first)));
        Skipped::End
    }

    fn stray_up_to_here(&self, first: Option<Stray>) -> Option<Stray> {
        first.map(|stray| Stray { bytes: self.reading.place.offset - stray.position.offset, ..stray })
    }

    /// Completes the last batch of the stream, whose records end at `done`.
    fn finish(&mut self, batch: &mut Batch, done: usize) {
        batch.set_base(&self.reading.place, batch.bytes.first().copied());
        self.reading.place.advance(&batch.bytes[..done]);
        let before = if done == 0 { batch.stray.take() } else { None };
        let stray = self.stray(before, &batch.bytes[done..]);
        self.reading.place.advance(&batch.bytes[done..]);
        batch.bytes.truncate(done);
        batch.end = Some(self.end(stray));
    }

    fn end(&mut self, stray: Option<Stray>) -> End {
        let outcome = self.reading.trouble.take().or_else(|| match (self.records, stray) {
            (0, None) => Some(Outcome::new(Code::Empty, "it holds no record")),
            (0, Some(_)) => {
                let id = self.input.format.map_or("", |f| f.info().id);
                Some(Outcome::new(
                    Code::Unreadable,
                    format!("nothing in it could be read as a record of the format {id}"),
                ))
            }
            _ => None,
        });
        End { records: self.records, bytes: self.reading.place.offset, outcome, stray }
    }
}

/// The start of the UTF-8 character that holds the byte at `at`, so that counting characters is not disturbed by cutting there.
fn character_start(bytes: &[u8], at: usize) -> usize {
    let continues = |i: usize| bytes.get(i).is_some_and(|b| b & 0xC0 == 0x80);
    (at.saturating_sub(3)..=at).rev().find(|&i| !continues(i)).unwrap_or(at)
}
