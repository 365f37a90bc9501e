//! Opening lists: which of their openings are the same, and how games from them ended.

mod canonical;
mod given;
mod keep;
mod list;
mod named;
mod pairs;

pub use canonical::{OpeningKey, canonical};
pub use given::{Given, given, given_lines, marked};
pub use keep::{Figures, Keep, KeepError};
pub use list::{ListedOpening, OpeningGroup, OpeningList};
pub use named::named_opening;
pub use pairs::{Pairing, Pairs, PlayedGame};
