//! PlayOK and kurnik text: seats and colours through every branch of swap2, the renju of 2003, the law of the writer.
#![allow(clippy::unwrap_used, reason = "a test")]

use pentad_formats::{
    Confidence, Detection, Field, Finding, Format, Frame, Names, ReadOptions, Record, Score, Span, WriteOptions,
    detect, find_format,
};
use pentad_rules::{Action, Choice, Color, Coords, Event, Point, Seat, Size};
use proptest::prelude::*;

mod records;

fn playok() -> &'static dyn Format {
    find_format("playok").unwrap()
}

fn game(result: &str, moves: &str) -> String {
    format!(
        "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2026.03.09\"]\n[Round \"-\"]\n[Black \"ann\"]\n[White \"bo\"]\n\
         [Result \"{result}\"]\n[Time \"19:30:00\"]\n[TimeControl \"300\"]\n[GameType \"61,15\"]\n[BlackElo \"1500\"]\n\
         [WhiteElo \"1400\"]\n\n{moves} {result}\n\n"
    )
}

fn read(text: impl AsRef<[u8]>) -> Record {
    let mut record = Record::new();
    playok().read(text.as_ref(), &ReadOptions::default(), &mut record);
    assert_eq!(record.spans.len(), record.events.len());
    record
}

fn write(record: &Record) -> (String, Vec<String>) {
    let mut out = Vec::new();
    let losses = playok().write(record, &WriteOptions::default(), &mut out).unwrap();
    (String::from_utf8(out).unwrap(), losses.into_iter().map(|l| format!("{} {}", l.count, l.what)).collect())
}

fn told(record: &Record) -> String {
    let point = |p: Option<Point>| p.map_or("?".to_owned(), |p| p.text(Coords::WithI).to_string());
    let one = |e: &Event| match e.action {
        Action::Place(p) => point(p),
        Action::Choice(choice) => format!("{}:{}", e.by.unwrap().number(), choice.map_or("?", Choice::name)),
        Action::Swap(taken) => format!("{}:swap-{taken}", e.by.unwrap().number()),
        Action::Offer(_) => {
            let points: Vec<_> = record.events.offered(e.action).iter().map(|p| point(*p)).collect();
            format!("offer({})", points.join(","))
        }
        Action::Choose(p) => format!("choose({})", point(p)),
        other => format!("{other:?}"),
    };
    record.events.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// The findings as `name@text`.
fn findings(text: &str) -> Vec<String> {
    let show = |f: &Finding| {
        let span = f.span.unwrap();
        format!("{}@{}", f.code.name(), String::from_utf8_lossy(&text.as_bytes()[span.start as usize..span.end()]))
    };
    read(text).findings.iter().map(show).collect()
}

/// Moves as the site writes them, their events, the final colour of the opener, and the result that a win of the opener is.
const GAMES: [(&str, &str, Option<Color>, Score); 9] = [
    ("1. h8 i9 2. g7 black 3. h9 i8", "h8 i9 g7 2:black h9 i8", Some(Color::White), Score::White),
    ("1. h8 i9 2. g7 white 3. -- h9 4. i8 j7", "h8 i9 g7 2:white h9 i8 j7", Some(Color::Black), Score::Black),
    (
        "1. h8 i9 2. g7 h9 3. i8 -- 4. black j7 5. k6",
        "h8 i9 g7 2:place-two h9 i8 1:black j7 k6",
        Some(Color::Black),
        Score::Black,
    ),
    (
        "1. h8 i9 2. g7 h9 3. i8 -- 4. white -- 5. j7 k6",
        "h8 i9 g7 2:place-two h9 i8 1:white j7 k6",
        Some(Color::White),
        Score::White,
    ),
    ("1. h8 i9 2. g7", "h8 i9 g7", None, Score::Black),
    ("1. h8 i9 2. g7 h9 3. i8", "h8 i9 g7 2:place-two h9 i8", None, Score::Black),
    ("1. h8 i9 2. g7 h9 3. i8 j7", "h8 i9 g7 h9 i8 j7", None, Score::Black),
    (
        "1. h8 -- 2. h9 -- 3. h6 white 4. -- i8 5. j7 -- 6. i7 i7 7. -- j6 8. g8",
        "h8 h9 h6 2:swap-false i8 offer(j7,i7) choose(i7) j6 g8",
        Some(Color::Black),
        Score::Black,
    ),
    (
        "1. h8 -- 2. h9 -- 3. h7 black 4. h6 i8 5. -- j8 6. j8 -- 7. g8 f7",
        "h8 h9 h7 2:swap-true h6 offer(i8,j8) choose(j8) g8 f7",
        Some(Color::White),
        Score::White,
    ),
];

#[test]
fn seats_become_colours_in_every_branch() {
    for (moves, events, opener, won) in GAMES {
        let text = game("1-0", moves);
        let record = read(&text);
        assert_eq!(told(&record), events, "{moves}");
        assert_eq!((record.opener, record.result, record.names), (opener, Some(won), Names::BySeat), "{moves}");
        assert!(record.findings.is_empty(), "{moves} {:?}", record.findings);
        assert_eq!(record.get(Field::BlackName), Some("ann"), "the opener's seat");
        // A list of headers tells the same result.
        let mut head = Record::new();
        playok().read(text.as_bytes(), &ReadOptions { headers_only: true, ..ReadOptions::default() }, &mut head);
        assert_eq!((head.result, head.events.len()), (Some(won), 0), "{moves}");
        let lost = read(game("0-1", moves));
        assert_eq!(lost.result.and_then(Score::winner), record.result.and_then(Score::winner).map(|c| !c));
        assert_eq!(read(game("1/2-1/2", moves)).result, Some(Score::Draw));
    }
    let rules = |moves| {
        let record = read(game("1-0", moves));
        (record.get(Field::Rules).map(str::to_owned), record.get(Field::Opening).map(str::to_owned))
    };
    let named = |rules: &str, opening: Option<&str>| (Some(rules.to_owned()), opening.map(str::to_owned));
    assert_eq!(rules(GAMES[0].0), named("gomoku-standard", Some("swap2")));
    assert_eq!(rules(GAMES[6].0), named("gomoku-standard", None));
    assert_eq!(rules(GAMES[7].0), named("renju", Some("rif")));
}

#[test]
fn games_come_back_to_the_byte() {
    for (moves, ..) in GAMES {
        // Without choices PlayOK's number for swap2 would tell something else.
        let text = if moves.ends_with("i8 j7") && !moves.contains('w') && !moves.contains("b") {
            game("1-0", moves).replace("61,15", "60,15")
        } else {
            game("1-0", moves)
        };
        assert_eq!(write(&read(&text)), (text, vec![]), "{moves}");
    }
}

#[test]
fn a_seat_that_skips_its_turn_changes_the_columns() {
    let text = game("1-0", "1. h8 i9 2. g7 white 3. -- h9 4. i8 j7 5. -- k6 6. l5");
    assert_eq!(told(&read(&text)), "h8 i9 g7 2:white h9 i8 j7 k6 l5");
    assert_eq!(findings(&text), ["movetext-token@--"]);
    let record = read(&text);
    assert_eq!(record.notes().find(|n| n.key == "skipped").map(|n| (n.at, n.value)), Some((8, "--")));
    // At the end it only says that nothing was laid.
    assert!(findings(&game("1/2-1/2", "1. h8 i9 2. g7 black 3. h9 i8 4. --")).is_empty());
}

#[test]
fn the_older_sites_are_read() {
    let text = "[Event \"?\"]\r\n[Site \"www.kurnik.pl\"]\r\n[Date \"2003.11.02\"]\r\n[Round \"-\"]\r\n[Black \"a\"]\r\n[White \"b\"]\r\n\
                [Result \"0-1\"]\r\n[BlackRank \"1500\"]\r\n[WhiteRank \"1600\"]\r\n\r\n1. h8 -- 2. h9 -- 3. h6 white 4. -- i8 5. j7 -- 6. i7 i7 0-1\r\n";
    let record = read(text);
    assert_eq!((record.get(Field::Site), record.get(Field::BlackRank)), (Some("www.kurnik.pl"), Some("1500")));
    assert_eq!((record.size, record.get(Field::Rules)), (Some(Size::RENJU), Some("renju")));
    assert_eq!(told(&record), "h8 h9 h6 2:swap-false i8 offer(j7,i7) choose(i7)");
}

#[test]
fn faults_are_found_where_they_stand() {
    let text = game("1-0", "1. h8 i9 2. g7 blue 4. h9").replace("2026.03.09", "soon").replace("\"19:30:00\"]", "19");
    assert_eq!(
        findings(&text),
        ["date-unreadable@soon", "tag-malformed@[Time 19", "move-number@4.", "movetext-token@blue"]
    );
    assert_eq!(
        findings("[Site \"PlayOK\"]\n[Result \"won\"]\n[GameType \"61,99\"]\n\n1. h8")[..2],
        ["result-unreadable@won", "size-invalid@61,99"]
    );
    assert_eq!(findings("[Site \"PlayOK\"]\n[Site \"x\"]\n\n1. h8 *"), ["tag-repeated@[Site \"x\"]"]);
    assert_eq!(findings("[Site \"PlayOK\"]\n\n1. h8 i9"), ["result-missing@"]);
    let two = read(game("1-0", "1. h8 i9 2. g7 black 3. h9").replace("h9 1-0", "h9 0-1"));
    assert_eq!((two.result, two.other_result.map(|o| o.0)), (Some(Score::White), Some(Score::Black)));
    // A number of another game tells nothing of the rules.
    assert_eq!(read("[Site \"PlayOK\"]\n[GameType \"1,8\"]\n\n1. e4 e5 *").get(Field::Rules), None);
}

#[test]
fn the_bytes_tell_what_it_is() {
    let found = |text: &str| match detect(text.as_bytes(), None) {
        Detection::Format { format, confidence, .. } => format!("{} {confidence:?}", format.info().id),
        Detection::Refused(kind) => kind.to_owned(),
        _ => "unknown".to_owned(),
    };
    let certain = format!("playok {:?}", Confidence::Certain);
    for site in ["PlayOK", "kurnik", "www.kurnik.pl"] {
        assert_eq!(found(&game("1-0", "1. h8").replace("PlayOK", site)), certain);
    }
    assert_eq!(found(&game("1-0", "1. h8").replace("PlayOK", "?")), "playok Likely");
    let pente =
        "[Game \"Pente\"]\n[Site \"Pente.org\"]\n[Player 1 Name \"a\"]\n[Player 2 Name \"b\"]\n\n1. K10 L9 1-0\n";
    assert!(found(pente).starts_with("pente "));
    let chess =
        "[Event \"?\"]\n[Site \"PlayOK\"]\n[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *\n";
    assert_eq!(found(chess), "chess games (PGN)");
}

/// A record whose moves are a game of swap2, or of no choices.
fn any_game() -> impl Strategy<Value = Record> {
    let color = proptest::sample::select(vec![Choice::Black, Choice::White]);
    let points = proptest::collection::vec((0..15u8, 0..15u8), 5..40);
    let header = records::plain_record(Size::RENJU, &[Field::Event, Field::BlackName]);
    (points, color, 0..3usize, header).prop_map(|(points, color, branch, mut record)| {
        record.events.clear();
        record.spans.clear();
        let mut stones = points.into_iter().map(|(c, r)| Event::place(Point::new(c, r).unwrap()));
        let choice = |choice, by| Event { action: Action::Choice(Some(choice)), by: Some(by), color: None };
        let mut events: Vec<Event> = stones.by_ref().take(3).collect();
        match branch {
            0 => events.push(choice(color, Seat::Second)),
            1 => {
                events.push(choice(Choice::PlaceTwo, Seat::Second));
                events.extend(stones.by_ref().take(2));
                events.push(choice(color, Seat::First));
            }
            _ => {}
        }
        events.into_iter().chain(stones).for_each(|event| record.push(event, Span::default()));
        record
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is written is read again the same, or the loss is listed; whatever the record, it is one record.
    #[test]
    fn games_come_back(record in prop_oneof![any_game(), records::any_record()]) {
        let (text, losses) = write(&record);
        if losses == ["1 record"] {
            prop_assert_eq!(text, "");
            return Ok(());
        }
        let mut framer = playok().framer(Default::default());
        prop_assert_eq!(framer.next(text.as_bytes(), true), Frame::Record { end: text.len() }, "{}", text);
        let back = read(&text);
        prop_assert!(back.readable, "{}", text);
        if losses.is_empty() {
            prop_assert!(back.same_content(&record), "{}", text);
        }
        // What was written once changes no more.
        let (again, _) = write(&back);
        prop_assert_eq!(write(&read(&again)).0, again);
    }

    /// The stones and choices of swap2 survive.
    #[test]
    fn choices_come_back(mut record in any_game()) {
        // As games of the format do; of one that goes on after a five the writer lists that.
        record.self_ending = true;
        let (text, losses) = write(&record);
        let back = read(&text);
        prop_assert_eq!(&back.events, &record.events, "{}", text);
        let expected = ["rules", "opening", "names", "opener", "GameType", "site"];
        prop_assert!(losses.iter().all(|l| expected.iter().any(|e| l.ends_with(e))), "{:?}", losses);
    }

    /// No text is a panic, and every finding has a place.
    #[test]
    fn hostile_text_is_read(words in proptest::collection::vec(
        proptest::sample::select(vec!["1.", "2.", "h8", "--", "black", "white", "i9", "p16", "1-0", "*", "?", "\n", "[Site \"kurnik\"]\n", "x", "é"]), 0..30,
    )) {
        let text = words.join(" ");
        let record = read(&text);
        prop_assert!(record.findings.iter().filter_map(|f| f.span).all(|s| s.end() <= text.len()));
        prop_assert_eq!(record.events.len(), record.spans.len());
        if record.readable {
            let (written, _) = write(&record);
            prop_assert!(read(&written).readable, "{}", written);
        }
    }
}
