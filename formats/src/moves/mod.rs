//! `moves`: plain lists of moves, one game a line, in the many ways people write them.

mod framer;
mod list;
mod notation;
mod read;
mod token;
mod write;

pub use list::MARK;
pub(crate) use list::{List, Place};
pub(crate) use notation::Notation;
pub(crate) use read::is_list;
pub(crate) use write::field;

use crate::{
    Confidence, Dialect, Encoding, Format, FormatInfo, Framer, Loss, ReadOptions, Record, Stream, WriteOptions,
};

/// The format.
pub(crate) struct Moves;

/// The dialects in which a file is one record.
const WHOLE_FILES: [&str; 5] = ["ban", "dt5", "lws", "rnj", "nrf"];

const fn dialect(id: &'static str, title: &'static str) -> Dialect {
    Dialect { id, title }
}

static DIALECTS: [Dialect; 15] = [
    dialect("spaced", "h8 i9 g7 1-0"),
    dialect("upper", "H8 I9 G7 1-0"),
    dialect("comma", "h8,i9,g7,1-0"),
    dialect("numbered", "1.h8 2.i9 3.g7 1-0"),
    dialect("centre", "1.) 0, U1 2.) R3, L1U1*: steps from the centre, the old notation of Pente"),
    dialect("pos", "h8i9g7 with rows counted from the top, as c-gomoku-cli writes openings"),
    dialect("hex", "8899: column and row in digits 1 to f"),
    dialect("pairs", "hhig: column and row from the top in letters, as in SGF"),
    dialect("url", "the address of a calculator that ends in the moves"),
    dialect("renjubak", "moves, and in braces the other stones of Black and of White; as an address with % between"),
    dialect("ban", "a file of one game: 808 a line, column and row from the top"),
    dialect("dt5", "a file of one game: h8,hA, with hexadecimal rows from the top"),
    dialect("lws", "a file of one game: H8 H9 I7"),
    dialect("rnj", "a file of one game: row and column from the top left, from 0, two moves a line"),
    dialect("nrf", "a file of one game: a title line, then column and row from the top in digits 1 to f, and 0"),
];

static INFO: FormatInfo = FormatInfo {
    id: "moves",
    title: "plain lists of moves",
    extensions: &["moves", "ban", "dt5", "lws", "rnj", "nrf"],
    many: true,
    writes: true,
    dialects: &DIALECTS,
    page: "One game a line: column letter and row from the bottom, in either case, with blanks, commas, move numbers or nothing between \
           them (`h8i9g7`, `1.h8 2.i9`, `1 h8, 2 i9`), `pass` or `--`, and perhaps a result at the end. Also addresses that end in \
           the moves, hex pairs, pairs of letters, renjubak's text, and steps from the centre (`0, U1`), where a `*` behind a stone \
           says that it captures. A line that begins with a move number above 1 goes on with the line before; `#` begins a comment. \
           Letters are those with i, unless the first stone lies on k10 of 19 lines and no i occurs. What the bytes do not tell is named \
           with `--from moves:DIALECT`; `.ban`, `.dt5`, `.lws`, `.rnj` and `.nrf` files are known by their extensions. Neither names nor \
           rules nor the size of the board can be stated, a result only in some forms.",
};

impl Format for Moves {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn detect(&self, head: &[u8]) -> Option<(Confidence, &'static str)> {
        let why = read::looks_like(head)?;
        Some((Confidence::Likely, why))
    }

    fn framer(&self, _: Encoding) -> Box<dyn Framer> {
        Box::new(framer::MovesFramer::new(None))
    }

    fn framer_in(&self, stream: &Stream<'_>) -> Box<dyn Framer> {
        Box::new(framer::MovesFramer::new(stream.dialect))
    }

    fn read(&self, bytes: &[u8], options: &ReadOptions, record: &mut Record) {
        read::read(bytes, options, record);
    }

    fn any_encoding(&self) -> bool {
        true
    }

    fn write(&self, record: &Record, options: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        Some(write::write(record, options, out))
    }
}
