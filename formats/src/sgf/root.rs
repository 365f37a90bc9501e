//! The root node as nearly all files write it: properties of two capitals, each with one short value of plain ASCII.

use pentad_rules::Size;

use super::lex::{self, Bytes};
use super::point::Frame;
use super::property::{Pair, Property};
use super::read::Reader;
use super::text;
use crate::Span;

impl<'a> Reader<'a, '_> {
    /// Reads properties of the header one after the other, as long as each is all that it can be: one value, stated once, nothing to decode,
    /// to unescape or to report. Stops, with nothing done, at the first that needs a closer look, and at anything else.
    #[inline(never)]
    pub(super) fn plain_header(&mut self, start: &'a [u8]) -> &'a [u8] {
        let mut i = start;
        let Some(whole) = self.whole.filter(|_| self.bytes == Bytes::Single) else { return i };
        while let [a @ b'A'..=b'Z', b @ b'A'..=b'Z', b'[', inner @ ..] = i {
            let Some((rest, value)) = lex::plain_value(inner) else { break };
            let rest = match rest {
                [b'A'..=b'Z' | b';' | b')', ..] => rest,
                _ => lex::blanks(rest).map_or(rest, |(rest, ())| rest),
            };
            let pair = Pair::of(*a, *b);
            if rest.first() == Some(&b'[') || !text::is_trimmed(value) || value.is_empty() || self.node.has_pair(pair) {
                break;
            }
            let at = self.slice.len() - inner.len();
            let span = Span::between(at, at + value.len());
            let slot = match pair.property() {
                Property::Text(field) => {
                    let Some(text) = whole.get(at..at + value.len()) else { break };
                    if self.record.get(field).is_some() {
                        break;
                    }
                    self.record.set(field, text, span);
                    None
                }
                Property::Format => {
                    self.header.ff4 = value == b"4";
                    None
                }
                Property::Game if value == b"4" => {
                    self.header.game(4, span);
                    None
                }
                Property::Size => {
                    let side = match *value {
                        [ones @ b'0'..=b'9'] => ones - b'0',
                        [tens @ b'1'..=b'2', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + (ones - b'0'),
                        _ => break,
                    };
                    let Some(size) = Size::square(side) else { break };
                    if self.record.size.is_some() || self.pairs {
                        break;
                    }
                    self.frame = Frame::of(size);
                    self.record.size = Some(size);
                    None
                }
                property => match self.header.slot(property) {
                    Some(slot @ None) => Some(slot),
                    _ => break,
                },
            };
            if let Some(slot) = slot {
                *slot = Some(value);
            }
            self.node.add_pair(pair);
            i = rest;
        }
        i
    }
}
