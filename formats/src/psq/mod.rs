//! `psq`: the game files of Piskvork, the Gomocup manager, and of the Gomocup judge.

mod line;
mod read;
mod text;
mod trailer;
mod write;

pub(crate) use line::move_line;
pub(crate) use text::Texts;

use crate::whole::WholeFile;
use crate::{Confidence, Dialect, Encoding, Format, FormatInfo, Framer, Loss, ReadOptions, Record, WriteOptions};

/// The format.
pub(crate) struct Psq;

/// The dialect with rows before columns.
const TRANSPOSED: &str = "transposed";

/// The dialect of a web application.
const WEB: &str = "web";

/// The levels of two people, and what is written where nothing is known.
const NO_LEVELS: &str = "0:0";

/// Extras that the reader makes and the writer takes.
mod key {
    /// The levels of the two programs, as `7:7`.
    pub(super) const LEVELS: &str = "levels";
    /// Which player of the file moved first, where it is not player 0.
    pub(super) const FIRST: &str = "first";
    /// The code that ends the file.
    pub(super) const CODE: &str = "code";
    /// The number before the name of the tournament.
    pub(super) const JUDGE: &str = "judge";
}

static INFO: FormatInfo = FormatInfo {
    id: "psq",
    title: "Piskvork and Gomocup game",
    extensions: &["psq"],
    many: false,
    writes: true,
    dialects: &[
        Dialect { id: TRANSPOSED, title: "rows before columns" },
        Dialect { id: WEB, title: "columns from 0, rows from 1 at the bottom, colours in place of times" },
    ],
    page: "`Piskvorky WxH, L:L, S`, then a line `x,y,t` a move: column from 1, row from 1 at the top, milliseconds (0: not measured). Two names \
           and a code may follow; the Gomocup judge adds a line `R,tournament`. The file states neither rule nor colours nor (but for a draw) \
           a result: who laid the first stone is Black, S says which of the two names that is, and `--rules` says what the stones mean. \
           A five ends the game. The code says how a program failed (7 an illegal move, 15 time). R of the judge is the winner's number \
           in the pairing, no colour, and kept as it is. Variations, comments, passes and set-up positions cannot be carried.",
};

impl Format for Psq {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn detect(&self, head: &[u8]) -> Option<(Confidence, &'static str)> {
        let first = crate::lines::Lines::new(head).next()?;
        line::header(first).ok().map(|_| (Confidence::Certain, "its first line is `Piskvorky` and a size"))
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

    fn write(&self, record: &Record, options: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        Some(write::write(record, options.dialect.unwrap_or_default(), out))
    }
}
