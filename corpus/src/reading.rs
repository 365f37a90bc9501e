//! A stream of bytes that can be looked at before it is cut, and that takes bytes back.

use std::io::{self, Read};

use crate::Outcome;
use crate::place::Place;
use crate::source::{Stream, read_outcome};

/// From how many bytes on what was read ahead and has been handed out is given up.
const LARGE: usize = 1 << 20;

/// How many bytes are read at a time: a batch, or of what is larger a part, so that little is touched in vain.
const STEPS: [usize; 2] = [256 << 10, 64 << 10];

/// A stream of bytes with what was read ahead of it.
pub(crate) struct Reading {
    stream: Stream,
    /// Bytes that were read ahead, and how many of them have been handed out since.
    ahead: Vec<u8>,
    used: usize,
    /// Place of the first byte that has not been handed out for good.
    pub(crate) place: Place,
    /// Whether the stream has come to its end.
    closed: bool,
    /// Why the stream broke off.
    pub(crate) trouble: Option<Outcome>,
}

impl Reading {
    pub(crate) fn new(stream: Stream) -> Reading {
        Reading::at(stream, Place::START)
    }

    /// A stream that goes on from a place.
    pub(crate) fn at(stream: Stream, place: Place) -> Reading {
        Reading { stream, ahead: Vec::new(), used: 0, place, closed: false, trouble: None }
    }

    /// Reads the first bytes, `len` of them or all there are, to look at them.
    pub(crate) fn look_ahead(&mut self, len: usize) -> &[u8] {
        let mut ahead = std::mem::take(&mut self.ahead);
        self.read_stream(&mut ahead, len);
        self.ahead = ahead;
        &self.ahead
    }

    /// Hands out the first of the bytes that were looked at, for good.
    pub(crate) fn split_off(&mut self, len: usize) -> Vec<u8> {
        let rest = self.ahead.split_off(len);
        let bytes = std::mem::replace(&mut self.ahead, rest);
        self.place.advance(&bytes);
        bytes
    }

    /// Whether all there is has been looked at.
    pub(crate) fn seen_all(&self) -> bool {
        self.closed
    }

    /// Goes past the bytes that were looked at; false when none follow them.
    pub(crate) fn pass(&mut self) -> bool {
        self.place.advance(&self.ahead);
        self.ahead.clear();
        !self.closed
    }

    /// How many bytes have been passed or looked at.
    pub(crate) fn seen(&self) -> u64 {
        self.place.offset + self.ahead.len() as u64
    }

    /// Whether all bytes have been handed out.
    pub(crate) fn ended(&self) -> bool {
        self.closed && self.used == self.ahead.len()
    }

    /// Reads until there are `target` bytes or the stream ends.
    pub(crate) fn read_to(&mut self, bytes: &mut Vec<u8>, target: usize) {
        let wanted = target.saturating_sub(bytes.len());
        let ahead = &self.ahead[self.used..];
        let ahead = &ahead[..ahead.len().min(wanted)];
        if !ahead.is_empty() {
            bytes.reserve_exact(wanted);
            bytes.extend_from_slice(ahead);
            self.used += ahead.len();
            // Of much that was read ahead not all is held twice.
            if self.used > LARGE && self.used > self.ahead.len() / 2 {
                self.ahead.drain(..self.used);
                self.ahead.shrink_to_fit();
                self.used = 0;
            }
        }
        self.read_stream(bytes, target);
    }

    /// Takes back what was handed out last. `largest` bounds the buffer that is kept for it.
    pub(crate) fn take_back(&mut self, bytes: &[u8], largest: usize) {
        if self.used < self.ahead.len() {
            // All that was handed out since lies before what is still ahead, unless it was given up.
            match self.used.checked_sub(bytes.len()) {
                Some(used) => self.used = used,
                None => {
                    let missing = bytes.len() - self.used;
                    self.ahead.splice(..0, bytes[..missing].iter().copied());
                    self.used = 0;
                }
            }
        } else {
            if self.ahead.capacity() > largest {
                self.ahead = Vec::new();
            }
            self.ahead.clear();
            self.ahead.extend_from_slice(bytes);
            self.used = 0;
        }
    }

    fn read_stream(&mut self, bytes: &mut Vec<u8>, target: usize) {
        let mut len = bytes.len();
        if self.closed || len >= target {
            return;
        }
        bytes.reserve_exact(target - len);
        let step = STEPS[usize::from(target > LARGE)];
        while len < target {
            // Memory that is not read into is not touched: the stream may end long before the target.
            if len == bytes.len() {
                bytes.resize(target.min(len + step), 0);
            }
            match self.stream.read(&mut bytes[len..]) {
                Ok(0) => {
                    self.closed = true;
                    break;
                }
                Ok(n) => len += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => {
                    self.trouble = Some(read_outcome(&e));
                    self.closed = true;
                    break;
                }
            }
        }
        bytes.truncate(len);
    }
}
