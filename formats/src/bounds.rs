//! How much of what a record can have without bound is kept.

/// Bounds on what is built of one record. A record with more is not readable, and a finding names the bound
/// ([`pentad_rules::Code::RecordTooLarge`]).
///
/// A board has a few hundred points, so no game comes near the bounds that the program sets; but a record within its largest length can hold
/// millions of moves, each of which costs more memory than its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Events of one line: of the main line, and of the way to any node of a tree.
    pub line: u32,
    /// Nodes of a tree in a format that can have many records in a file. A file that is one tree is bounded by its length.
    pub nodes: u32,
}

impl Bounds {
    /// No bounds but those of the numbers that count.
    pub const NONE: Bounds = Bounds { line: u32::MAX, nodes: u32::MAX };

    /// The bounds that the program sets unless it is told others.
    pub const USUAL: Bounds = Bounds { line: 16_384, nodes: 2_500_000 };

    /// What is said of a line that is too long.
    pub(crate) fn line_words(self) -> String {
        format!("there are more than {} moves or nodes in one line, more than --max-line allows", self.line)
    }

    /// What is said of a tree that is too large.
    pub(crate) fn nodes_words(self) -> String {
        format!("the record has more than {} nodes, more than --max-nodes allows", self.nodes)
    }
}

impl Default for Bounds {
    /// [`Bounds::NONE`].
    fn default() -> Bounds {
        Bounds::NONE
    }
}
