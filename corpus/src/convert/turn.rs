//! Turning and mirroring the board.

use pentad_formats::{Loss, NoteKind, Record};
use pentad_rules::Symmetry;

use super::Step;

/// Turns or mirrors all points of a record. One without a stated size cannot be turned and is lost.
#[derive(Clone, Copy, Debug)]
pub struct Turn(pub Symmetry);

/// SGF properties that name points and that are kept as they are written, since pentad has no use for them.
const MARKS: [&str; 13] = ["5A", "AR", "CR", "DD", "FA", "LN", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"];

impl Step for Turn {
    fn apply(&self, mut record: Record, losses: &mut Vec<Loss>, next: &mut dyn FnMut(Record, &mut Vec<Loss>)) {
        let Turn(symmetry) = *self;
        let Some(size) = record.size else {
            losses.push(Loss::record("it states no size of the board, which a turn needs"));
            return;
        };
        record.map_points(|point| symmetry.apply(point, size));
        record.size = Some(symmetry.resize(size));
        let mut marks = 0;
        record.retain_notes(|note| {
            let mark = note.kind == NoteKind::Extra && MARKS.contains(&note.key);
            marks += u64::from(mark);
            !mark
        });
        if marks > 0 {
            losses.push(Loss::new("marks", marks, "they name points of the board as it was before the turn"));
        }
        next(record, losses);
    }
}
