//! Opening lists: spellings, boards, what is wrong with lines, the framer, the writer.
#![allow(clippy::unwrap_used, reason = "a test")]

use pentad_formats::{
    Confidence, Detection, Encoding, Format, Frame, ReadOptions, Record, Stream, WriteOptions, detect, find_format,
};
use pentad_rules::{Coords, Event, Size};
use proptest::prelude::*;

fn openings() -> &'static dyn Format {
    find_format("openings").unwrap()
}

fn dialect() -> &'static str {
    openings().info().dialects[0].id
}

fn read(text: &str, options: &ReadOptions) -> (Record, String, Vec<&'static str>) {
    let mut record = Record::new();
    openings().read(text.as_bytes(), options, &mut record);
    let name = |e: &Event| e.point().map_or("?".to_owned(), |p| p.text(Coords::WithI).to_string());
    let stones = record.events.iter().map(name).collect::<Vec<_>>().join(" ");
    let findings = record.findings.iter().map(|f| f.code.name()).collect();
    (record, stones, findings)
}

fn sized(side: u8) -> ReadOptions {
    ReadOptions { size: Size::square(side), ..ReadOptions::default() }
}

fn write(record: &Record, dialect: Option<&'static str>) -> (String, Vec<String>) {
    let mut out = Vec::new();
    let options = WriteOptions { dialect, ..WriteOptions::default() };
    let losses = openings().write(record, &options, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), losses.into_iter().map(|l| l.what).collect())
}

#[test]
fn blanks_mean_nothing_and_rows_go_down() {
    for text in ["0,0, 1,-1, 2,1", "0,0,1,-1,2,1\r\n", "\t0, 0,\t1 ,-1, +2,1 \n", "\u{feff}0,0 1,-1 2,1"] {
        let (record, stones, findings) = read(text, &sized(15));
        assert_eq!((stones.as_str(), record.prefix), ("h8 i9 j7", Some(3)), "{text}");
        assert!(findings.is_empty(), "{text}: {findings:?}");
    }
    assert_eq!(read("0,0, 9,9, -10,-10", &sized(20)).1, "k10 t1 a20");
}

#[test]
fn the_board_is_fifteen_where_none_is_named() {
    let (record, stones, findings) = read("-7,7, -8,0", &ReadOptions::default());
    assert_eq!((record.size, stones.as_str(), findings), (Some(Size::RENJU), "a1 ?", vec!["size-assumed"]));
}

#[test]
fn what_is_wrong_with_a_line_is_said_and_kept() {
    let (record, stones, findings) = read("0,0, 1,x, 99,1, 5", &sized(15));
    assert_eq!((stones.as_str(), findings), ("h8 ? ?", vec!["movetext-token", "odd-count"]));
    let notes: Vec<_> = record.notes().map(|n| (n.at, n.key, n.value)).collect();
    assert_eq!(notes, [(2, "token", "1,x"), (3, "token", "99,1"), (0, "half", "5")]);
    assert!(!read("hello", &sized(15)).0.readable && !read("5", &sized(15)).0.readable);
}

#[test]
fn letters_count_rows_from_the_top() {
    let options = ReadOptions { dialect: Some(dialect()), ..sized(20) };
    let (record, stones, _) = read("d3e5", &options);
    assert_eq!((stones.as_str(), record.prefix), ("d18 e16", Some(2)));
    assert_eq!(write(&record, Some(dialect())).0, "d3e5\n");
    assert_eq!(write(&record, None).0, "-7,-8, -6,-6\n");
}

#[test]
fn a_list_is_known_by_a_negative_number() {
    let found = |text: &str| match detect(text.as_bytes(), Some("txt")) {
        Detection::Format { format, confidence, .. } => Some((format.info().id, confidence)),
        _ => None,
    };
    assert_eq!(found("0,0, 1,-1\n2,2, 3,3\n"), Some(("openings", Confidence::Certain)));
    assert_ne!(found("0,0, 1,1\n").map(|f| f.0), Some("openings"));
}

#[test]
fn losses_are_listed_and_what_is_no_opening_is_refused() {
    assert_eq!(write(&Record::new(), None), (String::new(), vec!["record".to_owned()]));
    let (mut record, ..) = read("0,0, 50,0", &sized(15));
    assert_eq!(write(&record, None), ("0,0, 50,0\n".to_owned(), vec![]));
    record.prefix = None;
    record.size = Size::square(20);
    assert_eq!(write(&record, None).1, ["size", "given moves"]);
}

fn cut(text: &[u8], step: usize) -> Vec<usize> {
    let mut framer = openings().framer_in(&Stream { encoding: Encoding::UTF_8, ..Stream::default() });
    let (mut ends, mut from, mut to) = (Vec::new(), 0, 0);
    loop {
        match framer.next(&text[from..to], to == text.len()) {
            Frame::Record { end } => {
                from += end;
                ends.push(from);
            }
            Frame::More => to = text.len().min(to + step),
            Frame::End => return ends,
        }
    }
}

#[test]
fn a_line_ends_with_any_line_end() {
    assert_eq!(cut(b"0,0\r\n\r\n1,1\r2,2\n3,3", 100), [5, 11, 15, 18]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pieces_and_guesses_make_the_same_records(text in "[01,\\r\\n ]{0,40}", step in 1..5usize, from in 0..40usize) {
        let ends = cut(text.as_bytes(), 100);
        prop_assert_eq!(&cut(text.as_bytes(), step), &ends);
        let guess = openings().framer(Encoding::UTF_8).guess().unwrap();
        if let Some(place) = guess(text.as_bytes(), from.min(text.len())) {
            prop_assert!(ends.contains(&place) && place >= from.min(text.len()), "{} {:?}", place, ends);
        }
    }

    #[test]
    fn any_line_is_read_and_stones_come_back(text in "[-+0-9,x \\t]{0,60}", side in 5..27u8) {
        let (record, ..) = read(&text, &sized(side));
        prop_assert_eq!(record.events.len(), record.spans.len());
        if record.readable {
            let (again, _) = write(&record, None);
            prop_assert_eq!(read(&again, &sized(side)).0.events, record.events);
        }
    }
}
