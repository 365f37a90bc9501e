//! The worked examples of the format pages are read out of the pages: what a page says is what the reader does.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;

use pentad_formats::{
    FORMATS, Field, Frame, PreludeEnd, ReadOptions, Record, Score, Stream, WriteOptions, find_format,
};
use pentad_rules::{Action, Coords};

fn page(format: &str) -> String {
    let file = if format == "jsonl" { "jsonl.md".to_owned() } else { format!("formats/{format}.md") };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(file);
    std::fs::read_to_string(path).unwrap().replace("\r\n", "\n")
}

/// What stands under the heading `Example`.
fn example(format: &str) -> String {
    page(format).split("## Example\n").nth(1).unwrap().to_owned()
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

/// The records of a text, each read to its end.
fn records(format: &str, text: &str) -> Vec<Record> {
    let format = find_format(format).unwrap();
    let start = if let PreludeEnd::At(start) = format.prelude_end(text.as_bytes(), true) { start } else { 0 };
    cut(format, &text.as_bytes()[..start], &text[start..])
}

fn cut(format: &dyn pentad_formats::Format, prelude: &[u8], mut text: &str) -> Vec<Record> {
    let options = ReadOptions::default();
    let mut framer = format.framer_in(&Stream { prelude, ..Stream::default() });
    let table = format.read_prelude(prelude, &options).filter(|_| !prelude.is_empty());
    let mut records = Vec::new();
    while let Frame::Record { end } = framer.next(text.as_bytes(), true) {
        let mut record = Record::new();
        match &table {
            Some(table) => format.read_after(table, &text.as_bytes()[..end], &options, &mut record),
            None => format.read(&text.as_bytes()[..end], &options, &mut record),
        }
        assert!(record.readable, "{:?}", record.findings);
        records.push(record);
        text = &text[end..];
    }
    records
}

/// The example of a page is the file that it names, and its games are these: players, result, moves.
fn shows(format: &str, file: &str, games: &[(&str, Option<Score>, &str)]) {
    let page = example(format);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples").join(file);
    let fixture = std::fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    assert_eq!(block(&page).trim_end(), fixture.trim_end(), "the page shows the file");
    let word = |action| match action {
        Action::Place(Some(point)) => point.text(Coords::WithI).to_string(),
        Action::Choice(Some(choice)) => choice.name().to_owned(),
        other => panic!("{other:?}"),
    };
    let told = |record: &Record| {
        let name = |field| record.get(field).unwrap_or("?").to_owned();
        let moves: Vec<_> = record.events.iter().map(|e| word(e.action)).collect();
        (format!("{} - {}", name(Field::BlackName), name(Field::WhiteName)), record.result, moves.join(" "))
    };
    let told: Vec<_> = records(format, &fixture).iter().map(told).collect();
    let expected: Vec<_> =
        games.iter().map(|&(names, result, moves)| (names.to_owned(), result, moves.to_owned())).collect();
    assert_eq!(told, expected);
}

#[test]
fn sgf() {
    shows("sgf", "example.sgf", &[("Ann - Bo", Some(Score::Black), "h8 h9 i9 g9 j10 i7")]);
    let [record] = &records("sgf", block(&example("sgf")))[..] else { panic!() };
    assert_eq!(record.tree.as_ref().map(|tree| tree.leaves()), Some(2));
}

#[test]
fn pente() {
    shows("pente", "evening.pgn", &[("ann - bo", Some(Score::Black), "j10 k10 j12 l10 m10 k11 j11 j13 j9 k9 j8")]);
}

#[test]
fn playok() {
    // Who took black won; names are those of the seats.
    let moves = "h8 i9 g7 black h9 i8 g10 j8 f11 k8 e12 l8";
    shows("playok", "swap2.txt", &[("ann - bo", Some(Score::Black), moves)]);
}

#[test]
fn moves() {
    let game = ("? - ?", None, "h8 i9 g7 g9 i7 h7");
    shows("moves", "lists.txt", &[game, (game.0, Some(Score::Black), game.2), (game.0, None, "h8 i9 g7")]);
}

#[test]
fn csv() {
    let games = [("Ann - Bo", "h8 a1 i8 a3 j8 a5 k8 a7 l8"), ("Bo - Ann", "h8 i9 g7")];
    let [one, two] = games;
    shows("csv", "table.csv", &[(one.0, Some(Score::Black), one.1), (two.0, Some(Score::White), two.1)]);
}

#[test]
fn jsonl() {
    let page = page("jsonl");
    let lines: Vec<_> = page.split("## Examples\n").nth(1).unwrap().lines().filter(|l| l.starts_with('{')).collect();
    assert_eq!(lines.len(), 4);
    for line in lines {
        let mut record = Record::new();
        let jsonl = find_format("jsonl").unwrap();
        jsonl.read(line.as_bytes(), &ReadOptions::default(), &mut record);
        assert!(record.readable && record.findings.is_empty(), "{line}: {:?}", record.findings);
        let mut out = Vec::new();
        let losses = jsonl.write(&record, &WriteOptions::default(), &mut out).unwrap();
        assert_eq!((String::from_utf8(out).unwrap().trim_end(), losses.len()), (line, 0));
    }
}

/// Whoever writes a reader of a format by its page finds what it takes: the bytes, the forms, what real files do wrong, what is lost, an
/// example that a test of this file (of `lib`, in `renlib.rs`) reads.
#[test]
fn every_page_has_its_parts() {
    for format in FORMATS {
        let info = format.info();
        let page = page(info.id);
        let headings: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let any = |names: &[&str]| headings.iter().any(|h| names.contains(h));
        let id = info.id;
        assert!(any(&["Grammar", "Bytes", "Header", "Moves and events"]), "{id}: what the bytes mean");
        assert!(any(&["Example", "Examples"]), "{id}: an example");
        assert!(any(&["Oddities", "Faults"]), "{id}: what real files do wrong");
        assert!(any(&["Dialects"]) || info.dialects.is_empty(), "{id}: its dialects");
        assert!(any(&["What is lost on writing"]) || !info.writes, "{id}: what is lost");
        for dialect in info.dialects {
            assert!(
                page.contains(&format!("`{}`", dialect.id)) || page.contains(&format!(":{}`", dialect.id)),
                "{id}: {}",
                dialect.id
            );
        }
    }
}
