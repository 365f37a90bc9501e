//! The one sign that ends all threads of a run early.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether to stop: because the user said so, a thread panicked, or the sink wants no more.
pub(crate) struct Halt<'a> {
    user: Option<&'a AtomicBool>,
    own: AtomicBool,
}

impl<'a> Halt<'a> {
    pub(crate) fn new(user: Option<&'a AtomicBool>) -> Halt<'a> {
        Halt { user, own: AtomicBool::new(false) }
    }

    /// Whether the run is to end.
    pub(crate) fn is_set(&self) -> bool {
        self.own.load(Ordering::Relaxed) || self.by_user()
    }

    /// Whether it is the user who ends the run.
    pub(crate) fn by_user(&self) -> bool {
        self.user.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Ends the run.
    pub(crate) fn set(&self) {
        self.own.store(true, Ordering::Relaxed);
    }
}
