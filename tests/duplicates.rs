//! Duplicates as the program finds them: what is made of games falls into the right groups of each kind, with nothing else.
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "duplicates/mod.rs"]
mod corpus;
mod program;

use pentad_rules::{Point, Size};
use proptest::prelude::*;

/// Games of points that have nothing to do with each other.
fn games(seed: u64, count: usize, size: Size) -> Vec<Vec<Point>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut points: Vec<Point> = size.iter().collect();
    let game = |_| {
        random.shuffle(&mut points);
        points[..random.usize(30..=70)].to_vec()
    };
    (0..count).map(game).collect()
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_made_of_games_falls_into_its_groups(
        seed in any::<u64>(),
        count in 1usize..6,
        board in prop::sample::select(vec![(15, "renju"), (19, "pente"), (12, "gomoku-freestyle")]),
        threads in 1u8..4,
    ) {
        let size = Size::square(board.0).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let expected = corpus::make(&games(seed, count, size), size, board.1, folder.path());
        let threads = threads.to_string();
        let found = corpus::found(&["-j", &threads], folder.path());
        prop_assert_eq!(&found, &expected);
        // The least memory there is changes nothing.
        prop_assert_eq!(corpus::found(&["--memory", "1k"], folder.path()), expected);
    }

    #[test]
    fn what_stays_has_no_duplicates_and_loses_no_game(seed in any::<u64>(), count in 1usize..5, keep in 0usize..3) {
        let size = Size::RENJU;
        let folder = tempfile::tempdir().unwrap();
        corpus::make(&games(seed, count, size), size, "renju", folder.path());
        let keep = ["first", "longest", "best"][keep];
        let kinds = "same-game,contained,near,same-stones,conflict";
        let args = ["dedup", folder.path().to_str().unwrap(), "--keep", keep, "--kinds", kinds, "-o", "-", "--to", "jsonl"];
        let run = program::run(args, b"");
        prop_assert_eq!(run.status, Some(0), "{}", run.stderr);
        let kept = run.lines();
        // A game may stay twice: where the game with the wrong move stays, the one with its stones in another order is like none that stays.
        prop_assert!((count..=2 * count).contains(&kept.len()));
        let games: std::collections::BTreeSet<_> =
            kept.iter().map(|line| line["id"].as_str().unwrap().split('/').next().unwrap().to_owned()).collect();
        prop_assert_eq!(games.len(), count);
        // Each record that stays is a line of the input, byte for byte.
        let all: String =
            (0..3).map(|n| std::fs::read_to_string(folder.path().join(format!("{n}.jsonl"))).unwrap()).collect();
        for line in run.text().lines() {
            prop_assert!(all.lines().any(|l| l == line));
        }
        let again = program::run(["dedup", "-q", "--format", "jsonl", "-"], &run.stdout);
        prop_assert_eq!(again.text(), "");
        // Compared with what stays, nothing is new.
        let stays = tempfile::NamedTempFile::with_suffix(".jsonl").unwrap();
        std::fs::write(stays.path(), &run.stdout).unwrap();
        let known = [
            "dedup", "-q", "--format", "jsonl", folder.path().to_str().unwrap(), "--kinds", kinds, "--against",
            stays.path().to_str().unwrap(),
        ];
        let known = program::run(known, b"");
        let new: Vec<_> = known.lines().into_iter().filter(|line| !line["new"].is_null()).collect();
        prop_assert_eq!(new, Vec::<serde_json::Value>::new());
    }

    #[test]
    fn a_release_is_the_older_one_with_its_changes(seed in any::<u64>(), count in 4usize..12) {
        let size = Size::RENJU;
        let mut random = fastrand::Rng::with_seed(seed);
        let games = games(seed, count, size);
        let line = |number: usize, moves: &[Point], event: &str| {
            let moves: Vec<String> =
                moves.iter().map(|p| format!("\"{}\"", p.text(pentad_rules::Coords::WithI))).collect();
            format!(
                "{{\"pentad\":1,\"id\":\"{number}\",\"rules\":\"renju\",\"size\":15,\"event\":\"{event}\",\"moves\":[{}]}}\n",
                moves.join(",")
            )
        };
        let old: Vec<String> = games.iter().enumerate().map(|(n, game)| line(n, game, "a")).collect();
        let mut new = old.clone();
        // One with another field, one with another move, one without its last moves, one that is gone, and one more.
        new[0] = line(0, &games[0], "b");
        let mut wrong = games[1].clone();
        let free = size.iter().find(|p| !wrong.contains(p)).unwrap();
        wrong[random.usize(0..30)] = free;
        new[1] = line(1, &wrong, "a");
        new[2] = line(2, &games[2][..25], "a");
        new.remove(3);
        new.push(line(99, &self::games(!seed, 1, size)[0], "a"));
        random.shuffle(&mut new);
        let folder = tempfile::tempdir().unwrap();
        let paths = ["old.jsonl", "new.jsonl"].map(|name| folder.path().join(name));
        std::fs::write(&paths[0], old.concat()).unwrap();
        std::fs::write(&paths[1], new.concat()).unwrap();
        let args = ["diff", "--format", "jsonl", paths[0].to_str().unwrap(), paths[1].to_str().unwrap()];
        let run = program::run(args, b"");
        let changes: Vec<_> = run
            .lines()
            .iter()
            .map(|line| {
                let id = |side: &str| line[side]["id"].as_str().unwrap_or("-").to_owned();
                (line["change"].as_str().unwrap().to_owned(), id("old"), id("new"))
            })
            .collect();
        let expected = [("changed", "0", "0"), ("changed", "1", "1"), ("changed", "2", "2"), ("removed", "3", "-"), ("added", "-", "99")];
        let expected = expected.map(|(a, b, c)| (a.to_owned(), b.to_owned(), c.to_owned()));
        prop_assert_eq!(changes, expected);
        let unchanged = count - 4;
        let summary = format!("{unchanged} unchanged + 3 changed + 1 removed + 0 unreadable");
        prop_assert!(run.stderr.contains(&summary), "{}", run.stderr);
    }
}

/// A named pipe cannot be read twice, and is not read at all.
#[cfg(unix)]
#[test]
fn what_can_be_read_only_once_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.sgf");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let run = program::run(["dedup", pipe.to_str().unwrap()], b"");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("can be read only once"), "{}", run.stderr);
}

/// Outputs appear whole or not at all, and replace nothing unasked.
#[test]
fn outputs_replace_nothing_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, out, dropped) = (path("games.sgf"), path("out.sgf"), path("dropped.jsonl"));
    let text = "(;GM[4]SZ[15]RU[renju];B[hh];W[hg];B[ig])\n(;GM[4]SZ[15]RU[renju];B[hh];W[hg];B[ig])\n";
    std::fs::write(&games, text).unwrap();
    let args = ["dedup", &games, "--keep", "first", "-o", &out, "--dropped", &dropped];
    assert_eq!(program::run(args, b"").status, Some(0));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), text.lines().next().unwrap().to_owned() + "\n");
    assert_eq!(std::fs::read_to_string(&dropped).unwrap().lines().count(), 1);
    assert_eq!(program::run(args, b"").status, Some(2));
    assert_eq!(program::run(args.iter().chain(&["--force"]), b"").status, Some(0));
    let onto_input = program::run(["dedup", &games, "--keep", "first", "-o", &games, "--force"], b"");
    assert_eq!(onto_input.status, Some(2));
    assert!(onto_input.stderr.contains("never replaces an input"), "{}", onto_input.stderr);
    assert_eq!(std::fs::read_to_string(&games).unwrap(), text);
}
