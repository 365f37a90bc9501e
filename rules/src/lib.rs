//! The rules of the five-in-a-row family: boards, wins, fouls, captures, opening procedures, and the verdict on a game.
//!
//! Nothing here knows a file or a format: a game is a list of [`Event`]s, and [`Replay`] judges it under a [`Game`]
//! (board rules and an opening procedure, both plain data) and a [`Policy`].

mod board;
mod codes;
mod color;
mod event;
mod foul;
pub mod opening;
mod point;
mod symmetry;

pub use board::Board;
pub use codes::{Code, CodeInfo, Severity};
pub use color::{Color, Seat};
pub use event::{Action, Choice, Claim, Event, Events, Offer};
pub use foul::{
    Attempt, FollowUp, Foul, Fouls, Four, PointSurvey, Proof, Reason, Three, attempt, forbidden_points, prove,
};
pub use opening::{Admitted, Engine, EngineOptions, Missing, NamedOpening, OfferSymmetry, Opening, Refusal, Ruling};
pub use point::{Coords, MAX_SIDE, MIN_SIDE, Point, PointText, Size};
pub use symmetry::Symmetry;
