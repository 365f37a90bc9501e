//! The name of a game's opening in a table of one's own.

use pentad_formats::Record;
use pentad_rules::{OpeningNames, Point, Size};

/// The place in the table of the deepest named opening that a game reaches. Stones count as they were laid, captures do not.
pub fn named_opening(names: &OpeningNames, record: &Record, size: Size) -> Option<usize> {
    if !record.setup.is_empty() {
        return None;
    }
    let plies = record.events.iter().filter(|event| event.is_ply()).take(names.deepest());
    let moves: Vec<Point> = plies.map_while(|event| event.point()).collect();
    names.find(&moves, size)
}
