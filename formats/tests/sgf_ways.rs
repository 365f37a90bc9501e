//! The quick ways of the SGF reader against the general one: a blank before a value's bracket means nothing, and no quick way takes it.

#![allow(clippy::unwrap_used)]

use pentad_formats::{Finding, ReadOptions, Record, find_format};
use pentad_rules::{Code, Severity};
use proptest::prelude::*;

fn read(text: &str, options: &ReadOptions) -> Record {
    let mut record = Record::new();
    find_format("sgf").unwrap().read(text.as_bytes(), options, &mut record);
    record
}

/// An identifier and its values, as they are written.
type Written = (String, Vec<String>);

/// A record with its nodes; `gap` stands before the values of each property.
fn write(nodes: &[Vec<Written>], between: &str, gap: &str) -> String {
    let mut out = String::from("(");
    for (n, node) in nodes.iter().enumerate() {
        out += if n > 0 { between } else { "" };
        out.push(';');
        for (id, values) in node {
            out += id;
            out += gap;
            for value in values {
                out += &format!("[{value}]");
            }
        }
    }
    out + ")"
}

/// What findings say, without the places, which differ.
fn said(record: &Record) -> Vec<(Code, Severity, String)> {
    let said = |f: &Finding| (f.code, f.severity, f.message.to_string());
    let mut all: Vec<_> = record.findings.iter().map(said).collect();
    all.sort();
    all
}

fn same_either_way(nodes: &[Vec<Written>], between: &str) -> Result<(), TestCaseError> {
    let (quick, slow) = (write(nodes, between, ""), write(nodes, between, " "));
    for headers_only in [false, true] {
        let options = ReadOptions { headers_only, ..ReadOptions::default() };
        let (a, b) = (read(&quick, &options), read(&slow, &options));
        prop_assert!(a.same_content(&b), "{quick}\n{a:?}\n{b:?}");
        prop_assert_eq!((a.dialect, said(&a)), (b.dialect, said(&b)), "{}", quick);
    }
    let all = read(&quick, &ReadOptions::default());
    let judged = read(&quick, &ReadOptions { skip_notes: true, ..ReadOptions::default() });
    prop_assert_eq!(judged.note_count(), 0);
    prop_assert_eq!((&judged.findings, &judged.spans), (&all.findings, &all.spans));
    let mut bare = all.clone();
    bare.retain_notes(|_| false);
    prop_assert!(bare.same_content(&judged), "{quick}");
    Ok(())
}

/// No value is `GB18030`: UTF-8 declared as that may take a closing bracket for the second byte of a character, and then the blanks
/// behind it, which make the difference here, are text.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z0-9 :+.-]{0,12}",
        "[ -Z^-~]{0,40}",
        "[ -Zé黑\t\n]{0,10}",
        r"([a-z]|\\\\|\\\]|\\:|\\\n){0,30}",
        prop::sample::select(vec!["4", "15", "19", "3", "30", "B+R", "W+", "Draw", "2019-05-03", "UTF-8", "1", "YES"])
            .prop_map(str::to_owned),
    ]
}

fn header() -> impl Strategy<Value = Vec<Written>> {
    let ids = vec![
        "FF", "GM", "SZ", "RU", "RE", "DT", "GN", "PB", "PW", "EV", "RO", "PC", "TM", "TE", "SC", "SW", "BR", "WR",
        "CA", "AP", "KM", "XX", "C", "5A", "White",
    ];
    let property = (
        prop::sample::select(ids),
        prop::collection::vec(value(), 1..3).prop_map(|mut values| {
            // Mostly there is one.
            if values[0].len() % 4 != 0 {
                values.truncate(1);
            }
            values
        }),
    );
    prop::collection::vec(property.prop_map(|(id, values)| (id.to_owned(), values)), 0..12)
}

fn moves() -> impl Strategy<Value = Vec<Vec<Written>>> {
    let node = ("[a-o]{2}|[a-r]{2}|[A-Z]{2}|", 0..24u8, value());
    prop::collection::vec(node, 0..60).prop_map(|nodes| {
        let node = |(n, (at, kind, text)): (usize, (String, u8, String))| {
            let color = if (n % 2 == 0) != (kind == 1) { "B" } else { "W" };
            let mut node = vec![(color.to_owned(), vec![at.clone()])];
            match kind {
                2 => node[0].1.push("hh".to_owned()),
                3..6 => node.push(("C".to_owned(), vec![text])),
                6 => node.insert(0, ("C".to_owned(), vec![text])),
                7 => node.push(("LB".to_owned(), vec![format!("{at}:1")])),
                _ => {}
            }
            node
        };
        nodes.into_iter().enumerate().map(node).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_header_says_the_same_either_way(header in header()) {
        same_either_way(&[header], "")?;
    }

    #[test]
    fn a_game_says_the_same_either_way(
        header in header(),
        moves in moves(),
        between in prop::sample::select(vec!["", "\n", "\n\n", " "]),
    ) {
        let mut nodes = vec![header];
        nodes.extend(moves);
        same_either_way(&nodes, between)?;
    }
}

#[test]
fn a_second_value_is_seen_wherever_the_move_stands() {
    for count in 1..70 {
        let moves = (0..count).map(|n| {
            let at = format!("{}{}", char::from(b'a' + n % 15), char::from(b'a' + n / 15));
            let values = if n + 1 == count { vec![at, "oo".to_owned()] } else { vec![at] };
            vec![(if n % 2 == 0 { "B" } else { "W" }.to_owned(), values)]
        });
        let nodes: Vec<_> = [vec![("SZ".to_owned(), vec!["15".to_owned()])]].into_iter().chain(moves).collect();
        same_either_way(&nodes, "").unwrap();
        assert_eq!(read(&write(&nodes, "", ""), &ReadOptions::default()).events.len(), usize::from(count) + 1);
    }
}
