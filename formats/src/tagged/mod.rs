//! Text of tags and movetext: what the formats of this kind share.

pub(crate) mod framer;
pub(crate) mod line;
pub(crate) mod tag;
pub(crate) mod words;

pub(crate) use framer::TaggedFramer;
pub(crate) use tag::{is_tag_name, write_tag};
