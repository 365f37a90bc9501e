//! Clean records: fixes that are steps of a conversion.
//!
//! Each fix is a [`crate::convert::Step`] that tells what it changes as [`crate::convert::Change`]s, and what it would change and could
//! not. Free text (comments, and what pentad has no name for) is never touched. A record that has been through the steps is the same after
//! a second time, and all images of a record come to one.

mod alias;
mod cut;
mod date;
mod dates;
mod field;
mod fix;
mod names;
mod orient;
mod results;
mod seen_names;
mod spelling;
mod texts;
mod turns;

use std::sync::{Arc, Mutex};

pub use alias::{AliasError, Aliases};
pub use cut::{CUT, CUT_ABOUT, Cut};
pub use date::DateOrder;
pub use dates::Dates;
pub use fix::Fix;
pub use names::Names;
pub use orient::Orient;
pub use results::{Results, STATED_REASON, STATED_RESULT};
pub use seen_names::{SeenNames, Suggestion};
pub use texts::Texts;

use crate::JudgeOptions;
use crate::convert::Step;

/// What is to be fixed, and how.
#[derive(Clone, Debug, Default)]
pub struct Fixes {
    /// The fixes.
    pub fixes: Vec<Fix>,
    /// Whether games are cut where they become irregular.
    pub cut: bool,
    /// How records are judged.
    pub judge: JudgeOptions,
    /// Spellings of names.
    pub aliases: Aliases,
    /// Which of two numbers before a year is the day, where both could be.
    pub date_order: Option<DateOrder>,
    /// Where names of players are gathered.
    pub seen: Option<Arc<Mutex<SeenNames>>>,
}

impl Fixes {
    /// The steps, in the order in which they have to be taken: the result before moves that prove it are cut, and the turn last, so that what
    /// is told of a record is told as its source has it.
    pub fn steps(self) -> Vec<Box<dyn Step>> {
        let Fixes { fixes, cut, judge, aliases, date_order, seen } = self;
        let aliases = Arc::new(aliases);
        let mut steps: Vec<Box<dyn Step>> = Vec::new();
        if fixes.contains(&Fix::Results) {
            steps.push(Box::new(Results { judge }));
        }
        if cut {
            steps.push(Box::new(Cut { judge }));
            // What was played before the cut may prove another result.
            if fixes.contains(&Fix::Results) {
                steps.push(Box::new(Results { judge }));
            }
        }
        if fixes.contains(&Fix::Names) {
            steps.push(Box::new(Names { aliases: Arc::clone(&aliases), seen }));
        }
        if fixes.contains(&Fix::Texts) {
            steps.push(Box::new(Texts { aliases }));
        }
        if fixes.contains(&Fix::Dates) {
            steps.push(Box::new(Dates { order: date_order }));
        }
        if fixes.contains(&Fix::Orientation) {
            steps.push(Box::new(Orient { judge }));
        }
        steps
    }
}
