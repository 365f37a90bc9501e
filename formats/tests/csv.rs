//! Tables: rows, columns, results, the law of the writer, hostile text.
#![allow(clippy::unwrap_used, reason = "a test")]

use pentad_formats::{
    Confidence, Detection, Encoding, Field, Format, Frame, NoteKind, Prelude, PreludeEnd, ReadOptions, Reason, Record,
    Score, Stream, WriteOptions, detect, find_format,
};
use pentad_rules::{Action, Coords, Event, Size};
use proptest::prelude::*;

mod records;

fn csv() -> &'static dyn Format {
    find_format("csv").unwrap()
}

/// The rows of a table, cut in pieces of these sizes, and what stands before them.
fn cut<'a>(text: &'a [u8], sizes: &[usize]) -> (&'a [u8], Vec<&'a [u8]>) {
    let mut sizes = sizes.iter().cycle();
    let mut seen = 0;
    let prelude = loop {
        match csv().prelude_end(&text[..seen], seen == text.len()) {
            PreludeEnd::More => seen = (seen + sizes.next().unwrap()).min(text.len()),
            PreludeEnd::Nothing => break &text[..0],
            PreludeEnd::At(end) => break &text[..end],
        }
    };
    let stream = Stream { encoding: Encoding::UTF_8, dialect: None, prelude };
    let (mut framer, mut rows) = (csv().framer_in(&stream), Vec::new());
    let text = &text[prelude.len()..];
    let (mut start, mut end) = (0, 0);
    loop {
        match framer.next(&text[start..end], end == text.len()) {
            Frame::Record { end: len } => {
                assert!(len > 0);
                rows.push(&text[start..start + len]);
                start += len;
            }
            Frame::More => {
                let stray = framer.stray();
                framer.dropped(stray);
                start += stray;
                end = (end + sizes.next().unwrap()).min(text.len());
            }
            Frame::End => return (prelude, rows),
        }
    }
}

fn read_with(text: &str, options: &ReadOptions) -> Vec<Record> {
    let (prelude, rows) = cut(text.as_bytes(), &[usize::MAX / 2]);
    let table: Option<Prelude> = Some(prelude).filter(|p| !p.is_empty()).and_then(|p| csv().read_prelude(p, options));
    let one = |row: &&[u8]| {
        let mut record = Record::new();
        match &table {
            Some(table) => csv().read_after(table, row, options, &mut record),
            None => csv().read(row, options, &mut record),
        }
        assert_eq!(record.spans.len(), record.events.len());
        assert!(record.findings.iter().filter_map(|f| f.span).all(|s| s.end() <= row.len()));
        record
    };
    rows.iter().map(one).collect()
}

fn read(text: &str) -> Vec<Record> {
    read_with(text, &ReadOptions::default())
}

fn stones(record: &Record) -> String {
    let one = |e: &Event| match e.action {
        Action::Place(Some(p)) => p.text(Coords::WithI).to_string(),
        other => format!("{other:?}"),
    };
    record.events.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn codes(record: &Record) -> Vec<&'static str> {
    record.findings.iter().map(|f| f.code.name()).collect()
}

fn write(record: &Record) -> (String, Vec<String>) {
    let mut out = Vec::new();
    csv().write_head(&WriteOptions::default(), &mut out);
    let losses = csv().write(record, &WriteOptions::default(), &mut out).unwrap();
    (String::from_utf8(out).unwrap(), losses.into_iter().map(|l| format!("{} {}", l.count, l.what)).collect())
}

#[test]
fn a_table_is_read_whatever_stands_between_its_fields() {
    let tables = [
        "id,black,white,winner,moves\n7,Ann,Bo,black,\"h8,i9,g7\"\n",
        "\u{feff}ID;Black player;White Name;Winner;Move list\r\n7;Ann;Bo;BLACK;h8 i9 g7\r\n",
        "game_id\tblack\twhite\tresult\tmoves\r7\tAnn\tBo\t1-0\th8i9g7",
        "\n\n\"id\",\"black\",\"white\",\"winner\",\"moves\"\n\n\"7\",\"Ann\",\"Bo\",\"Ann\",\"1.h8 2.i9\n3.g7\"\n",
    ];
    for text in tables {
        let [record] = &read(text)[..] else { panic!("{text}") };
        assert_eq!(stones(record), "h8 i9 g7", "{text}");
        let fields = [Field::Id, Field::BlackName, Field::WhiteName].map(|f| record.get(f).unwrap());
        assert_eq!((fields, record.result), (["7", "Ann", "Bo"], Some(Score::Black)), "{text}");
        assert!(record.readable && record.self_ending && record.findings.is_empty(), "{text} {:?}", record.findings);
    }
}

#[test]
fn columns_are_named_by_the_user_or_found() {
    let with = |columns, text| {
        let records = read_with(text, &ReadOptions { columns: Some(columns), ..ReadOptions::default() });
        records.iter().map(|r| (stones(r), r.result)).collect::<Vec<_>>()
    };
    let read = |text| read(text).iter().map(|r| (stones(r), r.result)).collect::<Vec<_>>();
    let game = vec![("h8 i9".to_owned(), Some(Score::White))];
    assert_eq!(with("moves=text,result=who won", "n,text,who won\n1,h8 i9,white\n"), game);
    assert_eq!(with("moves=2,result=3", "n,moves,c\n1,h8i9,0-1\n"), game);
    assert_eq!(with("moves=2,result=3", "1,h8i9,0-1\n"), game);
    // Without names, or without a known one, a list of moves is known by its look.
    assert_eq!(read("1,h8 i9,white\n"), [("h8 i9".to_owned(), None)]);
    assert_eq!(read("n,text,winner\n1,h8 i9,white\n"), game);
    // The user's column goes before one of that name.
    assert_eq!(with("moves=2", "moves,other\ng7 g8,h8 i9\n"), [("h8 i9".to_owned(), None)]);
}

#[test]
fn nothing_of_a_row_is_lost() {
    let [record] = &read("id,engine,moves,winner,original_winner_label\n1,\"a \"\"b\"\"\",h8 i9,black,black\n")[..]
    else {
        panic!()
    };
    let extras: Vec<_> = record.notes().filter(|n| n.kind == NoteKind::Extra).map(|n| (n.at, n.key, n.value)).collect();
    assert_eq!(extras, [(0, "engine", "a \"b\""), (0, "original_winner_label", "black")]);
    assert_eq!(record.other_result, None);
    let [record] = &read("moves,winner,original_winner_label,size,reason,date\nh8,white,Black,huge,because,soon\n")[..]
    else {
        panic!()
    };
    assert_eq!((record.result, record.other_result.map(|o| o.0)), (Some(Score::White), Some(Score::Black)));
    assert_eq!(codes(record), ["size-invalid", "date-unreadable"]);
    assert_eq!(
        (record.extra("size"), record.extra("reason"), record.get(Field::Date)),
        (Some("huge"), Some("because"), Some("soon"))
    );
    let [record] = &read("moves,result,winner\nh8,1-0,nobody known\n")[..] else { panic!() };
    assert_eq!((record.result, record.extra("winner")), (Some(Score::Black), Some("nobody known")));
}

#[test]
fn rows_of_another_length_are_found() {
    let rows = read("id,moves\n1,h8,i9\n2\n3,\"h8\n");
    assert_eq!(
        rows.iter().map(codes).collect::<Vec<_>>(),
        [vec!["field-count"], vec!["field-count"], vec!["unclosed"]]
    );
    assert_eq!(rows[0].extra("column 3"), Some("i9"));
    assert!(rows.iter().all(|r| r.readable));
    let rows = read("name,rating\nann,1500\n");
    assert_eq!((codes(&rows[0]), rows[0].readable), (vec!["unreadable"], false));
}

#[test]
fn letters_and_board_are_told_by_the_row() {
    let one = |text: &str| {
        let record = read(text).pop().unwrap();
        (stones(&record), record.coords.name(), codes(&record))
    };
    let inferred = vec!["coords-inferred"];
    assert_eq!(one("rules,moves\npente,k10 l9\n"), ("j10 k9".to_owned(), "skip-i", inferred.clone()));
    assert_eq!(one("size,moves\n19,j10 k9\n"), ("j10 k9".to_owned(), "with-i", inferred));
    assert_eq!(one("coords,moves\nskip-i,k10 l9\n"), ("j10 k9".to_owned(), "skip-i", vec![]));
    assert_eq!(one("coords,size,moves\ncentre,13,\"0, R3\"\n"), ("g7 j7".to_owned(), "centre", vec![]));
}

#[test]
fn a_record_is_a_row() {
    let mut record = read("id,moves\n1,h8 i9 g7\n").pop().unwrap();
    record.set(Field::BlackName, "Ann; \"the\" first", Default::default());
    record.set(Field::Event, "", Default::default());
    record.result = Some(Score::Black);
    record.reason = Some(Reason::Resign);
    record.size = Some(Size::RENJU);
    let (text, losses) = write(&record);
    assert_eq!(losses, Vec::<String>::new());
    let row = "1,,,15,with-i,,\"Ann; \"\"the\"\" first\",,,,,,,,,,\"\",,,,,,,,1-0,,resign,,,,h8 i9 g7\n";
    assert_eq!(text.lines().nth(1).unwrap(), row.trim_end());
    assert!(read(&text)[0].same_content(&record));
}

#[test]
fn the_bytes_tell_what_it_is() {
    let found = |text: &str, extension| match detect(text.as_bytes(), extension) {
        Detection::Format { format, confidence, .. } => Some((format.info().id, confidence)),
        _ => None,
    };
    assert_eq!(found("id,moves\n1,h8\n", None), Some(("csv", Confidence::Certain)));
    assert_eq!(found("Moves\nh8 i9\n", None), Some(("csv", Confidence::Likely)));
    assert_eq!(found("name,rating\na,1\n", None), None);
    // A name alone speaks for a table that may hold moves, and not for one that shows none.
    assert_eq!(found("name,game\na,h8 i9\n", Some("csv")), Some(("csv", Confidence::Guess)));
    assert_eq!(found("name,game\n", Some("csv")), Some(("csv", Confidence::Guess)));
    let doubtful = detect(b"name\trating\na\t1\n", Some("tsv"));
    assert!(matches!(doubtful, Detection::Doubtful { why, .. } if why.contains("no column")));
    assert_eq!(found("h8,i9\n", None), Some(("moves", Confidence::Likely)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is written is read again the same, or the loss is listed; whatever the record, it is one row.
    #[test]
    fn rows_come_back(record in prop_oneof![records::plain_record(Size::PENTE, Field::ALL), records::any_record()]) {
        let (text, losses) = write(&record);
        if losses == ["1 record"] {
            prop_assert_eq!(text.lines().count(), 1, "{}", text);
            return Ok(());
        }
        let rows = read(&text);
        prop_assert_eq!(rows.len(), 1, "{}", text);
        prop_assert!(rows[0].readable, "{}", text);
        if losses.is_empty() {
            prop_assert!(rows[0].same_content(&record), "{}\n{:?}", text, rows[0]);
        }
    }

    /// However a table is cut into pieces, its rows are the same.
    #[test]
    fn pieces_make_the_same_rows(
        text in "(\u{feff})?([a-z0-9,;\t\" \r\n]|moves|h8 i9|\"\"|\",\"|,\"\n|\r\n){0,40}",
        sizes in proptest::collection::vec(1..7usize, 1..5),
    ) {
        let whole = cut(text.as_bytes(), &[usize::MAX / 2]);
        // Blank lines before a row may have been dropped.
        let rows = |(prelude, rows): (&[u8], Vec<&[u8]>)| {
            let start = |row: &[u8]| row.iter().position(|b| !b" \r\n".contains(b)).unwrap();
            (prelude.to_vec(), rows.into_iter().map(|row| row[start(row)..].to_vec()).collect::<Vec<_>>())
        };
        prop_assert_eq!(rows(cut(text.as_bytes(), &sizes)), rows(whole), "{:?}", text);
        read(&text);
    }
}

#[test]
fn hostile_text_costs_no_more_than_its_length() {
    for piece in ["\"", ",", "a,", "\n", "\"\"", ",\"", "h8 ", "\r", " ", "a\n", "moves,", "h8,\"\n\",\n"] {
        for head in ["", "id,moves\n1,", "id;moves\n1;\""] {
            read(&format!("{head}{}", piece.repeat(400_000 / piece.len())));
        }
    }
}
