//! A game as it stands in TOML. What is `None` is taken from the game that it is like.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::PresetError;
use super::opening_form::OpeningChoice;
use super::policy_form::PolicyForm;
use super::rules_form::RulesForm;
use crate::{Coords, Game, Size};

#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct GameForm {
    pub(super) pentad: Option<u32>,
    like: Option<String>,
    id: Option<String>,
    title: Option<String>,
    aliases: Option<Vec<String>>,
    size: Option<SizeForm>,
    coords: Option<LettersForm>,
    page: Option<String>,
    rules: Option<RulesForm>,
    policy: Option<PolicyForm>,
    opening: Option<OpeningChoice>,
}

/// `15`, `[20, 15]` or `"20x15"`: columns, then rows.
#[derive(Clone, Copy)]
struct SizeForm(Size);

/// Which letters name the columns.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum LettersForm {
    WithI,
    SkipI,
}

impl LettersForm {
    fn of(coords: Coords) -> LettersForm {
        if coords.letters() == Coords::SkipI { LettersForm::SkipI } else { LettersForm::WithI }
    }

    const fn coords(self) -> Coords {
        match self {
            LettersForm::WithI => Coords::WithI,
            LettersForm::SkipI => Coords::SkipI,
        }
    }
}

impl GameForm {
    pub(super) fn of(game: &Game) -> GameForm {
        GameForm {
            pentad: Some(super::VERSION),
            like: None,
            id: Some(game.id.to_string()),
            title: Some(game.title.to_string()),
            aliases: Some(game.aliases.iter().map(ToString::to_string).collect()),
            size: Some(SizeForm(game.size)),
            coords: Some(LettersForm::of(game.coords)),
            page: Some(game.page.to_string()),
            rules: Some(RulesForm::of(&game.rules)),
            policy: Some(PolicyForm::of(&game.wishes)),
            opening: Some(OpeningChoice::of(game.opening.as_deref())),
        }
    }

    /// The stages of a procedure of its own, which end the text.
    pub(super) fn stages_text(&self) -> String {
        self.opening.as_ref().map_or_else(String::new, OpeningChoice::stages_text)
    }

    /// The form with what it leaves out taken from the game that it is like.
    pub(super) fn with_model(self) -> Result<GameForm, PresetError> {
        let Some(name) = &self.like else { return Ok(self) };
        let model = Game::find(name).ok_or_else(|| {
            let near = Game::nearest(name).map(|id| format!("; did you mean {id}?")).unwrap_or_default();
            PresetError::new(format!("like = \"{name}\": no such game{near}"))
        })?;
        let own = GameForm { like: None, ..self };
        // Name and spellings are the game's own: two games must not answer to the same.
        let model = GameForm { id: None, title: None, aliases: None, page: None, ..GameForm::of(model) };
        Ok(own.over(model))
    }

    /// These statements, and where there is none those of `model`.
    pub(super) fn over(self, model: GameForm) -> GameForm {
        GameForm {
            pentad: self.pentad.or(model.pentad),
            like: self.like,
            id: self.id.or(model.id),
            title: self.title.or(model.title),
            aliases: self.aliases.or(model.aliases),
            size: self.size.or(model.size),
            coords: self.coords.or(model.coords),
            page: self.page.or(model.page),
            rules: match (self.rules, model.rules) {
                (Some(own), Some(model)) => Some(own.over(model)),
                (own, model) => own.or(model),
            },
            policy: match (self.policy, model.policy) {
                (Some(own), Some(model)) => Some(own.over(model)),
                (own, model) => own.or(model),
            },
            opening: match (self.opening, model.opening) {
                (Some(own), Some(model)) => Some(own.over(model)),
                (own, model) => own.or(model),
            },
        }
    }

    pub(super) fn finish(self) -> Result<Game, PresetError> {
        let missing = |key: &str| PresetError::new(format!("{key} is missing; or name a game it is like"));
        let id = self.id.ok_or_else(|| PresetError::new("id is missing: the name of the game"))?;
        if id.trim().is_empty() || id.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(PresetError::new(format!("id = {id:?}: a name without blanks")));
        }
        Ok(Game {
            title: Cow::Owned(self.title.unwrap_or_else(|| id.clone())),
            id: Cow::Owned(id),
            aliases: Cow::Owned(self.aliases.unwrap_or_default().into_iter().map(Cow::Owned).collect()),
            size: self.size.ok_or_else(|| missing("size"))?.0,
            coords: self.coords.map_or(Coords::WithI, LettersForm::coords),
            rules: self.rules.ok_or_else(|| missing("the table rules"))?.finish()?,
            opening: self.opening.map_or(Ok(None), OpeningChoice::finish)?.map(Cow::Owned),
            wishes: self.policy.unwrap_or_default().finish(),
            page: Cow::Owned(self.page.unwrap_or_default()),
        })
    }
}

impl Serialize for SizeForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.0.width(), self.0.height()) {
            (width, height) if width == height => width.serialize(serializer),
            sides => sides.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for SizeForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SizeForm, D::Error> {
        struct Sides;
        fn size<E: de::Error>(width: i64, height: i64) -> Result<SizeForm, E> {
            let side = |n: i64| u8::try_from(n).ok();
            let size = side(width).zip(side(height)).and_then(|(w, h)| Size::new(w, h));
            size.map(SizeForm).ok_or_else(|| E::custom("a board has 5 to 26 lines each way"))
        }
        impl<'de> Visitor<'de> for Sides {
            type Value = SizeForm;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of lines, [columns, rows] or \"columns x rows\"")
            }
            fn visit_i64<E: de::Error>(self, side: i64) -> Result<SizeForm, E> {
                size(side, side)
            }
            fn visit_u64<E: de::Error>(self, side: u64) -> Result<SizeForm, E> {
                let side = i64::try_from(side).unwrap_or(0);
                size(side, side)
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<SizeForm, E> {
                let (width, height) = text.split_once('x').unwrap_or((text, text));
                let side = |t: &str| t.trim().parse().unwrap_or(0);
                size(side(width), side(height))
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut sides: A) -> Result<SizeForm, A::Error> {
                let mut side = || sides.next_element::<i64>().map(|n| n.unwrap_or(0));
                size(side()?, side()?)
            }
        }
        deserializer.deserialize_any(Sides)
    }
}
