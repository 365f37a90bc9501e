//! The shared vectors, 587 of 587.

use crate::{opening, play, point, strict};
use pentad_rules::{Action, Choice, Code, Engine, EngineOptions, Event, Events, NamedOpening, Ruling, Seat, Size};
use serde_json::Value;

fn events_of(value: &Value) -> Events {
    let mut events = Events::new();
    for e in value.as_array().unwrap() {
        let by = e["by"].as_u64().and_then(Seat::from_number);
        let mut push = |action| events.push(Event { by, ..Event::new(action) });
        if let Some(p) = e["place"].as_str() {
            push(Action::Place(point(p)));
        } else if let Some(taken) = e["swap"].as_bool() {
            push(Action::Swap(taken));
        } else if let Some(n) = e["declare"].as_u64() {
            push(Action::Declare(u32::try_from(n).unwrap()));
        } else if let Some(p) = e["choose"].as_str() {
            push(Action::Choose(point(p)));
        } else if let Some(c) = e["choice"].as_str() {
            push(Action::Choice(Choice::from_name(c)));
        } else {
            events.push_offer(e["offer"].as_array().unwrap().iter().map(|p| point(p.as_str().unwrap())), by);
        }
    }
    events
}

#[test]
fn vectors() {
    let (mut engine, mut records) = (Engine::new(), 0);
    for line in include_str!("../vectors/openings.jsonl").lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let id = record["id"].as_str().unwrap();
        records += 1;
        if record["rule"] == "classify-26" {
            let stones: Vec<_> =
                record["moves"].as_array().unwrap().iter().map(|m| point(m.as_str().unwrap()).unwrap()).collect();
            let found = NamedOpening::classify(stones.try_into().unwrap(), Size::RENJU);
            assert_eq!(found.map(|o| o.code), record["code"].as_str(), "{id}");
            continue;
        }
        let (opening, events) = (opening(record["rule"].as_str().unwrap()), events_of(&record["events"]));
        let answer = play(&mut engine, opening, &events, Size::RENJU, false, &strict());
        if record["verdict"] == "illegal" {
            let (event, refusal) = answer.refusal.unwrap_or_else(|| panic!("{id} is illegal"));
            assert_eq!(event as u64 + 1, record["event"], "{id}");
            assert_eq!(refusal.code.name(), record["why"], "{id}");
            assert_eq!(refusal.ply, record["ply"], "{id}");
        } else {
            assert_eq!(answer.refusal, None, "{id}");
            assert_eq!(answer.complete, record["complete"], "{id}");
            assert_eq!(answer.black.number(), record["black"], "{id}");
            assert_eq!(answer.plies, record["plies"], "{id}");
            assert_eq!(answer.code, record["opening"].as_str(), "{id}");
        }
        if record["tags"].as_array().is_some_and(|t| t.iter().any(|t| t.as_str().unwrap().starts_with("disputed"))) {
            // One of these states seats as if the swap had not been taken; who acts is not what is asked here.
            let mut events = events;
            events.iter_mut().for_each(|e| e.by = None);
            let default = play(&mut engine, opening, &events, Size::RENJU, false, &EngineOptions::default());
            assert_eq!((default.refusal, default.warnings), (None, vec![Code::OfferAfterSwap]), "{id}");
            let allowed = EngineOptions { offer_after_swap: Ruling::Allowed, ..strict() };
            let allowed = play(&mut engine, opening, &events, Size::RENJU, false, &allowed);
            assert_eq!((allowed.refusal, allowed.warnings), (None, vec![]), "{id}");
        }
    }
    assert_eq!(records, 587);
}
