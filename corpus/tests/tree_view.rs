//! The moves below a position against a plain count, and parts against the whole.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeMap;

use pentad_corpus::{Branch, Judge, JudgeOptions, Played, TreeOptions, TreeView};
use pentad_formats::{Record, Span};
use pentad_rules::{Color, Event, Game, Point, Size, Symmetry};
use proptest::prelude::*;
use proptest::sample::subsequence;

fn record(moves: &[Point]) -> Record {
    let mut record = Record::new();
    record.size = Some(Size::RENJU);
    moves.iter().for_each(|&p| record.push(Event::place(p), Span::WHOLE));
    record
}

/// Games of a few moves near the centre, so that the same positions come about.
fn games() -> impl Strategy<Value = Vec<(Vec<Point>, bool)>> {
    let points: Vec<Point> = (6..9).flat_map(|c| (6..9).map(move |r| Point::new(c, r).unwrap())).collect();
    let game = subsequence(points, 0..5).prop_shuffle();
    proptest::collection::vec((game, any::<bool>()), 0..12)
}

fn options(at: &[Point], unfolded: bool) -> TreeOptions {
    TreeOptions { at: [at.to_vec(), at.to_vec()], depth: 3, unfolded }
}

fn count<'a>(games: impl Iterator<Item = &'a Vec<Point>>, options: &TreeOptions) -> TreeView {
    let (mut view, mut judge) = (TreeView::default(), Judge::new());
    let gomoku = Game::find("gomoku").unwrap();
    let judging = JudgeOptions { game: Some(gomoku), ..JudgeOptions::default() };
    for moves in games {
        let record = record(moves);
        let judgement = judge.judge(&record, "moves", &judging);
        // A game's length is as good a result as any.
        let result = Some(Some(if moves.len() % 2 == 0 { Color::Black } else { Color::White }));
        let (game, opening, size) = (judgement.game, judgement.opening, judgement.size);
        view.add(&Played { record: &record, game, opening, size, verdict: judge.verdict(), result }, options);
    }
    view
}

/// Each line of the tree with its two counts.
fn lines(view: &TreeView) -> BTreeMap<Vec<Option<Point>>, (u64, u64)> {
    let mut found = BTreeMap::new();
    for (_, board) in view.boards() {
        found.insert(Vec::new(), (board.root.games(), board.root.games()));
        let branches = board.branches();
        let mut open: Vec<(Vec<Option<Point>>, &Branch)> = branches[0].iter().map(|b| (Vec::new(), b)).collect();
        while let Some((mut path, branch)) = open.pop() {
            path.push(branch.point);
            found.insert(path.clone(), (branch.here.games(), branch.reached.games()));
            open.extend(branches[branch.id as usize].iter().map(|b| (path.clone(), b)));
        }
    }
    found
}

/// The stones of each colour after some moves, in order.
fn stones(moves: &[Point]) -> (Vec<Point>, Vec<Point>) {
    let of = |first: usize| {
        let mut stones: Vec<_> = moves.iter().skip(first).step_by(2).copied().collect();
        stones.sort_unstable();
        stones
    };
    (of(0), of(1))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Parts add up to the whole, in any order.
    #[test]
    fn parts_add_up(games in games(), at in subsequence(vec![(7u8, 7u8), (7, 8)], 0..3), unfolded in any::<bool>()) {
        let at: Vec<Point> = at.into_iter().map(|(c, r)| Point::new(c, r).unwrap()).collect();
        let options = options(&at, unfolded);
        let whole = count(games.iter().map(|(moves, _)| moves), &options);
        let part = |wanted: bool| count(games.iter().filter(|(_, part)| *part == wanted).map(|(m, _)| m), &options);
        for order in [[true, false], [false, true]] {
            let mut sum = TreeView::default();
            order.into_iter().for_each(|wanted| sum.merge(part(wanted)));
            prop_assert_eq!(lines(&sum), lines(&whole));
        }
    }

    /// Unfolded, both counts are what a plain look at each game finds; folded, no game is lost and none counted twice.
    #[test]
    fn counts_are_those_of_a_plain_look(games in games(), at in subsequence(vec![(7u8, 7u8), (7, 8)], 0..3)) {
        let at: Vec<Point> = at.into_iter().map(|(c, r)| Point::new(c, r).unwrap()).collect();
        let moves = || games.iter().map(|(moves, _)| moves);
        let through = |moves: &&Vec<Point>| moves.len() >= at.len() && stones(&moves[..at.len()]) == stones(&at);
        for (path, (here, reached)) in lines(&count(moves(), &options(&at, true))) {
            let line: Vec<Point> = path.into_iter().flatten().collect();
            let played = moves().filter(through).filter(|m| m[at.len()..].starts_with(&line)).count() as u64;
            let whole: Vec<Point> = at.iter().chain(&line).copied().collect();
            let same = |m: &&Vec<Point>| m.len() >= whole.len() && stones(&m[..whole.len()]) == stones(&whole);
            prop_assert_eq!(here, played);
            prop_assert_eq!(reached, if line.is_empty() { played } else { moves().filter(same).count() as u64 });
        }
        let image = |moves: &Vec<Point>, s: Symmetry| moves.iter().map(|p| s.apply(*p, Size::RENJU)).collect::<Vec<_>>();
        let folded = count(moves(), &options(&at, false));
        let turned: Vec<Vec<Point>> =
            moves().enumerate().map(|(n, m)| image(m, Symmetry::ALL[n % Symmetry::ALL.len()])).collect();
        prop_assert_eq!(lines(&count(turned.iter(), &options(&at, false))), lines(&folded));
        for (path, (here, reached)) in lines(&folded) {
            prop_assert!(here <= reached && here > 0 || path.is_empty());
        }
    }
}
