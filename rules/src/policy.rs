//! What counts as the end of a game, and how strictly: the policies of design decisions 5, 6 and 9.

use crate::{EngineOptions, Foul};

/// What a completed five does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FivePolicy {
    /// It ends the game, as on servers and between engines.
    Ends,
    /// It counts when its owner declares it, as over the board: play may go on.
    #[default]
    Declared,
}

/// What a foul does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FoulPolicy {
    /// It loses when it is claimed before the next stone.
    #[default]
    Claim,
    /// It loses when it is claimed before the game ends.
    ClaimUntilEnd,
    /// It loses at once.
    Lose,
    /// It cannot be laid: in a record it is an error.
    Block,
}

/// How to judge.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Policy {
    /// What a five does.
    pub five: FivePolicy,
    /// What each kind of foul does, by [`Foul::ALL`].
    pub fouls: [FoulPolicy; 3],
    /// What the engine of opening procedures has to be told.
    pub opening: EngineOptions,
}

impl Policy {
    /// What this kind of foul does.
    pub fn foul(&self, foul: Foul) -> FoulPolicy {
        self.fouls[foul as usize]
    }

    /// As servers and engine matches have it: fives and fouls end the game.
    pub fn server() -> Policy {
        Policy { five: FivePolicy::Ends, fouls: [FoulPolicy::Lose; 3], ..Policy::default() }
    }
}
