//! RenLib's libraries. All bytes here are made for these tests.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use pentad_formats::{Encoding, Field, Frame, NoteKind, ReadOptions, Record, Score, WriteOptions, find_format};
use pentad_rules::{Action, Code, Coords};
use proptest::collection::vec;
use proptest::prelude::*;

const HEADER_30: &[u8] = b"\xFFRenLib\xFF\x03\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
const HEADER_34: &[u8] = b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";

fn read_as(bytes: &[u8], dialect: Option<&'static str>) -> Record {
    let mut record = Record::new();
    find_format("lib").unwrap().read(bytes, &ReadOptions { dialect, ..ReadOptions::default() }, &mut record);
    record
}

fn read(bytes: &[u8]) -> Record {
    read_as(bytes, None)
}

fn written(record: &Record, dialect: Option<&'static str>) -> (Vec<u8>, Vec<String>) {
    let mut out = Vec::new();
    let options = WriteOptions { dialect, ..WriteOptions::default() };
    let losses = find_format("lib").unwrap().write(record, &options, &mut out).unwrap();
    (out, losses.into_iter().map(|l| format!("{} {}", l.count, l.what)).collect())
}

fn through(record: &Record, id: &str) -> Record {
    let (format, mut bytes) = (find_format(id).unwrap(), Vec::new());
    let losses = format.write(record, &WriteOptions::default(), &mut bytes).unwrap();
    assert!(losses.is_empty(), "{id}: {losses:?}");
    let mut framer = format.framer(Encoding::UTF_8);
    let Frame::Record { end } = framer.next(&bytes, true) else { panic!("{}", String::from_utf8_lossy(&bytes)) };
    let mut back = Record::new();
    format.read(&bytes[..end], &ReadOptions::default(), &mut back);
    back
}

/// The tree as words: depth dots, then what happens.
fn outline(record: &Record) -> String {
    let tree = record.tree.as_ref().unwrap();
    let word = |id| match tree.event(id).map(|e| e.action) {
        None => "-".to_owned(),
        Some(Action::Pass) => "pass".to_owned(),
        Some(Action::Place(Some(p))) => p.text(Coords::WithI).to_string(),
        other => format!("{other:?}"),
    };
    tree.walk().map(|v| format!("{}{}", ".".repeat(v.depth), word(v.id))).collect::<Vec<_>>().join(" ")
}

/// Notes as words, those of the file as a whole left out.
fn notes(record: &Record) -> Vec<String> {
    let plain = record.notes().filter(|n| n.at > 0 || n.key != "LIB");
    plain.map(|n| format!("{} {:?} {} {}", n.at, n.kind, n.key, n.value)).collect()
}

fn codes(record: &Record) -> Vec<Code> {
    record.findings.iter().map(|f| f.code).collect()
}

/// The same bytes come back, also through the other formats that hold everything.
fn exact(bytes: &[u8]) -> Record {
    let record = read(bytes);
    assert!(record.readable, "{:?}", record.findings);
    let (again, losses) = written(&record, None);
    assert!(losses.is_empty(), "{losses:?}");
    assert_eq!(again, bytes, "{}\n{:?}", outline(&record), notes(&record));
    for id in ["sgf", "jsonl"] {
        let back = through(&record, id);
        assert!(back.same_content(&record), "{id}: {:?}\nis {:?}", notes(&record), notes(&back));
        let (again, losses) = written(&back, None);
        assert!(losses.is_empty(), "{losses:?}");
        assert_eq!(again, bytes, "{id}: {}", outline(&back));
    }
    record
}

fn library(header: &[u8], body: &[u8]) -> Vec<u8> {
    [header, body].concat()
}

#[test]
fn branches_and_their_ends() {
    let record = exact(&library(HEADER_30, b"\x78\x00\x68\xc0\x77\xc0\x79\x80\x7a\x00\x7b\x40\x88\x40"));
    assert_eq!(outline(&record), "- .h8 ..h9 ..g8 ..i8 ...j8 ....k8 ..h7");
    assert_eq!(record.extra("LIB"), Some("3.0 nodes:7"));
    assert_eq!(record.events.plies(), 2);
    assert!(record.findings.is_empty());
    let tree = record.tree.as_ref().unwrap();
    // The sixth node of the file stands at 20 + 2 × 5.
    assert_eq!((tree.span(6).start, tree.len(), tree.leaves()), (30, 8, 4));
}

#[test]
fn a_root_with_a_comment_a_pass_and_two_first_moves() {
    let record = exact(&library(HEADER_34, b"\x00\x08one\x08two\r\n3\0\0\x01\x80\x00\x08\x08Pass\0\x02\x40\x78\x40"));
    assert_eq!(outline(&record), "- .a15 ..pass ...b15 .h8");
    assert_eq!(notes(&record), ["0 Comment  one\ntwo\r\n3", "2 Comment  \nPass"]);
    assert_eq!(record.extra("LIB"), Some("3.4 root nodes:5"));
}

#[test]
fn saved_lines_end_without_a_leaf_and_with_open_alternatives() {
    let one = exact(&library(HEADER_30, b"\x78\x00"));
    assert_eq!((outline(&one).as_str(), one.extra("LIB")), ("- .h8", Some("3.0 nodes:1 bits:0^40")));
    assert!(one.findings.is_empty());
    let open = exact(&library(HEADER_34, b"\x00\x00\x02\x80\x03\x80\x04\x00"));
    assert_eq!(codes(&open), [Code::LibraryOpen]);
    assert_eq!(open.findings[0].message, "2 nodes promise alternatives that do not come");
    assert_eq!(open.extra("LIB"), Some("3.4 root nodes:4 bits:1^80,2^80,3^40"));
    exact(&library(HEADER_34, b"\x00\x00\x02\xc0"));
    exact(&library(HEADER_34, b"\x00\xc0\x02\xc0"));
    exact(&library(HEADER_34, b"\x00\x00"));
    exact(&library(HEADER_34, b"\x00\x40"));
    exact(HEADER_30);
    exact(HEADER_34);
}

#[test]
fn texts_on_the_board_are_labels_of_the_position_before() {
    // i8 has no stone, j8 and its text, k8 has no stone and is the last of the three.
    let record = exact(&library(HEADER_30, b"\x78\x00\x79\xc3\x00\x01A\0\x7a\xc1\x00\x01B\0\x7b\x43\x00\x01C5\0\0"));
    assert_eq!(outline(&record), "- .h8 ..j8");
    assert_eq!(notes(&record), ["1 Label i8 A", "1 Label j8 B", "1 Label k8 C5"]);
    // Not in order, with a comment, with a branch below it: the nodes stay.
    let record = exact(&library(
        HEADER_30,
        b"\x78\x00\x7b\xc0\x79\xc3\x00\x01A\0\x7c\xcb\x00\x01c\0B\0\x7d\x83\x00\x01D\0\x11\x40\x7e\x40",
    ));
    assert_eq!(outline(&record), "- .h8 ..k8 ..- ..- ..- ...a14 ..n8");
    assert!(notes(&record).contains(&"4 Comment  c".to_owned()), "{:?}", notes(&record));
    assert!(notes(&record).contains(&"3 Extra LIB no-move:79".to_owned()), "{:?}", notes(&record));
}

#[test]
fn marks_start_and_unknown_bits() {
    let record = exact(&library(HEADER_30, b"\x78\x14\x79\x11\x80\x03x\0\x7a\x01\x00\x00\x7b\x51\x00\x01t\0"));
    assert!(record.findings.is_empty());
    assert_eq!(
        notes(&record),
        [
            "1 Extra HO 1",
            "1 Extra LIB start",
            "2 Extra HO 1",
            "2 Extra LIB extension:8003",
            "3 Extra LIB extension:0000",
            "4 Extra HO 1",
            "2 Extra LIBTEXT x",
            "3 Label k8 t",
        ]
    );
}

#[test]
fn files_before_2002_have_no_header_and_seven_bits() {
    let record = exact(b"\x78\x20sm}\xf2\x69\x20ab\xe3\x00\x88\x68ok\xA1\x00");
    assert_eq!(outline(&record), "- .h8 ..i9 ...h7");
    let texts: Vec<_> = record.notes().filter(|n| n.kind == NoteKind::Comment).map(|n| n.value.to_owned()).collect();
    assert_eq!(texts, ["sm\u{e5}r", "abc", "ok!"]);
    assert!(notes(&record).contains(&"3 Extra LIB old both".to_owned()), "{:?}", notes(&record));
    assert_eq!(record.extra("LIB"), Some("headerless nodes:3"));
}

#[test]
fn each_text_is_decoded_by_itself_and_keeps_its_bytes() {
    let gbk = Encoding::from_label("GBK").unwrap();
    let chinese = "\u{9ed1}\u{80dc}\u{ff0c}\u{767d}\u{8d1f}\u{3002}";
    let mut body = vec![];
    for (flags, text) in
        [(0x08u8, gbk.encode_exact(chinese).unwrap().into_owned()), (0x48, "\u{e5}".as_bytes().to_vec())]
    {
        body.extend([0x78 + u8::from(flags != 8), flags]);
        body.extend(&text);
        body.extend(if text.len() % 2 == 1 { &b"\0"[..] } else { b"\0\0" });
    }
    let record = exact(&library(HEADER_30, &body));
    let texts: Vec<_> = record.notes().filter(|n| n.kind == NoteKind::Comment).map(|n| n.value.to_owned()).collect();
    assert_eq!(texts, [chinese, "\u{e5}"]);
    assert_eq!(codes(&record), [Code::Encoding]);
    assert!(record.extra("LIB").unwrap().ends_with(" encoding:GBK"), "{:?}", record.extra("LIB"));
    // The second text is UTF-8 in a file whose texts are GBK: its bytes are kept.
    assert_eq!(record.notes().filter(|n| n.kind == NoteKind::Raw).map(|n| n.at).collect::<Vec<_>>(), [2]);
    // A padding byte that is not NUL, a text without end.
    exact(&library(HEADER_30, b"\x78\x08ab\0x\x79\x40"));
    let cut = exact(&library(HEADER_30, b"\x78\x08ab\0\0\x79\x48abc"));
    assert_eq!(codes(&cut), [Code::Unclosed, Code::StrayText]);
}

#[test]
fn what_is_not_well_formed_is_found_and_kept() {
    let stray = exact(&library(HEADER_30, b"\x78\x40\x79\x40\x7a\x40"));
    assert_eq!((outline(&stray).as_str(), codes(&stray)), ("- .h8 ..i8 ...j8", vec![Code::LibraryLeaf; 2]));
    let tail = exact(&library(HEADER_30, b"\x78\x00\x79\x40\x0a"));
    assert_eq!(codes(&tail), [Code::StrayText]);
    let point = exact(&library(HEADER_30, b"\x78\x00\xf1\x00\x70\x40"));
    assert_eq!(codes(&point), [Code::LibraryPoint; 2]);
    let twice = exact(&library(HEADER_30, b"\x78\x00\x79\xc1\x00\x01a\0\x79\x41\x00\x01b\0"));
    assert_eq!((outline(&twice).as_str(), codes(&twice)), ("- .h8 ..i8 ..i8", vec![Code::LibraryTwice]));
    let extension = exact(&library(HEADER_30, b"\x78\x01"));
    assert_eq!(codes(&extension), [Code::Unclosed]);
}

#[test]
fn what_is_no_library_says_why() {
    let why = |bytes: &[u8]| {
        let record = read(bytes);
        assert!(!record.readable);
        let last = record.findings.last().unwrap();
        (last.code, last.message.to_string())
    };
    let (code, words) = why(b"\xFFRenLib\xFF\x03\x05\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x78\x00");
    assert_eq!(code, Code::Unreadable);
    assert!(words.contains("version 3.5"), "{words}");
    assert!(why(b"\xFFRenLib\xFF\x03").1.contains("within its header"));
    assert!(why(b"\x79\x00").1.contains("neither"));
    assert!(why(b"").1.contains("neither"));
    let (code, _) = why(&library(HEADER_30, &b"\xf0\x00".repeat(1001)));
    assert_eq!(code, Code::Unreadable);
    let (code, _) = why(&library(HEADER_34, &b"\x00\x00".repeat((1 << 20) + 3)));
    assert_eq!(code, Code::LibraryTooDeep);
    assert!(read(&library(HEADER_34, &b"\x00\x00".repeat(1 << 20))).readable);
}

#[test]
fn players_and_result_stand_in_the_last_comment() {
    let bytes = library(HEADER_30, b"\x78\x00\x79\x48Ann - Bo 1-0\x08Tournament: Club\r\nDate: 2011-05-01\0");
    let record = exact(&bytes);
    assert_eq!(record.get(Field::BlackName), Some("Ann"));
    assert_eq!((record.get(Field::Event), record.get(Field::Date)), (Some("Club"), Some("2011-05-01")));
    assert_eq!(record.result, Some(Score::Black));
    // A game of another format is written so.
    let mut game = Record::new();
    let sgf = b"(;GM[4]SZ[15]PB[Ann]PW[Bo]EV[Club]DT[2011-05-01]RE[B+]BR[2d];B[hh];W[ih])";
    find_format("sgf").unwrap().read(sgf, &ReadOptions::default(), &mut game);
    let (out, losses) = written(&game, None);
    assert_eq!(losses, ["1 black.rank"]);
    assert_eq!(out, bytes);
}

#[test]
fn what_a_library_cannot_carry_is_listed() {
    let mut record = Record::new();
    let jsonl = br#"{"pentad":1,"size":15,"id":"7","rated":true,"events":[{"place":"h8"},{"swap":true},{"place":"i9","color":"white","by":1},{"offer":["a1","b1"]},{"place":"j9","by":2}],"comments":{"e2":"after the swap","e99":"outside"},"times_ms":[5]}"#;
    find_format("jsonl").unwrap().read(jsonl, &ReadOptions::default(), &mut record);
    let (out, losses) = written(&record, None);
    assert_eq!(losses, ["1 notes", "2 seats", "1 swaps", "1 offers", "1 id", "1 rated", "1 times of moves"]);
    let back = read(&out);
    assert_eq!(outline(&back), "- .h8 ..i9 ...j9");
    assert_eq!(notes(&back), ["1 Comment  after the swap"]);
    let refused = [
        (r#""size":19,"moves":["h8"]"#, "15x15"),
        (r#""setup":{"black":["a1"]},"moves":["h8"]"#, "empty board"),
        (r#""events":[{"place":"h8"},{"place":"z1"},{"place":"a1"}]"#, "outside 15x15"),
        (r#""events":[{"place":"h8"},{"place":"a1","color":"black"}]"#, "another colour"),
    ];
    for (json, why) in refused {
        let json = format!("{{\"pentad\":1,{json}}}");
        let mut record = Record::new();
        find_format("jsonl").unwrap().read(json.as_bytes(), &ReadOptions::default(), &mut record);
        let mut out = Vec::new();
        let losses = find_format("lib").unwrap().write(&record, &WriteOptions::default(), &mut out).unwrap();
        assert!(losses[0].why.contains(why) && out.is_empty(), "{losses:?}");
    }
}

#[test]
fn rapfis_files_are_turned() {
    let plain = read(&library(HEADER_30, b"\x78\x00\x69\x00\x24\x48x\0"));
    for dialect in ["rapfi", "rapfi-flipY_X", "rapfi-X_flipY"] {
        let (bytes, losses) = written(&plain, Some(dialect));
        assert!(losses.is_empty(), "{losses:?}");
        let back = read_as(&bytes, Some(dialect));
        assert_eq!(outline(&back), outline(&plain), "{dialect}");
        assert_eq!(back.dialect, dialect);
        assert_eq!(notes(&back), ["3 Comment  \nx"]);
        assert_ne!(outline(&read(&bytes)), outline(&plain), "{dialect}");
    }
    // Columns and rows from the top change places.
    let (bytes, _) = written(&plain, Some("rapfi"));
    assert_eq!(&bytes[20..], b"\x78\x00\x87\x00\x33\x48\x08x\0\0");
}

#[test]
fn a_changed_library_is_written_as_renlib_would() {
    let mut record = read(&library(HEADER_34, b"\x00\x00\x02\x80\x03\x80\x04\x00"));
    record.note(1, NoteKind::Label, "a1", "here");
    let (bytes, losses) = written(&record, None);
    assert!(losses.is_empty());
    // Whole: the flags of the part that was saved would promise what is not there.
    assert_eq!(&bytes[20..], b"\x00\x00\x02\x00\x03\x80\x04\x40\xe1\x43\x00\x01here\0\0");
    exact(&bytes);
}

#[test]
fn a_node_without_text_costs_six_bytes() {
    let mut body = vec![0x78, 0x00];
    for n in 0..10_000u32 {
        let point = [0x11, 0x22, 0x33, 0x44][n as usize % 4];
        body.extend([point, 0x80, 0x79, 0x40]);
    }
    body.extend([0x55, 0x40]);
    let record = read(&library(HEADER_30, &body));
    let tree = record.tree.as_ref().unwrap();
    assert_eq!((tree.len(), tree.leaves()), (20_003, 10_001));
    assert!(tree.memory() < 7 * tree.len(), "{} bytes", tree.memory());
}

/// Bytes that make nodes more often than noise does.
fn body() -> impl Strategy<Value = Vec<u8>> {
    let flags = prop_oneof![
        6 => Just(0x00u8), 6 => Just(0x40), 6 => Just(0x80), 6 => Just(0xc0), 2 => Just(0x43), 2 => Just(0xc3), 1 => any::<u8>(),
    ];
    let point = prop_oneof![4 => 0x70..0x7fu8, 4 => any::<u8>(), 1 => Just(0u8)];
    let text = prop_oneof![3 => "[a-z]{0,5}".prop_map(String::into_bytes), 1 => vec(any::<u8>(), 0..6), 1 => Just(b"\x08\xc4\xe3".to_vec())];
    let unit = (point, flags, text).prop_map(|(point, flags, text)| {
        let mut out = vec![point, flags];
        if flags & 1 != 0 {
            out.extend([0, 1]);
        }
        if flags & 0x08 != 0 || flags & 1 != 0 {
            out.extend(&text);
            out.extend(if text.len() % 2 == 1 { &b"\0"[..] } else { b"\0\0" });
        }
        out
    });
    (vec(unit, 0..40), vec(any::<u8>(), 0..3)).prop_map(|(units, tail)| [units.concat(), tail].concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the bytes: what can be read is written back as it was, also through SGF and jsonl.
    #[test]
    fn any_library_is_written_back_byte_by_byte(new in any::<bool>(), body in body()) {
        exact(&library(if new { HEADER_34 } else { HEADER_30 }, &body));
    }
}

/// The bytes of the example in the format's page.
fn example() -> Vec<u8> {
    let page = include_str!("../../docs/formats/lib.md");
    let start = page.find("```hex\n").unwrap() + 7;
    let hex = &page[start..start + page[start..].find("```").unwrap()];
    hex.split_ascii_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

#[test]
fn the_example_of_the_page_is_what_it_says() {
    let record = exact(&example());
    assert!(record.findings.is_empty());
    assert_eq!(outline(&record), "- .h8 ..h9 ...f9 ..i9 ...g10");
    assert_eq!(notes(&record), ["4 Extra HO 1", "1 Comment  Openings", "1 Label i9 A", "1 Label i8 B"]);
}

/// Report 25: people want their libraries as SGF, and nobody had told them the format.
#[test]
fn a_library_becomes_sgf_that_other_programs_read() {
    let record = read(&example());
    let mut text = Vec::new();
    find_format("sgf").unwrap().write(&record, &WriteOptions::default(), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let tree = text.replace('\n', "");
    assert!(tree.contains("SZ[15]") && tree.contains("LIB[3.0 nodes:6]"), "{tree}");
    assert!(tree.ends_with(";B[hh]LB[ig:A][ih:B]C[Openings](;W[hg];B[fg])(;W[ig]HO[1];B[gf]))"), "{tree}");
}
