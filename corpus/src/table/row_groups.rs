//! Rows as Parquet: row groups that are written a column at a time.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use arrow_schema::{FieldRef, SchemaRef};
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::arrow::{ArrowSchemaConverter, add_encoded_arrow_schema_to_metadata};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;

use super::arrays::{Most, about};
use super::column_writer::Limit;
use super::pages::PagesFactory;
use super::store::{Cursor, Store};
use super::{Kind, Schema};
use crate::gate::Gate;
use crate::halt::Halt;

/// How large the first row groups become.
const GROUP: Limit = Limit { rows: 1 << 20, size: 128 << 20 };

/// After so many row groups they become twice as large, up to a size. The end of the file tells of each column in each of them, which is
/// kept in memory up to then: this way an input ten times as large takes hardly more of it.
const GROUPS: usize = 128;
const DOUBLINGS: usize = 4;

/// Largest page, and largest dictionary of a column.
const PAGE: usize = 256 << 10;
const DICTIONARY: usize = 512 << 10;

/// Cells that are encoded at a time.
const CHUNK: Most = Most { rows: 8 << 10, text: 256 << 10 };

/// A file of Parquet.
pub(super) struct RowGroups<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Column>,
    groups: usize,
}

impl<W: Write + Send> RowGroups<W> {
    pub(super) fn new(schema: &Schema, arrow: &SchemaRef, out: W) -> io::Result<RowGroups<W>> {
        let about = about(schema).map(|(key, value)| KeyValue::new(key.to_owned(), value)).to_vec();
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_data_page_size_limit(PAGE)
            .set_dictionary_page_size_limit(DICTIONARY)
            // What an index of pages says would be in memory up to the end.
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_key_value_metadata(Some(about))
            .set_created_by(concat!("pentad version ", env!("CARGO_PKG_VERSION")).to_owned());
        for column in schema.columns.iter().filter(|column| column.kind == Kind::Serial) {
            // They grow by little.
            let path = ColumnPath::from(column.name.to_string());
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
        }
        let mut properties = properties.build();
        add_encoded_arrow_schema_to_metadata(arrow, &mut properties);
        let properties = Arc::new(properties);
        let parquet = ArrowSchemaConverter::new().convert(arrow).map_err(parquet_error)?;
        let file = SerializedFileWriter::new(out, parquet.root_schema_ptr(), Arc::clone(&properties));
        let columns = arrow.fields().iter().map(|field| Column::new(field, &properties));
        let columns = columns.collect::<Result<_, _>>().map_err(parquet_error)?;
        Ok(RowGroups { file: file.map_err(parquet_error)?, columns, groups: 0 })
    }

    /// How large the next row group becomes.
    pub(super) fn limit(&self) -> Limit {
        limit(self.groups)
    }

    /// Writes the first rows as a row group, each column by one of the threads.
    pub(super) fn write(&mut self, store: &mut Store, rows: usize, threads: usize) -> io::Result<()> {
        let mut group = self.file.next_row_group().map_err(parquet_error)?;
        let columns = Mutex::new(store.columns().zip(&self.columns));
        let mut written = Ok(());
        let halt = Halt::new(None);
        let append = |chunk: io::Result<ArrowColumnChunk>| {
            written = chunk.and_then(|chunk| chunk.append_to_row_group(&mut group).map_err(parquet_error));
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let gate = Gate::new(append, threads as u64, usize::MAX, &halt);
        let work = || {
            let _alarm = gate.alarm();
            loop {
                let next = columns.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((cursor, column)) = next else { return };
                if !gate.deliver(cursor.at as u64, 0, column.encode(cursor, rows)) {
                    return;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.min(self.columns.len()) {
                // Fewer threads do the same work.
                if thread::Builder::new().name("columns".to_owned()).spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        drop(gate);
        written?;
        group.close().map_err(parquet_error)?;
        self.groups += 1;
        Ok(())
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }

    pub(super) fn finish(self) -> io::Result<()> {
        self.file.into_inner().map_err(parquet_error)?.flush()
    }
}

fn limit(groups: usize) -> Limit {
    let factor = 1 << (groups / GROUPS).min(DOUBLINGS);
    Limit { rows: GROUP.rows * factor, size: GROUP.size * factor }
}

/// A column. Writers of all columns at a time, each with a dictionary and a compressor, would take more than the rows.
struct Column {
    field: FieldRef,
    factory: ArrowRowGroupWriterFactory,
}

impl Column {
    fn new(field: &FieldRef, properties: &Arc<WriterProperties>) -> Result<Column, ParquetError> {
        let arrow = Arc::new(arrow_schema::Schema::new(vec![Arc::clone(field)]));
        let parquet = ArrowSchemaConverter::new().convert(&arrow)?;
        // It tells the factory the schema; nothing is written to it.
        let file = SerializedFileWriter::new(io::sink(), parquet.root_schema_ptr(), Arc::clone(properties))?;
        let factory = ArrowRowGroupWriterFactory::new(&file, arrow);
        let factory = factory.with_page_store_factory(Arc::new(PagesFactory));
        Ok(Column { field: Arc::clone(field), factory })
    }

    /// Encodes its first rows.
    fn encode(&self, cursor: Cursor<'_>, rows: usize) -> io::Result<ArrowColumnChunk> {
        let writer = self.factory.create_column_writers(0).map_err(parquet_error)?.pop();
        let mut writer = writer.ok_or_else(|| io::Error::other("a column without a writer"))?;
        cursor.read(rows, CHUNK, |array| {
            let leaves = compute_leaves(&self.field, &array).map_err(parquet_error)?;
            leaves.iter().try_for_each(|leaf| writer.write(leaf)).map_err(parquet_error)
        })?;
        writer.close().map_err(parquet_error)
    }
}

/// The error of the output where it is one.
fn parquet_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => error.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error),
        error => io::Error::other(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_groups_grow_with_the_file() {
        assert_eq!([0, 127, 128, 256, 512, 1 << 20].map(|groups| limit(groups).rows >> 20), [1, 1, 2, 4, 16, 16]);
    }
}
