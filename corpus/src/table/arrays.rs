//! Cells as arrays of Arrow, and the words of Arrow for a table.

use std::io;
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{ArrayBuilder, BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_schema::{ArrowError, DataType, Field, Metadata};

use super::cells::CellReader;
use super::{Kind, Schema};

/// How large an array becomes: rows, and bytes of text, which the last one may pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Most {
    pub(super) rows: usize,
    pub(super) text: usize,
}

/// An array that grows.
#[derive(Debug)]
pub(super) enum Growing {
    Serial(Int64Builder),
    Int(Int64Builder),
    Real(Float64Builder),
    Flag(BooleanBuilder),
    Text(StringBuilder),
}

impl Growing {
    /// An array with room for so many rows, and for texts as they come.
    pub(super) fn new(kind: Kind, rows: usize) -> Growing {
        match kind {
            Kind::Serial => Growing::Serial(Int64Builder::with_capacity(rows)),
            Kind::Int => Growing::Int(Int64Builder::with_capacity(rows)),
            Kind::Real => Growing::Real(Float64Builder::with_capacity(rows)),
            Kind::Flag => Growing::Flag(BooleanBuilder::with_capacity(rows)),
            Kind::Text => Growing::Text(StringBuilder::with_capacity(rows, 0)),
        }
    }

    /// Takes up to `rows` cells, as long as there is room, and tells how many it took; `None` where the bytes are no cells.
    pub(super) fn fill(
        &mut self,
        cells: &mut &[u8],
        reader: &mut CellReader,
        rows: usize,
        most: Most,
    ) -> Option<usize> {
        let rows = rows.min(most.rows.saturating_sub(self.len()));
        match self {
            Growing::Serial(array) => {
                for _ in 0..rows {
                    array.append_value(reader.serial(cells)?);
                }
            }
            Growing::Int(array) => {
                for _ in 0..rows {
                    array.append_option(reader.int(cells)?);
                }
            }
            Growing::Real(array) => {
                for _ in 0..rows {
                    array.append_option(CellReader::real(cells)?);
                }
            }
            Growing::Flag(array) => {
                for _ in 0..rows {
                    array.append_option(CellReader::flag(cells)?);
                }
            }
            Growing::Text(array) => {
                for taken in 0..rows {
                    if array.values_slice().len() >= most.text {
                        return Some(taken);
                    }
                    array.append_option(reader.text(cells)?);
                }
            }
        }
        Some(rows)
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Growing::Serial(array) | Growing::Int(array) => array.len(),
            Growing::Real(array) => array.len(),
            Growing::Flag(array) => array.len(),
            Growing::Text(array) => array.len(),
        }
    }

    /// The array so far; the next one begins.
    pub(super) fn take(&mut self) -> ArrayRef {
        match self {
            Growing::Serial(array) | Growing::Int(array) => Arc::new(array.finish()),
            Growing::Real(array) => Arc::new(array.finish()),
            Growing::Flag(array) => Arc::new(array.finish()),
            Growing::Text(array) => Arc::new(array.finish()),
        }
    }
}

/// A schema in the words of Arrow. The meanings of the columns are metadata.
pub(super) fn arrow_schema(schema: &Schema) -> arrow_schema::Schema {
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
pub(super) fn about(schema: &Schema) -> [(&'static str, String); 2] {
    [("pentad.table", schema.name.to_string()), ("pentad.schema", schema.version.to_string())]
}

/// The error of the output where it is one.
pub(super) fn arrow_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::other(error),
    }
}
