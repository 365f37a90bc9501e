//! What is wrong with a query.

use std::fmt;

/// Why a text is no query, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryError {
    text: String,
    at: usize,
    message: String,
}

impl QueryError {
    pub(super) fn new(text: &str, at: usize, message: impl Into<String>) -> QueryError {
        QueryError { text: text.to_owned(), at: at.min(text.len()), message: message.into() }
    }

    /// The place in bytes, from 0.
    pub fn at(&self) -> usize {
        self.at
    }
}

/// The longest query that is shown whole under the message.
const SHOWN: usize = 200;

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        let before = self.text.get(..self.at).unwrap_or_default();
        if self.text.len() <= SHOWN && !self.text.contains(char::is_control) {
            write!(f, "\n{}\n{}^", self.text, " ".repeat(before.chars().count()))?;
        }
        Ok(())
    }
}

impl std::error::Error for QueryError {}
