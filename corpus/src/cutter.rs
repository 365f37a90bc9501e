//! Cuts one stream into batches of records.

use std::sync::Arc;

use pentad_formats::{Frame, Framer};
use pentad_rules::Code;

use crate::halt::Halt;
use crate::place::Place;
use crate::reading::Reading;
use crate::{Batch, Condition, Cut, End, Input, Limits, Outcome, Stray};

/// How many bytes of a record too large to keep stay in the buffer, so that a framer can look at what it has not settled yet. A framer
/// looks no further than this behind a record to know that it has ended.
const KEPT: usize = 1 << 10;

/// A buffer that one long record has made this many times larger than a batch is given back.
pub(crate) const SHRINK: usize = 4;

/// Stray text before a record stays in its slice up to this length, or else leaves it. The length counts from where the record before
/// ended, so that what a record's slice holds does not depend on how the stream was read.
const STRAY: usize = 64 << 10;

/// How many bytes are read behind the end of a chunk at first, for the record that lies across it.
const TAIL: usize = 16 << 10;

/// One input on its way into batches.
pub(crate) struct Cutter {
    input: Arc<Input>,
    reading: Reading,
    framer: Box<dyn Framer>,
    max_record: usize,
    max_stray: usize,
    /// Size of a batch; at most that of the largest record, so that a larger one is never found to be whole.
    size: usize,
    /// How many records have been cut.
    pub(crate) records: u64,
    /// How many bytes after the last record the framer has seen: it must see them again.
    shown: usize,
    /// Where to stop: at the first end of a record here or behind.
    pub(crate) until: u64,
    /// Where to give up.
    pub(crate) limit: u64,
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

/// The stray text that a buffer is known to begin with.
#[derive(Clone, Copy, Default)]
struct Lead {
    len: usize,
    /// Whether stray text before it has been dropped.
    dropped: bool,
}

impl Cutter {
    pub(crate) fn new(input: Arc<Input>, reading: Reading, framer: Box<dyn Framer>, limits: &Limits) -> Cutter {
        let max_record = limits.record(input.format.is_none_or(|f| !f.large_records()));
        Cutter {
            input,
            reading,
            framer,
            max_record,
            max_stray: STRAY.min(max_record),
            size: limits.batch.clamp(1, max_record),
            records: 0,
            shown: 0,
            until: u64::MAX,
            limit: u64::MAX,
        }
    }

    /// The same, for one chunk of a file: a batch may hold all of it.
    pub(crate) fn until(mut self, until: u64, limits: &Limits) -> Cutter {
        self.size = limits.chunk.saturating_add(TAIL).clamp(1, self.max_record);
        self.until = until;
        self
    }

    /// The end of the last record, or of what was skipped after it.
    pub(crate) fn place(&self) -> Place {
        self.reading.place
    }

    /// Fills the next batch; it has an end when it is the last one. False when the run is to stop, or the limit was passed.
    pub(crate) fn fill(&mut self, batch: &mut Batch, halt: &Halt<'_>) -> bool {
        batch.reset(&self.input, self.records + 1);
        if batch.bytes.capacity() > SHRINK * self.size {
            batch.bytes = Vec::new();
        }
        let mut lead = Lead { len: self.framer.stray().min(self.shown), dropped: false };
        let mut target = self.step_from(0).max(self.shown);
        self.shown = 0;
        loop {
            if self.is_over(batch, halt) {
                return false;
            }
            self.reading.read_to(&mut batch.bytes, target);
            let (done, ended) = self.cut(batch, lead);
            if ended {
                self.finish(batch, done);
                return true;
            }
            if done > 0 {
                self.reading.take_back(&batch.bytes[done..], SHRINK * self.size);
                batch.bytes.truncate(done);
                batch.set_base(&self.reading.place, batch.bytes.first().copied());
                self.reading.place.advance(&batch.bytes);
                return true;
            }
            let len = batch.bytes.len();
            lead.len = self.framer.stray().min(len);
            let blank = leading_blanks(&batch.bytes[lead.len..]);
            let open = len - lead.len - blank;
            if lead.len > 0 && lead.len >= len / 2 && (lead.dropped || lead.len > self.max_stray) {
                let count = character_start(&batch.bytes, lead.len);
                self.drop_stray(batch, count);
                lead = Lead { len: lead.len - count, dropped: true };
                target = self.step_from(0).max(batch.bytes.len() + self.size / 2 + 1);
            } else if open.max(blank) > self.max_record + KEPT {
                self.drop_stray(batch, lead.len);
                match self.skip(batch, halt) {
                    Skipped::Record | Skipped::End => return true,
                    Skipped::Halt => return false,
                    Skipped::Stray => (target, lead) = (self.size, Lead { len: 0, dropped: true }),
                }
            } else {
                // In steps that grow with the record, so that moving it costs no more than reading it.
                target = (len + (len / 2).max(self.step_from(len))).min(len - open + self.max_record + KEPT + 1);
            }
        }
    }

    /// How many bytes to read beside those in the buffer: what is missing to a batch or a chunk.
    fn step_from(&self, len: usize) -> usize {
        let left = self.until.saturating_sub(self.reading.place.offset + len as u64);
        usize::try_from(left).map_or(self.size, |left| self.size.min(left.saturating_add(TAIL)))
    }

    /// Whether to stop in the middle of a batch.
    fn is_over(&self, batch: &Batch, halt: &Halt<'_>) -> bool {
        halt.is_set() || self.reading.place.offset + batch.bytes.len() as u64 > self.limit
    }

    /// Cuts all records that end in the buffer; returns where the last record ends and whether the stream ends.
    fn cut(&mut self, batch: &mut Batch, known: Lead) -> (usize, bool) {
        let mut done = 0;
        let mut last = false;
        loop {
            if done > 0 && self.reading.place.offset + done as u64 >= self.until {
                return (done, false);
            }
            if last && done == batch.bytes.len() {
                return (done, true);
            }
            match self.step(&batch.bytes[done..], last) {
                Step::Record(len) => {
                    let first = batch.is_empty();
                    let slice = &batch.bytes[done..done + len];
                    let lead = self.framer.lead().max(if first { known.len } else { 0 }).min(len);
                    let blank = leading_blanks(&slice[lead..]);
                    let large = (len - lead - blank).max(blank) > self.max_record;
                    let without_lead = lead > 0 && (large || lead > self.max_stray || first && known.dropped);
                    if without_lead && !first {
                        // The lead is told at the start of a batch: the framer, as good as new, sees the record again there.
                        return (done, false);
                    }
                    let mut start = done;
                    if without_lead {
                        batch.stray = self.stray(batch.stray, &slice[..lead]);
                        start += lead;
                    }
                    let condition = if large {
                        start = done + lead + blank;
                        Condition::TooLarge((len - lead - blank) as u64)
                    } else if last && self.reading.trouble.is_some() {
                        Condition::BrokenOff
                    } else {
                        Condition::Whole
                    };
                    done += len;
                    batch.cuts.push(Cut { range: start..done, condition });
                    self.records += 1;
                }
                Step::More if self.reading.ended() && !last => last = true,
                Step::More => {
                    self.shown = batch.bytes.len() - done;
                    return (done, last);
                }
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
            None => Some(leading_blanks(bytes))
                .filter(|&at| at < bytes.len())
                .map(|at| Stray { position: self.reading.place.position(bytes, at), bytes: (bytes.len() - at) as u64 }),
        }
    }

    /// Frames on through a record that is too large, without keeping it.
    fn skip(&mut self, batch: &mut Batch, halt: &Halt<'_>) -> Skipped {
        let blank = leading_blanks(&batch.bytes);
        let mut start = self.reading.place;
        start.advance(&batch.bytes[..blank]);
        batch.set_base(&start, batch.bytes.get(blank).copied());
        let first = batch.stray.or_else(|| self.stray(None, &batch.bytes));
        let mut last = false;
        loop {
            if self.is_over(batch, halt) {
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
                    let stray = character_start(&batch.bytes, stray);
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
        let tail = Some(&batch.bytes[done..]).filter(|tail| tail.len() <= self.max_stray && before.is_none());
        let tail = tail.unwrap_or_default().to_vec();
        batch.bytes.truncate(done);
        batch.end = Some(End { tail, ..self.end(stray) });
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
        End { records: self.records, bytes: self.reading.place.offset, outcome, stray, tail: Vec::new() }
    }
}

fn leading_blanks(bytes: &[u8]) -> usize {
    bytes.len() - bytes.trim_ascii_start().len()
}

/// `at`, or the start of the UTF-8 character that would be cut in two there: its parts would be counted as two characters.
fn character_start(bytes: &[u8], at: usize) -> usize {
    let nearest = (at.saturating_sub(3)..at).rev().find(|&i| bytes[i] & 0xC0 != 0x80);
    let width = |i: usize| match bytes[i] {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 1,
    };
    nearest.filter(|&i| i + width(i) > at).unwrap_or(at)
}
