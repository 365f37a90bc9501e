//! From words to conditions and what joins them.

use pentad_formats::PartialDate;
use pentad_rules::{Code, Coords, NamedOpening, Opening, Point};

use super::QueryError;
use super::field::{Field, Kind};
use super::lex::{self, Token, TokenKind};
use crate::board_search::{Pattern, Sought};
use crate::logic::{Comparison, Postfix, Yard};

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Term {
    Text(Field, Comparison, String),
    Number(Field, Comparison, i64),
    NumberIn(Field, i64, i64),
    Date(Comparison, PartialDate),
    DateIn(PartialDate, PartialDate),
    /// What is looked for on the board: its number in [`Parsed::sought`].
    Board(usize),
}

/// A query that was read.
pub(super) struct Parsed {
    pub(super) conditions: Postfix<Term>,
    pub(super) sought: Vec<Sought>,
}

/// Conditions on the board.
const BOARD_WORDS: [&str; 2] = ["position", "pattern"];

struct Parser<'t> {
    text: &'t str,
    tokens: std::iter::Peekable<std::vec::IntoIter<Token>>,
    yard: Yard<Term>,
    sought: Vec<Sought>,
}

pub(super) fn parse(text: &str) -> Result<Parsed, QueryError> {
    let tokens = lex::tokens(text)?;
    if tokens.is_empty() {
        return Err(QueryError::new(text, 0, "the query is empty"));
    }
    Parser { text, tokens: tokens.into_iter().peekable(), yard: Yard::new(), sought: Vec::new() }.run()
}

impl Parser<'_> {
    fn fail<T>(&self, at: usize, message: impl Into<String>) -> Result<T, QueryError> {
        Err(QueryError::new(self.text, at, message))
    }

    fn next(&mut self) -> Option<Token> {
        self.tokens.next()
    }

    fn end(&self) -> usize {
        self.text.len()
    }

    fn run(mut self) -> Result<Parsed, QueryError> {
        loop {
            self.condition()?;
            loop {
                match self.next() {
                    None => {
                        let unclosed = |at| QueryError::new(self.text, at, "this parenthesis is not closed");
                        let conditions = self.yard.finish().map_err(unclosed)?;
                        return Ok(Parsed { conditions, sought: self.sought });
                    }
                    Some(Token { kind: TokenKind::Close, at }) => {
                        if !self.yard.close() {
                            return self.fail(at, "nothing opens this parenthesis");
                        }
                    }
                    Some(Token { kind: TokenKind::Word(word), .. }) if word.eq_ignore_ascii_case("and") => {
                        self.yard.and();
                        break;
                    }
                    Some(Token { kind: TokenKind::Word(word), .. }) if word.eq_ignore_ascii_case("or") => {
                        self.yard.or();
                        break;
                    }
                    Some(Token { at, .. }) => return self.fail(at, "and or or is wanted between two conditions"),
                }
            }
        }
    }

    fn condition(&mut self) -> Result<(), QueryError> {
        loop {
            match self.next() {
                Some(Token { kind: TokenKind::Open, at }) => self.yard.open(at),
                Some(Token { kind: TokenKind::Word(word), .. }) if word.eq_ignore_ascii_case("not") => {
                    self.yard.not();
                }
                Some(Token { kind: TokenKind::Word(word), at }) => {
                    let term = self.term(&word, at)?;
                    self.yard.term(term);
                    return Ok(());
                }
                Some(Token { at, .. }) => return self.fail(at, "a condition is wanted here, such as plies < 60"),
                None => return self.fail(self.end(), "a condition is wanted here, such as plies < 60"),
            }
        }
    }

    fn term(&mut self, name: &str, at: usize) -> Result<Term, QueryError> {
        let sought = match BOARD_WORDS.iter().position(|word| name.eq_ignore_ascii_case(word)) {
            Some(0) => Some(self.position()?),
            Some(_) => Some(self.pattern()?),
            None => None,
        };
        if let Some(sought) = sought {
            self.sought.push(sought);
            return Ok(Term::Board(self.sought.len() - 1));
        }
        let Some(field) = Field::find(name) else {
            let near = Field::names().chain(BOARD_WORDS).min_by_key(|known| strsim::damerau_levenshtein(known, name));
            let near = near.filter(|known| strsim::damerau_levenshtein(known, name) <= 1 + name.len() / 3);
            let hint = near.map_or_else(
                || format!("there are {}", Field::names().chain(BOARD_WORDS).collect::<Vec<_>>().join(", ")),
                |known| format!("did you mean {known}?"),
            );
            return self.fail(at, format!("nothing is called {name}; {hint}"));
        };
        match self.next() {
            Some(Token { kind: TokenKind::Compare(comparison), at }) => self.comparison(field, comparison, at),
            Some(Token { kind: TokenKind::Word(word), .. }) if word.eq_ignore_ascii_case("in") => {
                let (value, at) = self.value()?;
                self.range(field, &value, at)
            }
            Some(Token { at, .. }) => self.fail(at, "a comparison is wanted here: = != < <= > >= ~ or in"),
            None => self.fail(self.end(), "a comparison is wanted here: = != < <= > >= ~ or in"),
        }
    }

    fn value(&mut self) -> Result<(String, usize), QueryError> {
        match self.next() {
            Some(Token { kind: TokenKind::Word(text) | TokenKind::Text(text), at }) => Ok((text, at)),
            Some(Token { at, .. }) => self.fail(at, "a value is wanted here"),
            None => self.fail(self.end(), "a value is wanted here"),
        }
    }

    fn comparison(&mut self, field: Field, comparison: Comparison, sign: usize) -> Result<Term, QueryError> {
        use Comparison::{Contains, Equal, NotEqual};
        let (value, at) = self.value()?;
        match field.kind() {
            Kind::Number if comparison != Contains => {
                self.number(&value, at).map(|n| Term::Number(field, comparison, n))
            }
            Kind::Date if comparison != Contains => self.date(&value, at).map(|date| Term::Date(comparison, date)),
            Kind::Text if matches!(comparison, Equal | NotEqual | Contains) => {
                let value = if comparison == Contains { value } else { self.meant(field, &value, at)? };
                Ok(Term::Text(field, comparison, value))
            }
            _ => self.fail(sign, "these cannot be compared so"),
        }
    }

    fn range(&self, field: Field, value: &str, at: usize) -> Result<Term, QueryError> {
        let Some((from, to)) = value.split_once("..") else {
            return self.fail(at, "a range is wanted here: 2010..2020");
        };
        let later = at + from.len() + 2;
        match field.kind() {
            Kind::Number => {
                let (from, to) = (self.number(from, at)?, self.number(to, later)?);
                if from > to {
                    self.fail(at, "the range ends before it begins")
                } else {
                    Ok(Term::NumberIn(field, from, to))
                }
            }
            Kind::Date => {
                let (from, to) = (self.date(from, at)?, self.date(to, later)?);
                if from.first_day() > to.last_day() {
                    return self.fail(at, "the range ends before it begins");
                }
                Ok(Term::DateIn(from, to))
            }
            Kind::Text => self.fail(at, "only numbers and dates have ranges"),
        }
    }

    fn number(&self, text: &str, at: usize) -> Result<i64, QueryError> {
        text.parse().or_else(|_| self.fail(at, "a number is wanted here"))
    }

    fn date(&self, text: &str, at: usize) -> Result<PartialDate, QueryError> {
        let date = PartialDate::parse(text);
        date.map_or_else(|| self.fail(at, "a date is wanted here: 2008, 2008-04 or 2008-04-06"), Ok)
    }

    /// A value as it is compared, where people write it in several ways.
    fn meant(&self, field: Field, value: &str, at: usize) -> Result<String, QueryError> {
        match field {
            Field::Opening => match (NamedOpening::find(value), Opening::find(value)) {
                (Some(opening), _) => Ok(opening.code.to_owned()),
                (None, Ok(found)) => Ok(found.opening.id.to_string()),
                (None, Err(_)) => self.fail(at, "this is no opening of renju and no opening procedure"),
            },
            Field::Procedure => match Opening::find(value) {
                Ok(found) => Ok(found.opening.id.to_string()),
                Err(_) => Ok(value.to_owned()),
            },
            Field::Rules => {
                Ok(pentad_rules::Game::find(value).map_or_else(|| value.to_owned(), |game| game.id.to_string()))
            }
            Field::Result => match value.to_ascii_lowercase().as_str() {
                "black" | "1-0" => Ok("black".to_owned()),
                "white" | "0-1" => Ok("white".to_owned()),
                "draw" | "drawn" | "1/2-1/2" | "1/2" => Ok("drawn".to_owned()),
                "unknown" | "*" => Ok("unknown".to_owned()),
                _ => self.fail(at, "a result is black, white, draw or unknown"),
            },
            Field::Finding => match Code::find(value) {
                Some(code) => Ok(code.name().to_owned()),
                None => self.fail(at, "there is no such finding; `pentad explain codes` lists them"),
            },
            _ => Ok(value.to_owned()),
        }
    }

    /// The moves or points of a text, by the letters with i, without; a text with an i can only be meant with i.
    fn points(text: &str) -> Option<[Vec<Point>; 2]> {
        let read = |coords| -> Option<Vec<Point>> {
            let tokens = text.split(|c: char| c.is_whitespace() || c == ',').filter(|token| !token.is_empty());
            tokens.map(|token| Point::parse(token, coords)).collect()
        };
        let with_i = read(Coords::WithI)?;
        let skip_i = read(Coords::SkipI).unwrap_or_else(|| with_i.clone());
        Some([with_i, skip_i])
    }

    fn position(&mut self) -> Result<Sought, QueryError> {
        let (text, at) = self.value()?;
        let Some(moves) = Self::points(&text).filter(|[moves, _]| !moves.is_empty()) else {
            return self.fail(at, "this is no list of moves such as \"h8 i9\"");
        };
        let [with_i, _] = &moves;
        if (1..with_i.len()).any(|n| with_i[..n].contains(&with_i[n])) {
            return self.fail(at, "a point is named twice");
        }
        Ok(Sought::Position(moves))
    }

    /// `"X.O/…"`, and perhaps `at a1`.
    fn pattern(&mut self) -> Result<Sought, QueryError> {
        let (text, at) = self.value()?;
        let pattern = match Pattern::parse(&text) {
            Ok(pattern) => pattern,
            Err(error) => {
                let quote = usize::from(self.text[at..].starts_with(['"', '\'']));
                return self.fail(at + quote + error.at, error.what);
            }
        };
        let is_at = |kind: &TokenKind| matches!(kind, TokenKind::Word(word) if word.eq_ignore_ascii_case("at"));
        if self.tokens.next_if(|token| is_at(&token.kind)).is_none() {
            return Ok(Sought::Pattern(pattern));
        }
        let (text, at) = self.value()?;
        match Self::points(&text).as_ref().map(|[a, b]| (&a[..], &b[..])) {
            Some((&[with_i], &[skip_i])) => Ok(Sought::Pattern(pattern.at([with_i, skip_i]))),
            _ => self.fail(at, "a point is wanted here, that of the pattern's lower left corner"),
        }
    }
}
