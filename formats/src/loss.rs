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
