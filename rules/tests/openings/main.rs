//! Opening procedures through the public interface: the vectors, scripts for what the vectors leave out, and laws that hold for
//! every list of events.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod laws;
mod scripts;
mod vectors;

use pentad_rules::{
    Admitted, Board, Code, Color, Coords, Engine, EngineOptions, Events, NamedOpening, Opening, Point, Refusal, Ruling,
    Seat, Size,
};

/// What an engine says of a list of events.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Answer {
    /// Index of the event that was refused, from 0, and why.
    refusal: Option<(usize, Refusal)>,
    warnings: Vec<Code>,
    complete: bool,
    black: Seat,
    plies: u32,
    missing: Vec<&'static str>,
    code: Option<&'static str>,
}

/// Plays events with one stone a turn, as renju and gomoku do.
fn play(
    engine: &mut Engine,
    opening: &Opening,
    events: &Events,
    size: Size,
    bare: bool,
    options: &EngineOptions,
) -> Answer {
    let mut board = Board::new(size);
    let (mut due, mut stones, mut warnings, mut plies) = (Color::Black, Vec::new(), Vec::new(), 0);
    let mut refusal = None;
    engine.start(opening, bare);
    for (i, event) in events.iter().enumerate() {
        match engine.admit(opening, event, events.offered(event.action), &board, due, options) {
            Ok(Admitted { stone, warning }) => {
                warnings.extend(warning);
                if let Some(p) = stone {
                    board.place(p, due);
                    stones.push(p);
                }
                if event.is_ply() {
                    plies += 1;
                    due = !due;
                }
            }
            Err(r) => {
                refusal = Some((i, r));
                break;
            }
        }
    }
    let code = stones.first_chunk().and_then(|&three| NamedOpening::classify(three, size)).map(|o| o.code);
    let missing = engine.missing().names().collect();
    Answer { refusal, warnings, complete: engine.complete(), black: engine.black_seat(), plies, missing, code }
}

fn point(text: &str) -> Option<Point> {
    Point::parse(text, Coords::WithI)
}

fn opening(name: &str) -> &'static Opening {
    Opening::find(name).unwrap_or_else(|e| panic!("{name}: {e}")).opening
}

fn strict() -> EngineOptions {
    EngineOptions { offer_after_swap: Ruling::Error, tournament_rule: Ruling::Error, ..EngineOptions::default() }
}
