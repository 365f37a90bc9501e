//! Positions: stones set up and taken away, and whose turn it is.

use pentad_rules::{Action, Code, Color, Event, Point};

use super::lex::{self, Values};
use super::point::Shape;
use super::read::{Reader, Retry, Step, identifier};
use crate::Span;

/// How many points all rectangles of a record can have; a few bytes name hundreds of them.
const RECTANGLES: usize = 1 << 16;

impl<'a> Reader<'a, '_> {
    /// AB, AW, AE.
    pub(super) fn add(&mut self, color: Option<Color>, name: &[u8], id: &'a [u8], values: Values<'a>) -> Step {
        let setup = self.header_is_open() && !self.play.started;
        if !setup {
            self.once(Code::SetupInGame, Span::of(id, self.slice), "stones are set up in the middle of the game");
        }
        let mut whole = true;
        for value in values.each(self.bytes) {
            let token = lex::trim(value);
            let Some((low, high)) = self.rectangle(token)? else {
                whole = false;
                self.finding(
                    Code::SetupInvalid,
                    Span::of(value, self.slice),
                    format!("{} names no point here", identifier(name)),
                );
                continue;
            };
            for column in low.column()..=high.column() {
                for row in (low.row()..=high.row()).rev() {
                    if let Some(point) = Point::new(column, row) {
                        self.add_point(setup, color, point, Span::of(value, self.slice));
                    }
                }
            }
        }
        if !whole {
            self.extra(name, values.raw);
        }
        Ok(())
    }

    /// The corners of a point or of a compressed list `ul:lr`.
    fn rectangle(&mut self, token: &[u8]) -> Result<Option<(Point, Point)>, Retry> {
        let Some(colon) = token.iter().position(|&b| b == b':') else {
            return Ok(self.point(Shape::of(token), token)?.map(|p| (p, p)));
        };
        let (first, second) = (&token[..colon], &token[colon + 1..]);
        let corners = (self.point(Shape::of(first), first)?, self.point(Shape::of(second), second)?);
        let (Some(a), Some(b)) = corners else { return Ok(None) };
        let low = Point::new(a.column().min(b.column()), a.row().min(b.row()));
        let high = Point::new(a.column().max(b.column()), a.row().max(b.row()));
        self.play.rectangles +=
            usize::from(a.column().abs_diff(b.column()) + 1) * usize::from(a.row().abs_diff(b.row()) + 1);
        Ok(low.zip(high).filter(|_| self.play.rectangles <= RECTANGLES))
    }

    fn add_point(&mut self, setup: bool, color: Option<Color>, point: Point, span: Span) {
        if !setup {
            let color = color.map(|c| if self.play.flip { !c } else { c });
            self.other_event(Event { action: Action::Edit(point), by: None, color }, span);
            return;
        }
        let (word, bit) = (point.index() / 64, 1u64 << (point.index() % 64));
        let taken = self.play.taken[word] & bit != 0;
        let stones = &mut self.record.setup;
        if taken {
            stones.black.retain(|&p| p != point);
            stones.white.retain(|&p| p != point);
        }
        match color {
            Some(Color::Black) => stones.black.push(point),
            Some(Color::White) => stones.white.push(point),
            None => {}
        }
        self.play.taken[word] |= bit;
        if taken {
            self.finding(Code::SetupOverlap, span, "this point was set up before");
        }
    }

    /// PL.
    pub(super) fn turn(&mut self, name: &[u8], id: &'a [u8], values: Values<'a>) {
        let color = match lex::trim(values.first) {
            b"B" | b"b" | b"1" => Some(Color::Black),
            b"W" | b"w" | b"2" => Some(Color::White),
            t if t.eq_ignore_ascii_case(b"black") => Some(Color::Black),
            t if t.eq_ignore_ascii_case(b"white") => Some(Color::White),
            _ => None,
        };
        if color.is_none() {
            self.malformed(id, "PL is B or W");
        }
        if color.is_some() && self.header_is_open() && !self.play.started {
            self.record.setup.to_move = color;
            self.header.turn = Some(values.first);
        } else {
            self.extra(name, values.raw);
        }
    }
}
