//! Partials that were changed, cut off or forged.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use pentad_corpus::{
    Counter, Digest, Facts, Judge, JudgeOptions, Partial, PartialError, PartialHeader, PartialWriter, Period,
    RatingPlan, Row, Shown, StatisticsOptions, Summary, System,
};
use pentad_formats::{Record, Span};
use pentad_rules::{Color, Event, Point, Size};
use proptest::collection::vec;
use proptest::prelude::*;

fn header() -> PartialHeader {
    let mut digest = Digest::default();
    digest.add(b"a record");
    let options = vec![("--depth".to_owned(), "6".to_owned())];
    PartialHeader { options, records: 2, digest, parts: vec![Digest::default()] }
}

/// Two short games, with positions.
fn partial() -> Vec<u8> {
    let mut counter = Counter::new(1 << 20);
    let mut judge = Judge::new();
    for moves in [[(7, 7), (8, 8), (9, 7)], [(9, 7), (8, 8), (7, 7)]] {
        let mut record = Record::new();
        record.size = Some(Size::RENJU);
        moves.iter().for_each(|&(c, r)| record.push(Event::place(Point::new(c, r).unwrap()), Span::WHOLE));
        let judgement = judge.judge(&record, "moves", &JudgeOptions::default());
        let result = Some(Some(Color::Black));
        let facts = Facts { record: &record, judgement: &judgement, verdict: judge.verdict(), name: None, result };
        counter.add(&facts, None, &StatisticsOptions { depth: 6, ..StatisticsOptions::default() }).unwrap();
    }
    let mut file = PartialWriter::new(Vec::new(), &header()).unwrap();
    let (mut rows, mut row) = (counter.rows(true).unwrap(), Row::default());
    while rows.next(&mut row).unwrap() {
        file.push(&row).unwrap();
    }
    file.finish().unwrap()
}

/// Reads a partial to its end.
fn read(bytes: &[u8]) -> Result<Vec<Row>, PartialError> {
    let mut partial = Partial::open(bytes)?;
    assert_eq!(partial.header(), &header());
    let (mut rows, mut row) = (Vec::new(), Row::default());
    while partial.next(&mut row)? {
        rows.push(row.clone());
    }
    Ok(rows)
}

#[test]
fn no_change_of_a_byte_and_no_cut_goes_unnoticed() {
    let whole = partial();
    assert!(read(&whole).unwrap().len() > 8);
    for at in 0..whole.len() {
        for bit in [1, 0x80] {
            let mut changed = whole.clone();
            changed[at] ^= bit;
            assert!(read(&changed).is_err(), "byte {at}");
        }
        assert!(read(&whole[..at]).is_err(), "cut off at {at}");
    }
    let more = [&whole[..], b"x"].concat();
    assert!(matches!(read(&more), Err(PartialError::Damaged(..))));
}

#[test]
fn what_is_wrong_is_told() {
    let whole = partial();
    let mut later = whole.clone();
    later[8] = 2;
    assert_eq!(read(&later).unwrap_err().to_string(), "it is a partial of version 2, and this pentad knows version 1");
    assert!(matches!(read(b"(;GM[4]SZ[15];B[hh])"), Err(PartialError::Magic)));
    assert!(matches!(read(&whole[..whole.len() - 1]), Err(PartialError::Truncated(_))));
    // A length of 4 GiB is no reason to ask for so much memory.
    let mut long = whole;
    long[13..17].fill(0xFF);
    assert!(matches!(read(&long), Err(PartialError::Truncated(_))));
}

#[test]
fn an_identification_is_that_of_records_and_options() {
    let own = header().id();
    assert_eq!(PartialHeader { parts: Vec::new(), ..header() }.id(), own);
    for other in [
        PartialHeader { records: 3, ..header() },
        PartialHeader { digest: Digest::default(), ..header() },
        PartialHeader { options: vec![("--depth".to_owned(), "7".to_owned())], ..header() },
        PartialHeader { options: Vec::new(), ..header() },
    ] {
        assert_ne!(other.id(), own);
    }
}

fn any_row() -> impl Strategy<Value = Row> {
    let byte = prop_oneof![0..10u8, any::<u8>(), Just(b'a'), Just(0xFF)];
    let count = prop_oneof![0..3u64, Just(u64::MAX), any::<u64>()];
    (
        vec(byte, 0..30),
        vec(any::<u8>(), 0..8),
        prop_oneof![vec(count.clone(), 10), vec(count.clone(), 4), vec(count, 0..11)],
    )
        .prop_map(|(key, line, counts)| {
            let mut row = Row::default();
            (row.key, row.line) = (key, line);
            row.set_counts(&counts);
            row
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Rows that no pentad wrote are refused, and whatever is taken can be summed up.
    #[test]
    fn forged_rows_do_no_harm(rows in vec(any_row(), 0..12), glicko in any::<bool>()) {
        let mut counter = Counter::new(1 << 16);
        for row in &rows {
            counter.add_row(row).unwrap();
            counter.add_row(row).unwrap();
        }
        let system = if glicko { System::Glicko2 } else { System::Performance };
        let ratings = Some(RatingPlan { system, period: Period::Month });
        let mut summary = Summary::new(Shown { top: 3, least: 2, ratings });
        let (mut rows, mut row) = (counter.rows(true).unwrap(), Row::default());
        while rows.next(&mut row).unwrap() {
            summary.add(&row);
        }
        let summary = summary.finish();
        prop_assert!(summary.total.median_plies() >= 0.0);
    }
}
