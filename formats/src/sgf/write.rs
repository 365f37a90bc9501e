//! The writer: plain `FF[4]`, as UTF-8, with the encoding that it will be turned into in CA. What SGF has no property for goes into [`super::property::PRIVATE`].
//!
//! The law: what the reader reads from it has the same content. Where a text would not come back from the usual property exactly
//! (a name with a line break, a rating that is no number), it goes into the private one.

use pentad_rules::{Action, Color, Coords, Event, Point, Size};

use super::framer::ROOT_ONLY;
use super::lex::{self, Bytes};
use super::point::{Frame, Shape};
use super::private;
use super::property::{PRIVATE, Property};
use super::text;
use crate::{Encoding, Loss, Note, NoteKind, Paint, Record, Visit};

/// How many nodes stand in a line.
const NODES: usize = 10;

pub(super) struct Writer<'r, 'o> {
    pub(super) record: &'r Record,
    pub(super) out: &'o mut Vec<u8>,
    pub(super) frame: Frame,
    /// Whether black and white are exchanged in the file.
    pub(super) flip: bool,
    /// All notes, by what they belong to.
    notes: Vec<Note<'r>>,
    /// Whether an event is written.
    acted: bool,
    /// Nodes in the line at hand.
    in_line: usize,
}

/// Appends the record and an empty line.
pub(super) fn write(record: &Record, encoding: Encoding, out: &mut Vec<u8>) -> Vec<Loss> {
    if !record.readable {
        return vec![Loss::record("it could not be read")];
    }
    let mut notes: Vec<_> = record.notes().collect();
    notes.sort_by_key(|n| n.at);
    let places = record.tree.as_ref().map_or(record.events.len() + 1, |t| t.len());
    let beyond = notes.iter().filter(|n| n.at as usize >= places).count();
    let frame = frame(record);
    let flip = record.paint == Paint::WhiteFirst;
    let mut writer = Writer { record, out, frame, flip, notes, acted: false, in_line: NODES };
    writer.header(encoding);
    match &record.tree {
        Some(_) => writer.tree(),
        None => {
            let mut due = record.setup.due();
            for (n, event) in record.events.iter().enumerate() {
                due = writer.node(Some(event), n + 1, due);
            }
        }
    }
    writer.out.extend_from_slice(b")\n\n");
    let mut losses: Vec<_> = record.coords_loss().into_iter().collect();
    if beyond > 0 {
        losses.push(Loss::new("notes", beyond as u64, "they belong to no event of the record"));
    }
    if !record.is_main_line() {
        let why = "they are not the main line of the record's tree, which is written";
        losses.push(Loss::new("moves", record.events.len() as u64, why));
    }
    losses
}

/// The board that the letter pairs are counted on.
fn frame(record: &Record) -> Frame {
    if let Some(size) = record.size {
        return Frame::of(size);
    }
    let nodes = record.tree.iter().flat_map(|t| (0..t.len() as u32).filter_map(|id| t.event(id)));
    let events = record.events.iter().copied().chain(nodes);
    let of_events = events.filter_map(|e| match e.action {
        Action::Place(p) | Action::Choose(p) => p,
        Action::Edit(p) => Some(p),
        _ => None,
    });
    let mut all = of_events.chain(record.setup.black.iter().chain(&record.setup.white).copied());
    let usual = Frame::UNSTATED;
    if all.all(|p| p.column() < usual.width && p.row() < usual.height) {
        usual
    } else {
        Frame { width: 26, height: 26, stated: true }
    }
}

impl<'r> Writer<'r, '_> {
    /// The colour as the file has it.
    pub(super) fn painted(&self, color: Color) -> Color {
        if self.flip { !color } else { color }
    }

    fn letter(&self, color: Color) -> &'static str {
        if self.painted(color) == Color::Black { "B" } else { "W" }
    }

    pub(super) fn notes_at(&self, at: usize) -> &[Note<'r>] {
        let from = self.notes.partition_point(|n| (n.at as usize) < at);
        let len = self.notes[from..].partition_point(|n| n.at as usize == at);
        &self.notes[from..from + len]
    }

    pub(super) fn property(&mut self, name: &str, value: &str) {
        self.out.extend_from_slice(name.as_bytes());
        self.out.push(b'[');
        text::escape(self.out, value, false);
        self.out.push(b']');
    }

    /// A property whose value is raw already.
    pub(super) fn raw(&mut self, name: &str, value: &[u8]) {
        self.out.extend_from_slice(name.as_bytes());
        self.out.push(b'[');
        self.out.extend_from_slice(value);
        self.out.push(b']');
    }

    /// All private values of a node: each is `key:text`, or `key:name:text`.
    pub(super) fn private(&mut self, values: &[Private<'_>]) {
        if values.is_empty() {
            return;
        }
        self.out.extend_from_slice(PRIVATE.as_bytes());
        for (key, name, value) in values {
            self.out.push(b'[');
            text::escape(self.out, key, true);
            self.out.push(b':');
            if let Some(name) = name {
                text::escape(self.out, name, true);
                self.out.push(b':');
            }
            text::escape(self.out, value, false);
            self.out.push(b']');
        }
    }

    fn begin(&mut self) {
        if self.in_line == NODES {
            self.out.push(b'\n');
            self.in_line = 0;
        }
        self.in_line += 1;
        self.out.push(b';');
    }

    /// A node with its notes; gives whose turn it is after it.
    fn node(&mut self, event: Option<&Event>, at: usize, due: Option<Color>) -> Option<Color> {
        self.begin();
        let mut values = Vec::new();
        let (mut after, mut kept) = (due, None);
        if let Some(event) = event {
            match event.action {
                Action::Place(point) | Action::Choose(point) => {
                    (after, kept) = self.stone(event, point, at, due, &mut values);
                }
                Action::Pass => {
                    let color = self.colored(event, due, &mut values);
                    self.raw(self.letter(color), b"");
                    after = Some(!color);
                }
                _ => self.other(event, &mut values),
            }
            if let Some(seat) = event.by {
                values.push(("by", None, seat.number().to_string().into()));
            }
            self.acted = true;
        }
        self.notes_of(at, false, kept, values);
        after
    }

    /// The colour that a stone or a pass is written with, and a private value where the reader would not state it as the record does.
    fn colored(&self, event: &Event, due: Option<Color>, values: &mut Vec<Private<'r>>) -> Color {
        let color = event.color.or(due).unwrap_or(Color::Black);
        let read = if due == Some(color) { None } else { Some(color) };
        if event.color != read {
            values.push(("color", None, event.color.map_or("due", Color::name).into()));
        }
        color
    }

    /// A stone; gives whose turn it is after it, and which note is written with it.
    fn stone(
        &mut self,
        event: &Event,
        point: Option<Point>,
        at: usize,
        due: Option<Color>,
        values: &mut Vec<Private<'r>>,
    ) -> (Option<Color>, Option<Note<'r>>) {
        let mut kept = None;
        if matches!(event.action, Action::Choose(_)) {
            values.push(("as", None, "choose".into()));
        }
        let color = self.colored(event, due, values);
        let letter = self.letter(color);
        match (point, point.and_then(|p| self.frame.letters(p))) {
            (_, Some(pair)) => self.raw(letter, &pair),
            (Some(_), None) => {
                values.push(("at", None, private::point(point).into()));
                self.raw(letter, b"?");
            }
            (None, None) => {
                kept = self
                    .notes_at(at)
                    .iter()
                    .copied()
                    .find(|n| n.kind == NoteKind::Extra && n.key == letter && self.illegible(n.value));
                self.raw(letter, kept.map_or(b"?", |n| n.value.as_bytes()));
            }
        }
        (Some(!color), kept)
    }

    /// Whether the reader reads this value of a move as no point, and keeps it.
    fn illegible(&self, value: &str) -> bool {
        let token = lex::trim(value.as_bytes());
        let no_point = match Shape::of(token) {
            Shape::Other => token != b"?",
            Shape::Pair(x, y) => {
                let (x, y) = (x.to_ascii_lowercase(), y.to_ascii_lowercase());
                self.frame.stated
                    && self.frame.pair(x, y).is_none()
                    && !(self.frame.has_pass() && (x, y) == (b't', b't'))
            }
            _ => false,
        };
        no_point && is_raw(value, false)
    }

    fn other(&mut self, event: &Event, values: &mut Vec<Private<'r>>) {
        if let Action::Edit(point) = event.action {
            // Before the first event it would be read as the position that the game starts from.
            if let (true, Some(pair)) = (self.acted, self.frame.letters(point)) {
                let name = match event.color.map(|c| self.painted(c)) {
                    None => "AE",
                    Some(Color::Black) => "AB",
                    Some(Color::White) => "AW",
                };
                self.raw(name, &pair);
                return;
            }
        }
        if let Some(words) = private::event(event.action, &self.record.events, event.color) {
            values.push(("act", None, words.into()));
            if let (Some(color), false) = (event.color, matches!(event.action, Action::Edit(_))) {
                values.push(("color", None, color.name().into()));
            }
        }
    }

    /// The notes of a node, and its private values; `kept` is written already.
    pub(super) fn notes_of(&mut self, at: usize, root: bool, kept: Option<Note<'_>>, mut values: Vec<Private<'r>>) {
        let notes = self.notes_at(at).to_vec();
        let (mut comment, mut written, mut labels) = (None, Vec::new(), Vec::new());
        // What has to be read after a note that has a property: the reader keeps the order.
        let mut after: Vec<Private<'_>> = Vec::new();
        let mut names = std::collections::HashSet::new();
        let mut kept = kept;
        for n in notes {
            if kept == Some(n) {
                kept = None;
                continue;
            }
            let (key, value) = (n.key, n.value);
            match n.kind {
                NoteKind::Comment if comment.is_none() && key.is_empty() => comment = Some(value),
                NoteKind::Comment if comment.is_some() => after.push(("comment", Some(key), value.into())),
                NoteKind::Comment => values.push(("comment", Some(key), value.into())),
                NoteKind::TimeMs => values.push(("ms", Some(key), value.into())),
                NoteKind::Raw => values.push(("raw", Some(key), value.into())),
                NoteKind::Label => match self.label(key, value) {
                    Some(pair) => labels.push((pair, value)),
                    None => values.push(("label", Some(key), value.into())),
                },
                NoteKind::Extra if is_own_property(key, root) && is_raw(value, true) && names.insert(key) => {
                    written.push((key, value));
                }
                NoteKind::Extra if names.contains(key) => after.push(("extra", Some(key), value.into())),
                NoteKind::Extra => values.push(("extra", Some(key), value.into())),
            }
        }
        self.private(&values);
        for (key, value) in written {
            self.raw(key, value.as_bytes());
        }
        if !labels.is_empty() {
            self.out.extend_from_slice(b"LB");
            for (pair, value) in labels {
                self.out.push(b'[');
                self.out.extend_from_slice(&pair);
                self.out.push(b':');
                text::escape(self.out, value, true);
                self.out.push(b']');
            }
        }
        if let Some(comment) = comment {
            self.property("C", comment);
        }
        self.private(&after);
    }

    /// The letters of a label's point, where the label can be written as one.
    fn label(&self, key: &str, value: &str) -> Option<[u8; 2]> {
        let point = Point::parse(key, Coords::WithI).filter(|p| p.text(Coords::WithI).to_string() == key)?;
        self.frame.letters(point).filter(|_| text::is_simple(value))
    }

    /// All nodes but the root, in file order.
    fn tree(&mut self) {
        let Some(tree) = &self.record.tree else { return };
        // Whose turn it is after each node of the path.
        let mut due = vec![self.record.setup.due()];
        if let Some(event) = tree.event(0) {
            // Other programs expect no move in the root: a node of its own, which the fact `root` makes one with the root. Notes are
            // written there already.
            due[0] = self.node(Some(&event), usize::MAX, due[0]);
        }
        // Whether each node of the path is one of several children, each of which stands in parentheses.
        let mut forked = vec![false];
        for Visit { id, parent, depth } in tree.walk().skip(1) {
            self.close(&mut forked, depth);
            due.truncate(depth);
            forked.push(id != parent + 1 || tree.next_sibling(id).is_some());
            if forked[depth] {
                self.out.extend_from_slice(b"\n(");
                self.in_line = 0;
            }
            due.push(self.node(tree.event(id).as_ref(), id as usize, due[depth - 1]));
        }
        self.close(&mut forked, 1);
    }

    /// Closes the parentheses of the nodes from this depth on.
    fn close(&mut self, forked: &mut Vec<bool>, depth: usize) {
        let open = forked.drain(depth..).filter(|&open| open).count();
        self.out.extend(std::iter::repeat_n(b')', open));
    }
}

/// Key, perhaps the name of what it is about, and text of a private value.
pub(super) type Private<'a> = (&'a str, Option<&'a str>, std::borrow::Cow<'a, str>);

/// Whether a property of another's can be written under its own name, so that the reader keeps it.
fn is_own_property(name: &str, root: bool) -> bool {
    !name.is_empty()
        && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        && Property::of(name.as_bytes()) == Property::Other
        && (root || !ROOT_ONLY.contains(&name.as_bytes()))
}

/// Whether a text is the inside of values as it stands.
pub(super) fn is_raw(value: &str, many: bool) -> bool {
    let inside = [b"[", value.as_bytes(), b"]"].concat();
    lex::values(Bytes::Single, &inside)
        .is_ok_and(|(rest, all)| rest.is_empty() && all.raw == value.as_bytes() && (many || !all.many))
}

/// The value of SZ.
pub(super) fn size(size: Size) -> String {
    if size.width() == size.height() { size.width().to_string() } else { format!("{}:{}", size.width(), size.height()) }
}
