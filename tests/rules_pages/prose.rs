//! The prose that no table of the code holds.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// `notes.toml` and `conflicts.toml`.
pub(crate) struct Prose {
    pub(crate) notes: Vec<Note>,
    pub(crate) conflicts: Vec<Conflict>,
}

/// History and use.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Note {
    pages: Vec<String>,
    title: String,
    text: String,
}

/// A point on which sources differ.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Conflict {
    pub(crate) id: String,
    /// Why there is no test.
    pub(crate) untested: Option<String>,
    pub(crate) pages: Vec<String>,
    pub(crate) question: String,
    sides: Vec<String>,
    ours: String,
    other: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Notes {
    note: Vec<Note>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Conflicts {
    conflict: Vec<Conflict>,
}

impl Prose {
    pub(crate) fn read(folder: &Path) -> Prose {
        let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let notes: Notes = toml::from_str(&text("notes.toml")).unwrap();
        let conflicts: Conflicts = toml::from_str(&text("conflicts.toml")).unwrap();
        Prose { notes: notes.note, conflicts: conflicts.conflict }
    }

    /// What is said of one page.
    pub(crate) fn of(&self, page: &str) -> String {
        let mut out = String::new();
        for note in self.notes.iter().filter(|n| n.pages.iter().any(|p| p == page)) {
            let _ = write!(out, "\n## {}\n{}\n", note.title, note.text.trim());
        }
        let here: Vec<_> = self.conflicts.iter().filter(|c| c.pages.iter().any(|p| p == page)).collect();
        if !here.is_empty() {
            out.push_str("\n## Where the sources differ\n");
        }
        for conflict in here {
            let _ = write!(out, "\n### {}\n", conflict.question);
            conflict.sides.iter().for_each(|side| {
                let _ = writeln!(out, "* {side}");
            });
            let _ = writeln!(out, "\n**Pentad:** {}", conflict.ours);
            if let Some(other) = &conflict.other {
                let _ = writeln!(out, "\n**Otherwise:** {other}");
            }
            let shown = match &conflict.untested {
                Some(why) => format!("Not tested here: {why}."),
                None => format!("Test: `{}`.", conflict.id),
            };
            let _ = writeln!(out, "\n{shown}");
        }
        out
    }

    /// The pages that are named.
    pub(crate) fn pages(&self) -> BTreeSet<&str> {
        let notes = self.notes.iter().flat_map(|n| &n.pages);
        notes.chain(self.conflicts.iter().flat_map(|c| &c.pages)).map(String::as_str).collect()
    }
}
