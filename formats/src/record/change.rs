//! Changing a record as a whole: points moved, notes left out, one line of a tree taken alone.

use std::borrow::Cow;

use pentad_rules::{Action, Coords, Event, Point};

use super::{Field, Note, NoteKind, NoteRef, Record};
use crate::NodeId;

impl Record {
    /// Keeps the notes for which `keep` is true.
    pub fn retain_notes(&mut self, mut keep: impl FnMut(&Note<'_>) -> bool) {
        let notes = std::mem::take(&mut self.notes);
        let kept = |n: &NoteRef| keep(&self.note_of(n));
        self.notes = notes.into_iter().filter(kept).collect();
    }

    /// Replaces each point of the record (setup, moves, offers, variations, labels) by its picture. The size of the board is the caller's.
    pub fn map_points(&mut self, map: impl Fn(Point) -> Point) {
        self.events.map_points(&map);
        self.setup.black.iter_mut().chain(&mut self.setup.white).for_each(|p| *p = map(*p));
        if let Some(tree) = &mut self.tree {
            for id in 0..tree.nodes().len() {
                let node = tree.nodes()[id];
                let Some(mut event) = node.event else { continue };
                match &mut event.action {
                    Action::Place(Some(p)) | Action::Choose(Some(p)) | Action::Edit(p) => *p = map(*p),
                    // The points of offers are those of the events.
                    _ => continue,
                }
                tree.set_event(id as NodeId, Some(event), node.span);
            }
        }
        for index in 0..self.notes.len() {
            let note = self.notes[index];
            let point = Some(self.text_of(note.key)).filter(|_| note.kind == NoteKind::Label);
            if let Some(point) = point.and_then(|text| Point::parse(text, Coords::WithI)) {
                let text = map(point).text(Coords::WithI).to_string();
                self.notes[index].key = self.keep(&text);
            }
        }
    }

    /// Everything that the record says of the game as a whole: all but its moves, its variations, their notes and its findings.
    pub fn header(&self) -> Record {
        let mut head = Record {
            readable: self.readable,
            dialect: self.dialect,
            self_ending: self.self_ending,
            size: self.size,
            coords: self.coords,
            prefix: self.prefix,
            rated: self.rated,
            names: self.names,
            opener: self.opener,
            result: self.result,
            result_span: self.result_span,
            other_result: self.other_result,
            reason: self.reason,
            official: self.official,
            paint: self.paint,
            incomplete: self.incomplete,
            tells_procedure: self.tells_procedure,
            setup: self.setup.clone(),
            ..Record::default()
        };
        for &field in Field::ALL {
            if let Some(text) = self.get(field) {
                head.set(field, text, self.span_of(field).unwrap_or_default());
            }
        }
        head
    }

    /// The lines of the record, one for each leaf of its tree in file order; the record itself where it has no tree.
    ///
    /// The first is the main line. A line keeps the header and the notes of its own nodes; results belong to the game that was
    /// played, so that lines other than the first state none.
    pub fn lines(&self) -> Lines<'_> {
        let mut notes: Vec<NoteRef> = self.notes.clone();
        notes.sort_by_key(|n| n.at);
        Lines { record: self, notes, path: Vec::new(), started: false }
    }

    /// The main line alone, and how many other lines there are; the record itself where it has no tree.
    pub fn main_line(&self) -> (Cow<'_, Record>, usize) {
        match &self.tree {
            None => (Cow::Borrowed(self), 0),
            Some(tree) => {
                let line = self.lines().next().unwrap_or_else(|| self.header());
                (Cow::Owned(line), tree.leaves().saturating_sub(1))
            }
        }
    }

    fn note_of(&self, note: &NoteRef) -> Note<'_> {
        Note { at: note.at, kind: note.kind, key: self.text_of(note.key), value: self.text_of(note.value) }
    }

    /// Adds an event of another record.
    fn push_of(&mut self, other: &Record, event: Event, span: crate::Span) {
        if let Action::Offer(_) = event.action {
            self.push_offer(other.events.offered(event.action).iter().copied(), event.by, span);
            if let Some(last) = self.events.iter_mut().next_back() {
                last.color = event.color;
            }
        } else {
            self.push(event, span);
        }
    }
}

/// See [`Record::lines`].
#[derive(Debug)]
pub struct Lines<'r> {
    record: &'r Record,
    /// All notes by what they belong to.
    notes: Vec<NoteRef>,
    /// The nodes from the root to the last leaf.
    path: Vec<NodeId>,
    started: bool,
}

impl Lines<'_> {
    /// Goes to the next leaf; whether there is one.
    fn advance(&mut self) -> bool {
        let Some(tree) = &self.record.tree else { return false };
        let nodes = tree.nodes();
        if !self.started {
            self.path.push(0);
        } else {
            loop {
                let Some(last) = self.path.pop() else { return false };
                let sibling = nodes[last as usize].next_sibling;
                if last != 0 && sibling != 0 {
                    self.path.push(sibling);
                    break;
                }
            }
        }
        while let Some(&last) = self.path.last() {
            match nodes[last as usize].first_child {
                0 => break,
                child => self.path.push(child),
            }
        }
        true
    }

    fn notes_at(&self, at: u32) -> &[NoteRef] {
        let from = self.notes.partition_point(|n| n.at < at);
        let len = self.notes[from..].partition_point(|n| n.at == at);
        &self.notes[from..from + len]
    }
}

impl Iterator for Lines<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let first = !self.started;
        let Some(tree) = &self.record.tree else {
            self.started = true;
            return first.then(|| self.record.clone());
        };
        let found = self.advance();
        self.started = true;
        if !found {
            return None;
        }
        let mut line = self.record.header();
        if !first {
            (line.result, line.other_result, line.reason, line.official) = (None, None, None, None);
            line.incomplete = false;
        }
        for &id in &self.path {
            let node = &tree.nodes()[id as usize];
            if let Some(event) = node.event {
                line.push_of(self.record, event, node.span);
            }
            let at = line.events.len() as u32;
            for note in self.notes_at(id) {
                let note = self.record.note_of(note);
                line.note(at, note.kind, note.key, note.value);
            }
        }
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadOptions, find_format};

    fn read(sgf: &[u8]) -> Record {
        let mut record = Record::new();
        find_format("sgf").expect("registered").read(sgf, &ReadOptions::default(), &mut record);
        assert!(record.readable);
        record
    }

    fn points(record: &Record) -> String {
        let points = record.events.iter().filter_map(|e| e.point()).map(|p| p.text(Coords::WithI).to_string());
        points.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_tree_has_a_line_for_each_leaf() {
        let record = read(b"(;GM[4]SZ[15]PB[Ann]RE[B+R];B[hh]C[one](;W[hg](;B[ig]C[two])(;B[gi]))(;W[ig]LB[hh:x]))");
        let lines: Vec<_> = record.lines().collect();
        assert_eq!(lines.iter().map(points).collect::<Vec<_>>(), ["h8 h9 i9", "h8 h9 g7", "h8 i9"]);
        assert!(lines.iter().all(|l| l.get(Field::BlackName) == Some("Ann") && l.tree.is_none()));
        assert_eq!(lines.iter().map(|l| l.result.is_some()).collect::<Vec<_>>(), [true, false, false]);
        let notes = |line: &Record| line.notes().map(|n| (n.at, n.value.to_owned())).collect::<Vec<_>>();
        assert_eq!(notes(&lines[0]), [(1, "one".to_owned()), (3, "two".to_owned())]);
        assert_eq!(notes(&lines[2]), [(1, "one".to_owned()), (2, "x".to_owned())]);
        let (main, others) = record.main_line();
        assert!(main.same_content(&lines[0]) && others == 2);
    }

    #[test]
    fn points_are_moved_wherever_they_stand() {
        let mut record = read(b"(;GM[4]SZ[15]AB[aa]LB[ba:l](;B[ca])(;B[da]))");
        record.map_points(|p| Point::new(14 - p.column(), p.row()).expect("on the board"));
        let label = record.notes().find(|n| n.kind == NoteKind::Label).map(|n| n.key.to_owned());
        assert_eq!((record.setup.black[0], label.as_deref()), (Point::new(14, 14).expect("a point"), Some("n15")));
        assert_eq!(record.lines().map(|l| points(&l)).collect::<Vec<_>>(), ["m15", "l15"]);
        record.retain_notes(|n| n.kind != NoteKind::Label);
        assert_eq!(record.notes().count(), 0);
    }
}
