//! Laws of conversion over all formats of the registry: a new format joins by itself.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../formats/tests/records/mod.rs"]
mod records;

use pentad_formats::variations::{Lines, main_line};
use pentad_formats::{
    FORMATS, Field, Format, Frame, Loss, PreludeEnd, ReadOptions, Record, Span, Stream, WriteOptions,
};
use pentad_rules::{Event, Point, Size};
use proptest::prelude::*;

/// A format in one of its forms.
#[derive(Clone, Copy, Debug)]
struct Form {
    format: &'static dyn Format,
    dialect: Option<&'static str>,
}

fn forms() -> impl Iterator<Item = Form> + Clone {
    FORMATS.iter().copied().filter(|f| f.info().writes).flat_map(|format| {
        let named = format.info().dialects.iter().map(|d| Some(d.id));
        std::iter::once(None).chain(named).map(move |dialect| Form { format, dialect })
    })
}

/// Writes a record as a file of its own and reads the file; `None` where the format refuses it.
fn through(form: Form, record: &Record) -> Result<Option<(Record, Vec<Loss>)>, TestCaseError> {
    let Form { format, dialect } = form;
    let options = WriteOptions { dialect, ..WriteOptions::default() };
    let mut bytes = Vec::new();
    format.write_head(&options, &mut bytes);
    let head = bytes.len();
    let losses = format.write(record, &options, &mut bytes).expect("it is written");
    let context = format!("{} {dialect:?} {losses:?}: {}", format.info().id, String::from_utf8_lossy(&bytes));
    if losses.iter().any(Loss::is_record) {
        prop_assert!(losses.len() == 1 && bytes.len() == head, "a refused record leaves nothing: {}", context);
        return Ok(None);
    }
    let start = if let PreludeEnd::At(end) = format.prelude_end(&bytes, true) { end } else { 0 };
    let (prelude, rows) = bytes.split_at(start);
    let mut framer = format.framer_in(&Stream { prelude, dialect, ..Stream::default() });
    let Frame::Record { end } = framer.next(rows, true) else {
        return Err(TestCaseError::fail(format!("no record: {context}")));
    };
    prop_assert_eq!(framer.next(&rows[end..], true), Frame::End, "one record becomes one: {}", context);
    let mut back = Record::new();
    // Some dialects count from the top row or the centre, and the board is not in the file.
    let options = ReadOptions { dialect, size: record.size, ..ReadOptions::default() };
    match format.read_prelude(prelude, &options).filter(|_| start > 0) {
        Some(prelude) => format.read_after(&prelude, &rows[..end], &options, &mut back),
        None => format.read(&rows[..end], &options, &mut back),
    }
    prop_assert!(back.readable, "{} {:?}", context, back.findings);
    Ok(Some((back, losses)))
}

fn plies(record: &Record) -> Vec<Option<Point>> {
    main_line(record).0.events.iter().filter(|e| e.is_ply()).map(Event::point).collect()
}

const NAMES: &[Field] = &[Field::BlackName, Field::WhiteName];

/// Games that most formats can hold.
fn games() -> impl Strategy<Value = Record> {
    let sizes = [Size::RENJU, Size::PENTE, Size::square(20).unwrap()];
    prop::sample::select(sizes.to_vec()).prop_flat_map(|size| records::plain_record(size, NAMES))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// From each format to each and back the stones stay where they are; a name is the same or listed.
    #[test]
    fn there_and_back_the_moves_are_kept(game in games()) {
        for there in forms() {
            let Some((one, losses)) = through(there, &game)? else { continue };
            prop_assert_eq!(plies(&one), plies(&game), "{:?}", there);
            for field in NAMES {
                let listed = losses.iter().any(|l| l.what == field.name());
                prop_assert!(listed || one.get(*field) == game.get(*field), "{:?} {:?}", there, losses);
            }
            for back in forms() {
                let Some((two, _)) = through(back, &one)? else { continue };
                prop_assert_eq!(plies(&two), plies(&game), "{:?} {:?}", there, back);
                if let Some((three, _)) = through(there, &two)? {
                    prop_assert_eq!(plies(&three), plies(&game), "{:?} {:?}", there, back);
                }
            }
        }
    }

    /// A game that goes on after a row of five is not made into one that ends there without a word.
    #[test]
    fn what_goes_on_after_a_five_is_listed(ends in any::<bool>(), after in any::<bool>(), across in any::<bool>()) {
        let mut record = Record::new();
        (record.size, record.self_ending) = (Some(Size::RENJU), ends);
        let point = |n: u8, row: u8| if across { Point::new(n, row) } else { Point::new(row, n) }.unwrap();
        for n in 0..4 {
            record.push(Event::place(point(4 + n, 7)), Span::default());
            record.push(Event::place(point(4 + n, 9)), Span::default());
        }
        record.push(Event::place(point(8, 7)), Span::default());
        if after {
            record.push(Event::place(point(8, 9)), Span::default());
        }
        for form in forms() {
            let Some((back, losses)) = through(form, &record)? else { continue };
            let listed = losses.iter().any(|l| l.what == "self_ending");
            prop_assert_eq!(listed, back.self_ending && !ends && after, "{:?} {:?}", form, losses);
        }
    }

    /// Any record, however odd, is one record in each format, or is refused; where nothing is listed as lost, nothing is lost on a second way.
    #[test]
    fn any_record_is_one_record_or_refused(record in records::any_record()) {
        for form in forms() {
            let Some((back, losses)) = through(form, &record)? else { continue };
            if losses.is_empty() {
                let (again, losses) = through(form, &back)?.expect("what was read can be written");
                prop_assert!(losses.is_empty(), "{:?} {:?}", form, losses);
                prop_assert_eq!(plies(&again), plies(&back), "{:?}", form);
            }
        }
    }

    /// The lines of a tree are its leaves, and each begins as the tree does.
    #[test]
    fn lines_are_the_leaves(record in records::any_record()) {
        let lines: Vec<_> = Lines::new(&record).collect();
        prop_assert_eq!(lines.len(), record.tree.as_ref().map_or(1, |t| t.leaves()));
        prop_assert!(lines.iter().all(|l| l.tree.is_none() && l.events.len() == l.spans.len() || record.tree.is_none()));
        let (main, others) = main_line(&record);
        prop_assert!(main.same_content(&lines[0]) && others + 1 == lines.len());
    }
}
