//! Tables: what they say is what `check` says and what the records say, they do not depend on threads, and files appear whole or not at all.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod program;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use program::run;
use proptest::prelude::*;
use serde_json::{Value, json};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/samples");

/// The rows of a table as JSON lines.
fn rows(table: &str, args: &[&str], stdin: &[u8]) -> Vec<Value> {
    let run = run(["export", "--tables", table, "--format", "jsonl", "-o", "-"].iter().chain(args), stdin);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    run.lines()
}

/// The rows of a table as CSV, by column.
fn csv_rows(table: &str, args: &[&str], stdin: &[u8]) -> Vec<BTreeMap<String, String>> {
    let run = run(["export", "--tables", table, "-o", "-"].iter().chain(args), stdin);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    csv::Reader::from_reader(&run.stdout[..]).deserialize().map(Result::unwrap).collect()
}

#[test]
fn the_tables_say_what_the_verdict_lines_say() {
    let verdicts = program::check(&[SAMPLES], b"");
    let games = rows("games", &[SAMPLES], b"");
    let findings = rows("findings", &[SAMPLES], b"");
    assert!(verdicts.len() > 80 && verdicts.len() == games.len(), "{} {}", verdicts.len(), games.len());
    let mut at = 0;
    for (number, (line, game)) in (1..).zip(verdicts.iter().zip(&games)) {
        assert_eq!(game["game"], number);
        let pairs = [
            ("file", "/file"),
            ("record", "/record"),
            ("id", "/id"),
            ("rules", "/rules"),
            ("opening", "/opening"),
            ("coords", "/coords"),
            ("plies", "/plies"),
            ("verdict", "/verdict"),
            ("end_by", "/end/by"),
            ("end_ply", "/end/ply"),
            ("stated_result", "/stated/result"),
            ("reason", "/stated/reason"),
            ("agrees", "/stated/agrees"),
            ("captured_black", "/captured/black"),
            ("captured_white", "/captured/white"),
            ("opening_code", "/opening_code"),
            ("complete", "/complete"),
            ("black_seat", "/black_seat"),
        ];
        for (column, pointer) in pairs {
            assert_eq!(game[column], *line.pointer(pointer).unwrap_or(&Value::Null), "{column} of {line}");
        }
        let missing: Vec<&str> = line["missing"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(game["missing"].as_str().unwrap_or(""), missing.join(","));
        for finding in line["findings"].as_array().unwrap() {
            let row = &findings[at];
            assert_eq!(row["game"], number, "{row}");
            for (key, value) in finding.as_object().unwrap() {
                let column = if key == "event" { "event_number" } else { key };
                assert_eq!(row[column], *value, "{key} of {row}");
            }
            at += 1;
        }
    }
    assert_eq!(at, findings.len());
}

#[test]
fn the_counts_of_the_games_are_those_of_the_other_tables() {
    let [games, plies, findings] = ["games", "plies", "findings"].map(|table| rows(table, &[SAMPLES], b""));
    let of = |table: &[Value], game: &Value, wanted: &dyn Fn(&Value) -> bool| {
        table.iter().filter(|row| row["game"] == *game && wanted(row)).count() as u64
    };
    for game in &games {
        let number = &game["game"];
        assert_eq!(game["plies"].as_u64().unwrap_or(0), of(&plies, number, &|_| true), "{game}");
        assert_eq!(
            game["judged_plies"].as_u64().unwrap_or(0),
            of(&plies, number, &|ply| ply["judged"] == true),
            "{game}"
        );
        for (column, severity) in [("errors", "error"), ("warnings", "warning"), ("notes", "note")] {
            assert_eq!(game[column], of(&findings, number, &|finding| finding["severity"] == severity), "{game}");
        }
    }
    let sum = |name: &str| plies.iter().map(|ply| ply[name].as_u64().unwrap()).sum::<u64>();
    let captured = |name: &str| games.iter().filter_map(|game| game[name].as_u64()).sum::<u64>();
    assert_eq!(sum("taken") + sum("lost"), captured("captured_black") + captured("captured_white"));
}

/// What a move of the main line is, as jsonl writes it.
#[derive(Clone, Debug)]
enum Move {
    Stone(u8, u8),
    Pass,
    Illegible,
}

impl Move {
    fn text(&self) -> Option<String> {
        match self {
            Move::Stone(column, row) => Some(format!("{}{row}", char::from(b'a' + column))),
            Move::Pass => Some("pass".to_owned()),
            Move::Illegible => None,
        }
    }
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let one = prop_oneof![12 => (0u8..15, 1u8..=15).prop_map(|(c, r)| Move::Stone(c, r)), 1 => Just(Move::Pass), 1 => Just(Move::Illegible)];
    proptest::collection::vec(one, 0..30)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// The rows of plies are the moves of each record, also of those that cannot be played, and among unreadable ones.
    #[test]
    fn plies_rebuild_the_moves(games in proptest::collection::vec(moves(), 0..12), swap in 0usize..5) {
        let mut input = String::new();
        for (number, game) in games.iter().enumerate() {
            let moves: Vec<_> = game.iter().map(Move::text).collect();
            // Every other record tells events, with a swap among the stones that has no row.
            let line = if number % 2 == 0 {
                json!({"pentad": 1, "rules": "renju", "size": 15, "moves": moves})
            } else {
                let event = |m: &Move| match m { Move::Pass => json!({"pass": true}), m => json!({"place": m.text()}) };
                let mut events: Vec<_> = game.iter().map(event).collect();
                events.insert(swap.min(events.len()), json!({"swap": true}));
                json!({"pentad": 1, "rules": "renju", "size": 15, "events": events})
            };
            input += &format!("{line}\n");
            if number % 3 == 0 {
                input += "{\n";
            }
        }
        let table = csv_rows("plies", &["--from", "jsonl", "-"], input.as_bytes());
        let mut found: BTreeMap<u64, Vec<Option<String>>> = BTreeMap::new();
        for row in &table {
            let number = |name: &str| row[name].parse::<usize>().ok();
            let line = found.entry(row["game"].parse().unwrap()).or_default();
            line.push(Some(row["move"].clone()).filter(|text| !text.is_empty()));
            prop_assert_eq!(number("ply"), Some(line.len()));
            let place = number("x").zip(number("y"));
            let place = place.map(|(column, row)| format!("{}{row}", char::from(b'a' + column as u8 - 1)));
            prop_assert_eq!(place.or_else(|| (row["pass"] == "true").then(|| "pass".to_owned())), line.last().unwrap().clone());
            prop_assert_eq!(&row["color"], if line.len() % 2 == 1 { "black" } else { "white" });
        }
        let numbers = (0..).zip(&games).map(|(n, game)| (1 + n as u64 + (n as u64).div_ceil(3), game));
        let wanted: BTreeMap<u64, Vec<Option<String>>> =
            numbers.filter(|(_, game)| !game.is_empty()).map(|(n, game)| (n, game.iter().map(Move::text).collect())).collect();
        prop_assert_eq!(found, wanted);
    }
}

/// Records enough that a file of them is read in chunks, with some that cannot be read.
fn many() -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut input = Vec::new();
    while input.len() < 5 << 20 {
        let stones = random.usize(0..90);
        let moves: String = (0..stones)
            .map(|n| {
                let [column, row] = [0, 0].map(|_: i32| char::from(b'a' + random.u8(0..15)));
                format!(";{}[{column}{row}]", if n % 2 == 0 { 'B' } else { 'W' })
            })
            .collect();
        let broken = if random.u8(0..40) == 0 { "]" } else { "" };
        input.extend_from_slice(
            format!("(;GM[4]SZ[15]RU[renju]PB[Ann, {stones}]DT[20{:02}]{broken}{moves})\n", stones / 4).as_bytes(),
        );
    }
    input
}

#[test]
fn tables_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.sgf");
    fs::write(&path, many()).unwrap();
    let export = |threads: &str, more: &[&str]| {
        let out = folder.path().join(format!("out{threads}"));
        let args = ["export", path.to_str().unwrap(), "--force", "-j", threads, "-o", out.to_str().unwrap()];
        let run = run(args.iter().chain(more), b"");
        assert_eq!(run.status, Some(0), "{}", run.stderr);
        let read = |table: &str| fs::read(out.join(table)).unwrap();
        (["games.csv", "plies.csv", "findings.csv"].map(read), run.stderr.replace(out.to_str().unwrap(), ""))
    };
    let one = export("1", &[]);
    assert!(one.0.iter().all(|table| table.len() > 100_000), "{}", one.1);
    assert!(one == export("4", &[]));
    let some = ["--where", "plies > 50"];
    assert!(export("1", &some) == export("3", &some));
    // The rows that a query takes are those of the whole.
    let whole: std::collections::BTreeSet<_> = one.0[1].split(|&b| b == b'\n').collect();
    let taken = export("2", &some).0;
    assert!(taken[1].len() < one.0[1].len() && taken[1].split(|&b| b == b'\n').all(|line| whole.contains(line)));
}

fn listed(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn files_appear_whole_or_not_at_all_and_replace_nothing_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (input, out) = (at("plies.csv"), at("deep/in/here"));
    fs::write(&input, "black,white,moves\nAnn,Bo,h8 i9\n").unwrap();
    let export = |to: &str, more: &[&str]| run(["export", &input, "-o", to].iter().chain(more), b"");
    assert_eq!(export(&out, &[]).status, Some(0));
    assert_eq!(listed(Path::new(&out)), ["findings.csv", "games.csv", "plies.csv"]);
    let again = export(&out, &["--tables", "games"]);
    assert_eq!(again.status, Some(2));
    assert!(again.stderr.contains("games.csv is there already"), "{}", again.stderr);
    assert_eq!(export(&out, &["--tables", "games", "--force"]).status, Some(0));
    // An input is never replaced, and where one file cannot appear none does.
    let before = fs::read(&input).unwrap();
    let onto = export(folder.path().to_str().unwrap(), &["--force"]);
    assert_eq!(onto.status, Some(2));
    assert!(onto.stderr.contains("is an input"), "{}", onto.stderr);
    assert_eq!(
        (fs::read(&input).unwrap(), listed(folder.path())),
        (before, vec!["deep".to_owned(), "plies.csv".to_owned()])
    );
    let file = export(&input, &[]);
    assert_eq!(file.status, Some(2));
    assert_eq!(listed(folder.path()), ["deep", "plies.csv"]);
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_nothing_half_written() {
    use std::io::Write as _;
    for waits in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let mut child =
            program::command(["export", "-", "--from", "sgf", "-o", out.to_str().unwrap()]).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        let game = "(;GM[4]SZ[15];B[hh];W[ii];B[ij])\n".repeat(10_000);
        pipe.write_all(game.as_bytes()).unwrap();
        // The hidden folder tells that the program is at work.
        while listed(folder.path()).is_empty() {
            std::thread::yield_now();
        }
        let signal = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(signal.success());
        // Either it goes on to read and stops, or it waits for a pipe that says nothing more.
        let writer = std::thread::spawn(move || {
            while !waits && pipe.write_all(game.as_bytes()).is_ok() {}
            if waits {
                std::thread::sleep(std::time::Duration::from_secs(4));
            }
        });
        let run = program::finish(child);
        writer.join().unwrap();
        assert_eq!(run.status, Some(130), "{}", run.stderr);
        assert_eq!(run.stderr, "interrupted; no file was written\n");
        assert_eq!(listed(folder.path()), Vec::<String>::new(), "{}", run.stderr);
    }
}

#[test]
fn a_broken_pipe_is_a_quiet_end() {
    let mut child = program::command(["export", SAMPLES, "--tables", "plies", "-o", "-"]).spawn().unwrap();
    drop(child.stdout.take());
    let run = program::finish(child);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
}
