//! The canonical form: its law, its findings, its documentation.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use pentad_formats::{
    Confidence, Detection, Encoding, Field, Format, Frame, Names, NoteKind, ReadOptions, Record, Score, WriteOptions,
    detect, find_format,
};
use pentad_rules::{Action, Color, Coords, Event, Point, Seat, Size};
use proptest::prelude::*;

mod records;

fn jsonl() -> &'static dyn Format {
    find_format("jsonl").unwrap()
}

fn read(line: &str) -> Record {
    let mut record = Record::new();
    jsonl().read(line.as_bytes(), &ReadOptions::default(), &mut record);
    assert_eq!(record.spans.len(), record.events.len());
    record
}

fn write(record: &Record) -> String {
    let mut out = Vec::new();
    assert_eq!(jsonl().write(record, &WriteOptions::default(), &mut out), Some(Vec::new()));
    String::from_utf8(out).unwrap()
}

/// The findings as `name@text`.
fn findings(line: &str) -> Vec<String> {
    let record = read(line);
    let text = |f: &pentad_formats::Finding| {
        let span = f.span.unwrap();
        format!("{}@{}", f.code.name(), String::from_utf8_lossy(&line.as_bytes()[span.start as usize..span.end()]))
    };
    record.findings.iter().map(text).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(record in records::any_record()) {
        let line = write(&record);
        let back = read(&line);
        prop_assert!(back.same_content(&record), "{line}\n{record:?}\n{back:?}");
        prop_assert_eq!(back.tells_procedure, record.tells_procedure);
        prop_assert_eq!(back.self_ending, record.self_ending);
        prop_assert_eq!(write(&back), line.clone());
        prop_assert_eq!(line.find('\n'), Some(line.len() - 1));
        prop_assert!(back.findings.is_empty(), "{:?}", back.findings);
        // Every event stands where its span says.
        for (event, span) in back.events.iter().zip(&back.spans) {
            let text = &line[span.start as usize..span.end()];
            if let Action::Place(Some(p)) = event.action {
                prop_assert!(text.contains(&format!("\"{}\"", p.text(record.coords))), "{text}");
            }
        }
    }

    #[test]
    fn any_text_is_read_without_panic(line in "[\\[\\]{}\":,a-z0-9 \\\\]{0,60}") {
        read(&line);
        read(&format!("{{\"pentad\":1,\"moves\":[],\"tree\":{line}}}"));
        read(&format!("{{\"pentad\":1,\"events\":[{{{line}}}]}}"));
    }

    #[test]
    fn lines_are_cut_the_same_in_any_pieces(text in "[ {}\r\n\t]{0,60}", sizes in prop::collection::vec(1..7usize, 1..9)) {
        let whole: Vec<&str> = text.split_inclusive('\n').filter(|l| !l.trim_ascii().is_empty()).map(str::trim_ascii).collect();
        prop_assert_eq!(frames(text.as_bytes(), &sizes), whole);
    }
}

/// The records of a stream fed in pieces of these sizes, without the blanks around them.
fn frames(bytes: &[u8], sizes: &[usize]) -> Vec<String> {
    let (mut framer, mut records) = (jsonl().framer(Encoding::UTF_8), Vec::new());
    let (mut start, mut end, mut sizes) = (0, 0, sizes.iter().cycle());
    loop {
        match framer.next(&bytes[start..end], end == bytes.len()) {
            Frame::Record { end: len } => {
                records.push(String::from_utf8_lossy(&bytes[start..start + len]).trim_ascii().to_owned());
                start += len;
            }
            Frame::More => {
                let stray = framer.stray();
                framer.dropped(stray);
                start += stray;
                end = (end + sizes.next().unwrap()).min(bytes.len());
            }
            Frame::End => return records,
        }
    }
}

#[test]
fn everything_that_the_schema_names_is_read() {
    let line = r#"{"pentad":1,"id":"g1","rules":"renju","opening":"rif","size":[15,17],"coords":"skip-i","prefix":2,
        "black":{"name":"A \"B\"","rating":2100,"rank":"3d","country":"EST"},"white":{"rating":"1700?"},"names":"by-seat",
        "opener":"white","event":"E","date":"2011-05","rated":true,"result":"0-1","other_result":"1-0","reason":"resign",
        "official":"-:+","paint":"white-first","self_ending":true,"incomplete":true,
        "setup":{"black":["j8"],"white":["j9"],"to_move":"white","captured":{"black":2,"white":4}},
        "events":[{"place":"h8","by":1,"color":"black"},{"swap":true},{"declare":3},{"offer":["a1",null]},{"choose":"a1"},
        {"choice":"place-two"},{"pass":true},{"claim":"double-three","by":2},{"resign":1},{"time":true},{"draw":true},
        {"edit":"c3","color":"white"}],
        "comments":{"e0":"start","e5":["a","b"]},"labels":{"e1":{"h8":"A"}},"times_ms":[100,null,2.5],
        "extra":{"KM":"5.5","e2":{"HASH":"77"}},"raw":{"GC":"4A=="}}"#;
    let record = read(line);
    assert_eq!(record.findings, []);
    assert_eq!((record.size, record.coords, record.prefix), (Size::new(15, 17), Coords::SkipI, Some(2)));
    assert_eq!(record.get(Field::BlackName), Some("A \"B\""));
    assert_eq!(record.get(Field::WhiteRating), Some("1700?"));
    assert_eq!((record.names, record.opener), (Names::BySeat, Some(Color::White)));
    assert_eq!(record.setup.captured, [2, 4]);
    assert_eq!(record.setup.black, [Point::new(8, 7).unwrap()]);
    let resign = record.events[8];
    assert_eq!((resign.action, resign.by), (Action::Resign, Some(Seat::First)));
    assert_eq!(record.events.offered(record.events[3].action), [Point::new(0, 0), None]);
    let notes: Vec<_> = record.notes().map(|n| (n.at, n.kind, n.key, n.value)).collect();
    assert!(notes.contains(&(5, NoteKind::Comment, "", "b")));
    assert!(notes.contains(&(3, NoteKind::TimeMs, "", "2.5")));
    assert!(notes.contains(&(2, NoteKind::Extra, "HASH", "77")));
    assert!(notes.contains(&(0, NoteKind::Raw, "GC", "4A==")));
}

#[test]
fn a_tree_alone_states_the_main_line() {
    let record = read(
        r#"{"pentad":1,"tree":{"nodes":[{},{"place":"h8","comment":"c"},{"place":"i9"},{"parent":1,"place":"h9","labels":{"h8":"1"}}]},"comments":{"e2":"x","n3":"y"}}"#,
    );
    assert_eq!(record.findings, []);
    assert_eq!(record.events.len(), 2);
    let tree = record.tree.as_ref().unwrap();
    assert_eq!(tree.children(1).collect::<Vec<_>>(), [2, 3]);
    let notes: Vec<_> = record.notes().map(|n| (n.at, n.value)).collect();
    assert_eq!(notes, [(1, "c"), (3, "1"), (2, "x"), (3, "y")]);
}

#[test]
fn faults_are_found_where_they_stand() {
    let is = |line: &str, expected: &[&str]| assert_eq!(findings(line), expected, "{line}");
    is(r#"{"pentad":1,"moves":["h8","zz9",5]}"#, &["value-invalid@5"]);
    is(r#"{"pentad":1,"moves":["h8"],"foo":{"a":1}}"#, &["unknown-key@{\"a\":1}"]);
    is(r#"{"pentad":1,"moves":["h8"],"size":15,"size":19}"#, &["key-repeated@19"]);
    is(r#"{"pentad":1,"moves":[],"size":40}"#, &["size-invalid@40"]);
    is(r#"{"pentad":1,"moves":[],"size":"15"}"#, &["value-invalid@\"15\""]);
    is(r#"{"pentad":1,"moves":[],"result":"2-0","rated":1}"#, &["value-invalid@1", "value-invalid@\"2-0\""]);
    is(r#"{"pentad":1,"moves":[],"black":{"name":5,"age":7}}"#, &["value-invalid@5", "unknown-key@7"]);
    is(
        r#"{"pentad":1,"events":[{"place":"h8","swap":true},{"by":1},7,{"declare":-1}]}"#,
        &["key-repeated@true", "value-invalid@{\"by\":1}", "value-invalid@7", "value-invalid@-1"],
    );
    is(r#"{"pentad":1,"tree":{"nodes":[{},{"parent":5,"place":"h8"}]}}"#, &["value-invalid@5"]);
    is(r#"{"pentad":1,"moves":["h8"],"comments":{"x":"c","n1":"d"}}"#, &["value-invalid@\"c\"", "value-invalid@\"d\""]);
    is(
        r#"{"pentad":1,"moves":["h8"],"comments":{"e1":5},"event":"\ud800"}"#,
        &["value-invalid@\"\\ud800\"", "value-invalid@5"],
    );
    is(r#"{"moves":["h8"]}"#, &["key-missing@{"]);
    is(r#"{"pentad":1}"#, &["key-missing@{\"pentad\":1}"]);
    is(r#"{"pentad":2,"moves":["h8"]}"#, &["version-unknown@2"]);
    is(r#"{"pentad":1,"moves":["h8"]"#, &["json-syntax@]"]);
    is(r#"{"pentad":1,"moves":["h8"]} x"#, &["json-syntax@x"]);
    is("[1]", &["json-syntax@["]);
    is("{\"a\":1}", &["unreadable@{\"a\":1}"]);
    assert!(!read("{\"pentad\":2}").readable && !read("{").readable && !read("").readable && !read("{}").readable);
}

#[test]
fn what_is_wrong_is_kept() {
    let record = read(r#"{"pentad":1,"moves":["h8","zz9"],"foo":[1, 2],"size":"big","moves":[]}"#);
    assert!(record.readable);
    assert_eq!(record.events[..], [Event::place(Point::new(7, 7).unwrap()), Event::new(Action::Place(None))]);
    assert_eq!((record.extra("foo"), record.extra("size")), (Some("[1, 2]"), Some("\"big\"")));
    assert_eq!(record.extra("moves"), Some("[]"));
    let again = read(&write(&record));
    assert!(again.findings.is_empty() && again.same_content(&record));
    assert!(record.notes().any(|n| (n.at, n.key, n.value) == (2, "token", "zz9")));
}

#[test]
fn headers_only_leaves_the_moves_out() {
    let mut record = Record::new();
    let options = ReadOptions { headers_only: true, ..ReadOptions::default() };
    let line = r#"{"pentad":1,"result":"1-0","moves":["h8"],"foo":1,"comments":{"e1":"x"}}"#;
    jsonl().read(line.as_bytes(), &options, &mut record);
    assert_eq!(record.result, Some(Score::Black));
    assert!(record.events.is_empty() && record.notes().next().is_none());
}

#[test]
fn hostile_lines_cost_no_more_than_their_length() {
    let long = 1_000_000;
    for open in ["[", "{\"a\":", "[[{\"a\":", "\"", "\\", "{", ",", "\u{feff}"] {
        assert!(!read(&open.repeat(long)).readable);
    }
    let deep = "[".repeat(long) + &"]".repeat(long);
    for key in ["moves", "events", "tree", "setup", "comments", "black", "size", "extra", "foo"] {
        let record = read(&format!("{{\"pentad\":1,\"moves\":[],\"{key}\":{deep}}}"));
        assert!(record.findings.len() <= 2);
    }
    let many = format!("{{\"pentad\":1,\"moves\":[{}0]}}", "0,".repeat(long));
    let record = read(&many);
    assert_eq!((record.events.len(), record.findings.len()), (long + 1, 1000));
    let whole = r#"{"pentad":1,"size":[15,15],"events":[{"offer":["h8"]},{"swap":true}],"comments":{"e1":"é\u00e9"},"tree":{"nodes":[{}]}}"#;
    for end in 0..whole.len() {
        let mut record = Record::new();
        jsonl().read(&whole.as_bytes()[..end], &ReadOptions::default(), &mut record);
        assert!(!record.readable && record.findings.len() == 1, "{end}");
    }
    let mut record = Record::new();
    jsonl().read(b"\xEF\xBB\xBF{\"pentad\":1,\"moves\":[\"h8\"]}\r\n", &ReadOptions::default(), &mut record);
    assert!(record.findings.is_empty() && record.events.len() == 1);
    record.clear();
    jsonl().read(b"{\"pentad\":1,\"event\":\"\xE9\"}", &ReadOptions::default(), &mut record);
    assert_eq!(record.findings[0].span.unwrap().start, 21);
}

#[test]
fn the_bytes_tell_what_it_is() {
    let sure = |head: &[u8]| match detect(head, None) {
        Detection::Format { format, confidence, .. } => (format.info().id == "jsonl").then_some(confidence),
        _ => None,
    };
    assert_eq!(sure(b"\xEF\xBB\xBF\n {\"pentad\": 1}"), Some(Confidence::Certain));
    assert_eq!(sure(b"{\"id\":\"x\",\"moves\": [ \"h8\"]}"), Some(Confidence::Likely));
    assert_eq!(sure(b"{\"moves\":[[7,7,\"black\"]]}"), None);
    assert_eq!(sure(b"{\n\"moves\":[\"h8\"]}"), None);
    assert_eq!(sure(b"[\"pentad\":1]"), None);
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

#[test]
fn the_examples_of_the_docs_are_sound() {
    let page = std::fs::read_to_string(docs().join("jsonl.md")).unwrap();
    let examples: Vec<_> = page.lines().filter(|l| l.starts_with("{\"pentad\"")).collect();
    assert!(examples.len() >= 4);
    for line in examples {
        assert_eq!(findings(line), [""; 0], "{line}");
        assert_eq!(write(&read(line)).trim_end(), line, "the writer's own form");
    }
}

/// Every key of a JSON value that has a fixed name, with what it is below.
fn keys(value: &serde_json::Value, below: &str, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(map) => {
            for (key, value) in map {
                found.insert(format!("{below}{key}"));
                match (below, key.as_str()) {
                    ("", "comments" | "labels" | "times_ms" | "extra" | "raw") => {}
                    ("nodes.", "comment" | "labels" | "time_ms" | "extra" | "raw") => {}
                    _ => keys(value, &format!("{key}."), found),
                }
            }
        }
        serde_json::Value::Array(list) => list.iter().for_each(|v| keys(v, below, found)),
        _ => {}
    }
}

#[test]
fn the_schema_has_every_key() {
    use proptest::strategy::ValueTree;
    let schema: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(docs().join("jsonl.schema.json")).unwrap()).unwrap();
    let names = |path: &str| -> BTreeSet<String> {
        schema.pointer(path).and_then(|v| v.as_object()).unwrap().keys().cloned().collect()
    };
    let places = [
        ("", "/properties"),
        ("black.", "/$defs/player/properties"),
        ("white.", "/$defs/player/properties"),
        ("setup.", "/properties/setup/properties"),
        ("captured.", "/properties/setup/properties/captured/properties"),
        ("events.", "/$defs/event/properties"),
        ("tree.", "/properties/tree/properties"),
        ("nodes.", "/$defs/node/properties"),
    ];
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut found, mut seen) = (BTreeSet::new(), 0);
    for _ in 0..300 {
        let record = records::any_record().new_tree(&mut runner).unwrap().current();
        keys(&serde_json::from_str(&write(&record)).unwrap(), "", &mut found);
    }
    for key in &found {
        let (below, name) = key.split_at(key.find('.').map_or(0, |i| i + 1));
        let path = places.iter().find(|(p, _)| *p == below).unwrap_or_else(|| panic!("{key}")).1;
        let event = below == "nodes." && names("/$defs/event/properties").contains(name);
        assert!(event || names(path).contains(name), "{key} is not in the schema");
        seen += 1;
    }
    for name in names("/properties") {
        assert!(found.contains(&name), "{name} is never written");
    }
    assert!(seen > 60, "{found:?}");
}
