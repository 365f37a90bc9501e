//! Turning and mirroring the board.

use pentad_formats::variations::turn;
use pentad_formats::{Loss, Record};
use pentad_rules::Symmetry;

use super::{Next, Step, Told};

/// Turns or mirrors all points of a record. One without a stated size cannot be turned and is lost.
#[derive(Clone, Copy, Debug)]
pub struct Turn(pub Symmetry);

impl Step for Turn {
    fn apply(&self, mut record: Record, told: &mut Told, next: &mut Next<'_>) {
        let Turn(symmetry) = *self;
        let Some(size) = record.size else {
            told.losses.push(Loss::record("it states no size of the board, which a turn needs"));
            return;
        };
        told.losses.extend(turn(&mut record, symmetry, size));
        next(record, told);
    }
}
