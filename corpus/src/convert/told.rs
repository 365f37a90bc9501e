//! What is told of a record on its way.

use pentad_formats::Loss;

use super::Change;
use crate::Judge;

/// Losses of one record that are held before they are added up.
const LOSSES: usize = 64;

/// What the steps and the writer tell of a record, and what they have to know of it.
#[derive(Debug, Default)]
pub struct Told {
    /// What could not be kept, and why.
    pub losses: Vec<Loss>,
    /// What was mended, and what should have been and could not.
    pub changes: Vec<Change>,
    /// The format that the record was read from, by its id.
    pub format: &'static str,
    /// A judge for who needs one.
    pub judge: Judge,
}

impl Told {
    /// Adds up losses of one kind where there are many.
    pub(super) fn gather(&mut self) {
        if self.losses.len() > LOSSES {
            self.merge();
        }
    }

    /// Adds up losses of one kind.
    pub(super) fn merge(&mut self) {
        let mut merged: Vec<Loss> = Vec::with_capacity(self.losses.len());
        for loss in self.losses.drain(..) {
            match merged.iter_mut().find(|l| l.what == loss.what && l.why == loss.why) {
                Some(same) => same.count += loss.count,
                None => merged.push(loss),
            }
        }
        self.losses = merged;
    }
}
