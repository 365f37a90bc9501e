//! `playok`: the game text of PlayOK, which was kurnik before: gomoku with swap2, and the renju of 2003.

mod movetext;
mod read;
mod tag;
mod write;

use crate::tagged::{TaggedFramer, line};
use crate::{Confidence, Encoding, Format, FormatInfo, Framer, Loss, ReadOptions, Record, WriteOptions};

/// The format.
pub(crate) struct PlayOk;

static INFO: FormatInfo = FormatInfo {
    id: "playok",
    title: "PlayOK and kurnik game text",
    extensions: &[],
    many: true,
    writes: true,
    dialects: &[],
    page: "Tags `[Key \"value\"]`, one a line, an empty line, and the moves as `1. h8 i9 2. j8 black 3. i7 i8`, ended by the result. Column \
           letters are with i. Black and White in the tags are seats: who lays the first three stones, and who chooses a colour; the result \
           is the seats' as well. A record turns it into that of the final colours (`names: by-seat`, `opener`). The words are `black` and \
           `white` for a choice of colour and `--` for a player who has nothing to do; two stones instead of a choice leave the choice to \
           the opener. Gomoku here wins by exactly five; a five ends the game. The renju of 2003 has `--` behind each of the first three \
           stones, a swap, and two offered fifth moves. Other opening procedures, comments, variations and set-up positions cannot be \
           carried.",
};

impl Format for PlayOk {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn detect(&self, head: &[u8]) -> Option<(Confidence, &'static str)> {
        let head = line::start(head);
        if !head.starts_with(b"[") {
            return None;
        }
        // The first record alone: another may be of another site.
        let tags = head.split(|&b| b == b'\n' || b == b'\r').take_while(|l| !line::start(l).starts_with(b"1."));
        let mut type_found = false;
        for (name, value) in tags.filter_map(|l| crate::tagged::tag::parse(line::start(l))) {
            match name {
                b"Site" if tag::is_site(value) => {
                    return Some((Confidence::Certain, "the tag Site names PlayOK or kurnik"));
                }
                b"GameType" => type_found |= tag::game_type(value).is_some_and(|t| t.gomoku),
                _ => {}
            }
        }
        type_found.then_some((Confidence::Likely, "a GameType as PlayOK writes it"))
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

    fn write(&self, record: &Record, _: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        Some(write::write(record, out))
    }
}
