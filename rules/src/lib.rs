//! The rules of the five-in-a-row family: boards, wins, fouls, captures, opening procedures, and the verdict on a game.
//!
//! Nothing here knows a file or a format: a game is a list of [`Event`]s, and [`Replay`] judges it under a [`Game`]
//! (board rules and an opening procedure, both plain data) and a [`Policy`].
//!
//! ```
//! use pentad_rules::{Case, Color, Coords, EndBy, Event, Events, Game, Legality, Outcome, Point, Policy, Replay, Size};
//!
//! let mut events = Events::new();
//! for point in ["h8", "h9", "i8", "i9", "j8", "j9", "k8", "g8", "l8"] {
//!     events.push(Event::place(Point::parse(point, Coords::WithI).ok_or("no point")?));
//! }
//! let game = Game::find("renju").ok_or("no game")?;
//! let case = Case {
//!     rules: &game.rules,
//!     opening: None,
//!     size: Size::RENJU,
//!     start: None,
//!     events: &events,
//!     bare: true,
//!     painted: false,
//!     stated: Some(Outcome::Won(Color::White)),
//! };
//! let mut replay = Replay::new();
//! let verdict = replay.judge(&case, &Policy::default());
//! assert_eq!(verdict.legality, Legality::Legal);
//! assert_eq!((verdict.end.by, verdict.end.winner, verdict.end.ply), (EndBy::Five, Some(Color::Black), 9));
//! assert_eq!(verdict.agrees, Some(false));
//! assert_eq!(verdict.faults[0].message(Coords::WithI), "the board says Black won by five");
//! # Ok::<(), &str>(())
//! ```

mod board;
mod capture;
mod catalogue;
mod codes;
mod color;
mod effect;
mod event;
mod fault;
mod foul;
mod fours;
mod game;
mod key;
mod line;
pub mod opening;
mod point;
mod policy;
mod preset;
mod replay;
mod symmetry;
mod variation;
mod verdict;

pub use board::Board;
pub use capture::{CaptureRule, Entry};
pub use catalogue::Catalogue;
pub use codes::{Code, CodeInfo, Severity};
pub use color::{Color, Seat};
pub use event::{Action, Choice, Claim, Event, Events, Offer};
pub use fault::{Detail, Fault};
pub use foul::{
    Attempt, FollowUp, Foul, Fouls, Four, PointSurvey, Proof, Reason, Three, attempt, forbidden_points, prove,
};
pub use fours::{Fours, UnansweredFour};
pub use game::{GAMES, Game, Passes, Rules, Stands, Turns, UNKNOWN_GAME};
pub use key::{PositionKey, RunningKey};
pub use line::{Ends, Row};
pub use opening::{
    Admitted, Engine, EngineOptions, Missing, NamedOpening, OfferSymmetry, Opening, OpeningNames, Refusal, Ruling,
};
pub use point::{Coords, MAX_SIDE, MIN_SIDE, Point, PointText, Size};
pub use policy::{FivePolicy, FoulPolicy, Policy, Wishes};
pub use preset::{Changes, PresetError};
pub use replay::{Case, Replay, Start};
pub use symmetry::Symmetry;
pub use variation::Variation;
pub use verdict::{Capture, End, EndBy, Legality, Outcome, Verdict};
