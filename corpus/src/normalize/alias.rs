//! Names by their spellings: the alias file.

use std::collections::BTreeMap;
use std::fmt;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::spelling::{key, tidy};

/// An alias file: TOML tables `players`, `events` and `sites`, each of names with the list of their other spellings. Case, blanks, forms of
/// characters, and a family name before a comma are no other spelling.
///
/// ```
/// use pentad_corpus::normalize::Aliases;
/// let aliases = Aliases::from_toml("[players]\n\"John Smith\" = [\"Johnny S.\"]\n").unwrap();
/// assert_eq!(aliases.player("SMITH, John"), Some("John Smith"));
/// assert_eq!(aliases.player("johnny s."), Some("John Smith"));
/// assert_eq!(aliases.player("J. Smith"), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Aliases {
    players: Table,
    events: Table,
    sites: Table,
}

/// Names by the keys of their spellings.
type Table = FxHashMap<String, String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    players: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    events: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    sites: BTreeMap<String, Vec<String>>,
}

/// Why a text is no alias file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AliasError {
    /// The line, from 1, where it is known.
    pub line: Option<usize>,
    message: String,
}

impl fmt::Display for AliasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "{line}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for AliasError {}

impl Aliases {
    /// Reads an alias file.
    ///
    /// # Errors
    /// When the text is no TOML, has other tables, or gives one spelling to two names.
    pub fn from_toml(text: &str) -> Result<Aliases, AliasError> {
        let file: File = toml::from_str(text).map_err(|error| AliasError {
            line: error.span().map(|span| 1 + text[..span.start.min(text.len())].matches('\n').count()),
            message: error.message().to_owned(),
        })?;
        Ok(Aliases { players: table(file.players)?, events: table(file.events)?, sites: table(file.sites)? })
    }

    /// The name of a player that has this spelling.
    pub fn player(&self, text: &str) -> Option<&str> {
        find(&self.players, text)
    }

    /// The name of an event that has this spelling.
    pub fn event(&self, text: &str) -> Option<&str> {
        find(&self.events, text)
    }

    /// The name of a site that has this spelling.
    pub fn site(&self, text: &str) -> Option<&str> {
        find(&self.sites, text)
    }
}

fn find<'t>(table: &'t Table, text: &str) -> Option<&'t str> {
    if table.is_empty() { None } else { table.get(&key(text)).map(String::as_str) }
}

fn table(names: BTreeMap<String, Vec<String>>) -> Result<Table, AliasError> {
    let mut table = Table::default();
    for (name, spellings) in names {
        let name = tidy(&name);
        for spelling in spellings.iter().chain([&name]) {
            match table.insert(key(spelling), name.clone()) {
                Some(other) if other != name => {
                    let message = format!("\"{spelling}\" is a spelling of \"{other}\" and of \"{name}\"");
                    return Err(AliasError { line: None, message });
                }
                _ => {}
            }
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spelling_is_of_one_name() {
        let error = |text: &str| Aliases::from_toml(text).unwrap_err().to_string();
        let twice = "[players]\n\"Ann\" = [\"A\"]\n\"Bo\" = [\"a\"]\n";
        assert_eq!(error(twice), "\"a\" is a spelling of \"Ann\" and of \"Bo\"");
        assert_eq!(error("[players]\n\"Ann\" = []\n\"ANN\" = []\n"), "\"Ann\" is a spelling of \"ANN\" and of \"Ann\"");
        assert!(error("[players]\n\"Ann\" = 3\n").starts_with("2: "));
        assert!(error("[people]\n").contains("unknown field `people`"));
        assert!(Aliases::from_toml("").unwrap().player("x").is_none());
    }
}
