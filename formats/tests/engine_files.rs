//! The one-record formats of engines and their boards: `psq`, `rec`, `pos`, `sav`. All bytes here are our own.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod records;

use pentad_formats::{
    Detection, FORMATS, Field, Format, Frame, Loss, NoteKind, ReadOptions, Reason, Record, Score, WriteOptions, detect,
    find_format,
};
use pentad_rules::{Code, Coords, Event, Point, Size};
use proptest::prelude::*;

fn read_as(id: &str, dialect: Option<&'static str>, bytes: &[u8]) -> Record {
    let mut record = Record::new();
    find_format(id).unwrap().read(bytes, &ReadOptions { dialect, ..ReadOptions::default() }, &mut record);
    assert_eq!(record.events.len(), record.spans.len());
    assert!(record.spans.iter().all(|s| s.end() <= bytes.len()));
    record
}

fn read(id: &str, bytes: &[u8]) -> Record {
    read_as(id, None, bytes)
}

fn write_as(id: &str, dialect: Option<&'static str>, record: &Record) -> (Vec<u8>, Vec<Loss>) {
    let mut bytes = Vec::new();
    let options = WriteOptions { dialect, ..WriteOptions::default() };
    let losses = find_format(id).unwrap().write(record, &options, &mut bytes).unwrap();
    (bytes, losses)
}

fn points(record: &Record) -> String {
    let text = |e: &Event| e.point().map_or("?".to_owned(), |p| p.text(Coords::WithI).to_string());
    let words =
        record.events.iter().map(|e| if e.action == pentad_rules::Action::Pass { "pass".into() } else { text(e) });
    words.collect::<Vec<_>>().join(" ")
}

fn codes(record: &Record) -> Vec<Code> {
    record.findings.iter().map(|f| f.code).collect()
}

fn names(record: &Record) -> [Option<&str>; 2] {
    [record.get(Field::BlackName), record.get(Field::WhiteName)]
}

fn times(record: &Record) -> Vec<(u32, &str)> {
    record.notes().filter(|n| n.kind == NoteKind::TimeMs).map(|n| (n.at, n.value)).collect()
}

#[test]
fn psq_is_read_with_names_times_and_code() {
    let record = read("psq", b"Piskvorky 20x20, 7:7, 0\r\n10,10,456\r\n11,12,0\r\n1,20,61\r\nann\r\nbo\r\n0\r\n");
    assert!(record.readable && record.self_ending && record.findings.is_empty(), "{:?}", record.findings);
    assert_eq!((record.size, points(&record).as_str()), (Size::square(20), "j11 k9 a1"));
    assert_eq!(names(&record), [Some("ann"), Some("bo")]);
    assert_eq!(times(&record), [(1, "456"), (3, "61")], "0 is no measured time");
    assert_eq!((record.extra("levels"), record.extra("code"), record.result), (Some("7:7"), Some("0"), None));
}

#[test]
fn the_second_name_is_blacks_where_its_player_moved_first() {
    let record = read("psq", b"Piskvorky 15x15, 0:6, 1\n8,8,0\nann\nbo\n-1\n");
    assert_eq!((names(&record), record.extra("first")), ([Some("bo"), Some("ann")], Some("1")));
    let (bytes, losses) = write_as("psq", None, &record);
    assert_eq!(bytes, b"Piskvorky 15x15, 0:6, 1\r\n8,8,0\r\nann\r\nbo\r\n-1\r\n");
    assert!(losses.is_empty(), "{losses:?}");
}

#[test]
fn the_judges_winner_is_a_number_of_the_pairing_and_a_draw_is_a_draw() {
    let judged =
        |line: &str| read("psq", format!("Piskvorky 15x15, 11:11, 0\n8,8,0\nA.zip\nB.zip\n-1\n{line}\n").as_bytes());
    let won = judged("2,Renju");
    assert_eq!((won.get(Field::Event), won.result, won.extra("judge")), (Some("Renju"), None, Some("2")));
    let drawn = judged("0,Freestyle15_1");
    assert_eq!((drawn.get(Field::Event), drawn.result), (Some("Freestyle15_1"), Some(Score::Draw)));
    for record in [won, drawn] {
        let (bytes, losses) = write_as("psq", None, &record);
        assert!(losses.is_empty() && read("psq", &bytes).same_content(&record), "{losses:?}");
    }
}

#[test]
fn codes_say_how_a_program_failed() {
    let reason = |code: i32| read("psq", format!("Piskvorky 15x15, 7:7, 0\n8,8,1\n{code}\n").as_bytes()).reason;
    let expected = [
        (-1, None),
        (0, None),
        (1, Some(Reason::Crash)),
        (7, Some(Reason::IllegalMove)),
        (15, Some(Reason::Time)),
        (16, None),
    ];
    for (code, expected) in expected {
        assert_eq!(reason(code), expected, "{code}");
    }
}

#[test]
fn headers_and_moves_in_the_wild() {
    // A web application: columns from 0, rows from 1 at the bottom, colours.
    let record = read("psq", b"Piskvorky 15x15 , 0 - 0\r\n6,9,0\r\n7,8,1\r\n8,7,1\r\n-1\r\n");
    assert_eq!((points(&record).as_str(), record.dialect), ("g9 h8 i7", "web"));
    assert!(times(&record).is_empty() && record.findings.is_empty(), "{:?}", record.findings);
    assert_eq!(record.events[2].color, Some(pentad_rules::Color::White), "the third is not Black's");
    // Without times, with blanks, without the end of the header.
    let record = read("psq", b"piskvorky 15X15\n 8, 8\n9 , 8\n-1");
    assert_eq!((points(&record).as_str(), codes(&record)), ("h8 i8", vec![Code::HeaderMalformed]));
    let record = read("psq", b"Piskvorky 15x15, 11:0, 1, convert to START 15\n8,8,1\n-1\n");
    assert_eq!((codes(&record), record.extra("header")), (vec![Code::HeaderMalformed], Some(", convert to START 15")));
    let record = read_as("psq", Some("transposed"), b"Piskvorky 20x15, 0:0, 0\n1,20,0\n-1\n");
    assert_eq!(points(&record), "t15");
    // Text after the end, and an end that is missing.
    let record = read("psq", b"Piskvorky 15x15, 0:0, 0\n8,8,0\n-1\nsome junk\n1,1,1\n");
    assert_eq!((codes(&record), record.extra("rest")), (vec![Code::StrayText], Some("some junk\n1,1,1")));
    assert_eq!(points(&record), "h8");
    assert_eq!(codes(&read("psq", b"Piskvorky 15x15, 0:0, 0\n8,8,0\n")), [Code::Unclosed]);
    assert_eq!(codes(&read("psq", b"Piskvorky 30x30, 0:0, 0\n8,8,0\n-1\n")), [Code::SizeInvalid]);
    assert!(!read("psq", b"8,8,0\n-1\n").readable);
}

#[test]
fn numbers_off_the_board_are_kept() {
    let bytes = b"Piskvorky 15x15, 0:0, 0\r\n0,5,12\r\n16,1,0\r\n8,8,0\r\n-1\r\n";
    let record = read("psq", bytes);
    assert_eq!(points(&record), "? ? h8");
    let (again, losses) = write_as("psq", None, &record);
    assert!(losses.is_empty(), "{losses:?}");
    assert_eq!(again, bytes);
}

#[test]
fn rec_counts_from_0_and_names_who_moved_first_before_the_other() {
    let record = read("rec", b"ann\nbo\n0,0,12\n19,19,0\n21,3,7\n0\n");
    assert_eq!((names(&record), record.size), ([Some("ann"), Some("bo")], Size::square(22)));
    assert_eq!((points(&record).as_str(), times(&record)), ("a22 t3 v19", vec![(1, "12"), (3, "7")]));
    assert_eq!((codes(&record), record.extra("code")), (vec![Code::SizeAssumed], Some("0")));
    assert_eq!(points(&read("rec", b"ann\nbo\n0,0,12\n30,5,1\n0\n")), "a20 ?");
    assert!(!read("rec", b"ann\n0,0,12\n0\n").readable);
}

#[test]
fn pos_counts_rows_from_the_top_and_yixin_takes_them_for_columns() {
    let bytes = [5, 0, 112, 14, 0xF0, 0xF1];
    let record = read("pos", &bytes);
    assert_eq!((points(&record).as_str(), record.findings.len()), ("a15 h8 o15 pass ?", 0));
    assert_eq!(points(&read_as("pos", Some("yixin"), &bytes)), "a15 h8 a1 pass ?");
    for dialect in [None, Some("yixin")] {
        let (again, losses) = write_as("pos", dialect, &read_as("pos", dialect, &bytes));
        assert!(losses.is_empty() && again == bytes, "{losses:?}");
    }
    assert_eq!(codes(&read("pos", &[3, 1, 2])), [Code::MovesCount]);
    let longer = read("pos", &[1, 1, 2]);
    assert_eq!((codes(&longer), points(&longer).as_str()), (vec![Code::StrayText], "b15"));
    assert!(!read("pos", &[226]).readable);
}

#[test]
fn sav_counts_rows_from_the_top() {
    let bytes = b"15\n20\n3\n0 19\n7 7\n20 1\n";
    let record = read("sav", bytes);
    assert_eq!((record.size, points(&record).as_str()), (Size::new(20, 15), "t15 h8 ?"));
    let (again, losses) = write_as("sav", None, &record);
    assert!(losses.is_empty() && again == bytes, "{losses:?}");
    assert_eq!(codes(&read("sav", b"15\n15\n3\n7 7\n")), [Code::MovesCount]);
    assert_eq!(codes(&read("sav", b"15\n15\n1\n7 7\nend\n")), [Code::StrayText]);
    assert!(!read("sav", b"15\n15\n").readable);
}

#[test]
fn what_the_formats_cannot_hold_is_refused_as_a_whole() {
    let json = |line: &str| read("jsonl", line.as_bytes());
    let cases = [
        (r#"{"pentad":1,"size":15,"moves":["h8","pass","h9"]}"#, ["psq", "sav"].as_slice()),
        (r#"{"pentad":1,"size":19,"moves":["h8"]}"#, &["pos"]),
        (r#"{"pentad":1,"size":15,"setup":{"black":["h8"],"white":[]},"moves":["h9"]}"#, &["psq", "pos", "sav"]),
        (r#"{"pentad":1,"size":15,"events":[{"place":"h8","color":"white"}]}"#, &["psq", "pos", "sav"]),
    ];
    for (line, formats) in cases {
        for format in formats {
            let (bytes, losses) = write_as(format, None, &json(line));
            assert!(bytes.is_empty() && losses.len() == 1 && losses[0].is_record(), "{format} {line}: {losses:?}");
        }
    }
    // Passes that end a game decide nothing.
    let (bytes, losses) = write_as("sav", None, &json(r#"{"pentad":1,"size":15,"moves":["h8","pass","pass"]}"#));
    assert_eq!((bytes.as_slice(), losses.len(), losses[0].count), (&b"15\n15\n1\n7 7\n"[..], 1, 2));
}

#[test]
fn detection() {
    let found = |bytes: &[u8], extension| match detect(bytes, extension) {
        Detection::Format { format, .. } => format.info().id,
        _ => "",
    };
    assert_eq!(found(b"\xEF\xBB\xBFPiskvorky 15x15, 0:0, 0\n", None), "psq");
    assert_eq!(found(b"ann\nbo\n1,2,3\n4,5,6\n-1\n", None), "rec");
    assert_eq!(found(b"15\n15\n2\n7 7\n8 8\n", None), "sav");
    assert_eq!(found(&[1, 112], Some("pos")), "pos");
    assert_eq!(found(&[1, 112], None), "");
    assert_eq!(found(b"1,2,3\n4,5,6\n", None), "");
    assert_eq!(found(b"15\n15\nseven\n", None), "");
}

/// One record of the format, where bytes are one.
fn one(format: &dyn Format, bytes: &[u8]) -> Option<Record> {
    let mut framer = format.framer(ReadOptions::default().encoding);
    let Frame::Record { end } = framer.next(bytes, true) else { return None };
    assert_eq!((end, framer.next(&bytes[end..], true)), (bytes.len(), Frame::End));
    let mut record = Record::new();
    format.read(bytes, &ReadOptions::default(), &mut record);
    record.readable.then_some(record)
}

const HELD: &[&str] = &["psq", "pos", "sav"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any record is written so that it is read again with its moves, or refused; without losses nothing is missing.
    #[test]
    fn what_is_written_is_read_again(record in records::any_record()) {
        for id in HELD {
            for dialect in find_format(id).unwrap().info().dialects.iter().map(|d| Some(d.id)).chain([None]) {
                let (bytes, losses) = write_as(id, dialect, &record);
                if losses.iter().any(Loss::is_record) {
                    prop_assert!(bytes.is_empty() && losses.len() == 1);
                    continue;
                }
                let back = read_as(id, dialect, &bytes);
                let text = String::from_utf8_lossy(&bytes);
                prop_assert!(back.readable, "{} {:?} {}", id, back.findings, text);
                prop_assert!(back.findings.is_empty(), "{} {:?} {}", id, back.findings, text);
                let plies = |r: &Record| pentad_formats::variations::main_line(r).0.events.iter().filter(|e| e.is_ply()).map(|e| e.point()).collect::<Vec<_>>();
                let lost = |what: &str| losses.iter().any(|l| l.what == what);
                if !lost("points off the board") && !lost("passes") {
                    prop_assert_eq!(plies(&back), plies(&record), "{} {}", id, text);
                }
                // A second time everything is there.
                let (again, losses) = write_as(id, dialect, &back);
                prop_assert!(losses.is_empty(), "{} {:?} {}", id, losses, text);
                prop_assert_eq!(String::from_utf8_lossy(&again), text);
            }
        }
    }

    /// A plain game with names survives, with nothing to list but what a psq has no place for.
    #[test]
    fn plain_games_survive(mut record in records::plain_record(Size::RENJU, &[Field::BlackName, Field::WhiteName])) {
        (record.result, record.self_ending) = (None, true);
        for id in HELD {
            let (bytes, losses) = write_as(id, None, &record);
            let back = one(find_format(id).unwrap(), &bytes).unwrap();
            prop_assert_eq!(points(&back), points(&record));
            if *id == "psq" {
                prop_assert!(losses.is_empty(), "{:?}", losses);
                prop_assert_eq!(names(&back), names(&record));
            }
        }
    }

    /// Any bytes are read without harm, whatever the format.
    #[test]
    fn any_bytes_are_read(
        bytes in prop_oneof![
            any::<Vec<u8>>(),
            r"(Piskvorky 1[0-9]x1[0-9], 0:0, [01]\n)?([a-z]{0,3}\n){0,2}(-?[0-9]{1,3},-?[0-9]{1,20}(,[0-9]{1,4})?\r?\n){0,5}([a-z]{0,3}\n){0,2}(-?[0-9]{1,2}\n){0,2}([012],[a-z]{0,4}\n)?".prop_map(String::into_bytes),
            r"1[0-9]\n1[0-9]\n[0-9]\n(-?[0-9]{1,3} -?[0-9]{1,20}\n){0,5}x?".prop_map(String::into_bytes),
        ],
    ) {
        for format in FORMATS.iter().filter(|f| ["psq", "rec", "pos", "sav"].contains(&f.info().id)) {
            let mut record = Record::new();
            format.read(&bytes, &ReadOptions { headers_only: true, ..ReadOptions::default() }, &mut record);
            if let Some(record) = one(*format, &bytes) {
                let mut out = Vec::new();
                if let Some(losses) = format.write(&record, &WriteOptions::default(), &mut out)
                    && losses.is_empty()
                {
                    prop_assert!(one(*format, &out).unwrap().same_content(&record), "{}", String::from_utf8_lossy(&bytes));
                }
            }
        }
    }
}

#[test]
fn the_centre_is_the_centre_everywhere() {
    let centre = Point::new(7, 7).unwrap();
    for (id, bytes) in
        [("psq", &b"Piskvorky 15x15, 0:0, 0\n8,8,0\n-1\n"[..]), ("pos", &[1, 0x70]), ("sav", b"15\n15\n1\n7 7\n")]
    {
        assert_eq!(read(id, bytes).events[0].point(), Some(centre), "{id}");
    }
}
