//! Trees, and what is done with them.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod records;

use std::collections::BTreeSet;

use pentad_formats::variations::{
    Beside, Counts, Lines, MergeError, Merger, add_line_counts, main_line, merge, part, strip, turn,
};
use pentad_formats::{Field, NoteKind, ReadOptions, Record, Score, Span, Tree, TreeBuilder, find_format};
use pentad_rules::{Action, Coords, Event, Point, Size, Symmetry};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

fn sgf(text: &str) -> Record {
    let mut record = Record::new();
    find_format("sgf").unwrap().read(text.as_bytes(), &ReadOptions::default(), &mut record);
    assert!(record.readable);
    record
}

fn moves(record: &Record) -> String {
    let word = |e: &Event| e.point().map_or("-".to_owned(), |p| p.text(Coords::WithI).to_string());
    record.events.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn all_lines(record: &Record) -> Vec<String> {
    Lines::new(record).map(|line| moves(&line)).collect()
}

fn point(text: &str) -> Option<Point> {
    Point::parse(text, Coords::WithI)
}

const TREE: &str =
    "(;GM[4]SZ[15]PB[Ann]RE[B+];B[hh]C[first](;W[hg](;B[ig]C[end])(;B[gg]HO[1]))(;W[ig]LB[aa:x];B[jj];W[kk]))";

#[test]
fn lines_are_games_without_variations() {
    let record = sgf(TREE);
    let lines: Vec<Record> = Lines::new(&record).collect();
    assert_eq!(lines.iter().map(moves).collect::<Vec<_>>(), ["h8 h9 i9", "h8 h9 g9", "h8 i9 j6 k5"]);
    let comments = |r: &Record| r.notes().map(|n| (n.at, n.key.to_owned(), n.value.to_owned())).collect::<Vec<_>>();
    let first = (1, String::new(), "first".to_owned());
    assert_eq!(comments(&lines[0]), [first.clone(), (3, String::new(), "end".to_owned())]);
    assert_eq!(comments(&lines[1]), [first.clone(), (3, "HO".to_owned(), "1".to_owned())]);
    assert_eq!(comments(&lines[2]), [first, (2, "a15".to_owned(), "x".to_owned())]);
    // The result is the game's, not that of what was not played.
    assert_eq!(lines.iter().map(|r| r.result).collect::<Vec<_>>(), [Some(Score::Black), None, None]);
    assert!(lines.iter().all(|r| r.tree.is_none() && r.get(Field::BlackName) == Some("Ann")));
    assert_eq!(moves(&main_line(&record).0), "h8 h9 i9");
    assert_eq!(all_lines(&sgf("(;SZ[15];B[hh])")), ["h8"]);
}

#[test]
fn counts_of_a_tree() {
    let counts = Counts::of(&sgf(TREE)).unwrap();
    assert_eq!(counts, Counts { nodes: 7, lines: 3, depth: 4, comments: 2, labels: 1 });
    assert_eq!(Counts::of(&sgf("(;SZ[15];B[hh])")), None);
}

#[test]
fn the_part_below_a_position() {
    let record = sgf(TREE);
    let below = part(&record, &[point("h8"), point("h9")]).unwrap();
    assert_eq!(all_lines(&below), ["h8 h9 i9", "h8 h9 g9"]);
    assert_eq!(below.notes().map(|n| (n.at, n.value)).collect::<Vec<_>>(), [(1, "first"), (3, "end"), (4, "1")]);
    assert_eq!(all_lines(&part(&record, &[]).unwrap()), all_lines(&record));
    // The result is that of the main line.
    assert_eq!(below.result, Some(Score::Black));
    assert_eq!(part(&record, &[point("h8"), point("i9")]).unwrap().result, None);
    assert!(part(&record, &[point("a1")]).is_none() && part(&record, &[point("h8"), None]).is_none());
}

#[test]
fn trees_become_one_by_their_lines() {
    let a = sgf("(;GM[4]SZ[15]PB[Ann];B[hh]C[one];W[hg]LB[aa:1];B[ig])");
    let b = sgf("(;GM[4]SZ[15]PB[Bo];B[hh]C[two](;W[ig])(;W[hg]LB[aa:2];B[gg]))");
    let (merged, losses) = merge(&[&a, &b]).unwrap();
    assert_eq!(all_lines(&merged), ["h8 h9 i9", "h8 h9 g9", "h8 i9"]);
    let comments: Vec<_> = merged.notes().filter(|n| n.kind == NoteKind::Comment).map(|n| n.value).collect();
    // Whose games they were stands where they end: the tree is that of neither.
    assert_eq!(comments, ["one\ntwo", "Ann - ? *", "Bo - ? *"]);
    assert_eq!(merged.get(Field::BlackName), None);
    let lost: Vec<_> = losses.iter().map(|l| format!("{} {}", l.count, l.what)).collect();
    assert_eq!(lost, ["1 labels"]);
    let names =
        |r: &Record| Lines::new(r).map(|l| l.get(Field::BlackName).unwrap_or("").to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&merged), ["Ann", "", "Bo"]);
    let (again, _) = merge(&[&merged, &b, &a]).unwrap();
    assert!(again.same_content(&merged));
    assert_eq!(merge(&[]).unwrap_err(), MergeError::Nothing);
    assert_eq!(merge(&[&a, &sgf("(;SZ[19];B[hh])")]).unwrap_err(), MergeError::Size);
    assert_eq!(merge(&[&a, &sgf("(;SZ[15]AB[aa];B[hh])")]).unwrap_err(), MergeError::Setup);
}

#[test]
fn of_headers_a_union_states_what_all_state() {
    let games = [
        "(;GM[4]SZ[15]RU[renju]EV[Cup]BR[2d]PB[Ann]RE[B+T];B[hh];W[hg])",
        "(;GM[4]SZ[15]RU[renju]EV[Cup]BR[2d]PB[Bo]RE[B+R];B[hh];W[ig])",
        "(;GM[4]SZ[15]RU[renju]EV[Cup]BR[1d]PB[Cy]RE[W+];B[hh];W[ig])",
    ]
    .map(sgf);
    let (one, losses) = merge(&[&games[0]]).unwrap();
    assert!(losses.is_empty() && one.get(Field::BlackName) == Some("Ann") && one.notes().count() == 0);
    let (merged, losses) = merge(&games.each_ref()).unwrap();
    let stated = [Field::Rules, Field::Event, Field::BlackName, Field::BlackRank].map(|f| merged.get(f));
    assert_eq!((stated, merged.result, merged.reason), ([Some("renju"), Some("Cup"), None, None], None, None));
    let lost: Vec<_> = losses.iter().map(|l| format!("{} {}", l.count, l.what)).collect();
    assert_eq!(lost, ["2 reason", "3 black.rank"]);
    let comments: Vec<_> = merged.notes().map(|n| n.value).collect();
    let more = "\nTournament: Cup\nRule: renju";
    let expected = [format!("Ann - ? 1-0{more}"), format!("Bo - ? 1-0{more}\nCy - ? 0-1{more}")];
    assert_eq!(comments, expected);
    // A library says the same, and as often.
    let mut bytes = Vec::new();
    let lib = find_format("lib").unwrap();
    lib.write(&merged, &Default::default(), &mut bytes).unwrap();
    let mut back = Record::new();
    lib.read(&bytes, &ReadOptions::default(), &mut back);
    let comments = back.notes().filter(|n| n.kind == NoteKind::Comment).map(|n| n.value.replace('\r', ""));
    assert_eq!(comments.collect::<Vec<_>>(), expected);
}

#[test]
fn many_comments_of_a_node_cost_no_more_than_their_length() {
    let mut merger = Merger::new();
    for number in 0..40_000 {
        let mut record = Record::new();
        record.push(Event::place(Point::new(7, 7).unwrap()), Span::default());
        record.note(1, NoteKind::Comment, "", &format!("word {}", number % 30_000));
        assert!(merger.add(&record).unwrap().is_empty());
    }
    let (merged, _) = merger.finish().unwrap();
    assert_eq!(merged.notes().map(|n| n.value.lines().count()).collect::<Vec<_>>(), [30_000]);
}

#[test]
fn what_stands_beside_the_moves_goes_away() {
    let mut record = sgf(TREE);
    assert_eq!(strip(&mut record, Beside { comments: true, ..Beside::default() }), 2);
    assert_eq!(strip(&mut record, Beside { labels: true, marks: true, comments: true }), 2);
    assert_eq!(record.notes().count(), 0);
    assert_eq!(add_line_counts(&mut record), 4);
    let labels: Vec<_> = record.notes().map(|n| format!("{} {} {}", n.at, n.key, n.value)).collect();
    assert_eq!(labels, ["1 h9 2", "1 i9 1", "2 i9 1", "2 g9 1"]);
    assert_eq!(add_line_counts(&mut record), 0);
}

#[test]
fn a_line_of_a_library_is_the_game_that_its_comment_tells() {
    let mut record = Record::new();
    let bytes = b"\xFFRenLib\xFF\x03\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x78\x00\x79\xc8Ann - Bo 1-0\0\0\x7a\x48Cy - Di 0-1\0";
    find_format("lib").unwrap().read(bytes, &ReadOptions::default(), &mut record);
    assert_eq!(record.get(Field::BlackName), None);
    let games: Vec<_> = Lines::new(&record)
        .map(|line| (moves(&line), line.get(Field::BlackName).unwrap().to_owned(), line.result.unwrap()))
        .collect();
    assert_eq!(games, [("h8 i8".into(), "Ann".into(), Score::Black), ("h8 j8".into(), "Cy".into(), Score::White)]);
}

/// A tree by the definition: every node with its parent.
fn plain_tree(parents: &[Index]) -> Vec<(u32, Option<Event>, Span)> {
    let mut list = vec![(0, None, Span::default())];
    for (at, parent) in parents.iter().enumerate() {
        let point = Point::new((at % 15) as u8, (at / 15 % 15) as u8).unwrap();
        let event = (at % 7 != 6).then(|| Event::place(point));
        list.push((parent.index(at + 1) as u32, event, Span::between(at, at + 1)));
    }
    list
}

/// A record whose tree has moves that may be the same as those beside them.
fn small_tree() -> impl Strategy<Value = Record> {
    vec((any::<Index>(), 0..3u8, prop::option::weighted(0.3, "[a-c]")), 0..25).prop_map(|nodes| {
        let mut record = Record::new();
        record.size = Some(Size::RENJU);
        let mut list = vec![(0, None, Span::default())];
        let mut notes = Vec::new();
        for (parent, column, comment) in nodes {
            notes.extend(comment.map(|text| (list.len() as u32, text)));
            let event = Event::place(Point::new(column, 3).unwrap());
            list.push((parent.index(list.len()) as u32, Some(event), Span::default()));
        }
        let (tree, numbers) = Tree::from_parents(&list);
        for (at, text) in notes {
            record.note(numbers[at as usize], NoteKind::Comment, "", &text);
        }
        for id in tree.main_line() {
            tree.event(id).into_iter().for_each(|event| record.push(event, Span::default()));
        }
        record.tree = Some(tree);
        record
    })
}

/// All beginnings of lines.
fn beginnings(record: &Record) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for line in all_lines(record) {
        let words: Vec<&str> = line.split(' ').collect();
        all.extend((0..=words.len()).map(|len| words[..len].join(" ")));
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// The tree is what its definition says, whatever the order in which its nodes came.
    #[test]
    fn a_tree_is_its_parents_and_children(parents in vec(any::<Index>(), 0..60)) {
        let list = plain_tree(&parents);
        let (tree, numbers) = Tree::from_parents(&list);
        prop_assert_eq!(tree.len(), list.len());
        for (at, (parent, event, span)) in list.iter().enumerate() {
            let id = numbers[at];
            prop_assert_eq!((tree.event(id), tree.span(id)), (*event, *span));
            prop_assert_eq!(tree.parent(id), (at > 0).then(|| numbers[*parent as usize]));
            let mut children: Vec<u32> = tree.children(id).collect();
            prop_assert!(children.is_sorted());
            let mut expected: Vec<u32> =
                (1..list.len()).filter(|&c| list[c].0 as usize == at).map(|c| numbers[c]).collect();
            prop_assert_eq!(&children, &expected, "in the order of the file");
            children.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(tree.is_leaf(id), children.is_empty());
        }
        let mut depth = 0;
        for visit in tree.walk() {
            let path = tree.path_to(visit.id);
            prop_assert_eq!((path.len() - 1, path.last()), (visit.depth, Some(&visit.id)));
            prop_assert_eq!(tree.parent(visit.id).unwrap_or(0), visit.parent);
            depth = depth.max(visit.depth);
        }
        prop_assert_eq!(tree.depth(), depth);
        prop_assert_eq!(tree.leaves(), (0..tree.len() as u32).filter(|&id| tree.children(id).next().is_none()).count());
        prop_assert_eq!(tree.is_chain(), tree.leaves() == 1);
    }

    #[test]
    fn even_spans_are_the_spans(gaps in vec((0..3u32, 0..3usize), 1..60)) {
        let mut plain = TreeBuilder::new(None, Span::between(0, 2));
        let mut even = TreeBuilder::with_even_spans(2, None, Span::between(0, 2));
        let mut at = 2;
        for (gap, up) in gaps {
            at += gap;
            for tree in [&mut plain, &mut even] {
                tree.up_to(tree.depth().saturating_sub(up));
                tree.add(None, Span { start: at, len: 2 });
            }
            at += 2;
        }
        let (plain, even) = (plain.finish(), even.finish());
        prop_assert!(plain.same_form(&even));
        prop_assert!((0..plain.len() as u32).all(|id| plain.span(id) == even.span(id)));
    }

    #[test]
    fn merging_keeps_every_line_and_adds_none(a in small_tree(), b in small_tree()) {
        let (merged, _) = merge(&[&a, &b]).unwrap();
        let expected: BTreeSet<_> = beginnings(&a).union(&beginnings(&b)).cloned().collect();
        prop_assert_eq!(beginnings(&merged), expected);
        let lines = all_lines(&merged);
        prop_assert_eq!(lines.len(), lines.iter().collect::<BTreeSet<_>>().len(), "each line once");
        for more in [[&merged, &merged], [&merged, &b], [&merged, &a]] {
            let (again, losses) = merge(&more).unwrap();
            prop_assert!(again.same_content(&merged) && losses.is_empty(), "{:?}", losses);
        }
    }

    #[test]
    fn turning_back_is_no_change(mut record in records::any_record(), which in any::<Index>()) {
        // What lies outside a board stays, and could lie on the board that a quarter turn makes of one that is not square.
        let known = Symmetry::of(record.size.unwrap_or(Size::RENJU));
        let symmetry = known[which.index(known.len())];
        // Labels are kept by the names of points as pentad writes them.
        record.retain_notes(|n| n.kind != NoteKind::Label && n.key != "LIB");
        record.note(0, NoteKind::Label, "c3", "x");
        let before = record.clone();
        turn(&mut record, symmetry, Size::RENJU);
        let size = record.size.unwrap_or(Size::RENJU);
        turn(&mut record, symmetry.inverse(), size);
        prop_assert!(record.same_content(&before));
    }

    #[test]
    fn a_part_has_the_lines_that_begin_so(record in small_tree(), at in any::<Index>()) {
        let (record, _) = merge(&[&record]).unwrap();
        let lines = all_lines(&record);
        let line = lines[at.index(lines.len())].clone();
        let words: Vec<&str> = line.split(' ').filter(|w| !w.is_empty()).collect();
        let way: Vec<_> = words[..at.index(words.len() + 1)].iter().map(|w| point(w)).collect();
        let below = part(&record, &way).unwrap();
        let start = words[..way.len()].join(" ");
        let expected: Vec<_> = lines.into_iter().filter(|l| *l == start || start.is_empty() || l.starts_with(&format!("{start} "))).collect();
        prop_assert_eq!(all_lines(&below), expected);
        prop_assert!(below.is_main_line());
        prop_assert!(below.events.iter().all(|e| matches!(e.action, Action::Place(_))));
    }
}
