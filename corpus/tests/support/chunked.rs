//! What the tests of chunks share: a file, what is told of it, and what one pass over its text says.

use std::fs;
use std::io::{Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;

use pentad_corpus::{Batch, Condition, Limits, Options, Sources, Totals, run};
use pentad_formats::{Encoding, Format, Frame, Locator, find_format};

/// The longest stray text that stays in a slice.
pub(crate) const STRAY: usize = 64 << 10;

/// What one pass over the whole text says, in the words of [`tell`].
pub(crate) fn reference(format: &dyn Format, text: &[u8], max_record: usize) -> String {
    let mut framer = format.framer(Encoding::UTF_8);
    let whole = Locator {
        bytes: text,
        offset: 0,
        line: 1,
        column: 0,
        encoding: pentad_formats::Encoding::UTF_8,
        binary: false,
    };
    let first_of = |from: usize, to: usize| text[from..to].iter().position(|b| !b.is_ascii_whitespace());
    let stray = |from: usize, to: usize| {
        first_of(from, to).map_or_else(String::new, |n| {
            let p = whole.position(from + n);
            format!(" stray {} {}:{} {}", p.offset, p.line, p.column, to - from - n)
        })
    };
    let (mut out, mut at, mut number) = (String::new(), 0, 0);
    while at < text.len() {
        let Frame::Record { end } = framer.next(&text[at..], true) else { break };
        let (own, end, lead) = (at + framer.lead(), at + end, framer.lead());
        let first = own + first_of(own, end).unwrap_or(0);
        let large = end - first > max_record;
        let alone = large || lead > STRAY.min(max_record);
        let start = if large {
            first
        } else if alone {
            own
        } else {
            at
        };
        let condition = if large { Condition::TooLarge((end - first) as u64) } else { Condition::Whole };
        let before = if alone { stray(at, own) } else { String::new() };
        number += 1;
        let bytes = if large { &[] } else { &text[start..end] };
        let p = whole.position(start);
        out += &line(number, condition, p.offset, p.line, p.column, bytes, &before);
        at = end;
    }
    out + &format!("end {number} {}{}\n", text.len(), stray(at, text.len()))
}

pub(crate) fn line(
    number: u64,
    condition: Condition,
    offset: u64,
    line: u64,
    column: u64,
    bytes: &[u8],
    before: &str,
) -> String {
    format!("{number} {condition:?} {offset} {line}:{column} {}{before}\n", bytes.escape_ascii())
}

/// Everything that a batch says.
pub(crate) fn tell(batch: &Batch) -> String {
    let stray = |stray: &Option<pentad_corpus::Stray>| {
        stray.as_ref().map_or_else(String::new, |s| {
            let p = s.position;
            format!(" stray {} {}:{} {}", p.offset, p.line, p.column, s.bytes)
        })
    };
    let mut before = stray(&batch.stray);
    let mut out = String::new();
    let mut locators = batch.locators();
    for record in batch.records() {
        let p = locators.of(&record).position(0);
        out += &line(record.number, record.condition, p.offset, p.line, p.column, record.bytes, &before);
        before.clear();
    }
    if let Some(end) = &batch.end {
        out += &format!("end {} {}{}\n", end.records, end.bytes, stray(&end.stray));
    }
    out
}

pub(crate) fn options(format: &'static dyn Format, threads: usize, chunk: usize) -> Options<'static> {
    let limits = Limits { chunk, chunk_from: 0, ..Limits::default() };
    Options { threads, limits, format: Some(format), encoding: Some(Encoding::UTF_8), ..Options::default() }
}

pub(crate) fn told(sources: Sources, options: &Options<'_>) -> (String, Totals) {
    let mut told = String::new();
    let totals = run(
        sources,
        options,
        || (),
        |(), batch| (batch.sequence, tell(batch)),
        |(_, text)| {
            told += &text;
            ControlFlow::Continue(())
        },
    );
    (told, totals.expect("threads can be started"))
}

pub(crate) fn told_of_file(path: &Path, options: &Options<'_>) -> String {
    told(Sources::new([path]).expect("it is no pattern"), options).0
}

pub(crate) fn told_of_stream(text: &[u8], options: &Options<'_>) -> String {
    let stream: Box<dyn Read + Send> = Box::new(Cursor::new(text.to_vec()));
    told(Sources::from_streams([("stream".to_owned(), stream)]), options).0
}

pub(crate) fn sgf() -> &'static dyn Format {
    find_format("sgf").expect("it is in the list")
}

/// A folder with one file in it.
pub(crate) struct Folder(pub(crate) tempfile::TempDir);

impl Folder {
    pub(crate) fn with(text: &[u8]) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a folder can be made"));
        fs::write(folder.path(), text).expect("it can be written to");
        folder
    }

    pub(crate) fn path(&self) -> std::path::PathBuf {
        self.0.path().join("games.txt")
    }
}

/// So many games, each with what `around` puts before it.
pub(crate) fn games(count: usize, around: impl Fn(usize) -> String) -> Vec<u8> {
    (0..count).flat_map(|i| format!("{}(;FF[4]GM[4]SZ[15]PB[n{i}];B[hh];W[ii])\n", around(i)).into_bytes()).collect()
}
