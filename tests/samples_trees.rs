//! Trees of others on their way through the program, where they lie beside the repository (`../shared/samples`): they are other people's and
//! no part of it. Without them every test here says so and passes.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod program;

use std::path::{Path, PathBuf};

use program::{Run, check};

fn samples(part: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/samples").join(part);
    let found = path.exists();
    if !found {
        println!("skipped: there is no {}", path.display());
    }
    found.then_some(path)
}

fn libraries() -> Option<Vec<PathBuf>> {
    let mut files: Vec<_> = std::fs::read_dir(samples("lib")?).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    Some(files)
}

fn convert(from: &Path, to: &Path, more: &[&str]) -> Run {
    let args = ["convert", from.to_str().unwrap(), "-o", to.to_str().unwrap(), "-q", "--deny-loss", "--force"];
    program::run(args.iter().chain(more).copied(), b"")
}

#[test]
fn every_library_is_read_or_refused_by_name() {
    let Some(files) = libraries() else { return };
    let mut empty = 0;
    for path in &files {
        let verdicts = check(&[path.to_str().unwrap()], b"");
        assert_eq!(verdicts.len(), 1, "{}", path.display());
        if std::fs::metadata(path).unwrap().len() == 0 {
            empty += 1;
            assert_eq!(program::names(&verdicts[0], "warning"), ["empty"], "{}", path.display());
        } else {
            assert!(verdicts[0]["verdict"] != "unreadable", "{}: {}", path.display(), verdicts[0]);
        }
    }
    assert_eq!((files.len(), empty), (25, 2));
}

#[test]
fn libraries_come_back_byte_for_byte_from_the_program() {
    let Some(files) = libraries() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    for path in files.iter().filter(|path| std::fs::metadata(path).unwrap().len() > 0) {
        let bytes = std::fs::read(path).unwrap();
        let context = path.display();
        // By name, since one of them has another extension.
        let rewritten = convert(path, &file("again.lib"), &["--rewrite"]);
        assert_eq!((rewritten.status, rewritten.stderr.as_str()), (Some(0), ""), "{context}");
        assert!(std::fs::read(file("again.lib")).unwrap() == bytes, "{context} is written anew");
        for middle in ["middle.sgf", "middle.jsonl"] {
            let there = convert(path, &file(middle), &[]);
            assert_eq!((there.status, there.stderr.as_str()), (Some(0), ""), "{context}");
            let back = convert(&file(middle), &file("back.lib"), &[]);
            assert_eq!((back.status, back.stderr.as_str()), (Some(0), ""), "{context}");
            assert!(std::fs::read(file("back.lib")).unwrap() == bytes, "{context} comes back from {middle}");
        }
        // What SGF has no place for rides in one property of the root.
        let sgf = String::from_utf8(std::fs::read(file("middle.sgf")).unwrap()).unwrap();
        let root = sgf.split("\n;").next().unwrap();
        assert_eq!(root.matches("]LIB[").count() + root.matches("\nLIB[").count(), 1, "{context}: {root}");
    }
}

#[test]
fn nothing_that_a_library_breaks_off_with_is_a_crash() {
    let Some(files) = libraries() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut cut = 0;
    for (number, path) in files.iter().enumerate() {
        let bytes = std::fs::read(path).unwrap();
        for len in (1..bytes.len()).step_by(1 + bytes.len() / 40) {
            std::fs::write(folder.path().join(format!("{number:02}-{len:05}.lib")), &bytes[..len]).unwrap();
            cut += 1;
        }
    }
    let verdicts = check(&[folder.path().to_str().unwrap()], b"");
    assert_eq!(verdicts.len(), cut, "one line for each file");
}

#[test]
fn the_games_of_pente_org_are_one_tree() {
    let Some(path) = samples("pente_pgn/pente_org_tb_9668_games.pgn") else { return };
    let folder = tempfile::tempdir().unwrap();
    let tree = |threads: &str| {
        let to = folder.path().join(format!("tree{threads}.sgf"));
        let args = ["convert", path.to_str().unwrap(), "-o", to.to_str().unwrap(), "--merge-tree", "-j", threads];
        let run = program::run(args, b"");
        assert_eq!(run.status, Some(0), "{}", run.stderr);
        assert!(
            run.stderr.contains("9,668 records = 9,668 converted") && run.stderr.contains("one tree of 235,344 nodes")
        );
        std::fs::read(to).unwrap()
    };
    let one = tree("1");
    assert!(one == tree("2") && one == tree("3"), "the tree depends on the number of threads");
    // Each beginning of a game is there once: as many games as end where another goes on are missing among the lines, and no more.
    let list = program::run(["list", "--format", "jsonl", folder.path().join("tree1.sgf").to_str().unwrap()], b"");
    let row = &list.lines()[0];
    assert_eq!((&row["nodes"], &row["depth"]), (&235_344.into(), &64.into()));
    let texts = std::fs::read_to_string(&path).unwrap();
    let mut games: Vec<String> = texts
        .split("\n[Game ")
        .map(|game| {
            let moves = game.replace('\r', "");
            let moves = moves.split("\n\n").nth(1).unwrap_or_default().to_owned();
            let stones = moves.split_ascii_whitespace().filter(|w| w.as_bytes()[0].is_ascii_alphabetic());
            stones.map(|w| format!("{w} ")).collect()
        })
        .collect();
    games.sort();
    let goes_on = games.windows(2).filter(|pair| pair[1].starts_with(&pair[0])).count();
    assert_eq!(row["lines"], games.len() - goes_on);
    // The part below a position is the same whether it is taken of the games or of their tree.
    let below = |from: &Path, more: &[&str]| {
        let to = folder.path().join("below.sgf");
        let args =
            ["convert", from.to_str().unwrap(), "-o", to.to_str().unwrap(), "--subtree", "K10 L9", "-q", "--force"];
        assert_eq!(program::run(args.iter().chain(more).copied(), b"").status, Some(0));
        std::fs::read(to).unwrap()
    };
    assert!(below(&path, &["--merge-tree"]) == below(&folder.path().join("tree1.sgf"), &[]));
}

/// A tree of statistics from pente.org: each node has a number of games (N) and the games that its player won and lost (a comment).
#[test]
fn a_published_tree_of_statistics_keeps_its_counts() {
    let Some(path) = samples("pente_sgf/analysis.sgf") else { return };
    let folder = tempfile::tempdir().unwrap();
    let counts = |path: &Path| -> Vec<(u64, u64, u64)> {
        let text = std::fs::read_to_string(path).unwrap();
        let property = |node: &str, name: &str| -> String {
            let from = node.find(name).unwrap() + name.len();
            node[from..].split(']').next().unwrap().to_owned()
        };
        let node = |node: &str| {
            let (won, lost) =
                property(node, "]C[").split_once('/').map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap())).unwrap();
            (property(node, "]N[").parse().unwrap(), won, lost)
        };
        text.replace(['\n', '\r'], "").split(';').skip(2).map(node).collect()
    };
    let expected = counts(&path);
    assert_eq!((expected.len(), expected[0]), (10_801, (3417, 2039, 1379)));
    let [again, json, back] = ["again.sgf", "tree.jsonl", "back.sgf"].map(|name| folder.path().join(name));
    for (from, to, more) in [(&path, &again, &["--rewrite"][..]), (&path, &json, &[]), (&json, &back, &[])] {
        let run = convert(from, to, more);
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{}", to.display());
    }
    assert!(counts(&again) == expected && counts(&back) == expected);
    // The second move at O9, after whatever line of the tree.
    let args = ["find", "--nodes", "--format", "jsonl", "--where", "comment = \"95/116\"", path.to_str().unwrap()];
    let found = program::run(args, b"").lines();
    assert!(found.iter().any(|row| row["ply"] == 2 && row["point"] == "o9"), "{found:?}");
}
