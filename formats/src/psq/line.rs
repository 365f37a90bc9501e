//! The lines of the format.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{char, digit1, space0, space1};
use nom::combinator::{opt, recognize, rest};
use nom::sequence::{preceded, separated_pair};
use nom::{IResult, Parser};

use crate::number::number;

/// The first line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Header<'a> {
    pub(super) width: i64,
    pub(super) height: i64,
    /// `L:L`.
    pub(super) levels: Option<&'a [u8]>,
    /// Which player moves first.
    pub(super) first: Option<i64>,
    /// Whether it ends as the web application writes it: `, 0 - 0`.
    pub(super) web: bool,
    /// What else stands in the line.
    pub(super) rest: &'a [u8],
}

/// `Piskvorky WxH`, and as much of `, L:L, S` as is there.
pub(super) fn header(line: &[u8]) -> IResult<&[u8], Header<'_>, ()> {
    let (input, _) = (tag_no_case(&b"piskvorky"[..]), space1).parse(line)?;
    let (input, (width, height)) = separated_pair(number, alt((char('x'), char('X'))), number).parse(input)?;
    let comma = || (space0, char(','), space0);
    let (input, web) = opt((comma(), digit1, space1, char('-'), space1, digit1, space0)).parse(input)?;
    let levels = recognize((number, char(':'), number));
    let (input, levels) = opt(preceded(comma(), levels)).parse(input)?;
    let (input, first) = opt(preceded(comma(), number)).parse(input)?;
    let (input, rest) = rest(input)?;
    let levels = levels.map(<[u8]>::trim_ascii);
    Ok((input, Header { width, height, levels, first, web: web.is_some(), rest: rest.trim_ascii() }))
}

/// A move: two numbers, and perhaps a third.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) third: Option<i64>,
}

/// `x,y,t` or `x,y`, and nothing else in the line.
pub(crate) fn move_line(line: &[u8]) -> IResult<&[u8], Move, ()> {
    let (input, (x, y)) = separated_pair(number, char(','), number).parse(line)?;
    let (input, third) = opt(preceded(tag(&b","[..]), number)).parse(input)?;
    if input.is_empty() { Ok((input, Move { x, y, third })) } else { Err(nom::Err::Error(())) }
}

/// A line that is a number.
pub(super) fn code(line: &[u8]) -> Option<i64> {
    number(line).ok().filter(|(rest, _)| rest.is_empty()).map(|(_, code)| code)
}

/// `R,tournament`.
pub(super) fn judge(line: &[u8]) -> Option<(i64, &[u8])> {
    let (name, (number, _)) = (number, char::<_, ()>(',')).parse(line).ok()?;
    Some((number, name.trim_ascii())).filter(|(number, name)| (0..=2).contains(number) && !name.is_empty())
}
