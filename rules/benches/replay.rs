//! What judging a parsed game costs: `cargo bench -p pentad-rules --bench replay`. Items are plies.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pentad_rules::{Case, Coords, Events, Game, Point, Policy, Replay, Size};

fn main() {
    divan::main();
}

/// The move lists of a file of vectors that are on boards of this size, and how many plies they hold.
fn games(vectors: &str, coords: Coords, size: Size) -> (Vec<Events>, usize) {
    let mut games = Vec::new();
    for line in vectors.lines() {
        let game: serde_json::Value = serde_json::from_str(line).expect("the vectors are JSON");
        if game["size"].as_u64() == Some(u64::from(size.width())) {
            let moves = game["moves"].as_array().expect("a list of moves");
            let points = moves.iter().map_while(|m| Point::parse(m.as_str()?, coords));
            games.push(points.collect());
        }
    }
    let plies = games.iter().map(|g: &Events| g.len()).sum();
    (games, plies)
}

/// Fives and fouls are noted and play goes on, so that every ply is judged.
#[divan::bench(args = ["renju", "gomoku-freestyle", "gomoku-standard", "caro6"])]
fn random_games(bencher: Bencher, rules: &str) {
    bench(bencher, rules, include_str!("../tests/vectors/games.jsonl"), Coords::WithI, Size::RENJU);
}

#[divan::bench(args = ["pente", "keryo-pente"])]
fn pente_games(bencher: Bencher, rules: &str) {
    bench(bencher, rules, include_str!("../tests/vectors/pente.jsonl"), Coords::SkipI, Size::PENTE);
}

fn bench(bencher: Bencher, rules: &str, vectors: &str, coords: Coords, size: Size) {
    let (games, plies) = games(vectors, coords, size);
    let game = Game::find(rules).expect("a known game");
    let policy = Policy::default();
    let mut replay = Replay::new();
    bencher.counter(ItemsCount::new(plies)).bench_local(|| {
        for events in black_box(&games) {
            let case = Case {
                rules: &game.rules,
                opening: None,
                size,
                start: None,
                events,
                bare: true,
                painted: false,
                stated: None,
            };
            black_box(replay.judge(&case, &policy).judged);
        }
    });
}
