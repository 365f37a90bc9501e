//! pente.org game text: its law, its dialects, its faults, and the real games where they are at hand.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::PathBuf;

use pentad_formats::variations::main_line;
use pentad_formats::{
    Confidence, Detection, Encoding, Field, Finding, Format, Frame, Names, NoteKind, Paint, PartialDate, ReadOptions,
    Reason, Record, Score, Setup, WriteOptions, detect, find_format,
};
use pentad_rules::{Action, Coords, Event, Point, Seat, Size};
use proptest::prelude::*;

mod records;

const GAME: &str = concat!(
    "[Game \"Pente\"]\r\n[Site \"Pente.org\"]\r\n[Event \"Turn-based Game\"]\r\n[Round \"-\"]\r\n[Section \"-\"]\r\n",
    "[Date \"02/28/2011\"]\r\n[Time \"20:01:59\"]\r\n[TimeControl \"7\"]\r\n[Rated \"Y\"]\r\n",
    "[Player 1 Name \"ann\"]\r\n[Player 2 Name \"bo\"]\r\n[Player 1 Rating \"1700\"]\r\n[Player 2 Rating \"0\"]\r\n",
    "[Player 1 Type \"Human\"]\r\n[Player 2 Type \"Computer\"]\r\n[Result \"1-0\"]\r\n\r\n",
    "1. K10 L10 2. K13 J8 3. M11 N8 4. K11 K12 5. K14 K9 1-0\r\n\r\n",
);

fn pente() -> &'static dyn Format {
    find_format("pente").unwrap()
}

fn read(text: impl AsRef<[u8]>) -> Record {
    let mut record = Record::new();
    pente().read(text.as_ref(), &ReadOptions::default(), &mut record);
    assert_eq!(record.spans.len(), record.events.len());
    record
}

fn write(record: &Record) -> (String, Vec<String>) {
    let mut out = Vec::new();
    let losses = pente().write(record, &WriteOptions::default(), &mut out).unwrap();
    (String::from_utf8(out).unwrap(), losses.into_iter().map(|l| format!("{} {}", l.count, l.what)).collect())
}

/// The findings as `name@text`.
fn findings(text: &str) -> Vec<String> {
    let show = |f: &Finding| {
        let span = f.span.unwrap();
        format!("{}@{}", f.code.name(), String::from_utf8_lossy(&text.as_bytes()[span.start as usize..span.end()]))
    };
    read(text).findings.iter().map(show).collect()
}

fn moves(record: &Record) -> String {
    let one = |e: &Event| match e.action {
        Action::Place(Some(p)) => p.text(Coords::SkipI).to_string(),
        Action::Place(None) => "?".to_owned(),
        other => format!("{other:?}"),
    };
    record.events.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// The ends of the records of a stream fed in pieces of these sizes, stray bytes dropped when the framer allows it.
fn ends(bytes: &[u8], sizes: &[usize]) -> Vec<usize> {
    let (mut framer, mut found) = (pente().framer(Encoding::UTF_8), Vec::new());
    let (mut start, mut end, mut sizes) = (0, 0, sizes.iter().cycle());
    loop {
        match framer.next(&bytes[start..end], end == bytes.len()) {
            Frame::Record { end: len } => {
                assert!(len > 0);
                start += len;
                found.push(start);
            }
            Frame::More => {
                let stray = framer.stray();
                framer.dropped(stray);
                start += stray;
                end = (end + sizes.next().unwrap()).min(bytes.len());
            }
            Frame::End => return found,
        }
    }
}

fn records_of(bytes: &[u8]) -> Vec<&[u8]> {
    let ends = ends(bytes, &[bytes.len().max(1)]);
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(&ends).map(|(start, &end)| &bytes[start..end]).collect()
}

#[test]
fn a_game_is_read_and_written_back_to_the_byte() {
    let record = read(GAME);
    assert_eq!(record.findings, []);
    let get = |f| record.get(f).unwrap_or("-");
    assert_eq!([get(Field::Rules), get(Field::Date), get(Field::TimeControl)], ["Pente", "2011-02-28", "7"]);
    assert_eq!([get(Field::BlackName), get(Field::WhiteName), get(Field::WhiteRating)], ["ann", "bo", "-"]);
    assert_eq!((record.result, record.rated, record.size), (Some(Score::Black), Some(true), Some(Size::PENTE)));
    assert_eq!((record.names, record.paint, record.coords), (Names::ByColor, Paint::BlackFirst, Coords::SkipI));
    assert!(record.self_ending && record.readable);
    assert_eq!(record.extra("Player 2 Type"), Some("Computer"));
    assert_eq!(moves(&record), "k10 l10 k13 j8 m11 n8 k11 k12 k14 k9");
    for (event, span) in record.events.iter().zip(&record.spans) {
        let Action::Place(Some(p)) = event.action else { panic!() };
        let text = &GAME[span.start as usize..span.end()];
        assert_eq!(text.to_lowercase(), p.text(Coords::SkipI).to_string());
    }
    assert_eq!(&GAME[record.span_of(Field::Date).unwrap().start as usize..][..10], "02/28/2011");
    assert_eq!(write(&record), (GAME.to_owned(), vec![]));
    let lf = GAME.replace("\r\n", "\n");
    assert!(read(&lf).same_content(&record) && read(GAME.replace("\r\n", "\r")).same_content(&record));
    assert!(read(format!("\u{feff}{lf}")).same_content(&record));
}

#[test]
fn lines_break_before_the_word_that_would_pass_column_80() {
    let mut record = Record::new();
    for i in 0..60u8 {
        record.push(Event::place(Point::new(i % 19, 9 + i % 10).unwrap()), Default::default());
    }
    let text = write(&record).0;
    let body: Vec<_> = text.lines().skip_while(|l| !l.is_empty()).skip(1).collect();
    assert!(body.len() > 4 && body.iter().all(|l| l.len() <= 80));
    for pair in body.windows(2).filter(|p| !p[1].is_empty()) {
        assert!(pair[0].len() + 1 + pair[1].split(' ').next().unwrap().len() > 80);
    }
    assert!(body.iter().any(|l| l.ends_with('.')), "{text}");
}

#[test]
fn the_games_with_swaps_leave_the_names_open() {
    let game = |name: &str, tag: &str| {
        let text = GAME.replace("\"Pente\"", &format!("\"{name}\""));
        text.replace("[Result \"1-0\"]\r\n", &format!("[Result \"1-0\"]\r\n{tag}"))
    };
    for name in ["D-Pente", "Speed DK-Pente", "O-Pente", "Swap2-Pente", "swap2-keryo", "D Pente"] {
        assert_eq!(read(game(name, "")).names, Names::Unknown, "{name}");
    }
    for name in ["Keryo-Pente", "Speed Pente", "G-Pente", "Connect6"] {
        assert_eq!(read(game(name, "")).names, Names::ByColor, "{name}");
    }
    let text = game("Speed D-Pente", "[Player's Swapped? \"Yes\"]\r\n");
    let record = read(&text);
    let swap = Event { action: Action::Swap(true), by: Some(Seat::Second), color: None };
    assert_eq!((record.events[4], record.events.len()), (swap, 11));
    assert_eq!(&text[record.spans[4].start as usize..record.spans[4].end()], "Yes");
    assert_eq!(write(&record), (text, vec![]));
    let short =
        game("D-Pente", "[Player's Swapped? \"No\"]\r\n").replace(" 2. K13 J8 3. M11 N8 4. K11 K12 5. K14 K9", "");
    let record = read(&short);
    assert_eq!((record.events.len(), record.extra("Player's Swapped?")), (2, Some("No")));
    assert_eq!(write(&record), (short, vec![]));
    let pente = game("Pente", "[Player's Swapped? \"No\"]\r\n");
    assert_eq!(write(&read(&pente)), (pente, vec![]));
}

#[test]
fn other_boards_and_unknown_tags_come_back() {
    let text = GAME.replace(
        "[Result \"1-0\"]\r\n",
        "[Result \"1-0\"]\r\n[BoardSize \"13\"]\r\n[Arbiter \"a (b) \"c\" ]d\"]\r\n[X \"-\"]\r\n",
    );
    let record = read(&text);
    assert_eq!((record.size, record.findings.len()), (Size::square(13), 0));
    assert_eq!((record.extra("Arbiter"), record.extra("X")), (Some("a (b) \"c\" ]d"), Some("-")));
    assert_eq!(write(&record), (text, vec![]));
    assert_eq!(read("[BoardSize \"13x15\"]\n1. g7 1-0").size, Size::new(13, 15));
    assert_eq!(findings("[BoardSize \"99\"]\n1. g7 1-0"), ["size-invalid@99"]);
}

#[test]
fn faults_are_found_where_they_stand() {
    let is = |text: &str, expected: &[&str], line: &str| {
        assert_eq!(findings(text), expected, "{text}");
        assert_eq!(moves(&read(text)), line, "{text}");
    };
    is("[Game \"Pente\"]\n[Site Pente.org]\n[Event \"x\"]\n\n1. K10 *", &["tag-malformed@[Site Pente.org]"], "k10");
    is(
        "[Game \"Pente\n[\"x\"]\n[Event \"x\"]\n1. K10 *",
        &["tag-malformed@[Game \"Pente", "tag-malformed@[\"x\"]"],
        "k10",
    );
    is("[Event \"x\"]\n\n[Event \"y\"]\n1. K10 ?", &["tag-repeated@[Event \"y\"]"], "k10");
    is("[Event \"x\"]\n1. K10 I10 2. 7 *", &["movetext-token@I10", "movetext-token@7"], "k10 ? ?");
    is("[Event \"x\"]\n1. K10 L10 3. M10 L11 5. M12 *", &["move-number@3."], "k10 l10 m10 l11 m12");
    is("[Event \"x\"]\n1.K10 L10 2.M10 2... A1 3. B19\n0-1", &[], "k10 l10 m10 a1 b19");
    is("[Event \"x\"]\n1. K10 L10\r\n", &["result-missing@"], "k10 l10");
    is("[Event \"x\"]\n1. K10 L10 1-0 M10 ok\r\n", &["stray-text@M10 ok"], "k10 l10");
    is("[Date \"31/31/2011\"]\n1. K10 A0 0-0", &["date-unreadable@31/31/2011"], "k10 Pass");
    is("[Result \"won\"]\n1. K10 1-0", &["result-unreadable@won"], "k10");
    is("words\n[Event \"x\"]\n1. K10 1-0", &["stray-text@words"], "k10");
    is("[Player 1 Rating \"?\"]\n\n1-0", &[], "");
    let record = read("[Result \"1-0\"]\n1. K10 Resign 0-1");
    assert_eq!(
        (record.result, record.other_result.map(|o| o.0), record.reason),
        (Some(Score::Black), Some(Score::White), Some(Reason::Resign))
    );
    let record = read("[Event \"x\"]\n1. K10 I10 0-0");
    assert_eq!(record.result, Some(Score::Draw));
    assert!(record.notes().any(|n| (n.at, n.kind, n.key, n.value) == (2, NoteKind::Extra, "token", "I10")));
    assert!(record.findings[0].help.is_some());
    assert!(write(&record).0.contains("1. K10 I10 1/2-1/2"));
    let forced = ReadOptions { coords: Some(Coords::WithI), ..ReadOptions::default() };
    let mut record = Record::new();
    pente().read(b"[Event \"x\"]\n1. J10 I10 0-0", &forced, &mut record);
    assert_eq!((record.findings.len(), moves(&record)), (0, "k10 j10".to_owned()));
    record.clear();
    pente().read(b"[Event \"Caf\xE9\"]\n1. J10 0-0", &ReadOptions::default(), &mut record);
    assert_eq!((record.get(Field::Event), record.findings[0].code.name()), (Some("Café"), "encoding"));
    for junk in ["", "\r\n", "hello", "[[[[", "[\"\"]", "\u{feff}"] {
        assert!(!read(junk).readable, "{junk}");
    }
    let headers = ReadOptions { headers_only: true, ..ReadOptions::default() };
    record.clear();
    pente().read(GAME.as_bytes(), &headers, &mut record);
    assert!(record.events.is_empty() && record.result == Some(Score::Black) && record.notes().next().is_none());
}

#[test]
fn the_brainking_form_has_white_first() {
    let head = "[Event \"e\"]\n[Site \"BrainKing.com\"]\n[Date \"2005.03.1\"]\n[Round \"?\"]\n[White \"w\"]\n[Black \"b\"]\n[WhiteRating \"1900\"]\n[GameType \"Keryo Pente\"]\n[Result \"1-0\"]\n\n";
    let letters = |text: &str| {
        let record = read(format!("{head}{text}"));
        let names: Vec<_> = record.findings.iter().map(|f| f.code.name()).collect();
        (record.coords, names.join(" "))
    };
    let inferred = "coords-inferred".to_owned();
    assert_eq!(letters("1. j10 k10 1-0"), (Coords::WithI, inferred.clone()));
    assert_eq!(letters("1. k10 l10 1-0"), (Coords::SkipI, inferred.clone()));
    assert_eq!(letters("1. a1 k10 2. i5 1-0"), (Coords::WithI, inferred.clone()));
    assert_eq!(letters("1. a1 t10 1-0"), (Coords::SkipI, inferred));
    assert_eq!(letters("1. a1 h10 1-0"), (Coords::SkipI, String::new()));
    let other_site = GAME.replace("Pente.org", "a club").replace("2. K13", "2. I13");
    assert_eq!(
        (read(&other_site).coords, findings(&other_site).join(" ")),
        (Coords::WithI, "coords-inferred@I13".into())
    );
    let other_site = GAME.replace("Pente.org", "a club").replace("1. K10", "1. J10");
    assert_eq!((read(&other_site).coords, findings(&other_site).len()), (Coords::SkipI, 0));
    assert_eq!(read(GAME.replace("1. K10", "1. J10")).coords, Coords::SkipI);
    let record = read(format!("{head}1. j10 1-0"));
    assert_eq!((record.get(Field::BlackName), record.get(Field::Date)), (Some("w"), Some("2005-03-01")));
    assert_eq!((record.paint, record.dialect, record.result), (Paint::WhiteFirst, "brainking", Some(Score::Black)));
    assert_eq!(moves(&record), "k10");
}

#[test]
fn the_old_dumps_are_read() {
    let text = "zed vs amy*\n05/17/2000 21:14 EST\nK10 L9 N10 J8\nM9\n\nann* vs bob\n05/18/2000 01:00 EST\n1. K10 L9\n";
    let parts = records_of(text.as_bytes());
    assert_eq!(parts.len(), 2);
    let record = read(parts[0]);
    let get = |f| record.get(f).unwrap_or("-");
    assert_eq!([get(Field::BlackName), get(Field::WhiteName)], ["zed", "amy"]);
    assert_eq!([get(Field::Date), get(Field::Time)], ["2000-05-17", "21:14 EST"]);
    assert_eq!((record.result, moves(&record).as_str()), (Some(Score::White), "k10 l9 n10 j8 m9"));
    assert_eq!((record.findings.len(), record.dialect), (0, "dsg"));
    assert_eq!(read(parts[1]).result, Some(Score::Black));
}

#[test]
fn records_are_cut_where_the_next_one_starts() {
    let cut = |text: &str, expected: &[&str]| {
        let parts: Vec<_> =
            records_of(text.as_bytes()).iter().map(|p| String::from_utf8_lossy(p).into_owned()).collect();
        assert_eq!(parts, expected);
    };
    cut(
        "[Game \"a\"]\n\n1. K10 0-1[Game \"b\"]\n1. K10 *\n",
        &["[Game \"a\"]\n\n1. K10 0-1", "[Game \"b\"]\n1. K10 *\n"],
    );
    cut("[Game \"a\"]\n1. K10\n[Game \"b\"]\n1. K10 *", &["[Game \"a\"]\n1. K10\n", "[Game \"b\"]\n1. K10 *"]);
    cut(
        "[Game \"a\"]\n\n[Event \"x (1. K10) [b\"]\n\n1. K10 *",
        &["[Game \"a\"]\n\n[Event \"x (1. K10) [b\"]\n\n1. K10 *"],
    );
    cut("[Game \"a\"]\n[X \"y\"]\n\n[Game \"b\"]\n", &["[Game \"a\"]\n[X \"y\"]\n\n", "[Game \"b\"]\n"]);
    cut("[Game \"a\"]\n[Game \"b\"]\n1. K10", &["[Game \"a\"]\n[Game \"b\"]\n1. K10"]);
    cut("stray [1]\r\r\n[Game \"a\"]\r\n", &["stray [1]\r\r\n[Game \"a\"]\r\n"]);
    cut("1. K10 L10 1-0\n[Game \"a\"]", &["1. K10 L10 1-0\n", "[Game \"a\"]"]);
    cut("no game at all\n\n", &[]);
    cut("", &[]);
}

/// The law, stated slowly: for each place where a tag could start, all lines of the record so far are looked at again.
fn reference(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut record = 0;
    let mut at = 0;
    while at <= text.len() {
        let done = at == text.len();
        if (done || starts_record(&text[record..at], &text[at..])) && lines(&text[record..at]).iter().any(|l| begins(l))
        {
            ends.push(at);
            record = at;
        }
        at += text[at..].chars().next().map_or(1, char::len_utf8);
    }
    ends
}

/// The lines of a text, without their ends.
fn lines(text: &str) -> Vec<String> {
    text.replace("\r\n", "\n").replace('\r', "\n").split('\n').map(|l| l.trim_start_matches(blank).to_owned()).collect()
}

fn blank(c: char) -> bool {
    c.is_ascii_whitespace() || c == '\u{feff}'
}

fn is_players(line: &str) -> bool {
    !line.starts_with('[')
        && line.split_ascii_whitespace().collect::<Vec<_>>().get(1) == Some(&"vs")
        && line.split_ascii_whitespace().count() == 3
}

fn begins(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with('[') || is_players(line) || rest.len() < line.len() && rest.starts_with('.')
}

fn is_moves(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('[') && !is_players(line)
}

fn name(line: &str) -> &str {
    line[1..].split('"').next().unwrap().trim_ascii()
}

/// Whether, after `before` (the record so far, stray text included), a new record starts with `rest`.
fn starts_record(before: &str, rest: &str) -> bool {
    let mut earlier = lines(before);
    let open = earlier.pop().unwrap_or_default();
    let line_start = before.is_empty() || before.ends_with('\n') || before.ends_with('\r') && !rest.starts_with('\n');
    let here = lines(rest).swap_remove(0);
    let begun = earlier.iter().position(|l| begins(l)).map(|n| earlier.split_off(n)).unwrap_or_default();
    let mid = rest.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic) && rest.starts_with('[');
    if !line_start {
        // In mid-line: only within moves of a record that has begun, this line included.
        let whole = format!("{open}{here}");
        return mid && is_moves(&whole) && (!begun.is_empty() || begins(&whole));
    }
    let moved = begun.iter().any(|l| is_moves(l) || is_players(l));
    let tag = here.starts_with('[');
    let again = || {
        let last_tag = begun.iter().rposition(|l| l.starts_with('['));
        let after_blank = last_tag.is_some_and(|n| begun[n + 1..].iter().any(String::is_empty));
        tag && after_blank && name(&begun[0]) == name(&here)
    };
    !begun.is_empty() && (moved && (tag || is_players(&here)) || !moved && again())
}

fn hostile() -> impl Strategy<Value = String> {
    let pieces = vec![
        "[Game \"a\"]",
        "[Game \"b",
        "[X \"(1. K10)\"]",
        "[",
        "]",
        "\"",
        "\n",
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        " ",
        "1. K10 L10 ",
        "1-0",
        "0-1[Game \"c\"]",
        "2. ",
        "a* vs b\n",
        "vs",
        "[x",
        "1.",
        "é",
        "\u{feff}",
        "word ",
        "I10 ",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..24).prop_map(|p| p.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_framer_keeps_the_law_in_any_pieces(text in hostile(), sizes in prop::collection::vec(1..9usize, 1..9)) {
        let law = reference(&text);
        prop_assert_eq!(&ends(text.as_bytes(), &[text.len().max(1)]), &law, "{:?}", text);
        prop_assert_eq!(&ends(text.as_bytes(), &sizes), &law, "{:?} in {:?}", text, sizes);
        for part in records_of(text.as_bytes()) {
            let (once, _) = write(&read(part));
            let (twice, _) = write(&read(&once));
            prop_assert_eq!(once, twice);
        }
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        records_of(&bytes);
        read(&bytes);
    }
}

const FIELDS: &[Field] = &[
    Field::Rules,
    Field::Event,
    Field::Site,
    Field::Section,
    Field::Round,
    Field::Time,
    Field::TimeControl,
    Field::BlackName,
    Field::BlackRating,
    Field::WhiteName,
    Field::WhiteRating,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn plain_games_come_back_whole(mut record in records::plain_record(Size::PENTE, FIELDS), rated in any::<Option<bool>>()) {
        (record.rated, record.coords, record.self_ending) = (rated, Coords::SkipI, true);
        let (text, losses) = write(&record);
        prop_assert!(losses.is_empty(), "{losses:?}");
        let back = read(&text);
        prop_assert!(back.findings.is_empty() && back.same_content(&record), "{text}\n{:?}", back.findings);
        prop_assert_eq!(write(&back).0, text);
    }

    #[test]
    fn what_does_not_come_back_is_listed(record in records::any_record()) {
        let (text, losses) = write(&record);
        if losses == ["1 record"] {
            prop_assert_eq!(text, "");
            return Ok(());
        }
        let back = read(&text);
        let lost = |what: &str| losses.iter().any(|l| l.split_once(' ').unwrap().1 == what);
        let mut kept = record.clone();
        // What the format states always, or cannot tell apart without losing anything.
        kept.coords = back.coords;
        prop_assert_eq!(lost("result"), kept.result.is_none());
        kept.result = kept.result.or(Some(Score::Unknown));
        kept.self_ending = true;
        // The listed losses.
        let unset = [("opener", 0), ("paint", 1), ("official result", 2), ("given moves", 3), ("incomplete", 4), ("reason", 5),
            ("second result", 6), ("names", 7), ("size", 8), ("variations", 9), ("whose turn it is", 10)];
        for (_, which) in unset.iter().filter(|(what, _)| lost(what)) {
            match which {
                0 => kept.opener = None,
                1 => kept.paint = Paint::BlackFirst,
                2 => kept.official = None,
                3 => kept.prefix = None,
                4 => kept.incomplete = false,
                5 => kept.reason = None,
                6 => kept.other_result = None,
                7 => kept.names = back.names,
                8 => kept.size = back.size,
                9 => kept.tree = None,
                _ => kept.setup = Setup::default(),
            }
        }
        if kept.other_result.map(|o| Some(o.0)) == Some(kept.result) {
            kept.other_result = None;
        }
        let header = |r: &Record| (r.coords, r.rated, r.opener, r.official, r.paint, r.prefix, r.incomplete, r.reason, r.result, r.size, r.names);
        prop_assert_eq!(header(&kept), header(&back), "{}", text);
        prop_assert_eq!(kept.other_result.map(|o| o.0), back.other_result.map(|o| o.0));
        prop_assert_eq!(&kept.setup, &Setup::default());
        let only_root = |r: &Record| r.tree.as_ref().is_none_or(|t| t.leaves() == 1);
        prop_assert!(only_root(&kept));
        // Stones and passes are there in order, whatever else was lost.
        let stones = |r: &Record| -> Vec<Option<Action>> {
            let stone = |e: &Event| match e.action {
                Action::Choose(p) => Some(Action::Place(p)),
                Action::Place(_) | Action::Pass => Some(e.action),
                _ => None,
            };
            r.events.iter().map(stone).filter(Option::is_some).collect()
        };
        prop_assert_eq!(stones(&main_line(&record).0), stones(&back), "{}", text);
        let tags = [("Game", Field::Rules), ("Event", Field::Event), ("Site", Field::Site), ("Round", Field::Round), ("Section", Field::Section),
            ("Time", Field::Time), ("TimeControl", Field::TimeControl), ("Player 1 Name", Field::BlackName), ("Player 2 Name", Field::WhiteName),
            ("Player 1 Rating", Field::BlackRating), ("Player 2 Rating", Field::WhiteRating)];
        for (tag, field) in tags.into_iter().filter(|(tag, _)| !lost(tag)) {
            let stated = record.get(field).map(|t| t.replace(['\r', '\n'], " "));
            prop_assert!(stated.as_deref() == back.get(field), "{tag} {stated:?} {text}");
        }
        if let Some(date) = record.get(Field::Date).and_then(PartialDate::parse) {
            prop_assert_eq!(back.get(Field::Date).map(str::to_owned), Some(date.to_string()));
        }
    }
}

#[test]
fn hostile_text_costs_no_more_than_its_length() {
    for end in 0..GAME.len() {
        records_of(&GAME.as_bytes()[..end]);
        read(&GAME[..end]);
    }
    let long = 4_000_000;
    for piece in [
        "[",
        "\r",
        "\n",
        "[a",
        "x ",
        "1.",
        "1. ",
        "[Game \"a\"]\n",
        "\"",
        "a vs b\n",
        "K10",
        "1. [x",
        "\r\n[",
        "?",
        "[Game \"a\"]\n\n",
    ] {
        let text = piece.repeat(long / piece.len());
        let parts = ends(text.as_bytes(), &[65536]);
        let start = parts.iter().rev().nth(1).copied().unwrap_or(0);
        read(&text[start..]);
        read(format!("[Game \"a\"]\n{}", text.replace('\n', " ")));
    }
    let line = "K10 ".repeat(5_000_000);
    let record = read(format!("[Game \"a\"]\n{line}1-0"));
    assert_eq!((record.events.len(), record.findings.len()), (5_000_000, 0));
    let record = read(format!("[Game \"a\"]\n{}1-0", "I9 ".repeat(100_000)));
    assert_eq!((record.events.len(), record.findings.len()), (100_000, 1000));
}

#[test]
fn the_bytes_tell_what_it_is() {
    let sure = |head: &str| match detect(head.as_bytes(), None) {
        Detection::Format { format, confidence, .. } => Ok((format.info().id, confidence)),
        Detection::Refused(name) => Err(name),
        _ => Err("unknown"),
    };
    assert_eq!(sure(&format!("\u{feff}\r\n{GAME}")), Ok(("pente", Confidence::Certain)));
    assert_eq!(sure("[White \"a\"]\n[GameType \"Keryo Pente\"]\n\n1. k10"), Ok(("pente", Confidence::Likely)));
    assert_eq!(sure("ann* vs bob\n05/17/2000 21:14 EST\nK10"), Ok(("pente", Confidence::Likely)));
    assert_eq!(
        sure("[Event \"?\"]\n[Site \"PlayOK\"]\n[GameType \"61,15\"]\n\n1. h8"),
        Ok(("playok", Confidence::Certain))
    );
    let chess = "[Event \"x\"]\n[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 {best} c5 2. Nf3 d6 3. Bb5+ 1-0";
    assert_eq!(sure(chess), Err("chess games (PGN)"));
    assert_eq!(sure("[White \"a\"]\n\n1. e4 e5 2. O-O exd4 1-0"), Err("chess games (PGN)"));
    let dummy = "[White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n\n1.Nf3 Nf6\n\n[White \"b\"]\n";
    assert_eq!(sure(dummy), Err("a list of results with dummy chess moves, made for rating programs"));
    assert_eq!(
        sure("[White \"a\"]\r\n[Result \"0-1\"]\r\n\r\n1. d4 Nf6 2. c4\r\n"),
        Err("a list of results with dummy chess moves, made for rating programs")
    );
    assert_eq!(sure("[Event \"x\"]\n\n1. e4 e5 2. f4 d5 1-0"), Err("unknown"));
}

fn samples() -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/samples");
    if !path.is_dir() {
        println!("skipped: no samples at {}", path.display());
        return None;
    }
    Some(path)
}

#[test]
fn the_games_of_pente_org_come_back_to_the_byte() {
    let Some(samples) = samples() else { return };
    let bytes = std::fs::read(samples.join("pente_pgn/pente_org_tb_9668_games.pgn")).unwrap();
    let parts = records_of(&bytes);
    assert_eq!(parts.len(), 9668);
    let (mut record, mut out, mut players) = (Record::new(), Vec::new(), std::collections::HashSet::new());
    let (mut differ, mut by_black, mut moves) = (0, 0, 0);
    for part in parts {
        record.clear();
        pente().read(part, &ReadOptions::default(), &mut record);
        assert_eq!(record.findings, [], "{}", String::from_utf8_lossy(part));
        assert!(record.events.iter().all(|e| matches!(e.action, Action::Place(Some(p)) if Size::PENTE.contains(p))));
        assert!(record.get(Field::Date).is_some() && record.other_result.is_none());
        players.insert(record.get(Field::BlackName).unwrap().to_owned());
        players.insert(record.get(Field::WhiteName).unwrap().to_owned());
        by_black += usize::from(record.result == Some(Score::Black));
        moves += record.events.len();
        out.clear();
        assert_eq!(pente().write(&record, &WriteOptions::default(), &mut out), Some(vec![]));
        differ += usize::from(out != part);
        let mut line = Vec::new();
        find_format("jsonl").unwrap().write(&record, &WriteOptions::default(), &mut line);
        let mut back = Record::new();
        find_format("jsonl").unwrap().read(&line, &ReadOptions::default(), &mut back);
        assert!(back.same_content(&record) && back.findings.is_empty());
    }
    println!("{moves} moves, {differ} records written otherwise");
    assert_eq!((players.len(), by_black, differ), (295, 5391, 0));
}

#[test]
fn single_games_are_read() {
    let Some(samples) = samples() else { return };
    let mut count = 0;
    for entry in std::fs::read_dir(samples.join("pente_pgn/anon3/game")).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert_eq!(records_of(&bytes).len(), 1);
        let record = read(&bytes);
        assert_eq!(record.findings, []);
        count += 1;
    }
    assert_eq!(count, 3);
}

#[test]
fn dummy_games_are_refused() {
    let Some(samples) = samples() else { return };
    let bytes = std::fs::read(samples.join("misc/bayeselo_dummy_moves_200games.pgn")).unwrap();
    assert!(matches!(detect(&bytes[..4096], Some("pgn")), Detection::Refused(_)));
}
