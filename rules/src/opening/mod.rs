//! The 26 openings of renju.

mod named;

pub use named::{Family, NamedOpening};
