//! The driver: one loop over a record's slice.

use std::borrow::Cow;

use pentad_rules::{Code, Color, Coords, Severity};

use super::header::{Dialect, Header};
use super::lex::{self, Bytes, Values};
use super::point::Frame;
use super::property::{Pair, Property};
use super::tree::Branches;
use crate::{Encoding, Finding, NoteKind, ReadOptions, Record, Span};

/// How many findings of one code a record can have; a broken file would have millions.
const FINDINGS: usize = 20;

/// What must be known before a record can be read, and is seen only while it is read. Reading then starts again, knowing it;
/// each fact is learned once (the frame three times), so that this ends.
#[derive(Clone, Copy, Default)]
pub(super) struct Plan {
    /// The encoding that CA declares.
    pub(super) encoding: Option<Encoding>,
    /// The board of the letter pairs.
    pub(super) frame: Option<Frame>,
    /// The letters of algebraic points.
    pub(super) coords: Option<Coords>,
    /// Whether white lays the first stone.
    pub(super) flip: Option<bool>,
    /// Whether there are variations.
    pub(super) tree: bool,
    /// Whether that is only what it looks like.
    pub(super) guess: bool,
    /// Whether it is known that there are none, whatever it looks like.
    pub(super) line: bool,
}

/// Start again with this plan.
pub(super) struct Retry(pub(super) Plan);

pub(super) type Step = Result<(), Retry>;

/// A node of the file.
#[derive(Default)]
pub(super) struct Node {
    /// How many notes the record had before it.
    pub(super) notes: usize,
    /// Whether it has an event.
    pub(super) event: bool,
    /// Whether a move stands in it.
    pub(super) moved: bool,
    /// Whether it has a comment.
    pub(super) commented: bool,
    /// Its identifiers of two capitals, a bit each, and whether there are any.
    pairs: [u64; Pair::COUNT.div_ceil(64)],
    paired: bool,
    /// Its other identifiers, the first few.
    seen: [u64; 16],
    count: usize,
}

pub(super) struct Reader<'a, 'r> {
    pub(super) slice: &'a [u8],
    /// The slice where all of it is UTF-8: one look at everything costs less than a look at each value.
    pub(super) whole: Option<&'a str>,
    pub(super) record: &'r mut Record,
    pub(super) options: ReadOptions,
    pub(super) plan: Plan,
    pub(super) encoding: Encoding,
    pub(super) bytes: Bytes,
    pub(super) header: Header<'a>,
    pub(super) dialect: Option<Dialect>,
    pub(super) frame: Frame,
    /// Whether a letter pair was read.
    pub(super) pairs: bool,
    pub(super) depth: usize,
    /// Whether a variation was closed (only without a tree).
    closed: bool,
    /// Whether each node so far after the root has one event.
    pub(super) even: bool,
    pub(super) in_root: bool,
    nodes: u64,
    pub(super) node: Node,
    pub(super) branches: Option<Box<Branches>>,
    pub(super) play: super::moves::Play,
    /// Whether nothing more is to be read (headers only).
    pub(super) stop: bool,
    /// Whether text that is not ASCII was decoded.
    pub(super) foreign: bool,
}

/// Reads a slice of the framer's.
pub(super) fn read(slice: &[u8], options: &ReadOptions, record: &mut Record) {
    read_with(Plan::default(), slice, options, record);
}

fn read_with(mut plan: Plan, slice: &[u8], options: &ReadOptions, record: &mut Record) {
    let Some(start) = lex::record_start(slice) else {
        record.readable = false;
        let what = "no game tree starts here";
        record.findings.push(Finding::new(Code::Unreadable, Span::of(lex::trim(slice), slice), what));
        return;
    };
    // Quicker than the standard library's on the few hundred bytes of a game; on a few bytes nothing is as quick as that.
    const FEW: usize = 32;
    let whole = || match encoding_rs::UTF_8.decode_without_bom_handling_and_without_replacement(slice) {
        Some(Cow::Borrowed(text)) => Some(text),
        _ => None,
    };
    let whole = if slice.len() <= FEW { std::str::from_utf8(slice).ok() } else { whole() };
    loop {
        let mut reader = Reader::new(slice, whole, options, plan, record);
        match reader.run(start).and_then(|()| reader.finish()) {
            Ok(()) => return,
            Err(Retry(next)) => {
                plan = next;
                record.clear();
            }
        }
    }
}

impl<'a, 'r> Reader<'a, 'r> {
    fn new(
        slice: &'a [u8],
        whole: Option<&'a str>,
        options: &ReadOptions,
        plan: Plan,
        record: &'r mut Record,
    ) -> Reader<'a, 'r> {
        let encoding = plan.encoding.unwrap_or(options.encoding);
        let bounds = record.bounds;
        Reader {
            slice,
            whole,
            record,
            options: *options,
            plan,
            encoding,
            bytes: Bytes::of(encoding),
            header: Header::default(),
            dialect: None,
            frame: plan.frame.unwrap_or(Frame::UNSTATED),
            pairs: false,
            depth: 0,
            closed: false,
            even: true,
            in_root: false,
            nodes: 0,
            node: Node::default(),
            branches: if plan.tree { Some(Box::new(Branches::new(bounds))) } else { None },
            play: super::moves::Play::default(),
            stop: false,
            foreign: false,
        }
    }

    fn run(&mut self, start: usize) -> Step {
        self.stray(&self.slice[..start], "text before this record was passed over");
        let mut i = &self.slice[start..];
        while !self.stop {
            if self.in_root {
                i = self.plain_header(i);
            } else if i.first() == Some(&b';') && self.is_plain() {
                i = self.moves_in_a_row(i);
            } else if self.branches.is_some() && i.first() == Some(&b';') && self.play.is_plain() {
                i = self.moves_in_a_branch(i);
            }
            if let Ok((rest, (color, x, y))) = lex::move_node(i) {
                self.begin_node(i)?;
                let color = if color == b'B' { Color::Black } else { Color::White };
                self.node.moved = true;
                self.pair_stone(color, x, y, &i[3..5])?;
                i = rest;
                continue;
            }
            i = match i {
                [] => {
                    let end = self.slice.trim_ascii_end().len();
                    let what = "the record ends before it is closed";
                    self.finding(Code::Unclosed, Span::between(end, end), what);
                    break;
                }
                [b';', rest @ ..] => {
                    self.begin_node(i)?;
                    rest
                }
                [b'(', rest @ ..] => {
                    self.depth += 1;
                    if self.depth == 2 && self.branches.is_none() && !self.plan.line && !self.closed {
                        self.branch_off(rest)?;
                    }
                    if let Some(branches) = &mut self.branches {
                        branches.open();
                    }
                    rest
                }
                [b')', rest @ ..] => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        self.stray(rest, "text after this record was passed over");
                        break;
                    }
                    match &mut self.branches {
                        Some(branches) => branches.close(),
                        None => self.closed = true,
                    }
                    rest
                }
                [b, rest @ ..] if lex::is_blank(*b) => rest,
                [b'C', b'[', inner @ ..] => match self.lone_comment(inner) {
                    Some(rest) => rest,
                    None => self.property(i)?,
                },
                [a @ b'A'..=b'Z', b @ b'A'..=b'Z', b'[', inner @ ..] => match self.short_property([*a, *b], inner)? {
                    Some(rest) => rest,
                    None => self.property(i)?,
                },
                [b, ..] if b.is_ascii_alphanumeric() => self.property(i)?,
                _ => self.junk(i),
            };
        }
        Ok(())
    }

    /// A variation seems to begin, perhaps the only one. If it looks as if others follow, goes on with a tree, and reads again
    /// only where what was read is not as simple as most is.
    #[cold]
    fn branch_off(&mut self, rest: &[u8]) -> Step {
        if !looks_forked(rest) {
            // What is found out later makes a tree of it all the same.
            self.plan.line = true;
            return Ok(());
        }
        let plain = self.dialect.is_none_or(|dialect| dialect == Dialect::Plain) && !self.header.own;
        let even = self.even && (self.in_root || self.node.event);
        if !plain || !even || self.record.notes().any(|note| note.at > 0) {
            return Err(Retry(Plan { tree: true, guess: true, ..self.plan }));
        }
        self.plan.guess = true;
        self.branches = Some(Box::new(Branches::of_line(self.record, self.play.started)));
        Ok(())
    }

    #[inline]
    fn begin_node(&mut self, i: &'a [u8]) -> Step {
        if self.closed {
            return Err(Retry(Plan { tree: true, ..self.plan }));
        }
        self.nodes += 1;
        self.even &= self.node.event || self.nodes <= 2;
        self.in_root = self.nodes == 1;
        if self.nodes == 2 {
            self.end_root();
        }
        self.node.begin(self.record.note_count());
        if let Some(branches) = &mut self.branches {
            branches.begin(Span::of(&i[..1], self.slice), self.nodes == 1);
            self.stop |= branches.is_over();
        } else {
            self.stop |= self.record.is_over();
        }
        Ok(())
    }

    /// Whether the moves come one after the other, and nothing else is to be thought of.
    #[inline]
    fn is_plain(&self) -> bool {
        self.nodes > 1 && self.branches.is_none() && !self.closed && self.play.is_plain() && !self.options.headers_only
    }

    /// Whether what belongs to the header may still come.
    pub(super) fn header_is_open(&self) -> bool {
        self.in_root || !self.play.acted && self.depth == 1 && !self.closed
    }

    fn property(&mut self, i: &'a [u8]) -> Result<&'a [u8], Retry> {
        let Ok((rest, id)) = lex::identifier(i) else { return Ok(self.junk(i)) };
        let after = lex::blanks(rest).map_or(rest, |(after, ())| after);
        let Ok((after, values)) = lex::values(self.bytes, after) else {
            self.malformed(id, "this identifier has no value");
            return Ok(rest);
        };
        let mut name = Cow::Borrowed(id);
        if id.iter().any(u8::is_ascii_lowercase) {
            let capitals: Vec<u8> = id.iter().copied().filter(|b| !b.is_ascii_lowercase()).collect();
            if capitals.is_empty() {
                self.malformed(id, "an identifier has capital letters");
            } else {
                self.legacy(id);
                name = Cow::Owned(capitals);
            }
        }
        let property = Property::of(&name);
        self.understand(property, &name, id, values)?;
        Ok(after)
    }

    /// A property of the commonest form: two capital letters and one value, no blanks. Where it is none, nothing was done.
    /// The `[` has been read.
    #[inline]
    fn short_property(&mut self, name: [u8; 2], inner: &'a [u8]) -> Result<Option<&'a [u8]>, Retry> {
        let Ok((rest, value)) = lex::value(self.bytes, inner) else { return Ok(None) };
        let next = lex::blanks(rest).map_or(rest, |(next, ())| next);
        if next.starts_with(b"[") {
            return Ok(None);
        }
        let start = self.slice.len() - inner.len();
        let id = &self.slice[start - 3..start - 1];
        let values = Values { raw: value.text, first: value.text, many: false };
        self.understand(Property::of(&name), id, id, values)?;
        Ok(Some(next))
    }

    fn understand(&mut self, property: Property, name: &[u8], id: &'a [u8], values: Values<'a>) -> Step {
        let repeated = match property {
            Property::Move(_) | Property::Private => false,
            Property::Comment => std::mem::replace(&mut self.node.commented, true),
            _ => self.node.has_seen(name),
        };
        if repeated && self.has_room(Code::PropertyRepeated) {
            let what = format!("{} stands twice in one node", String::from_utf8_lossy(id));
            self.finding(Code::PropertyRepeated, Span::of(id, self.slice), what);
        }
        match property {
            Property::Move(color) => self.moves(color, id, values),
            Property::Add(color) => self.add(color, name, id, values),
            Property::Turn => {
                self.turn(name, id, values);
                Ok(())
            }
            Property::Comment => {
                self.comments(values);
                Ok(())
            }
            Property::Label => {
                self.labels(name, values);
                Ok(())
            }
            Property::Opening if !self.header.own => self.quest_opening(values),
            Property::Private => self.private(id, values),
            _ if property.is_header() && self.header_is_open() => self.header_property(property, name, id, values),
            _ => {
                self.extra(name, values.raw);
                Ok(())
            }
        }
    }

    fn legacy(&mut self, id: &[u8]) {
        let inconsistent = if self.header.ff4 { ", which FF[4] does not allow" } else { "" };
        let id_text = String::from_utf8_lossy(id);
        self.once(
            Code::LegacyIdentifier,
            Span::of(id, self.slice),
            format!("{id_text} is an identifier in the long form{inconsistent}"),
        );
        if self.header.ff4
            && let Some(finding) = self.record.findings.iter_mut().find(|f| f.code == Code::LegacyIdentifier)
        {
            finding.severity = Severity::Warning;
        }
    }

    /// Passes over what is no part of a node.
    fn junk(&mut self, i: &'a [u8]) -> &'a [u8] {
        if let Ok((rest, _)) = lex::values(self.bytes, i) {
            self.malformed(&i[..i.len() - rest.len()], "a value without an identifier was passed over");
            return rest;
        }
        let mut at = 0;
        while let Some(&b) = i.get(at) {
            match b {
                b'\\' => at += 1 + i.get(at + 1..).map_or(1, |next| self.bytes.width(next)),
                b';' | b'(' | b')' | b'[' => break,
                b if b.is_ascii_alphanumeric() || lex::is_blank(b) => break,
                _ => at += self.bytes.width(&i[at..]),
            }
        }
        let (junk, rest) = i.split_at(at.clamp(1, i.len()));
        self.malformed(junk, "these characters belong to no property and were passed over");
        rest
    }

    fn stray(&mut self, text: &'a [u8], what: &'static str) {
        let text = lex::trim(text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text));
        if !text.is_empty() {
            self.finding(Code::StrayText, Span::of(text, self.slice), what);
        }
    }

    /// Whether one more finding of this code would be listed.
    fn has_room(&self, code: Code) -> bool {
        self.record.findings.iter().filter(|f| f.code == code).count() < FINDINGS
    }

    pub(super) fn finding(&mut self, code: Code, span: Span, what: impl Into<Cow<'static, str>>) {
        if self.has_room(code) {
            self.record.findings.push(Finding::new(code, span, what));
        }
    }

    /// A finding of which one in a record is enough.
    pub(super) fn once(&mut self, code: Code, span: Span, what: impl Into<Cow<'static, str>>) {
        if self.record.findings.iter().all(|f| f.code != code) {
            self.record.findings.push(Finding::new(code, span, what));
        }
    }

    pub(super) fn malformed(&mut self, part: &[u8], what: impl Into<Cow<'static, str>>) {
        self.finding(Code::PropertyMalformed, Span::of(part, self.slice), what);
    }

    /// What notes belong to now: the number of an event or a node.
    pub(super) fn place(&mut self) -> u32 {
        match &mut self.branches {
            _ if self.in_root => 0,
            Some(branches) => branches.settle(),
            None => self.record.events.len() as u32,
        }
    }

    pub(super) fn note(&mut self, kind: NoteKind, key: &str, value: &str) {
        if !self.options.headers_only {
            // A node that has nothing but a note is a node.
            let at = self.place();
            if !self.options.skip_notes {
                self.record.note(at, kind, key, value);
            }
        }
    }

    /// Keeps a property as it is.
    pub(super) fn extra(&mut self, name: &[u8], raw: &'a [u8]) {
        let value = self.decode(raw, name);
        self.note(NoteKind::Extra, identifier(name), &value);
    }
}

/// Whether somewhere behind the end of a variation another seems to begin; what stands in values may look like it.
fn looks_forked(rest: &[u8]) -> bool {
    let is_open = |at: usize| lex::blanks(&rest[at + 1..]).is_ok_and(|(next, ())| next.first() == Some(&b'('));
    memchr::memchr_iter(b')', rest).any(is_open)
}

/// An identifier as text: it is ASCII.
pub(super) fn identifier(name: &[u8]) -> &str {
    std::str::from_utf8(name).unwrap_or_default()
}

impl Node {
    /// A node begins; the record has so many notes.
    #[inline]
    pub(super) fn begin(&mut self, notes: usize) {
        self.notes = notes;
        self.event = false;
        self.moved = false;
        self.commented = false;
        self.count = 0;
        if self.paired {
            self.pairs = [0; Pair::COUNT.div_ceil(64)];
            self.paired = false;
        }
    }

    /// Whether the identifier of two capitals was seen in this node.
    #[inline]
    pub(super) fn has_pair(&self, pair: Pair) -> bool {
        self.pairs[pair.index() / 64] >> (pair.index() % 64) & 1 != 0
    }

    /// The identifier is seen.
    #[inline]
    pub(super) fn add_pair(&mut self, pair: Pair) {
        self.pairs[pair.index() / 64] |= 1 << (pair.index() % 64);
        self.paired = true;
    }

    /// Whether the identifier was seen in this node before; only short ones and the first few are told apart.
    fn has_seen(&mut self, name: &[u8]) -> bool {
        if let [a @ b'A'..=b'Z', b @ b'A'..=b'Z'] = name {
            let pair = Pair::of(*a, *b);
            let seen = self.has_pair(pair);
            self.add_pair(pair);
            return seen;
        }
        if name.len() > 8 {
            return false;
        }
        let packed = name.iter().fold(0, |n, &b| n << 8 | u64::from(b));
        if self.seen[..self.count].contains(&packed) {
            return true;
        }
        if let Some(slot) = self.seen.get_mut(self.count) {
            *slot = packed;
            self.count += 1;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read_from(plan: Plan, text: &str) -> Record {
        let mut record = Record::new();
        read_with(plan, text.as_bytes(), &ReadOptions::default(), &mut record);
        record
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// A tree that is made of a line when the first variation begins is the one that reading again makes.
        #[test]
        fn a_line_becomes_a_tree_as_if_that_had_been_known(parts in prop::collection::vec(prop::sample::select(vec![
            "(", "(", ")", ")", ")", ";", ";B[aa]", ";W[bb]", ";B[cc]", ";W[dd]", "B[ee]", "C[x]", ";C[)(;]", "AB[ff]", ";AW[gg]", "W[]", "\n",
            "(;B[hh]", ";W[ii])", ")(;", "PL[W]", "LB[aa:1]", ";B[zz]", "RE[B+R]", "x",
        ]), 1..30)) {
            let text = format!("(;GM[4]{}", parts.concat());
            let (one, other) = (read_from(Plan::default(), &text), read_from(Plan { line: true, ..Plan::default() }, &text));
            prop_assert!(one.same_content(&other), "{text}");
            prop_assert_eq!(&one.findings, &other.findings, "{}", text);
            prop_assert_eq!(&one.spans, &other.spans, "{}", text);
            if let (Some(a), Some(b)) = (&one.tree, &other.tree) {
                prop_assert!((0..a.len() as u32).all(|id| a.span(id) == b.span(id)), "{text}");
            }
        }
    }
}
