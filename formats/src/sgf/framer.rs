//! Cuts a stream into records.
//!
//! # The law
//! *Between* records the next `(` that only blanks part from a `;` begins a record; everything else is stray text.
//!
//! *In* a record, `\` takes the next character with it, everywhere; `[` begins a value and `]` ends it; outside values `(` and `)`
//! count, and the record ends with the `)` that closes its first `(`, or with the stream.
//!
//! *Recovery.* Where a last `)` is missing, all later games would be variations. A *game start* is a `(`, blanks, `;`, blanks, an
//! identifier and a `[`, all within [`WINDOW`] bytes, where the identifier (lower-case letters dropped) is one that only a root
//! node may have: FF, GM, SZ, CA, AP, ST. (Names, dates and results are not among them: where several games are merged into one
//! tree, SGF puts them into the variations.) The record *has moved* once a value began that directly follows the identifier B or W.
//! At a `(` in a record, outside values:
//! * a game start before the record has moved makes the record a *container*, whose variations are whole games: it is never cut;
//! * a game start at the start of a line in a record that has moved and is no container begins the next record; the one before
//!   ends there, unclosed.
//!
//! So a game whose moves stand in a child tree (`(;GM[101] (;B[K10]` ..) is cut rightly however many of its closing parentheses are missing, and a
//! collection in which whole games are variations stays one record.
//!
//! # How it is done
//! In encodings without ASCII second bytes, the state at any byte is decided by the last unescaped bracket before it, since `[`
//! changes nothing in a value and `]` nothing outside. So only parentheses are looked for, and from each of them backwards for a
//! bracket, not further than to the last parenthesis: linear in the length of the stream. Whether the record has moved is asked at
//! game starts only.

use memchr::{memchr, memchr2, memrchr2};

use super::lex::{Bytes, is_blank, is_trail};
use crate::{Encoding, Frame, Framer, Guess};

/// A game start has this many bytes at most.
pub(super) const WINDOW: usize = 64;

/// The identifiers that only a root node may have.
pub(super) const ROOT_ONLY: [&[u8]; 6] = [b"FF", b"GM", b"SZ", b"CA", b"AP", b"ST"];

/// The longest identifier that is looked at.
pub(super) const LONGEST: usize = 16;

pub(super) struct SgfFramer {
    bytes: Bytes,
    state: State,
    /// The byte before the first one that is not settled.
    before: u8,
    /// Stray bytes before the last record.
    lead: usize,
}

enum State {
    /// All bytes before `at` are searched; after the `(` at `open` nothing but blanks was seen.
    Between {
        at: usize,
        open: Option<usize>,
    },
    In(Inside),
}

/// A record whose end is not found yet.
struct Inside {
    start: usize,
    depth: usize,
    container: bool,
    /// The parenthesis at `scan` waits for the bytes after it.
    waiting: bool,
    /// All bytes before are settled (single-byte encodings).
    scan: usize,
    /// Whether `scan` is in a value.
    in_value: bool,
    /// Whether the byte at `scan` is escaped.
    escaped: bool,
    walk: Walk,
}

/// A walk over all bytes, one by one.
#[derive(Default)]
struct Walk {
    at: usize,
    in_value: bool,
    skip: Skip,
    moved: bool,
}

#[derive(Default, Clone, Copy)]
enum Skip {
    #[default]
    Nothing,
    Escaped,
    Trail,
}

enum GameStart {
    Yes,
    No,
    /// More bytes are needed to tell.
    Open,
}

enum Opening {
    Variation,
    NextRecord,
    Wait,
}

impl SgfFramer {
    pub(super) fn new(encoding: Encoding) -> SgfFramer {
        SgfFramer { bytes: Bytes::of(encoding), state: State::Between { at: 0, open: None }, before: b'\n', lead: 0 }
    }

    fn found(&mut self, end: usize) -> Frame {
        self.lead = self.stray();
        self.state = State::Between { at: 0, open: None };
        Frame::Record { end }
    }
}

impl Framer for SgfFramer {
    fn next(&mut self, bytes: &[u8], last: bool) -> Frame {
        if let State::Between { at, open } = &mut self.state {
            match find_start(bytes, at, open) {
                Some(start) => self.state = State::In(Inside::new(start, *at)),
                None if last => return Frame::End,
                None => return Frame::More,
            }
        }
        let State::In(inside) = &mut self.state else { return Frame::More };
        while let Some(at) = inside.next_parenthesis(bytes, self.bytes) {
            if bytes[at] == b')' {
                inside.depth -= 1;
                if inside.depth == 0 {
                    return self.found(at + 1);
                }
            } else {
                let line_start = matches!(if at == 0 { self.before } else { bytes[at - 1] }, b'\n' | b'\r');
                match inside.opening(bytes, at, line_start, last, self.bytes) {
                    Opening::Variation => inside.depth += 1,
                    Opening::NextRecord => return self.found(at),
                    Opening::Wait => {
                        inside.waiting = true;
                        inside.walk.run(bytes, inside.start, at, self.bytes, false);
                        self.before = if at == 0 { self.before } else { bytes[at - 1] };
                        return Frame::More;
                    }
                }
            }
            inside.pass(at, self.bytes);
        }
        if last {
            return self.found(bytes.len());
        }
        inside.walk.run(bytes, inside.start, bytes.len(), self.bytes, false);
        self.before = bytes.last().copied().unwrap_or(self.before);
        Frame::More
    }

    fn dropped(&mut self, count: usize) {
        match &mut self.state {
            State::Between { at, open } => {
                // A parenthesis that had to be dropped may still begin a record.
                *open = open.map(|o| o.saturating_sub(count));
                *at = at.saturating_sub(count);
            }
            State::In(inside) => inside.dropped(count, self.bytes),
        }
    }

    fn stray(&self) -> usize {
        match &self.state {
            State::Between { at, open } => open.unwrap_or(*at),
            State::In(inside) => inside.start,
        }
    }

    fn lead(&self) -> usize {
        self.lead
    }

    fn guess(&self) -> Option<Guess> {
        // Where second bytes look like brackets, looking back does not tell what is in a value.
        (self.bytes == Bytes::Single).then_some(super::guess::guess)
    }
}

/// Goes on with the search for the start of a record; all bytes before `at` are searched.
fn find_start(bytes: &[u8], at: &mut usize, open: &mut Option<usize>) -> Option<usize> {
    loop {
        if let Some(start) = *open {
            *at += bytes[*at..].iter().position(|&b| !is_blank(b)).unwrap_or(bytes.len() - *at);
            match bytes.get(*at) {
                None => return None,
                Some(b';') => return Some(start),
                Some(_) => *open = None,
            }
        }
        let Some(n) = memchr(b'(', &bytes[*at..]) else {
            *at = bytes.len();
            return None;
        };
        *open = Some(*at + n);
        *at += n + 1;
    }
}

impl Inside {
    fn new(start: usize, scan: usize) -> Inside {
        Inside {
            start,
            depth: 1,
            container: false,
            waiting: false,
            scan,
            in_value: false,
            escaped: false,
            walk: Walk { at: scan, ..Walk::default() },
        }
    }

    /// The next parenthesis that counts; everything before it is settled then, or everything when there is none.
    fn next_parenthesis(&mut self, all: &[u8], bytes: Bytes) -> Option<usize> {
        self.waiting = false;
        if bytes != Bytes::Single {
            return self.walk.run(all, self.start, all.len(), bytes, true);
        }
        loop {
            let from = self.scan + usize::from(self.escaped);
            if from > all.len() {
                return None;
            }
            let found = memchr2(b'(', b')', &all[from..]);
            let at = found.map_or(all.len(), |n| from + n);
            self.in_value = value_state(all, from, at).unwrap_or(self.in_value);
            self.escaped = is_escaped(all, from, at);
            self.scan = at;
            found?;
            if !self.in_value && !self.escaped {
                return Some(at);
            }
            self.pass(at, bytes);
        }
    }

    /// Goes on after the parenthesis.
    fn pass(&mut self, at: usize, bytes: Bytes) {
        self.escaped = false;
        self.scan = at + 1;
        if bytes != Bytes::Single {
            self.walk.at = at + 1;
        }
    }

    /// What the `(` is.
    fn opening(&mut self, all: &[u8], at: usize, line_start: bool, last: bool, bytes: Bytes) -> Opening {
        if self.container {
            return Opening::Variation;
        }
        match game_start(&all[at..], last) {
            GameStart::No => return Opening::Variation,
            GameStart::Open => return Opening::Wait,
            GameStart::Yes => {}
        }
        if bytes == Bytes::Single {
            self.walk.run(all, self.start, at, bytes, false);
        }
        self.container = !self.walk.moved;
        if self.walk.moved && line_start { Opening::NextRecord } else { Opening::Variation }
    }

    fn dropped(&mut self, count: usize, bytes: Bytes) {
        let settled = if bytes == Bytes::Single { self.scan } else { self.walk.at };
        if count > settled && self.waiting {
            // Whatever it begins, its start is gone.
            self.depth += 1;
            self.waiting = false;
        }
        self.start = self.start.saturating_sub(count);
        self.scan = self.scan.saturating_sub(count);
        self.walk.at = self.walk.at.saturating_sub(count);
    }
}

impl Walk {
    /// Walks on to `end`. With `stop`, to the next parenthesis that counts, which is not passed; else until the record has moved.
    fn run(&mut self, all: &[u8], start: usize, end: usize, bytes: Bytes, stop: bool) -> Option<usize> {
        if self.moved && !stop {
            return None;
        }
        while self.at < end {
            let byte = all[self.at];
            match std::mem::take(&mut self.skip) {
                Skip::Escaped if bytes.is_lead(byte) => self.skip = Skip::Trail,
                Skip::Escaped => {}
                Skip::Trail if is_trail(byte) => {}
                Skip::Trail | Skip::Nothing => match byte {
                    b'\\' => self.skip = Skip::Escaped,
                    b']' => self.in_value = false,
                    b'[' if !self.in_value => {
                        self.in_value = true;
                        self.moved |= is_move(&all[start..self.at]);
                    }
                    b'(' | b')' if stop && !self.in_value => return Some(self.at),
                    _ if bytes.is_lead(byte) => self.skip = Skip::Trail,
                    _ => {}
                },
            }
            self.at += 1;
            if self.moved && !stop {
                return None;
            }
        }
        None
    }
}

/// Whether the identifier that ends here is B or W.
fn is_move(before: &[u8]) -> bool {
    let length = before.iter().rev().take(LONGEST + 1).take_while(|b| b.is_ascii_alphanumeric()).count();
    let mut name = before[before.len() - length..].iter().filter(|b| !b.is_ascii_lowercase());
    length <= LONGEST && matches!((name.next(), name.next()), (Some(b'B' | b'W'), None))
}

/// Whether a game starts with the `(` at the start of `i`.
fn game_start(i: &[u8], last: bool) -> GameStart {
    let whole = last || i.len() >= WINDOW;
    let window = &i[..i.len().min(WINDOW)];
    let open = if whole { GameStart::No } else { GameStart::Open };
    let mut at = 1;
    for semicolon in [true, false] {
        at += window[at..].iter().position(|&b| !is_blank(b)).unwrap_or(window.len() - at);
        match window.get(at) {
            None => return open,
            Some(b';') if semicolon => at += 1,
            Some(_) if semicolon => return GameStart::No,
            Some(_) => {}
        }
    }
    let name = &window[at..];
    let Some(length) = name.iter().position(|b| !b.is_ascii_alphanumeric()) else { return open };
    let root_only = |id: &&[u8]| name[..length].iter().filter(|b| !b.is_ascii_lowercase()).eq(id.iter());
    if name[length] == b'[' && length <= LONGEST && ROOT_ONLY.iter().any(root_only) {
        GameStart::Yes
    } else {
        GameStart::No
    }
}

/// Whether `at` is in a value, by the last bracket between `from` and `at`; `None` when there is none. The byte at `from` is not escaped.
pub(super) fn value_state(bytes: &[u8], from: usize, mut at: usize) -> Option<bool> {
    loop {
        at = from + memrchr2(b'[', b']', &bytes[from..at])?;
        if !is_escaped(bytes, from, at) {
            return Some(bytes[at] == b'[');
        }
    }
}

/// Whether the byte at `at` is escaped; the one at `from` is not.
fn is_escaped(bytes: &[u8], from: usize, at: usize) -> bool {
    bytes[from..at].iter().rev().take_while(|&&b| b == b'\\').count() % 2 == 1
}
