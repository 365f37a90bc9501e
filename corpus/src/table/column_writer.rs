//! Cuts rows into blocks that do not depend on how they were divided, and writes these as Parquet or as a stream of Arrow.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::SchemaRef;

use super::arrays::{Most, arrow_error, arrow_schema};
use super::columns::Columns;
use super::row_groups::RowGroups;
use super::store::Store;
use super::{Schema, TableFormat};

/// How large a block becomes: rows, and bytes as Arrow counts them, which a single row may pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub(super) rows: usize,
    pub(super) size: usize,
}

/// A message of an Arrow stream.
const MESSAGE: Limit = Limit { rows: 16 << 10, size: 1 << 20 };

/// Bytes of a cell without its text.
const CELL: usize = 8;

/// Writes the rows of a table.
pub(super) struct ColumnWriter<W: Write + Send> {
    store: Store,
    /// What a row has beside text.
    cells: usize,
    /// What is in the next block so far.
    rows: usize,
    size: usize,
    threads: usize,
    sink: Sink<W>,
}

enum Sink<W: Write + Send> {
    Stream(SchemaRef, StreamWriter<W>),
    Parquet(RowGroups<W>),
}

impl<W: Write + Send> ColumnWriter<W> {
    pub(super) fn new(schema: &Schema, format: TableFormat, out: W) -> io::Result<ColumnWriter<W>> {
        let arrow = Arc::new(arrow_schema(schema));
        let sink = if format == TableFormat::Arrow {
            let stream = StreamWriter::try_new(out, &arrow).map_err(arrow_error)?;
            Sink::Stream(arrow, stream)
        } else {
            Sink::Parquet(RowGroups::new(schema, &arrow, out)?)
        };
        let cells = CELL * schema.columns.len();
        Ok(ColumnWriter { store: Store::new(schema), cells, rows: 0, size: 0, threads: 1, sink })
    }

    pub(super) fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    pub(super) fn write(&mut self, mut part: Columns, before: i64) -> io::Result<()> {
        if let Some(fault) = part.fault() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, fault));
        }
        let texts = part.take_texts();
        self.store.push(part, texts.len(), before);
        let mut limit = self.limit();
        for text in texts {
            let size = self.cells + text as usize;
            if self.rows > 0 && (self.rows == limit.rows || self.size + size > limit.size) {
                self.write_block()?;
                limit = self.limit();
            }
            self.rows += 1;
            self.size += size;
        }
        self.store.release();
        // What is left belongs to the next block as a whole.
        self.store.spill()
    }

    fn limit(&self) -> Limit {
        match &self.sink {
            Sink::Stream(..) => MESSAGE,
            Sink::Parquet(groups) => groups.limit(),
        }
    }

    fn write_block(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        self.size = 0;
        match &mut self.sink {
            Sink::Stream(schema, stream) => {
                let mut arrays = Vec::with_capacity(schema.fields().len());
                for column in self.store.columns() {
                    column.read(rows, Most { rows, text: usize::MAX }, |array| {
                        arrays.push(array);
                        Ok(())
                    })?;
                }
                let block = RecordBatch::try_new(Arc::clone(schema), arrays).map_err(arrow_error)?;
                stream.write(&block).map_err(arrow_error)?;
            }
            Sink::Parquet(groups) => groups.write(&mut self.store, rows, self.threads)?,
        }
        self.store.forget(rows);
        Ok(())
    }

    /// Hands on what is written; this ends no block.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stream(_, stream) => stream.flush().map_err(arrow_error),
            Sink::Parquet(groups) => groups.flush(),
        }
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        if self.rows > 0 {
            self.write_block()?;
        }
        match self.sink {
            Sink::Stream(_, stream) => stream.into_inner().map_err(arrow_error)?.flush(),
            Sink::Parquet(groups) => groups.finish(),
        }
    }
}
