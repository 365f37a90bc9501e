//! What a conversion could not carry over.

use serde::Serialize;

/// One kind of thing that a writer had to leave out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Loss {
    /// What was lost, such as `comments` or `variations`.
    pub what: String,
    /// How many.
    pub count: u64,
    /// Why the format cannot carry it.
    pub why: String,
}

impl Loss {
    /// `count` things called `what`.
    pub fn new(what: impl Into<String>, count: u64, why: impl Into<String>) -> Loss {
        Loss { what: what.into(), count, why: why.into() }
    }
}

/// What could not be written, in the order in which it was first met.
#[derive(Default)]
pub(crate) struct Losses(pub(crate) Vec<Loss>);

impl Losses {
    pub(crate) fn add(&mut self, what: &str, count: usize, why: &str) {
        if count == 0 {
            return;
        }
        match self.0.iter_mut().find(|l| l.what == what) {
            Some(loss) => loss.count += count as u64,
            None => self.0.push(Loss::new(what, count as u64, why)),
        }
    }
}
