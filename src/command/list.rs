//! `pentad list`: one line per record, from the headers alone and, of trees, how large they are; with `--detect` one line per file.

use std::io::{self, Write as _};
use std::ops::ControlFlow;

use pentad_corpus::{Batch, Judge, JudgeOptions, RecordReader};
use pentad_formats::variations::Counts;
use pentad_formats::{Field, Record};
use pentad_rules::Size;
use serde::{Serialize, Serializer};

use crate::args::{Common, ListArgs, ListShape};
use crate::exit::Done;
use crate::output::{csv_row, printable};
use crate::selection::{Passed, Selection};
use crate::{input, output, selection};

pub(crate) fn run(args: &ListArgs, common: &Common) -> anyhow::Result<Done> {
    // What goes on with another run has its head there.
    if args.format == ListShape::Csv && args.input.resume.is_none() {
        output::plain(&if args.detect { csv_row(&Detected::HEAD)? } else { csv_row(&Row::HEAD)? })?;
    }
    let selection = selection::of(&args.selection, None);
    let judging = selection::judging(&args.selection, JudgeOptions::default());
    let mut passed = Passed::default();
    let run = input::run(
        &args.input,
        common,
        || (RecordReader::new(args.input.read_options(None)), Judge::new()),
        |(reader, judge), batch| {
            if args.detect {
                return Ok((detect_batch(batch, args.format)?, Passed::default()));
            }
            list_batch(reader, judge, batch, &judging, &selection, args.format)
        },
        |part: anyhow::Result<(Vec<u8>, Passed)>| {
            let (out, part) = part?;
            passed.add(part);
            output::plain(&out).map(ControlFlow::Continue)
        },
    )?;
    if args.selection.query.is_some() && !common.quiet {
        say_text!("{}", selection::told(passed));
    }
    Ok(run.done(false))
}

#[derive(Serialize, Default)]
struct Row<'a> {
    file: &'a str,
    record: u64,
    readable: bool,
    format: &'a str,
    dialect: &'a str,
    rules: Option<&'a str>,
    opening: Option<&'a str>,
    #[serde(serialize_with = "size_text")]
    size: Option<Size>,
    black: Option<&'a str>,
    white: Option<&'a str>,
    result: Option<&'a str>,
    date: Option<&'a str>,
    event: Option<&'a str>,
    round: Option<&'a str>,
    nodes: Option<u64>,
    lines: Option<u64>,
    depth: Option<u64>,
    comments: Option<u64>,
    problem: Option<&'a str>,
}

impl<'a> Row<'a> {
    const HEAD: [&'static str; 19] = [
        "file", "record", "readable", "format", "dialect", "rules", "opening", "size", "black", "white", "result",
        "date", "event", "round", "nodes", "lines", "depth", "comments", "problem",
    ];

    fn of_record(file: &'a str, number: u64, format: &'a str, record: &'a Record) -> Row<'a> {
        let counts = Counts::of(record);
        Row {
            file,
            record: number,
            readable: record.readable,
            format,
            dialect: record.dialect,
            rules: record.get(Field::Rules),
            opening: record.get(Field::Opening),
            size: record.size,
            black: record.get(Field::BlackName),
            white: record.get(Field::WhiteName),
            result: record.stated_result().map(|r| r.text()),
            date: record.get(Field::Date),
            event: record.get(Field::Event),
            round: record.get(Field::Round),
            nodes: counts.map(|c| c.nodes),
            lines: counts.map(|c| c.lines),
            depth: counts.map(|c| c.depth),
            comments: counts.map(|c| c.comments),
            problem: (!record.readable).then(|| record.findings.first().map_or("unreadable", |f| f.message.as_ref())),
        }
    }

    /// A file of which no record could be had has the number 0.
    fn of_file(file: &'a str, problem: &'a str) -> Row<'a> {
        Row { file, problem: Some(problem), ..Row::default() }
    }

    /// One line for people; control characters of the record are shown as blanks. `file`: the name as it is printed.
    fn text(&self, file: &str, out: &mut Vec<u8>) -> io::Result<()> {
        out.extend_from_slice(file.as_bytes());
        out.push(b':');
        decimal(out, self.record);
        if let Some(problem) = self.problem {
            return writeln!(out, "  ! {problem}");
        }
        let start = out.len();
        self.header(out);
        blank_controls(out, start);
        if let (Some(nodes), Some(lines), Some(depth), Some(comments)) =
            (self.nodes, self.lines, self.depth, self.comments)
        {
            let s = |n| if n == 1 { "" } else { "s" };
            for (before, number, after) in
                [("  ", nodes, " node"), (", ", lines, " line"), (", depth ", depth, ""), (", ", comments, " comment")]
            {
                out.extend_from_slice(before.as_bytes());
                decimal(out, number);
                out.extend_from_slice(after.as_bytes());
                out.extend_from_slice(if after.is_empty() { "" } else { s(number) }.as_bytes());
            }
        }
        out.push(b'\n');
        Ok(())
    }

    /// What the header says, as it is.
    fn header(&self, out: &mut Vec<u8>) {
        for part in
            ["  ", self.black.unwrap_or("?"), " - ", self.white.unwrap_or("?"), "  ", self.result.unwrap_or("*")]
        {
            out.extend_from_slice(part.as_bytes());
        }
        for part in [self.rules, self.opening].into_iter().flatten() {
            out.extend_from_slice(b"  ");
            out.extend_from_slice(part.as_bytes());
        }
        if let Some(size) = self.size {
            out.extend_from_slice(b"  ");
            decimal(out, size.width().into());
            out.push(b'x');
            decimal(out, size.height().into());
        }
        for part in [self.date, self.event, self.round].into_iter().flatten() {
            out.extend_from_slice(b"  ");
            out.extend_from_slice(part.as_bytes());
        }
    }
}

/// Appends a number. There may be a hundred million lines: the machinery of formatting costs more than the rest of one.
fn decimal(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

#[allow(clippy::ref_option, reason = "the form that serde asks for")]
fn size_text<S: Serializer>(size: &Option<Size>, serializer: S) -> Result<S::Ok, S::Error> {
    match size {
        Some(size) => serializer.collect_str(size),
        None => serializer.serialize_none(),
    }
}

/// Puts blanks in place of the control characters from `start` on.
fn blank_controls(out: &mut Vec<u8>, start: usize) {
    if out[start..].iter().fold(true, |plain, b| plain & (b' '..0x7f).contains(b)) {
        return;
    }
    let text = String::from_utf8_lossy(&out[start..]).replace(char::is_control, " ");
    out.truncate(start);
    out.extend_from_slice(text.as_bytes());
}

fn print(
    row: &impl Serialize,
    text: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    shape: ListShape,
    out: &mut Vec<u8>,
) -> anyhow::Result<()> {
    match shape {
        ListShape::Text => text(out)?,
        ListShape::Jsonl => {
            serde_json::to_writer(&mut *out, row)?;
            out.push(b'\n');
        }
        ListShape::Csv => out.write_all(&csv_row(row)?)?,
    }
    Ok(())
}

/// With a query records are read whole and judged, without one their headers are all that is looked at.
fn list_batch(
    reader: &mut RecordReader,
    judge: &mut Judge,
    batch: &Batch,
    judging: &JudgeOptions,
    selection: &Selection<'_>,
    shape: ListShape,
) -> anyhow::Result<(Vec<u8>, Passed)> {
    let (mut out, mut passed) = (Vec::new(), Passed::default());
    let file = batch.input.name();
    let printed = printable(file);
    let format = batch.input.format.map_or("", |f| f.info().id);
    for slice in batch.records() {
        let record = match selection.query {
            None => reader.read_header_or_tree(batch, &slice),
            Some(_) => reader.read(batch, &slice),
        };
        if selection.query.is_some() && record.readable {
            let judgement = judge.judge(record, format, judging);
            let taken = selection.takes(batch, record, &judgement, judge);
            if taken != Some(true) {
                passed.count(taken);
                continue;
            }
        }
        let row = Row::of_record(file, slice.number, format, record);
        print(&row, |out| row.text(&printed, out), shape, &mut out)?;
    }
    if let Some(outcome) = batch.end.as_ref().and_then(|end| end.outcome.as_ref()) {
        let row = Row::of_file(file, &outcome.message);
        print(&row, |out| row.text(&printed, out), shape, &mut out)?;
    }
    Ok((out, passed))
}

#[derive(Serialize)]
struct Detected<'a> {
    file: &'a str,
    format: Option<&'a str>,
    confidence: &'a str,
    why: &'a str,
    encoding: &'a str,
    records: u64,
}

impl Detected<'_> {
    const HEAD: [&'static str; 6] = ["file", "format", "confidence", "why", "encoding", "records"];

    fn text(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let Some(format) = self.format else { return writeln!(out, "{}: {}", self.file, self.why) };
        let plural = if self.records == 1 { "" } else { "s" };
        let Detected { file, confidence, why, encoding, records, .. } = self;
        writeln!(out, "{file}: {format} ({confidence}: {why}), {encoding}, {records} record{plural}")
    }
}

/// One line for each file, at its end.
fn detect_batch(batch: &Batch, shape: ListShape) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    let Some(end) = &batch.end else { return Ok(out) };
    let (confidence, why) = batch.input.detected.map_or(("stated", "named by --from"), |(c, why)| (c.name(), why));
    let format = batch.input.format.map(|f| f.info().id);
    let row = Detected {
        file: batch.input.name(),
        format,
        confidence: if format.is_some() { confidence } else { "" },
        why: if format.is_some() { why } else { end.outcome.as_ref().map_or("", |o| o.message.as_str()) },
        encoding: batch.input.encoding.name(),
        records: end.records,
    };
    print(&row, |out| row.text(out), shape, &mut out)?;
    Ok(out)
}
