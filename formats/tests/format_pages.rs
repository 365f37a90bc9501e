//! The worked examples of the format pages are read out of the pages: what a page says is what the reader does.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;

use pentad_formats::{ReadOptions, Record, WriteOptions, find_format};
use pentad_rules::{Action, Coords};

/// What stands under the heading `Example`.
fn example(format: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../docs/formats/{format}.md"));
    let page = std::fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    page.split("## Example\n").nth(1).unwrap().to_owned()
}

/// The first fenced block.
fn block(text: &str) -> &str {
    text.split("```\n").nth(1).unwrap()
}

fn read(format: &str, bytes: &[u8]) -> (Record, String) {
    let mut record = Record::new();
    find_format(format).unwrap().read(bytes, &ReadOptions::default(), &mut record);
    assert!(record.readable, "{:?}", record.findings);
    let word = |action| match action {
        Action::Place(Some(point)) => point.text(Coords::WithI).to_string(),
        Action::Pass => "a pass".to_owned(),
        other => panic!("{other:?}"),
    };
    let words = record.events.iter().map(|e| word(e.action)).collect::<Vec<_>>().join(" ");
    (record, words)
}

/// Whether the text names these points in this order.
fn names(text: &str, points: &str) -> bool {
    let mut rest = text;
    points.split(' ').all(|point| match rest.split_once(point) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

#[test]
fn psq() {
    let page = example("psq");
    let (record, moves) = read("psq", block(&page).as_bytes());
    assert!(record.findings.is_empty(), "{:?}", record.findings);
    let fixture = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples/engines.psq")).unwrap();
    assert_eq!(read("psq", &fixture).1, moves);
    let mut out = Vec::new();
    let losses = find_format("psq").unwrap().write(&record, &WriteOptions::default(), &mut out).unwrap();
    assert!(losses.is_empty() && out == fixture, "{losses:?}");
}

#[test]
fn rec() {
    let page = example("rec");
    let (record, moves) = read("rec", block(&page).as_bytes());
    assert_eq!(record.size.unwrap().to_string(), "20x20");
    assert!(names(&page, &moves), "{moves}");
}

#[test]
fn pos() {
    let page = example("pos");
    let bytes = page.split('`').nth(1).unwrap().split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap());
    let (_, moves) = read("pos", &bytes.collect::<Vec<_>>());
    assert!(names(&page, &moves), "{moves}");
}

#[test]
fn sav() {
    let page = example("sav");
    let (record, moves) = read("sav", block(&page).as_bytes());
    assert_eq!(record.size.unwrap().to_string(), "20x15");
    assert!(names(&page, &moves), "{moves}");
}

#[test]
fn openings() {
    let page = example("openings");
    let (first, _) = block(&page).split_once('\n').unwrap();
    let (record, moves) = read("openings", first.as_bytes());
    assert_eq!(record.prefix, Some(3));
    assert!(names(&page, &moves), "{moves}");
    let mut out = Vec::new();
    let losses = find_format("openings").unwrap().write(&record, &WriteOptions::default(), &mut out).unwrap();
    assert!(losses.is_empty() && out == format!("{first}\n").as_bytes(), "{losses:?}");
}
