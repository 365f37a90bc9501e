//! The moves: `1. K10 L10 2. K13 1-0`.

use nom::IResult;
use pentad_rules::{Action, Code, Coords, Event, Point, Seat, Size};

use super::read::Reader;
use super::tag;
use crate::{NoteKind, Reason, Span};

/// A move of which only the text is known.
pub(super) const ILLEGIBLE: Action = Action::Place(None);

/// A stone: letter and row, up to a blank or the end.
#[inline]
fn stone(input: &[u8], coords: Coords) -> IResult<&[u8], Point, ()> {
    let len = match input {
        [_, b'1'..=b'9', b'0'..=b'9', b' ' | b'\r' | b'\n', ..] | [_, b'1'..=b'9', b'0'..=b'9'] => 3,
        [_, b'1'..=b'9', b' ' | b'\r' | b'\n', ..] | [_, b'1'..=b'9'] => 2,
        _ => return Err(nom::Err::Error(())),
    };
    let (token, rest) = input.split_at(len);
    Point::parse_bytes(token, coords).map(|point| (rest, point)).ok_or(nom::Err::Error(()))
}

/// A move number: digits and the points after them.
#[inline]
fn number(input: &[u8]) -> IResult<&[u8], usize, ()> {
    let digits = input.iter().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 || input.get(digits) != Some(&b'.') {
        return Err(nom::Err::Error(()));
    }
    let number = input[..digits].iter().fold(0usize, |n, d| n.saturating_mul(10).saturating_add(usize::from(d - b'0')));
    let dots = input[digits..].iter().take_while(|&&b| b == b'.').count();
    Ok((&input[digits + dots..], number))
}

/// The next word, up to a blank.
fn word(input: &[u8]) -> (&[u8], &[u8]) {
    input.split_at(input.iter().position(u8::is_ascii_whitespace).unwrap_or(input.len()))
}

impl<'a> Reader<'a, '_> {
    /// Reads the moves from an offset of the slice on.
    pub(super) fn movetext(&mut self, from: usize) {
        let all = &self.bytes[from.min(self.bytes.len())..];
        if self.options.coords.is_none() && (self.record.dialect == "brainking" || tag::other_site(self.record)) {
            self.infer_coords(all);
        }
        let coords = self.record.coords;
        let mut rest = all;
        let (mut plies, mut numbers_agree, mut result) = (0usize, true, None);
        loop {
            while let [b' ' | b'\r' | b'\n' | b'\t' | b'\x0c', after @ ..] = rest {
                rest = after;
            }
            if let Ok((after, point)) = stone(rest, coords) {
                self.record.push(Event::place(point), Span::of(&rest[..rest.len() - after.len()], self.bytes));
                rest = after;
            } else if let Ok((after, n)) = number(rest) {
                let due = plies / 2 + 1;
                let token = &rest[..rest.len() - after.len()];
                let right = n == due && (plies.is_multiple_of(2) || token.ends_with(b".."));
                if numbers_agree && !right {
                    numbers_agree = false;
                    let next =
                        if plies.is_multiple_of(2) { format!("{due}.") } else { format!("player 2's move {due}") };
                    let message = format!("`{}` where {next} is due", String::from_utf8_lossy(token));
                    self.report(Code::MoveNumber, token, message);
                }
                rest = after;
                continue;
            } else {
                let (token, after) = word(rest);
                rest = after;
                if token.is_empty() {
                    break;
                }
                if let Some(score) = tag::score(token) {
                    result = Some((score, Span::of(token, self.bytes)));
                    break;
                }
                if !self.other_word(token) {
                    continue;
                }
            }
            plies += 1;
            if plies == 4
                && let Some(swap) = self.swapped.take()
            {
                let event = Event { action: Action::Swap(swap.taken), by: Some(Seat::Second), color: None };
                self.record.push(event, swap.span);
            }
        }
        if let Some(swap) = self.swapped.take() {
            self.keep_swap(swap);
        }
        self.stray(Some(rest.trim_ascii()).filter(|r| !r.is_empty()));
        self.end(result, rest);
    }

    /// A word that is no stone, number or result; whether it is a move.
    #[cold]
    fn other_word(&mut self, token: &'a [u8]) -> bool {
        if token.eq_ignore_ascii_case(b"resign") {
            self.record.reason = Some(Reason::Resign);
            return false;
        }
        if token.eq_ignore_ascii_case(b"forfeit") {
            self.record.reason = Some(Reason::Forfeit);
            return false;
        }
        let span = Span::of(token, self.bytes);
        if token.eq_ignore_ascii_case(b"A0") || token.eq_ignore_ascii_case(b"pass") {
            self.record.push(Event::new(Action::Pass), span);
            return true;
        }
        // Stones that the fast way does not see: before a tab, or in column aa.
        if let Some(point) = Point::parse_bytes(token, self.record.coords) {
            self.record.push(Event::place(point), span);
            return true;
        }
        let text = self.decode(token);
        let at = self.record.events.len() as u32 + 1;
        if !self.full() {
            self.report_word(token, &text);
        }
        self.record.note(at, NoteKind::Extra, "token", &text);
        self.record.push(Event::new(ILLEGIBLE), span);
        true
    }

    fn report_word(&mut self, token: &'a [u8], text: &str) {
        let letter = Point::parse_bytes(token, Coords::WithI).is_some();
        let message = if letter {
            format!("`{text}`: there is no column i; pente.org itself reads it as column J")
        } else {
            format!("`{text}` is no move, number or result")
        };
        self.report(Code::MovetextToken, token, message);
        if let Some(finding) = self.record.findings.last_mut().filter(|_| letter) {
            finding.help = Some("where the letters of this record use i, say --coords with-i".to_owned());
        }
    }

    fn end(&mut self, found: Option<(crate::Score, Span)>, rest: &'a [u8]) {
        match (found, self.record.result) {
            (Some((score, span)), None) => {
                self.record.result = Some(score);
                self.record.result_span = span;
            }
            (Some((score, span)), Some(stated)) if score != stated => self.record.other_result = Some((score, span)),
            (Some(_), Some(_)) => {}
            // The old dumps mark the winner with a star instead.
            (None, _) if self.record.dialect == "dsg" => {}
            (None, _) => {
                let text = rest.len() + self.bytes.trim_ascii_end().len();
                let place = &self.bytes[text.min(self.bytes.len())..][..0];
                self.report(Code::ResultMissing, place, "the moves do not end with a result".to_owned());
            }
        }
    }

    /// Decides on the letters where the format leaves them open: an i in the record; else, where players are called White and Black
    /// (which pentad never writes), a first stone on the centre.
    fn infer_coords(&mut self, all: &'a [u8]) {
        let size = self.record.size.unwrap_or(Size::PENTE);
        let tokens = || {
            all.split(|b| b.is_ascii_whitespace() || *b == b'.')
                .filter(|t| Point::parse_bytes(t, Coords::WithI).is_some())
        };
        let centred = |t: &[u8], coords| size.width() % 2 == 1 && Point::parse_bytes(t, coords) == Some(size.centre());
        let uses_i = tokens().find(|t| matches!(t[0], b'i' | b'I'));
        let first = tokens().next().filter(|_| self.record.dialect == "brainking");
        let (coords, token, why) = match (uses_i, first) {
            (Some(token), _) => (Coords::WithI, token, "the record uses column i"),
            (None, Some(token)) if centred(token, Coords::WithI) => {
                (Coords::WithI, token, "the first stone is then on the centre")
            }
            (None, Some(token)) if centred(token, Coords::SkipI) => {
                (Coords::SkipI, token, "the first stone is then on the centre")
            }
            (None, Some(token)) => (Coords::SkipI, token, "as at pente.org"),
            (None, None) => return,
        };
        self.record.coords = coords;
        if tokens().any(|t| t[0].to_ascii_lowercase() >= b'i') {
            let how = if coords == Coords::WithI { "with i" } else { "without i" };
            self.report(Code::CoordsInferred, token, format!("column letters are read {how}: {why}"));
        }
    }
}
