//! `--keep`: which openings of a list to keep, by their figures.

use std::fmt;

use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::multispace0;
use nom::combinator::{opt, recognize};
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

use crate::logic::{Comparison, Postfix, Yard};

macro_rules! figures {
    ($($(#[$meta:meta])* $field:ident)*) => {
        /// What is known of an opening; `None` where nothing is.
        #[derive(Clone, Copy, PartialEq, Debug, Default)]
        pub struct Figures { $($(#[$meta])* pub $field: Option<f64>,)* }

        impl Figures {
            /// The names of the figures.
            pub const NAMES: &[&str] = &[$(stringify!($field)),*];

            fn get(&self, name: &str) -> Option<f64> {
                match name { $(stringify!($field) => self.$field,)* _ => None }
            }
        }
    };
}

figures! {
    /// Games with a known result.
    n
    /// Black's share of the points in them.
    score
    /// Stones of the opening.
    plies
    /// Pairs of games with known results.
    pairs
    /// Openings before it in the list that are the same.
    duplicates
    /// Games that Black won.
    black
    /// Games that White won.
    white
    /// Drawn games.
    drawn
}

/// Why a text is no condition, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeepError {
    text: String,
    at: usize,
    message: String,
}

impl fmt::Display for KeepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.text[..self.at].chars().count();
        write!(f, "{}\n  {}\n  {:before$}^", self.message, self.text, "")
    }
}

impl std::error::Error for KeepError {}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Term {
    Compare(&'static str, Comparison, f64),
    Between(&'static str, f64, f64),
}

impl Term {
    /// Whether it holds; `None` where the figure is not known.
    fn holds(&self, figures: &Figures) -> Option<bool> {
        match *self {
            Term::Compare(name, how, number) => figures.get(name).map(|value| how.holds(value.total_cmp(&number))),
            Term::Between(name, low, high) => figures.get(name).map(|value| (low..=high).contains(&value)),
        }
    }
}

/// A condition such as `n >= 10 and score in 0.35..0.65`.
///
/// ```
/// use pentad_corpus::{Figures, Keep};
/// let keep = Keep::parse("n >= 10 and score in 0.35..0.65").unwrap();
/// assert!(keep.holds(&Figures { n: Some(10.0), score: Some(0.65), ..Figures::default() }));
/// assert!(!keep.holds(&Figures { n: Some(10.0), score: Some(0.7), ..Figures::default() }));
/// let error = Keep::parse("n >= and").unwrap_err().to_string();
/// assert_eq!(error, "a number is missing here\n  n >= and\n       ^");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Keep {
    conditions: Postfix<Term>,
    names: Vec<&'static str>,
}

impl Keep {
    /// Reads a condition: comparisons of a figure and a number (`<`, `<=`, `=`, `!=`, `>=`, `>`), `FIGURE in LOW..HIGH` (both ends
    /// belong to it), `and`, `or`, `not` and parentheses.
    ///
    /// # Errors
    /// When the text is no such condition.
    pub fn parse(text: &str) -> Result<Keep, KeepError> {
        Reader { text, rest: text, yard: Yard::new(), names: Vec::new() }.read()
    }

    /// Whether the condition is known to hold. What is compared with a figure that is not known is not known.
    pub fn holds(&self, figures: &Figures) -> bool {
        self.conditions.run(|term| term.holds(figures)) == Some(true)
    }

    /// The figures that the condition asks for, as `n = 4, score = 0.125`.
    pub fn reason(&self, figures: &Figures) -> String {
        let one = |name: &&str| match figures.get(name) {
            None => format!("{name} is not known"),
            Some(value) if value.fract() == 0.0 && *name != "score" => format!("{name} = {value}"),
            Some(value) => format!("{name} = {value:.3}"),
        };
        self.names.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
    yard: Yard<Term>,
    names: Vec<&'static str>,
}

fn number(input: &str) -> IResult<&str, f64, ()> {
    let digits = |c: char| c.is_ascii_digit();
    // `0.35..0.65`: a point belongs to the number only if a digit follows it.
    let fraction = preceded(tag("."), take_while1(digits));
    let (rest, text) = preceded(multispace0, recognize(pair(take_while1(digits), opt(fraction)))).parse(input)?;
    text.parse().map(|n| (rest, n)).map_err(|_| nom::Err::Error(()))
}

impl<'t> Reader<'t> {
    fn fail<T>(&self, message: impl Into<String>) -> Result<T, KeepError> {
        let at = self.text.len() - self.rest.trim_start().len();
        Err(KeepError { text: self.text.replace(|c: char| c.is_ascii_control(), " "), at, message: message.into() })
    }

    /// Takes the word or sign, if it is next.
    fn takes(&mut self, word: &str) -> bool {
        let rest = self.rest.trim_start();
        let Some(left) = rest.strip_prefix(word) else { return false };
        let goes_on = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if word.ends_with(goes_on) && left.starts_with(goes_on) {
            return false;
        }
        self.rest = left;
        true
    }

    fn read(mut self) -> Result<Keep, KeepError> {
        loop {
            while self.operand_begins() {}
            self.comparison()?;
            while self.rest.trim_start().starts_with(')') {
                if !self.yard.close() {
                    return self.fail("this parenthesis closes none");
                }
                self.takes(")");
            }
            if self.takes("and") {
                self.yard.and();
            } else if self.takes("or") {
                self.yard.or();
            } else if self.rest.trim().is_empty() {
                break;
            } else {
                return self.fail("`and`, `or` or the end is expected here");
            }
        }
        match std::mem::replace(&mut self.yard, Yard::new()).finish() {
            Ok(conditions) => Ok(Keep { conditions, names: self.names }),
            Err(at) => {
                self.rest = &self.text[at..];
                self.fail("this parenthesis is not closed")
            }
        }
    }

    /// Takes a `not` or an opening parenthesis.
    fn operand_begins(&mut self) -> bool {
        let at = self.text.len() - self.rest.trim_start().len();
        if self.takes("not") {
            self.yard.not();
        } else if self.takes("(") {
            self.yard.open(at);
        } else {
            return false;
        }
        true
    }

    fn number(&mut self) -> Result<f64, KeepError> {
        match number(self.rest) {
            Ok((rest, number)) => {
                self.rest = rest;
                Ok(number)
            }
            Err(_) => self.fail("a number is missing here"),
        }
    }

    fn comparison(&mut self) -> Result<(), KeepError> {
        let word: IResult<&str, &str, ()> =
            preceded(multispace0, take_while(|c: char| c.is_ascii_alphanumeric())).parse(self.rest);
        let (left, word) = word.unwrap_or((self.rest, ""));
        let Some(name) = Figures::NAMES.iter().copied().find(|name| *name == word) else {
            return self.fail(format!("a figure is expected here; there are {}", Figures::NAMES.join(", ")));
        };
        self.rest = left;
        if !self.names.contains(&name) {
            self.names.push(name);
        }
        let term = if self.takes("in") {
            let low = self.number()?;
            if !self.takes("..") {
                return self.fail("`..` and the upper end are expected here");
            }
            Term::Between(name, low, self.number()?)
        } else {
            const SIGNS: [(&str, Comparison); 6] = [
                ("<=", Comparison::LessOrEqual),
                (">=", Comparison::GreaterOrEqual),
                ("!=", Comparison::NotEqual),
                ("<", Comparison::Less),
                (">", Comparison::Greater),
                ("=", Comparison::Equal),
            ];
            let Some((_, how)) = SIGNS.into_iter().find(|(sign, _)| self.takes(sign)) else {
                return self.fail("`<`, `<=`, `=`, `!=`, `>=`, `>` or `in` is expected here");
            };
            Term::Compare(name, how, self.number()?)
        };
        self.yard.term(term);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str) -> bool {
        let figures = Figures { n: Some(12.0), score: Some(0.5), plies: Some(4.0), pairs: None, ..Figures::default() };
        Keep::parse(text).unwrap().holds(&figures)
    }

    #[test]
    fn and_binds_more_than_or_and_not_more_than_both() {
        assert!(holds("n = 12 or n = 1 and score > 1"));
        assert!(!holds("(n = 12 or n = 1) and score > 1"));
        assert!(holds("not n = 1 and not(score<0.5)"));
        assert!(holds("not not n in 12..12"));
        assert!(!holds("not (n != 13 or n = 1)"));
    }

    #[test]
    fn what_is_not_known_neither_holds_nor_fails() {
        assert!(!holds("pairs >= 0") && !holds("not pairs >= 0") && !holds("n = 12 and pairs = 1"));
        assert!(holds("n = 12 or pairs = 1") && holds("not (n = 1 and pairs = 1)"));
    }

    #[test]
    fn errors_say_where() {
        let error = |text: &str| Keep::parse(text).unwrap_err().to_string();
        let place = |text: &str| error(text).lines().last().unwrap().find('^').unwrap() - 2;
        for (text, at) in
            [("", 0), ("n", 1), ("n > 1 score", 6), ("(n > 1", 0), ("n > 1)", 5), ("n in 1", 6), ("m > 1", 0)]
        {
            assert_eq!(place(text), at, "{text}: {}", error(text));
        }
        let deep = "(".repeat(100_000) + "n>1" + &")".repeat(100_000);
        assert!(Keep::parse(&deep).is_ok());
    }
}
