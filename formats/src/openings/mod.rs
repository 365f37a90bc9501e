//! `openings`: the opening lists of Gomocup, Piskvork and match runners, an opening a line.

mod offsets;
mod read;
mod write;

use crate::line_framer::LineFramer;
use crate::moves::Moves;
use crate::{
    Confidence, Dialect, Encoding, Format, FormatInfo, Framer, Loss, ReadOptions, Record, Stream, WriteOptions,
};

/// The format.
pub(crate) struct Openings;

/// The dialect in letters, which is that of the lists of moves with the same name; here its stones are given ones.
const POS: &str = "pos";

static INFO: FormatInfo = FormatInfo {
    id: "openings",
    title: "opening lists of Gomocup and Piskvork",
    extensions: &[],
    many: true,
    writes: true,
    dialects: &[Dialect { id: POS, title: "h8i7g9, rows counted from the top, as c-gomoku-cli writes openings" }],
    page: "One opening a line, each stone as two numbers: columns to the right of the centre and rows below it, counted from column W/2 and \
           row W/2 from the top, both from 0 and rounded down (`0,0, 1,-1, 2,1`). Blanks may stand anywhere or nowhere. All stones are a \
           given position, so that the procedure of a record is gomocup's. The board is not stated: --size, the usual board of --rules, or \
           15. A list is known by its content if a number in it is negative. The notation in letters with rows from the top (`h8i7g9`) is \
           never guessed: `--from openings:pos`. Names, results and whatever else a game has cannot be written.",
};

impl Format for Openings {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn detect(&self, head: &[u8]) -> Option<(Confidence, &'static str)> {
        offsets::looks_like(head).then_some((Confidence::Certain, "lines of offsets from the centre, in pairs"))
    }

    fn framer(&self, _: Encoding) -> Box<dyn Framer> {
        Box::new(LineFramer::<true>::default())
    }

    fn framer_in(&self, stream: &Stream<'_>) -> Box<dyn Framer> {
        if stream.dialect == Some(POS) { Moves.framer_in(stream) } else { self.framer(stream.encoding) }
    }

    fn read(&self, bytes: &[u8], options: &ReadOptions, record: &mut Record) {
        if options.dialect == Some(POS) {
            Moves.read(bytes, options, record);
            record.prefix = (!options.headers_only && record.readable).then_some(record.events.len() as u32);
        } else {
            read::read(bytes, options, record);
        }
    }

    fn any_encoding(&self) -> bool {
        true
    }

    fn write(&self, record: &Record, options: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        if options.dialect != Some(POS) {
            return Some(write::write(record, out));
        }
        let mut losses = Moves.write(record, options, out)?;
        if !losses.iter().any(Loss::is_record) {
            write::list_given(record, record.events.plies(), &mut losses);
        }
        Some(losses)
    }
}
