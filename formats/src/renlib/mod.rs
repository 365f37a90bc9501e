//! RenLib's libraries: trees of renju variations in two bytes a node.

mod facts;
mod game;
mod header;
mod node;
mod plan;
mod read;
mod strings;
mod texts;
mod write;
mod write_node;

pub use game::read_game_comment;
pub(crate) use game::{carries, game_comment};
pub(crate) use header::is_newer_library;

use pentad_rules::Symmetry;

use crate::{Confidence, Dialect, Encoding, Format, FormatInfo, Framer, Loss, ReadOptions, Record, WriteOptions};

/// The format `lib`.
pub(crate) struct Lib;

/// The key of the raw bytes of a comment.
const COMMENT_KEY: &str = "comment";
/// The key of the raw bytes of a label, before its point.
const LABEL_KEY: &str = "label.";

static DIALECTS: [(Dialect, Symmetry); 3] = [
    (
        Dialect { id: "rapfi", title: "exported by Rapfi, columns and rows exchanged (its usual setting)" },
        Symmetry::AntiTranspose,
    ),
    (Dialect { id: "rapfi-flipY_X", title: "exported by Rapfi, top and bottom exchanged" }, Symmetry::FlipVertical),
    (Dialect { id: "rapfi-X_flipY", title: "exported by Rapfi, turned" }, Symmetry::Rot270),
];

static NAMES: [Dialect; 3] = [DIALECTS[0].0, DIALECTS[1].0, DIALECTS[2].0];

/// What makes the points of a dialect of RenLib's.
fn turn(dialect: Option<&str>) -> Symmetry {
    let known = DIALECTS.iter().find(|(known, _)| dialect == Some(known.id));
    known.map_or(Symmetry::Identity, |&(_, turn)| turn)
}

/// A node's facts after the board has been turned; `None` where they cannot be read.
pub(crate) fn turned_facts(text: &str, symmetry: Symmetry) -> Option<String> {
    let mut facts = facts::NodeFacts::parse(text)?;
    let image = |byte| node::point(byte).map(|p| symmetry.apply(p, pentad_rules::Size::RENJU)).and_then(node::byte);
    facts.no_move = facts.no_move.map(|byte| image(byte).unwrap_or(byte));
    Some(facts.text())
}

static INFO: FormatInfo = FormatInfo {
    id: "lib",
    title: "RenLib library",
    extensions: &["lib"],
    many: false,
    writes: true,
    dialects: &NAMES,
    page: "A tree of variations on 15x15 in two bytes a node, as RenLib writes it: versions 3.0 and 3.4, and older files without a header. A file is one record. \
Comments, marks, texts on the board and passes are read; a text on the board becomes a label of the position before the stone. Each text is decoded by itself (UTF-8, else \
what most texts of the file seem to be in), and its bytes are kept where they would not be written so again: what was read is written back byte for byte, also through jsonl and SGF. \
A comment's first line is RenLib's one-line comment. A library with a single line whose last comment is `Black - White 1-0` states players and result, and they are written so. \
Files that Rapfi exported have another orientation, which their bytes do not tell: --from lib:rapfi reads its usual one, lib:rapfi-flipY_X and lib:rapfi-X_flipY the two others that it can be set to. \
A library names no rule; it is judged as renju. Swaps, offers of fifth moves, clocks, other boards and set-up positions cannot be carried.",
};

impl Format for Lib {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn detect(&self, head: &[u8]) -> Option<(Confidence, &'static str)> {
        if head.starts_with(header::MAGIC) {
            return Some((Confidence::Certain, "it begins with the header of a RenLib library"));
        }
        header::looks_old(head).then_some((Confidence::Likely, "nodes of an old RenLib library that begins with h8"))
    }

    /// Each text is decoded by itself: the bytes of a whole library are in no encoding.
    fn declared_encoding(&self, _: &[u8]) -> Option<Encoding> {
        Some(Encoding::UTF_8)
    }

    fn is_binary(&self) -> bool {
        true
    }

    fn may_branch(&self, _: &[u8]) -> bool {
        true
    }

    fn framer(&self, _: Encoding) -> Box<dyn Framer> {
        Box::new(crate::whole::WholeFile { binary: true })
    }

    fn read(&self, bytes: &[u8], options: &ReadOptions, record: &mut Record) {
        read::read(bytes, options, record);
    }

    fn write(&self, record: &Record, options: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        Some(write::write(record, options, out))
    }
}
