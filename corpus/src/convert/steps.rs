//! What can be done with records on their way.

use pentad_formats::{Loss, Record};

/// A change of records. Each is applied to one record at a time and gives any number of records, one after the other.
pub trait Step: Send + Sync {
    /// Changes a record and hands what becomes of it to `next`. What could not be kept, though nobody asked for it to go, is added to `losses`.
    fn apply(&self, record: Record, losses: &mut Vec<Loss>, next: &mut dyn FnMut(Record, &mut Vec<Loss>));

    /// Whether it may make many records of a tree.
    fn expands(&self) -> bool {
        false
    }
}

/// Sends a record through all steps. The recursion is as deep as there are steps.
pub(super) fn through(
    steps: &[Box<dyn Step>],
    record: Record,
    losses: &mut Vec<Loss>,
    end: &mut dyn FnMut(Record, &mut Vec<Loss>),
) {
    match steps.split_first() {
        None => end(record, losses),
        Some((step, rest)) => step.apply(record, losses, &mut |record, losses| through(rest, record, losses, end)),
    }
}
