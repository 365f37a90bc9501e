//! Text formats: bytes to records to bytes.

use pentad_corpus::{Judge, JudgeOptions, VerdictLine};
use pentad_formats::variations::{merge, part};
use pentad_formats::{
    Encoding, FORMATS, Field, Finding, Format, Frame, Locator, Loss, NoteKind, Prelude, PreludeEnd, ReadOptions,
    Record, Stream, WriteOptions, detect, find_format,
};
use pentad_rules::Severity;

/// Everything that is done with a file of this format, and the laws that hold for it.
pub(crate) fn text(id: &str, bytes: &[u8]) {
    let _ = detect(bytes, None);
    let format = find_format(id).expect("a format of the registry");
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h: u64, &b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    let declared = format.declared_encoding(bytes);
    let encoding = declared.unwrap_or(if hash.is_multiple_of(5) {
        Encoding::from_label("Shift_JIS").expect("a known label")
    } else {
        Encoding::UTF_8
    });
    // The dialects share the files.
    let dialects = format.info().dialects;
    let dialect = dialects.get((hash >> 8) as usize % (dialects.len() + 1)).map(|d| d.id);
    let options = ReadOptions { encoding, dialect, ..ReadOptions::default() };
    let (prelude, bytes) = split(format, bytes);
    let stream = Stream { encoding, dialect, prelude };
    let ends = cut(format, &stream, bytes);
    assert_eq!(cut_in_pieces(format, &stream, bytes, hash, false), ends, "pieces make other records");
    assert_eq!(cut_in_pieces(format, &stream, bytes, hash, true), ends, "dropping stray text makes other records");
    let prelude = format.read_prelude(prelude, &options).filter(|_| !prelude.is_empty());
    let (mut record, mut judge) = (Record::new(), Judge::new());
    let mut start = 0;
    for (number, end) in ends.into_iter().enumerate() {
        record.clear();
        one(format, &bytes[start..end], prelude.as_ref(), &options, &mut record, &mut judge, number as u64 + 1);
        start = end;
    }
}

/// What stands before the records and belongs to each, and the rest.
fn split<'b>(format: &dyn Format, bytes: &'b [u8]) -> (&'b [u8], &'b [u8]) {
    match format.prelude_end(bytes, true) {
        PreludeEnd::At(end) => bytes.split_at(end),
        PreludeEnd::Nothing | PreludeEnd::More => (&[], bytes),
    }
}

fn read(format: &dyn Format, prelude: Option<&Prelude>, slice: &[u8], options: &ReadOptions, record: &mut Record) {
    match prelude {
        Some(prelude) => format.read_after(prelude, slice, options, record),
        None => format.read(slice, options, record),
    }
}

/// Cuts a whole file.
fn cut(format: &dyn Format, stream: &Stream<'_>, bytes: &[u8]) -> Vec<usize> {
    let mut framer = format.framer_in(stream);
    let (mut ends, mut at) = (Vec::new(), 0);
    while let Frame::Record { end } = framer.next(&bytes[at..], true) {
        assert!(end > 0 && end <= bytes.len() - at, "a record has bytes");
        at += end;
        ends.push(at);
    }
    ends
}

/// Cuts a file that comes in pieces, and perhaps drops what is known to be in no record.
fn cut_in_pieces(format: &dyn Format, stream: &Stream<'_>, bytes: &[u8], mut hash: u64, dropping: bool) -> Vec<usize> {
    let mut framer = format.framer_in(stream);
    // The buffer is bytes[from..to]; from is where the last record ended or what was dropped ends.
    let (mut ends, mut from, mut to) = (Vec::new(), 0, 0);
    loop {
        let last = to == bytes.len();
        match framer.next(&bytes[from..to], last) {
            Frame::Record { end } => {
                from += end;
                ends.push(from);
            }
            Frame::End => return ends,
            Frame::More => {
                assert!(!last, "there are no more bytes");
                if dropping {
                    let stray = framer.stray();
                    assert!(stray <= to - from);
                    framer.dropped(stray);
                    from += stray;
                }
                hash = hash.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                to = bytes.len().min(to + 1 + (hash >> 33) as usize % 16);
            }
        }
    }
}

fn one(
    format: &dyn Format,
    slice: &[u8],
    prelude: Option<&Prelude>,
    options: &ReadOptions,
    record: &mut Record,
    judge: &mut Judge,
    number: u64,
) {
    read(format, prelude, slice, &ReadOptions { headers_only: true, ..*options }, record);
    record.clear();
    read(format, prelude, slice, options, record);
    let shown = String::from_utf8_lossy(slice);
    assert_eq!(record.events.len(), record.spans.len(), "{shown}");
    assert!(record.spans.iter().all(|span| span.end() <= slice.len()), "{shown}");
    within(&record.findings, slice);
    let locator =
        Locator { bytes: slice, offset: 0, line: 1, column: 0, encoding: Encoding::UTF_8, binary: format.is_binary() };
    let mut line = Vec::new();
    if !record.readable {
        assert!(
            record.findings.iter().any(|f| f.severity == Severity::Error),
            "an unreadable record says why: {shown}"
        );
        VerdictLine::unreadable("-", number, record.findings.iter(), &locator).write(&mut line);
        serde_json::from_slice::<serde_json::Value>(&line).expect("a verdict line is JSON");
        return;
    }
    // Of a dialect the file says nothing, so that it is written back as one of RenLib's.
    if format.info().id == "lib" && options.dialect.is_none() {
        as_it_was(format, slice, record);
    }
    let judgement = judge.judge(record, format.info().id, &JudgeOptions::default());
    within(judge.findings(), slice);
    let findings = record.findings.iter().chain(judge.findings());
    VerdictLine::judged("-", number, record, &judgement, judge.verdict(), findings, &locator).write(&mut line);
    serde_json::from_slice::<serde_json::Value>(&line).expect("a verdict line is JSON");
    for format in FORMATS {
        write_and_read(*format, record);
    }
    as_a_tree(record);
}

/// A union with itself is the union of one; the part below nothing is all of it.
fn as_a_tree(record: &Record) {
    let (mut twice, _) = merge(&[record, record]).expect("a record fits itself");
    assert!(twice.is_main_line());
    let (mut again, losses) = merge(&[&twice, &twice]).expect("a union fits itself");
    let mut all = part(&twice, &[]).expect("every line begins with no move");
    // Where the main line goes on behind the end of the game, the comment that tells whose it was is said at both ends.
    for record in [&mut twice, &mut again, &mut all] {
        record.retain_notes(|note| note.kind != NoteKind::Comment);
    }
    assert!(losses.is_empty() && again.same_content(&twice), "was\n{}\nis\n{}", content(&twice), content(&again));
    assert!(all.same_content(&twice), "was\n{}\nis\n{}", content(&twice), content(&all));
}

/// A library is written back byte by byte, if not more flags than are kept do not fit its tree.
fn as_it_was(format: &dyn Format, slice: &[u8], record: &Record) {
    let mut bytes = Vec::new();
    let losses = format.write(record, &WriteOptions::default(), &mut bytes).expect("libraries are written");
    let left_out = record.findings.iter().any(|f| f.message.contains("not kept"));
    assert!(left_out || losses.is_empty() && bytes == slice, "{losses:?}\nwas {slice:02x?}\nis  {bytes:02x?}");
}

fn within(findings: &[Finding], slice: &[u8]) {
    for finding in findings {
        assert!(finding.span.is_none_or(|span| span.end() <= slice.len()), "{finding:?} lies outside");
        assert!(!finding.message.is_empty());
    }
}

/// One record becomes one, or is refused. Where no loss is listed, jsonl and SGF give back the record, and what has no form of letters of its
/// own is written the same again.
fn write_and_read(format: &dyn Format, record: &Record) {
    let id = format.info().id;
    let mut bytes = Vec::new();
    format.write_head(&WriteOptions::default(), &mut bytes);
    let head = bytes.len();
    let Some(losses) = format.write(record, &WriteOptions::default(), &mut bytes) else { return };
    if losses.iter().any(Loss::is_record) {
        assert!(bytes.len() == head && losses.len() == 1, "{id}: a refused record leaves nothing");
        return;
    }
    let text = String::from_utf8_lossy(&bytes);
    let (prelude, rows) = split(format, &bytes);
    let ends = cut(format, &Stream { prelude, ..Stream::default() }, rows);
    assert_eq!(ends.len(), 1, "{id}: one record becomes one:\n{text}");
    let mut back = Record::new();
    let options = ReadOptions::default();
    let prelude = format.read_prelude(prelude, &options).filter(|_| !prelude.is_empty());
    read(format, prelude.as_ref(), &rows[..ends[0]], &options, &mut back);
    assert!(back.readable, "{id}: {:?}\n{text}", back.findings);
    match id {
        _ if !losses.is_empty() => {}
        "pente" | "psq" | "pos" | "sav" | "lib" => {
            let mut again = Vec::new();
            format.write(&back, &WriteOptions::default(), &mut again);
            assert!(again == bytes, "{id}: {}\nbut\n{text}", String::from_utf8_lossy(&again));
        }
        _ => assert!(record.same_content(&back), "{id}:\n{text}\nwas\n{}\nis\n{}", content(record), content(&back)),
    }
}

/// What [`Record::same_content`] compares, to see what differs.
fn content(record: &Record) -> String {
    let mut notes: Vec<(u32, NoteKind, &str, &str)> = record.notes().map(|n| (n.at, n.kind, n.key, n.value)).collect();
    notes.sort_by_key(|n| (n.0, n.1 as u8, n.2, n.3));
    let fields: Vec<_> = Field::ALL.iter().filter_map(|&f| Some((f.name(), record.get(f)?))).collect();
    let tree: Option<Vec<_>> =
        record.tree.as_ref().map(|t| t.walk().map(|v| (t.event(v.id).map(|e| e.action), v.parent)).collect());
    let header = (record.size, record.coords, record.prefix, record.rated, record.names, record.opener, record.paint);
    let end = (record.result, record.other_result, record.reason, record.official, record.incomplete);
    format!("{header:?}\n{end:?}\n{fields:?}\n{:?}\n{notes:?}\n{tree:?}\n{:?}", record.events, record.setup)
}
