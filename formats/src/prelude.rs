//! What stands before the first record of a stream and is part of every record's meaning.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::Encoding;

/// Where a prelude ends; see [`crate::Format::prelude_end`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PreludeEnd {
    /// The stream begins with its first record, or with text that means nothing.
    Nothing,
    /// The prelude goes on behind the bytes at hand.
    More,
    /// The prelude is this many bytes long; records may begin behind it.
    At(usize),
}

/// A prelude that has been read: a row of column names, tables of players and events. Only the format that made it can look into it.
///
/// It is read once for a stream and shared by all who read its records, in whatever order.
#[derive(Clone)]
pub struct Prelude(Arc<dyn Any + Send + Sync>);

impl Prelude {
    /// A prelude of a format's own type.
    pub fn new(content: impl Any + Send + Sync) -> Prelude {
        Prelude(Arc::new(content))
    }

    /// The content, where it is of this type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

impl fmt::Debug for Prelude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Prelude")
    }
}

/// What is known of a stream before its records are cut.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stream<'a> {
    /// The encoding of its text.
    pub encoding: Encoding,
    /// The dialect, where the user or the name of the file tells it.
    pub dialect: Option<&'static str>,
    /// The bytes of the prelude; none where there is none.
    pub prelude: &'a [u8],
}
