//! Comments, labels, times, extras and raw bytes.
//!
//! A note's value is a string, an array of strings where there are several, or an object of such values by the note's key. What a
//! note belongs to is named `e5` (the fifth event), `n12` (node 12 of the tree) or `e0` (the record).

use super::key::Key;
use super::read::{Reader, text, unescape};
use super::scan::{elements, members};
use crate::NoteKind;

impl<'a> Reader<'a, '_> {
    /// Reads the value of a key at the top of the record.
    pub(super) fn notes(&mut self, key: Key, kind: NoteKind, raw: &'a str) {
        if let Some(times) = elements(raw).filter(|_| kind == NoteKind::TimeMs) {
            for (i, raw) in times.enumerate().filter(|(_, raw)| *raw != "null") {
                match self.place(&format!("e{}", i + 1)) {
                    Some(at) => self.note_value(at, kind, key.name(), raw),
                    None => self.invalid(key.name(), raw, "one time an event"),
                }
            }
            return;
        }
        let Some(members) = members(raw) else { return self.invalid(key.name(), raw, "an object") };
        let by_record = matches!(kind, NoteKind::Extra | NoteKind::Raw);
        for (name, raw) in members {
            let name = unescape(name);
            if by_record && !raw.starts_with('{') {
                self.note_texts(0, kind, key.name(), &name, raw);
                continue;
            }
            match self.place(&name) {
                Some(at) => self.note_value(at, kind, key.name(), raw),
                None if by_record => {
                    self.wrong(key.name(), raw, "texts by their keys, and objects of them by e0, e1 or n1");
                    self.keep(0, &name, raw);
                }
                None => self.invalid(
                    &format!("{}.{name}", key.name()),
                    raw,
                    "named after an event, as e1, or a node, as n1",
                ),
            }
        }
    }

    /// What `e5` or `n12` names.
    fn place(&self, name: &str) -> Option<u32> {
        let number = |digits: &str| digits.parse::<u32>().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()));
        match (name.strip_prefix('e').and_then(number), &self.record.tree) {
            (Some(n), Some(_)) => self.main_line.get(n as usize).copied(),
            (Some(n), None) => Some(n),
            (None, _) => {
                let n = name.strip_prefix('n').and_then(number).filter(|&n| n == 0 || self.record.tree.is_some())?;
                Some(self.numbers.get(n as usize).copied().unwrap_or(n))
            }
        }
    }

    /// Reads what one event or node has of a kind.
    pub(super) fn note_value(&mut self, at: u32, kind: NoteKind, key: &str, raw: &'a str) {
        match members(raw) {
            Some(members) => {
                for (name, raw) in members {
                    self.note_texts(at, kind, key, &unescape(name), raw);
                }
            }
            None => self.note_texts(at, kind, key, "", raw),
        }
    }

    fn note_texts(&mut self, at: u32, kind: NoteKind, key: &str, name: &str, raw: &'a str) {
        match elements(raw) {
            Some(list) => list.for_each(|raw| self.note_text(at, kind, key, name, raw)),
            None => self.note_text(at, kind, key, name, raw),
        }
    }

    fn note_text(&mut self, at: u32, kind: NoteKind, key: &str, name: &str, raw: &'a str) {
        let number = kind == NoteKind::TimeMs && raw.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        match text(raw) {
            Some(text) => self.record.note(at, kind, name, &text),
            None if number => self.record.note(at, kind, name, raw),
            None => {
                self.wrong(key, raw, if kind == NoteKind::TimeMs { "a number of milliseconds" } else { "a string" });
                self.keep(at, if name.is_empty() { key } else { name }, raw);
            }
        }
    }
}
