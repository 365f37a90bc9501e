//! The driver: one loop over a record's slice.

use std::borrow::Cow;

use base64::Engine as _;
use pentad_rules::{Code, Color, Coords};

use super::header::{Dialect, Header};
use super::lex::{self, Bytes, Values};
use super::point::Frame;
use super::property::Property;
use super::text;
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
    /// Its identifiers.
    seen: [u64; 16],
    count: usize,
}

pub(super) struct Reader<'a, 'r> {
    pub(super) slice: &'a [u8],
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
    pub(super) in_root: bool,
    nodes: u64,
    pub(super) node: Node,
    pub(super) branches: Option<Branches>,
    pub(super) play: super::moves::Play,
    /// Whether nothing more is to be read (headers only).
    pub(super) stop: bool,
    /// Whether text that is not ASCII was decoded.
    foreign: bool,
}

/// Reads a slice of the framer's.
pub(super) fn read(slice: &[u8], options: &ReadOptions, record: &mut Record) {
    let Some(start) = lex::record_start(slice) else {
        record.readable = false;
        let what = "no game tree starts here";
        record.findings.push(Finding::new(Code::Unreadable, Span::of(lex::trim(slice), slice), what));
        return;
    };
    let mut plan = Plan::default();
    loop {
        let mut reader = Reader::new(slice, options, plan, record);
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
    fn new(slice: &'a [u8], options: &ReadOptions, plan: Plan, record: &'r mut Record) -> Reader<'a, 'r> {
        let encoding = plan.encoding.unwrap_or(options.encoding);
        Reader {
            slice,
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
            in_root: false,
            nodes: 0,
            node: Node::default(),
            branches: plan.tree.then(Branches::new),
            play: super::moves::Play::default(),
            stop: false,
            foreign: false,
        }
    }

    fn run(&mut self, start: usize) -> Step {
        self.stray(&self.slice[..start], "text before this record was passed over");
        let mut i = &self.slice[start..];
        while !self.stop {
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
                [b, ..] if b.is_ascii_alphanumeric() => self.property(i)?,
                _ => self.junk(i),
            };
        }
        Ok(())
    }

    #[inline]
    fn begin_node(&mut self, i: &'a [u8]) -> Step {
        if self.closed {
            return Err(Retry(Plan { tree: true, ..self.plan }));
        }
        self.nodes += 1;
        self.in_root = self.nodes == 1;
        if self.nodes == 2 {
            self.end_root();
        }
        self.node.notes = self.record.note_count();
        self.node.event = false;
        self.node.moved = false;
        self.node.count = 0;
        if let Some(branches) = &mut self.branches {
            branches.begin(Span::of(&i[..1], self.slice), self.nodes == 1);
        }
        Ok(())
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
        if !matches!(property, Property::Move(_) | Property::Private) && self.node.has_seen(&name) {
            self.finding(
                Code::PropertyRepeated,
                Span::of(id, self.slice),
                format!("{} stands twice in one node", String::from_utf8_lossy(id)),
            );
        }
        // Identifiers are ASCII.
        let name = std::str::from_utf8(&name).unwrap_or_default();
        match property {
            Property::Move(color) => self.moves(color, id, values)?,
            Property::Add(color) => self.add(color, name, id, values)?,
            Property::Turn => self.turn(name, id, values),
            Property::Comment => self.comment(name, values),
            Property::Label => self.labels(name, values),
            Property::Opening if !self.header.own => self.quest_opening(values)?,
            Property::Private => self.private(id, values)?,
            _ if property.is_header() && self.header_is_open() => self.header_property(property, name, id, values)?,
            _ => self.extra(name, values.raw),
        }
        Ok(after)
    }

    fn legacy(&mut self, id: &[u8]) {
        let inconsistent = if self.header.ff4 { ", which FF[4] does not allow" } else { "" };
        let id_text = String::from_utf8_lossy(id);
        self.once(
            Code::LegacyIdentifier,
            Span::of(id, self.slice),
            format!("{id_text} is an identifier in the long form{inconsistent}"),
        );
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

    pub(super) fn finding(&mut self, code: Code, span: Span, what: impl Into<std::borrow::Cow<'static, str>>) {
        if self.record.findings.iter().filter(|f| f.code == code).count() < FINDINGS {
            self.record.findings.push(Finding::new(code, span, what));
        }
    }

    /// A finding of which one in a record is enough.
    pub(super) fn once(&mut self, code: Code, span: Span, what: impl Into<std::borrow::Cow<'static, str>>) {
        if self.record.findings.iter().all(|f| f.code != code) {
            self.record.findings.push(Finding::new(code, span, what));
        }
    }

    pub(super) fn malformed(&mut self, part: &[u8], what: impl Into<std::borrow::Cow<'static, str>>) {
        self.finding(Code::PropertyMalformed, Span::of(part, self.slice), what);
    }

    /// What notes belong to now: the number of an event or a node.
    fn place(&mut self) -> u32 {
        match &mut self.branches {
            _ if self.in_root => 0,
            Some(branches) => branches.settle(),
            None => self.record.events.len() as u32,
        }
    }

    pub(super) fn note(&mut self, kind: NoteKind, key: &str, value: &str) {
        if !self.options.headers_only {
            let at = self.place();
            self.record.note(at, kind, key, value);
        }
    }

    /// Keeps a property as it is.
    pub(super) fn extra(&mut self, name: &str, raw: &'a [u8]) {
        let value = self.decode(raw, name);
        self.note(NoteKind::Extra, name, &value);
    }

    /// The characters of a text; what cannot be decoded without loss is kept as bytes under the property's name.
    pub(super) fn decode(&mut self, raw: &'a [u8], name: &str) -> Cow<'a, str> {
        if let Ok(text) = std::str::from_utf8(raw)
            && (self.encoding == Encoding::UTF_8 || text.is_ascii())
        {
            self.foreign |= self.plan.encoding.is_none() && !self.options.encoding_forced && !text.is_ascii();
            return Cow::Borrowed(text);
        }
        self.foreign = true;
        let (text, used, sound) = self.encoding.decode(raw);
        if used != self.encoding || !sound {
            let what = format!("a text is not valid {} and was read as {}", self.encoding.name(), used.name());
            self.once(Code::Encoding, Span::of(raw, self.slice), what);
        }
        if !sound || used != self.encoding && used != Encoding::UTF_8 {
            self.note(NoteKind::Raw, name, &base64::engine::general_purpose::STANDARD.encode(raw));
        }
        text
    }

    /// A text with line breaks.
    pub(super) fn text(&mut self, raw: &'a [u8], name: &str) -> Cow<'a, str> {
        let text = self.decode(raw, name);
        // pentedb's writer escapes nothing.
        if self.header.is_pentedb() { text } else { text::unescape(text) }
    }

    /// A text of one line.
    pub(super) fn simple_text(&mut self, raw: &'a [u8], name: &str) -> Cow<'a, str> {
        text::simple(self.text(raw, name))
    }

    /// CA.
    pub(super) fn charset(&mut self, label: &'a [u8]) -> Step {
        if self.options.encoding_forced || self.plan.encoding.is_some() {
            return Ok(());
        }
        let Some(encoding) = std::str::from_utf8(label).ok().and_then(Encoding::from_label) else {
            let what = format!("the encoding {} is not known", String::from_utf8_lossy(label));
            self.once(Code::Encoding, Span::of(label, self.slice), what);
            return Ok(());
        };
        if encoding != self.encoding && (self.foreign || Bytes::of(encoding) != self.bytes) {
            return Err(Retry(Plan { encoding: Some(encoding), ..self.plan }));
        }
        self.encoding = encoding;
        self.plan.encoding = Some(encoding);
        Ok(())
    }

    fn comment(&mut self, name: &str, values: Values<'a>) {
        for value in values.each(self.bytes) {
            let text = self.text(value, name);
            if self.dialect == Some(Dialect::Engine) && self.engine_comment(&text) {
                continue;
            }
            self.note(NoteKind::Comment, "", &text);
        }
        if values.many {
            self.malformed(values.raw, "a comment has one value");
        }
    }
}

impl Node {
    /// Whether the identifier was seen in this node before; only short ones and the first few are told apart.
    fn has_seen(&mut self, name: &[u8]) -> bool {
        if name.len() > 8 {
            return false;
        }
        let packed = name.iter().fold(0, |n, &b| n << 8 | u64::from(b));
        let known = &self.seen[..self.count];
        if known.contains(&packed) {
            return true;
        }
        if let Some(slot) = self.seen.get_mut(self.count) {
            *slot = packed;
            self.count += 1;
        }
        false
    }
}
