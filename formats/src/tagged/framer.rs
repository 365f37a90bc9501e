//! Cuts a stream into records by the law of [`super::line`].

use memchr::memchr2;

use super::line::{LONG, Line, end_of_line, glued_tag, start, tag_name};
use crate::{Frame, Framer, Guess};

/// How far a record has come.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Phase {
    #[default]
    Before,
    Tags,
    Moves,
}

/// What a line means to the record.
#[derive(Clone, Copy)]
enum Meaning {
    /// The record ends before it.
    EndsRecord,
    /// It belongs to the record, and a tag in it may end the record.
    Moves,
    /// It has nothing to search for.
    Nothing,
}

#[derive(Default)]
pub(crate) struct TaggedFramer {
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
    /// What the line at hand means, where it is long and not all of it is there yet.
    long: Option<Meaning>,
    /// Bytes of a long line before this have been searched for a tag.
    unglued: usize,
    /// Stray bytes before the last record.
    lead: usize,
}

/// Names are compared up to this length.
const NAME: usize = 64;

impl Framer for TaggedFramer {
    fn next(&mut self, bytes: &[u8], last: bool) -> Frame {
        loop {
            let (end, next) = match end_of_line(bytes, self.searched, last) {
                Some(found) => found,
                None if !last => {
                    // A CR at the very end is looked at again, with what follows it.
                    let open = bytes.last() == Some(&b'\r');
                    self.searched = self.searched.max(bytes.len() - usize::from(open && !bytes.is_empty()));
                    return self.long_line(bytes).map_or(Frame::More, |end| self.found(end));
                }
                None if self.line < bytes.len() => (bytes.len(), bytes.len()),
                None => {
                    let found = self.phase != Phase::Before;
                    return if found { self.found(bytes.len()) } else { Frame::End };
                }
            };
            if let Some(end) = self.step(&bytes[..end]) {
                return self.found(end);
            }
            (self.line, self.searched, self.unglued) = (next, next, next);
            if self.phase == Phase::Before {
                self.stray = next;
            }
        }
    }

    fn dropped(&mut self, count: usize) {
        for place in [&mut self.line, &mut self.searched, &mut self.stray, &mut self.unglued] {
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

impl TaggedFramer {
    fn found(&mut self, end: usize) -> Frame {
        *self = TaggedFramer { lead: self.stray, ..TaggedFramer::default() };
        Frame::Record { end }
    }

    /// Takes in the line at the end of the bytes, or says where the record ends.
    fn step(&mut self, bytes: &[u8]) -> Option<usize> {
        let meaning = match self.long.take() {
            Some(meaning) => meaning,
            None => self.meaning(&bytes[self.line..]),
        };
        match meaning {
            Meaning::EndsRecord => Some(self.line),
            Meaning::Moves => glued_tag(&bytes[self.unglued..]).map(|tag| self.unglued + tag),
            Meaning::Nothing => None,
        }
    }

    /// Takes in a long line at the end of the bytes, before all of it is there.
    fn long_line(&mut self, bytes: &[u8]) -> Option<usize> {
        let line = &bytes[self.line..];
        let text = start(line).len();
        if self.long.is_none() && text < LONG && line.len() - text < LONG {
            return None;
        }
        let meaning = match self.long {
            Some(meaning) => meaning,
            None => self.meaning(line),
        };
        self.long = Some(meaning);
        let end = self.step(bytes);
        (self.long, self.unglued) = (Some(meaning), self.unglued.max(bytes.len().saturating_sub(1)));
        end
    }

    fn meaning(&mut self, line: &[u8]) -> Meaning {
        let kind = Line::of(line);
        match (self.phase, kind) {
            (Phase::Before, _) if !kind.starts(line) => return Meaning::Nothing,
            (Phase::Before, Line::Tag) => {
                let name = tag_name(line);
                self.first.extend_from_slice(&name[..name.len().min(NAME)]);
                self.phase = Phase::Tags;
                return Meaning::Nothing;
            }
            (Phase::Moves, Line::Tag | Line::Players) => return Meaning::EndsRecord,
            (Phase::Tags, Line::Tag) => {
                let name = tag_name(line);
                let again = self.blank && self.first == name[..name.len().min(NAME)];
                self.blank = false;
                return if again { Meaning::EndsRecord } else { Meaning::Nothing };
            }
            (_, Line::Blank) => {
                self.blank = true;
                return Meaning::Nothing;
            }
            _ => self.phase = Phase::Moves,
        }
        // The names of a players line may hold anything.
        if kind == Line::Players { Meaning::Nothing } else { Meaning::Moves }
    }
}
