//! Whole numbers as the lines of several formats hold them.

use nom::character::complete::{digit1, space0};
use nom::combinator::{opt, recognize};
use nom::{IResult, Parser};

/// A number of up to 18 digits, perhaps with a minus, and blanks around it.
pub(crate) fn number(input: &[u8]) -> IResult<&[u8], i64, ()> {
    let (rest, _) = space0(input)?;
    let (rest, text) = recognize((opt(nom::bytes::complete::tag(&b"-"[..])), digit1)).parse(rest)?;
    let number = std::str::from_utf8(text).ok().filter(|t| t.len() <= 18).and_then(|t| t.parse().ok());
    let (rest, _) = space0(rest)?;
    number.map(|n| (rest, n)).ok_or(nom::Err::Error(()))
}
