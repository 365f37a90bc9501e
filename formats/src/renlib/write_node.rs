//! Writes the nodes of a library, one after the other. Nothing here recurses: the open nodes are a list.

use std::borrow::Cow;
use std::collections::VecDeque;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use pentad_rules::{Coords, Point, Symmetry};

use super::facts::{self, Facts, NodeFacts};
use super::node::{BOARD_TEXT, COMMENT, EXTENSION, LEAF, MARK, NO_MOVE, NO_POINT, OLD_COMMENT, SIBLING, START};
use super::plan::{Losses, Plan};
use super::strings::{self, Decoder, comment_parts, comment_text, old_bytes, old_text};
use super::{COMMENT_KEY, LABEL_KEY};
use crate::{NodeId, Note, NoteKind};

/// A file on its way out.
pub(super) struct NodeWriter<'r, 'p, 'o> {
    pub(super) plan: &'p Plan<'r>,
    pub(super) out: &'o mut Vec<u8>,
    pub(super) losses: &'o mut Losses,
    /// What the file said that the record was read from, where it is to be the same.
    pub(super) facts: Option<&'p Facts>,
    /// Whether the record was read from a library, so that its line ends are those of one.
    pub(super) from_library: bool,
    pub(super) decoder: Decoder,
    /// From the record's points to those of the file.
    pub(super) turn: Symmetry,
    /// Whether comments begin with an empty one-line comment.
    pub(super) rapfi: bool,
    /// How many nodes are written.
    pub(super) number: u32,
    /// How many of the facts' flags have been used.
    pub(super) bits: usize,
    /// How many notes belong to nodes before the one at hand.
    pub(super) notes: usize,
    /// The last node of the main line.
    pub(super) last_of_game: NodeId,
    /// The comment of that node, where it is to say something of the game.
    pub(super) game: Option<String>,
}

/// A text on a point.
#[derive(Clone, Copy)]
struct Label<'r> {
    byte: u8,
    text: &'r str,
    raw: Option<&'r str>,
}

/// A node whose children are being written.
struct Open<'r> {
    /// The next child.
    next: Option<NodeId>,
    /// Texts on points that no child is on, by their bytes.
    labels: VecDeque<Label<'r>>,
    /// Texts on the points of children.
    given: Vec<(NodeId, Label<'r>)>,
}

impl Open<'_> {
    fn is_done(&self) -> bool {
        self.next.is_none() && self.labels.is_empty()
    }
}

/// What a node says beside point, sibling and leaf.
#[derive(Default)]
struct Said {
    flags: u8,
    extension: Option<u16>,
    comment: Vec<u8>,
    text: Vec<u8>,
}

impl<'r> NodeWriter<'r, '_, '_> {
    /// Whether the root has to be written because it says something.
    pub(super) fn root_says_something(&self) -> bool {
        let says = |note: &Note<'r>| match note.kind {
            NoteKind::Comment => note.key.is_empty(),
            NoteKind::Extra => match note.key {
                facts::MARK_KEY | facts::TEXT_KEY => true,
                facts::KEY => NodeFacts::parse(note.value).is_some(),
                _ => false,
            },
            NoteKind::Label | NoteKind::TimeMs | NoteKind::Raw => false,
        };
        self.plan.notes_at(0).iter().any(says) || self.last_of_game == 0 && self.game.is_some()
    }

    /// The bytes of labels before the first move that are on the point of no first move, in order.
    pub(super) fn first_labels(&self) -> Vec<u8> {
        let first = |byte| self.plan.tree.children(0).any(|id| self.byte_of(id) == byte);
        let labels = self.plan.notes_at(0).iter().filter(|n| n.kind == NoteKind::Label);
        let mut bytes: Vec<u8> = labels.filter_map(|n| Some(self.label_of(n)?.byte)).filter(|&b| !first(b)).collect();
        bytes.sort_unstable();
        bytes
    }

    /// What a node has of a library's own.
    pub(super) fn node_facts(&self, id: NodeId) -> NodeFacts {
        let mut own = self.plan.notes_at(id).iter().filter(|n| n.kind == NoteKind::Extra && n.key == facts::KEY);
        // The root has the facts of the file there as well.
        own.find_map(|n| NodeFacts::parse(n.value)).unwrap_or_default()
    }

    fn label_of(&self, note: &Note<'r>) -> Option<Label<'r>> {
        let point = Point::parse(note.key, Coords::WithI)?;
        Some(Label { byte: self.byte(point)?, text: note.value, raw: None })
    }

    /// Writes all nodes, with a root or without one.
    pub(super) fn nodes(&mut self, root: bool) {
        let (top, said) = self.open(0, None);
        if root {
            self.put(NO_POINT, 0, said);
        }
        let mut open = vec![top];
        while let Some(node) = open.last_mut() {
            let next_byte = node.next.map(|id| self.byte_of(id));
            let label = node.labels.front().copied().filter(|label| next_byte.is_none_or(|next| next > label.byte));
            if let Some(label) = label {
                node.labels.pop_front();
                let more = if node.is_done() { 0 } else { SIBLING };
                let text = self.text(label);
                let said = Said { flags: NO_MOVE, extension: Some(BOARD_TEXT), text, ..Said::default() };
                self.put(label.byte, more | LEAF, said);
                continue;
            }
            let (Some(id), Some(byte)) = (node.next, next_byte) else {
                open.pop();
                continue;
            };
            node.next = self.plan.tree.next_sibling(id);
            let more = if node.is_done() { 0 } else { SIBLING };
            let given = node.given.iter().find(|(child, _)| *child == id).map(|&(_, label)| label);
            let (child, said) = self.open(id, given);
            self.put(byte, more | if child.is_done() { LEAF } else { 0 }, said);
            open.push(child);
        }
    }

    fn put(&mut self, byte: u8, links: u8, said: Said) {
        let Said { flags, extension, comment, text } = said;
        let mut flags = links | flags;
        if extension.is_some() {
            flags |= EXTENSION;
        }
        if let Some(facts) = self.facts
            && let Some(&(_, odd)) = facts.bits.get(self.bits).filter(|(number, _)| *number == self.number)
        {
            flags ^= odd;
            self.bits += 1;
        }
        self.number += 1;
        self.out.extend_from_slice(&[byte, flags]);
        if let Some(word) = extension {
            self.out.extend_from_slice(&word.to_be_bytes());
        }
        self.out.extend_from_slice(&comment);
        self.out.extend_from_slice(&text);
    }

    /// What a node says, and its children. `given` is the text that the position before has on the node's point. Nodes come in order.
    fn open(&mut self, id: NodeId, given: Option<Label<'r>>) -> (Open<'r>, Said) {
        let plan = self.plan;
        let mut open = Open { next: plan.tree.first_child(id), labels: VecDeque::new(), given: Vec::new() };
        let mut said = Said::default();
        let from = self.notes + plan.notes[self.notes..].iter().take_while(|n| n.at < id).count();
        let count = plan.notes[from..].iter().take_while(|n| n.at == id).count();
        self.notes = from + count;
        let notes = &plan.notes[from..from + count];
        let own = if notes.is_empty() { NodeFacts::default() } else { self.node_facts(id) };
        let raw = |key: &str| notes.iter().find(|n| n.kind == NoteKind::Raw && n.key == key).map(|n| n.value);
        let (mut comment, mut loose) = (None, None);
        for note in notes {
            match note.kind {
                NoteKind::Comment if comment.is_none() && note.key.is_empty() => comment = Some(note.value),
                NoteKind::Comment => self.losses.add("comments", 1, "a move has one comment"),
                NoteKind::Label => self.label(note, raw(&format!("{LABEL_KEY}{}", note.key)), &mut open.labels),
                NoteKind::TimeMs => self.losses.add("times of moves", 1, "a library has none"),
                NoteKind::Extra => match note.key {
                    facts::MARK_KEY => said.flags |= MARK,
                    facts::TEXT_KEY => loose = Some(note.value),
                    facts::KEY => {}
                    _ => self.losses.add("extras", 1, "a library has no place for them"),
                },
                NoteKind::Raw => {
                    let known =
                        note.key == COMMENT_KEY || note.key == facts::TEXT_KEY || note.key.starts_with(LABEL_KEY);
                    self.losses.add("raw bytes", u64::from(!known), "a library has no place for them");
                }
            }
        }
        self.share(&mut open);
        if own.start {
            said.flags |= START;
        }
        if own.no_move.is_some() {
            said.flags |= NO_MOVE;
        }
        if id == self.last_of_game && self.game.is_some() {
            let text = self.game.take().unwrap_or_default();
            (said.comment, said.flags) = (self.comment(&text, None, false, true), said.flags | COMMENT);
        } else if let Some(text) = comment {
            let raw = raw(COMMENT_KEY);
            let old = own.old && (raw.is_some() || old_bytes(&comment_parts(text)).is_some());
            said.comment = self.comment(text, raw, old, false);
            said.flags |= match (old, own.both) {
                (true, false) => OLD_COMMENT,
                (true, true) => OLD_COMMENT | COMMENT,
                (false, _) => COMMENT,
            };
        }
        let loose = loose.map(|text| Label { byte: 0, text, raw: raw(facts::TEXT_KEY) });
        let text = if own.extension.is_some() { loose.or(given) } else { given.or(loose) };
        if let Some(label) = text {
            said.text = self.text(label);
        }
        let lost = given.is_some() && loose.is_some();
        self.losses.add("labels", u64::from(lost), "a node has one text");
        said.extension = match (own.extension, text.is_some()) {
            (Some(word), true) => Some(word | BOARD_TEXT),
            (Some(word), false) => Some(word & !BOARD_TEXT),
            (None, true) => Some(BOARD_TEXT),
            (None, false) => None,
        };
        // Nothing may follow a word that is not there.
        if own.no_extension && said.extension.is_none() && self.is_last() {
            said.flags |= EXTENSION;
        }
        (open, said)
    }

    /// Whether the node at hand is the last one of the file that the record was read from.
    fn is_last(&self) -> bool {
        self.facts.is_some_and(|f| f.nodes == self.number + 1)
    }

    /// Puts a label in its place among the others.
    fn label(&mut self, note: &Note<'r>, raw: Option<&'r str>, labels: &mut VecDeque<Label<'r>>) {
        let Some(label) = self.label_of(note) else {
            return self.losses.add("labels", 1, "they are not on a point of 15x15");
        };
        let at = labels.partition_point(|l| l.byte < label.byte);
        if labels.get(at).is_some_and(|l| l.byte == label.byte) {
            return self.losses.add("labels", 1, "a point has one");
        }
        labels.insert(at, Label { raw, ..label });
    }

    /// Gives the labels on the points of children to these.
    fn share(&self, open: &mut Open<'r>) {
        if open.labels.is_empty() {
            return;
        }
        let mut child = open.next;
        while let Some(id) = child {
            child = self.plan.tree.next_sibling(id);
            let moves = self.plan.tree.event(id).is_some_and(|e| e.point().is_some());
            if !moves || self.node_facts(id).twin {
                continue;
            }
            let byte = self.byte_of(id);
            let at = open.labels.partition_point(|l| l.byte < byte);
            if open.labels.get(at).is_some_and(|l| l.byte == byte)
                && let Some(label) = open.labels.remove(at)
            {
                open.given.push((id, label));
            }
        }
    }

    /// The bytes of a comment with its padding.
    fn comment(&mut self, text: &str, raw: Option<&str>, old: bool, of_game: bool) -> Vec<u8> {
        let decoder = self.decoder;
        let same = |bytes: &[u8]| {
            let read = if old { old_text(bytes).into() } else { decoder.decode(strings::content(bytes)).0 };
            comment_text(read) == text
        };
        if let Some(bytes) = self.kept(raw, old, same) {
            return bytes;
        }
        let text = if self.from_library { Cow::Borrowed(text) } else { windows_lines(text) };
        let mut parts = comment_parts(&text);
        // Rapfi leaves the one-line comment empty, where what is said of the game is looked for.
        if self.rapfi && !of_game && !parts.starts_with('\u{8}') {
            parts.insert(0, '\u{8}');
        }
        if old && let Some(bytes) = old_bytes(&parts) {
            return bytes;
        }
        self.string(&parts)
    }

    fn text(&mut self, label: Label<'_>) -> Vec<u8> {
        let decoder = self.decoder;
        let same = |bytes: &[u8]| decoder.decode(strings::content(bytes)).0 == label.text;
        match self.kept(label.raw, false, same) {
            Some(bytes) => bytes,
            None => self.string(label.text),
        }
    }

    /// The bytes that a text was read from, where they still are that text and end where a string ends.
    fn kept(&self, raw: Option<&str>, old: bool, same: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
        let bytes = BASE64.decode(raw?).ok()?;
        let end = |b: &u8| if old { b & 0x80 != 0 } else { *b == 0 };
        let ends = match bytes.iter().position(end) {
            Some(at) => (at / 2 + 1) * 2 == bytes.len(),
            // The end of the file ends it.
            None => bytes.len() % 2 == 0 && self.is_last(),
        };
        (ends && same(&bytes)).then_some(bytes)
    }

    /// The bytes of a text with NUL and padding, in the encoding of the other texts where it has the characters, else in UTF-8.
    fn string(&mut self, text: &str) -> Vec<u8> {
        let nulls = text.matches('\0').count() as u64;
        self.losses.add("NUL characters", nulls, "NUL ends a text");
        let text = if nulls > 0 { Cow::Owned(text.replace('\0', "")) } else { Cow::Borrowed(text) };
        let encoded = self.decoder.main.encode_exact(&text).filter(|bytes| self.decoder.decode(bytes).0 == text);
        let mut bytes = Vec::with_capacity(text.len() + 2);
        strings::pad(&mut bytes, encoded.as_deref().unwrap_or(text.as_bytes()));
        bytes
    }
}

/// Line ends as RenLib's window shows them; the first one parts the two comments.
fn windows_lines(text: &str) -> Cow<'_, str> {
    let text = text.replace("\r\n", "\n");
    match text.split_once('\n') {
        Some((one, rest)) => Cow::Owned(format!("{one}\n{}", rest.replace('\n', "\r\n"))),
        None => Cow::Owned(text),
    }
}
