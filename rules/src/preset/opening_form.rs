//! An opening procedure as it stands in TOML.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::PresetError;
use super::stage_form::StageForm;
use crate::Opening;
use crate::opening::Stage;

#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OpeningForm {
    like: Option<String>,
    id: Option<String>,
    title: Option<String>,
    spellings: Option<Vec<String>>,
    bare_spellings: Option<Vec<String>>,
    source: Option<String>,
    passes: Option<bool>,
    /// Written by [`OpeningForm::stages_text`], a line each.
    #[serde(skip_serializing)]
    stages: Option<Vec<StageForm>>,
}

/// The procedure of a game: none, one by its name, or one of its own.
#[derive(Clone)]
pub(super) enum OpeningChoice {
    None,
    Named(String),
    Own(Box<OpeningForm>),
}

fn owned(texts: Option<Vec<String>>) -> Cow<'static, [Cow<'static, str>]> {
    Cow::Owned(texts.unwrap_or_default().into_iter().map(Cow::Owned).collect())
}

fn find(name: &str) -> Result<&'static Opening, PresetError> {
    let found = Opening::find(name).map_err(|unknown| PresetError::new(format!("\"{name}\": {unknown}")))?;
    Ok(found.opening)
}

impl OpeningForm {
    pub(super) fn of(opening: &Opening) -> OpeningForm {
        let texts = |list: &[Cow<'static, str>]| Some(list.iter().map(ToString::to_string).collect());
        OpeningForm {
            like: None,
            id: Some(opening.id.to_string()),
            title: Some(opening.title.to_string()),
            spellings: texts(&opening.spellings),
            bare_spellings: texts(&opening.bare_spellings),
            source: Some(opening.source.to_string()),
            passes: Some(opening.passes),
            stages: Some(opening.stages.iter().map(StageForm::of).collect()),
        }
    }

    /// The key `stages`, a stage a line: the last key of the table.
    pub(super) fn stages_text(&self) -> String {
        let line = |stage: &StageForm| {
            let value = toml::Value::try_from(stage).expect("the form has nothing that TOML cannot write");
            format!("    {value},\n")
        };
        let lines: String = self.stages.iter().flatten().map(line).collect();
        if lines.is_empty() { "stages = []\n".to_owned() } else { format!("stages = [\n{lines}]\n") }
    }

    /// The form with what it leaves out taken from the procedure that it is like.
    pub(super) fn with_model(self) -> Result<OpeningForm, PresetError> {
        let Some(name) = &self.like else { return Ok(self) };
        let model = OpeningForm::of(find(name)?);
        let own = OpeningForm { like: None, ..self };
        Ok(own.over(OpeningForm { id: None, title: None, spellings: None, bare_spellings: None, ..model }))
    }

    fn over(self, model: OpeningForm) -> OpeningForm {
        OpeningForm {
            like: self.like,
            id: self.id.or(model.id),
            title: self.title.or(model.title),
            spellings: self.spellings.or(model.spellings),
            bare_spellings: self.bare_spellings.or(model.bare_spellings),
            source: self.source.or(model.source),
            passes: self.passes.or(model.passes),
            stages: self.stages.or(model.stages),
        }
    }

    pub(super) fn finish(self) -> Result<Opening, PresetError> {
        let id = self.id.ok_or_else(|| PresetError::new("opening.id is missing: the name of the procedure"))?;
        let stages =
            self.stages.ok_or_else(|| PresetError::new("opening.stages is missing; or name a procedure it is like"))?;
        let stage = |(index, form): (usize, StageForm)| {
            form.finish().map_err(|what| PresetError::new(format!("opening.stages, stage {}: {what}", index + 1)))
        };
        let stages: Vec<Stage> = stages.into_iter().enumerate().map(stage).collect::<Result<_, _>>()?;
        let opening = Opening {
            title: Cow::Owned(self.title.unwrap_or_else(|| id.clone())),
            id: Cow::Owned(id),
            spellings: owned(self.spellings),
            bare_spellings: owned(self.bare_spellings),
            source: Cow::Owned(self.source.unwrap_or_default()),
            stages: Cow::Owned(stages),
            passes: self.passes.unwrap_or(true),
        };
        opening.validate().map_err(|error| PresetError::new(format!("opening.stages, {error}")))?;
        Ok(opening)
    }
}

impl OpeningChoice {
    pub(super) fn of(opening: Option<&Opening>) -> OpeningChoice {
        match opening {
            None => OpeningChoice::None,
            Some(opening) if find(&opening.id).is_ok_and(|named| named == opening) => {
                OpeningChoice::Named(opening.id.to_string())
            }
            Some(opening) => OpeningChoice::Own(Box::new(OpeningForm::of(opening))),
        }
    }

    /// What [`OpeningForm::stages_text`] says of a procedure of its own.
    pub(super) fn stages_text(&self) -> String {
        match self {
            OpeningChoice::Own(form) => form.stages_text(),
            OpeningChoice::None | OpeningChoice::Named(_) => String::new(),
        }
    }

    /// This choice; a table that names no procedure it is like, and not all of its own, changes that of `model`.
    pub(super) fn over(self, model: OpeningChoice) -> OpeningChoice {
        match (self, model) {
            (OpeningChoice::Own(own), OpeningChoice::Own(model)) if own.like.is_none() => {
                OpeningChoice::Own(Box::new(own.over(*model)))
            }
            (OpeningChoice::Own(own), OpeningChoice::Named(model)) if own.like.is_none() => {
                OpeningChoice::Own(Box::new(OpeningForm { like: Some(model), ..*own }))
            }
            (own, _) => own,
        }
    }

    pub(super) fn finish(self) -> Result<Option<Opening>, PresetError> {
        match self {
            OpeningChoice::None => Ok(None),
            OpeningChoice::Named(name) => find(&name).cloned().map(Some),
            OpeningChoice::Own(form) => form.with_model()?.finish().map(Some),
        }
    }
}

impl Serialize for OpeningChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            OpeningChoice::None => false.serialize(serializer),
            OpeningChoice::Named(name) => name.serialize(serializer),
            OpeningChoice::Own(form) => form.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for OpeningChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OpeningChoice, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = OpeningChoice;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of an opening procedure, false, or a table with its stages")
            }
            fn visit_bool<E: de::Error>(self, opening: bool) -> Result<OpeningChoice, E> {
                if opening { Err(E::custom("name the opening procedure")) } else { Ok(OpeningChoice::None) }
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<OpeningChoice, E> {
                find(name).map_err(E::custom)?;
                Ok(OpeningChoice::Named(name.to_owned()))
            }
            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<OpeningChoice, A::Error> {
                let form = OpeningForm::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(OpeningChoice::Own(Box::new(form)))
            }
        }
        deserializer.deserialize_any(Either)
    }
}
