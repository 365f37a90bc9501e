//! Putting the parts of a table behind each other.

use std::io::{self, Write};

#[cfg(feature = "parquet")]
use super::column_writer::ColumnWriter;
use super::rows::Form;
use super::text::Text;
use super::{Rows, Schema, TableFormat};

/// Writes a table. What it writes depends on the rows alone, and not on how they are divided into parts.
pub struct TableWriter<W: Write + Send> {
    sink: Sink<W>,
    rows: u64,
}

enum Sink<W: Write + Send> {
    Text(W),
    #[cfg(feature = "parquet")]
    Columns(Box<ColumnWriter<W>>),
}

impl<W: Write + Send> TableWriter<W> {
    /// A writer of a table. `out` should be buffered.
    ///
    /// # Errors
    /// When `out` does not take what stands before the rows, or this build cannot write the format
    /// ([`TableFormat::is_built_in`], [`io::ErrorKind::Unsupported`]).
    pub fn new(schema: &Schema, format: TableFormat, mut out: W) -> io::Result<TableWriter<W>> {
        let sink = match format {
            TableFormat::Csv => {
                Text::Csv.head(schema, &mut out)?;
                Sink::Text(out)
            }
            TableFormat::Jsonl => Sink::Text(out),
            #[cfg(feature = "parquet")]
            TableFormat::Parquet | TableFormat::Arrow => {
                Sink::Columns(Box::new(ColumnWriter::new(schema, format, out)?))
            }
            #[cfg(not(feature = "parquet"))]
            TableFormat::Parquet | TableFormat::Arrow => return Err(io::ErrorKind::Unsupported.into()),
        };
        Ok(TableWriter { sink, rows: 0 })
    }

    /// How many threads may encode at a time; one unless told otherwise. Only Parquet makes use of more, each for another column, and what
    /// it writes does not depend on it.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> TableWriter<W> {
        match &mut self.sink {
            Sink::Text(_) => _ = threads,
            #[cfg(feature = "parquet")]
            Sink::Columns(out) => out.set_threads(threads),
        }
        self
    }

    /// Appends the rows of a part. `before` is added to the numbers that are counted on from part to part ([`super::Kind::Serial`]).
    ///
    /// # Errors
    /// When the output does not take them, or the rows are of another format or table.
    pub fn write(&mut self, rows: Rows<'_>, before: i64) -> io::Result<()> {
        self.rows += rows.len();
        match (&mut self.sink, rows.form) {
            (Sink::Text(out), Form::Text(_, rows)) => rows.write(before, out),
            #[cfg(feature = "parquet")]
            (Sink::Columns(out), Form::Columns(columns)) => out.write(columns, before),
            _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "rows of another format than the table's")),
        }
    }

    /// Hands on what is gathered in the output.
    ///
    /// # Errors
    /// When the output does not take it.
    pub fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Text(out) => out.flush(),
            #[cfg(feature = "parquet")]
            Sink::Columns(out) => out.flush(),
        }
    }

    /// Ends the table and tells how many rows it has.
    ///
    /// # Errors
    /// When the output does not take what is left.
    pub fn finish(self) -> io::Result<u64> {
        match self.sink {
            Sink::Text(mut out) => out.flush()?,
            #[cfg(feature = "parquet")]
            Sink::Columns(out) => out.finish()?,
        }
        Ok(self.rows)
    }
}
