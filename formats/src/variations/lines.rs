//! Each line of a tree as a record of its own.

use std::borrow::Cow;

use super::{NotesOf, moved, tree_of};
use crate::{NodeId, NoteKind, Record, Span, Tree, read_game_comment};

/// The lines of a tree, the main line first, each as a record without variations; a record without a tree is its one line. One line is in
/// memory at a time.
///
/// A line has the header of the record. The result and how it came about are stated of the game that was played, the main line, and of no
/// other. What the comment of a line's last move says of a game in RenLib's way ([`read_game_comment`]) is stated of it.
///
/// ```
/// use pentad_formats::variations::Lines;
/// use pentad_formats::{ReadOptions, Record, find_format};
/// let mut record = Record::new();
/// find_format("sgf").unwrap().read(b"(;GM[4]SZ[15];B[hh](;W[hg];B[ig])(;W[ig]C[better]))", &ReadOptions::default(), &mut record);
/// let plies: Vec<u32> = Lines::new(&record).map(|line| line.events.plies()).collect();
/// assert_eq!(plies, [3, 2]);
/// ```
pub struct Lines<'r> {
    record: &'r Record,
    tree: Cow<'r, Tree>,
    notes: NotesOf<'r>,
    path: Vec<NodeId>,
    next: NodeId,
}

impl std::fmt::Debug for Lines<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lines").field("next", &self.next).finish_non_exhaustive()
    }
}

impl<'r> Lines<'r> {
    /// The lines of a record.
    pub fn new(record: &'r Record) -> Lines<'r> {
        Lines { record, tree: tree_of(record), notes: NotesOf::new(record), path: Vec::new(), next: 0 }
    }

    /// The line from the root to the last node of the path.
    fn line(&self, main: bool) -> Record {
        let mut line = self.record.header();
        if !main {
            (line.result, line.other_result, line.reason, line.official) = (None, None, None, None);
            (line.result_span, line.incomplete) = (Span::default(), false);
        }
        for &id in &self.path {
            let event = self.tree.event(id);
            let before = line.events.len() as u32;
            let at = before + u32::from(event.is_some());
            for note in self.notes.at(id) {
                // What the file of a tree says of its nodes and flags says nothing of a line.
                if note.kind == NoteKind::Extra && note.key == "LIB" {
                    continue;
                }
                // Labels belong to the position that they stand in.
                line.note(at, note.kind, note.key, note.value);
            }
            if let Some(event) = event {
                let event = moved(event, self.record, &mut line);
                line.push(event, self.tree.span(id));
            }
        }
        let last = line.events.len() as u32;
        let own = self.notes.at(self.path.last().copied().unwrap_or(0));
        if let Some(comment) = own.iter().find(|n| n.kind == NoteKind::Comment && n.key.is_empty()) {
            let span = line.spans.get((last as usize).wrapping_sub(1)).copied().unwrap_or_default();
            read_game_comment(comment.value, &mut line, span);
        }
        line
    }
}

impl Iterator for Lines<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let first = self.next == 0;
        if self.record.tree.is_none() {
            self.next = 1;
            return first.then(|| self.record.clone());
        }
        loop {
            let id = self.next;
            if id as usize >= self.tree.len() {
                return None;
            }
            self.next += 1;
            // After a leaf comes the sibling of a node on the path below which all has been visited.
            if self.path.last().is_some_and(|&last| self.tree.is_leaf(last)) {
                while self.path.pop().is_some_and(|done| !self.tree.has_sibling(done)) {}
            }
            self.path.push(id);
            if self.tree.is_leaf(id) {
                return Some(self.line(first));
            }
        }
    }
}

/// The main line alone, and how many other lines there are; the record itself where it has no tree.
pub fn main_line(record: &Record) -> (Cow<'_, Record>, usize) {
    match &record.tree {
        None => (Cow::Borrowed(record), 0),
        Some(tree) => {
            let line = Lines::new(record).next().unwrap_or_else(|| record.header());
            (Cow::Owned(line), tree.leaves().saturating_sub(1))
        }
    }
}
