//! Laws of normalization: a second time changes nothing, and all images of a record come to one.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../formats/tests/records/mod.rs"]
mod records;

use pentad_corpus::JudgeOptions;
use pentad_corpus::convert::Told;
use pentad_corpus::normalize::{Fix, Fixes};
use pentad_formats::variations::turn;
use pentad_formats::{FORMATS, Field, Format, Loss, NoteKind, PreludeEnd, ReadOptions, Record, Span, WriteOptions};
use pentad_formats::{Score, Tree, find_format};
use pentad_rules::{Action, Coords, Event, GAMES, Game, Point, Size, Symmetry, Wishes};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

fn fixes(game: Option<&'static Game>) -> Fixes {
    let judge = JudgeOptions { game, override_rules: true, wishes: Wishes::NONE, ..JudgeOptions::default() };
    Fixes { fixes: Fix::ALL.to_vec(), cut: true, judge, ..Fixes::default() }
}

/// A record after all fixes.
fn normalized(record: &Record, game: Option<&'static Game>) -> Record {
    let mut told = Told { format: "jsonl", ..Told::default() };
    let mut record = record.clone();
    for step in fixes(game).steps() {
        let mut out = None;
        step.apply(record, &mut told, &mut |record, _| out = Some(record));
        record = out.expect("a fix makes one record of one");
    }
    record
}

fn written(record: &Record, format: &dyn Format) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    format.write_head(&WriteOptions::default(), &mut bytes);
    let losses = format.write(record, &WriteOptions::default(), &mut bytes).unwrap();
    (!losses.iter().any(Loss::is_record)).then_some(bytes)
}

fn json(record: &Record) -> String {
    String::from_utf8(written(record, find_format("jsonl").unwrap()).unwrap()).unwrap()
}

fn read(bytes: &[u8], format: &dyn Format) -> Record {
    let start = if let PreludeEnd::At(end) = format.prelude_end(bytes, true) { end } else { 0 };
    let (prelude, rows) = bytes.split_at(start);
    let mut record = Record::new();
    match format.read_prelude(prelude, &ReadOptions::default()).filter(|_| start > 0) {
        Some(prelude) => format.read_after(&prelude, rows, &ReadOptions::default(), &mut record),
        None => format.read(rows, &ReadOptions::default(), &mut record),
    }
    record
}

fn game() -> impl Strategy<Value = Option<&'static Game>> {
    of((0..GAMES.len()).prop_map(|at| &GAMES[at]))
}

fn symmetry(size: Size) -> impl Strategy<Value = Symmetry> {
    select(Symmetry::of(size).to_vec())
}

/// Few stones about the middle, so that many records are their own images, with offers, stones set up, labels and marks.
fn symmetric_record() -> impl Strategy<Value = (Record, Symmetry)> {
    let size = select(vec![Size::RENJU, Size::PENTE, Size::square(7).unwrap(), Size::new(9, 7).unwrap()]);
    size.prop_flat_map(|size| {
        let (x, y) = (size.width() / 2, size.height() / 2);
        let near = move || (x - 2..=x + 2, y - 2..=y + 2).prop_map(|(c, r)| Point::new(c, r).unwrap());
        let on_axis = move || (y - 2..=y + 2).prop_map(move |r| Point::new(x, r).unwrap());
        let stone = prop_oneof![3 => on_axis(), 1 => near()];
        let stones = vec(stone, 0..12);
        let sets = (vec(near(), 0..3), vec(near(), 0..3), weighted_none(vec(of(near()), 1..4)));
        let notes = vec((0..4u32, near(), 0..4u8), 0..3);
        (stones, sets, notes, any::<bool>(), any::<bool>(), symmetry(size)).prop_map(
            move |(stones, (black, white, offer), notes, set_up, as_tree, symmetry)| {
                let mut record = Record::new();
                record.size = Some(size);
                for (number, point) in stones.iter().enumerate() {
                    record.push(Event::place(*point), Span::default());
                    if let (4, Some(offer)) = (number, &offer) {
                        record.push_offer(offer.clone(), None, Span::default());
                    }
                }
                if set_up {
                    (record.setup.black, record.setup.white) = (black.clone(), white);
                }
                if as_tree {
                    let mut list = vec![(0, None, Span::default())];
                    list.extend((0u32..).zip(record.events.iter()).map(|(at, e)| (at, Some(*e), Span::default())));
                    // An alternative at the end of the tree.
                    list.extend(black.iter().map(|&p| (0, Some(Event::place(p)), Span::default())));
                    record.tree = Some(Tree::from_parents(&list).0);
                }
                for (at, point, kind) in notes {
                    let text = point.text(Coords::WithI).to_string();
                    let letter = |n: u8| char::from(b'a' + n);
                    let pair = format!("{}{}", letter(point.column()), letter(size.height() - 1 - point.row()));
                    match kind {
                        0 => record.note(at, NoteKind::Label, &text, "A"),
                        1 => record.note(at, NoteKind::Extra, "TR", &pair),
                        2 => record.note(at, NoteKind::Extra, "LN", &format!("{pair}:aa")),
                        _ => record.note(at, NoteKind::Comment, "", "see h8"),
                    }
                }
                (record, symmetry)
            },
        )
    })
}

fn weighted_none<S: Strategy>(some: S) -> impl Strategy<Value = Option<S::Value>> {
    prop::option::weighted(0.3, some)
}

/// Stones that do not repeat, so that games go on to rows, captures and fouls.
fn long_game(size: Size) -> impl Strategy<Value = Record> {
    let (left, bottom) = (size.width() / 2 - 4, size.height() / 2 - 4);
    let area: Vec<Point> =
        (left..left + 9).flat_map(|c| (bottom..bottom + 9).map(move |r| Point::new(c, r).unwrap())).collect();
    let result = of(select(vec![Score::Black, Score::White, Score::Draw, Score::Unknown]));
    (Just(area).prop_shuffle(), 0..80usize, result.clone(), result, any::<bool>()).prop_map(
        move |(area, len, result, other, ends)| {
            let mut record = Record::new();
            (record.size, record.result, record.self_ending) = (Some(size), result, ends);
            record.other_result = other.map(|score| (score, Span::default()));
            area[..len].iter().for_each(|&point| record.push(Event::place(point), Span::default()));
            record
        },
    )
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The image of a record; `None` where marks in it name no points, so that they cannot be turned.
fn image(record: &Record, symmetry: Symmetry) -> Option<Record> {
    let mut image = record.clone();
    turn(&mut image, symmetry, record.size.unwrap()).is_empty().then_some(image)
}

proptest! {
    #![proptest_config(cases(600))]

    /// A second time changes nothing, whatever the record.
    #[test]
    fn a_second_time_changes_nothing(record in records::any_record(), game in game()) {
        let once = normalized(&record, game);
        prop_assert_eq!(json(&normalized(&once, game)), json(&once));
    }

    /// Nor in games that are played to an end.
    #[test]
    fn a_second_time_changes_nothing_in_long_games(
        record in select(vec![Size::RENJU, Size::PENTE]).prop_flat_map(long_game),
        game in game(),
    ) {
        let once = normalized(&record, game);
        prop_assert_eq!(json(&normalized(&once, game)), json(&once));
        let judge = JudgeOptions { game, override_rules: true, ..JudgeOptions::default() };
        let mut judged = pentad_corpus::Judge::new();
        let judgement = judged.judge(&once, "jsonl", &judge);
        if game.is_some() {
            let errors = judged.verdict().faults.iter().filter(|f| f.severity == pentad_rules::Severity::Error);
            prop_assert_eq!(errors.count(), 0, "what is left is regular");
            prop_assert_ne!(judged.verdict().agrees, Some(false));
            prop_assert_eq!(judged.first_unanswered_four(&once, &judgement, &judge), None);
        }
    }

    /// All images of a record come to the same bytes.
    #[test]
    fn all_images_come_to_one(record in records::any_record(), pick in any::<prop::sample::Index>(), game in game()) {
        if let Some(size) = record.size {
            let all = Symmetry::of(size);
            if let Some(image) = image(&record, all[pick.index(all.len())]) {
                prop_assert_eq!(json(&normalized(&image, game)), json(&normalized(&record, game)));
            }
        }
    }

    /// So do those of records that are nearly their own images, and of games that are played to an end.
    #[test]
    fn symmetric_records_come_to_one((record, symmetry) in symmetric_record(), game in game()) {
        prop_assert_eq!(json(&normalized(&image(&record, symmetry).expect("its marks are points"), game)), json(&normalized(&record, game)));
    }

    /// The order of the two stones of a turn of Connect6 means nothing, but where the game ends.
    #[test]
    fn stones_of_a_turn_come_in_one_order(record in long_game(Size::PENTE), flips in vec(any::<bool>(), 40)) {
        let connect6 = Game::find("connect6");
        let once = normalized(&record, connect6);
        let mut other = once.clone();
        let ended = once.result.is_some_and(|result| result != Score::Unknown);
        let plies = once.events.len() - if ended { (once.events.len() + 1) % 2 + 1 } else { 0 }.min(once.events.len());
        let points: Vec<_> = once.events.iter().map(Event::point).collect();
        for (turn, flip) in (1..plies.saturating_sub(1)).step_by(2).zip(flips) {
            if flip {
                for (at, event) in other.events.iter_mut().enumerate().skip(turn).take(2) {
                    event.action = Action::Place(points[if at == turn { turn + 1 } else { turn }]);
                }
            }
        }
        prop_assert_eq!(json(&normalized(&other, connect6)), json(&once));
    }

    /// What was written in any format is, read and normalized again, written as the same bytes.
    #[test]
    fn a_second_time_changes_nothing_in_any_format(record in long_game(Size::RENJU), name in "[A-Za-z ,.]{0,12}") {
        let mut record = record;
        record.set(Field::BlackName, &name, Span::default());
        record.set(Field::Rules, "renju", Span::default());
        record.set(Field::Date, "5/17/2011", Span::default());
        // Some formats cannot say that it is renju.
        let game = Game::find("renju");
        for format in FORMATS.iter().copied().filter(|format| format.info().writes) {
            let Some(once) = written(&normalized(&record, game), format) else { continue };
            let again = normalized(&read(&once, format), game);
            let again = written(&again, format);
            let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
            prop_assert_eq!(again.as_ref().map(text), Some(text(&once)), "{}", format.info().id);
            prop_assert_eq!(again, Some(once));
        }
    }
}
