//! Games and procedures as TOML: what pentad's tables hold can be printed, changed and loaded back.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use pentad_rules::{
    Case, Changes, Code, Coords, EndBy, Event, Events, FivePolicy, Foul, Fouls, GAMES, Game, Legality, Opening, Passes,
    Point, Policy, Replay, Verdict,
};

fn list(moves: &str) -> Events {
    moves.split_whitespace().map(|m| Point::parse(m, Coords::WithI).unwrap()).collect()
}

fn judge(game: &Game, events: &Events) -> Verdict {
    let case = Case {
        rules: &game.rules,
        opening: game.opening.as_deref(),
        size: game.size,
        start: None,
        events,
        bare: false,
        painted: false,
        stated: None,
    };
    let policy = Policy { five: FivePolicy::Ends, ..game.wishes.policy() };
    Replay::new().judge(&case, &policy).clone()
}

#[test]
fn every_preset_and_procedure_comes_back_from_its_toml() {
    for game in GAMES {
        let text = game.to_toml();
        assert_eq!(Game::from_toml(&text).as_ref(), Ok(game), "{text}");
    }
    for opening in Opening::all() {
        let text = opening.to_toml();
        assert_eq!(Opening::from_toml(&text).as_ref(), Ok(opening), "{text}");
    }
}

/// users.md U10 and issue 4: the World Renju League's game, which no preset is.
const WORLD_RENJU_LEAGUE: &str = r#"
id = "wrl-renju"
like = "renju"
size = 17

[rules]
fouls.black = ["double-three", "overline"]

[opening]
id = "wrl"
source = "World Renju League, 2007"
stages = [
    { lay = "first", within = 0 },
    { lay = "first", within = 1 },
    { lay = "first", within = 3 },
    { declare = "first" },
    { swap = "other" },
    { lay = "due" },
    { offer = "due", count = "declared" },
]
"#;

#[test]
fn a_renju_that_no_preset_has_is_toml_only() {
    let game = Game::from_toml(WORLD_RENJU_LEAGUE).unwrap();
    assert_eq!(Game::from_toml(&game.to_toml()).as_ref(), Ok(&game));
    let at = |text: &str| Point::parse(text, Coords::WithI);
    let place = |text: &str| Event::place(at(text).unwrap());
    let opening = |third: &str, offers: [&str; 2]| {
        let mut events = list("i9 i10");
        events.push(place(third));
        events.push(Event::new(pentad_rules::Action::Declare(2)));
        events.push(place("j10"));
        events.push_offer(offers.map(at), None);
        events.push(Event::new(pentad_rules::Action::Choose(at(offers[0]))));
        events
    };
    let verdict = judge(&game, &opening("l12", ["i8", "e5"]));
    assert_eq!((verdict.legality, verdict.complete), (Legality::Legal, Some(true)), "{:?}", verdict.faults);
    let code = |events: &Events| judge(&game, events).faults.first().map(|f| f.code);
    assert_eq!(code(&opening("m12", ["i8", "e5"])), Some(Code::Zone7));
    // The difference to renju in fouls: a double-four is no foul, a double-three is.
    let rules = &game.rules.fouls[0];
    assert!(!rules.contains(Foul::DoubleFour) && rules.contains(Foul::DoubleThree) && rules.contains(Foul::Overline));
    // The offered points must differ in more than the distance from the edge: the pattern decides, not the board.
    assert_eq!(game.wishes.policy().opening.symmetry, pentad_rules::OfferSymmetry::Pattern);
}

#[test]
fn a_table_variant_of_pente_is_keys_or_refused_by_name() {
    // users.md U22: the options of BoardGameArena.
    let text = r#"
        id = "bga"
        like = "pente"
        size = 13
        opening = "long-pro"
        [rules]
        row = { length = 4, longer = "nothing" }
        five-stands = "unless-capturable"
        captures = { to-win = 8, entry = "forbidden" }
    "#;
    let game = Game::from_toml(text).unwrap();
    let rows = game.rules.rows[0];
    assert_eq!((rows.length, rows.longer_wins, game.rules.captures.unwrap().to_win), (4, false, 8));
    assert_eq!(game.opening.as_ref().unwrap().id, "long-pro");
    // h8 lies between two white stones with i8: a stone there joins them.
    let free = Game { opening: None, ..game.clone() };
    let verdict = judge(&free, &list("h8 g8 a1 j8 i8"));
    assert_eq!(verdict.faults[0].code, Code::SelfCapture);
    for (line, word) in [("players = 4", "players"), ("captures = { mixed = true }", "mixed")] {
        let text = format!("id = \"x\"\nlike = \"pente\"\n[rules]\n{line}");
        let error = Game::from_toml(&text).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
}

#[test]
fn faults_of_a_file_name_the_key_and_the_place() {
    for (text, place, words) in [
        ("id = \"x\"\nlik = \"renju\"", Some((2, 1)), "lik"),
        ("id = \"x\"\nlike = \"renjuu\"", None, "did you mean renju?"),
        ("id = \"x\"\nlike = \"renju\"\nsize = 99", Some((3, 8)), "5 to 26 lines"),
        ("id = \"x\"\nlike = \"renju\"\n[rules]\npasses = \"never\"", Some((4, 10)), "never"),
        ("id = \"x\"\nlike = \"renju\"\nopening = \"yamagutchi\"", Some((3, 11)), "yamaguchi"),
        ("id = \"x\"", None, "size is missing"),
        ("id = \"x\"\nlike = \"renju\"\n[rules]\nrow.length = 3", None, "rows of 4 to 6"),
        ("id = ", Some((1, 6)), ""),
        (
            "id = \"x\"\nlike = \"renju\"\n[opening]\nid = \"y\"\nstages = [{ lay = \"first\", to = 3 }]",
            None,
            "to has no meaning",
        ),
        (
            "id = \"x\"\nlike = \"renju\"\n[opening]\nid = \"y\"\nstages = [{ offer = \"due\", count = \"declared\" }]",
            None,
            "declared",
        ),
        ("pentad = 2\nid = \"x\"\nlike = \"renju\"", None, "later form"),
    ] {
        let error = Game::from_toml(text).unwrap_err();
        assert_eq!(error.place(), place, "{text}: {error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn single_keys_can_be_changed() {
    let change = |changes: &[&str], game: &str| {
        let mut all = Changes::default();
        changes.iter().for_each(|c| all.add(c).unwrap());
        all.apply(Game::find(game).unwrap()).unwrap()
    };
    let renju = change(&["rules.max-plies=150", "rules.passes=forbidden", "rules.max-plies=200"], "renju");
    assert_eq!((renju.rules.max_plies, renju.rules.passes), (Some(200), Passes::Forbidden));
    assert_eq!(renju.id, "renju");
    let free = change(&["rules.fouls=[]", "rules.row.white.longer=nothing"], "renju");
    assert_eq!(free.rules.fouls, [Fouls::NONE; 2]);
    assert_eq!((free.rules.rows[0].longer_wins, free.rules.rows[1].longer_wins), (false, false));
    let unchanged = change(&[], "boat-pente");
    assert_eq!(&unchanged, Game::find("boat-pente").unwrap());
    let mut bad = Changes::default();
    for text in ["rules.nothing=1", "passes", "rules.max-plies=many", "=", "rules.row.ends=none"] {
        assert!(bad.add(text).is_err(), "{text}");
    }
}

#[test]
fn the_boat_waits_for_the_reply_only_where_something_could_be_captured() {
    // vectors/pente_disputed.jsonl px-01: at the edge nothing can be captured; the other reading is an option.
    let moves = "k10 a1 s5 r7 s6 c1 s8 e1 s9 g1 t7 a3 s7 c3";
    let events: Events = moves.split(' ').map(|m| Point::parse(m, Coords::SkipI).unwrap()).collect();
    let boat = Game::find("boat-pente").unwrap();
    let verdict = judge(boat, &events);
    assert_eq!((verdict.end.by, verdict.end.ply, verdict.faults[0].code), (EndBy::Five, 13, Code::MovesAfterEnd));
    let mut changes = Changes::default();
    changes.add("rules.five-stands=after-reply").unwrap();
    let verdict = judge(&changes.apply(boat).unwrap(), &events);
    assert_eq!((verdict.end.by, verdict.end.ply, verdict.legality), (EndBy::Five, 14, Legality::Legal));
}
