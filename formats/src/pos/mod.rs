//! `pos`: the position files of RenLib, zjrenju and Yixin-Board. A count and one byte a move, on 15x15.

mod name;
mod read;
mod write;

use crate::whole::WholeFile;
use crate::{Confidence, Dialect, Encoding, Format, FormatInfo, Framer, Loss, ReadOptions, Record, WriteOptions};

/// The format.
pub(crate) struct Pos;

/// The byte of a pass.
const PASS: u8 = 0xF0;

/// Number of the board's lines.
const SIDE: u8 = 15;

/// Most moves that a file can hold.
const MOST: usize = 225;

/// The dialect with columns and rows exchanged.
const YIXIN: &str = "yixin";

static INFO: FormatInfo = FormatInfo {
    id: "pos",
    title: "RenLib position",
    extensions: &["pos"],
    many: false,
    writes: true,
    dialects: &[Dialect { id: YIXIN, title: "Yixin-Board: columns and rows exchanged" }],
    page: "One byte with the number of moves (up to 225), then a byte a move on 15x15: 15 times the row from the top plus the column, both from 0, \
           so that 0x00 is a15 and 0x70 is h8; 0xF0 is a pass. Yixin-Board takes rows for columns; the bytes do not tell, so name \
           the dialect: `--from pos:yixin`. The bytes of a file cannot be told from other bytes either: the extension .pos or --from decides. \
           zjrenju keeps the facts of a game in the name of the file, \
           `table#rule#black#white#swap#state.pos`, which is read. Nothing but the moves can be written.",
};

impl Format for Pos {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    /// Any bytes could be moves, so that only the extension tells.
    fn detect(&self, _: &[u8]) -> Option<(Confidence, &'static str)> {
        None
    }

    fn large_records(&self) -> bool {
        false
    }

    fn framer(&self, _: Encoding) -> Box<dyn Framer> {
        Box::new(WholeFile { binary: true })
    }

    fn read(&self, bytes: &[u8], options: &ReadOptions, record: &mut Record) {
        read::read(bytes, options, record);
    }

    fn read_name(&self, name: &str, record: &mut Record) {
        name::read(name, record);
    }

    fn write(&self, record: &Record, options: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        Some(write::write(record, options.dialect == Some(YIXIN), out))
    }
}
