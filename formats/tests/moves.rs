//! Lists of moves: the ways to write one, what the bytes do not tell, the law of the writers, hostile text.
#![allow(clippy::unwrap_used, reason = "a test")]

use pentad_formats::{
    CAPTURE_MARK, Confidence, Detection, Encoding, Field, Finding, Format, Frame, NoteKind, ReadOptions, Record, Score,
    Stream, WriteOptions, detect, find_format,
};
use pentad_rules::{Action, Color, Coords, Event, Point, Size};
use proptest::prelude::*;

mod records;

fn moves() -> &'static dyn Format {
    find_format("moves").unwrap()
}

fn options(dialect: &str) -> ReadOptions {
    let dialect = moves().info().dialects.iter().map(|d| d.id).find(|id| *id == dialect);
    ReadOptions { dialect, ..ReadOptions::default() }
}

fn read_with(text: impl AsRef<[u8]>, options: &ReadOptions) -> Record {
    let mut record = Record::new();
    moves().read(text.as_ref(), options, &mut record);
    assert_eq!(record.spans.len(), record.events.len());
    record
}

fn read(text: impl AsRef<[u8]>) -> Record {
    read_with(text, &ReadOptions::default())
}

fn stones(record: &Record) -> String {
    let one = |e: &Event| match e.action {
        Action::Place(Some(p)) => p.text(Coords::WithI).to_string(),
        Action::Place(None) => "?".to_owned(),
        Action::Pass => "pass".to_owned(),
        other => format!("{other:?}"),
    };
    record.events.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// The findings as `name@text`.
fn findings(text: &str, options: &ReadOptions) -> Vec<String> {
    let show = |f: &Finding| {
        let span = f.span.unwrap();
        format!("{}@{}", f.code.name(), String::from_utf8_lossy(&text.as_bytes()[span.start as usize..span.end()]))
    };
    read_with(text, options).findings.iter().map(show).collect()
}

fn write(record: &Record, dialect: &str) -> (String, Vec<String>) {
    let mut out = Vec::new();
    let options = WriteOptions { dialect: options(dialect).dialect, ..WriteOptions::default() };
    let losses = moves().write(record, &options, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), losses.into_iter().map(|l| format!("{} {}", l.count, l.what)).collect())
}

#[test]
fn a_game_is_the_same_in_every_spelling() {
    let spellings = [
        ("", "h8i9g7j10"),
        ("", "H8I9G7J10"),
        ("", "h8 i9 g7 j10"),
        ("", "  H8  I9\tg7 j10 "),
        ("", "h8,i9,g7,j10"),
        ("", "h8, i9; g7 - j10"),
        ("", "1.h8 2.i9 3.g7 4.j10"),
        ("", "1. h8 i9 2. g7 j10"),
        ("", "1.h8 i9\r\n2.g7 j10\r\n"),
        ("", "1 h8, 2 i9, 3 g7, 4 j10"),
        ("", "1) h8 2) i9 3) g7 4) j10"),
        ("", "[\"h8\",\"i9\",\"g7\",\"j10\"]"),
        ("", "\u{feff}h8 i9 g7 j10"),
        ("url", "https://calculator.example/#/h8i9g7j10"),
        ("url", "calculator.example/play?size=15#h8i9g7j10"),
        ("url", "#/h8i9g7j10"),
        ("renjubak", "h8i9g7j10\n{}{}"),
        ("renjubak", "h8i9g7j10%%%15%4"),
        ("renjubak", "https://renju.example/play.html#h8i9g7j10%%%15%4"),
        ("hex", "889977aa"),
        ("hex", "889977AA"),
        ("pairs", "hhiggijf"),
        ("ban", "808\n907\n709\n1006\n"),
        ("rnj", "7 7 6 8\n8 6 5 9\n"),
    ];
    for (dialect, text) in spellings {
        let record = read(text);
        assert_eq!(stones(&record), "h8 i9 g7 j10", "{text}");
        assert_eq!(record.dialect, dialect, "{text}");
        assert!(record.readable && record.findings.is_empty(), "{text} {:?}", record.findings);
    }
    // What the bytes do not tell.
    for (dialect, text) in [
        ("pos", "h8i7g9j6"),
        ("dt5", "h8,i7,g9,j6,"),
        ("lws", "H8 I9 G7\r\nJ10"),
        ("nrf", "A title, h8\r\n889779a60"),
        ("ban", "808\r\n907\r\n709\r\n1006"),
        ("rnj", "7 7 6 8 8 6 5 9"),
    ] {
        let record = read_with(text, &ReadOptions { size: Some(Size::RENJU), ..options(dialect) });
        assert_eq!((stones(&record).as_str(), record.dialect), ("h8 i9 g7 j10", dialect), "{text}");
        assert!(record.findings.is_empty(), "{text} {:?}", record.findings);
    }
}

#[test]
fn the_lists_of_public_reports_are_read() {
    // A list as an engine's users exchange it: rows of one and of two digits and nothing between them.
    let text = "h13h11j13i13i12j11i10i11g11k11l11j12l10h10g9j10";
    let record = read(text);
    assert_eq!(stones(&record).split(' ').collect::<String>(), text);
    assert_eq!(record.events.plies(), 16);
    let upper = read(text.to_uppercase());
    assert_eq!(record.events, upper.events);
}

#[test]
fn steps_from_the_centre_are_the_old_notation_of_pente() {
    let text = "1.) 0, U1  2.) R3, L1U1*";
    let record = read(text);
    assert_eq!(stones(&record), "j10 j11 m10 i11");
    assert_eq!((record.dialect, record.size), ("centre", Some(Size::PENTE)));
    assert_eq!(record.coords, Coords::Centre(Size::PENTE.centre()));
    let marks: Vec<_> = record.notes().filter(|n| n.key == CAPTURE_MARK).map(|n| n.at).collect();
    assert_eq!(marks, [4]);
    assert_eq!(findings(text, &ReadOptions::default()), ["size-assumed@"]);
    // On another board the same words are other points.
    let small = Size::square(13).unwrap();
    let on = ReadOptions { size: Some(small), ..ReadOptions::default() };
    assert_eq!(stones(&read_with(text, &on)), "g7 g8 j7 f8");
    assert!(findings(text, &on).is_empty());
    // D4 is a point and a step; that the first stone is none tells nothing, so that the notation has to be named.
    let centre = ReadOptions { coords: Some(Coords::Centre(small.centre())), ..on };
    assert_eq!(
        (stones(&read("d4 r3 l2u1")).as_str(), stones(&read_with("d4 r3 l2u1", &centre)).as_str()),
        ("d4 r3 l2 u1", "g3 j7 e8")
    );
}

#[test]
fn letters_are_with_i_unless_the_first_stone_is_on_k10_of_19_lines() {
    let on = |size| ReadOptions { size, ..ReadOptions::default() };
    let nineteen = on(Some(Size::PENTE));
    let coords = |text: &str, options: &ReadOptions| (read_with(text, options).coords, findings(text, options));
    let inferred = |coords, text: &str| (coords, vec![format!("coords-inferred@{text}")]);
    assert_eq!(coords("k10 l11 n10", &nineteen), inferred(Coords::SkipI, "k10"));
    assert_eq!(coords("j10 k11 m10", &nineteen), inferred(Coords::WithI, "j10"));
    assert_eq!(coords("k10 l11 I7", &nineteen), inferred(Coords::WithI, "I7"));
    assert_eq!(coords("k10 l11 r16", &on(None)), inferred(Coords::SkipI, "k10"));
    for (text, options) in [("k10 l11 n10", on(None)), ("k10 l11", on(Some(Size::RENJU))), ("k11 l11", nineteen)] {
        assert_eq!(coords(text, &options), (Coords::WithI, vec![]), "{text}");
    }
    let named = ReadOptions { coords: Some(Coords::SkipI), ..nineteen };
    assert_eq!(coords("j10 k10", &named), (Coords::SkipI, vec![]));
    assert_eq!(coords("j10 i10", &named), (Coords::SkipI, vec!["movetext-token@i10".to_owned()]));
}

#[test]
fn what_is_no_move_is_kept_and_found_where_it_stands() {
    let plain = ReadOptions::default();
    let record = read("h8 zz9 i9x h0 j99 -- pass 1-0 more");
    assert_eq!(stones(&record), "h8 ? z9 i9 ? ? ? pass pass");
    assert_eq!(record.result, Some(Score::Black));
    let tokens: Vec<_> = record.notes().filter(|n| n.key == "token").map(|n| (n.at, n.value)).collect();
    assert_eq!(tokens, [(2, "z"), (5, "x"), (6, "h0"), (7, "j99")]);
    assert_eq!(
        findings("h8 zz9 i9x h0 j99 -- pass 1-0 more", &plain),
        ["movetext-token@z", "movetext-token@x", "movetext-token@h0", "movetext-token@j99", "stray-text@more"]
    );
    assert_eq!(findings("1.h8 3.i9 4.g7", &plain), ["move-number@3."]);
    assert_eq!(findings("# head\nh8 i9", &plain), ["stray-text@# head"]);
    assert_eq!(findings("no moves here", &plain).last().unwrap(), "unreadable@no moves here");
    assert!(!read("no moves here").readable);
    // An odd digit, a point of no board.
    assert_eq!(stones(&read_with("88997", &options("hex"))), "h8 i9 ?");
    assert_eq!(stones(&read_with("808\n1699\n900\n", &options("ban"))), "h8 ? ?");
    assert_eq!(stones(&read("8899 0-1")), "h8 i9");
}

#[test]
fn the_other_stones_of_renjubak_are_set_up() {
    for text in ["h8i9\n{a1}{b2c3}", "h8i9%a1%b2c3%13%2"] {
        let record = read(text);
        let points =
            |list: &[Point]| list.iter().map(|p| p.text(Coords::WithI).to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!((points(&record.setup.black), points(&record.setup.white)), ("a1".into(), "b2 c3".into()), "{text}");
        assert_eq!(record.setup.to_move, Some(Color::Black));
    }
    let record = read("h8i9%a1%b2c3%13%2");
    assert_eq!((record.size, record.extra("url-rest")), (Size::square(13), Some("2")));
}

/// The ends of the records of a stream fed in pieces of these sizes.
fn ends(bytes: &[u8], sizes: &[usize], dialect: &str) -> Vec<usize> {
    let stream = Stream { encoding: Encoding::UTF_8, dialect: options(dialect).dialect, prelude: b"" };
    let (mut framer, mut found) = (moves().framer_in(&stream), Vec::new());
    let (mut start, mut end, mut sizes) = (0, 0, sizes.iter().cycle());
    loop {
        match framer.next(&bytes[start..end], end == bytes.len()) {
            Frame::Record { end: len } => {
                assert!(len > 0);
                start += len;
                found.push(start);
            }
            Frame::More => {
                let stray = framer.stray();
                framer.dropped(stray);
                start += stray;
                end = (end + sizes.next().unwrap()).min(bytes.len());
            }
            Frame::End => return found,
        }
    }
}

fn slices<'a>(text: &'a str, dialect: &str) -> Vec<&'a str> {
    let mut start = 0;
    let slice = |end: usize| text[std::mem::replace(&mut start, end)..end].trim();
    ends(text.as_bytes(), &[usize::MAX / 2], dialect).into_iter().map(slice).collect()
}

#[test]
fn a_line_is_a_record_unless_it_goes_on() {
    assert_eq!(slices("h8\n\ni9\r\n# note\ng7\rh9", ""), ["h8", "i9", "# note\ng7", "h9"]);
    assert_eq!(slices("1. h8 i9\r\n2. g7 h7\r\n1. h8\n", ""), ["1. h8 i9\r\n2. g7 h7", "1. h8"]);
    assert_eq!(slices("h8i9\n{a1}{}\nh8\n", ""), ["h8i9\n{a1}{}", "h8"]);
    assert_eq!(slices("808\n907\n\n808\nh8", ""), ["808\n907", "808", "h8"]);
    assert_eq!(slices("7 7 6 6\n8 8\nh8", ""), ["7 7 6 6\n8 8", "h8"]);
    assert_eq!(slices("808\n907\n", "hex"), ["808", "907"]);
    assert_eq!(slices("808\n\n907\n", "ban"), ["808\n\n907"]);
    assert_eq!(slices(" \n# note\n", ""), Vec::<&str>::new());
}

#[test]
fn the_bytes_tell_what_it_is() {
    let found = |text: &str, extension: Option<&str>| match detect(text.as_bytes(), extension) {
        Detection::Format { format, confidence, .. } => Some((format.info().id, confidence)),
        _ => None,
    };
    let likely = Some(("moves", Confidence::Likely));
    for text in [
        "h8i9g7",
        "# games\nh8 i9\n",
        "1. h8 i9 2. g7",
        "1.) 0, U1",
        "8897a9",
        "hhiggi",
        "808\n907\n",
        "#/h8i9",
        "k10 l9 1-0",
    ] {
        assert_eq!(found(text, None), likely, "{text}");
    }
    for text in ["h8", "a1 a1", "notes on a1 and b2", "2021", "1995\n1996\n", "bilabial", "808\n", "[Game \"x\"]"] {
        assert_eq!(found(text, None), None, "{text}");
    }
    assert_eq!(found("title\n88970", Some("nrf")), Some(("moves", Confidence::Guess)));
}

#[test]
fn writers_list_what_a_list_has_no_place_for() {
    let mut record = read("h8 i9 g7");
    record.set(Field::BlackName, "ann", Default::default());
    record.result = Some(Score::Black);
    record.note(2, NoteKind::Comment, "", "why");
    let lost = ["1 black.name", "1 comments", "1 result"].map(str::to_owned).to_vec();
    assert_eq!(write(&record, ""), ("h8i9g7\n".to_owned(), lost.clone()));
    assert_eq!(write(&record, "numbered"), ("1.h8 2.i9 3.g7 1-0\n".to_owned(), lost[..2].to_vec()));
    let forms = [
        ("spaced", "h8 i9 g7 1-0\n"),
        ("upper", "H8 I9 G7 1-0\n"),
        ("comma", "h8,i9,g7,1-0\n"),
        ("url", "#/h8i9g7\n"),
        ("renjubak", "h8i9g7\n{}{}\n"),
        ("hex", "889977\n"),
        ("pairs", "hhiggi\n"),
        ("pos", "h8i7g9\n"),
        ("ban", "808\n907\n709\n"),
        ("dt5", "h8,i7,g9,\n"),
        ("lws", "H8 I9 G7\n"),
        ("rnj", "7 7 6 8\n8 6\n"),
        ("nrf", "\n8897790\n"),
        ("centre", "1.) L2D2, L1D1 2.) L3D3 1-0\n"),
    ];
    for (dialect, text) in forms {
        assert_eq!(write(&record, dialect).0, text, "{dialect}");
    }
    // The address is the record's own.
    assert_eq!(write(&read("https://calculator.example/#/h8i9"), "url").0, "https://calculator.example/#/h8i9\n");
}

#[test]
fn a_record_that_a_form_cannot_tell_is_refused_whole() {
    let of = |json: &str| {
        let mut record = Record::new();
        let json = format!("{{\"pentad\":1,{json}}}");
        find_format("jsonl").unwrap().read(json.as_bytes(), &ReadOptions::default(), &mut record);
        assert!(record.readable && record.findings.is_empty(), "{:?}", record.findings);
        record
    };
    let all = || moves().info().dialects.iter().map(|d| d.id).chain([""]);
    let refusing = |json: &str| {
        let record = of(json);
        let refused = |dialect: &&str| {
            let (text, losses) = write(&record, dialect);
            assert!(losses != ["1 record"] || text.is_empty(), "{text}");
            losses == ["1 record"]
        };
        all().filter(refused).collect::<Vec<_>>().join(" ")
    };
    let every = all().collect::<Vec<_>>().join(" ");
    assert_eq!(refusing(r#""moves":[]"#), every);
    assert_eq!(refusing(r#""moves":["h8","i9"]"#), "");
    assert_eq!(refusing(r#""setup":{"black":["h8"]},"moves":["i9"]"#), every);
    assert_eq!(refusing(r#""setup":{"black":["h8"],"white":["g7"]},"moves":["i9"]"#), every.replace("renjubak ", ""));
    assert_eq!(refusing(r#""events":[{"place":"h8","color":"white"}]"#), every);
    assert_eq!(refusing(r#""moves":["h8","pass","i9"]"#), "hex ban dt5 rnj nrf");
    assert_eq!(refusing(r#""moves":["h8","i9","pass"]"#), "", "a pass at the end is left out and listed");
    assert_eq!(refusing(r#""size":19,"moves":["h8","s19"]"#), "hex pairs ban dt5 rnj nrf");
    // A result alone is a game where the form has one.
    assert_eq!(refusing(r#""result":"1-0","moves":[]"#), "pos hex pairs url renjubak ban dt5 lws rnj nrf ");
}

#[test]
fn letters_are_written_so_that_they_are_read_again() {
    let record = |text: &str, coords| {
        let options = ReadOptions { coords: Some(coords), ..ReadOptions::default() };
        let mut record = read_with(text, &options);
        record.size = None;
        record
    };
    // The first stone on the centre of 19 lines, and one that only such a board has: the record's own letters are safe.
    assert_eq!(write(&record("k10 s16", Coords::SkipI), ""), ("k10s16\n".to_owned(), vec![]));
    // Nothing tells that the board is larger than 15: letters with i.
    assert_eq!(
        write(&record("k10 l9", Coords::SkipI), ""),
        ("j10k9\n".to_owned(), vec!["1 column letters".to_owned()])
    );
    // The stone beside the centre in letters with i would be taken for the centre in those without: the letters have to be asked for.
    let shifting = record("k10 s16", Coords::WithI);
    assert_eq!(write(&shifting, ""), (String::new(), vec!["1 record".to_owned()]));
    let asked = WriteOptions { coords: Some(Coords::WithI), ..WriteOptions::default() };
    let mut out = Vec::new();
    let losses = moves().write(&shifting, &asked, &mut out).unwrap();
    assert_eq!((&out[..], losses[0].what.as_str(), losses.len()), (&b"k10s16\n"[..], "certainty of letters", 1));
}

/// A record as any list can hold it.
fn plain() -> impl Strategy<Value = Record> {
    let action = prop_oneof![
        20 => (0..15u8, 0..15u8).prop_map(|(c, r)| Action::Place(Point::new(c, r))),
        1 => Just(Action::Pass),
    ];
    let result =
        proptest::option::of(proptest::sample::select(vec![Score::Black, Score::White, Score::Draw, Score::Unknown]));
    (proptest::collection::vec(action, 1..60), result).prop_map(|(actions, result)| {
        let mut record = Record::new();
        record.result = result;
        for action in actions {
            record.push(Event::new(action), Default::default());
        }
        record
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is written is read again the same, or the loss is listed; whatever the record, it is one record.
    #[test]
    fn lists_come_back(record in prop_oneof![plain(), records::any_record()]) {
        let dialects = moves().info().dialects.iter().map(|d| d.id).chain([""]);
        for dialect in dialects {
            let (text, losses) = write(&record, dialect);
            if losses == ["1 record"] {
                prop_assert_eq!(text, "");
                continue;
            }
            prop_assert_eq!(ends(text.as_bytes(), &[text.len()], dialect), [text.len()], "{} {}", dialect, text);
            // Rows from the top are those of the board, which the text does not tell.
            let back = read_with(&text, &ReadOptions { size: record.size, ..options(dialect) });
            prop_assert!(back.readable, "{} {}", dialect, text);
            if losses.is_empty() {
                prop_assert!(back.same_content(&record), "{}: {}", dialect, text);
            }
        }
    }

    /// The points of the moves survive every form that has a place for them.
    #[test]
    fn stones_come_back(record in plain()) {
        for dialect in moves().info().dialects.iter().map(|d| d.id).chain([""]) {
            let (text, losses) = write(&record, dialect);
            if losses == ["1 record"] || losses.iter().any(|l| l.ends_with("passes")) {
                continue;
            }
            let back = read_with(&text, &options(dialect));
            prop_assert_eq!(&back.events, &record.events, "{}: {}", dialect, text);
        }
    }

    /// However a stream is cut into pieces, its records are the same; no text is a panic.
    #[test]
    fn pieces_make_the_same_records(
        text in "([a-oA-O0-9 .,{}%#/*\\-\r\n]|h8|i9|\n|1\\. h8|2\\.|808\n|7 7\n){0,40}",
        sizes in proptest::collection::vec(1..9usize, 1..5),
    ) {
        for dialect in ["", "ban", "hex"] {
            let whole = ends(text.as_bytes(), &[usize::MAX / 2], dialect);
            prop_assert_eq!(&ends(text.as_bytes(), &sizes, dialect), &whole, "{:?}", text);
            let mut start = 0;
            for end in whole {
                for options in moves().info().dialects.iter().map(|d| options(d.id)).chain([ReadOptions::default()]) {
                    let record = read_with(&text[start..end], &options);
                    prop_assert!(record.findings.iter().filter_map(|f| f.span).all(|s| s.end() <= end - start));
                }
                start = end;
            }
        }
    }
}

#[test]
fn hostile_text_costs_no_more_than_its_length() {
    for piece in ["h8", "z", "1", "h", "{", "%", "#/", "a1*", "--", "\u{e9}", "7 ", "ab", "808\n", "1. ", "\n", " "] {
        let text = piece.repeat(2_000_000 / piece.len());
        ends(text.as_bytes(), &[65536], "");
        read(&text);
    }
}
