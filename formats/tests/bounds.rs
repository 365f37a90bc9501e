//! What a record may take: moves of a line, nodes of a tree, bytes of memory. Nothing here measures time or the process.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use pentad_formats::{Bounds, FORMATS, NodeId, ReadOptions, Record, Span, Tree, TreeBuilder, find_format};
use pentad_rules::{Action, Code, Color, Event, Point};

fn read(format: &str, text: &[u8], bounds: Bounds, skip_notes: bool) -> Record {
    let options = ReadOptions { bounds, skip_notes, ..ReadOptions::default() };
    let mut record = Record::new();
    (record.bounds, record.skip_notes) = (bounds, skip_notes);
    find_format(format).unwrap().read(text, &options, &mut record);
    record
}

const BOUNDS: Bounds = Bounds { line: 20, nodes: 50 };

/// Texts of so many moves.
fn games(moves: usize) -> Vec<(&'static str, Vec<u8>)> {
    let text = |before: &str, one: &str, after: &str| (before.to_owned() + &one.repeat(moves) + after).into_bytes();
    let pos = std::iter::once(moves as u8).chain((0..moves).map(|n| n as u8)).collect();
    vec![
        ("sgf", text("(;GM[4]", ";B[hh]", ")")),
        ("sgf", text("(;GM[4];B[aa];AB", "[hh]", ")")),
        ("sgf", text("(;GM[4]", ";B[h8]", ")")),
        ("sgf", text("(;GM[4](;W[aa])(;B[aa])(", ";B[hh]", "))")),
        ("sgf", text("(;GM[4](;W[aa])(;B[aa])(", ";", "))")),
        ("jsonl", text("{\"pentad\":1,\"moves\":[\"h8\"", ",\"h8\"", "]}")),
        ("jsonl", text("{\"pentad\":1,\"events\":[{\"pass\":true}", ",{\"swap\":true}", "]}")),
        ("jsonl", text("{\"pentad\":1,\"tree\":{\"nodes\":[{}", ",{\"place\":\"h8\"}", "]}}")),
        ("moves", text("h8", " h8", "")),
        ("csv", text("7,h8 i9", " j9", "")),
        ("pente", text("[Game \"Pente\"]\n\n1. K10", " K10", "")),
        ("playok", text("[Black \"a\"]\n\n1. h8", " h8", "")),
        ("openings", text("0,0", " 0,1", "")),
        ("psq", text("Piskvorky 15x15, 11:11, 0\n1,1,1\n", "1,1,1\n", "a\nb\n0\n")),
        ("pos", pos),
    ]
}

#[test]
fn a_line_that_is_too_long_makes_no_record_of_any_format() {
    for (format, text) in games(40) {
        let shown = String::from_utf8_lossy(&text).into_owned();
        let record = read(format, &text, BOUNDS, false);
        let codes: Vec<Code> = record.findings.iter().map(|f| f.code).collect();
        assert!(!record.readable && codes.contains(&Code::RecordTooLarge), "{format} {shown}: {codes:?}");
        assert!(record.events.len() <= 20 && record.spans.len() <= 20, "{format} {shown}");
        let why = record.findings.iter().filter(|f| f.code == Code::RecordTooLarge);
        assert_eq!(why.map(|f| f.message.contains("--max-line")).collect::<Vec<_>>(), [true], "{format} {shown}");
        // As long as that is no fault.
        let record = read(format, &text, Bounds { line: 60, ..BOUNDS }, false);
        assert!(!record.findings.iter().any(|f| f.code == Code::RecordTooLarge), "{format} {shown}");
    }
    for (format, text) in games(15) {
        let record = read(format, &text, BOUNDS, false);
        assert!(!record.findings.iter().any(|f| f.code == Code::RecordTooLarge), "{format}");
    }
}

#[test]
fn a_record_that_was_too_large_is_forgotten_when_it_is_cleared() {
    let mut record = read("sgf", &games(40)[0].1, BOUNDS, false);
    record.clear();
    assert!(record.readable && record.bounds == BOUNDS);
    find_format("sgf").unwrap().read(b"(;GM[4];B[hh])", &ReadOptions::default(), &mut record);
    assert!(record.readable && record.events.len() == 1);
}

#[test]
fn a_tree_of_too_many_nodes_is_no_record() {
    let sgf = |nodes: usize| format!("(;GM[4];B[hh]{})", "(;W[ii])".repeat(nodes - 1)).into_bytes();
    let jsonl = |nodes: usize| {
        let list = ",{\"parent\":0,\"place\":\"i9\"}".repeat(nodes);
        format!("{{\"pentad\":1,\"tree\":{{\"nodes\":[{{}}{list}]}}}}").into_bytes()
    };
    for (format, over, within) in [("sgf", sgf(51), sgf(50)), ("jsonl", jsonl(51), jsonl(50))] {
        let record = read(format, &over, BOUNDS, false);
        assert!(!record.readable && record.tree.is_none_or(|tree| tree.len() <= 51), "{format}");
        let why: Vec<_> = record.findings.iter().filter(|f| f.code == Code::RecordTooLarge).collect();
        assert!(why.len() == 1 && why[0].message.contains("--max-nodes"), "{format}: {why:?}");
        let record = read(format, &within, BOUNDS, false);
        assert!(record.readable && record.tree.is_some_and(|tree| tree.len() == 51), "{format}");
    }
}

#[test]
fn parentheses_without_nodes_take_no_room() {
    let text = "(;B[hh](;W[ii])".to_owned() + &"(".repeat(100_000) + ";W[jj]" + &")".repeat(100_001);
    let record = read("sgf", text.as_bytes(), Bounds { line: 3, nodes: 4 }, false);
    assert!(record.readable, "{:?}", record.findings);
    let tree = record.tree.unwrap();
    assert_eq!((tree.len(), tree.leaves(), tree.depth()), (4, 2, 2));
}

#[test]
fn a_node_takes_little() {
    let nodes = 100_000;
    let stones = "(;W[ii])".repeat(nodes);
    let record = read("sgf", format!("(;GM[4];B[hh]{stones})").as_bytes(), Bounds::NONE, false);
    let tree = record.tree.unwrap();
    assert_eq!(tree.len(), nodes + 2);
    assert!(size(&tree) < 7 * nodes / 2, "{} bytes", size(&tree));
    // Stones set up in the middle of the game are events that trees keep beside stones.
    let edits = "(;AW[ii])".repeat(nodes);
    let record = read("sgf", format!("(;GM[4];B[hh]{edits})").as_bytes(), Bounds::NONE, false);
    let tree = record.tree.unwrap();
    assert_eq!(
        tree.event(3).map(|e| (e.action, e.color)),
        Some((Action::Edit(Point::new(8, 6).unwrap()), Some(Color::White)))
    );
    assert!(size(&tree) < 7 * nodes / 2, "{} bytes", size(&tree));
}

/// Bytes of a tree without the room that was made for more.
fn size(tree: &Tree) -> usize {
    let mut builder = TreeBuilder::new(tree.event(0), tree.span(0));
    builder.reserve(tree.len());
    for visit in tree.walk().skip(1) {
        builder.up_to(visit.depth - 1);
        builder.add(tree.event(visit.id), tree.span(visit.id));
    }
    builder.finish().memory()
}

/// The end of what is below each node, by the depths of the nodes.
#[test]
fn ends_are_found_however_far_they_are() {
    let mut state = 7u32;
    let mut random = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    // Bushes, long lines with twigs, one long line and then siblings, and back from far.
    for (grow, cut) in [(3, 4), (40, 3), (2_000, 5), (9, 900), (30_000, 30_000)] {
        let mut builder = TreeBuilder::new(None, Span::WHOLE);
        let mut depths = vec![0usize];
        while depths.len() < 30_000 {
            if random(grow) == 0 {
                builder.up_to(builder.depth().saturating_sub(random(cut) as usize));
            }
            builder.add(
                (random(9) == 0).then_some(Event::new(Action::Draw)),
                Span::between(depths.len(), depths.len() + 3),
            );
            depths.push(builder.depth());
        }
        let tree = builder.finish();
        let mut open: Vec<NodeId> = Vec::new();
        for id in 0..=depths.len() {
            let depth = depths.get(id).copied().unwrap_or(0);
            while open.last().is_some_and(|&last| id == depths.len() || depths[last as usize] >= depth) {
                assert_eq!(tree.end(open.pop().unwrap()), id as NodeId);
            }
            open.push(id as NodeId);
        }
        assert_eq!(tree.walk().map(|visit| visit.depth).collect::<Vec<_>>(), depths);
        let mut spans = tree.spans();
        assert!((0..tree.len() as NodeId).all(|id| tree.span(id) == spans.get(id)));
    }
}

/// Events that nodes get after later nodes are kept in no order: what they cost does not depend on how many there are.
#[test]
fn events_that_come_late_are_found() {
    let mut builder = TreeBuilder::new(None, Span::WHOLE);
    let ids: Vec<NodeId> = (0..5_000).map(|n| builder.add(None, Span::between(n, n + 1))).collect();
    let event = |id: NodeId| Event { action: Action::Declare(id), by: None, color: None };
    for &id in ids.iter().rev() {
        builder.up_to(id as usize);
        builder.set_event(id, Some(event(id)), Span::WHOLE);
        assert_eq!(builder.event(id), Some(event(id)));
    }
    builder.set_event(7, Some(Event::new(Action::Pass)), Span::WHOLE);
    let tree = builder.finish();
    assert_eq!(tree.event(7), Some(Event::new(Action::Pass)));
    assert!(ids.iter().filter(|&&id| id != 7).all(|&id| tree.event(id) == Some(event(id))));
}

#[test]
fn what_is_found_does_not_hang_on_notes_being_kept() {
    let texts: [(&str, &[u8]); 12] = [
        ("sgf", b"(;GM[4]C[a]XX[b];B[hh]C[\xe9]LB[aa:x][bb](;W[ii];C[x])(;C[y];W[jj]))"),
        ("sgf", b"(;CA[Shift_JIS]GM[4]C[\x83\x5d\x83\x5c];B[hh]C[\x83\x5d\xff];W[ii])"),
        ("pente", b"[Game \"Pente\"]\n[BoardSize \"99\"]\n[X \"\xe9\"]\n\n1. K10 zz 1-0\n"),
        ("jsonl", b"{\"pentad\":1,\"moves\":[\"h8\",0],\"comments\":{\"e1\":\"a\",\"x\":\"b\"},\"a\":1,\"a\\n\":2,\"moves\":[]}"),
        ("jsonl", b"{\"pentad\":1,\"tree\":{\"nodes\":[{\"comment\":\"a\"},{\"place\":\"h8\",\"q\":1},{\"parent\":0,\"labels\":{\"h8\":\"1\"}}]}}"),
        ("playok", b"[Black \"a\"]\n[X \"\xe9\"]\n\n1. h8 zz 2. i9\n"),
        ("moves", b"https://a.example/#/h8i9* zz"),
        ("csv", b"\"h8 zz\",\"a \xe9\""),
        ("openings", b"0,0 99,99 1"),
        ("psq", b"Piskvorky 15x15, 11:11, 0\n1,1,1\n99,1,2\nx\n"),
        ("pos", b"\x02\x70\xff\x01\x02"),
        ("sav", b"15\n1\n7 7\n99 9\n"),
    ];
    for (format, text) in texts {
        let (with, without) = (read(format, text, Bounds::NONE, false), read(format, text, Bounds::NONE, true));
        assert_eq!(with.findings, without.findings, "{format}");
        assert_eq!(
            (with.readable, &with.events, &with.spans),
            (without.readable, &without.events, &without.spans),
            "{format}"
        );
        let form = |record: &Record| record.tree.as_ref().map(|tree| (tree.len(), tree.leaves(), tree.depth()));
        assert_eq!(form(&with), form(&without), "{format}");
    }
}

#[test]
fn brackets_that_are_open_by_the_thousand_are_told() {
    let deep = |count: usize| format!("{{\"pentad\":1,\"moves\":[],\"x\":{}{}}}", "[".repeat(count), "]".repeat(count));
    let record = read("jsonl", deep(70_000).as_bytes(), Bounds::NONE, false);
    assert!(!record.readable && record.findings[0].code == Code::JsonSyntax, "{:?}", record.findings);
    assert!(read("jsonl", deep(60_000).as_bytes(), Bounds::NONE, false).readable);
}

#[test]
fn nodes_of_jsonl_may_come_in_any_order() {
    let text = b"{\"pentad\":1,\"tree\":{\"nodes\":[{},{\"place\":\"h8\"},{\"place\":\"i9\"},{\"parent\":0,\"place\":\"a1\"},{\"parent\":2,\"place\":\"j10\"},{\"parent\":1,\"place\":\"b2\",\"comment\":\"late\"}]}}";
    let record = read("jsonl", text, Bounds::NONE, false);
    let tree = record.tree.as_ref().unwrap();
    let lines: Vec<u32> = tree.walk().filter(|visit| tree.is_leaf(visit.id)).map(|visit| visit.depth as u32).collect();
    assert_eq!((tree.len(), lines), (6, vec![3, 2, 1]));
    let note = record.notes().next().unwrap();
    assert_eq!(tree.event(note.at).and_then(|e| e.point()), Point::new(1, 1));
}

#[test]
fn formats_are_all_here() {
    let tried: Vec<&str> = games(1).into_iter().map(|(format, _)| format).collect();
    let left: Vec<&str> = FORMATS.iter().map(|f| f.info().id).filter(|id| !tried.contains(id)).collect();
    // A library is bounded by its length, and so are files of a few lines.
    assert_eq!(left, ["lib", "rec", "sav"]);
}
