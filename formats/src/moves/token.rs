//! The words of a list of moves: stones with anything or nothing between them, numbers, results.

use nom::IResult;

use super::notation::{Notation, is_pass_pair};
use crate::Score;

/// A word of a list of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    /// Something of the shape of a stone; it may lie on no board.
    Stone(&'a [u8]),
    /// A `*` right behind a stone: it captures.
    Mark(&'a [u8]),
    /// A pass.
    Pass(&'a [u8]),
    /// A move number with its points and brackets.
    Number(&'a [u8], usize),
    /// A result; what follows it is no move.
    Result(&'a [u8], Score),
    /// Anything else.
    Word(&'a [u8]),
}

/// The tokens of a text in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tokens<'a> {
    rest: &'a [u8],
    notation: Notation,
    /// Whether the last token was a stone that the rest follows without a gap.
    after_stone: bool,
    /// Whether the text has come to its end before its bytes have.
    ended: bool,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(text: &'a [u8], notation: Notation) -> Tokens<'a> {
        Tokens { rest: text, notation, after_stone: false, ended: false }
    }

    /// What has not been read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Takes `len` bytes off.
    fn take(&mut self, len: usize) -> &'a [u8] {
        let (token, rest) = self.rest.split_at(len);
        self.rest = rest;
        token
    }

    fn letters(&mut self) -> Token<'a> {
        if let Ok((after, token)) = stone(self.rest, self.notation) {
            self.rest = after;
            self.after_stone = true;
            return Token::Stone(token);
        }
        if let Ok((after, (token, number))) = number(self.rest) {
            self.rest = after;
            return Token::Number(token, number);
        }
        // Up to a gap, or to where a stone seems to begin.
        let stone_at = |i: usize| stone(&self.rest[i..], self.notation).is_ok();
        let gap = |b: &u8| is_gap(*b) || is_bracket(*b);
        let len = (1..self.rest.len()).find(|&i| gap(&self.rest[i]) || stone_at(i)).unwrap_or(self.rest.len());
        Token::Word(self.take(len))
    }

    /// The next word of a notation in which all words have one length; `0` ends a text in the notation of `nrf`.
    fn fixed(&mut self, word: usize) -> Token<'a> {
        if self.notation == Notation::Nrf && self.rest[0] == b'0' {
            self.ended = true;
            return Token::Result(self.take(1), Score::Unknown);
        }
        let len = match self.notation {
            Notation::Hex | Notation::Nrf | Notation::Pairs => word.min(2),
            _ => word,
        };
        let token = self.take(len);
        match self.notation {
            Notation::Pairs if is_pass_pair(token) => Token::Pass(token),
            _ => Token::Stone(token),
        }
    }

    /// Two numbers that are one stone.
    fn two_numbers(&mut self) -> Token<'a> {
        let digits = |at: usize| self.rest[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        let first = digits(0);
        let gap = self.rest[first..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        let second = digits(first + gap);
        if first == 0 || gap == 0 || second == 0 {
            let len = self.rest.iter().position(u8::is_ascii_whitespace).unwrap_or(self.rest.len());
            return Token::Word(self.take(len));
        }
        Token::Stone(self.take(first + gap + second))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if self.ended {
            return None;
        }
        if std::mem::take(&mut self.after_stone) && self.rest.first() == Some(&b'*') {
            return Some(Token::Mark(self.take(1)));
        }
        let lettered = matches!(self.notation, Notation::Letters | Notation::Top | Notation::Centre);
        loop {
            let gap = self.rest.iter().take_while(|b| is_gap(**b)).count();
            self.take(gap);
            // No result and no pass begins so.
            if lettered && self.rest.first().is_some_and(|&b| is_bracket(b) && b != b'-') {
                self.take(1);
                continue;
            }
            let near = &self.rest[..self.rest.len().min(NEAR)];
            let word = near.iter().position(|b| is_gap(*b)).unwrap_or(near.len());
            if word == 0 {
                return None;
            }
            if self.notation == Notation::Rnj {
                return Some(self.two_numbers());
            }
            let all = &self.rest[..word];
            if let Some(score) = result(all) {
                self.ended = true;
                return Some(Token::Result(self.take(word), score));
            }
            let pass = [b"--".as_slice(), b"pass"]
                .into_iter()
                .find(|p| all.len() >= p.len() && all[..p.len()].eq_ignore_ascii_case(p));
            if let Some(pass) = pass.filter(|p| lettered || p.len() == all.len()) {
                return Some(Token::Pass(self.take(pass.len())));
            }
            if !lettered {
                return Some(self.fixed(word));
            }
            if !is_bracket(self.rest[0]) {
                return Some(self.letters());
            }
            self.take(1);
        }
    }
}

/// How far the end of a word is looked for: no stone of a notation with gaps, no result and no pass is longer. A list without gaps is
/// not to be looked through for every stone.
const NEAR: usize = 16;

/// What stands between words.
fn is_gap(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b',' | b';')
}

/// What may stand beside stones without meaning anything.
fn is_bracket(byte: u8) -> bool {
    b"()[]{}\"'.:-|>".contains(&byte)
}

/// Something of the shape of a stone.
fn stone(input: &[u8], notation: Notation) -> IResult<&[u8], &[u8], ()> {
    let digits = |from: usize| {
        let digits = input.get(from..).unwrap_or_default();
        digits.iter().take(3).take_while(|b| b.is_ascii_digit()).count()
    };
    let len = if notation != Notation::Centre {
        match input {
            // The 26th column in letters without i.
            [b'a' | b'A', b'a' | b'A', b'1'..=b'9', ..] => 2 + digits(2),
            [letter, b'1'..=b'9', ..] if letter.is_ascii_alphabetic() => 1 + digits(1),
            _ => 0,
        }
    } else if input.first() == Some(&b'0') && digits(1) == 0 {
        1
    } else {
        let along = |from: usize, signs: [u8; 2]| {
            let sign = input.get(from).is_some_and(|b| signs.contains(&b.to_ascii_uppercase()));
            let digits = if sign { digits(from + 1) } else { 0 };
            from + if digits > 0 { 1 + digits } else { 0 }
        };
        along(along(0, [b'L', b'R']), [b'D', b'U'])
    };
    if len == 0 { Err(nom::Err::Error(())) } else { Ok((&input[len..], &input[..len])) }
}

/// A move number: digits, and the points and brackets behind them.
fn number(input: &[u8]) -> IResult<&[u8], (&[u8], usize), ()> {
    let digits = input.iter().take_while(|b| b.is_ascii_digit()).count();
    let marks = input[digits..].iter().take_while(|b| b".):".contains(b)).count();
    let end = digits + marks;
    if digits == 0 || marks == 0 && input.get(end).is_some_and(|&b| !is_gap(b) && !b.is_ascii_alphabetic()) {
        return Err(nom::Err::Error(()));
    }
    let number = input[..digits].iter().fold(0usize, |n, d| n.saturating_mul(10).saturating_add(usize::from(d - b'0')));
    Ok((&input[end..], (&input[..end], number)))
}

/// The result that a word is.
pub(super) fn result(word: &[u8]) -> Option<Score> {
    match word {
        b"1-0" => Some(Score::Black),
        b"0-1" => Some(Score::White),
        b"1/2-1/2" | b"1/2" => Some(Score::Draw),
        b"*" => Some(Score::Unknown),
        _ => None,
    }
}
