//! Real records, where they lie beside the repository (`../shared/samples`): they are other people's and no part of it.
//! Without them every test here says so and passes.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod program;

use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use pentad_formats::variations::Counts;
use pentad_formats::{Field, Frame, ReadOptions, Record, WriteOptions, find_format};
use pentad_rules::{Action, Coords, Event, Point};
use program::{check, first_error, names};
use serde_json::{Value, json};

fn samples(part: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/samples").join(part);
    let found = path.exists();
    if !found {
        println!("skipped: there is no {}", path.display());
    }
    found.then_some(path)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn the_forbidden_points_of_the_textbook() {
    let Some(path) = samples("renju_fixtures/forbidden_textbook.jsonl") else { return };
    let boards = std::fs::read_to_string(path).unwrap();
    let boards: Vec<Value> = boards.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(boards.len(), 77);
    program::forbidden_as_said(&boards);
}

/// The 23 cases of a public set of textbook diagrams: one probed point each.
#[test]
fn the_probes_of_the_textbook_diagrams() {
    let Some(path) = samples("renju_fixtures/gomoku2d_fixtures.json") else { return };
    let cases: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let lower = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|p| p.as_str().unwrap().to_lowercase()).collect()
    };
    let position = |case: &Value| {
        format!("{}\n", json!({"size": 15, "black": lower(&case["black"]), "white": lower(&case["white"])}))
    };
    let run = program::run(
        ["forbidden", "--format", "jsonl", "-"],
        cases.iter().map(position).collect::<String>().as_bytes(),
    );
    let answers = run.lines();
    assert_eq!((cases.len(), answers.len(), run.status), (23, 23, Some(0)));
    for (case, answer) in cases.iter().zip(&answers) {
        let probe = case["probe"].as_str().unwrap().to_lowercase();
        let said = case["expected"].as_str().unwrap();
        // "4x4x3 forbidden", "6 forbidden", "not forbidden; ...": a kind is forbidden where its number stands at least twice.
        let shape = if said.starts_with("not") { "" } else { said.split(' ').next().unwrap() };
        let at_least_two = |digit: char| shape.chars().filter(|&c| c == digit).count() >= 2;
        let kinds =
            [("double-three", at_least_two('3')), ("double-four", at_least_two('4')), ("overline", shape == "6")];
        let expected: Vec<_> = kinds.iter().filter(|(_, holds)| *holds).map(|(kind, _)| json!(kind)).collect();
        let found = answer["forbidden"][&probe].as_array().cloned().unwrap_or_default();
        assert_eq!(found, expected, "{}", case["id"]);
    }
}

/// How often each value comes.
fn count<T: Ord>(values: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    values.for_each(|value| *counts.entry(value).or_default() += 1);
    counts
}

const PENTE_ORG: &str = "pente_pgn/pente_org_tb_9668_games.pgn";

#[test]
fn the_games_of_pente_org() {
    let Some(path) = samples(PENTE_ORG) else { return };
    let verdicts = check(&[text(&path)], b"");
    assert_eq!(verdicts.len(), 9668);
    let ends = count(verdicts.iter().map(|v| v["end"]["by"].as_str().unwrap()));
    assert_eq!(ends, BTreeMap::from([("five", 7494), ("overline", 98), ("captures", 1099), ("none", 977)]));
    let all = || verdicts.iter().flat_map(|v| v["findings"].as_array().unwrap());
    assert!(all().all(|f| f["name"] != "occupied"), "points emptied by a capture may be used again");
    let rule: Vec<_> =
        all().filter(|f| f["name"] == "tournament-rule").map(|f| f["severity"].as_str().unwrap()).collect();
    assert_eq!(rule, ["note"; 6], "no rated game breaks the tournament rule");
    // One game plays on after the captures that won it, and states the other result.
    let illegal: Vec<_> = verdicts.iter().filter(|v| v["verdict"] == "illegal").collect();
    assert_eq!(illegal.len(), 1, "{illegal:?}");
    assert_eq!(names(illegal[0], "error"), ["moves-after-end"]);
    assert_eq!(names(illegal[0], "warning"), ["result-disagrees"]);
    assert_eq!((&illegal[0]["end"]["by"], &illegal[0]["stated"]["agrees"]), (&json!("captures"), &json!(false)));
    // A row of more than five is longer than five and none of its lines is exactly five.
    for verdict in &verdicts {
        let longest = verdict["end"]["lines"].as_array().unwrap().iter().map(|l| l.as_array().unwrap().len());
        match verdict["end"]["by"].as_str() {
            Some("five") => assert!(longest.clone().any(|n| n == 5), "{verdict}"),
            Some("overline") => assert!(longest.clone().all(|n| n > 5) && longest.count() > 0, "{verdict}"),
            _ => assert_eq!(longest.count(), 0, "{verdict}"),
        }
    }
}

#[test]
fn the_games_of_connect6() {
    let Some(path) = samples("connect6_csv/connect6_cleaned_8282.csv") else { return };
    let verdicts = check(&["--rules", "connect6", text(&path)], b"");
    assert_eq!(verdicts.len(), 8282);
    assert!(
        verdicts.iter().all(|v| v["end"]["by"] == "six" && v["stated"]["agrees"] == true && v["verdict"] == "legal")
    );
    let wrong: Vec<_> = verdicts.iter().filter(|v| !names(v, "warning").is_empty()).collect();
    assert!(wrong.iter().all(|v| names(v, "warning") == ["result-conflict"]));
    let ids: Vec<_> = wrong.iter().map(|v| v["id"].as_str().unwrap()).collect();
    assert_eq!(
        ids,
        ["780", "1091", "4231", "4609", "7280", "7398"],
        "the labels that the data set had before it was mended"
    );
}

#[test]
fn the_games_of_playok() {
    let Some(path) = samples("playok_pgn/evacoregen6.txt") else { return };
    let verdicts = check(&[text(&path)], b"");
    assert_eq!(verdicts.len(), 266);
    let agrees = count(verdicts.iter().map(|v| v["stated"]["agrees"].to_string()));
    assert_eq!(agrees, BTreeMap::from([("true".to_owned(), 245), ("null".to_owned(), 21)]));
    assert!(
        verdicts.iter().all(|v| v["verdict"] == "legal" && v["rules"] == "gomoku-standard" && v["opening"] == "swap2")
    );
    // Two have a turn that was not used in the middle of the game; the stones go on in the turns of colours.
    let found: Vec<_> = verdicts.iter().filter(|v| !names(v, "warning").is_empty()).map(|v| &v["record"]).collect();
    assert_eq!(found, [86, 180]);
    // Under the rule of freestyle two games would have ended with a six, against the stated result.
    let freestyle = check(&["--rules", "gomoku-freestyle", "--override-rules", text(&path)], b"");
    let sixes: Vec<_> = freestyle.iter().filter(|v| v["end"]["by"] == "overline").collect();
    assert_eq!(
        sixes.iter().map(|v| (&v["record"], &v["stated"]["agrees"])).collect::<Vec<_>>(),
        [(&json!(135), &json!(false)), (&json!(237), &json!(false))]
    );
    // In most of the won games the winner's colour is not that of the tag which the result credits.
    let bytes = std::fs::read(&path).unwrap();
    let swapped = records_of("playok", &bytes).into_iter().zip(&verdicts).filter(|(record, verdict)| {
        record.opener == Some(pentad_rules::Color::White) && verdict["stated"]["agrees"] == true
    });
    assert_eq!(swapped.count(), SWAPPED);
}

/// Records of the PlayOK sample that end on the board and in which the opener is White; record 135 with its six is another one.
const SWAPPED: usize = 137;

#[test]
fn lists_of_moves_are_read() {
    let Some(path) = samples("movelist_txt/eva_movelists.txt") else { return };
    let lines = std::fs::read_to_string(&path).unwrap();
    let verdicts = check(&["--rules", "gomoku-standard", text(&path)], b"");
    assert_eq!(verdicts.len(), 307);
    let plies: Vec<_> = lines.lines().map(|line| line.split_whitespace().count()).collect();
    assert!(verdicts.iter().zip(&plies).all(|(v, &plies)| v["plies"] == plies));
    for (record, line) in records_of("moves", lines.as_bytes()).iter().zip(lines.lines()) {
        assert_eq!(words(record), line.trim());
    }
    let Some(folder) = samples("ban") else { return };
    // Written by hand from the files: columns from the left, rows from the top there.
    let starts = [
        ("sample1_ina-san-san", "h8 g8 g7 f8"),
        ("sample2_long_term", "h8 g9 i10 g8"),
        ("sample3_shioi", "h8 i9 i7 h7"),
        ("sample4_kagetsu", "h8 h9 i9 i8"),
    ];
    for (file, start) in starts {
        let bytes = std::fs::read(folder.join(format!("{file}.ban"))).unwrap();
        let [record] = &records_of("moves", &bytes)[..] else { panic!("{file}") };
        assert!(words(record).starts_with(start), "{file}: {}", words(record));
        let lines = bytes.split(|&b| b == b'\n').filter(|l| !l.trim_ascii().is_empty()).count();
        assert_eq!((record.events.plies() as usize, record.findings.len()), (lines, 0), "{file}");
    }
}

/// Next moves and how many games have them, of the statistics' CSV.
fn next_moves(args: &[&str]) -> BTreeMap<String, u64> {
    let run = program::run(["stats", "--format", "csv", "--top", "1000"].iter().chain(args), b"");
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let mut reader = csv::Reader::from_reader(&run.stdout[..]);
    let rows = reader.deserialize::<BTreeMap<String, String>>().map(Result::unwrap);
    rows.filter(|row| row["table"] == "next").map(|row| (row["moves"].clone(), row["games"].parse().unwrap())).collect()
}

#[test]
fn replies_to_the_first_move_at_pente_org() {
    let Some(path) = samples(PENTE_ORG) else { return };
    let unfolded = next_moves(&["--after", "K10", "--unfolded", text(&path)]);
    let replies =
        [("l9", 1397), ("g9", 1278), ("j11", 878), ("l10", 858), ("k9", 736), ("j9", 672), ("l11", 513), ("n8", 329)];
    for (reply, games) in replies {
        assert_eq!(unfolded.get(reply), Some(&games), "{reply}");
    }
    let folded = next_moves(&["--after", "K10", text(&path)]);
    // Of the images of each reply the first by column, then row.
    assert_eq!((folded.get("j9"), folded.get("j10")), (Some(&3460), Some(&2045)));
    assert_eq!(unfolded.values().sum::<u64>(), folded.values().sum::<u64>());
}

/// The games of an engine match as texts: each starts a line with its root node.
fn match_games(text: &str) -> Vec<&str> {
    let mut starts: Vec<_> =
        text.match_indices("(;FF").map(|(at, _)| at).filter(|&at| at == 0 || text[..at].ends_with('\n')).collect();
    starts.push(text.len());
    starts.windows(2).map(|ends| text[ends[0]..ends[1]].trim_end()).collect()
}

/// The value of a root property.
fn property<'a>(game: &'a str, name: &str) -> &'a str {
    let start = game.find(&format!("{name}[")).unwrap() + name.len() + 1;
    game[start..].split(']').next().unwrap()
}

fn matches() -> Vec<PathBuf> {
    let Some(folder) = samples("engines/match") else { return Vec::new() };
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "sgf"));
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn engine_matches_are_read_and_end_as_the_runner_says() {
    let mut seen = BTreeMap::new();
    for path in matches() {
        let text = std::fs::read_to_string(&path).unwrap();
        let games = match_games(&text);
        let verdicts = check(&[self::text(&path)], b"");
        assert_eq!(games.len(), verdicts.len(), "{}", path.display());
        for (game, verdict) in games.iter().zip(&verdicts) {
            let context = format!("{}: {game}\n{verdict}", path.display());
            let moves = game.matches(";B[").count() + game.matches(";W[").count();
            assert_eq!(verdict["plies"], moves, "{context}");
            assert_eq!(verdict["size"].to_string(), property(game, "SZ"), "{context}");
            assert_eq!(verdict["verdict"], "legal", "{context}");
            let (how, result) = (property(game, "TE"), property(game, "RE"));
            let (winner, score) = match result.as_bytes()[0] {
                b'B' => ("black", "1-0"),
                b'W' => ("white", "0-1"),
                _ => ("none", "1/2-1/2"),
            };
            assert_eq!(verdict["stated"]["result"], score, "{context}");
            let words = ["five connection", "fullfilled", "forbidden move", "illegal move", "time forfeit", "crash"];
            let kind = words.iter().position(|word| how.contains(word)).unwrap_or_else(|| panic!("{context}"));
            *seen.entry(words[kind]).or_insert(0) += 1;
            let (end, reason) = (&verdict["end"], &verdict["stated"]["reason"]);
            if kind < 2 {
                let by = end["by"].as_str().unwrap();
                assert!(if kind == 0 { matches!(by, "five" | "overline") } else { by == "full" }, "{context}");
                assert_eq!((&end["winner"], &end["ply"]), (&json!(winner), &json!(moves)), "{context}");
                assert_eq!((&verdict["stated"]["agrees"], first_error(verdict)), (&json!(true), None), "{context}");
                assert_eq!(reason, ["five", "full"][kind], "{context}");
            } else {
                // The move that lost is not in the record.
                assert_eq!(end["by"], "none", "{context}");
                assert_eq!((&verdict["stated"]["agrees"], first_error(verdict)), (&Value::Null, None), "{context}");
                assert_eq!(reason, ["forbidden", "illegal-move", "time", "crash"][kind - 2], "{context}");
            }
        }
    }
    println!("{seen:?}");
}

#[test]
fn the_fouls_that_the_records_leave_out() {
    let Some(table) = samples("engines/FOULS.tsv") else { return };
    let table = std::fs::read_to_string(table).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 37);
    for row in rows {
        let [file, number, ply, x, y, runner, _, brute] = row[..8] else { panic!("{row:?}") };
        let path = samples(&format!("engines/match/{file}.sgf")).unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let game = match_games(&text).into_iter().find(|game| property(game, "GN") == number).unwrap();
        let letter = |n: &str| char::from(b'a' + n.parse::<u8>().unwrap());
        let at: u64 = ply.parse().unwrap();
        let with_move = format!("{};B[{}{}])\n", game.strip_suffix(')').unwrap(), letter(x), letter(y));
        // On the board of nine the runner's words are the only ones.
        let kinds: Vec<&str> = match brute {
            "-" => vec![match runner {
                "double three" => "double-three",
                "double four" => "double-four",
                other => other,
            }],
            letters => letters
                .chars()
                .map(|letter| match letter {
                    't' => "double-three",
                    'f' => "double-four",
                    _ => "overline",
                })
                .collect(),
        };
        for foul in ["claim", "lose"] {
            let verdicts = check(&["--foul", foul, "-"], with_move.as_bytes());
            let verdict = &verdicts[0];
            let context = format!("{row:?}: {verdict}");
            let found: Vec<&Value> =
                verdict["findings"].as_array().unwrap().iter().filter(|f| f["severity"] != "note").collect();
            assert_eq!(found.iter().map(|f| f["name"].as_str().unwrap()).collect::<Vec<_>>(), kinds, "{context}");
            assert!(found.iter().all(|f| f["ply"] == at && f["path"] == "main"), "{context}");
            assert_eq!(verdict["plies"], at, "{context}");
            let end = json!([verdict["end"]["by"], verdict["end"]["winner"], verdict["stated"]["agrees"]]);
            assert_eq!(end, json!(["forbidden", "white", true]), "{context}");
        }
        let blocked = check(&["--foul", "block", "-"], with_move.as_bytes());
        assert_eq!(first_error(&blocked[0]).map(|f| &f["ply"]), Some(&json!(at)));
    }
}

/// One sample: the file, its records as moves, names and result, and its findings as name and line:column.
struct Expected {
    file: &'static str,
    records: &'static [[&'static str; 4]],
    findings: &'static [&'static str],
}

/// Written by hand from the files. Points are counted from the top left in the files and from the bottom left here.
const SGF: [Expected; 7] = [
    Expected {
        file: "bare_one_node_consecutive_props.sgf",
        records: &[["h8 i9 g6", "Yixin", "Qi Guan", "1/2-1/2"]],
        findings: &["move-in-root 1:58", "several-moves 1:65", "several-moves 1:70", "rules-assumed 1:1"],
    },
    Expected {
        file: "cgomokucli_style.sgf",
        records: &[["h8 i8 g9 i7 f10 j6 e11 k5 d12", "Rapfi", "Wine", "1-0"]],
        findings: &[],
    },
    Expected {
        file: "collection_setup_pass_AE.sgf",
        records: &[["pass edit-i7 k5", "", "", ""], ["g9", "", "", ""]],
        findings: &["setup-in-game 1:57", "rules-assumed 1:1", "rules-assumed 1:75"],
    },
    Expected {
        file: "gomokuquest_free.sgf",
        records: &[[
            "h8 i7 i9 j9 g7 j10 j8 i10 g8 i8 g11 h10 g10 g9 h7 h11 k8 h12 h13 i11 k9 f8 f6 j12",
            "kamikuzu",
            ":OyajiBot",
            "0-1",
        ]],
        findings: &["rules-assumed 1:1"],
    },
    // The tenth stone is laid on the third one's point.
    Expected {
        file: "gomokuquest_opening_QPR_QSLW.sgf",
        records: &[[
            "h8 h9 j10 i9 g9 i7 i8 j9 g7 j10 h7 k8 g10 f8 f9 h10 g11 g12 h11 i11 h12 i12 i10 j12 i13 j13 h13 i14 j14 k14 \
             j11 k11 k12 k10 k13 l13 j15",
            "player1",
            "player2",
            "1-0",
        ]],
        findings: &["rules-assumed 1:1", "occupied 3:57"],
    },
    // The fifth moves offered are no fifth moves: one of them lies under the first stone.
    Expected {
        file: "orc_game_center_shape.sgf",
        records: &[["h8 h9 j10 swap-no i9 offer(g9,h8) i11 k9 j9 j8 k7 g9", "PlayerB", "PlayerA", "0-1"]],
        findings: &["game-number 1:6", "rules-assumed 1:1", "occupied 1:22"],
    },
    Expected {
        file: "webrenjuboard_setup_pl_mismatch.sgf",
        records: &[["", "Black", "White", ""]],
        findings: &["turn-mismatch 1:50", "rules-assumed 1:1"],
    },
];

/// The events in words.
fn words(record: &Record) -> String {
    let text = |p: &Option<Point>| p.map_or("?".to_owned(), |p| p.text(Coords::WithI).to_string());
    let word = |event: &Event| match event.action {
        Action::Place(point) | Action::Choose(point) => text(&point),
        Action::Pass => "pass".to_owned(),
        Action::Swap(taken) => format!("swap-{}", if taken { "yes" } else { "no" }),
        Action::Edit(point) => format!("edit-{}", text(&Some(point))),
        Action::Offer(_) => {
            let points: Vec<_> = record.events.offered(event.action).iter().map(text).collect();
            format!("offer({})", points.join(","))
        }
        other => format!("{other:?}"),
    };
    record.events.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn records(bytes: &[u8]) -> Vec<Record> {
    records_of("sgf", bytes)
}

fn records_of(format: &str, bytes: &[u8]) -> Vec<Record> {
    let format = find_format(format).unwrap();
    let mut framer = format.framer(ReadOptions::default().encoding);
    let (mut records, mut at) = (Vec::new(), 0);
    while let Frame::Record { end } = framer.next(&bytes[at..], true) {
        let mut record = Record::new();
        format.read(&bytes[at..at + end], &ReadOptions::default(), &mut record);
        records.push(record);
        at += end;
    }
    records
}

#[test]
fn single_sgf_files_have_the_right_moves_names_and_findings() {
    let Some(folder) = samples("sgf") else { return };
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), SGF.len(), "every sample is expected here");
    for Expected { file, records: expected, findings } in SGF {
        let path = folder.join(file);
        let read = records(&std::fs::read(&path).unwrap());
        let told: Vec<[String; 4]> = read
            .iter()
            .map(|record| {
                let field = |f| record.get(f).unwrap_or_default().to_owned();
                let result = record.result.map_or("", |r| r.text()).to_owned();
                [words(record), field(Field::BlackName), field(Field::WhiteName), result]
            })
            .collect();
        assert_eq!(told, expected, "{file}");
        let verdicts = check(&[text(&path)], b"");
        let found: Vec<String> = verdicts
            .iter()
            .flat_map(|v| v["findings"].as_array().unwrap())
            .map(|f| format!("{} {}:{}", f["name"].as_str().unwrap(), f["line"], f["column"]))
            .collect();
        assert_eq!(found, findings, "{file}");
    }
}

/// A library: its file, then nodes, lines, depth and comments, and its findings as name and offset.
type Library = (&'static str, [u64; 4], &'static [&'static str]);

/// Counted by hand from the bytes.
const LIBRARIES: [Library; 23] = [
    ("example_for_science.lib", [5, 2, 3, 5], &[]),
    ("example_for_science_with_variant_maybe.lib", [14, 3, 6, 8], &[]),
    ("lib_3_is_pass.lib", [4, 1, 4, 1], &[]),
    ("lib_4_in_corner.lib", [17, 2, 16, 0], &[]),
    ("lib_4_left_right_up_down.lib", [7, 4, 4, 0], &[]),
    ("lib_comment.lib", [2, 1, 2, 2], &["stray-text 56"]),
    ("lib_documented.lib", [13, 4, 7, 2], &[]),
    ("lib_nocomment.lib", [2, 1, 2, 0], &[]),
    ("lib_single_stone_15xB.lib", [2, 2, 1, 0], &[]),
    ("lib_two_stone_15xB.lib", [3, 2, 2, 0], &[]),
    ("lib_two_top_rows.lib", [31, 2, 30, 0], &[]),
    ("nocomments.lib", [21, 4, 11, 0], &["double-three 40"]),
    ("null_move2.lib", [17, 4, 10, 2], &[]),
    ("one_move.lib", [1, 1, 1, 0], &[]),
    ("pos_4_in_corner.lib", [16, 1, 16, 0], &["library-open 54"]),
    ("pos_4th_is_a_pass.lib", [5, 1, 5, 1], &[]),
    ("pos_comment.lib", [2, 1, 2, 2], &[]),
    ("pos_nocomment.lib", [2, 1, 2, 0], &[]),
    ("pos_single_stone_15xB.lib", [1, 1, 1, 0], &["library-open 24"]),
    ("pos_two_top_rows.bak", [30, 1, 30, 0], &["library-open 82"]),
    ("pos_two_top_rows.lib", [2, 1, 2, 0], &["library-open 26"]),
    ("synthetic_legacy_headerless_oldcomment.lib", [6, 1, 6, 2], &[]),
    ("synthetic_v34_all_flags.lib", [5, 2, 4, 3], &["encoding 50"]),
];

#[test]
fn libraries_have_the_right_trees_and_are_written_back() {
    let Some(folder) = samples("lib") else { return };
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|path| std::fs::metadata(path).unwrap().len() > 0);
    assert_eq!(files.len(), LIBRARIES.len(), "every sample but the two empty ones is expected here");
    let (lib, sgf, jsonl) = (find_format("lib").unwrap(), find_format("sgf").unwrap(), find_format("jsonl").unwrap());
    for (file, counts, findings) in LIBRARIES {
        let path = folder.join(file);
        let bytes = std::fs::read(&path).unwrap();
        let mut record = Record::new();
        lib.read(&bytes, &ReadOptions::default(), &mut record);
        let told = Counts::of(&record).unwrap();
        assert_eq!([told.nodes, told.lines, told.depth, told.comments], counts, "{file}");
        let mut out = Vec::new();
        assert!(lib.write(&record, &WriteOptions::default(), &mut out).unwrap().is_empty(), "{file}");
        assert!(out == bytes, "{file} is written back");
        for other in [sgf, jsonl] {
            let (mut text, mut out, mut back) = (Vec::new(), Vec::new(), Record::new());
            assert!(other.write(&record, &WriteOptions::default(), &mut text).unwrap().is_empty(), "{file}");
            other.read(&text, &ReadOptions::default(), &mut back);
            lib.write(&back, &WriteOptions::default(), &mut out);
            assert!(out == bytes, "{file} comes back from {other:?}: {}", String::from_utf8_lossy(&text));
        }
        let verdicts = check(&[text(&path)], b"");
        let found = verdicts[0]["findings"].as_array().unwrap().iter().filter(|f| f["name"] != "rules-assumed");
        let found: Vec<_> = found.map(|f| format!("{} {}", f["name"].as_str().unwrap(), f["offset"])).collect();
        assert_eq!(found, findings, "{file}");
    }
    let empty = check(&[text(&folder.join("null_move.lib"))], b"");
    assert_eq!(names(&empty[0], "warning"), ["empty"]);
}

#[test]
fn rapfis_exports_are_the_same_library_in_each_of_its_three_orientations() {
    let Some(folder) = samples("engines/db") else { return };
    let lib = find_format("lib").unwrap();
    for name in ["example_for_science", "games_renju", "lib_3_is_pass", "lib_comment"] {
        let modes = [("none", "rapfi"), ("flipY_X", "rapfi-flipY_X"), ("X_flipY", "rapfi-X_flipY")];
        let read = modes.map(|(mode, dialect)| {
            let bytes = std::fs::read(folder.join(format!("{name}.{mode}.lib"))).unwrap();
            let mut record = Record::new();
            lib.read(&bytes, &ReadOptions { dialect: Some(dialect), ..ReadOptions::default() }, &mut record);
            assert!(record.readable && record.findings.is_empty(), "{name} {mode}: {:?}", record.findings);
            let mut out = Vec::new();
            lib.write(&record, &WriteOptions { dialect: Some(dialect), ..WriteOptions::default() }, &mut out).unwrap();
            assert!(out == bytes, "{name}.{mode} is written back");
            record
        });
        // The same moves in the same order, with the same comments.
        assert!(read[0].same_content(&read[1]) && read[0].same_content(&read[2]), "{name}");
    }
}

/// Everything that lies here and that several commands read.
fn everything() -> Vec<PathBuf> {
    let mut paths = matches();
    let more = ["sgf", "connect6_csv", "playok_pgn", "movelist_txt", "ban"];
    paths.extend([PENTE_ORG].into_iter().chain(more).filter_map(samples));
    paths
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let paths = everything();
    if paths.is_empty() {
        return;
    }
    let commands: [&[&str]; 5] = [
        &["check", "--format", "jsonl"],
        &["check", "-v"],
        &["list"],
        &["stats"],
        &["stats", "--format", "csv", "--after", "k10"],
    ];
    for command in commands {
        let outputs = ["1", "2", "3"].map(|threads| {
            let paths = paths.iter().map(|p| text(p));
            let run = program::run(command.iter().copied().chain(["-j", threads]).chain(paths), b"");
            assert!(matches!(run.status, Some(0 | 1)), "{}", run.stderr);
            (run.status, run.stdout, run.stderr)
        });
        assert!(outputs[0] == outputs[1] && outputs[0] == outputs[2], "{command:?}");
    }
}

#[test]
fn the_same_games_packed_in_any_way_have_the_same_verdicts() {
    let Some(path) = samples(PENTE_ORG) else { return };
    let plain = std::fs::read(&path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let gz = |bytes: &[u8]| {
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        writer.write_all(bytes).unwrap();
        writer.finish().unwrap()
    };
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("in/games.pgn", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(&plain).unwrap();
    // Two members, cut between two games.
    let cut = plain.len() / 2;
    let cut = cut + plain[cut..].windows(8).position(|w| w == b"\n[Game \"").unwrap() + 1;
    let packed = [
        file("games.pgn", &plain),
        file("games.pgn.gz", &gz(&plain)),
        file("two-members.pgn.gz", &[gz(&plain[..cut]), gz(&plain[cut..])].concat()),
        file("games.pgn.zst", &zstd::encode_all(&plain[..], 1).unwrap()),
        file("games.zip", &zip.finish().unwrap().into_inner()),
        file("no-extension", &plain),
    ];
    let verdicts = |path: &str, stdin: &[u8]| {
        let mut verdicts = check(&[path], stdin);
        verdicts.iter_mut().for_each(|v| v["file"] = Value::Null);
        verdicts
    };
    let expected = verdicts(text(&path), b"");
    for path in &packed {
        assert!(verdicts(path, b"") == expected, "{path}");
    }
    assert!(verdicts("-", &plain) == expected);
    assert!(verdicts("-", &gz(&plain)) == expected);
}
