//! `pentad index`, and `tree` and `find` with an index against the same without.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use program::{Run, command, finish};
use tempfile::TempDir;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/samples");

/// A folder with a copy of our own samples in `games`, to run the program in.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    fs::create_dir(&games).unwrap();
    for entry in fs::read_dir(SAMPLES).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, games.join(path.file_name().unwrap())).unwrap();
    }
    folder
}

fn run(folder: &Path, args: &[&str]) -> Run {
    let mut command = command(args);
    command.current_dir(folder).env("NO_COLOR", "1").stdin(Stdio::null());
    finish(command.spawn().unwrap())
}

fn sound(folder: &Path, args: &[&str]) -> Run {
    let run = run(folder, args);
    assert_eq!(run.status, Some(0), "{args:?}: {}", run.stderr);
    run
}

/// What the program says when it cannot do what it is asked.
fn refused(folder: &Path, args: &[&str]) -> String {
    let run = run(folder, args);
    assert_eq!((run.status, run.stdout.len()), (Some(2), 0), "{args:?}");
    run.stderr.trim_end().to_owned()
}

/// Compares the answer of an index with that of the records, status and stderr included. What there is to say of files as a whole, `index` has
/// said.
fn same(folder: &Path, paths: &[&str], command: &str, rest: &[&str]) {
    let ask = |from: &[&str]| {
        let args: Vec<&str> = [command].iter().chain(from).chain(rest).copied().collect();
        let Run { status, stdout, stderr } = run(folder, &args);
        (status, String::from_utf8(stdout).unwrap(), stderr)
    };
    let (direct, indexed) = (ask(paths), ask(&["--index", "a.pdx"]));
    assert_eq!((indexed.0, indexed.1), (direct.0, direct.1), "{command} {rest:?}");
    assert!(direct.2.ends_with(&indexed.2), "{command} {rest:?}: {}", direct.2);
}

const TREES: [&[&str]; 8] = [
    &[],
    &["--depth", "4"],
    &["--depth", "3", "--format", "json", "--results", "board"],
    &["--at", "h8 i9", "--depth", "5", "--format", "sgf"],
    &["--at", "j10", "--unfolded", "--format", "json"],
    &["--at", "h8", "--results", "official", "--top", "2"],
    &["--at", "a1 a2 a3"],
    &["--depth", "2", "--format", "json", "--unfolded"],
];

const FINDS: [&[&str]; 7] = [
    &["--where", "position \"h8 i9\""],
    &["--where", "position \"h8 i9\"", "--format", "jsonl"],
    &["--where", "position \"h8\" and not position \"h8 i9\" and result = black", "--format", "csv"],
    &["--where", "position \"j10\" and (year = 2010 or finding = double-three)"],
    &["--where", "position \"a1 a2\"", "--count"],
    &["--where", "position \"h8 h9\" and pattern \"X.X\"", "-q"],
    &["--where", "not (plies > 9 or not position \"h8\")"],
];

#[test]
fn an_index_says_what_the_records_say() {
    let folder = folder();
    let folder = folder.path();
    let made = sound(folder, &["index", "games", "-o", "a.pdx"]);
    assert!(made.stdout.is_empty());
    assert!(made.stderr.contains("refused: this is chess games (PGN)\n"), "{}", made.stderr);
    assert!(made.stderr.contains("\na.pdx: 85 records = 79 indexed + 6 unreadable; "), "{}", made.stderr);
    TREES.iter().for_each(|rest| same(folder, &["games"], "tree", rest));
    FINDS.iter().for_each(|rest| same(folder, &["games"], "find", rest));
    // What the index does not narrow down is read from the records.
    for rest in [&["--where", "plies < 9"][..], &["--where", "position \"h8\"", "--nodes"]] {
        let direct = sound(folder, &[&["find", "games"], rest].concat());
        let indexed = sound(folder, &[&["find", "--index", "a.pdx"], rest].concat());
        assert_eq!(indexed.text(), direct.text());
        let said = "The index does not narrow this down; all records are read.\n";
        assert_eq!(indexed.stderr, said.to_owned() + &direct.stderr);
    }
}

#[test]
fn options_belong_to_the_index() {
    let folder = folder();
    let folder = folder.path();
    let rules = "[game]\n";
    fs::write(folder.join("own.toml"), rules).unwrap();
    let flags = ["--rules=renju", "--override-rules", "--coords=with-i", "--size=15"];
    sound(folder, &[&["index", "games", "-o", "a.pdx", "--depth", "6"][..], &flags].concat());
    let direct = sound(folder, &[&["tree", "games", "--depth", "3"][..], &flags].concat());
    for given in [&[][..], &flags, &["--rules", "renju"]] {
        let indexed = sound(folder, &[&["tree", "--index", "a.pdx", "--depth", "3"], given].concat());
        assert_eq!(indexed.text(), direct.text());
    }
    let said = |args: &[&str]| refused(folder, &[&["tree", "--index", "a.pdx"], args].concat());
    let made = "error: a.pdx: it was made";
    assert_eq!(said(&["--rules", "pente"]), format!("{made} with --rules=renju and cannot answer with --rules=pente"));
    assert_eq!(said(&["--strict"]), format!("{made} without --strict and cannot answer with --strict"));
    assert_eq!(
        said(&["--depth", "7"]),
        "error: a.pdx: the index holds the first 6 plies of each game, and not 7 plies below a position of 0 plies \
         (--depth of pentad index)"
    );
    assert!(said(&["--where", "plies < 9"]).contains("'--index <DB>' cannot be used with '--where <QUERY>'"));
    assert!(said(&["games"]).contains("cannot be used with"));
    // A refresh keeps them.
    sound(folder, &["index", "--refresh", "a.pdx"]);
    assert_eq!(sound(folder, &["tree", "--index", "a.pdx", "--depth", "3"]).text(), direct.text());
    assert_eq!(
        refused(folder, &["index", "--refresh", "a.pdx", "--five", "ends"]),
        format!("{made} without --five and cannot answer with --five=ends")
    );
}

#[test]
fn a_file_of_rules_that_changes_makes_the_index_useless() {
    let folder = folder();
    let folder = folder.path();
    let toml = sound(folder, &["explain", "caro6", "--toml"]);
    fs::write(folder.join("own.toml"), &toml.stdout).unwrap();
    sound(folder, &["index", "games", "-o", "a.pdx", "--rules", "own.toml"]);
    let direct = sound(folder, &["tree", "games", "--rules", "own.toml", "--depth", "2"]);
    assert_eq!(sound(folder, &["tree", "--index", "a.pdx", "--depth", "2"]).text(), direct.text());
    fs::write(folder.join("own.toml"), [&toml.stdout[..], b"\n"].concat()).unwrap();
    assert_eq!(
        refused(folder, &["tree", "--index", "a.pdx"]),
        "error: a.pdx: a file of rules that it was made by has changed; make it anew"
    );
}

#[test]
fn what_has_changed_is_said_and_refreshed() {
    let folder = folder();
    let folder = folder.path();
    sound(folder, &["index", "games", "-o", "a.pdx", "-q"]);
    let before = sound(folder, &["tree", "--index", "a.pdx"]);
    assert_eq!(before.stderr, "");
    let cup = folder.join("games/renju-cup.sgf");
    fs::write(&cup, [&fs::read(&cup).unwrap()[..], b"(;GM[4]SZ[15]RU[renju];B[hh];W[hg])\n"].concat()).unwrap();
    fs::remove_file(folder.join("games/empty.sgf")).unwrap();
    fs::write(folder.join("games/new.sgf"), "(;GM[4]SZ[15]RU[renju];B[hh];W[ig])\n").unwrap();
    let news = "a.pdx: since it was made, games/renju-cup.sgf has changed; games/empty.sgf is gone; games/new.sgf is new; \
                `pentad index --refresh a.pdx` reads what is new";
    let after = sound(folder, &["tree", "--index", "a.pdx"]);
    assert_eq!((after.text(), after.stderr.trim_end()), (before.text(), news));
    let query = ["--where", "position \"h8 h9\""];
    assert_eq!(refused(folder, &[&["find", "--index", "a.pdx"], &query[..]].concat()), format!("error: {news}"));
    let made = sound(folder, &["index", "--refresh", "a.pdx"]);
    assert!(made.stderr.ends_with("; 2 files read, 13 kept\n"), "{}", made.stderr);
    same(folder, &["games"], "tree", &["--depth", "3"]);
    same(folder, &["games"], "find", &query);
    sound(folder, &["index", "games", "-o", "b.pdx", "-j", "1"]);
    assert!(fs::read(folder.join("a.pdx")).unwrap() == fs::read(folder.join("b.pdx")).unwrap());
    // The same command again refreshes, too; other options and --force read everything.
    for (args, said) in [
        (&["index", "games", "-o", "a.pdx"][..], "; 0 files read, 15 kept\n"),
        (&["index", "games", "-o", "a.pdx", "--force"], "; 15 files read, 0 kept\n"),
        (&["index", "games", "-o", "a.pdx", "--depth", "4"], "; 15 files read, 0 kept\n"),
    ] {
        let made = sound(folder, args);
        assert!(made.stderr.ends_with(said), "{}", made.stderr);
    }
}

#[test]
fn foreign_and_damaged_files_are_named() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("notes.txt"), "no index\n").unwrap();
    fs::write(folder.join("empty"), "").unwrap();
    let no = "error: notes.txt: it is no index of pentad";
    assert_eq!(refused(folder, &["tree", "--index", "notes.txt"]), no);
    assert_eq!(refused(folder, &["find", "--index", "notes.txt", "--where", "plies < 9"]), no);
    assert_eq!(refused(folder, &["index", "--refresh", "notes.txt"]), no);
    assert_eq!(refused(folder, &["tree", "--index", "empty"]), "error: empty: it is no index of pentad");
    assert!(refused(folder, &["tree", "--index", "gone"]).starts_with("error: gone cannot be read: "));
    assert_eq!(refused(folder, &["tree", "--index", "games"]), "error: games: it is no file");
    let there = "error: notes.txt is there already; --force replaces it";
    assert_eq!(refused(folder, &["index", "games", "-o", "notes.txt"]), there);
    let input = "games/renju-cup.sgf";
    assert_eq!(
        refused(folder, &["index", "games", "-o", input, "--force"]),
        format!("error: {input} is an input; an output never replaces an input")
    );
    assert!(refused(folder, &["index", "-", "-o", "a.pdx"]).contains("standard input cannot be read again"));
    assert!(refused(folder, &["index", "gone.sgf", "-o", "a.pdx"]).starts_with("error: gone.sgf cannot be read: "));
    assert!(refused(folder, &["index", "*.sgf", "-o", "a.pdx"]).contains("no file has such a name"));
    assert!(
        refused(folder, &["index", "games", "-o", "no/a.pdx"]).starts_with("error: no/a.pdx could not be written: ")
    );
    assert!(refused(folder, &["index", "games", "-o", "a.pdx", "--resume", "games/a:1"]).contains("--resume: "));
    assert!(!folder.join("a.pdx").exists());
    sound(folder, &["index", "games", "-o", "a.pdx"]);
    let mut bytes = fs::read(folder.join("a.pdx")).unwrap();
    let whole = bytes.clone();
    bytes[60] ^= 1;
    fs::write(folder.join("a.pdx"), &bytes).unwrap();
    let damaged = refused(folder, &["tree", "--index", "a.pdx"]);
    assert!(damaged.starts_with("error: a.pdx: the checksum of the block of "), "{damaged}");
    assert!(damaged.ends_with(" bytes is wrong (at byte 48)"), "{damaged}");
    // A larger version is named as such, once the checksum shows that it is meant.
    let mut newer = whole;
    newer[12] = 2;
    let mut sum = flate2::Crc::new();
    sum.update(&[0; 8]);
    sum.update(&newer[..44]);
    newer[44..48].copy_from_slice(&sum.sum().to_le_bytes());
    fs::write(folder.join("a.pdx"), &newer).unwrap();
    let version = "error: a.pdx: its format has version 2, and this program reads version 1";
    assert_eq!(refused(folder, &["tree", "--index", "a.pdx"]), version);
    assert!(refused(folder, &["index", "games", "-o", "a.pdx"]).contains("--force replaces it"));
    sound(folder, &["index", "games", "-o", "a.pdx", "--force"]);
    same(folder, &["games"], "tree", &[]);
}

/// The index may lie among the files that it is of.
#[test]
fn the_index_is_no_input_of_itself() {
    let folder = folder();
    let games = folder.path().join("games");
    sound(&games, &["index", ".", "-o", "a.pdx"]);
    let again = sound(&games, &["index", "--refresh", "a.pdx"]);
    assert!(again.stderr.ends_with("; 0 files read, 15 kept\n"), "{}", again.stderr);
    assert_eq!(sound(&games, &["tree", "--index", "a.pdx"]).stderr, "");
}

#[test]
fn samples_are_indexed() {
    let samples: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/samples/pente_pgn");
    if !samples.is_dir() {
        eprintln!("skipped: {} is not there", samples.display());
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (folder, samples) = (folder.path(), samples.to_str().unwrap());
    sound(folder, &["index", samples, "-o", "a.pdx"]);
    for rest in [
        &["--depth", "3", "--format", "json"][..],
        &["--at", "k10 l9", "--depth", "4"],
        &["--at", "k10 l9 n10", "--unfolded", "--format", "json"],
    ] {
        same(folder, &[samples], "tree", rest);
    }
    for query in
        ["position \"k10 l9 n10 m10\"", "position \"k10 l9\" and not position \"k10 l9 n10\" and result = white"]
    {
        same(folder, &[samples], "find", &["--where", query, "--format", "jsonl"]);
    }
}
