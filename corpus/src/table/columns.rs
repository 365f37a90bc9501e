//! Rows as columns in memory, and how they become Parquet or an Arrow stream.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::types::Int64Type;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Metadata, SchemaRef};
use arrow_select::concat::concat_batches;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use super::{Kind, Schema, TableFormat, Value};

/// Most rows of a block, which is a message of an Arrow stream.
const BLOCK_ROWS: usize = 16 << 10;

/// Parts of a block that are kept apart: each costs some kilobytes, and may have one row.
const PARTS: usize = 64;

/// Text of a block beyond which it gets no further row.
const BLOCK_TEXT: usize = 4 << 20;

/// Most rows of a row group of Parquet, and about how large it may become.
const GROUP_ROWS: usize = 64 << 10;
const GROUP_BYTES: usize = 8 << 20;

/// Largest page of a column of Parquet. Each column holds a page and a dictionary at a time, and there are many columns.
const PAGE: usize = 256 << 10;

/// Rows of one part.
#[derive(Debug)]
pub(super) struct Columns {
    builders: Vec<Builder>,
    /// How much text each row has.
    texts: Vec<usize>,
    /// How much there is in all, which a column of text can address.
    text: usize,
    overfull: bool,
}

#[derive(Debug)]
enum Builder {
    Int(Int64Builder),
    Real(Float64Builder),
    Flag(BooleanBuilder),
    Text(StringBuilder),
}

impl Columns {
    pub(super) fn new(schema: &Schema) -> Columns {
        // Most parts have few rows of some table, which the usual capacity would make large.
        let builder = |kind| match kind {
            Kind::Serial | Kind::Int => Builder::Int(Int64Builder::with_capacity(0)),
            Kind::Real => Builder::Real(Float64Builder::with_capacity(0)),
            Kind::Flag => Builder::Flag(BooleanBuilder::with_capacity(0)),
            Kind::Text => Builder::Text(StringBuilder::with_capacity(0, 0)),
        };
        let builders = schema.columns.iter().map(|column| builder(column.kind)).collect();
        Columns { builders, texts: Vec::new(), text: 0, overfull: false }
    }

    pub(super) fn push(&mut self, values: &[Value<'_>]) {
        let length = |value: &Value<'_>| if let Value::Text(text) = value { text.len() } else { 0 };
        let text = values.iter().map(length).sum();
        self.text = self.text.saturating_add(text);
        self.overfull |= self.text > i32::MAX as usize;
        if self.overfull {
            return;
        }
        self.texts.push(text);
        for (builder, value) in self.builders.iter_mut().zip(values) {
            match (builder, *value) {
                (Builder::Int(cells), Value::Int(number)) => cells.append_value(number),
                (Builder::Int(cells), _) => cells.append_null(),
                (Builder::Real(cells), Value::Real(number)) => cells.append_value(number),
                (Builder::Real(cells), _) => cells.append_null(),
                (Builder::Flag(cells), Value::Flag(flag)) => cells.append_value(flag),
                (Builder::Flag(cells), _) => cells.append_null(),
                (Builder::Text(cells), Value::Text(text)) => cells.append_value(text),
                (Builder::Text(cells), _) => cells.append_null(),
            }
        }
    }

    /// The rows, with `before` added to the columns that are counted on from part to part.
    fn finish(self, kinds: &[Kind], schema: &SchemaRef, before: i64) -> io::Result<RecordBatch> {
        if self.overfull {
            return Err(io::Error::other("a record has more than 2 GiB of text, which no column can hold"));
        }
        let arrays = self.builders.into_iter().zip(kinds).map(|(builder, kind)| -> ArrayRef {
            match builder {
                Builder::Int(mut cells) if *kind == Kind::Serial => {
                    Arc::new(cells.finish().unary::<_, Int64Type>(|number| number + before))
                }
                Builder::Int(mut cells) => Arc::new(cells.finish()),
                Builder::Real(mut cells) => Arc::new(cells.finish()),
                Builder::Flag(mut cells) => Arc::new(cells.finish()),
                Builder::Text(mut cells) => Arc::new(cells.finish()),
            }
        });
        RecordBatch::try_new(Arc::clone(schema), arrays.collect()).map_err(arrow_error)
    }
}

/// The same in the words of Arrow. The meanings of the columns are metadata.
fn arrow_schema(schema: &Schema) -> arrow_schema::Schema {
    let field = |column: &super::Column| {
        let kind = match column.kind {
            Kind::Serial | Kind::Int => DataType::Int64,
            Kind::Real => DataType::Float64,
            Kind::Flag => DataType::Boolean,
            Kind::Text => DataType::Utf8,
        };
        let meaning = Metadata::new().with("meaning", column.meaning.to_string());
        Field::new(column.name.to_string(), kind, column.nullable).with_metadata(meaning)
    };
    let fields: Vec<Field> = schema.columns.iter().map(field).collect();
    let [(table, name), (version, number)] = about(schema);
    arrow_schema::Schema::new_with_metadata(fields, Metadata::new().with(table, name).with(version, number))
}

/// What a file says about itself.
fn about(schema: &Schema) -> [(&'static str, String); 2] {
    [("pentad.table", schema.name.to_string()), ("pentad.schema", schema.version.to_string())]
}

/// Cuts parts into blocks that do not depend on the parts, and writes them.
pub(super) struct ColumnWriter<W: Write + Send> {
    schema: SchemaRef,
    kinds: Vec<Kind>,
    /// What is in the next block so far.
    waiting: Vec<RecordBatch>,
    rows: usize,
    text: usize,
    sink: Sink<W>,
}

enum Sink<W: Write + Send> {
    Stream(StreamWriter<W>),
    Parquet(ArrowWriter<W>),
}

impl<W: Write + Send> ColumnWriter<W> {
    pub(super) fn new(schema: &Schema, format: TableFormat, out: W) -> io::Result<ColumnWriter<W>> {
        let kinds = schema.columns.iter().map(|column| column.kind).collect();
        let arrow = Arc::new(arrow_schema(schema));
        let sink = if format == TableFormat::Arrow {
            Sink::Stream(StreamWriter::try_new(out, &arrow).map_err(arrow_error)?)
        } else {
            let about = about(schema).map(|(key, value)| KeyValue::new(key.to_owned(), value)).to_vec();
            let properties = WriterProperties::builder()
                .set_compression(Compression::ZSTD(ZstdLevel::default()))
                .set_max_row_group_row_count(Some(GROUP_ROWS))
                .set_max_row_group_bytes(Some(GROUP_BYTES))
                .set_data_page_size_limit(PAGE)
                .set_dictionary_page_size_limit(PAGE)
                .set_key_value_metadata(Some(about))
                .set_created_by(concat!("pentad version ", env!("CARGO_PKG_VERSION")).to_owned())
                .build();
            let writer = ArrowWriter::try_new(out, Arc::clone(&arrow), Some(properties));
            Sink::Parquet(writer.map_err(parquet_error)?)
        };
        Ok(ColumnWriter { schema: arrow, kinds, waiting: Vec::new(), rows: 0, text: 0, sink })
    }

    pub(super) fn write(&mut self, mut columns: Columns, before: i64) -> io::Result<()> {
        let texts = std::mem::take(&mut columns.texts);
        let batch = columns.finish(&self.kinds, &self.schema, before)?;
        let mut from = 0;
        for (at, text) in texts.into_iter().enumerate() {
            if self.rows > 0 && (self.rows == BLOCK_ROWS || self.text + text > BLOCK_TEXT) {
                self.waiting.push(batch.slice(from, at - from));
                self.write_block()?;
                from = at;
            }
            self.rows += 1;
            self.text += text;
        }
        if from < batch.num_rows() {
            self.waiting.push(batch.slice(from, batch.num_rows() - from));
        }
        if self.waiting.len() >= PARTS {
            let joined = self.join()?;
            self.waiting.push(joined);
        }
        Ok(())
    }

    /// Takes what waits, as one.
    fn join(&mut self) -> io::Result<RecordBatch> {
        let joined = concat_batches(&self.schema, &self.waiting).map_err(arrow_error)?;
        self.waiting.clear();
        Ok(joined)
    }

    fn write_block(&mut self) -> io::Result<()> {
        let block = self.join()?;
        (self.rows, self.text) = (0, 0);
        match &mut self.sink {
            _ if block.num_rows() == 0 => Ok(()),
            Sink::Stream(out) => out.write(&block).map_err(arrow_error),
            Sink::Parquet(out) => out.write(&block).map_err(parquet_error),
        }
    }

    /// Hands on whole blocks; a row group of Parquet is not ended by this.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stream(out) => out.flush().map_err(arrow_error),
            Sink::Parquet(_) => Ok(()),
        }
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.write_block()?;
        match self.sink {
            Sink::Stream(out) => out.into_inner().map_err(arrow_error)?.flush(),
            Sink::Parquet(out) => out.into_inner().map_err(parquet_error)?.flush(),
        }
    }
}

/// The error of the output where it is one.
fn arrow_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::other(error),
    }
}

fn parquet_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => error.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error),
        error => io::Error::other(error),
    }
}
