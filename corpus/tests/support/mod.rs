//! A format whose records are lines, and what the tests of the pipeline share.
#![allow(dead_code)]

pub(crate) mod chunked;
pub(crate) mod hostile;

use std::io::Read;
use std::ops::ControlFlow;

use pentad_corpus::{Batch, Condition, Limits, Options, Sources, Totals, run};
use pentad_formats::{
    Confidence, Encoding, Format, FormatInfo, Frame, Framer, Loss, ReadOptions, Record, WriteOptions,
};

/// Records are lines; blank lines and lines that begin with `#` are stray text.
pub(crate) struct Lines(&'static FormatInfo);

const INFO: FormatInfo = FormatInfo {
    id: "lines",
    title: "lines",
    extensions: &["txt"],
    many: true,
    writes: false,
    dialects: &[],
    page: "",
};

static LINES_INFO: &FormatInfo = &INFO;
static LINE_INFO: &FormatInfo = &FormatInfo { id: "line", many: false, ..INFO };

pub(crate) static LINES: &(dyn Format + 'static) = &Lines(LINES_INFO);

/// The same, as if a file held one record.
pub(crate) static LINE: &(dyn Format + 'static) = &Lines(LINE_INFO);

impl Format for Lines {
    fn info(&self) -> &'static FormatInfo {
        self.0
    }

    fn detect(&self, _: &[u8]) -> Option<(Confidence, &'static str)> {
        None
    }

    fn framer(&self, _: Encoding) -> Box<dyn Framer> {
        Box::new(LineFramer::default())
    }

    fn read(&self, _: &[u8], _: &ReadOptions, _: &mut Record) {}

    fn write(&self, _: &Record, _: &WriteOptions, _: &mut Vec<u8>) -> Option<Vec<Loss>> {
        None
    }
}

#[derive(Clone, Copy, PartialEq, Default)]
enum Line {
    #[default]
    Blank,
    Comment,
    Record,
}

#[derive(Default)]
struct LineFramer {
    start: usize,
    scan: usize,
    line: Line,
    lead: usize,
}

impl Framer for LineFramer {
    fn next(&mut self, bytes: &[u8], last: bool) -> Frame {
        assert!(self.start <= self.scan && self.scan <= bytes.len(), "the buffer has lost bytes");
        loop {
            let rest = &bytes[self.scan..];
            let found = rest.iter().position(|&b| b == b'\n');
            let body = &rest[..found.unwrap_or(rest.len())];
            if self.line == Line::Blank
                && let Some(b) = body.iter().find(|b| !b.is_ascii_whitespace())
            {
                self.line = if *b == b'#' { Line::Comment } else { Line::Record };
            }
            self.scan += body.len() + usize::from(found.is_some());
            match found {
                None if last && self.line == Line::Record => return self.record(),
                None => return if last { Frame::End } else { Frame::More },
                Some(_) if self.line == Line::Record => return self.record(),
                Some(_) => (self.start, self.line) = (self.scan, Line::Blank),
            }
        }
    }

    fn dropped(&mut self, count: usize) {
        self.start = self.start.saturating_sub(count);
        self.scan = self.scan.checked_sub(count).expect("only what was seen is dropped");
    }

    fn stray(&self) -> usize {
        self.start
    }

    fn lead(&self) -> usize {
        self.lead
    }
}

impl LineFramer {
    fn record(&mut self) -> Frame {
        let end = self.scan;
        *self = LineFramer { lead: self.start, ..LineFramer::default() };
        Frame::Record { end }
    }
}

/// Length of the blank lines and comments before a record.
fn lead(bytes: &[u8]) -> usize {
    let mut at = 0;
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        match line.trim_ascii_start() {
            [] | [b'#', ..] => at += line.len(),
            rest => return at + line.len() - rest.len(),
        }
    }
    at
}

/// Everything that a batch says, one line a record and one for the end; names of inputs are left out.
pub(crate) fn tell(batch: &Batch) -> String {
    let mut out = String::new();
    let mut locators = batch.locators();
    if let Some(stray) = batch.stray {
        out += &format!("stray {stray:?}\n");
    }
    for record in batch.records() {
        let text = String::from_utf8_lossy(record.bytes);
        let lead = lead(record.bytes);
        let place = locators.of(&record).position(lead);
        let size = match record.condition {
            Condition::Whole => String::new(),
            other => format!(" {other:?}"),
        };
        out += &format!(
            "{}{size} {}:{} @{} {:?}\n",
            record.number,
            place.line,
            place.column,
            place.offset,
            text[lead..].trim()
        );
    }
    if let Some(end) = &batch.end {
        let outcome = end.outcome.as_ref().map_or("sound", |o| o.code.name());
        out += &format!("end {} {} {outcome} {:?}\n", end.records, end.bytes, end.stray);
    }
    out
}

/// Options for a small batch.
pub(crate) fn options(threads: usize, batch: usize) -> Options<'static> {
    let limits = Limits { batch, ..Limits::default() };
    Options { threads, limits, format: Some(LINES), ..Options::default() }
}

/// Runs and collects what each batch tells.
pub(crate) fn collect(sources: Sources, options: &Options<'_>) -> (Vec<String>, Totals) {
    let mut told = Vec::new();
    let totals = run(
        sources,
        options,
        || (),
        |(), batch| tell(batch),
        |text| {
            told.push(text);
            ControlFlow::Continue(())
        },
    );
    (told, totals.expect("threads can be started"))
}

/// What a run over one stream tells.
pub(crate) fn told(bytes: impl Read + Send + 'static, options: &Options<'_>) -> String {
    let stream: Box<dyn Read + Send> = Box::new(bytes);
    collect(Sources::from_streams([("stream".to_owned(), stream)]), options).0.concat()
}

/// A reader that hands out pieces of the given sizes, over and over.
pub(crate) struct Pieces {
    pub(crate) bytes: Vec<u8>,
    pub(crate) at: usize,
    pub(crate) sizes: Vec<usize>,
    pub(crate) turn: usize,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let size = self.sizes[self.turn % self.sizes.len()].max(1);
        self.turn += 1;
        let n = size.min(buffer.len()).min(self.bytes.len() - self.at);
        buffer[..n].copy_from_slice(&self.bytes[self.at..self.at + n]);
        self.at += n;
        Ok(n)
    }
}

/// A text of many records with comments, blank lines, all kinds of line ends and characters of several bytes.
pub(crate) fn sample(records: usize) -> Vec<u8> {
    let mut text = Vec::new();
    for i in 0..records {
        match i % 7 {
            2 => text.extend_from_slice("\r\n# комментарий\r\n\n".as_bytes()),
            5 => text.extend_from_slice(b"  \r \r\n"),
            _ => {}
        }
        text.extend_from_slice(format!("record {i} {}", "é h8".repeat(i * i % 23)).as_bytes());
        text.extend_from_slice(if i % 3 == 0 { b"\r\n" } else { b"\n" });
    }
    text.extend_from_slice(b"# the end");
    text
}
