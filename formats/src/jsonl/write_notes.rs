//! Writes comments, labels, times, extras and raw bytes; [`super::note`] describes the shapes.

use std::collections::HashMap;

use super::key::Key;
use super::write::{Object, array, is_number, number_or_text, string};
use crate::{Note, NoteKind, Record};

const KINDS: [NoteKind; 5] = [NoteKind::Comment, NoteKind::Label, NoteKind::TimeMs, NoteKind::Extra, NoteKind::Raw];

/// A record's notes by kind and place, in their own order otherwise.
pub(super) struct Notes<'a> {
    kinds: [Vec<Note<'a>>; KINDS.len()],
    /// Number of nodes, whose notes stand in the nodes themselves; 0 without a tree.
    nodes: u32,
    events: u32,
    tree: bool,
}

impl<'a> Notes<'a> {
    pub(super) fn of(record: &'a Record) -> Notes<'a> {
        let mut kinds: [Vec<Note<'a>>; KINDS.len()] = Default::default();
        for note in record.notes() {
            kinds[index(note.kind)].push(note);
        }
        for list in &mut kinds {
            list.sort_by_key(|n| n.at);
        }
        let nodes = record.tree.as_ref().map_or(0, |t| t.len() as u32);
        Notes { kinds, nodes, events: record.events.len() as u32, tree: record.tree.is_some() }
    }

    /// The notes of a kind that one event or node has.
    pub(super) fn at(&self, kind: NoteKind, at: u32) -> &[Note<'a>] {
        let list = &self.kinds[index(kind)];
        let start = list.partition_point(|n| n.at < at);
        &list[start..start + list[start..].partition_point(|n| n.at == at)]
    }

    /// The notes of a kind that do not stand in nodes, by what they belong to.
    fn groups(&self, kind: NoteKind) -> impl Iterator<Item = &[Note<'a>]> {
        let inside = 1..self.nodes;
        self.kinds[index(kind)].chunk_by(|a, b| a.at == b.at).filter(move |group| !inside.contains(&group[0].at))
    }

    fn place(&self, at: u32) -> String {
        format!("{}{at}", if self.tree && at > 0 { 'n' } else { 'e' })
    }

    /// Writes the key of a kind whose notes are named by what they belong to.
    pub(super) fn by_place(&self, line: &mut Object<'_>, key: Key, kind: NoteKind) {
        if self.groups(kind).next().is_none() {
            return;
        }
        let mut object = Object::open(line.key(key.name()));
        for group in self.groups(kind) {
            notes_value(kind, group, object.key(&self.place(group[0].at)));
        }
        object.close();
    }

    /// Writes `times_ms`: an array where most events have a time and each has at most one, else an object.
    pub(super) fn times(&self, line: &mut Object<'_>) {
        let kind = NoteKind::TimeMs;
        let list = &self.kinds[index(kind)];
        let Some(last) = list.last() else { return };
        let plain = |n: &Note<'_>| (1..=self.events).contains(&n.at) && n.key.is_empty() && is_number(n.value);
        let single = list.windows(2).all(|w| w[0].at < w[1].at);
        if self.tree || !single || !list.iter().all(plain) || list.len() < last.at as usize / 2 {
            return self.by_place(line, Key::TimesMs, kind);
        }
        let mut notes = list.iter().peekable();
        array(1..=last.at, line.key(Key::TimesMs.name()), |at, out| {
            out.extend_from_slice(notes.next_if(|n| n.at == at).map_or(b"null".as_slice(), |n| n.value.as_bytes()));
        });
    }

    /// Writes the key of a kind whose notes have keys of their own: the record's, then those of events and nodes.
    pub(super) fn by_key(&self, line: &mut Object<'_>, key: Key, kind: NoteKind) {
        if self.groups(kind).next().is_none() {
            return;
        }
        let mut object = Object::open(line.key(key.name()));
        for group in self.groups(kind) {
            match group[0].at {
                0 => keyed(kind, group, &mut object),
                at => {
                    let mut inner = Object::open(object.key(&self.place(at)));
                    keyed(kind, group, &mut inner);
                    inner.close();
                }
            }
        }
        object.close();
    }
}

fn index(kind: NoteKind) -> usize {
    KINDS.iter().position(|&k| k == kind).expect("KINDS lists every kind")
}

/// Writes what one event or node has of a kind.
pub(super) fn notes_value(kind: NoteKind, group: &[Note<'_>], out: &mut Vec<u8>) {
    let keys = group.iter().any(|n| !n.key.is_empty()) || matches!(kind, NoteKind::Extra | NoteKind::Raw);
    if keys {
        let mut object = Object::open(out);
        keyed(kind, group, &mut object);
        object.close();
    } else {
        let values: Vec<_> = group.iter().map(|n| n.value).collect();
        texts(kind, &values, out);
    }
}

/// Writes texts by their notes' keys, in the order in which the keys come first.
fn keyed(kind: NoteKind, group: &[Note<'_>], object: &mut Object<'_>) {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut keys: Vec<(&str, Vec<&str>)> = Vec::new();
    for note in group {
        let place = *places.entry(note.key).or_insert(keys.len());
        match keys.get_mut(place) {
            Some((_, values)) => values.push(note.value),
            None => keys.push((note.key, vec![note.value])),
        }
    }
    for (key, values) in keys {
        texts(kind, &values, object.key(key));
    }
}

fn texts(kind: NoteKind, values: &[&str], out: &mut Vec<u8>) {
    let text = |value: &str, out: &mut Vec<u8>| {
        if kind == NoteKind::TimeMs { number_or_text(out, value) } else { string(out, value) }
    };
    match values {
        [value] => text(value, out),
        _ => array(values.iter(), out, |value, out| text(value, out)),
    }
}
