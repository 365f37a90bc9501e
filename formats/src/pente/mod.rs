//! `pente`: the game text of pente.org, its older dumps, and the BrainKing-like form with the tags White and Black.

mod movetext;
mod read;
pub(crate) mod tag;
mod write;

use crate::tagged::{TaggedFramer, line};
use crate::{Confidence, Encoding, Format, FormatInfo, Framer, Loss, ReadOptions, Record, WriteOptions};

/// The format.
pub(crate) struct Pente;

static INFO: FormatInfo = FormatInfo {
    id: "pente",
    title: "pente.org game text",
    extensions: &["pente"],
    many: true,
    writes: true,
    dialects: &[],
    page: "Tags `[Key \"value\"]`, one a line, an empty line, and the moves as `1. K10 L10 2. K13`, ended by the result. Column letters skip i. \
           Player 1 lays the first stone; there are no colours in the text, and a record calls player 1 Black. `-`, `?` and a \
           rating of 0 mean that a thing is not known. In D-, DK-, O- and Swap2 games the text does not say whose names the colours \
           go with (`names: unknown`), and only D-Pente says whether player 2 swapped. Also read: `name1* vs name2` of the older \
           dumps, and the tags GameType, White, Black, WhiteRating, BlackRating, where White is player 1 and the letters are \
           inferred. `[BoardSize \"13\"]` states another board than 19x19. Comments, variations and set-up positions cannot be \
           carried. Records are cut at the first tag after moves, also in mid-line, and at a repeated first tag after an empty line.",
};

impl Format for Pente {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn detect(&self, head: &[u8]) -> Option<(Confidence, &'static str)> {
        let head = line::start(head);
        let mut lines = head.split(|&b| b == b'\n' || b == b'\r').filter(|l| !l.trim_ascii().is_empty());
        let first = lines.next()?;
        let date = |l: &[u8]| matches!(l.trim_ascii_start(), [_, _, b'/', _, _, b'/', ..]);
        if line::players(first).is_some() {
            return lines
                .next()
                .is_some_and(date)
                .then_some((Confidence::Likely, "players and date of an old pente.org dump"));
        }
        let has = |needle: &[u8]| memchr::memmem::find(head, needle).is_some();
        if !first.starts_with(b"[") {
            return None;
        }
        if has(b"[Player 1 Name \"") && (has(b"[Game \"") || has(b"[Site \"Pente.org\"")) {
            return Some((Confidence::Certain, "the tags Game and Player 1 Name"));
        }
        let named = |key: &[u8]| {
            let at = memchr::memmem::find(head, key)? + key.len();
            let value = head[at..at + memchr::memchr(b'"', &head[at..])?].to_ascii_lowercase();
            memchr::memmem::find(&value, b"pente")
        };
        let game = named(b"[GameType \"").or_else(|| named(b"[Game \""));
        game.map(|_| (Confidence::Likely, "tags that name a Pente game"))
    }

    fn framer(&self, _: Encoding) -> Box<dyn Framer> {
        Box::new(TaggedFramer::default())
    }

    fn read(&self, bytes: &[u8], options: &ReadOptions, record: &mut Record) {
        read::read(bytes, options, record);
    }

    fn any_encoding(&self) -> bool {
        true
    }

    fn separator(&self) -> &'static [u8] {
        // Between a record without moves and the next one only a blank line tells that there are two.
        b"\n\n"
    }

    fn write(&self, record: &Record, _: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        Some(write::write(record, out))
    }
}
