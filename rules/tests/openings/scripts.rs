//! Short games written as words.

use crate::{Answer, opening, play, point, strict};
use pentad_rules::opening::{Actor, Called, Count, Knob, Limit, Shape, Stage, Then};
use pentad_rules::{
    Action, Choice, Code, Engine, EngineOptions, Event, Events, OfferSymmetry, Opening, Ruling, Seat, Size,
};
use std::collections::BTreeSet;

/// A few words an event: `h8`, `+` and `-` (swap), `#3` (declare), `?a1,b2` (offer), `!a1` (choose), `=black` (choice), `pass`;
/// `2:` in front states the seat.
fn script(text: &str) -> Events {
    let mut events = Events::new();
    for word in text.split_whitespace() {
        let (by, word) = match word.split_once(':') {
            Some((seat, rest)) => (Seat::from_number(seat.parse().unwrap()), rest),
            None => (None, word),
        };
        let action = match (&word[..1], &word[1..]) {
            ("+", _) => Action::Swap(true),
            ("-", _) => Action::Swap(false),
            ("#", n) => Action::Declare(n.parse().unwrap()),
            ("!", p) => Action::Choose(point(p)),
            ("=", c) => Action::Choice(Choice::from_name(c)),
            ("?", list) => {
                events.push_offer(list.split(',').map(point), by);
                continue;
            }
            _ if word == "pass" => Action::Pass,
            _ => Action::Place(point(word)),
        };
        events.push(Event { by, ..Event::new(action) });
    }
    events
}

fn run(name: &str, text: &str, bare: bool, options: &EngineOptions) -> Answer {
    play(&mut Engine::new(), opening(name), &script(text), Size::RENJU, bare, options)
}

/// The name of the code that refuses a script, and the number of the event; `legal` otherwise.
fn judged(name: &str, text: &str) -> String {
    match run(name, text, false, &strict()).refusal {
        Some((i, r)) => format!("{} {} {}", r.code.name(), i + 1, r.ply),
        None => "legal".to_owned(),
    }
}

/// Every code that the engine can refuse with, each in a script that ends in it.
const REFUSALS: &[(&str, &str, &str)] = &[
    ("pro", "h9", "not-centre 1 1"),
    ("rif", "h8 h10", "zone-3x3 2 2"),
    ("rif", "h8 h9 h11", "zone-5x5 3 3"),
    ("tarannikov", "h8 h9 h10 l8", "zone-7x7 4 4"),
    ("taraguchi-10", "h8 h9 h10 h11 m8", "zone-9x9 5 5"),
    ("pro", "h8 a1 h10", "too-close 3 3"),
    ("long-pro", "h8 a1 h11", "too-close 3 3"),
    ("pente-tournament", "h8 a1 j10", "tournament-rule 3 3"),
    ("g-pente", "h8 a1 j10", "tournament-rule 3 3"),
    ("g-pente", "h8 a1 h12", "g-pente-rule 3 3"),
    ("free", "h8 h8", "occupied 2 2"),
    ("free", "h8 p8", "off-board 2 2"),
    ("rif", "h8 h9 +", "swap-not-allowed 3 2"),
    ("rif", "h8 2:h9", "wrong-player 2 2"),
    ("yamaguchi", "h8 h9 h10 a1", "declare-missing 4 4"),
    ("yamaguchi", "h8 h9 h10 +", "declare-missing 4 3"),
    ("soosorv-4", "h8 h9 h10 a1 ?a2", "declare-missing 5 5"),
    ("soosorv-4", "h8 h9 h10 a1 #5", "declare-range 5 4"),
    ("yamaguchi", "h8 h9 h10 #0", "declare-range 4 3"),
    ("yamaguchi", "h8 h9 h10 #222", "declare-range 4 3"),
    ("rif", "h8 #2", "declare-not-allowed 2 1"),
    ("rif", "h8 h9 h10 a1 a2", "offer-missing 5 5"),
    ("rif", "h8 ?a1,a2", "offer-not-allowed 2 2"),
    ("rif", "h8 h9 j7 a1 ?a2,a3 ?a2,a3", "offer-not-allowed 6 5"),
    ("rif", "h8 h9 j7 a1 ?a2,a3,a4", "offer-count 5 5"),
    ("rif", "h8 h9 j7 a1 ?a2,a2", "duplicate-offer 5 5"),
    ("rif", "h8 h9 h10 h11 ?g8,i8", "symmetric-offers 5 5"),
    ("taraguchi-5", "h8 h9 j7 a1", "zone-7x7 4 4"),
    ("taraguchi-5", "h8 h9 j7 g6 + ?a1,b1,c1,d1,e1", "offer-after-swap 6 5"),
    ("rif", "h8 h9 j7 a1 ?a2,a3 a2", "choose-missing 6 5"),
    ("rif", "h8 h9 j7 a1 !a2", "choose-not-allowed 5 5"),
    ("rif", "h8 h9 j7 a1 ?a2,a3 !a4", "choose-not-offered 6 5"),
    ("swap2", "h8 a1 a2 a3", "choice-missing 4 4"),
    ("swap2", "h8 a1 a2 =green", "choice-invalid 4 3"),
    ("swap2", "h8 a1 a2 =place-two a3 a4 =place-two", "choice-invalid 7 5"),
    ("swap2", "h8 a1 =black", "choice-not-allowed 3 2"),
    ("rif", "h8 h9 pass", "pass-not-allowed 3 3"),
];

#[test]
fn every_refusal_occurs() {
    for (name, text, expected) in REFUSALS {
        assert_eq!(judged(name, text), *expected, "{name}: {text}");
    }
    let seen: BTreeSet<_> = REFUSALS.iter().filter_map(|r| Code::find(r.2.split(' ').next().unwrap())).collect();
    // A zone of its own needs a table of the user's, and lacking facts are refused by nobody.
    let others = [Code::OutsideZone, Code::FactsMissing];
    let opening_codes = Code::ALL.iter().filter(|c| c.number().starts_with('O') && !others.contains(c));
    assert_eq!(opening_codes.filter(|c| !seen.contains(c)).collect::<Vec<_>>(), Vec::<&Code>::new());
}

#[test]
fn a_fault_of_the_moment_goes_before_the_player_the_player_before_the_point() {
    for (name, text, expected) in [
        ("rif", "h8 2:+", "swap-not-allowed 2 1"),
        ("rif", "h8 2:z9", "wrong-player 2 2"),
        ("rif", "h8 2:h8", "wrong-player 2 2"),
        ("rif", "h8 z9", "off-board 2 2"),
        ("rif", "h8 h9 j7 a1 2:?a1,a1,z9", "wrong-player 5 5"),
        ("rif", "h8 h9 j7 a1 ?a1,a1,z9", "off-board 5 5"),
        ("rif", "h8 h9 j7 a1 ?a2,a2,a1", "occupied 5 5"),
        ("rif", "h8 h9 j7 a1 ?a2,a2,a3", "duplicate-offer 5 5"),
        ("rif", "h8 h9 h10 h11 ?g8,i8,a1", "offer-count 5 5"),
        ("rif", "h8 h9 j7 a1 ?a2,a3 1:!z9", "wrong-player 6 5"),
        ("rif", "h8 h9 j7 a1 ?a2,a3 2:a4", "choose-missing 6 5"),
        ("rif", "h8 h9 j7 a1 ?a2,a3 !h8", "choose-not-offered 6 5"),
        ("swap2", "h8 a1 a2 1:=green", "wrong-player 4 3"),
        ("swap2", "h8 a1 a2 +", "swap-not-allowed 4 3"),
        ("yamaguchi", "h8 h9 j7 2:-", "declare-missing 4 3"),
        ("yamaguchi", "h8 h9 j7 !a1", "choose-not-allowed 4 4"),
    ] {
        assert_eq!(judged(name, text), expected, "{name}: {text}");
    }
}

#[test]
fn procedures_without_vectors() {
    for (name, text, complete, black) in [
        ("super-sakata", "1:h8 1:h9 1:h10 2:h11 2:l8 1:=black 2:a1 1:a2", true, 1),
        ("super-sakata", "1:h8 1:h9 1:h10 2:h11 2:l8 1:=white 1:a1 2:a2", true, 2),
        ("super-sakata", "h8 h9 h10 h11 l8 1:=place-two 1:a1 1:a2 2:=place-two 2:b1 2:b2 1:=place-two 1:c1", false, 1),
        ("super-sakata", "h8 h9 h10 h11 l8 1:=place-two 1:a1 1:a2 2:=white 2:b1 1:b2", true, 1),
        ("d-pente", "1:h8 1:a1 1:a2 1:a3", false, 1),
        ("d-pente", "1:h8 1:a1 1:a2 1:a3 2:+ 2:a4 1:a5", true, 2),
        ("d-pente", "1:h8 1:a1 1:a2 1:a3 1:a4 2:a5", true, 1),
        ("g-pente", "h8 a1 h13", true, 1),
        ("pente-tournament", "h8 i9 h11", true, 1),
        ("gomocup", "a1 a2", true, 1),
        ("centre", "h8", true, 1),
        ("tarannikov", "h8 h9 h10 h11 h12 pass", true, 1),
        ("taraguchi-10", "h8 h9 h10 h11 h12 2:+ 1:a1", true, 2),
    ] {
        let answer = run(name, text, false, &strict());
        assert_eq!((answer.refusal, answer.complete, answer.black.number()), (None, complete, black), "{name}: {text}");
    }
    assert_eq!(judged("super-sakata", "h8 h9 h10 a1"), "zone-7x7 4 4");
    assert_eq!(judged("super-sakata", "h8 h9 h10 h11 a1"), "zone-9x9 5 5");
    assert_eq!(judged("super-sakata", "h8 h9 h10 h11 h12 =place-two a1 2:a2"), "wrong-player 8 7");
    assert_eq!(judged("d-pente", "h8 a1 a2 2:a3"), "wrong-player 4 4");
}

#[test]
fn options_decide_where_the_sources_differ() {
    let refused = |name, text, options| run(name, text, false, &options).refusal.map(|(_, r)| r.code);
    let default = EngineOptions::default();
    let near = run("pente-tournament", "h8 a1 h9", false, &default);
    assert_eq!((near.refusal, near.warnings), (None, vec![Code::TournamentRule]));
    let off = EngineOptions { tournament_rule: Ruling::Allowed, ..default };
    assert_eq!(run("pente-tournament", "h8 a1 h9", false, &off).warnings, []);
    assert_eq!(refused("g-pente", "h8 a1 h9", off), Some(Code::TournamentRule));
    assert_eq!(refused("pro", "h8 a1 a2", default), None);
    let adjacent = EngineOptions { second_not_adjacent: Ruling::Error, ..default };
    assert_eq!(refused("pro", "h8 a1 a2", adjacent), Some(Code::Zone3));
    let most = EngineOptions { most_offers: Some(12), ..default };
    assert_eq!(refused("yamaguchi", "h8 h9 j7 #13", most), Some(Code::DeclareRange));
    assert_eq!(refused("yamaguchi", "h8 h9 j7 #221", default), None);
    let board = EngineOptions { symmetry: OfferSymmetry::Board, ..default };
    assert_eq!(refused("rif", "h8 h9 h7 h6 ?g8,g7", default), Some(Code::SymmetricOffers));
    assert_eq!(refused("rif", "h8 h9 h7 h6 ?g8,g7", board), None);
    assert_eq!(refused("rif", "h8 h9 h7 h6 ?g8,i8", board), Some(Code::SymmetricOffers));
}

#[test]
fn bare_lists_name_what_is_missing() {
    for (name, text, missing, complete) in [
        ("rif", "h8 h9 j7", "", false),
        ("rif", "h8 h9 j7 a1", "swap", false),
        ("rif", "h8 h9 j7 a1 a2", "swap offer choose", true),
        ("yamaguchi", "h8 h9 j7", "", false),
        ("yamaguchi", "h8 h9 j7 a1", "swap declare", false),
        ("yamaguchi", "h8 h9 j7 a1 a2 a3 a4", "swap declare offer choose", true),
        ("soosorv-8", "h8 h9 j7 a1 a2", "swap declare offer choose", true),
        ("taraguchi-10", "h8 h9 j7 h11 h12", "swap", false),
        ("taraguchi-10", "h8 h9 j7 h11 a1", "swap offer choose", true),
        ("tarannikov", "h8 h9 j7 h11 h12 a1", "swap", true),
        ("sakata", "h8 h9 j7 a1 a2 a3", "swap", true),
        ("swap2", "h8 a1 a2", "", false),
        ("swap2", "h8 a1 a2 a3", "choice", true),
        ("super-sakata", "h8 h9 j7 h11 h12 a1 a2 a3", "choice", true),
        ("swap1", "h8 2:h9 2:h10 2:h11", "swap", true),
        ("pro", "h8 a1 a2 a3", "", true),
        ("free", "a1 a2 pass a3", "", true),
        ("d-pente", "h8 a1 a2 a3 a4", "swap", true),
    ] {
        let answer = run(name, text, true, &strict());
        assert_eq!((answer.refusal, answer.complete, answer.black), (None, complete, Seat::First), "{name}: {text}");
        assert_eq!(answer.missing.join(" "), missing, "{name}: {text}");
    }
    for (name, text, code) in [
        ("rif", "h8 h9 h11", Code::Zone5),
        ("taraguchi-10", "h8 h9 h10 a1", Code::Zone7),
        ("taraguchi-10", "h8 h9 h10 h11 h8", Code::Occupied),
        ("tarannikov", "h8 h9 h10 h11 a1", Code::Zone9),
        ("super-sakata", "h8 h9 h10 h11 a1", Code::Zone9),
        ("rif", "h8 h9 h10 z9", Code::OffBoard),
        ("rif", "h8 h9 h10 pass", Code::PassNotAllowed),
        ("pro", "h8 2:a1 2:a2", Code::WrongPlayer),
    ] {
        assert_eq!(run(name, text, true, &strict()).refusal.map(|(_, r)| r.code), Some(code), "{name}: {text}");
    }
}

/// A table as a rules file would give it.
fn table(stages: Vec<Stage>) -> Opening {
    Opening {
        id: "mine".into(),
        title: "Mine".into(),
        spellings: vec!["my rule".into()].into(),
        bare_spellings: vec![].into(),
        source: "a test".into(),
        passes: true,
        stages: stages.into(),
    }
}

fn lay(by: Actor, limits: Vec<Limit>) -> Stage {
    Stage::Lay { by, limits: limits.into(), then: Then::Next }
}

#[test]
fn a_table_of_ones_own_runs_like_the_others() {
    // A window after each of five stones, the second one anywhere but on the centre's neighbours, the fifth in the central 11×11.
    let window = Stage::Swap { by: Actor::Other };
    let closed = Limit {
        shape: Shape::Except(vec![(0, 1), (1, 0), (0, -1), (-1, 0)].into()),
        code: Code::OutsideZone,
        knob: Knob::Always,
    };
    let mine = table(vec![
        lay(Actor::Due, vec![Limit::within(0)]),
        window.clone(),
        lay(Actor::Due, vec![closed]),
        window.clone(),
        Stage::Choice { by: Actor::Layer, then: Then::Next, place_two: Some(Then::Stage(2)) },
        lay(Actor::Due, vec![Limit::within(5)]),
    ]);
    assert_eq!(mine.validate(), Ok(()));
    assert_eq!(mine.called("MY-RULE"), Some(Called::Named));
    let mut engine = Engine::new();
    let mut judged = |text| {
        let answer = play(&mut engine, &mine, &script(text), Size::RENJU, false, &strict());
        (answer.refusal.map(|(i, r)| (i + 1, r.code)), answer.complete, answer.black.number())
    };
    assert_eq!(judged("h8 2:+ 1:i9 2:+ 1:=white 2:c3 1:a1"), (None, true, 2));
    assert_eq!(judged("h8 i8"), (Some((2, Code::OutsideZone)), false, 1));
    assert_eq!(judged("h8 i9 =black b2"), (Some((4, Code::OutsideZone)), false, 2));
    assert_eq!(judged("h8 i9 =place-two j9 1:=white j10"), (None, true, 2));
    for (stages, stage) in [
        (
            vec![Stage::Offer {
                by: Actor::Due,
                count: Count::Declared,
                instead: None,
                after_swap: true,
                then: Then::Next,
            }],
            0,
        ),
        (vec![window.clone(), Stage::Lay { by: Actor::Due, limits: vec![].into(), then: Then::Stage(2) }], 1),
        (vec![Stage::Declare { by: Actor::First, least: 3, most: Some(2) }], 0),
        (vec![Stage::Choice { by: Actor::First, then: Then::End, place_two: Some(Then::Stage(9)) }], 0),
        (vec![window; 256], 255),
    ] {
        assert_eq!(table(stages).validate().map_err(|e| e.stage), Err(stage));
    }
}
