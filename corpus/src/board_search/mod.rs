//! Positions and patterns, and where on the boards of a record they come about.

mod pattern;
mod sought;
mod walk;

pub(crate) use pattern::Pattern;
pub(crate) use sought::{Images, Sought, colors};
pub use walk::Way;
pub(crate) use walk::{Here, main_line, nodes};
