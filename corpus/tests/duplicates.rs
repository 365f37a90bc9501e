//! Duplicates by the library: a record and its images are one game, whatever is in the record.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::ops::ControlFlow;

use pentad_corpus::duplicate::{
    DuplicateOptions, Examiner, Group, Kind, Kinds, Review, Scanner, Side, Survey, Surveyed,
};
use pentad_corpus::{Error, JudgeOptions, Options, Sources, run};
use pentad_formats::variations::turn;
use pentad_formats::{Field, Record, Span, WriteOptions, find_format};
use pentad_rules::{Action, Color, Event, Point, Size, Symmetry};
use proptest::prelude::*;

fn options() -> DuplicateOptions {
    DuplicateOptions {
        kinds: Kinds::ALL,
        min_plies: 20,
        near: 3,
        keep: None,
        memory: 1 << 20,
        judging: JudgeOptions::default(),
    }
}

/// The groups of records, which are written as jsonl and read again.
fn groups(records: &[Record], options: &DuplicateOptions) -> Vec<Group> {
    let format = find_format("jsonl").unwrap();
    let mut text = Vec::new();
    for record in records {
        assert_eq!(format.write(record, &WriteOptions::default(), &mut text).unwrap(), []);
    }
    let sources = || {
        let stream: Box<dyn std::io::Read + Send> = Box::new(std::io::Cursor::new(text.clone()));
        Sources::from_streams([("records.jsonl".to_owned(), stream)])
    };
    let pipeline = Options { threads: 2, ..Options::default() };
    let mut survey = Survey::new(options);
    let scan = || Scanner::new(options, pentad_formats::ReadOptions::default());
    let add = |scanned| survey.add(&scanned).map_or(ControlFlow::Break(()), ControlFlow::Continue);
    run(sources(), &pipeline, scan, |scanner, batch| scanner.scan(batch), add).unwrap();
    let Surveyed { index, places, looked, .. } = survey.finish().unwrap();
    assert_eq!(looked.records, records.len() as u64);
    let mut review = Review::new(options, &index, places);
    let examine = || Examiner::new(options, pentad_formats::ReadOptions::default(), &index, Side::Looked);
    let add = |examined: Result<_, Error>| {
        review.add(&examined.unwrap()).map_or(ControlFlow::Break(()), ControlFlow::Continue)
    };
    run(sources(), &pipeline, examine, |examiner, batch| examiner.examine(batch), add).unwrap();
    let mut groups = Vec::new();
    review
        .groups(&mut |group| -> Result<(), Error> {
            groups.push(group);
            Ok(())
        })
        .unwrap();
    groups
}

#[derive(Clone, Debug)]
struct Made {
    record: Record,
    size: Size,
}

/// Records on boards of several shapes and of several games, with set-up stones, passes, offers and swaps.
fn made() -> impl Strategy<Value = Made> {
    let board = prop::sample::select(vec![(15, 15), (19, 19), (6, 6), (20, 15), (5, 9)]);
    let rules = prop::sample::select(vec!["renju", "gomoku-freestyle", "connect6", "pente", "no such rule"]);
    (board, rules, any::<u64>(), 0usize..4, 1usize..28, any::<bool>()).prop_map(
        |((width, height), rules, seed, set_up, plies, procedure)| {
            let size = Size::new(width, height).unwrap();
            let mut random = fastrand::Rng::with_seed(seed);
            let mut points: Vec<Point> = size.iter().collect();
            random.shuffle(&mut points);
            let mut points = points.into_iter();
            let mut record = Record::new();
            record.size = Some(size);
            record.set(Field::Rules, rules, Span::WHOLE);
            for n in 0..set_up {
                let stones = if n % 2 == 0 { &mut record.setup.black } else { &mut record.setup.white };
                stones.push(points.next().unwrap());
            }
            for ply in 0..plies {
                let Some(point) = points.next() else { break };
                if procedure && set_up == 0 && ply == 3 {
                    record.push(Event::new(Action::Swap(random.bool())), Span::WHOLE);
                }
                if procedure && set_up == 0 && ply == 4 {
                    let offers: Vec<_> = points.clone().take(2).map(Some).collect();
                    record.push_offer(offers, None, Span::WHOLE);
                }
                let pass = ply > 5 && random.usize(0..12) == 0;
                let event = if pass { Event::new(Action::Pass) } else { Event::place(point) };
                record.push(event, Span::WHOLE);
            }
            Made { record, size }
        },
    )
}

fn image(made: &Made, symmetry: Symmetry) -> Record {
    let mut record = made.record.clone();
    turn(&mut record, symmetry, made.size);
    record
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_record_and_its_images_are_one_group(made in made()) {
        let records: Vec<Record> = Symmetry::of(made.size).iter().map(|&s| image(&made, s)).collect();
        let groups = groups(&records, &options());
        prop_assert_eq!(groups.len(), 1, "{:?}", groups);
        let members = &groups[0].members;
        prop_assert_eq!(members.len(), records.len());
        prop_assert!(groups[0].kind <= Kind::SameGame && !groups[0].has_conflict(), "{:?}", groups);
        // The symmetry that is named lays the moves onto those of the first; set-up stones and the stones of a turn have no order.
        let first = &records[members[0].details.number as usize];
        for member in &members[1..] {
            let relation = member.relation.as_ref().unwrap();
            let own = Made { record: records[member.details.number as usize].clone(), size: made.size };
            let laid = image(&own, relation.orientation);
            let sorted = |stones: &[Point]| {
                let mut stones = stones.to_vec();
                stones.sort();
                stones
            };
            if made.record.get(Field::Rules) == Some("connect6") {
                let points = |r: &Record| sorted(&r.events.iter().filter_map(|e| e.point()).collect::<Vec<_>>());
                prop_assert_eq!(points(&laid), points(first));
            } else {
                prop_assert_eq!(&laid.events, &first.events, "{:?}", relation);
            }
            prop_assert_eq!(sorted(&laid.setup.black), sorted(&first.setup.black));
            prop_assert_eq!(sorted(&laid.setup.white), sorted(&first.setup.white));
        }
    }

    #[test]
    fn what_differs_in_one_stone_is_another_game(made in made(), at in any::<prop::sample::Index>(), turned in any::<bool>()) {
        let mut other = Made { record: image(&made, Symmetry::Identity), ..made.clone() };
        let free: Vec<Point> = {
            let taken: Vec<Point> = made.record.events.iter().filter_map(|e| e.point())
                .chain(made.record.setup.black.iter().copied()).chain(made.record.setup.white.iter().copied()).collect();
            made.size.iter().filter(|p| !taken.contains(p)).collect()
        };
        prop_assume!(!free.is_empty());
        let stones: Vec<usize> =
            (0..other.record.events.len()).filter(|&n| other.record.events[n].point().is_some()).collect();
        prop_assume!(!stones.is_empty());
        let which = stones[at.index(stones.len())];
        let new = free[at.index(free.len())];
        let mut moved = other.record.events.clone();
        moved.iter_mut().nth(which).unwrap().action = Action::Place(Some(new));
        other.record.events = moved;
        let symmetry = if turned { Symmetry::Rot180 } else { Symmetry::Identity };
        // It may be an image of the record by chance: compared under all symmetries.
        let plain = |made: &Made| {
            let mut black: Vec<Point> = made.record.setup.black.clone();
            let mut white: Vec<Point> = made.record.setup.white.clone();
            black.sort();
            white.sort();
            (black, white, made.record.events.iter().map(|e| e.point()).collect::<Vec<_>>())
        };
        let connect6 = made.record.get(Field::Rules) == Some("connect6");
        let same = Symmetry::of(made.size).iter().any(|&s| {
            plain(&Made { record: image(&other, s), ..made.clone() }) == plain(&made)
        });
        prop_assume!(!same && !connect6);
        let records = [made.record.clone(), image(&other, symmetry)];
        let kinds = Kinds::SAME_GAME;
        let found = groups(&records, &DuplicateOptions { kinds, ..options() });
        prop_assert!(found.is_empty(), "{:?}", found);
    }
}

/// Colours are never exchanged, and a stone in another colour is another stone.
#[test]
fn colours_count() {
    let record = |colors: [Color; 3]| {
        let mut record = Record::new();
        record.size = Some(Size::RENJU);
        record.set(Field::Rules, "no such rule", Span::WHOLE);
        for (n, color) in colors.into_iter().enumerate() {
            let point = Point::new(7 + n as u8, 7).unwrap();
            record.push(Event { color: Some(color), ..Event::place(point) }, Span::WHOLE);
        }
        record
    };
    let (black, white) = (Color::Black, Color::White);
    let one = record([black, white, black]);
    assert!(groups(&[one.clone(), record([white, black, white])], &options()).is_empty());
    assert!(groups(&[one.clone(), record([black, white, white])], &options()).is_empty());
    let same = groups(&[one.clone(), one], &options());
    assert_eq!(same.iter().map(|g| g.kind).collect::<Vec<_>>(), [Kind::SameBytes]);
}
