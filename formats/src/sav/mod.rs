//! `sav`: the games that Yixin-Board saves. Height, width, number of moves, and a line `row column` a move.

mod read;
mod write;

use crate::lines::Lines;
use crate::whole::WholeFile;
use crate::{Confidence, Encoding, Format, FormatInfo, Framer, Loss, ReadOptions, Record, WriteOptions};

/// The format.
pub(crate) struct Sav;

static INFO: FormatInfo = FormatInfo {
    id: "sav",
    title: "Yixin-Board save",
    extensions: &["sav"],
    many: false,
    writes: true,
    dialects: &[],
    page: "Three lines with the height of the board, its width and the number of moves, then a line `row column` a move, both from 0, rows \
           from the top. Nothing else can be carried: no names, no result, no passes.",
};

impl Format for Sav {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn detect(&self, head: &[u8]) -> Option<(Confidence, &'static str)> {
        let mut lines = Lines::new(head);
        let mut number = || read::number(lines.next()?).ok().filter(|(rest, _)| rest.is_empty()).map(|(_, n)| n);
        let side = |n: i64| (5..=26).contains(&n);
        let (height, width, count) = (number()?, number()?, number()?);
        let first = lines.next().map(|line| read::pair(line).is_ok());
        (side(height) && side(width) && (0..=676).contains(&count) && first.unwrap_or(count == 0))
            .then_some((Confidence::Likely, "height, width and number of moves, then rows and columns"))
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

    fn write(&self, record: &Record, _: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        Some(write::write(record, out))
    }
}
