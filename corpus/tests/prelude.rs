//! What stands before the records reaches each of them, however a file is read.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::ops::ControlFlow;

use pentad_corpus::{Limits, Options, RecordReader, Sources, Totals, run};
use pentad_formats::{Field, ReadOptions};
use pentad_rules::Code;

/// Of each record its number, id, moves, line and column, and the names of its findings.
fn told(text: &str, threads: usize, limits: Limits, columns: Option<&'static str>) -> (Vec<String>, Totals) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.csv");
    fs::write(&path, text).unwrap();
    let options = Options { threads, limits, ..Options::default() };
    let mut lines = Vec::new();
    let totals = run(
        Sources::new([path]).unwrap(),
        &options,
        || RecordReader::new(ReadOptions { columns, ..ReadOptions::default() }),
        |reader, batch| {
            let mut locators = batch.locators();
            let one = |slice: pentad_corpus::RecordSlice<'_>| {
                let record = reader.read(batch, &slice);
                let findings: Vec<_> = record.findings.iter().map(|f| f.code.name()).collect();
                let place = locators.of(&slice).position(record.spans.first().map_or(0, |span| span.start as usize));
                let id = record.get(Field::Id).unwrap_or("-").to_owned();
                let (line, column, offset) = (place.line, place.column, place.offset);
                format!("{} {id} {} {line}:{column} {offset} {findings:?}", slice.number, record.events.plies())
            };
            batch.records().map(one).collect::<Vec<_>>()
        },
        |part| {
            lines.extend(part);
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    (lines, totals)
}

/// Rows of which some have line ends and quotes within their fields.
fn rows(count: usize) -> String {
    let row = |i: usize| match i % 5 {
        0 => format!("{i},\"h8\ni9, \",\"a \"\"b\"\"\nid,moves\n1,h8\"\n"),
        1 => format!("{i},h8i9,\"\"\r\n\n"),
        2 => format!("{i},\"1.h8 2.i9\",\"x\n\n\n{i},h8 i9,\"\n"),
        3 => format!("{i},h8 i9\n"),
        _ => format!("{i},h8 i9,{}\n", "y".repeat(i % 300)),
    };
    (0..count).map(row).collect()
}

#[test]
fn chunks_and_turns_give_each_row_its_columns() {
    let text = format!("\u{feff}id,moves,note\n{}", rows(2000));
    let (expected, totals) = told(&text, 1, Limits::default(), None);
    assert_eq!((expected.len(), totals.records, totals.bytes), (2000, 2000, text.len() as u64));
    assert_eq!(expected[0], "1 0 2 2:4 20 []");
    assert!(expected[3].starts_with("4 3 2 ") && expected[3].ends_with(&format!("[{:?}]", Code::FieldCount.name())));
    for threads in [1, 3] {
        for (chunk, batch) in [(1 << 10, 512), (5000, 4000), (64 << 10, 1 << 10)] {
            let limits = Limits { chunk_from: 0, chunk, batch, ..Limits::default() };
            assert!(told(&text, threads, limits, None).0 == expected, "{threads} {chunk} {batch}");
        }
    }
}

#[test]
fn a_prelude_may_be_longer_than_what_is_looked_at_first() {
    let names: Vec<_> = (0..40_000).map(|i| format!("column number {i}")).collect();
    let text = format!("{},id,moves\n{}7,h8i9\n", names.join(","), ",".repeat(names.len()));
    for threads in [1, 3] {
        let limits = Limits { chunk_from: 0, ..Limits::default() };
        let (lines, _) = told(&text, threads, limits, None);
        assert!(lines[0].starts_with("1 7 2 2:") && lines.len() == 1, "{lines:?}");
    }
    // One that is larger than a record may be is none, and memory stays bounded.
    let limits = Limits { max_record: 64 << 10, ..Limits::default() };
    let (lines, totals) = told(&text, 1, limits, None);
    assert_eq!((lines.len(), totals.too_large), (2, 1));
}

#[test]
fn columns_that_the_user_names_hold_for_all_threads() {
    let text = format!("a,b,c\n{}", rows(300));
    let limits = Limits { chunk_from: 0, chunk: 1 << 10, ..Limits::default() };
    let one = told(&text, 1, limits, Some("id=a,moves=2"));
    assert!(one.0.iter().enumerate().all(|(i, line)| line.starts_with(&format!("{} {i} 2 ", i + 1))), "{:?}", one.0);
    assert!(told(&text, 3, limits, Some("id=a,moves=2")).0 == one.0);
}
