//! Names of players.

use std::sync::{Arc, Mutex, PoisonError};

use pentad_formats::{Field, Record};

use super::field::{UNDECODED, is_undecoded, set};
use super::spelling::tidy;
use super::{Aliases, Fix, SeenNames};
use crate::convert::{Change, Next, Step, Told};

/// Names of players in the spelling of the alias file; of others only blanks and forms of characters change. Names that are seen are
/// gathered where somebody wants to know which may be the same.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The spellings that are known.
    pub aliases: Arc<Aliases>,
    /// Where names are gathered.
    pub seen: Option<Arc<Mutex<SeenNames>>>,
}

pub(super) const TIDIED: &str = "blanks and forms of characters";
pub(super) const BY_ALIAS: &str = "by the alias file";

impl Step for Names {
    fn apply(&self, mut record: Record, told: &mut Told, next: &mut Next<'_>) {
        for field in [Field::BlackName, Field::WhiteName] {
            let Some(text) = record.get(field) else { continue };
            if is_undecoded(&record, field) {
                told.changes.push(Change::left(Fix::Names.name(), field.name(), Some(text), UNDECODED));
                continue;
            }
            let tidied = tidy(text);
            let (name, what) = match self.aliases.player(&tidied) {
                Some(name) if name != tidied => (name.to_owned(), BY_ALIAS),
                _ => (tidied, TIDIED),
            };
            told.changes.extend(set(&mut record, field, &name, Fix::Names, what));
        }
        if let Some(seen) = &self.seen {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            let names = [Field::BlackName, Field::WhiteName].into_iter().filter_map(|field| record.get(field));
            names.for_each(|name| seen.add(name));
        }
        next(record, told);
    }
}
