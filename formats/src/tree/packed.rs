//! Where nodes stand that come one after the other in a text: as the steps from one to the next.

use super::NodeId;
use crate::Span;

/// How many nodes follow a mark.
const RUN: NodeId = 128;

/// Spans one after the other, most of them in one byte: how far on it starts, and its length. What is too large for that follows.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    bytes: Vec<u8>,
    /// For each [`RUN`] nodes where in `bytes` the first of them is.
    marks: Vec<Mark>,
    count: NodeId,
    last: Last,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    at: u32,
    /// Where the node before starts.
    before: u32,
}

/// The node that was added last.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    at: usize,
    /// Where the node before it starts.
    before: u32,
    span: Span,
}

const LEN_BITS: u32 = 2;
/// A length that follows.
const LONG: u32 = (1 << LEN_BITS) - 1;
/// A step that follows.
const FAR: u32 = 0xff >> LEN_BITS;

impl Packed {
    #[inline]
    pub(super) fn push(&mut self, span: Span) {
        let before = self.last.span.start;
        if self.count.is_multiple_of(RUN) {
            self.marks.push(Mark { at: self.bytes.len() as u32, before });
        }
        self.count += 1;
        self.last = Last { at: self.bytes.len(), before, span };
        self.write();
    }

    /// Changes the span of a node that is the last one; others stay as they are.
    pub(super) fn set(&mut self, id: NodeId, span: Span) {
        if id + 1 == self.count {
            self.bytes.truncate(self.last.at);
            self.last.span = span;
            self.write();
        }
    }

    /// Appends the last node.
    #[inline]
    fn write(&mut self) {
        let Last { before, span, .. } = self.last;
        let step = span.start.wrapping_sub(before);
        let (short_step, short_len) = (step.min(FAR), span.len.min(LONG));
        self.bytes.push((short_step << LEN_BITS | short_len) as u8);
        if short_step == FAR {
            // A step back is as short as one ahead.
            self.write_number(step << 1 ^ 0u32.wrapping_sub(step >> 31));
        }
        if short_len == LONG {
            self.write_number(span.len);
        }
    }

    fn write_number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    pub(super) fn get(&self, id: NodeId) -> Span {
        if id + 1 == self.count { self.last.span } else { self.go_on(&mut None, id) }
    }

    /// The span of a node, from where an earlier search has stopped, if that is near before it.
    pub(super) fn go_on<'p>(&'p self, cursor: &mut Option<Cursor<'p>>, id: NodeId) -> Span {
        if id >= self.count {
            return Span::default();
        }
        let mut at = match cursor.take().filter(|at| at.next <= id && at.next / RUN == id / RUN) {
            Some(at) => at,
            None => {
                let Some(mark) = self.marks.get((id / RUN) as usize) else { return Span::default() };
                let rest = self.bytes.get(mark.at as usize..).unwrap_or_default();
                Cursor { next: id / RUN * RUN, start: mark.before, rest }
            }
        };
        let mut span = Span::default();
        while at.next <= id {
            let Some(found) = at.step() else { return Span::default() };
            span = found;
        }
        *cursor = Some(at);
        span
    }

    pub(super) fn reserve(&mut self, nodes: usize) {
        self.bytes.reserve(nodes);
    }

    pub(super) fn memory(&self) -> usize {
        self.bytes.capacity() + size_of::<Mark>() * self.marks.capacity()
    }
}

/// A place between two nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'p> {
    /// The node after it.
    next: NodeId,
    /// Where the node before it starts.
    start: u32,
    rest: &'p [u8],
}

impl Cursor<'_> {
    /// The next node's span.
    #[inline]
    fn step(&mut self) -> Option<Span> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        let (mut step, mut len) = (u32::from(first) >> LEN_BITS, u32::from(first) & LONG);
        if step == FAR {
            let number = read_number(&mut self.rest);
            step = number >> 1 ^ 0u32.wrapping_sub(number & 1);
        }
        if len == LONG {
            len = read_number(&mut self.rest);
        }
        self.start = self.start.wrapping_add(step);
        self.next += 1;
        Some(Span { start: self.start, len })
    }
}

fn read_number(rest: &mut &[u8]) -> u32 {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let Some((&byte, after)) = rest.split_first() else { break };
        *rest = after;
        number |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            break;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_come_back_as_they_were() {
        let (mut packed, mut spans) = (Packed::default(), Vec::new());
        let mut state = 1u32;
        for n in 0..2000u32 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let pick = |shift: u32| (state >> shift & 0xff) as usize % 5;
            let start = [n * 6, state, state >> 20, n.wrapping_sub(1), u32::MAX][pick(8)];
            let span = Span { start, len: [1, 2, 3, 4, state >> 9][pick(16)] };
            packed.push(Span { start: !start, ..span });
            packed.set(n, span);
            packed.set(n / 2, if n < 2 { span } else { Span::WHOLE });
            spans.push(span);
            assert_eq!(packed.get(n), span);
        }
        for (id, &span) in (0..).zip(&spans) {
            assert_eq!(packed.get(id), span, "node {id}");
        }
        assert_eq!(packed.get(2000), Span::default());
        // In order, some left out, and back.
        let mut cursor = None;
        for id in (0..2000).step_by(7).chain((0..2000).step_by(130)).chain([5, 4]) {
            assert_eq!(packed.go_on(&mut cursor, id), spans[id as usize], "node {id}");
        }
    }
}
