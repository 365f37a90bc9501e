//! Where an interrupted run is gone on with.

use std::fmt;
use std::str::FromStr;

use crate::Batch;

/// What an earlier run has done: all inputs before this one, and so many of its records. As text `NAME:N`, or `NAME:end` where the whole
/// input is done.
///
/// ```
/// let place: pentad_corpus::Resume = "games/b.sgf:1500".parse().unwrap();
/// assert_eq!(place.to_string(), "games/b.sgf:1500");
/// assert!("games/b.sgf".parse::<pentad_corpus::Resume>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resume {
    input: String,
    /// `None`: all of them.
    records: Option<u64>,
}

impl Resume {
    /// What is done after a batch.
    pub(crate) fn after(batch: &Batch) -> Resume {
        let last = batch.first_record + batch.len() as u64 - 1;
        Resume { input: batch.input.name().to_owned(), records: batch.end.is_none().then_some(last) }
    }

    /// The name of the input.
    pub fn input(&self) -> &str {
        &self.input
    }

    /// How many of its records are done; `None` where the input is.
    pub fn records(&self) -> Option<u64> {
        self.records
    }
}

impl fmt::Display for Resume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.records {
            Some(records) => write!(f, "{}:{records}", self.input),
            None => write!(f, "{}:end", self.input),
        }
    }
}

impl FromStr for Resume {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Resume, &'static str> {
        let wanted =
            "the name of an input and how many of its records are done, as games/b.sgf:1500 or games/b.sgf:end";
        let (input, records) = text.rsplit_once(':').filter(|(input, _)| !input.is_empty()).ok_or(wanted)?;
        let records = if records == "end" { None } else { Some(records.parse().map_err(|_| wanted)?) };
        Ok(Resume { input: input.to_owned(), records })
    }
}
