//! `csv`: tables with one game a row.

mod column;
mod framer;
mod read;
mod row;
mod table;
mod write;

pub use column::{Column, Columns};

use table::Table;

use crate::{
    Confidence, Encoding, Format, FormatInfo, Framer, Loss, Prelude, PreludeEnd, ReadOptions, Record, Stream,
    WriteOptions,
};

/// The format.
pub(crate) struct Csv;

static INFO: FormatInfo = FormatInfo {
    id: "csv",
    title: "a table with one game a row",
    extensions: &["csv", "tsv"],
    many: true,
    writes: true,
    dialects: &[],
    page: "A row of column names and then a row for each game; commas, semicolons or tabs between the fields, quotes around those that hold \
           any of them. Columns are known by their names (moves, winner, result, black, white, date, event, rules, size, id and others, in \
           usual spellings); `--columns moves=3,result=Who won` names any other by name or number. A column that is not understood is kept \
           with its name. Without a row of names, or without a known column of moves, the first field that is a list of moves is taken. \
           Moves are anything that the format `moves` reads. A second result, such as `original_winner_label`, that differs from the first \
           is the finding `result-conflict`. A five ends the game. Written are the fields of a record, its stones and passes, and the first \
           comment; the rest is listed.",
};

impl Format for Csv {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn detect(&self, head: &[u8]) -> Option<(Confidence, &'static str)> {
        let columns = table::names_moves(head, head.len() < crate::HEAD)?;
        Some(if columns > 1 {
            (Confidence::Certain, "a row of column names, one of them for moves")
        } else {
            (Confidence::Likely, "the name of a column of moves")
        })
    }

    fn doubt(&self, head: &[u8]) -> Option<&'static str> {
        let doubtful = table::holds_no_moves(head, head.len() < crate::HEAD);
        doubtful.then_some("a table in which no column is known to hold moves")
    }

    fn framer(&self, _: Encoding) -> Box<dyn Framer> {
        Box::new(framer::CsvFramer::new(None))
    }

    fn framer_in(&self, stream: &Stream<'_>) -> Box<dyn Framer> {
        let delimiter = Some(stream.prelude).filter(|p| !p.is_empty()).and_then(table::delimiter);
        Box::new(framer::CsvFramer::new(delimiter))
    }

    fn prelude_end(&self, head: &[u8], last: bool) -> PreludeEnd {
        table::header_end(head, last)
    }

    fn read_prelude(&self, bytes: &[u8], options: &ReadOptions) -> Option<Prelude> {
        Some(Prelude::new(Table::read(bytes, options)))
    }

    fn read(&self, bytes: &[u8], options: &ReadOptions, record: &mut Record) {
        read::read_nameless(bytes, options, record);
    }

    fn read_after(&self, prelude: &Prelude, bytes: &[u8], options: &ReadOptions, record: &mut Record) {
        match prelude.get::<Table>() {
            Some(table) => read::read(table, bytes, options, record),
            None => self.read(bytes, options, record),
        }
    }

    fn any_encoding(&self) -> bool {
        true
    }

    fn self_contained(&self) -> bool {
        // A row means what the names of the columns say.
        false
    }

    fn write(&self, record: &Record, _: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        Some(write::write(record, out))
    }

    fn write_head(&self, _: &WriteOptions, out: &mut Vec<u8>) {
        write::head(out);
    }
}
