//! A corpus made of games: images, prefixes, renamed players, openings in another order, games with a wrong move; and the groups into which
//! all of it falls.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "a module of several test programs, each of which uses the part it needs"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use pentad_formats::variations::turn;
use pentad_formats::{Field, Record, Span, WriteOptions, find_format};
use pentad_rules::{Event, Point, Size, Symmetry};
use serde_json::Value;

use crate::program;

/// Groups by kind: sets of ids.
pub type Groups = BTreeMap<String, BTreeSet<BTreeSet<String>>>;

/// The plies of a prefix.
const PREFIX: usize = 24;

/// Writes the corpus and tells its groups. The games have 30 plies at least, no two of them have anything in common, and all have `size`.
pub fn make(games: &[Vec<Point>], size: Size, rules: &str, folder: &Path) -> Groups {
    let mut records: Vec<Record> = Vec::new();
    let mut groups: BTreeMap<&str, BTreeSet<BTreeSet<String>>> = BTreeMap::new();
    for (number, game) in games.iter().enumerate() {
        let mut record = |name: &str, players: &str, date: &str, moves: &[Point], symmetry: Symmetry| {
            let mut record = Record::new();
            record.size = Some(size);
            record.set(Field::Rules, rules, Span::WHOLE);
            record.set(Field::Id, &format!("{number}/{name}"), Span::WHOLE);
            record.set(Field::BlackName, &format!("{players} black {number}"), Span::WHOLE);
            record.set(Field::WhiteName, &format!("{players} white {number}"), Span::WHOLE);
            record.set(Field::Date, date, Span::WHOLE);
            moves.iter().for_each(|&point| record.push(Event::place(point), Span::WHOLE));
            turn(&mut record, symmetry, size);
            records.push(record);
            format!("{number}/{name}")
        };
        let (day, other_day) = ("2011-05-17", "2012-05-17");
        let mut same = BTreeSet::new();
        let first = record("game", "the", day, game, Symmetry::Identity);
        for &symmetry in &Symmetry::of(size)[1..] {
            same.insert(record(symmetry.name(), "the", day, game, symmetry));
        }
        same.insert(record("renamed", "another", other_day, game, Symmetry::Identity));
        same.insert(first.clone());
        groups.entry("same-game").or_default().insert(same);
        let mut wrong = game.clone();
        let free = size.iter().find(|p| !game.contains(p)).unwrap();
        *wrong.last_mut().unwrap() = free;
        let wrong = record("wrong", "the", day, &wrong, Symmetry::Rot90);
        groups.entry("near").or_default().insert([first.clone(), wrong.clone()].into());
        let prefix = record("prefix", "the", day, &game[..PREFIX], Symmetry::FlipVertical);
        groups.entry("contained").or_default().insert([first.clone(), wrong, prefix].into());
        let mut reordered = game.clone();
        reordered.swap(2, 4);
        let reordered = record("reordered", "the", other_day, &reordered, Symmetry::Rot180);
        groups.entry("same-stones").or_default().insert([first, reordered].into());
    }
    // In several files and not in order, so that nothing depends on where a record stands.
    let format = find_format("jsonl").unwrap();
    let mut files = vec![Vec::new(); 3];
    for (number, record) in records.iter().enumerate() {
        assert_eq!(format.write(record, &WriteOptions::default(), &mut files[number % 3]).unwrap(), []);
    }
    for (number, file) in files.iter().enumerate() {
        std::fs::write(folder.join(format!("{number}.jsonl")), file).unwrap();
    }
    groups.into_iter().map(|(kind, groups)| (kind.to_owned(), groups)).collect()
}

/// The groups that the program finds. Of a list of records of one game only one stands in groups of other kinds: it stands for the first.
pub fn found(args: &[&str], folder: &Path) -> Groups {
    let run = program::run(["dedup", "-q", "--format", "jsonl", folder.to_str().unwrap()].iter().chain(args), b"");
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    groups_of(&run.lines())
}

/// The groups that lines tell.
pub fn groups_of(lines: &[Value]) -> Groups {
    let mut groups = Groups::new();
    for group in lines {
        let kind = group["kind"].as_str().unwrap();
        let ladder = matches!(kind, "same-bytes" | "same-moves" | "same-game");
        let ids = group["members"].as_array().unwrap().iter().map(|member| {
            let id = member["id"].as_str().unwrap();
            match (ladder, member["others"].as_u64()) {
                (false, Some(1..)) => format!("{}/game", id.split('/').next().unwrap()),
                _ => id.to_owned(),
            }
        });
        assert!(groups.entry(kind.to_owned()).or_default().insert(ids.collect()), "twice: {group}");
    }
    groups
}
