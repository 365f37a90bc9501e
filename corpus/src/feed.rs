//! Opens input after input, and cuts each into batches or hands out its chunks.

use std::sync::Arc;

use pentad_formats::{Confidence, Detection, EXTENSION, Encoding, Format, HEAD, PreludeEnd, detect};
use pentad_rules::Code;

use crate::chunks::{Chunk, Chunks};
use crate::cutter::Cutter;
use crate::halt::Halt;
use crate::place::Place;
use crate::reading::Reading;
use crate::source::{Source, nested_kind};
use crate::{Batch, End, Input, Options, Outcome, Resume, Sources};

/// How many bytes are read before format and encoding are decided.
const AHEAD: usize = 64 << 10;

/// What a thread gets when its turn comes.
pub(crate) enum Turn {
    /// The batch was filled.
    Batch,
    /// A chunk, to be cut outside the turn.
    Chunk(Arc<Chunks>, Chunk),
    /// There is nothing more to do, or the run is to stop.
    End,
}

/// An input that is not done with.
enum Open {
    Stream(Box<Cutter>),
    Chunks(Arc<Chunks>),
}

/// The inputs on their way into batches.
pub(crate) struct Feed<'a> {
    sources: Sources,
    options: &'a Options<'a>,
    halt: &'a Halt<'a>,
    open: Option<Open>,
    inputs: u64,
    /// What is still to be come to, before which all is passed over.
    resume: Option<&'a Resume>,
    sequence: u64,
    consumed: u64,
}

impl<'a> Feed<'a> {
    pub(crate) fn new(sources: Sources, options: &'a Options<'a>, halt: &'a Halt<'a>) -> Feed<'a> {
        Feed { sources, options, halt, open: None, inputs: 0, resume: options.resume, sequence: 0, consumed: 0 }
    }

    /// Fills the next batch, or hands out a chunk.
    pub(crate) fn next(&mut self, batch: &mut Batch) -> Turn {
        loop {
            if self.halt.is_set() {
                return Turn::End;
            }
            let open = match self.open.take() {
                Some(open) => open,
                None => {
                    let Some(source) = self.sources.next(self.options.limits.zstd_window_log) else { return Turn::End };
                    self.inputs += 1;
                    let Some(passed) = self.passed(&source) else { continue };
                    match self.open(source, passed) {
                        Ok(open) => open,
                        Err(failed) => {
                            let (input, end) = *failed;
                            batch.reset(&Arc::new(input), 1);
                            batch.set_base(&Place::START, None);
                            batch.end = Some(end);
                            return self.number(batch);
                        }
                    }
                }
            };
            match open {
                Open::Stream(mut cutter) => {
                    if !cutter.fill(batch, self.halt) {
                        return Turn::End;
                    }
                    if batch.end.is_none() {
                        self.open = Some(Open::Stream(cutter));
                    }
                    return self.number(batch);
                }
                Open::Chunks(chunks) => {
                    if let Some(chunk) = chunks.take() {
                        self.open = Some(Open::Chunks(Arc::clone(&chunks)));
                        return Turn::Chunk(chunks, chunk);
                    }
                    // How many batches came of them is known when the last one has been cut.
                    let Some(sequence) = chunks.settle(self.halt) else { return Turn::End };
                    self.sequence = sequence;
                }
            }
        }
    }

    /// How many records of an input are passed over; `None` for all of it.
    fn passed(&mut self, source: &Source) -> Option<u64> {
        let Some(resume) = self.resume else { return Some(0) };
        if source.origin.name != resume.input() {
            return None;
        }
        self.resume = None;
        resume.records()
    }

    /// The input to go on with, where none of that name came.
    pub(crate) fn missing(&self) -> Option<String> {
        self.resume.map(|resume| resume.input().to_owned())
    }

    fn number(&mut self, batch: &mut Batch) -> Turn {
        batch.sequence = self.sequence;
        self.sequence += 1;
        Turn::Batch
    }

    /// How many bytes have been consumed, as they lie on the disk, since the last call.
    pub(crate) fn progress(&mut self) -> u64 {
        let consumed = self.sources.consumed();
        consumed - std::mem::replace(&mut self.consumed, consumed)
    }

    /// The length of what stands before the first record and belongs to every record. One that is larger than a record may be is none.
    fn prelude(&self, format: &dyn Format, reading: &mut Reading) -> Option<usize> {
        let limit = self.options.limits.record(format.info().many);
        loop {
            let last = reading.seen_all();
            let head = reading.look_ahead(0);
            match format.prelude_end(head, last) {
                PreludeEnd::At(len) => return Some(len.min(head.len())).filter(|&len| len > 0),
                PreludeEnd::More if !last && head.len() < limit && !self.halt.is_set() => {
                    let wanted = head.len().saturating_mul(2).clamp(AHEAD, limit);
                    reading.look_ahead(wanted);
                }
                PreludeEnd::More | PreludeEnd::Nothing => return None,
            }
        }
    }

    /// Decides what an input is, from its first bytes.
    fn open(&self, source: Source, passed: u64) -> Result<Open, Box<(Input, End)>> {
        let mut input = Input::new(self.inputs, source.origin);
        input.passed = passed;
        let failed = |input: Input, bytes: u64, outcome: Outcome| {
            Err(Box::new((input, End { bytes, outcome: Some(outcome), ..End::default() })))
        };
        let stream = match source.stream {
            Ok(stream) => stream,
            Err(outcome) => return failed(input, 0, outcome),
        };
        let mut reading = Reading::new(stream);
        // White space tells nothing: what is behind it does.
        while reading.look_ahead(AHEAD).iter().all(u8::is_ascii_whitespace) && self.options.format.is_none() {
            if self.halt.is_set() || !reading.pass() {
                break;
            }
        }
        let trouble = reading.trouble.clone();
        let (bytes, head) = (reading.seen(), reading.look_ahead(0));
        if bytes == 0 {
            return failed(input, 0, trouble.unwrap_or_else(|| Outcome::new(Code::Empty, "it is empty")));
        }
        if let Some(kind) = nested_kind(head) {
            return failed(input, bytes, Outcome::new(Code::Refused, format!("this is {kind}")));
        }
        let format = match self.options.format {
            Some(format) => format,
            None => match detect(&head[..head.len().min(HEAD)], input.origin.extension.as_deref()) {
                Detection::Doubtful { format, .. } if self.options.columns => {
                    input.detected = Some((Confidence::Guess, EXTENSION));
                    format
                }
                Detection::Format { format, confidence, why } => {
                    input.detected = Some((confidence, why));
                    format
                }
                other => {
                    let walked = input.origin.walked;
                    let outcome = trouble.unwrap_or_else(|| undetected(&other, walked));
                    return failed(input, bytes, outcome);
                }
            },
        };
        input.format = Some(format);
        input.encoding_forced = self.options.encoding.is_some();
        let declared = || format.declared_encoding(head);
        input.encoding = self.options.encoding.or_else(declared).unwrap_or_else(|| Encoding::guess(head));
        let limits = &self.options.limits;
        input.dialect = self.options.dialect.or_else(|| dialect_of_name(format, input.origin.extension.as_deref()));
        if let Some(len) = self.prelude(format, &mut reading) {
            input.keep_prelude(reading.split_off(len));
        }
        let framer = format.framer_in(&input.stream());
        let input = Arc::new(input);
        if let Some(plain) = source.plain.filter(|_| self.options.threads > 1)
            && let Some(mut chunks) = Chunks::new(&input, format, framer.as_ref(), plain, reading.place, limits)
        {
            chunks.number_from(self.sequence);
            return Ok(Open::Chunks(Arc::new(chunks)));
        }
        Ok(Open::Stream(Box::new(Cutter::new(input, reading, framer, limits))))
    }
}

/// The dialect that a file's extension names: some are told apart by nothing else.
fn dialect_of_name(format: &dyn Format, extension: Option<&str>) -> Option<&'static str> {
    let extension = extension.filter(|e| format.info().extensions.iter().any(|x| x.eq_ignore_ascii_case(e)))?;
    format.info().dialects.iter().map(|d| d.id).find(|id| id.eq_ignore_ascii_case(extension))
}

/// What is to say of a file whose format could not be told. Where the user named a folder or an archive, a file of another kind in it
/// (a list of players, a picture of the hall) is worth a word and no error.
fn undetected(detection: &Detection, walked: bool) -> Outcome {
    match detection {
        Detection::Refused(kind) => Outcome::new(Code::Refused, format!("this is {kind}")),
        Detection::Doubtful { why, .. } => {
            let outcome = Outcome::new(Code::UnknownFormat, format!("this is {why}"))
                .help("`--columns moves=NAME` or `moves=NUMBER` tells which one does");
            if walked { outcome.mildly() } else { outcome }
        }
        Detection::Empty => Outcome::new(Code::Empty, "it holds nothing but white space"),
        Detection::Unknown | Detection::Format { .. } => {
            let outcome = Outcome::new(Code::UnknownFormat, "neither its bytes nor its name tell what it is")
                .help("`--from FORMAT` names the format");
            if walked { outcome.mildly() } else { outcome }
        }
    }
}
