//! Cuts a stream into records by the law of [`super::line`].

use memchr::memchr2;

use super::line::{Line, end_of_line, glued_tag, tag_name};
use crate::{Frame, Framer, Guess};

/// How far a record has come.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Phase {
    #[default]
    Before,
    Tags,
    Moves,
}

#[derive(Default)]
pub(super) struct PenteFramer {
    phase: Phase,
    /// Start of the line at hand.
    line: usize,
    /// Bytes of it before this have been searched for its end.
    searched: usize,
    /// Bytes before this belong to no record.
    stray: usize,
    /// The name of the record's first tag.
    first: Vec<u8>,
    /// Whether a blank line came after the last tag.
    blank: bool,
    /// Whether the start of the line at hand was dropped, so that it cannot be told what the line is.
    beheaded: bool,
    /// Stray bytes before the last record.
    lead: usize,
}

/// Names are compared up to this length.
const NAME: usize = 64;

impl Framer for PenteFramer {
    fn next(&mut self, bytes: &[u8], last: bool) -> Frame {
        loop {
            let (end, next) = match end_of_line(bytes, self.searched, last) {
                Some(found) => found,
                None if !last => {
                    // A CR at the very end is looked at again, with what follows it.
                    let open = bytes.last() == Some(&b'\r');
                    self.searched = self.searched.max(bytes.len() - usize::from(open && !bytes.is_empty()));
                    return Frame::More;
                }
                None if self.line < bytes.len() => (bytes.len(), bytes.len()),
                None => {
                    let found = self.phase != Phase::Before;
                    return if found { self.found(bytes.len()) } else { Frame::End };
                }
            };
            if let Some(end) = self.step(&bytes[self.line..end]) {
                return self.found(self.line + end);
            }
            (self.line, self.searched, self.beheaded) = (next, next, false);
            if self.phase == Phase::Before {
                self.stray = next;
            }
        }
    }

    fn dropped(&mut self, count: usize) {
        self.beheaded |= count > self.line;
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
        Some(guess)
    }
}

/// The next tag or players line after a moves line, or tag glued to one.
fn guess(bytes: &[u8], from: usize) -> Option<usize> {
    // The first line may have begun before.
    let mut at = memchr2(b'\n', b'\r', bytes)? + 1;
    let mut after_moves = false;
    while let Some((end, next)) = end_of_line(bytes, at, false) {
        let line = &bytes[at..end];
        match Line::of(line) {
            Line::Blank => {}
            Line::Tag | Line::Players if after_moves && at >= from => return Some(at),
            Line::Tag | Line::Players => after_moves = false,
            Line::Moves => match glued_tag(line) {
                Some(tag) if at + tag >= from => return Some(at + tag),
                glued => after_moves = glued.is_none(),
            },
        }
        at = next;
    }
    None
}

impl PenteFramer {
    fn found(&mut self, end: usize) -> Frame {
        *self = PenteFramer { lead: self.stray, ..PenteFramer::default() };
        Frame::Record { end }
    }

    /// Takes in the next line, or says where in it the record ends.
    fn step(&mut self, line: &[u8]) -> Option<usize> {
        let kind = if self.beheaded { Line::Moves } else { Line::of(line) };
        match (self.phase, kind) {
            (Phase::Before, _) if !kind.starts(line) => return None,
            (Phase::Before, Line::Tag) => {
                let name = tag_name(line);
                self.first.extend_from_slice(&name[..name.len().min(NAME)]);
                self.phase = Phase::Tags;
                return None;
            }
            (Phase::Moves, Line::Tag | Line::Players) => return Some(0),
            (Phase::Tags, Line::Tag) => {
                let same = || {
                    let name = tag_name(line);
                    self.first == name[..name.len().min(NAME)]
                };
                let again = self.blank && same();
                self.blank = false;
                return again.then_some(0);
            }
            (_, Line::Blank) => {
                self.blank = true;
                return None;
            }
            _ => self.phase = Phase::Moves,
        }
        // The names of a players line may hold anything.
        if kind == Line::Players { None } else { glued_tag(line) }
    }
}
