//! What an index answers against what the records themselves say, the bytes of indexes against each other, and damaged indexes.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fmt::Write as _;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use pentad_corpus::index::{Index, IndexBuilder, IndexOptions};
use pentad_corpus::{
    Counts, Error, Facts, Judge, JudgeOptions, Options, Played, Query, RecordReader, ResultsBy, Sources, Subject,
    TreeOptions, TreeView, result, run,
};
use pentad_formats::ReadOptions;
use pentad_rules::{Catalogue, Color, Coords, Point, Size};
use proptest::prelude::*;
use tempfile::TempDir;

const DEPTH: u8 = 7;

fn options(threads: usize) -> Options<'static> {
    Options { threads, ..Options::default() }
}

/// Makes an index; of what an old one has, where there is one.
fn make(path: &Path, arguments: &[PathBuf], old: Option<Index>, threads: usize) -> Result<Index, Error> {
    let wanted = IndexOptions { flags: vec!["--flag".to_owned()], depth: DEPTH };
    let mut builder = IndexBuilder::new(path, arguments, wanted, old, 0)?;
    let (sources, collectors) = (builder.sources(), builder.collectors());
    let mut failed = None;
    run(
        sources,
        &options(threads),
        || collectors.one(ReadOptions::default()),
        |collector, batch| collector.collect(batch, &JudgeOptions::default()),
        |part| match builder.add(part) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        },
    )?;
    match failed {
        Some(error) => Err(error),
        None => builder.finish(|| false).and_then(|_| Index::open(path)),
    }
}

/// The moves below a position by the records, and what was not read.
fn tree(arguments: &[PathBuf], options_: &TreeOptions, by: ResultsBy) -> (TreeView, u64) {
    let (mut view, mut unreadable) = (TreeView::default(), 0);
    run(
        Sources::new(arguments).unwrap(),
        &options(1),
        || (RecordReader::default(), Judge::new()),
        |(reader, judge), batch| {
            let (mut view, mut unreadable) = (TreeView::default(), 0);
            let format = batch.input.format.map_or("", |f| f.info().id);
            for slice in batch.records() {
                let record = reader.read(batch, &slice);
                if !record.readable {
                    unreadable += 1;
                    continue;
                }
                let judgement = judge.judge(record, format, &JudgeOptions::default());
                let (game, opening, size) = (judgement.game, judgement.opening, judgement.size);
                let (verdict, result) = (judge.verdict(), result(record, judge.verdict(), by));
                view.add(&Played { record, game, opening, size, verdict, result }, options_);
            }
            unreadable += u64::from(batch.end.as_ref().is_some_and(|e| e.outcome.is_some()));
            (view, unreadable)
        },
        |(part, failed)| {
            view.merge(part);
            unreadable += failed;
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    (view, unreadable)
}

type Lines = Vec<(Size, Vec<Option<Point>>, Option<Color>, Counts, Counts)>;

/// Each line of a tree with all that is counted of it.
fn lines(view: &TreeView) -> (Lines, [u64; 2]) {
    let mut found = Vec::new();
    for (size, board) in view.boards() {
        found.push((size, Vec::new(), None, board.root, Counts::default()));
        let branches = board.branches();
        let mut open: Vec<_> = branches[0].iter().map(|b| (Vec::new(), b)).collect();
        while let Some((mut path, branch)) = open.pop() {
            path.push(branch.point);
            found.push((size, path.clone(), Some(branch.mover), branch.here, branch.reached));
            open.extend(branches[branch.id as usize].iter().map(|b| (path.clone(), b)));
        }
    }
    (found, view.coords)
}

/// Which records a query means, by the records: those it means, those it may mean, all.
fn meant(
    sources: Sources,
    query: &Query,
    wanted: impl Fn(&pentad_corpus::Batch, u64) -> bool + Sync,
) -> [Vec<String>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    run(
        sources,
        &options(1),
        || (RecordReader::default(), Judge::new()),
        |(reader, judge), batch| {
            let format = batch.input.format.map_or("", |f| f.info().id);
            let mut found = [Vec::new(), Vec::new()];
            for slice in batch.records().filter(|slice| wanted(batch, slice.number)) {
                let record = reader.read(batch, &slice);
                if !record.readable {
                    continue;
                }
                let judgement = judge.judge(record, format, &JudgeOptions::default());
                let verdict = judge.verdict();
                let result = result(record, verdict, ResultsBy::Stated);
                let facts = Facts { record, judgement: &judgement, verdict, name: None, result };
                let findings = [&record.findings[..], judge.findings()];
                let name = batch.input.name();
                match query.matches(&Subject { facts, findings, file: name, format }) {
                    Some(true) => found[0].push(format!("{name}:{}", slice.number)),
                    Some(false) => {}
                    None => found[1].push(format!("{name}:{}", slice.number)),
                }
            }
            found
        },
        |[yes, perhaps]| {
            found[0].extend(yes);
            found[1].extend(perhaps);
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    found
}

/// A game in a few bytes of choice.
#[derive(Clone, Debug)]
struct Choice {
    game: usize,
    moves: Vec<u8>,
    result: usize,
    kind: u8,
}

const GAMES: [&str; 5] = ["renju", "gomoku", "pente", "connect6", "nobody-knows"];
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Points of a small square, so that positions come about again and stones are captured; some are no points or passes.
fn point(n: u8) -> String {
    match n {
        0..=24 => format!("{}{}", char::from(b'e' + n % 5), 5 + n / 5),
        25 => "pass".to_owned(),
        _ => "z99".to_owned(),
    }
}

impl Choice {
    fn line(&self) -> String {
        let (rules, result) = (GAMES[self.game], RESULTS[self.result]);
        let mut out = format!("{{\"pentad\":1,\"rules\":\"{rules}\",\"size\":11,\"result\":\"{result}\"");
        match self.kind {
            1 => out.push_str(",\"coords\":\"skip-i\""),
            2 => out.push_str(",\"setup\":{\"black\":[\"e5\",\"f6\"],\"white\":[\"g7\"]}"),
            3 => out.push_str(",\"official\":\"-:+\""),
            4 => out.push_str(",\"paint\":\"white-first\""),
            5 => return "{\"pentad\":1,\"moves\":".to_owned(),
            _ => {}
        }
        let events = self.moves.iter().enumerate().map(|(number, &n)| match (self.kind, number) {
            (6, 3) => "{\"resign\":1}".to_owned(),
            (7, 2 | 3) => format!("{{\"place\":\"{}\",\"color\":\"black\"}}", point(n % 25)),
            _ if n == 25 => "{\"pass\":true}".to_owned(),
            _ => format!("{{\"place\":\"{}\"}}", point(n)),
        });
        let _ = write!(out, ",\"events\":[{}]}}", events.collect::<Vec<_>>().join(","));
        out
    }

    /// As SGF, where stones may be set up in the middle of a game.
    fn sgf(&self) -> String {
        let mut out = "(;GM[4]SZ[11]RU[renju]".to_owned();
        for (number, &n) in self.moves.iter().enumerate() {
            let at = format!("{}{}", char::from(b'c' + n % 5), char::from(b'c' + n / 5 % 5));
            let color = if number % 2 == 0 { 'B' } else { 'W' };
            match self.kind {
                1 | 2 if number == 2 => write!(out, ";AB[{at}]AE[cc]"),
                _ => write!(out, ";{color}[{at}]"),
            }
            .unwrap();
        }
        out + ")"
    }
}

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    let moves = proptest::collection::vec(prop_oneof![40 => 0u8..25, 2 => Just(25), 1 => Just(26)], 0..12);
    let kind = prop_oneof![10 => Just(0u8), 8 => 1u8..8];
    let game = (0..GAMES.len(), moves, 0..RESULTS.len(), kind);
    let game = game.prop_map(|(game, moves, result, kind)| Choice { game, moves, result, kind });
    proptest::collection::vec(game, 0..14)
}

/// Files of some games each: JSON lines, the last one SGF.
fn write_files(folder: &Path, files: &[Vec<Choice>]) {
    for (number, games) in files.iter().enumerate() {
        let (text, extension) = if number == 2 {
            (games.iter().map(Choice::sgf).collect::<Vec<_>>().join("\n"), "sgf")
        } else {
            (games.iter().map(|game| game.line() + "\n").collect(), "jsonl")
        };
        fs::write(folder.join(format!("{number}.{extension}")), text).unwrap();
    }
}

fn folders() -> (TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    fs::create_dir(&games).unwrap();
    let index = folder.path().join("a.pdx");
    (folder, games, index)
}

fn at_moves(moves: &str) -> [Vec<Point>; 2] {
    [Coords::WithI, Coords::SkipI]
        .map(|coords| moves.split_whitespace().map(|m| Point::parse(m, coords).unwrap()).collect())
}

const POSITIONS: [&str; 7] = ["", "g7", "e5 f6", "j9 g7", "g7 e5 f6", "e5 e6 f5 e7", "h7 g7 f7 g8"];

const QUERIES: [&str; 6] = [
    "position \"g7\"",
    "position \"e5 f6 g7\"",
    "position \"j9 g7\" and result = black",
    "position \"e5\" and not position \"e5 f6\"",
    "(position \"f6 g7\" or position \"h7\") and plies > 2 and pattern \"XO\"",
    "year = 2010 and position \"f6\"",
];

fn agrees(index: &mut Index, games: &Path) {
    let arguments = [games.to_owned()];
    let catalogue = Catalogue::standard();
    for (number, moves) in POSITIONS.iter().enumerate() {
        for unfolded in [false, true] {
            let depth = 1 + number % (usize::from(DEPTH) - 4);
            let wanted = TreeOptions { at: at_moves(moves), depth, unfolded };
            let by = [ResultsBy::Stated, ResultsBy::Board, ResultsBy::Official][number % 3];
            let (view, unreadable) = tree(&arguments, &wanted, by);
            let answer = index.tree(&wanted, by, catalogue).unwrap();
            assert_eq!(lines(&answer), lines(&view), "at {moves}, depth {depth}, unfolded {unfolded}");
            assert_eq!(index.totals().unreadable, unreadable);
        }
    }
    for text in QUERIES {
        let query = Query::parse(text).unwrap();
        let [yes, perhaps] = meant(Sources::new(&arguments).unwrap(), &query, |_, _| true);
        let candidates = index.candidates(&query, catalogue).unwrap().unwrap();
        let answer = meant(candidates.sources(), &query, |batch, number| candidates.has(batch, number));
        assert_eq!(answer, [yes, perhaps], "{text}");
    }
}

fn bytes(index: Index) -> Vec<u8> {
    fs::read(index.path()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// The index says what the records say.
    #[test]
    fn answers_are_those_of_the_records(files in proptest::collection::vec(choices(), 1..5)) {
        let (_folder, games, path) = folders();
        write_files(&games, &files);
        let mut index = make(&path, std::slice::from_ref(&games), None, 2).unwrap();
        agrees(&mut index, &games);
    }

    /// The bytes depend on the files alone: not on threads, nor on the order of the paths, nor on what was there before.
    #[test]
    fn bytes_are_those_of_the_files(
        before in proptest::collection::vec(choices(), 1..5),
        after in proptest::collection::vec(choices(), 1..5),
        kept in any::<[bool; 5]>(),
    ) {
        let (folder, games, path) = folders();
        write_files(&games, &before);
        let old = make(&path, std::slice::from_ref(&games), None, 1).unwrap();
        let unchanged: Vec<_> = (0..before.len()).filter(|&n| kept[n]).collect();
        for entry in fs::read_dir(&games).unwrap() {
            let entry = entry.unwrap().path();
            let name = entry.file_stem().unwrap().to_string_lossy().into_owned();
            if !unchanged.iter().any(|n| n.to_string() == name) {
                fs::remove_file(entry).unwrap();
            }
        }
        let anew = folder.path().join("anew");
        fs::create_dir(&anew).unwrap();
        write_files(&anew, &after);
        for entry in fs::read_dir(&anew).unwrap() {
            let from = entry.unwrap().path();
            let to = games.join(from.file_name().unwrap());
            if !to.exists() {
                fs::rename(from, to).unwrap();
            }
        }
        let mut paths: Vec<PathBuf> = fs::read_dir(&games).unwrap().map(|e| e.unwrap().path()).collect();
        let fresh = bytes(make(&folder.path().join("b.pdx"), std::slice::from_ref(&games), None, 3).unwrap());
        let mut refreshed = make(&path, std::slice::from_ref(&games), Some(old), 2).unwrap();
        agrees(&mut refreshed, &games);
        prop_assert!(bytes(refreshed) == fresh);
        let one = bytes(make(&path, &paths, None, 1).unwrap());
        paths.reverse();
        prop_assert!(bytes(make(&path, &paths, None, 2).unwrap()) == one);
    }
}

fn example() -> Vec<Choice> {
    let game = |game, moves: &[u8], kind| Choice { game, moves: moves.to_vec(), result: game % 4, kind };
    vec![
        game(0, &[12, 0, 6, 3], 0),
        game(0, &[12, 0, 6], 0),
        game(1, &[0, 12, 6], 1),
        game(2, &[12, 13, 0, 14, 15, 3], 0),
        game(0, &[1, 2], 2),
        game(0, &[1], 5),
    ]
}

/// Whatever happens to an index on the disk, it gives the right answer or an error.
#[test]
fn damage_is_noticed_or_harmless() {
    let (_folder, games, path) = folders();
    write_files(&games, &[example()]);
    let arguments = [games];
    let wanted = TreeOptions { at: at_moves("g7"), depth: 2, unfolded: false };
    let query = Query::parse("position \"g7 e5\"").unwrap();
    let ask = |path: &Path| -> Result<_, Error> {
        let mut index = Index::open(path)?;
        let view = index.tree(&wanted, ResultsBy::Stated, Catalogue::standard())?;
        let candidates = index.candidates(&query, Catalogue::standard())?.unwrap();
        Ok((lines(&view), candidates.count(), index.totals(), index.arguments(), index.options().clone()))
    };
    make(&path, &arguments, None, 1).unwrap();
    let whole = fs::read(&path).unwrap();
    let right = ask(&path).unwrap();
    // Turned by half, the black and the white stone change places.
    assert_eq!(right.1, 3);
    let mut noticed = 0;
    for at in 0..whole.len() {
        for flip in [1, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= flip;
            fs::write(&path, &bytes).unwrap();
            match ask(&path) {
                Ok(answer) => assert_eq!(answer, right, "byte {at} flipped by {flip:#x}"),
                Err(error) => {
                    noticed += 1;
                    assert!(error.to_string().starts_with(&*path.to_string_lossy()), "{error}");
                }
            }
        }
    }
    // All blocks of so small an index are read, so that no byte goes unnoticed.
    assert_eq!(noticed, 3 * whole.len());
    for len in 0..whole.len() {
        fs::write(&path, &whole[..len]).unwrap();
        assert!(ask(&path).is_err(), "cut to {len} bytes");
    }
    fs::write(&path, [&whole[..], b"\n"].concat()).unwrap();
    assert!(ask(&path).is_err());
}

/// Where nonsense has the right checksums, the answer may be nonsense, but it comes, and soon.
#[test]
fn nonsense_with_right_checksums_is_no_danger() {
    let (_folder, games, path) = folders();
    write_files(&games, &[example()]);
    let arguments = [games];
    make(&path, &arguments, None, 1).unwrap();
    let whole = fs::read(&path).unwrap();
    let number = |at: usize| u64::from_le_bytes(whole[at..at + 8].try_into().unwrap()) as usize;
    let (meta, meta_len) = (number(24), number(32));
    // The description ends with the uppermost node (offset, length, levels) and a count.
    let node = number(meta + meta_len - 21);
    let rows_len = example().len() * (9 + 2 * usize::from(DEPTH));
    let leaf = 48 + rows_len + 4;
    let blocks = [(48, rows_len), (leaf, node - 4 - leaf), (node, 28), (meta, meta_len)];
    let query = Query::parse("position \"g7 e5\"").unwrap();
    let mut answered = 0;
    for (offset, len) in blocks {
        for at in offset..offset + len {
            for value in [0xff, whole[at] ^ 1, whole[at].wrapping_sub(1)] {
                let mut bytes = whole.clone();
                bytes[at] = value;
                let mut sum = flate2::Crc::new();
                sum.update(&(offset as u64).to_le_bytes());
                sum.update(&bytes[offset..offset + len]);
                bytes[offset + len..offset + len + 4].copy_from_slice(&sum.sum().to_le_bytes());
                fs::write(&path, &bytes).unwrap();
                let Ok(mut index) = Index::open(&path) else { continue };
                for (moves, unfolded) in [("", true), ("g7", false)] {
                    let wanted = TreeOptions { at: at_moves(moves), depth: 3, unfolded };
                    answered += usize::from(index.tree(&wanted, ResultsBy::Board, Catalogue::standard()).is_ok());
                }
                let _ = index.candidates(&query, Catalogue::standard());
                if value == 0xff {
                    let _ = make(&path.with_extension("other"), &arguments, Some(index), 1);
                }
            }
        }
    }
    assert!(answered > 0);
}

/// A damaged index is not made anew in part.
#[test]
fn an_old_index_that_is_damaged_is_an_error() {
    let (folder, games, path) = folders();
    write_files(&games, &[example()]);
    let arguments = [games];
    make(&path, &arguments, None, 1).unwrap();
    let whole = fs::read(&path).unwrap();
    let other = folder.path().join("other.pdx");
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x40;
        fs::write(&path, &bytes).unwrap();
        let Ok(old) = Index::open(&path) else { continue };
        assert!(make(&other, &arguments, Some(old), 1).is_err(), "byte {at}");
        assert!(!other.exists());
    }
}

#[test]
fn what_cannot_be_indexed_is_said_and_leaves_nothing_behind() {
    let (folder, games, path) = folders();
    write_files(&games, &[example()]);
    let said = |arguments: &[&Path]| {
        let arguments: Vec<_> = arguments.iter().map(|path| path.to_path_buf()).collect();
        let error = make(&path, &arguments, None, 1).err().unwrap().to_string();
        assert!(!path.exists() && fs::read_dir(folder.path()).unwrap().count() == 1);
        error
    };
    assert_eq!(said(&[Path::new("-")]), "- cannot be indexed: standard input cannot be read again");
    let gone = folder.path().join("gone.sgf");
    assert_eq!(said(&[&games, &gone]), format!("{} cannot be read", gone.display()));
    // Nothing is no index, and an input is none either.
    let input = games.join("0.jsonl");
    let error = make(&input, std::slice::from_ref(&games), None, 1).err().unwrap();
    assert!(error.to_string().contains("is an input"), "{error}");
}

#[test]
fn a_user_who_stops_it_gets_no_index() {
    let (folder, games, path) = folders();
    let builder = IndexBuilder::new(&path, &[games], IndexOptions::default(), None, 0).unwrap();
    assert_eq!(builder.finish(|| true).unwrap(), None);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn an_index_of_nothing_answers() {
    let (_folder, games, path) = folders();
    let mut index = make(&path, std::slice::from_ref(&games), None, 1).unwrap();
    agrees(&mut index, &games);
    assert_eq!((index.totals().seen, index.totals().positions), (0, 0));
}

#[test]
fn more_plies_than_the_index_holds_are_refused() {
    let (_folder, games, path) = folders();
    write_files(&games, &[example()]);
    let mut index = make(&path, &[games], None, 1).unwrap();
    let wanted = TreeOptions { at: at_moves("g7"), depth: 7, unfolded: false };
    let error = index.tree(&wanted, ResultsBy::Stated, Catalogue::standard()).err().unwrap().to_string();
    assert!(error.ends_with("not 7 plies below a position of 1 plies (--depth of pentad index)"), "{error}");
    // A position of more stones than the index looks at leaves all records as candidates.
    let query = Query::parse("position \"a1 a2 a3 a4 a5 a6 a7 a8\"").unwrap();
    assert!(index.candidates(&query, Catalogue::standard()).unwrap().is_none());
}
