//! Whole games replayed: vectors/games.jsonl and vectors/pente.jsonl.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use pentad_rules::{
    Action, Case, Code, Color, Coords, EndBy, EngineOptions, Event, Events, Game, Legality, Point, Policy, Replay,
    Ruling, Severity, Size,
};
use serde_json::Value;

fn lines(text: &str) -> impl Iterator<Item = Value> + '_ {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn events(moves: &Value, coords: Coords) -> Events {
    let mut events = Events::new();
    for m in moves.as_array().unwrap() {
        events.push(Event::new(Action::Place(Point::parse(m.as_str().unwrap(), coords))));
    }
    events
}

fn points(value: &Value, coords: Coords) -> Vec<Point> {
    let mut points: Vec<Point> =
        value.as_array().unwrap().iter().map(|p| Point::parse(p.as_str().unwrap(), coords).unwrap()).collect();
    points.sort();
    points
}

fn name(color: Option<Color>) -> &'static str {
    color.map_or("none", Color::name)
}

#[test]
fn games_end_as_the_vectors_say_under_five_rule_sets() {
    let mut replay = Replay::new();
    let (mut games, mut results) = (0, 0);
    for vector in lines(include_str!("vectors/games.jsonl")) {
        games += 1;
        let events = events(&vector["moves"], Coords::WithI);
        for (rules, expected) in vector["results"].as_object().unwrap() {
            results += 1;
            let game = Game::find(rules).unwrap();
            let size = Size::square(vector["size"].as_u64().unwrap() as u8).unwrap();
            let case = Case {
                rules: &game.rules,
                opening: None,
                size,
                start: None,
                events: &events,
                bare: true,
                painted: false,
                stated: None,
            };
            let verdict = replay.judge(&case, &Policy::server());
            let end = &verdict.end;
            let context = format!("game {games}, {rules}: {expected} and {end:?}");
            match expected["end"].as_str().unwrap() {
                "win" => {
                    assert!(matches!(end.by, EndBy::Five | EndBy::Overline), "{context}");
                    let mut lines: Vec<_> =
                        expected["lines"].as_array().unwrap().iter().map(|l| points(l, Coords::WithI)).collect();
                    let mut found = end.lines.clone();
                    lines.sort();
                    found.sort();
                    assert_eq!(found, lines, "{context}");
                    assert_eq!(end.by == EndBy::Five, lines.iter().any(|l| l.len() == 5), "{context}");
                }
                "forbidden" => {
                    assert_eq!(end.by, EndBy::Forbidden, "{context}");
                    let kinds: Vec<_> = verdict
                        .faults
                        .iter()
                        .filter(|f| f.ply == end.ply && f.code != Code::MovesAfterEnd)
                        .map(|f| f.code.name())
                        .collect();
                    let types: Vec<_> =
                        expected["types"].as_array().unwrap().iter().map(|t| t.as_str().unwrap()).collect();
                    assert_eq!(kinds, types, "{context}");
                }
                "draw" => assert_eq!((end.by, end.winner), (EndBy::Full, None), "{context}"),
                "none" => assert_eq!(end.by, EndBy::None, "{context}"),
                other => panic!("{other}"),
            }
            if let Some(ply) = expected["ply"].as_u64() {
                assert_eq!(u64::from(end.ply), ply, "{context}");
            }
            if let Some(winner) = expected["winner"].as_str() {
                assert_eq!(name(end.winner), winner, "{context}");
            }
            let goes_on = u64::from(verdict.plies) > u64::from(end.ply) && end.by != EndBy::None;
            assert_eq!(verdict.legality == Legality::Illegal, goes_on, "{context}");
        }
    }
    assert_eq!((games, results), (300, 1500));
}

#[test]
fn pente_and_its_relatives_are_replayed_as_the_vectors_say() {
    let mut replay = Replay::new();
    let mut records = 0;
    for vector in lines(include_str!("vectors/pente.jsonl")) {
        let variant = vector["variant"].as_str().unwrap();
        records += 1;
        let game = Game::find(variant).unwrap();
        let events = events(&vector["moves"], Coords::SkipI);
        let size = Size::square(vector["size"].as_u64().unwrap() as u8).unwrap();
        let ruling = if vector["tournament_rule"].as_bool().unwrap() { Ruling::Error } else { Ruling::Allowed };
        let policy = Policy {
            opening: EngineOptions { tournament_rule: ruling, ..EngineOptions::default() },
            ..Policy::server()
        };
        let case = Case {
            rules: &game.rules,
            opening: game.opening.as_deref(),
            size,
            start: None,
            events: &events,
            bare: true,
            painted: false,
            stated: None,
        };
        let verdict = replay.judge(&case, &policy);
        let context = format!("{}: {verdict:?}", vector["id"]);
        let by = |color: Color| if color == Color::Black { 1 } else { 2 };
        let captures: Vec<_> =
            verdict.captures.iter().map(|c| (u64::from(c.ply), by(c.by), c.stones.clone(), c.poofed)).collect();
        let expected: Vec<_> = vector["captures"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| {
                let poofed = c["stones"].is_null();
                let stones = if poofed { &c["poofed"] } else { &c["stones"] };
                (c["ply"].as_u64().unwrap(), c["by"].as_u64().unwrap(), points(stones, Coords::SkipI), poofed)
            })
            .collect();
        assert_eq!(captures, expected, "{context}");
        assert_eq!(serde_json::json!(verdict.captured), vector["captured_totals"], "{context}");
        let result = &vector["result"];
        let end_by = match verdict.end.by {
            EndBy::Overline => "five",
            other => other.name(),
        };
        assert_eq!(end_by, result["by"], "{context}");
        assert_eq!(verdict.end.winner.map(by), result["winner"].as_u64(), "{context}");
        assert_eq!(u64::from(verdict.end.ply), result["ply"].as_u64().unwrap(), "{context}");
        assert_eq!(verdict.end.also_captures, result["also"] == "captures", "{context}");
        let error = verdict.faults.iter().find(|f| f.severity == Severity::Error);
        match vector["illegal"].as_object() {
            Some(illegal) => {
                let error = error.unwrap_or_else(|| panic!("{context}"));
                assert_eq!(
                    (error.code.name(), u64::from(error.ply)),
                    (illegal["why"].as_str().unwrap(), illegal["ply"].as_u64().unwrap()),
                    "{context}"
                );
                assert_eq!(verdict.legality, Legality::Illegal);
            }
            None => assert!(error.is_none() && verdict.legality != Legality::Illegal, "{context}"),
        }
    }
    assert_eq!(records, 306);
}
