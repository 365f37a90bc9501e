//! How fast fouls are found, on the positions of the vectors: `cargo bench -p pentad-rules --bench fouls`.
//! Items are stones, points or positions, as the name says.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pentad_rules::{Board, Color, Coords, Fouls, Point, PointSurvey, Size, attempt, forbidden_points, prove};
use serde_json::Value;

fn main() {
    divan::main();
}

struct Stones {
    black: Vec<Point>,
    white: Vec<Point>,
}

fn stones() -> Vec<Stones> {
    let parse = |v: &Value| Point::parse(v.as_str()?, Coords::WithI);
    let points = |v: &Value| v.as_array().into_iter().flatten().filter_map(parse).collect();
    let lines = include_str!("../tests/vectors/forbidden.jsonl").lines();
    let json = lines.map(|l| serde_json::from_str::<Value>(l).expect("the vectors are json"));
    json.map(|v| Stones { black: points(&v["black"]), white: points(&v["white"]) }).collect()
}

fn lay(board: &mut Board, stones: &Stones) {
    board.reset(Size::RENJU);
    stones.black.iter().for_each(|&p| board.place(p, Color::Black));
    stones.white.iter().for_each(|&p| board.place(p, Color::White));
}

/// Black and White in turn, as in a game, each stone with the work of `look`.
fn replay(bencher: Bencher, look: impl Fn(&mut Board, Point, Color) + Sync) {
    let all = stones();
    let plies = all.iter().map(|s| 2 * s.black.len().min(s.white.len())).sum::<usize>();
    let mut board = Board::new(Size::RENJU);
    bencher.counter(ItemsCount::new(plies)).bench_local(|| {
        for s in &all {
            board.reset(Size::RENJU);
            for (&b, &w) in s.black.iter().zip(&s.white) {
                look(&mut board, b, Color::Black);
                board.place(b, Color::Black);
                board.place(w, Color::White);
            }
        }
        board.stones()
    });
}

#[divan::bench]
fn replay_of_plies_only_laying_stones(bencher: Bencher) {
    replay(bencher, |_, _, _| {});
}

#[divan::bench]
fn replay_of_plies_with_every_black_stone_tried(bencher: Bencher) {
    replay(bencher, |board, point, color| {
        black_box(attempt(board, point, color, Fouls::ALL));
    });
}

#[divan::bench]
fn attempts_on_all_empty_points(bencher: Bencher) {
    let mut boards: Vec<_> = stones().iter().map(board_of).collect();
    let tries: Vec<Vec<Point>> =
        boards.iter().map(|b| Size::RENJU.iter().filter(|&p| b.is_empty(p)).collect()).collect();
    bencher.counter(ItemsCount::new(tries.iter().map(Vec::len).sum::<usize>())).bench_local(|| {
        for (board, points) in boards.iter_mut().zip(&tries) {
            for &p in points {
                black_box(attempt(board, p, Color::Black, Fouls::ALL));
            }
        }
    });
}

fn board_of(stones: &Stones) -> Board {
    let mut board = Board::new(Size::RENJU);
    lay(&mut board, stones);
    board
}

#[divan::bench(args = [15, 19])]
fn forbidden_points_of_positions(bencher: Bencher, side: u8) {
    let all = stones();
    let mut boards = Vec::new();
    for s in &all {
        let mut board = Board::new(Size::square(side).expect("a legal size"));
        s.black.iter().for_each(|&p| board.place(p, Color::Black));
        s.white.iter().for_each(|&p| board.place(p, Color::White));
        boards.push(board);
    }
    let mut survey = PointSurvey::default();
    bencher.counter(ItemsCount::new(boards.len())).bench_local(|| {
        for board in &mut boards {
            forbidden_points(board, Color::Black, Fouls::ALL, &mut survey);
            black_box(&survey);
        }
    });
}

#[divan::bench]
fn forbidden_points_of_positions_with_laying_the_stones(bencher: Bencher) {
    let all = stones();
    let mut board = Board::new(Size::RENJU);
    let mut survey = PointSurvey::default();
    bencher.counter(ItemsCount::new(all.len())).bench_local(|| {
        for s in &all {
            lay(&mut board, s);
            forbidden_points(&mut board, Color::Black, Fouls::ALL, &mut survey);
            black_box(&survey);
        }
    });
}

#[divan::bench]
fn proofs_of_forbidden_points(bencher: Bencher) {
    let mut points = Vec::new();
    let mut survey = PointSurvey::default();
    for s in stones() {
        let mut board = board_of(&s);
        forbidden_points(&mut board, Color::Black, Fouls::ALL, &mut survey);
        points.extend(survey.forbidden.first().map(|&(p, _)| (board, p)));
    }
    bencher.counter(ItemsCount::new(points.len())).bench_local(|| {
        for (board, point) in &mut points {
            black_box(prove(board, *point, Color::Black, Fouls::ALL));
        }
    });
}

/// All points of the two worst boards known.
#[divan::bench(args = [15, 26])]
fn hostile_positions(bencher: Bencher, side: u8) {
    let text = include_str!("../tests/vectors/forbidden_hostile.txt");
    let rows: Vec<_> = text.lines().filter(|l| l.len() == usize::from(side) && !l.starts_with('#')).collect();
    let mut board = Board::new(Size::square(side).expect("a legal size"));
    for point in board.size().iter() {
        match rows[rows.len() - 1 - usize::from(point.row())].as_bytes()[usize::from(point.column())] {
            b'X' => board.place(point, Color::Black),
            b'o' => board.place(point, Color::White),
            _ => {}
        }
    }
    let mut survey = PointSurvey::default();
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        forbidden_points(&mut board, Color::Black, Fouls::ALL, &mut survey);
        survey.forbidden.len()
    });
}
