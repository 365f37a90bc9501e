//! Inputs that are made up, the same for the same seed on every machine, in any size.

mod jsonl;
mod library;
mod numbers;
mod pente;
mod play;
mod sgf;

use std::io::{self, Write};

pub use numbers::Numbers;
use play::Play;

/// Appends one record to a text.
type Writer = fn(&mut Play, &mut String);

/// The kinds of input, with what each is.
pub const KINDS: [(&str, &str); 8] = [
    ("plain", "SGF, gomoku: ten header fields, forty moves, nothing else"),
    ("chat", "the same with comments that hold escapes, brackets, pieces of games; stray text after one game in fifty"),
    ("eng", "the same with the time used after every move"),
    ("tree", "the same with variations at every eighth move"),
    ("renju", "SGF, renju: 41 to 79 moves close together, a comment here and there; about 9 bytes a ply"),
    ("pente", "game text of pente.org, with captures"),
    ("jsonl", "the canonical form, gomoku, lists of moves"),
    ("lib", "one RenLib library of 2 bytes a node, no comments"),
];

/// Writes records of a kind until there are at least `size` bytes, and returns how many there are; `None` when there is no such kind.
///
/// Every game is legal, has no five and no foul, and ends by resignation. A library is one record, and its lines are any points.
///
/// # Errors
/// Those of `out`.
pub fn generate(kind: &str, size: u64, seed: u64, out: &mut dyn Write) -> Option<io::Result<u64>> {
    let writer: Writer = match kind {
        "plain" => sgf::plain,
        "chat" => sgf::chat,
        "eng" => sgf::engine,
        "tree" => sgf::tree,
        "renju" => sgf::renju,
        "pente" => pente::record,
        "jsonl" => jsonl::record,
        "lib" => return Some(library::library(size, seed, out)),
        _ => return None,
    };
    Some(write_all(writer, size, seed, out))
}

fn write_all(writer: Writer, size: u64, seed: u64, out: &mut dyn Write) -> io::Result<u64> {
    const PIECE: usize = 256 << 10;
    let mut play = Play::new(Numbers::new(seed));
    let (mut text, mut written) = (String::with_capacity(PIECE + 8192), 0);
    while written + (text.len() as u64) < size {
        writer(&mut play, &mut text);
        if text.len() >= PIECE {
            out.write_all(text.as_bytes())?;
            written += text.len() as u64;
            text.clear();
        }
    }
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(written + text.len() as u64)
}

#[cfg(test)]
mod tests {
    use pentad_corpus::{Judge, JudgeOptions};
    use pentad_formats::{Encoding, Frame, ReadOptions, Record, find_format};
    use pentad_rules::Legality;

    use super::*;

    #[test]
    fn every_game_is_legal_and_the_same_for_the_same_seed() {
        for (kind, _) in KINDS {
            let made = |seed| {
                let mut text = Vec::new();
                let size = generate(kind, 300_000, seed, &mut text).expect("a kind").expect("memory takes all");
                assert_eq!(size, text.len() as u64);
                text
            };
            let text = made(1);
            assert!(text == made(1) && text != made(2), "{kind}");

            let id = if ["pente", "jsonl", "lib"].contains(&kind) { kind } else { "sgf" };
            let format = find_format(id).expect("a format");
            let (mut framer, mut rest) = (format.framer(Encoding::UTF_8), &text[..]);
            let (mut judge, mut record, mut records) = (Judge::new(), Record::new(), 0);
            while let Frame::Record { end } = framer.next(rest, true) {
                record.clear();
                format.read(&rest[..end], &ReadOptions::default(), &mut record);
                judge.judge(&record, id, &JudgeOptions::default());
                if let ("lib", Some(tree)) = (kind, &record.tree) {
                    assert!(record.findings.is_empty() && tree.len() == end / 2 - 9, "{} nodes", tree.len());
                    assert!(
                        tree.leaves() > tree.len() / 5 && tree.memory() <= 10 * tree.len(),
                        "{} bytes",
                        tree.memory()
                    );
                    records += 1;
                    rest = &rest[end..];
                    continue;
                }
                let what = String::from_utf8_lossy(&rest[..end]);
                assert_ne!(judge.verdict().legality, Legality::Illegal, "{what}\n{:?}", judge.findings());
                assert!(record.readable && record.events.plies() >= 20, "{what}");
                assert!(kind == "chat" || record.findings.is_empty(), "{what}\n{:?}", record.findings);
                records += 1;
                rest = &rest[end..];
            }
            assert!(if kind == "lib" { records == 1 } else { records > 300 }, "{kind}: {records}");
        }
    }
}
