//! Readers of SGF.

use std::io;

use pentad_formats::{Encoding, Frame, find_format};
use sgf_parse::GameTree;

use crate::Seen;

/// Reads every game of a file; the reader says how many plies its tree holds, or that it could not read the game.
pub(crate) fn read(file: &str, reader: fn(&str) -> Option<u64>) -> io::Result<Seen> {
    let text = std::fs::read_to_string(file)?;
    let mut framer = find_format("sgf").ok_or(io::ErrorKind::Unsupported)?.framer(Encoding::UTF_8);
    let (mut seen, mut rest) = (Seen::default(), &text[..]);
    while let Frame::Record { end } = framer.next(rest.as_bytes(), true) {
        seen.games += 1;
        match reader(rest[..end].trim_start()) {
            Some(plies) => seen.plies += plies,
            None => seen.faults += 1,
        }
        rest = &rest[end..];
    }
    Ok(seen)
}

/// A node that is not the root counts as a ply.
pub(crate) fn sgf_parse(game: &str) -> Option<u64> {
    let trees = sgf_parse::parse(game).ok()?;
    let nodes = |tree: &GameTree| match tree {
        GameTree::GoGame(root) => root.main_variation().count(),
        GameTree::Unknown(root) => root.main_variation().count(),
    };
    Some(trees.iter().map(|tree| nodes(tree) as u64 - 1).sum())
}

/// A node that is not the root counts as a ply.
pub(crate) fn sgf_parser(game: &str) -> Option<u64> {
    Some(sgf_parser::parse(game).ok()?.iter().count() as u64 - 1)
}
