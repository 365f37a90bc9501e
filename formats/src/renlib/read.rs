//! Reads a library: one loop over its nodes, then their texts.

use pentad_rules::{Action, Code, Coords, Event, Point, Size};

use super::facts::{self, Facts, MAX_BITS, NodeFacts};
use super::header::Header;
use super::node::{
    COMMENT, EXTENSION, LEAF, MARK, NO_MOVE, NO_POINT, OLD_COMMENT, RawNode, SIBLING, START, node, points,
};
use super::texts::{Text, What, settle};
use super::turn;
use crate::{Finding, NodeId, NoteKind, ReadOptions, Record, Span, TreeBuilder};

/// How many findings of one code a library can have; a broken one would have millions.
const FINDINGS: usize = 20;

/// Longest line of a library. A game has 225 stones, and RenLib holds no longer line; passes could make one of any length.
const MAX_DEPTH: usize = 1 << 20;

/// Bytes that name no point beyond this number say that this is no library: RenLib gives up at the first.
const MAX_ILLEGIBLE: usize = 1000;

/// What is known of the children of a node so far.
#[derive(Clone, Copy, Default)]
struct Children {
    /// The points that they are on, a bit for each byte.
    seen: [u64; 4],
    /// The largest of the bytes.
    largest: u8,
}

impl Children {
    #[inline]
    fn has(&self, byte: u8) -> bool {
        self.seen[usize::from(byte >> 6)] >> (byte & 63) & 1 != 0
    }

    /// Adds a child; whether it is the first one with this byte.
    #[inline]
    fn add(&mut self, byte: u8) -> bool {
        let (word, bit) = (usize::from(byte >> 6), 1u64 << (byte & 63));
        let first = self.seen[word] & bit == 0;
        self.seen[word] |= bit;
        self.largest = self.largest.max(byte);
        first
    }
}

/// A node that promises a sibling.
#[derive(Clone, Copy)]
struct Promise {
    depth: u32,
    /// The node's number in the file.
    number: u32,
}

struct Reader<'a, 'r> {
    bytes: &'a [u8],
    record: &'r mut Record,
    points: [Option<Point>; 256],
    tree: TreeBuilder,
    /// Of each node from the root to the current one.
    children: Vec<Children>,
    /// The nodes whose sibling has not come.
    promises: Vec<Promise>,
    /// The promise that the node read last made due.
    due: Option<Promise>,
    /// The number of the first move that was read last.
    first_move: Option<u32>,
    /// The number of the node read last, if it says that it is a leaf and nothing tells where the next node belongs.
    stray_leaf: Option<u32>,
    texts: Vec<Text<'a>>,
    facts: Facts,
    illegible: usize,
    left_out: u64,
}

/// Reads a whole file.
pub(super) fn read(bytes: &[u8], options: &ReadOptions, record: &mut Record) {
    record.size = Some(Size::RENJU);
    record.coords = Coords::WithI;
    record.dialect = options.dialect.unwrap_or("");
    let header = match Header::read(bytes) {
        Ok(header) if bytes.len() <= u32::MAX as usize => header,
        Ok(_) => return refuse(record, (Code::RecordTooLarge, 0, "a library of more than 4 GiB".to_owned())),
        Err(why) => return refuse(record, (Code::Unreadable, 0, why)),
    };
    if options.headers_only {
        return;
    }
    let (body, tail) = bytes[header.len..].split_at((bytes.len() - header.len) & !1);
    let root = body.first() == Some(&NO_POINT);
    let start = if root { Span::between(header.len, header.len + 2) } else { Span::between(0, 2) };
    let mut tree = TreeBuilder::with_even_spans(2, None, start);
    tree.reserve(body.len() / 2);
    let facts =
        Facts { version: header.version, root, filler: header.filler, tail: tail.first().copied(), ..Facts::default() };
    let mut reader = Reader {
        bytes,
        record,
        points: points(turn(options.dialect)),
        tree,
        children: vec![Children::default()],
        promises: Vec::new(),
        due: None,
        first_move: None,
        stray_leaf: None,
        texts: Vec::new(),
        facts,
        illegible: 0,
        left_out: 0,
    };
    if let Err(stop) = reader.nodes(body) {
        return refuse(record, stop);
    }
    reader.finish(options);
}

fn refuse(record: &mut Record, (code, at, why): Stop) {
    record.readable = false;
    record.findings.push(Finding::new(code, Span::between(at, at), why));
}

/// Why reading stops: a code, where, and words.
type Stop = (Code, usize, String);

impl<'a> Reader<'a, '_> {
    fn nodes(&mut self, body: &'a [u8]) -> Result<(), Stop> {
        let first = self.bytes.len() - usize::from(self.facts.tail.is_some()) - body.len();
        let mut rest = body;
        loop {
            let start = first + (body.len() - rest.len());
            // Nearly all nodes are a stone and nothing else.
            if let Some((&[byte, flags], after)) = rest.split_first_chunk()
                && flags & !(SIBLING | LEAF) == 0
                && let Some(point) = self.points[usize::from(byte)]
                && self.stone(byte, point, flags, start)
            {
                rest = after;
                continue;
            }
            let Ok((after, raw)) = node(rest) else { return Ok(()) };
            let number = self.facts.nodes;
            self.facts.nodes += 1;
            if number == 0 && self.facts.root {
                self.root(raw);
            } else {
                self.node(raw, number, start, after)?;
            }
            if raw.cut {
                let end = start + rest.len();
                self.finding(Code::Unclosed, end, "the library ends in the middle of a node".to_owned());
            }
            rest = after;
        }
    }

    /// Takes in a node that is a stone and nothing else, where nothing is to be said of it; else does nothing.
    #[inline]
    fn stone(&mut self, byte: u8, point: Point, flags: u8, start: usize) -> bool {
        let depth = self.tree.depth() + 1;
        let Some(children) = self.children.get_mut(depth - 1) else { return false };
        if depth == 1 || depth > MAX_DEPTH || self.stray_leaf.is_some() || children.has(byte) {
            return false;
        }
        children.add(byte);
        let number = self.facts.nodes;
        self.facts.nodes += 1;
        self.due = None;
        self.tree.add_stone(point, Span { start: start as u32, len: 2 });
        self.begin_children(flags, depth);
        self.links(flags, number, depth);
        true
    }

    fn root(&mut self, raw: RawNode<'a>) {
        self.notes(0, None, raw, &[]);
        // A root is written without these, whatever it has below it.
        for flag in [SIBLING, LEAF] {
            if raw.has(flag) {
                self.bit(0, flag);
            }
        }
        self.links(raw.flags, 0, 0);
    }

    /// Reads a node of any kind.
    #[inline(never)]
    fn node(&mut self, raw: RawNode<'a>, number: u32, start: usize, after: &[u8]) -> Result<(), Stop> {
        if let Some(leaf) = self.stray_leaf.take() {
            self.bit(leaf, LEAF);
            let message = "a node follows one that says it has no child, and nothing says where it belongs".to_owned();
            self.finding(Code::LibraryLeaf, start, message);
        }
        if self.due.take().is_some_and(|promise| promise.depth == 0)
            && let Some(first) = self.first_move
        {
            // The root promised this one, and not the alternative before it.
            self.bit(first, SIBLING);
        }
        let depth = self.tree.depth() + 1;
        if depth > MAX_DEPTH {
            let message = format!("a line of more than {MAX_DEPTH} nodes; a game has 225 stones");
            return Err((Code::LibraryTooDeep, start, message));
        }
        if depth == 1 {
            self.first_move = Some(number);
        }
        if self.children.len() < depth {
            self.children.resize(depth, Children::default());
        }
        let point = self.points[usize::from(raw.point)];
        let parent = self.tree.current();
        if raw.has(NO_MOVE) && self.is_label(raw, after) {
            self.children[depth - 1].add(raw.point);
            if let (Some(point), Some(text)) = (point, raw.text) {
                self.texts.push(Text { at: parent, what: What::Label(point), raw: text });
            }
            self.links(raw.flags, number, depth);
            return Ok(());
        }
        let event = match (raw.has(NO_MOVE), raw.point, point) {
            (true, ..) => None,
            (_, NO_POINT, _) => Some(Event::new(Action::Pass)),
            (.., Some(point)) => Some(Event::place(point)),
            (.., None) => {
                self.illegible(raw.point, start)?;
                Some(Event::new(Action::Place(None)))
            }
        };
        let first = self.children[depth - 1].add(raw.point);
        let id = self.tree.add(event, Span { start: start as u32, len: 2 });
        self.begin_children(raw.flags, depth);
        if !first {
            let message = "this point is among the alternatives twice".to_owned();
            self.finding(Code::LibraryTwice, start, message);
        }
        let illegible = event.is_some_and(|e| e.action == Action::Place(None));
        if raw.flags & !(SIBLING | LEAF) != 0 || illegible || !first {
            let on = point.filter(|_| first).map(|point| (parent, point));
            let words = [(!first).then_some("twin"), illegible.then_some("byte")];
            self.notes(id, on, raw, &words);
        }
        self.links(raw.flags, number, depth);
        Ok(())
    }

    /// Makes room for the children of a node at this depth.
    #[inline]
    fn begin_children(&mut self, flags: u8, depth: usize) {
        self.children.truncate(depth);
        // The children of a leaf, if it has some all the same, find their room made then.
        if flags & LEAF == 0 {
            self.children.push(Children::default());
        }
    }

    /// Goes where the next node belongs.
    #[inline]
    fn links(&mut self, flags: u8, number: u32, depth: usize) {
        if flags & SIBLING != 0 {
            self.promises.push(Promise { depth: depth as u32, number });
        }
        if flags & LEAF != 0 {
            match self.promises.pop() {
                // The root has no sibling: what follows is its child all the same.
                Some(promise) => {
                    self.tree.up_to((promise.depth as usize).saturating_sub(1));
                    self.due = Some(promise);
                }
                None => self.stray_leaf = Some(number),
            }
        }
    }

    /// Whether a node without a move says nothing but a text on a point, and stands where the writer would put it: the text then is a label
    /// of the position before, and no node is needed.
    fn is_label(&self, raw: RawNode<'_>, after: &[u8]) -> bool {
        let only = raw.flags & !SIBLING == NO_MOVE | EXTENSION | LEAF && raw.has_plain_text() && !raw.cut;
        let before = self.children.get(self.tree.depth()).copied().unwrap_or_default();
        let sorted = raw.point > before.largest || before.seen == [0; 4];
        let next = if raw.has(SIBLING) { after.first().is_some_and(|&next| next > raw.point) } else { true };
        let placed = raw.has(SIBLING) || self.promises.last().map_or(after.is_empty(), |promise| promise.depth > 0);
        only && sorted && next && placed && self.points[usize::from(raw.point)].is_some()
    }

    /// What a node says beside its move. `on` is where its text belongs: the point, in the position of the node before.
    #[cold]
    fn notes(&mut self, id: NodeId, on: Option<(NodeId, Point)>, raw: RawNode<'a>, more: &[Option<&str>]) {
        let record = &mut *self.record;
        if raw.has(MARK) {
            record.note(id, NoteKind::Extra, facts::MARK_KEY, "1");
        }
        let has = |word| more.contains(&Some(word));
        let facts = NodeFacts {
            start: raw.has(START),
            twin: has("twin"),
            no_move: raw.has(NO_MOVE).then_some(raw.point),
            byte: has("byte").then_some(raw.point),
            old: raw.has(OLD_COMMENT),
            both: raw.has(OLD_COMMENT) && raw.has(COMMENT),
            extension: raw.extension.filter(|_| !raw.has_plain_text()),
            no_extension: raw.has(EXTENSION) && raw.extension.is_none(),
        };
        if facts != NodeFacts::default() {
            record.note(id, NoteKind::Extra, facts::KEY, &facts.text());
        }
        if let Some(comment) = raw.comment {
            let what = if raw.has(OLD_COMMENT) { What::OldComment } else { What::Comment };
            self.texts.push(Text { at: id, what, raw: comment });
        }
        if let Some(text) = raw.text {
            let (at, what) = match on.filter(|_| raw.has_plain_text() && !raw.has(NO_MOVE)) {
                Some((parent, point)) => (parent, What::Label(point)),
                None => (id, What::Loose),
            };
            self.texts.push(Text { at, what, raw: text });
        }
    }

    #[cold]
    fn illegible(&mut self, byte: u8, start: usize) -> Result<(), Stop> {
        self.illegible += 1;
        let message = format!("the byte {byte:02x} names no point");
        if self.illegible > MAX_ILLEGIBLE {
            let message = format!("more than {MAX_ILLEGIBLE} bytes that name no point: this is no library");
            return Err((Code::Unreadable, start, message));
        }
        self.finding(Code::LibraryPoint, start, message);
        Ok(())
    }

    /// Keeps that a node's flags are not as the tree has them.
    fn bit(&mut self, number: u32, flag: u8) {
        if self.facts.bits.len() < MAX_BITS {
            self.facts.bits.push((number, flag));
        } else {
            self.left_out += 1;
        }
    }

    fn finding(&mut self, code: Code, at: usize, message: String) {
        if self.record.findings.iter().filter(|f| f.code == code).count() < FINDINGS {
            self.record.findings.push(Finding::new(code, Span::between(at, (at + 2).min(self.bytes.len())), message));
        }
    }

    fn finish(mut self, options: &ReadOptions) {
        let end = self.bytes.len() - usize::from(self.facts.tail.is_some());
        if self.facts.tail.is_some() {
            self.finding(Code::StrayText, end, "an odd byte stands after the last node".to_owned());
        }
        // The last node need not say that it is a leaf: RenLib does not in a line that it saves by itself.
        let last = self.facts.nodes.checked_sub(1);
        let leaf = self.due.is_some() || self.stray_leaf.is_some();
        if let Some(last) = last.filter(|&last| !(leaf || self.facts.root && last == 0)) {
            self.bit(last, LEAF);
        }
        let open: Vec<Promise> = self.promises.iter().copied().chain(self.due).collect();
        if !open.is_empty() {
            let message = match open.len() {
                1 => "a node promises an alternative that does not come".to_owned(),
                n => format!("{n} nodes promise alternatives that do not come"),
            };
            self.finding(Code::LibraryOpen, end, message);
        }
        for promise in open {
            self.bit(promise.number, SIBLING);
        }
        if self.left_out > 0 {
            let message = format!("{} flags that do not fit the tree are not kept", self.left_out);
            self.finding(Code::LibraryLeaf, end, message);
        }
        self.facts.bits.sort_unstable();
        self.facts.bits.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            kept.1 |= if same { later.1 } else { 0 };
            same
        });
        let tree = std::mem::replace(&mut self.tree, TreeBuilder::new(None, Span::default())).finish();
        for id in tree.main_line() {
            if let Some(event) = tree.event(id) {
                self.record.push(event, tree.span(id));
            }
        }
        let last = tree.is_chain().then(|| tree.len() as NodeId - 1);
        self.record.tree = Some(tree);
        self.facts.encoding = settle(std::mem::take(&mut self.texts), self.bytes, options, last, self.record);
        let facts = self.facts.text();
        self.record.note(0, NoteKind::Extra, facts::KEY, &facts);
    }
}
