//! `--keep`: which openings of a list to keep, by their figures.
//!
//! A shunting yard turns the text into operations on a stack; no recursion, whatever the text.

use std::fmt;

use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::multispace0;
use nom::combinator::{opt, recognize};
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

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
enum Compared {
    Less,
    AtMost,
    Same,
    Other,
    AtLeast,
    More,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Op {
    Compare(&'static str, Compared, f64),
    Between(&'static str, f64, f64),
    Not,
    And,
    Or,
    /// Only while the text is read.
    Open(usize),
}

impl Op {
    /// Which of two operations is carried out first: the one that binds more.
    const fn binds(self) -> u8 {
        match self {
            Op::Or => 1,
            Op::And => 2,
            Op::Not => 3,
            _ => 0,
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
    ops: Vec<Op>,
    names: Vec<&'static str>,
}

impl Keep {
    /// Reads a condition: comparisons of a figure and a number (`<`, `<=`, `=`, `!=`, `>=`, `>`), `FIGURE in LOW..HIGH` (both ends
    /// belong to it), `and`, `or`, `not` and parentheses.
    ///
    /// # Errors
    /// When the text is no such condition.
    pub fn parse(text: &str) -> Result<Keep, KeepError> {
        Reader { text, rest: text, ops: Vec::new(), held: Vec::new(), names: Vec::new() }.read()
    }

    /// Whether the condition is known to hold. What is compared with a figure that is not known is not known.
    pub fn holds(&self, figures: &Figures) -> bool {
        let mut stack: Vec<Option<bool>> = Vec::new();
        for op in &self.ops {
            let value = match *op {
                Op::Compare(name, how, number) => figures.get(name).map(|value| match how {
                    Compared::Less => value < number,
                    Compared::AtMost => value <= number,
                    Compared::Same => value == number,
                    Compared::Other => value != number,
                    Compared::AtLeast => value >= number,
                    Compared::More => value > number,
                }),
                Op::Between(name, low, high) => figures.get(name).map(|value| (low..=high).contains(&value)),
                Op::Not => stack.pop().flatten().map(|value| !value),
                Op::And | Op::Or | Op::Open(_) => {
                    let (one, other) = (stack.pop().flatten(), stack.pop().flatten());
                    // One side may decide it alone.
                    let decides = matches!(op, Op::Or);
                    if one == Some(decides) || other == Some(decides) {
                        Some(decides)
                    } else {
                        one.zip(other).map(|_| !decides)
                    }
                }
            };
            stack.push(value);
        }
        stack.pop().flatten() == Some(true)
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
    ops: Vec<Op>,
    held: Vec<Op>,
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
                if !self.close() {
                    return self.fail("this parenthesis closes none");
                }
                self.takes(")");
            }
            let op = if self.takes("and") {
                Op::And
            } else if self.takes("or") {
                Op::Or
            } else if self.rest.trim().is_empty() {
                break;
            } else {
                return self.fail("`and`, `or` or the end is expected here");
            };
            while let Some(before) = self.held.pop_if(|before| before.binds() >= op.binds()) {
                self.ops.push(before);
            }
            self.held.push(op);
        }
        while let Some(op) = self.held.pop() {
            if let Op::Open(at) = op {
                self.rest = &self.text[at..];
                return self.fail("this parenthesis is not closed");
            }
            self.ops.push(op);
        }
        Ok(Keep { ops: self.ops, names: self.names })
    }

    /// Takes a `not` or an opening parenthesis.
    fn operand_begins(&mut self) -> bool {
        let at = self.text.len() - self.rest.trim_start().len();
        let op = if self.takes("not") {
            Op::Not
        } else if self.takes("(") {
            Op::Open(at)
        } else {
            return false;
        };
        self.held.push(op);
        true
    }

    /// Carries out what stands in the parenthesis that is closed; whether there is one.
    fn close(&mut self) -> bool {
        while let Some(op) = self.held.pop() {
            if matches!(op, Op::Open(_)) {
                return true;
            }
            self.ops.push(op);
        }
        false
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
        let op = if self.takes("in") {
            let low = self.number()?;
            if !self.takes("..") {
                return self.fail("`..` and the upper end are expected here");
            }
            Op::Between(name, low, self.number()?)
        } else {
            const SIGNS: [(&str, Compared); 6] = [
                ("<=", Compared::AtMost),
                (">=", Compared::AtLeast),
                ("!=", Compared::Other),
                ("<", Compared::Less),
                (">", Compared::More),
                ("=", Compared::Same),
            ];
            let Some((_, how)) = SIGNS.into_iter().find(|(sign, _)| self.takes(sign)) else {
                return self.fail("`<`, `<=`, `=`, `!=`, `>=`, `>` or `in` is expected here");
            };
            Op::Compare(name, how, self.number()?)
        };
        self.ops.push(op);
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
