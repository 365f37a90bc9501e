//! Lines of trees as records of their own.

use pentad_formats::Record;
use pentad_formats::variations::{Lines, main_line};

use super::{Next, Step, Told};

/// Makes a record of each line of a tree, in file order.
#[derive(Clone, Copy, Debug)]
pub struct AllLines;

impl Step for AllLines {
    fn expands(&self) -> bool {
        true
    }

    fn apply(&self, record: Record, told: &mut Told, next: &mut Next<'_>) {
        if record.tree.is_none() {
            return next(record, told);
        }
        for line in Lines::new(&record) {
            next(line, told);
        }
    }
}

/// Keeps the main line of a tree.
#[derive(Clone, Copy, Debug)]
pub struct MainLine;

impl Step for MainLine {
    fn apply(&self, record: Record, told: &mut Told, next: &mut Next<'_>) {
        let line = main_line(&record).0.into_owned();
        next(line, told);
    }
}
