//! The rules of the five-in-a-row family: boards, wins, fouls, captures, opening procedures, and the verdict on a game.
//!
//! Nothing here knows a file or a format: a game is a list of [`Event`]s, and [`Replay`] judges it under a [`Game`]
//! (board rules and an opening procedure, both plain data) and a [`Policy`].

mod board;
mod capture;
mod codes;
mod color;
mod event;
mod fault;
mod foul;
mod game;
mod line;
pub mod opening;
mod point;
mod policy;
mod replay;
mod symmetry;
mod verdict;

pub use board::Board;
pub use capture::CaptureRule;
pub use codes::{Code, CodeInfo, Severity};
pub use color::{Color, Seat};
pub use event::{Action, Choice, Claim, Event, Events, Offer};
pub use fault::{Detail, Fault};
pub use foul::{
    Attempt, FollowUp, Foul, Fouls, Four, PointSurvey, Proof, Reason, Three, attempt, forbidden_points, prove,
};
pub use game::{GAMES, Game, Passes, Rules, Turns};
pub use line::{Ends, Row};
pub use opening::{Admitted, Engine, EngineOptions, Missing, NamedOpening, OfferSymmetry, Opening, Refusal, Ruling};
pub use point::{Coords, MAX_SIDE, MIN_SIDE, Point, PointText, Size};
pub use policy::{FivePolicy, FoulPolicy, Policy};
pub use replay::{Case, Replay, Start};
pub use symmetry::Symmetry;
pub use verdict::{Capture, End, EndBy, Legality, Outcome, Verdict};
