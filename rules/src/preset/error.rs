//! What is wrong with a preset.

use std::fmt;

/// Why a text describes no game or no opening procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PresetError {
    message: String,
    place: Option<(usize, usize)>,
}

impl PresetError {
    pub(crate) fn new(message: impl Into<String>) -> PresetError {
        PresetError { message: message.into(), place: None }
    }

    /// An error of the TOML reader, with its place.
    pub(crate) fn in_text(text: &str, error: &toml::de::Error) -> PresetError {
        let place = error.span().and_then(|span| text.get(..span.start)).map(|before| {
            let line_start = before.rfind('\n').map_or(0, |at| at + 1);
            (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
        });
        PresetError { message: error.message().to_owned(), place }
    }

    /// Line and column, from 1, where the fault has a place in the text.
    pub fn place(&self) -> Option<(usize, usize)> {
        self.place
    }
}

impl fmt::Display for PresetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "{line}:{column}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for PresetError {}
