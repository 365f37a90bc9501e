//! Opening procedures: tables of stages, one engine that runs any of them, and the 26 openings of renju.

mod engine;
mod equivalence;
mod missing;
mod named;
mod names;
mod offers;
mod options;
mod procedures;
mod spelling;
mod stage;
mod story;
mod words;

pub use engine::{Admitted, Engine, Refusal};
pub use missing::Missing;
pub use named::{Family, NamedOpening};
pub use names::{NamedLine, OpeningNames};
pub use options::{EngineOptions, OfferSymmetry, Ruling};
pub(crate) use procedures::procedure;
pub use spelling::{Called, Found, UnknownOpening};
pub use stage::{Actor, Count, Knob, Limit, Opening, OpeningError, Shape, Stage, Then};
pub use story::{OpeningStory, Told};
