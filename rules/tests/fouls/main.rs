//! Fouls against vectors, against the plain definition, and against themselves.

#![allow(clippy::unwrap_used, reason = "a panic is a failed test, in helpers too")]

mod plain;
mod positions;
mod stories;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pentad_rules::{Attempt, Board, Color, Fouls, Point, PointSurvey, Reason, Size, attempt, forbidden_points, prove};
use plain::Grid;
use positions::{Position, Random, pictures, read};

const BLACK: Color = Color::Black;

fn manifest() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn vectors(name: &str) -> Vec<Position> {
    read(&manifest().join("tests/vectors").join(name))
}

fn hostile() -> Vec<Board> {
    pictures(include_str!("../vectors/forbidden_hostile.txt"))
}

fn empty_points(board: &Board) -> Vec<Point> {
    board.size().iter().filter(|&p| board.is_empty(p)).collect()
}

fn stones(board: &Board) -> Vec<Option<Color>> {
    board.size().iter().map(|p| board.at(p)).collect()
}

/// Forbidden points and fives found point by point; checks that the board is as before.
fn by_attempt(board: &mut Board, color: Color, banned: Fouls) -> PointSurvey {
    let before = stones(board);
    let mut survey = PointSurvey::default();
    for p in empty_points(board) {
        let answer = attempt(board, p, color, banned);
        if answer.five {
            assert!(answer.is_allowed());
            survey.fives.push(p);
        } else if !answer.is_allowed() {
            survey.forbidden.push((p, answer.fouls));
        }
    }
    assert_eq!(stones(board), before);
    survey
}

fn by_scan(board: &mut Board, color: Color, banned: Fouls) -> PointSurvey {
    let before = stones(board);
    let mut survey = PointSurvey::default();
    forbidden_points(board, color, banned, &mut survey);
    assert_eq!(stones(board), before);
    survey
}

/// By the plain definition, and how deep the nested question went.
fn by_definition(board: &Board, color: Color, banned: Fouls) -> (PointSurvey, usize) {
    let mut grid = Grid::new(board, color, banned);
    let mut survey = PointSurvey::default();
    for p in empty_points(board) {
        let (five, fouls) = grid.attempt(p);
        if five {
            survey.fives.push(p);
        } else if !fouls.is_empty() {
            survey.forbidden.push((p, fouls));
        }
    }
    (survey, grid.deepest)
}

fn check(mut positions: Vec<Position>, fives_listed: bool) {
    for position in &mut positions {
        let scan = by_scan(&mut position.board, BLACK, Fouls::ALL);
        let found: BTreeMap<_, _> = scan.forbidden.iter().copied().collect();
        assert_eq!(found, position.forbidden, "{}", position.name);
        if fives_listed || position.fives.is_some() {
            assert_eq!(scan.fives, position.fives.clone().unwrap_or_default(), "{}", position.name);
        }
        assert_eq!(by_attempt(&mut position.board, BLACK, Fouls::ALL), scan, "{}", position.name);
    }
}

#[test]
fn all_vectors_hold() {
    let positions = vectors("forbidden.jsonl");
    assert_eq!(positions.len(), 2924);
    check(positions, true);
}

#[test]
fn disputed_positions_follow_the_joint_reading() {
    let positions = vectors("forbidden_disputed.jsonl");
    assert_eq!(positions.len(), 114);
    check(positions, false);
}

#[test]
fn textbook_diagrams_hold() {
    let path: PathBuf = manifest().join("../../shared/samples/renju_fixtures/forbidden_textbook.jsonl");
    if !path.exists() {
        eprintln!("skipped: the textbook diagrams are not here; they are for local use only");
        return;
    }
    let positions = read(&path);
    assert_eq!(positions.len(), 77);
    check(positions, false);
}

#[test]
fn hostile_boards_get_the_answer_of_the_definition() {
    let boards = hostile();
    assert_eq!(boards.len(), 2);
    for mut board in boards {
        let (expected, deepest) = by_definition(&board, BLACK, Fouls::ALL);
        assert!(deepest > 5);
        assert_eq!(by_attempt(&mut board, BLACK, Fouls::ALL), expected);
        assert_eq!(by_scan(&mut board, BLACK, Fouls::ALL), expected);
    }
}

/// Some set of banned kinds, most often all.
fn some_banned(random: &mut Random) -> Fouls {
    let all: Vec<_> = Fouls::ALL.iter().collect();
    match random.below(3) {
        0 => all.into_iter().filter(|_| random.below(2) == 0).collect(),
        _ => Fouls::ALL,
    }
}

/// Compares all ways on one board; returns the number of forbidden points and the depth.
fn compare(board: &mut Board, color: Color, banned: Fouls) -> (usize, usize) {
    let (expected, deepest) = by_definition(board, color, banned);
    let context = || format!("{color:?} {banned:?}\n{}", drawn(board));
    assert_eq!(by_attempt(&mut board.clone(), color, banned), expected, "attempt: {}", context());
    assert_eq!(by_scan(&mut board.clone(), color, banned), expected, "scan: {}", context());
    for &(p, fouls) in &expected.forbidden {
        let proof = prove(board, p, color, banned);
        assert_eq!(proof.verdict(), Attempt { five: false, fouls }, "proof of {p:?}");
    }
    (expected.forbidden.len(), deepest)
}

fn drawn(board: &Board) -> String {
    let size = board.size();
    let cell = |x, y| match board.at(Point::new(x, y).unwrap()) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'o',
        None => '.',
    };
    let row = |y| (0..size.width()).map(|x| cell(x, y)).collect::<String>() + "\n";
    (0..size.height()).rev().map(row).collect()
}

#[test]
fn random_boards_of_all_sizes_get_the_answer_of_the_definition() {
    let mut random = Random(1);
    let (mut forbidden, mut nested) = (0, 0);
    for i in 0..3000 {
        let mut board = random.board();
        let color = if i % 4 == 0 { Color::White } else { Color::Black };
        let banned = some_banned(&mut random);
        let (found, deepest) = compare(&mut board, color, banned);
        forbidden += found;
        nested += usize::from(deepest >= 3);
    }
    assert!(forbidden > 5000, "{forbidden}");
    assert!(nested > 300, "{nested}");
}

#[test]
fn variations_of_the_vectors_on_all_sizes_get_the_answer_of_the_definition() {
    let vectors = vectors("forbidden.jsonl");
    let mut random = Random(2);
    let (mut forbidden, mut deep) = (0, 0);
    for _ in 0..3000 {
        let of = &vectors[random.below(vectors.len() as u32) as usize].board;
        let mut board = random.variation(of);
        let banned = some_banned(&mut random);
        let (found, deepest) = compare(&mut board, BLACK, banned);
        forbidden += found;
        deep += usize::from(deepest >= 4);
    }
    assert!(forbidden > 3000, "{forbidden}");
    assert!(deep > 100, "{deep}");
}

/// The image of a board under a map of points, colours exchanged or not.
fn image(board: &Board, size: Size, swap: bool, map: impl Fn(Point) -> Point) -> Board {
    let mut image = Board::new(size);
    for p in board.size().iter() {
        if let Some(color) = board.at(p) {
            image.place(map(p), if swap { !color } else { color });
        }
    }
    image
}

#[test]
fn white_under_the_same_ban_gets_the_same_answer_on_the_exchanged_board() {
    for mut position in vectors("forbidden.jsonl") {
        let mut exchanged = image(&position.board, Size::RENJU, true, |p| p);
        let expected = by_scan(&mut position.board, BLACK, Fouls::ALL);
        assert_eq!(by_scan(&mut exchanged, Color::White, Fouls::ALL), expected, "{}", position.name);
        assert_eq!(by_attempt(&mut exchanged, Color::White, Fouls::ALL), expected, "{}", position.name);
    }
}

#[test]
fn images_under_the_eight_symmetries_get_the_mapped_answer() {
    let mut random = Random(3);
    let mut boards: Vec<_> = vectors("forbidden.jsonl").into_iter().map(|p| p.board).step_by(5).collect();
    boards.extend((0..500).map(|_| random.board()));
    boards.extend(hostile());
    for mut board in boards {
        let size = board.size();
        let expected = by_scan(&mut board, BLACK, Fouls::ALL);
        for symmetry in 0..8 {
            let map = |p: Point| {
                let x = if symmetry & 1 != 0 { size.width() - 1 - p.column() } else { p.column() };
                let y = if symmetry & 2 != 0 { size.height() - 1 - p.row() } else { p.row() };
                if symmetry & 4 != 0 { Point::new(y, x).unwrap() } else { Point::new(x, y).unwrap() }
            };
            let turned = if symmetry & 4 != 0 { Size::new(size.height(), size.width()).unwrap() } else { size };
            let mut mapped = PointSurvey {
                forbidden: expected.forbidden.iter().map(|&(p, f)| (map(p), f)).collect(),
                fives: expected.fives.iter().map(|&p| map(p)).collect(),
            };
            mapped.forbidden.sort_unstable_by_key(|&(p, _)| p);
            mapped.fives.sort_unstable();
            let mut image = image(&board, turned, false, map);
            assert_eq!(by_scan(&mut image, BLACK, Fouls::ALL), mapped);
            assert_eq!(by_attempt(&mut image, BLACK, Fouls::ALL), mapped);
        }
    }
}

#[test]
fn proof_and_attempt_agree_on_every_point() {
    let mut positions: Vec<_> = vectors("forbidden.jsonl").into_iter().map(|p| p.board).collect();
    positions.extend(vectors("forbidden_disputed.jsonl").into_iter().map(|p| p.board));
    positions.extend(hostile());
    let mut left_out = 0;
    for mut board in positions {
        let before = stones(&board);
        for p in empty_points(&board) {
            let proof = prove(&mut board, p, BLACK, Fouls::ALL);
            assert_eq!(proof.verdict(), attempt(&mut board, p, BLACK, Fouls::ALL));
            left_out += u32::from(!proof.is_complete());
            for follow_up in proof.threes.iter().flat_map(|t| &t.follow_ups) {
                if let Reason::Nested(nested) = &follow_up.reason {
                    assert_eq!((nested.point, nested.verdict()), (follow_up.point, follow_up.attempt));
                }
            }
        }
        assert_eq!(stones(&board), before);
    }
    assert!(left_out > 0, "the hostile boards need the cap");
}

#[test]
fn occupied_points_and_points_off_the_board_are_left_alone() {
    let mut board = hostile().remove(0);
    let before = stones(&board);
    for p in (0..Point::COUNT).filter_map(Point::from_index).filter(|&p| !board.is_empty(p)).collect::<Vec<_>>() {
        assert_eq!(attempt(&mut board, p, BLACK, Fouls::ALL), Attempt::default());
        assert_eq!(prove(&mut board, p, BLACK, Fouls::ALL).verdict(), Attempt::default());
    }
    assert_eq!(stones(&board), before);
}
