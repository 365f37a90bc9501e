//! Duplicates among real records, where they lie beside the repository (`../shared/samples`). Without them every test here says so and passes.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[path = "duplicates/mod.rs"]
mod corpus;
mod program;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use pentad_formats::{Encoding, Frame, ReadOptions, Record, find_format};
use pentad_rules::{Point, Size, Symmetry};

fn samples(part: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/samples").join(part);
    let found = path.exists();
    if !found {
        println!("skipped: there is no {}", path.display());
    }
    found.then_some(path)
}

const PENTE_ORG: &str = "pente_pgn/pente_org_tb_9668_games.pgn";

#[test]
fn four_pairs_of_pente_org_have_the_same_moves() {
    let Some(path) = samples(PENTE_ORG) else { return };
    let run = program::run(["dedup", "-q", "--kinds", "same-moves", "--format", "jsonl", path.to_str().unwrap()], b"");
    let pairs: BTreeSet<Vec<u64>> = run
        .lines()
        .iter()
        .map(|group| {
            assert_eq!(group["kind"], "same-moves");
            group["members"].as_array().unwrap().iter().map(|m| m["record"].as_u64().unwrap()).collect()
        })
        .collect();
    assert_eq!(pairs.len(), 4, "{pairs:?}");
    // The same by comparing the lists of moves as they are.
    let games = games(&path);
    let mut by_moves = std::collections::BTreeMap::<_, Vec<u64>>::new();
    for (record, game) in (1..).zip(&games) {
        by_moves.entry(game).or_default().push(record);
    }
    let plain: BTreeSet<Vec<u64>> = by_moves.into_values().filter(|records| records.len() > 1).collect();
    assert_eq!(pairs, plain);
}

fn games(path: &Path) -> Vec<Vec<Point>> {
    let (bytes, format) = (std::fs::read(path).unwrap(), find_format("pente").unwrap());
    let (mut framer, mut rest, mut record) = (format.framer(Encoding::UTF_8), &bytes[..], Record::new());
    let mut games = Vec::new();
    while let Frame::Record { end } = framer.next(rest, true) {
        record.clear();
        format.read(&rest[..end], &ReadOptions::default(), &mut record);
        games.push(record.events.iter().filter_map(|e| e.point()).collect());
        rest = &rest[end..];
    }
    games
}

/// Whether two games are related in any way that is looked for, found by comparing them under all symmetries.
fn related(a: &[Point], b: &[Point]) -> bool {
    let sorted = |moves: &[Point]| {
        let mut sorted = moves.to_vec();
        sorted.sort();
        sorted
    };
    Symmetry::ALL.iter().any(|s| {
        let image: Vec<Point> = b.iter().map(|&p| s.apply(p, Size::PENTE)).collect();
        let differ = a.iter().zip(&image).filter(|(x, y)| x != y).count();
        sorted(&a[..24]) == sorted(&image[..24]) || differ <= 4 || a.len() == b.len() && sorted(a) == sorted(&image)
    })
}

#[test]
fn a_corpus_made_of_pente_org_falls_into_its_groups() {
    let Some(path) = samples(PENTE_ORG) else { return };
    let mut chosen: Vec<Vec<Point>> = Vec::new();
    for game in games(&path).into_iter().filter(|game| game.len() >= 30) {
        if chosen.len() < 400 && !chosen.iter().any(|other| related(other, &game)) {
            chosen.push(game);
        }
    }
    assert_eq!(chosen.len(), 400);
    let folder = tempfile::tempdir().unwrap();
    let expected = corpus::make(&chosen, Size::PENTE, "pente", folder.path());
    let found = corpus::found(&[], folder.path());
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (kind, groups) in &expected {
        assert_eq!(groups.len(), 400, "{kind}");
        let differ: Vec<_> = groups.symmetric_difference(&found[kind]).take(5).collect();
        assert!(differ.is_empty(), "{kind}: {differ:?}");
    }
}
