//! Single changes to a game, as `--set KEY=VALUE` has them.

use std::borrow::Cow;

use super::PresetError;
use super::game_form::GameForm;
use crate::Game;

/// Changes to whichever game a record is judged under: keys of the TOML form, such as `rules.passes=forbidden` or
/// `policy.offer-after-swap=allowed`.
///
/// ```
/// use pentad_rules::{Changes, Ends, Game, Passes};
/// let mut changes = Changes::default();
/// changes.add("rules.row.ends=both-free").unwrap();
/// changes.add("rules.passes = forbidden").unwrap();
/// let caro = changes.apply(Game::find("caro5").unwrap()).unwrap();
/// assert_eq!((caro.rules.rows[1].ends, caro.rules.passes), (Ends::BothFree, Passes::Forbidden));
/// assert!(changes.add("rules.pases=forbidden").is_err());
/// ```
#[derive(Clone, Default)]
pub struct Changes {
    form: Option<GameForm>,
}

impl std::fmt::Debug for Changes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = self.form.as_ref().map(|form| toml::to_string(form).unwrap_or_default());
        f.debug_tuple("Changes").field(&text.unwrap_or_default()).finish()
    }
}

impl Changes {
    /// Adds `KEY=VALUE`; a later change of the same key counts. A value that is no TOML is a text.
    ///
    /// # Errors
    /// A key that does not exist, or a value that the key does not take.
    pub fn add(&mut self, change: &str) -> Result<(), PresetError> {
        let (key, value) = change.split_once('=').ok_or_else(|| PresetError::new("KEY=VALUE"))?;
        let (key, value) = (key.trim(), value.trim());
        let literal = format!("{key} = {value}");
        // A bare word is no TOML value, and people should not have to quote quotes.
        let text = if literal.parse::<toml::Table>().is_ok() { literal } else { format!("{key} = {}", quoted(value)) };
        if let "pentad" | "like" | "id" | "title" | "aliases" | "coords" | "page" = key {
            return Err(PresetError::new(format!(
                "{key} changes no rule; a file of your own for --rules may state it"
            )));
        }
        let form: GameForm = toml::from_str(&text).map_err(|error| PresetError::new(error.message()))?;
        self.form = Some(match self.form.take() {
            Some(earlier) => form.over(earlier),
            None => form,
        });
        Ok(())
    }

    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.form.is_none()
    }

    /// The game with the changes.
    ///
    /// # Errors
    /// Changes that make no game.
    pub fn apply(&self, game: &Game) -> Result<Game, PresetError> {
        let Some(form) = &self.form else { return Ok(game.clone()) };
        let changed = form.clone().over(GameForm::of(game)).finish()?;
        // The name stays, so that reports still say which game it is.
        Ok(Game { id: Cow::clone(&game.id), ..changed })
    }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
