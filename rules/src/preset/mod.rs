//! Games and opening procedures as TOML: what pentad's own tables hold can be printed, changed and loaded back, so that a user's preset
//! has the same power.
//!
//! A file may state everything, or name a game it is `like` and say what differs:
//!
//! ```
//! use pentad_rules::{Fouls, Game, Opening};
//! let text = r#"
//!     id = "old-renju"
//!     like = "renju"
//!     size = 17
//!     opening = "free"
//!     [rules]
//!     fouls.black = ["double-three", "overline"]
//! "#;
//! let game = Game::from_toml(text).unwrap();
//! assert_eq!((game.size.width(), game.rules.fouls[1]), (17, Fouls::NONE));
//! assert_eq!(Game::from_toml(&game.to_toml()), Ok(game));
//!
//! let rif = Opening::find("rif").unwrap().opening;
//! assert_eq!(Opening::from_toml(&rif.to_toml()).as_ref(), Ok(rif));
//! ```

mod change;
mod error;
mod game_form;
mod opening_form;
mod policy_form;
mod rules_form;
mod stage_form;

pub use change::Changes;
pub use error::PresetError;

use game_form::GameForm;
use opening_form::OpeningForm;
use serde::{Deserialize, Serialize};

use crate::{Game, Opening};

/// The version of the form that files may state as `pentad = 1`.
const VERSION: u32 = 1;

/// What a file that holds an opening procedure alone looks like: the table of a game's file, by itself.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct OpeningFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pentad: Option<u32>,
    opening: OpeningForm,
}

impl Game {
    /// The game that a TOML text describes.
    ///
    /// # Errors
    /// Text that is no TOML, keys and values that mean nothing, a game that is not fully described or cannot be played.
    pub fn from_toml(text: &str) -> Result<Game, PresetError> {
        let form: GameForm = toml::from_str(text).map_err(|error| PresetError::in_text(text, &error))?;
        check_version(form.pentad)?;
        form.with_model()?.finish()
    }

    /// The game as TOML, with everything stated; [`Game::from_toml`] makes the same of it.
    pub fn to_toml(&self) -> String {
        let form = GameForm::of(self);
        let text = toml::to_string(&form).expect("the form has nothing that TOML cannot write");
        text + &form.stages_text()
    }
}

impl Opening {
    /// The procedure that a TOML text with the table `opening` describes.
    ///
    /// # Errors
    /// Text that is no TOML, keys and values that mean nothing, stages that make no procedure ([`Opening::validate`]).
    pub fn from_toml(text: &str) -> Result<Opening, PresetError> {
        let file: OpeningFile = toml::from_str(text).map_err(|error| PresetError::in_text(text, &error))?;
        check_version(file.pentad)?;
        file.opening.with_model()?.finish()
    }

    /// The procedure as TOML; [`Opening::from_toml`] makes the same of it.
    pub fn to_toml(&self) -> String {
        let file = OpeningFile { pentad: Some(VERSION), opening: OpeningForm::of(self) };
        let text = toml::to_string(&file).expect("the form has nothing that TOML cannot write");
        text + &file.opening.stages_text()
    }
}

fn check_version(stated: Option<u32>) -> Result<(), PresetError> {
    match stated {
        None | Some(VERSION) => Ok(()),
        Some(other) => {
            Err(PresetError::new(format!("pentad = {other} is a later form than this program knows ({VERSION})")))
        }
    }
}
