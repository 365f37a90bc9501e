//! Cuts a stream of move lists into records.
//!
//! A record is a line that is neither blank nor a comment (`#` first), with the lines right behind it that go on with it: those that begin
//! with a move number above 1, or with `{`, as the second line of renjubak does. Two shapes have a move on each line: a run of lines of
//! three or four digits (`ban`), and a run of lines of two or four numbers up to 14 (`rnj`) are one record each. Where the dialect is
//! known to be one of whole files, the stream is one record.

use crate::{Frame, Framer, Guess};

/// How many bytes of a line tell what it is.
const NEAR: usize = 64;

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Blank,
    Comment,
    /// It goes on with the line before.
    GoesOn,
    Ban,
    Rnj,
    Moves,
}

impl Line {
    /// What a line is, by its first bytes.
    pub(super) fn of(line: &[u8]) -> Line {
        let line = &line[..line.len().min(NEAR)];
        let text = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
        let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
        match text {
            // So many blanks are no blank line: what comes behind them is not seen.
            [] if line.len() < NEAR => Line::Blank,
            // `#/` begins the end of an address.
            [b'#', rest @ ..] if rest.first() != Some(&b'/') => Line::Comment,
            [b'{', ..] => Line::GoesOn,
            [_, ..] if is_ban(text) => Line::Ban,
            [_, ..] if is_rnj(text) => Line::Rnj,
            [_, ..] if digits > 0 && matches!(text.get(digits), Some(b'.' | b')' | b':')) => {
                if matches!(&text[..digits], b"1" | b"0" | b"01") { Line::Moves } else { Line::GoesOn }
            }
            _ => Line::Moves,
        }
    }
}

/// A column from 1 to 15 and a row in two digits.
fn is_ban(text: &[u8]) -> bool {
    let number = |digits: &[u8]| digits.iter().fold(0u32, |n, d| n * 10 + u32::from(d.wrapping_sub(b'0')));
    let plain = (3..=4).contains(&text.len()) && text.iter().all(u8::is_ascii_digit) && text[0] != b'0';
    plain && (1..=15).contains(&number(&text[..text.len() - 2])) && (1..=15).contains(&number(&text[text.len() - 2..]))
}

/// One or two stones, each a row and a column from 0 to 14.
fn is_rnj(text: &[u8]) -> bool {
    let words = || text.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
    matches!(words().count(), 2 | 4) && words().all(|w| matches!(w, [b'0'..=b'9'] | [b'1', b'0'..=b'4']))
}

#[derive(Default)]
pub(super) struct MovesFramer {
    /// Whether the stream is one record.
    whole: bool,
    /// Whether runs of lines with a move each are one record.
    runs: bool,
    /// Kind of the record's first line, once it has begun.
    first: Option<Line>,
    /// Start of the line at hand.
    line: usize,
    /// Whether it is known what the line at hand is.
    judged: bool,
    /// Bytes of it before this have been searched for its end.
    searched: usize,
    /// Bytes before this belong to no record.
    stray: usize,
    /// Stray bytes before the last record.
    lead: usize,
}

impl MovesFramer {
    /// A framer; of a dialect that is known, no line is taken for one of another.
    pub(super) fn new(dialect: Option<&'static str>) -> MovesFramer {
        let whole = dialect.is_some_and(|d| super::WHOLE_FILES.contains(&d));
        MovesFramer { whole, runs: dialect.is_none(), ..MovesFramer::default() }
    }

    fn found(&mut self, end: usize) -> Frame {
        *self = MovesFramer { lead: self.stray, whole: self.whole, runs: self.runs, ..MovesFramer::default() };
        Frame::Record { end }
    }

    fn all(&mut self, bytes: &[u8], last: bool) -> Frame {
        match (last, bytes.iter().all(u8::is_ascii_whitespace)) {
            (false, _) => Frame::More,
            (true, false) => self.found(bytes.len()),
            (true, true) => Frame::End,
        }
    }
}

impl Framer for MovesFramer {
    fn next(&mut self, bytes: &[u8], last: bool) -> Frame {
        if self.whole {
            return self.all(bytes, last);
        }
        loop {
            let rest = bytes.get(self.line..).unwrap_or_default();
            let end =
                bytes.get(self.searched..).and_then(|b| memchr::memchr2(b'\n', b'\r', b)).map(|at| self.searched + at);
            // The first bytes of a line tell whether the record ends before it.
            let known = end.is_some() || rest.len() >= NEAR || last;
            if !known {
                self.searched = bytes.len();
                return Frame::More;
            }
            if rest.is_empty() {
                return if self.first.is_some() { self.found(bytes.len()) } else { Frame::End };
            }
            let kind = Line::of(&rest[..end.map_or(rest.len(), |end| end - self.line)]);
            match self.first {
                _ if self.judged => {}
                // The LF of a CRLF looks like a blank line and is none.
                Some(_)
                    if kind == Line::Blank
                        && rest[0] == b'\n'
                        && bytes.get(self.line.wrapping_sub(1)) == Some(&b'\r') => {}
                Some(first) => {
                    let run = self.runs && matches!(first, Line::Ban | Line::Rnj) && kind == first;
                    let goes_on = kind == Line::GoesOn || run;
                    if !goes_on {
                        return self.found(self.line);
                    }
                }
                None if matches!(kind, Line::Blank | Line::Comment) => {}
                None => self.first = Some(kind),
            }
            self.judged = true;
            let Some(end) = end else {
                self.searched = bytes.len();
                if !last {
                    return Frame::More;
                }
                (self.line, self.judged) = (bytes.len(), false);
                if self.first.is_none() {
                    self.stray = bytes.len();
                }
                continue;
            };
            (self.line, self.searched, self.judged) = (end + 1, end + 1, false);
            if self.first.is_none() {
                self.stray = self.line;
            }
        }
    }

    fn dropped(&mut self, count: usize) {
        for place in [&mut self.line, &mut self.searched, &mut self.stray] {
            *place = place.saturating_sub(count);
        }
    }

    fn stray(&self) -> usize {
        self.stray
    }

    fn lead(&self) -> usize {
        self.lead
    }

    fn guess(&self) -> Option<Guess> {
        if self.whole { None } else { Some(guess) }
    }
}

/// The start of a line of moves behind a line that is none of a run.
fn guess(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = memchr::memchr2(b'\n', b'\r', bytes)? + 1;
    while let Some(len) = memchr::memchr2(b'\n', b'\r', &bytes[at..]) {
        let line = &bytes[at..at + len];
        if at >= from && Line::of(line) == Line::Moves && !line.is_empty() {
            return Some(at);
        }
        at += len + 1;
    }
    None
}
