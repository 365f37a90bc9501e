//! `pentad stats --manifest`.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod program;

use serde_json::{Value, json};

#[test]
fn a_manifest_tells_what_was_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let games = "(;GM[4]SZ[15]PB[Ann]PW[Bo];B[hh];W[ii]) (;GM[4]SZ[15];B[hh])\n";
    std::fs::write(path("a.sgf"), games).unwrap();
    std::fs::write(path("club.txt"), "Ann\n").unwrap();
    let args = ["stats", "--by", "player-class", "--classes", &path("club.txt"), "--where", "plies > 1"];
    let manifest = path("m.json");
    let args = || args.iter().copied().chain(["--manifest", &manifest, "-"]);
    let run = program::run(args().take(args().count() - 1).chain([path("a.sgf").as_str()]), b"");
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let told: Value = serde_json::from_slice(&std::fs::read(&manifest).unwrap()).unwrap();
    let sum = |name: &str| pentad_corpus::manifest::Content::of_file(&folder.path().join(name)).unwrap().sha256;
    assert_eq!(told["arguments"][0], "stats");
    assert_eq!((&told["inputs"][0]["records"], &told["inputs"][0]["sha256"]), (&json!(2), &json!(sum("a.sgf"))));
    assert_eq!(told["settings"][0]["sha256"], json!(sum("club.txt")));
    assert_eq!(told["records"], json!({"seen":2,"counted":1,"unreadable":0,"left_out":1,"undecided":0}));
    // What is there already is replaced only when asked, and an input never.
    assert_eq!(program::run(args(), games.as_bytes()).status, Some(2));
    assert_eq!(program::run(args().chain(["--force"]), games.as_bytes()).status, Some(0));
    let told: Value = serde_json::from_slice(&std::fs::read(&manifest).unwrap()).unwrap();
    assert_eq!(told["inputs"], json!([{"path": "-", "records": 2}]));
}
