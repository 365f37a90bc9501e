//! Choices drawn from bytes: a short input makes short cases, and every byte counts.

/// What is left of the input.
pub(crate) struct Input<'a>(pub(crate) &'a [u8]);

impl Input<'_> {
    /// The next byte; 0 at the end.
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// Whether the input is used up.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One of a list.
    pub(crate) fn one<T: Copy>(&mut self, list: &[T]) -> T {
        list[usize::from(self.byte()) % list.len()]
    }
}
