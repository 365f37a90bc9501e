//! The games and opening procedures that records are judged by.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::game::plain_spelling;
use crate::opening::{Found, UnknownOpening};
use crate::{Changes, GAMES, Game, Opening, PresetError};

/// The games and opening procedures that records may name: pentad's own, perhaps with changes, and those of a user.
///
/// A name costs the same to look up however many there are.
#[derive(Debug, Default)]
pub struct Catalogue {
    games: Vec<Game>,
    openings: Vec<Opening>,
    by_spelling: HashMap<String, usize>,
}

static STANDARD: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::of(GAMES.to_vec(), Vec::new()));

impl Catalogue {
    /// What pentad knows by itself.
    pub fn standard() -> &'static Catalogue {
        &STANDARD
    }

    /// The standard catalogue with a user's own games and procedures, which go before those of the same name, and with changes to all
    /// games for which they make sense.
    ///
    /// # Errors
    /// Changes that make sense for no game, or not for one of `own`.
    pub fn new(own: Vec<Game>, openings: Vec<Opening>, changes: &Changes) -> Result<Catalogue, PresetError> {
        let mut games = own.iter().map(|game| changes.apply(game)).collect::<Result<Vec<_>, _>>()?;
        let mut refused = None;
        let mut changed = !games.is_empty();
        for game in GAMES {
            match changes.apply(game) {
                Ok(game) => {
                    changed = true;
                    games.push(game);
                }
                Err(error) => {
                    refused = Some(error);
                    games.push(game.clone());
                }
            }
        }
        match refused {
            Some(error) if !changed => Err(error),
            _ => Ok(Catalogue::of(games, openings)),
        }
    }

    fn of(games: Vec<Game>, openings: Vec<Opening>) -> Catalogue {
        let mut by_spelling = HashMap::new();
        for (index, game) in games.iter().enumerate() {
            for spelling in [&game.id].into_iter().chain(game.aliases.iter()) {
                by_spelling.entry(plain_spelling(spelling)).or_insert(index);
            }
        }
        Catalogue { games, openings, by_spelling }
    }

    /// All games, a user's own first.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// All procedures, a user's own first.
    pub fn openings(&self) -> impl Iterator<Item = &Opening> {
        self.openings.iter().chain(Opening::all())
    }

    /// The game with this id or another of its spellings; case, blanks, hyphens and underscores do not count. `Speed ` and
    /// `Turn-based ` before the name change the clock only.
    pub fn game(&self, name: &str) -> Option<&Game> {
        let plain = plain_spelling(name);
        let plain = plain.strip_prefix("turnbased").unwrap_or(&plain);
        let plain = plain.strip_prefix("speed").unwrap_or(plain);
        self.by_spelling.get(plain).map(|&index| &self.games[index])
    }

    /// The procedure with this name.
    ///
    /// # Errors
    /// A name that no procedure has.
    pub fn opening(&self, name: &str) -> Result<Found<'_>, UnknownOpening> {
        let own =
            self.openings.iter().find_map(|opening| opening.called(name).map(|called| Found::new(opening, called)));
        own.map_or_else(|| Opening::find(name), Ok)
    }
}
