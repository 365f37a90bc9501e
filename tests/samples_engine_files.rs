//! Real files of engines and their managers, where they lie beside the repository (`../shared/samples`): they are other people's and no
//! part of it. Without them every test here says so and passes.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod program;

use std::path::{Path, PathBuf};

use program::check;
use serde_json::{Value, json};

fn samples(part: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/samples").join(part);
    let found = path.exists();
    if !found {
        println!("skipped: there is no {}", path.display());
    }
    found.then_some(path)
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == extension));
    files.sort();
    files
}

/// The records of some files in jsonl.
fn records(paths: &[PathBuf]) -> Vec<Value> {
    let args = ["convert", "-q", "-o", "-", "--to", "jsonl"].map(str::to_owned).into_iter();
    let run = program::run(args.chain(paths.iter().map(|p| p.to_str().unwrap().to_owned())), b"");
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    run.lines()
}

/// Each set of the judge, the rule of its configuration, and how many games it has.
const SETS: [(&str, &str, usize); 4] = [
    ("judge_caro15", "caro5", 12),
    ("judge_free20", "gomoku-freestyle", 48),
    ("judge_renju15", "renju", 120),
    ("judge_standard15", "gomoku-standard", 36),
];

#[test]
fn the_games_of_the_judge_are_won_by_whom_it_says() {
    let mut proved = 0;
    for (set, rules, games) in SETS {
        let Some(folder) = samples(&format!("engines/judge/{set}")) else { return };
        let config = std::fs::read_to_string(folder.join("tournament_config.txt")).unwrap();
        let engines = config.lines().find_map(|l| l.strip_prefix("engines = ")).unwrap();
        let engines: Vec<_> = engines.split(' ').collect();
        let paths = files(&folder, "psq");
        assert_eq!(paths.len(), games);
        let args: Vec<_> = ["--rules", rules].into_iter().chain(paths.iter().map(|p| p.to_str().unwrap())).collect();
        let verdicts = check(&args, b"");
        let records = records(&paths);
        for ((path, verdict), record) in paths.iter().zip(&verdicts).zip(&records) {
            let context = format!("{}: {verdict} {record}", path.display());
            let lines = std::fs::read_to_string(path).unwrap();
            let lines: Vec<_> = lines.lines().collect();
            let [.., black, white, "-1", judged] = lines[..] else { panic!("{context}") };
            // Names stand in the order of the players, and the first one moves first in all of these files.
            assert_eq!(
                (&record["black"]["name"], &record["white"]["name"]),
                (&json!(black), &json!(white)),
                "{context}"
            );
            assert_eq!(record["event"], json!(judged.split_once(',').unwrap().1), "{context}");
            assert_eq!(verdict["plies"], lines.len() - 5, "{context}");
            let end = &verdict["end"];
            if end["by"] == "none" {
                // The move that lost is not in the file, or was illegal.
                assert!(verdict["stated"]["result"].is_null(), "{context}");
                continue;
            }
            proved += 1;
            let winner = match end["winner"].as_str().unwrap() {
                "black" => Some(black),
                "white" => Some(white),
                _ => None,
            };
            // round_first_second_round.psq: the players of the pairing by their number.
            let pairing: Vec<usize> =
                path.file_stem().unwrap().to_str().unwrap().split('_').map(|n| n.parse().unwrap()).collect();
            let number = winner.map_or("0", |w| if engines[pairing[1]] == w { "1" } else { "2" });
            assert!(winner.is_none_or(|w| w == engines[pairing[1]] || w == engines[pairing[2]]), "{context}");
            assert_eq!(judged.split(',').next().unwrap(), number, "{context}");
        }
    }
    assert_eq!(proved, 12 + 16 + 62 + 18);
}

#[test]
fn psq_files_have_the_right_moves_and_names() {
    let Some(folder) = samples("psq") else { return };
    let paths = files(&folder, "psq");
    let told = |record: &Value| {
        let moves: Vec<_> = record["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        json!([moves.join(" "), record["size"], record["black"]["name"], record["white"]["name"], record["event"]])
    };
    let told: Vec<_> = records(&paths).iter().map(told).collect();
    let tournament = "j11 k9 j8 k8 i10 l9 h9 k12 k10 m10 n11 n9 l11 m9 j9 o9";
    let expected = [
        json!([tournament, 20, "pisq7.exe", "renjusolver.ZIP", null]),
        json!(["h8 i8 i7 h7", 15, "ENGINEA.zip", "ENGINEB.zip", "Renju"]),
        json!(["j11 k10", 20, null, null, null]),
    ];
    assert_eq!(told, expected);
    // White's sixteenth stone completes the five.
    let verdict = &check(&["--rules", "gomoku-freestyle", paths[0].to_str().unwrap()], b"")[0];
    assert_eq!(
        (&verdict["end"]["by"], &verdict["end"]["winner"], &verdict["end"]["ply"]),
        (&json!("five"), &json!("white"), &json!(16))
    );
    assert_eq!(verdict["verdict"], "legal");
}

#[test]
fn pos_files_have_the_right_moves() {
    let Some(folder) = samples("pos") else { return };
    let told: Vec<String> = records(&files(&folder, "pos"))
        .iter()
        .map(|r| r["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect::<Vec<_>>().join(" "))
        .collect();
    let row = |n: u8| ('a'..='o').map(|c| format!("{c}{n}")).collect::<Vec<_>>().join(" ");
    let expected =
        ["h8 i8 g8 pass j8".to_owned(), format!("{} {}", row(15), row(1)), format!("{} {}", row(15), row(14))];
    assert_eq!(told, expected);
}

#[test]
fn files_of_others_come_back_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let parts =
        ["psq", "pos", "sgf", "pente_pgn/pente_org_tb_9668_games.pgn", "engines/judge/judge_renju15", "engines/match"];
    for path in parts.into_iter().filter_map(samples) {
        let paths = if path.is_dir() { ["psq", "pos", "sgf"].map(|e| files(&path, e)).concat() } else { vec![path] };
        for path in paths {
            let format = match path.extension().unwrap().to_str().unwrap() {
                "pgn" => "pente",
                other => other,
            };
            let out = folder.path().join("out");
            let args =
                ["convert", path.to_str().unwrap(), "-o", out.to_str().unwrap(), "--to", format, "--force", "-q"];
            let run = program::run(args, b"");
            assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{}", path.display());
            assert!(std::fs::read(&out).unwrap() == std::fs::read(&path).unwrap(), "{}", path.display());
        }
    }
}
