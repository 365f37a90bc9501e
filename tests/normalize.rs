//! `pentad normalize` with files: what appears beside the output, and what does not appear.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod program;

use std::fs;
use std::process::Stdio;

use program::Run;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with files, in which the program runs.
struct Room(TempDir);

impl Room {
    fn with(files: &[(&str, &[u8])]) -> Room {
        let room = Room(tempfile::tempdir().unwrap());
        for (name, bytes) in files {
            fs::write(room.0.path().join(name), bytes).unwrap();
        }
        room
    }

    fn normalize(&self, args: &str) -> Run {
        let mut command = program::command(["normalize"].into_iter().chain(args.split(' ')));
        program::finish(command.current_dir(self.0.path()).stdin(Stdio::null()).spawn().unwrap())
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn lines(&self, name: &str) -> Vec<Value> {
        self.text(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Everything that lies in a folder, hidden files included.
    fn listed(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.0.path().join(folder)).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

const GAMES: &[u8] = br#"{"pentad":1,"id":"a","rules":"renju","size":15,"black":{"name":"Ann"},"white":{"name":"Bo"},"date":"17.5.2011","result":"1-0","moves":["h8","a1","i8","c2","j8","e1","k8","o15"]}
{"pentad":1,"id":"b","rules":"renju","size":15,"black":{"name":"ANN"},"white":{"name":"Bo"},"date":"05/06/2011","moves":["h8","h9","i9"]}
{"pentad":1,"id":"c","size":15,"moves":["a1","b2"]}
"#;

#[test]
fn every_change_is_a_line() {
    let room = Room::with(&[("games.jsonl", GAMES)]);
    let run = room.normalize("games.jsonl -o out.sgf --changes changes.jsonl --cut first-irregular -q");
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    let lines = room.lines("changes.jsonl");
    let line = |n: usize, rest: Value| {
        let id = ["a", "b", "c"][n - 1];
        let mut line = json!({ "file": "games.jsonl", "record": n, "id": id });
        line.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        line
    };
    let clear = "the day and the month cannot be told apart; --date-order tells which comes first";
    assert_eq!(
        lines,
        [
            line(1, json!({"fix":"cut","field":"moves","before":"o15","after":null,"how":"four-not-answered","ply":8})),
            line(
                1,
                json!({"fix":"dates","field":"date","before":"17.5.2011","after":"2011-05-17","how":"in ISO form"})
            ),
            line(
                1,
                json!({"fix":"orientation","field":"moves","before":"h8 a1 i8","after":"h8 a1 h9","how":"transpose"})
            ),
            line(2, json!({"fix":"dates","field":"date","before":"05/06/2011","after":"05/06/2011","left":clear})),
        ]
    );
    assert_eq!(room.listed("."), ["changes.jsonl", "games.jsonl", "out.sgf"], "nothing else is left");
}

#[test]
fn the_manifest_tells_what_was_read_and_written() {
    let room = Room::with(&[("games.jsonl", GAMES), ("names.toml", b"[players]\n\"Ann\" = []\n"), ("empty.sgf", b"")]);
    let args = "games.jsonl empty.sgf -o out --to jsonl --split-by count=2 --manifest m.json --aliases names.toml -q";
    assert_eq!(room.normalize(args).status, Some(0));
    let manifest: Value = serde_json::from_str(&room.text("m.json")).unwrap();
    assert_eq!(manifest["manifest"], 1);
    assert_eq!(manifest["arguments"][0], "normalize");
    let hash = |name: &str| {
        let content = pentad_corpus::manifest::Content::of_file(&room.0.path().join(name)).unwrap();
        (json!(content.bytes), json!(content.sha256))
    };
    let entries = |key: &str| -> Vec<(String, Value)> {
        let list = manifest[key].as_array().unwrap();
        for entry in list {
            let (bytes, sha256) = hash(entry["path"].as_str().unwrap());
            assert_eq!((&entry["bytes"], &entry["sha256"]), (&bytes, &sha256), "{entry}");
        }
        list.iter().map(|e| (e["path"].as_str().unwrap().to_owned(), e["records"].clone())).collect()
    };
    assert_eq!(entries("inputs"), [("empty.sgf".to_owned(), json!(0)), ("games.jsonl".to_owned(), json!(3))]);
    assert_eq!(entries("settings"), [("names.toml".to_owned(), Value::Null)]);
    let path = |n: u32| std::path::Path::new("out").join(format!("part-{n:06}.jsonl")).to_string_lossy().into_owned();
    assert_eq!(entries("outputs"), [(path(1), json!(2)), (path(2), json!(1))]);
    let records =
        json!({"seen":4,"written":3,"not_convertible":0,"unreadable":0,"refused":1,"left_out":0,"undecided":0});
    assert_eq!(manifest["records"], records);
}

#[test]
fn the_manifest_lists_the_files_of_single_records() {
    let room = Room::with(&[("games.jsonl", GAMES)]);
    let run = room.normalize("games.jsonl -o out --to psq --split-by record --manifest m.json -q");
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let manifest: Value = serde_json::from_str(&room.text("m.json")).unwrap();
    let outputs = manifest["outputs"].as_array().unwrap();
    assert_eq!(outputs.len(), 3);
    for output in outputs {
        let path = room.0.path().join(output["path"].as_str().unwrap());
        let content = pentad_corpus::manifest::Content::of_file(&path).unwrap();
        assert_eq!(output["sha256"], json!(content.sha256));
    }
}

#[test]
fn standard_input_has_no_hash() {
    let room = Room::with(&[]);
    let run = room.normalize("- -o - --to jsonl --manifest m.json -q");
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let manifest: Value = serde_json::from_str(&room.text("m.json")).unwrap();
    assert_eq!(manifest["inputs"], json!([{"path":"-","records":0}]));
}

#[test]
fn suggestions_can_be_given_back() {
    let room = Room::with(&[("games.jsonl", GAMES)]);
    assert_eq!(room.normalize("games.jsonl -o a.jsonl --suggest names.toml -q").status, Some(0));
    assert!(room.text("names.toml").ends_with(
        "[players]\n# the same but for case or the place of the family name (in 1, 1 records)\n\"Ann\" = [\"ANN\"]\n"
    ));
    assert_eq!(room.normalize("games.jsonl -o b.jsonl --aliases names.toml -q").status, Some(0));
    assert_eq!(room.lines("b.jsonl")[1]["black"]["name"], "Ann");
    assert_eq!(room.lines("a.jsonl")[1]["black"]["name"], "ANN", "a suggestion is not applied");
}

#[test]
fn what_is_not_as_expected_leaves_nothing() {
    let room = Room::with(&[("games.jsonl", GAMES)]);
    let run = room.normalize("games.jsonl -o out.jsonl --expect 4");
    assert_eq!(run.status, Some(1));
    assert_eq!(room.listed("."), ["games.jsonl"]);
    assert!(run.stderr.contains("count-differs: 3 seen, 4 expected"), "{}", run.stderr);
    assert_eq!(room.normalize("games.jsonl -o out.jsonl --expect 3 -q").status, Some(0));
    for (args, message) in [
        ("games.jsonl -o out.jsonl", "out.jsonl is there already"),
        ("games.jsonl -o games.jsonl --force", "is an input"),
        ("games.jsonl -o x.jsonl --changes games.jsonl --force", "is an input or the output"),
        ("games.jsonl -o x.jsonl --changes c --manifest c", "both name c"),
        ("games.jsonl -o x.jsonl --aliases none.toml", "none.toml could not be read"),
    ] {
        let run = room.normalize(args);
        assert_eq!(run.status, Some(2), "{args}");
        assert!(run.stderr.contains(message), "{args}: {}", run.stderr);
    }
    assert_eq!(room.listed("."), ["games.jsonl", "out.jsonl"]);
}

#[test]
fn the_output_does_not_depend_on_the_threads() {
    let many: Vec<u8> = GAMES.repeat(3000);
    let room = Room::with(&[("games.jsonl", &many)]);
    for (threads, name) in [(1, "a"), (4, "b")] {
        let args = format!(
            "games.jsonl -o {name}.jsonl --changes {name}.changes --suggest {name}.toml --cut first-irregular -q -j {threads}"
        );
        assert_eq!(room.normalize(&args).status, Some(0));
    }
    for end in ["jsonl", "changes", "toml"] {
        assert!(room.text(&format!("a.{end}")) == room.text(&format!("b.{end}")), "{end}");
    }
}
