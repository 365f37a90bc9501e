//! The query language: which records are meant.
//!
//! `rules = renju and opening = D4 and year in 2010..2020 and result = black and plies < 60 and player ~ "Smith" and finding = double-three
//! and position "h8 i9"`. `and`, `or`, `not` and parentheses; `~` contains, whatever the case. What a record does not tell is unknown, and
//! neither a condition nor its opposite holds of it.

mod error;
mod eval;
mod field;
mod lex;
mod parse;

pub use error::QueryError;
pub use eval::Subject;
pub use field::Field as QueryField;

use crate::logic::Postfix;
use parse::Term;

/// A query that was understood.
#[derive(Clone, Debug)]
pub struct Query {
    text: String,
    conditions: Postfix<Term>,
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// What is no query, with the place of the fault.
    pub fn parse(text: &str) -> Result<Query, QueryError> {
        Ok(Query { text: text.to_owned(), conditions: parse::parse(text)? })
    }

    /// The query as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a judged record is meant; `None` where what the query asks for is not known of it.
    pub fn matches(&self, subject: &Subject<'_>) -> Option<bool> {
        self.conditions.run(|term| eval::holds(term, subject))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_queries_have_a_place() {
        for (text, at, words) in [
            ("", 0, "empty"),
            ("plies", 5, "a comparison"),
            ("plies <", 7, "a value"),
            ("plies < x", 8, "a number"),
            ("pliess < 3", 0, "did you mean plies?"),
            ("plies < 3 and", 13, "a condition"),
            ("plies < 3 plies > 1", 10, "and or or"),
            ("(plies < 3", 0, "not closed"),
            ("plies < 3)", 9, "nothing opens"),
            ("event ~ \"open", 8, "not closed"),
            ("year in 2010", 8, "a range"),
            ("year in 2020..2010", 8, "ends before it begins"),
            ("result = red", 9, "black, white, draw or unknown"),
            ("finding = nonsense", 10, "no such finding"),
            ("opening = X9", 10, "no opening"),
            ("position \"h8 h8\"", 9, "twice"),
            ("position \"z\"", 9, "no list of moves"),
            ("date < 2008-13", 7, "a date"),
            ("event < \"a\"", 6, "cannot be compared so"),
        ] {
            let error = Query::parse(text).unwrap_err();
            assert_eq!(error.at(), at, "{text}: {error}");
            assert!(error.to_string().contains(words), "{text}: {error}");
        }
        let error = Query::parse("rules = renju and pliess < 3").unwrap_err().to_string();
        assert!(error.ends_with("rules = renju and pliess < 3\n                  ^"), "{error}");
    }

    #[test]
    fn any_text_is_read_or_refused() {
        for text in ["((((((", "not not not", "= = =", "and and", "\u{0}", "\"", "position", "in in in", "..", "a..b"] {
            assert!(Query::parse(text).is_err());
        }
        let deep = "(".repeat(100_000) + "plies = 1" + &")".repeat(100_000);
        assert!(Query::parse(&deep).is_ok());
        assert!(Query::parse(&"not ".repeat(100_001)).is_err());
    }
}
