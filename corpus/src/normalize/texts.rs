//! Event, site, section and round.

use std::sync::Arc;

use pentad_formats::{Field, Record};

use super::field::{UNDECODED, is_undecoded, set};
use super::names::{BY_ALIAS, TIDIED};
use super::spelling::tidy;
use super::{Aliases, Fix};
use crate::convert::{Change, Next, Step, Told};

/// Blanks and forms of characters of event, site, section and round; events and sites in the spelling of the alias file.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// The spellings that are known.
    pub aliases: Arc<Aliases>,
}

impl Step for Texts {
    fn apply(&self, mut record: Record, told: &mut Told, next: &mut Next<'_>) {
        for field in [Field::Event, Field::Site, Field::Section, Field::Round] {
            let Some(text) = record.get(field) else { continue };
            if is_undecoded(&record, field) {
                told.changes.push(Change::left(Fix::Texts.name(), field.name(), Some(text), UNDECODED));
                continue;
            }
            let tidied = tidy(text);
            let known = match field {
                Field::Event => self.aliases.event(&tidied),
                Field::Site => self.aliases.site(&tidied),
                _ => None,
            };
            let (text, what) = match known {
                Some(name) if name != tidied => (name.to_owned(), BY_ALIAS),
                _ => (tidied, TIDIED),
            };
            told.changes.extend(set(&mut record, field, &text, Fix::Texts, what));
        }
        next(record, told);
    }
}
