//! What an opening procedure costs: `cargo bench -p pentad-rules --bench openings`. Items are stones, games or points, as the name says.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pentad_rules::{
    Action, Board, Catalogue, Changes, Color, Coords, Engine, EngineOptions, Event, Events, Game, NamedOpening,
    Opening, Point, Size, Symmetry,
};

fn main() {
    divan::main();
}

fn point(text: &str) -> Point {
    Point::parse(text, Coords::WithI).expect("a point")
}

/// An opening that every renju procedure admits, and ordinary play up to `plies`.
fn stones(plies: usize) -> Vec<Point> {
    let opening = ["h8", "h9", "j7", "g6", "i10"].map(point);
    let rest = Size::RENJU.iter().filter(|p| !opening.contains(p));
    opening.into_iter().chain(rest).take(plies).collect()
}

fn play(engine: &mut Engine, opening: &Opening, events: &Events, bare: bool, board: &mut Board) {
    let options = EngineOptions::default();
    let mut due = Color::Black;
    board.reset(Size::RENJU);
    engine.start(opening, bare);
    for event in events.iter() {
        let admitted = engine.admit(opening, event, events.offered(event.action), board, due, &options);
        if let Some(p) = black_box(admitted).expect("a legal game").stone {
            board.place(p, due);
            due = !due;
        }
    }
}

/// Looking up the game of a record in a catalogue with so many games of a user's beside pentad's own.
#[divan::bench(args = [0, 10, 1000])]
fn a_game_among_others(bencher: Bencher, others: usize) {
    let renju = Game::find("renju").expect("a game");
    let own = (0..others).map(|n| Game { id: format!("own-{n}").into(), ..renju.clone() }).collect();
    let catalogue = Catalogue::new(own, Vec::new(), &Changes::default()).expect("a catalogue");
    bencher.bench(|| black_box(&catalogue).game(black_box("Keryo-Pente")).map(|game| game.size));
}

/// The board alone, to be taken off the others.
#[divan::bench]
fn stones_without_engine(bencher: Bencher) {
    let (stones, mut board) = (stones(60), Board::new(Size::RENJU));
    bencher.counter(ItemsCount::new(60u32)).bench_local(|| {
        board.reset(Size::RENJU);
        let mut due = Color::Black;
        for &p in black_box(&stones) {
            board.place(p, due);
            due = !due;
        }
    });
}

#[divan::bench(args = ["free", "rif", "yamaguchi", "taraguchi-10", "super-sakata"])]
fn stones_of_bare_games(bencher: Bencher, name: &str) {
    let opening = Opening::find(name).expect("a known name").opening;
    let events = stones(60).into_iter().collect();
    let (mut engine, mut board) = (Engine::new(), Board::new(Size::RENJU));
    bencher
        .counter(ItemsCount::new(60u32))
        .bench_local(|| play(&mut engine, opening, black_box(&events), true, &mut board));
}

#[divan::bench]
fn games_with_ten_offers(bencher: Bencher) {
    let opening = Opening::find("taraguchi-10").expect("a known name").opening;
    let offers = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1"].map(point);
    let mut events: Events = stones(4).into_iter().collect();
    events.push_offer(offers.map(Some), None);
    events.push(Event::new(Action::Choose(Some(offers[3]))));
    let (mut engine, mut board) = (Engine::new(), Board::new(Size::RENJU));
    bencher
        .counter(ItemsCount::new(1u32))
        .bench_local(|| play(&mut engine, opening, black_box(&events), false, &mut board));
}

#[divan::bench]
fn games_classified(bencher: Bencher) {
    let stones = ["h8", "g7", "f9"].map(point);
    bencher
        .counter(ItemsCount::new(1u32))
        .bench_local(|| NamedOpening::classify(black_box(stones), Size::RENJU).map(|o| o.number));
}

#[divan::bench]
fn points_turned(bencher: Bencher) {
    let points: Vec<_> = Size::RENJU.iter().collect();
    bencher.counter(ItemsCount::new(8 * points.len())).bench_local(|| {
        for s in Symmetry::ALL {
            for &p in black_box(&points) {
                black_box(s.apply(p, Size::RENJU));
            }
        }
    });
}

#[divan::bench]
fn names_found(bencher: Bencher) {
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| Opening::find(black_box("Taraguchi 10")).is_ok());
}
