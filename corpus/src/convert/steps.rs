//! What can be done with records on their way.

use pentad_formats::Record;

use super::Told;

/// A change of records. Each is applied to one record at a time and gives any number of records, one after the other.
pub trait Step: Send + Sync {
    /// Changes a record and hands what becomes of it to `next`. What could not be kept, though nobody asked for it to go, is told as a loss;
    /// a step that mends records tells what it has changed.
    fn apply(&self, record: Record, told: &mut Told, next: &mut Next<'_>);

    /// Whether it may make many records of a tree.
    fn expands(&self) -> bool {
        false
    }
}

/// Takes a record on its way.
pub type Next<'a> = dyn FnMut(Record, &mut Told) + 'a;

/// Sends a record through all steps. The recursion is as deep as there are steps.
pub(super) fn through(steps: &[Box<dyn Step>], record: Record, told: &mut Told, end: &mut Next<'_>) {
    match steps.split_first() {
        None => end(record, told),
        Some((step, rest)) => step.apply(record, told, &mut |record, told| through(rest, record, told, end)),
    }
}
