//! The shared vectors through the program and its machine interfaces: what a caller of the program gets, not what a library returns.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod program;

use program::{check, first_error, set};
use serde_json::{Value, json};

fn vectors(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn input(records: impl IntoIterator<Item = Value>) -> Vec<u8> {
    records.into_iter().map(|record| format!("{record}\n")).collect::<String>().into_bytes()
}

fn is_disputed(vector: &Value) -> bool {
    vector["tags"].as_array().is_some_and(|tags| tags.iter().any(|t| t.as_str().unwrap().starts_with("disputed")))
}

#[test]
fn forbidden_points_and_fives_with_their_kinds() {
    let vectors = vectors(include_str!("../rules/tests/vectors/forbidden.jsonl"));
    assert_eq!(vectors.len(), 2924);
    program::forbidden_as_said(&vectors);
}

#[test]
fn games_end_as_the_vectors_say_under_five_rule_sets() {
    let vectors = vectors(include_str!("../rules/tests/vectors/games.jsonl"));
    let records = vectors.iter().map(|v| json!({"pentad": 1, "size": v["size"], "moves": v["moves"]}));
    let records = input(records);
    for rules in ["renju", "gomoku-freestyle", "gomoku-standard", "caro5", "caro6"] {
        let verdicts = check(&["--rules", rules, "--five", "ends", "--foul", "lose", "-"], &records);
        assert_eq!((vectors.len(), verdicts.len()), (300, 300));
        for (vector, verdict) in vectors.iter().zip(&verdicts) {
            game_ends(rules, &vector["results"][rules], verdict);
        }
    }
}

fn game_ends(rules: &str, expected: &Value, verdict: &Value) {
    let end = &verdict["end"];
    let context = format!("{rules}: {expected} and {verdict}");
    assert_eq!(verdict["rules"], rules, "{context}");
    let by = end["by"].as_str().unwrap();
    match expected["end"].as_str().unwrap() {
        "win" => {
            let lines = |list: &Value| -> Vec<Value> {
                let mut lines = list.as_array().unwrap().clone();
                lines.sort_by_key(Value::to_string);
                lines
            };
            assert_eq!(lines(&end["lines"]), lines(&expected["lines"]), "{context}");
            let five = lines(&end["lines"]).iter().any(|l| l.as_array().unwrap().len() == 5);
            assert_eq!(by, if five { "five" } else { "overline" }, "{context}");
        }
        "forbidden" => {
            assert_eq!((by, &end["lines"]), ("forbidden", &json!([])), "{context}");
            let at_ply: Vec<_> = verdict["findings"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|f| f["ply"] == end["ply"] && f["name"] != "moves-after-end")
                .collect();
            let kinds: Vec<_> = at_ply.iter().map(|f| f["name"].clone()).collect();
            assert_eq!(Value::from(kinds), expected["types"], "{context}");
            assert!(at_ply.iter().all(|f| f["point"] == expected["move"] && f["event"] == f["ply"]), "{context}");
        }
        "draw" => assert_eq!(by, "full", "{context}"),
        "none" => assert_eq!(by, "none", "{context}"),
        other => panic!("{other}"),
    }
    let winner = expected["winner"].as_str().unwrap_or("none");
    assert_eq!(end["winner"], winner, "{context}");
    if !expected["ply"].is_null() {
        assert_eq!(end["ply"], expected["ply"], "{context}");
    }
    let goes_on = by != "none" && verdict["plies"].as_u64() > end["ply"].as_u64();
    assert_eq!(verdict["verdict"], if goes_on { "illegal" } else { "legal" }, "{context}");
    assert_eq!(
        first_error(verdict).map(|f| &f["name"]),
        goes_on.then(|| json!("moves-after-end")).as_ref(),
        "{context}"
    );
}

#[test]
fn the_games_of_the_pente_family_are_replayed_as_the_vectors_say() {
    let vectors = vectors(include_str!("../rules/tests/vectors/pente.jsonl"));
    let mut judged = 0;
    for (rule, flag) in [(true, "on"), (false, "off")] {
        let chosen: Vec<_> = vectors.iter().filter(|v| v["tournament_rule"] == rule).collect();
        let records = chosen.iter().map(|v| {
            json!({"pentad": 1, "id": v["id"], "rules": v["variant"], "size": v["size"], "coords": "skip-i", "moves": v["moves"]})
        });
        let verdicts = check(&["--five", "ends", "--tournament-rule", flag, "-"], &input(records));
        assert_eq!(verdicts.len(), chosen.len());
        judged += verdicts.len();
        chosen.iter().zip(&verdicts).for_each(|(vector, verdict)| pente_game(vector, verdict));
    }
    assert_eq!(judged, 306);
}

fn pente_game(vector: &Value, verdict: &Value) {
    let context = format!("{vector} and {verdict}");
    let color = |seat: &Value| match seat.as_u64() {
        Some(1) => "black",
        Some(2) => "white",
        _ => "none",
    };
    assert_eq!((&verdict["id"], &verdict["rules"]), (&vector["id"], &vector["variant"]), "{context}");
    let (found, expected) = (verdict["captures"].as_array().unwrap(), vector["captures"].as_array().unwrap());
    assert_eq!(found.len(), expected.len(), "{context}");
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!((&found["ply"], &found["by"]), (&expected["ply"], &json!(color(&expected["by"]))), "{context}");
        let key = if expected["poofed"].is_null() { "stones" } else { "poofed" };
        assert_eq!(set(&found[key]), set(&expected[key]), "{context}");
    }
    let totals = json!([verdict["captured"]["black"], verdict["captured"]["white"]]);
    assert_eq!(totals, vector["captured_totals"], "{context}");
    let (end, result) = (&verdict["end"], &vector["result"]);
    let by = if end["by"] == "overline" { "five" } else { end["by"].as_str().unwrap() };
    assert_eq!(
        (by, color(&result["winner"])),
        (result["by"].as_str().unwrap(), end["winner"].as_str().unwrap()),
        "{context}"
    );
    assert_eq!(end["ply"], result["ply"], "{context}");
    let also = if result["also"].is_null() { json!([]) } else { json!([result["also"]]) };
    assert_eq!(end["also"], also, "{context}");
    let error = first_error(verdict);
    let illegal = &vector["illegal"];
    assert_eq!(error.is_some(), illegal.is_object(), "{context}");
    // Of D-, DK- and Swap2 games a list of moves cannot tell who swapped.
    let swaps = ["d-pente", "dk-pente", "swap2-pente", "swap2-keryo"].map(Value::from).contains(&vector["variant"]);
    let legal = if swaps && verdict["missing"] != json!([]) { "unverifiable" } else { "legal" };
    assert_eq!(verdict["verdict"], if illegal.is_object() { "illegal" } else { legal }, "{context}");
    if let Some(error) = error {
        assert_eq!((&error["name"], &error["ply"]), (&illegal["why"], &illegal["ply"]), "{context}");
    }
}

/// The protocol records of the openings vectors as records of events, with the seats they state or without.
fn protocols(vectors: &[Value], seats: bool) -> Vec<u8> {
    let record = |v: &Value| {
        let mut events = v["events"].clone();
        if !seats {
            events.as_array_mut().unwrap().iter_mut().for_each(|e| drop(e.as_object_mut().unwrap().remove("by")));
        }
        json!({"pentad": 1, "id": v["id"], "opening": v["rule"], "size": 15, "events": events})
    };
    input(vectors.iter().map(record))
}

#[test]
fn opening_protocols_are_judged_as_the_vectors_say() {
    let mut vectors = vectors(include_str!("../rules/tests/vectors/openings.jsonl"));
    vectors.retain(|v| v["rule"] != "classify-26");
    let verdicts = check(&["--strict", "-"], &protocols(&vectors, true));
    assert_eq!((vectors.len(), verdicts.len()), (521, 521));
    for (vector, verdict) in vectors.iter().zip(&verdicts) {
        let context = format!("{vector} and {verdict}");
        assert_eq!((&verdict["id"], &verdict["opening"]), (&vector["id"], &vector["rule"]), "{context}");
        let error = first_error(verdict);
        // A procedure that is broken off where an event may still be told (a swap, say) is not wrong.
        let legal = vector["verdict"] == "legal";
        assert_eq!(verdict["verdict"] == "illegal", !legal, "{context}");
        assert_eq!(error.is_none(), legal, "{context}");
        match error {
            Some(error) => {
                assert_eq!(error["event"], vector["event"], "{context}");
                assert_eq!(error["ply"], vector["ply"], "{context}");
                assert_eq!(error["name"], vector["why"], "{context}");
            }
            None => {
                assert_eq!(verdict["complete"], vector["complete"], "{context}");
                assert_eq!(verdict["black_seat"], vector["black"], "{context}");
                assert_eq!(verdict["opening_code"], vector["opening"], "{context}");
                assert_eq!(verdict["plies"], vector["plies"], "{context}");
            }
        }
    }
}

/// Design decision 6: an error only where `--strict` asks for it.
#[test]
fn offers_after_a_swap_at_move_four_are_a_warning_by_default() {
    let mut vectors = vectors(include_str!("../rules/tests/vectors/openings.jsonl"));
    vectors.retain(is_disputed);
    assert_eq!(vectors.len(), 3);
    for verdict in check(&["-"], &protocols(&vectors, false)) {
        assert_eq!(program::names(&verdict, "warning"), ["offer-after-swap"], "{verdict}");
        assert_ne!(verdict["verdict"], "illegal", "{verdict}");
    }
}

#[test]
fn the_26_openings_are_named_as_the_vectors_say() {
    let mut vectors = vectors(include_str!("../rules/tests/vectors/openings.jsonl"));
    vectors.retain(|v| v["rule"] == "classify-26");
    let records = vectors.iter().map(|v| json!({"pentad": 1, "rules": "renju", "size": 15, "moves": v["moves"]}));
    let verdicts = check(&["-"], &input(records));
    assert_eq!((vectors.len(), verdicts.len()), (66, 66));
    for (vector, verdict) in vectors.iter().zip(&verdicts) {
        assert_eq!(verdict["opening_code"], vector["code"], "{vector} and {verdict}");
    }
}
