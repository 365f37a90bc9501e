//! The query language: which records are meant.
//!
//! `rules = renju and opening = D4 and year in 2010..2020 and result = black and plies < 60 and player ~ "Smith" and finding = double-three
//! and position "h8 i9" and pattern ".XXX."`. `and`, `or`, `not` and parentheses; `~` contains, whatever the case. What a record does not
//! tell is unknown, and neither a condition nor its opposite holds of it.

mod error;
mod eval;
mod field;
mod lex;
mod parse;
mod places;

pub use error::QueryError;
pub use eval::Subject;
pub use field::Field as QueryField;
pub use places::PlaceFound;

use std::ops::ControlFlow;

use pentad_rules::{Code, Point};

use crate::board_search::{Images, Sought, main_line};
use crate::logic::{Comparison, Postfix};
use parse::{Parsed, Term};

/// A query that was understood.
#[derive(Clone, Debug)]
pub struct Query {
    text: String,
    conditions: Postfix<Term>,
    sought: Vec<Sought>,
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// What is no query, with the place of the fault.
    pub fn parse(text: &str) -> Result<Query, QueryError> {
        let Parsed { conditions, sought } = parse::parse(text)?;
        Ok(Query { text: text.to_owned(), conditions, sought })
    }

    /// The query as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a judged record is meant; `None` where what the query asks for is not known of it. A position or a pattern counts where it
    /// comes about in the game that was played.
    pub fn matches(&self, subject: &Subject<'_>) -> Option<bool> {
        // What the header and the verdict tell may decide it, and the game need not be played through.
        let told = self.conditions.run(|term| eval::holds(term, subject));
        if told.is_some() || self.sought.is_empty() {
            return told;
        }
        let images = self.images(subject);
        let mut came = vec![false; images.len()];
        main_line(&subject.facts.played(), |here| {
            images.iter().zip(&mut came).for_each(|(image, came)| *came = *came || image.come_about(here));
            if came.iter().all(|came| *came) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.conditions.run(|term| match term {
            Term::Board(number) => Some(came[*number]),
            term => eval::holds(term, subject),
        })
    }

    /// Whether it asks for a finding.
    pub fn asks_for(&self, code: Code) -> bool {
        let asks = |term: &Term| match term {
            Term::Text(QueryField::Finding, Comparison::Contains, text) => code.name().contains(&text.to_lowercase()),
            Term::Text(QueryField::Finding, _, text) => text == code.name(),
            _ => false,
        };
        self.conditions.terms().any(asks)
    }

    /// The positions that are asked for, by number: the moves that lead to each, by the letters with i, without.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (usize, &[Vec<Point>; 2])> {
        self.sought.iter().enumerate().filter_map(|(number, sought)| match sought {
            Sought::Position(moves) => Some((number, moves)),
            Sought::Pattern(_) => None,
        })
    }

    /// Whether a record may be meant of which nothing is known but what comes about in it: `came` answers by number, where it can.
    pub(crate) fn may_mean(&self, came: impl Fn(usize) -> Option<bool>) -> bool {
        let answer = self.conditions.run(|term| match term {
            Term::Board(number) => came(*number),
            _ => None,
        });
        answer != Some(false)
    }

    fn images(&self, subject: &Subject<'_>) -> Vec<Images> {
        let played = subject.facts.played();
        self.sought.iter().map(|sought| sought.on(&played)).collect()
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
            ("pattern \"XZ\"", 10, "a pattern has"),
            ("pattern XZ", 9, "a pattern has"),
            ("pattern \"??\"", 9, "asks for no point"),
            ("pattern X at", 12, "a value"),
            ("pattern X at \"h8 h9\"", 13, "a point is wanted"),
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
