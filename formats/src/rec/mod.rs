//! `rec`: the game files of Gomotur, an old manager of Gomocup. Two names, moves from 0, a code.

mod read;

use crate::lines::Lines;
use crate::psq::move_line;
use crate::whole::WholeFile;
use crate::{Confidence, Encoding, Format, FormatInfo, Framer, Loss, ReadOptions, Record, WriteOptions};

/// The format.
pub(crate) struct Rec;

static INFO: FormatInfo = FormatInfo {
    id: "rec",
    title: "Gomotur game",
    extensions: &["rec"],
    many: false,
    writes: false,
    dialects: &[],
    page: "Two lines with the names, the one who moved first before the other, then a line `x,y,t` a move, column and row from 0, rows from the \
           top, and a code. The size of the board is not stated: it is taken for 20x20, or larger where a move needs it. The code is kept as it \
           is, since programs number the ends of games differently. Read only.",
};

impl Format for Rec {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn detect(&self, head: &[u8]) -> Option<(Confidence, &'static str)> {
        let is_move = |line: &&[u8]| move_line(line).is_ok_and(|(_, stone)| stone.third.is_some());
        let mut lines = Lines::new(head);
        let name = |line: &[u8]| !is_move(&line) && crate::number::number(line).is_err();
        let names = name(lines.next()?) && name(lines.next()?);
        let mut rest = lines.skip_while(is_move);
        let moves = Lines::new(head).nth(2).as_ref().is_some_and(is_move);
        // The last line of a head may be cut off.
        let code = rest.next().is_none_or(|line| crate::number::number(line).is_ok_and(|(rest, _)| rest.is_empty()));
        (names && moves && code && rest.next().is_none())
            .then_some((Confidence::Likely, "two names, then moves `x,y,t` and a code"))
    }

    fn large_records(&self) -> bool {
        false
    }

    fn framer(&self, _: Encoding) -> Box<dyn Framer> {
        Box::new(WholeFile::default())
    }

    fn read(&self, bytes: &[u8], options: &ReadOptions, record: &mut Record) {
        read::read(bytes, options, record);
    }

    fn any_encoding(&self) -> bool {
        true
    }

    fn write(&self, _: &Record, _: &WriteOptions, _: &mut Vec<u8>) -> Option<Vec<Loss>> {
        None
    }
}
