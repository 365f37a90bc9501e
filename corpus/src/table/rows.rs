//! Rows of a part of a table, as a worker makes them.

#[cfg(feature = "parquet")]
use super::columns::Columns;
use super::text::{Text, TextRows};
use super::{Schema, TableFormat, Value};

/// Rows of a part of a table, in the form that they are written in as far as one part can know it. Workers make them, and one
/// [`TableWriter`](super::TableWriter) puts the parts behind each other.
#[derive(Debug)]
pub struct Rows<'s> {
    pub(super) schema: &'s Schema,
    pub(super) form: Form,
    count: u64,
}

/// How rows are held.
#[derive(Debug)]
pub(super) enum Form {
    Text(Text, TextRows),
    #[cfg(feature = "parquet")]
    Columns(Columns),
    /// The feature is missing.
    #[cfg(not(feature = "parquet"))]
    Nothing,
}

impl<'s> Rows<'s> {
    /// No rows yet. Where this build cannot write the format, rows are counted and not kept.
    pub fn new(schema: &'s Schema, format: TableFormat) -> Rows<'s> {
        let form = match format {
            TableFormat::Csv => Form::Text(Text::Csv, TextRows::default()),
            TableFormat::Jsonl => Form::Text(Text::Jsonl, TextRows::default()),
            #[cfg(feature = "parquet")]
            TableFormat::Parquet | TableFormat::Arrow => Form::Columns(Columns::new(schema)),
            #[cfg(not(feature = "parquet"))]
            TableFormat::Parquet | TableFormat::Arrow => Form::Nothing,
        };
        Rows { schema, form, count: 0 }
    }

    /// Adds a row: a value for each column, in their order and of their kinds.
    pub fn push(&mut self, values: &[Value<'_>]) {
        debug_assert!(self.fits(values), "{:?} does not fit {:?}", values, self.schema);
        self.count += 1;
        match &mut self.form {
            Form::Text(text, rows) => text.row(self.schema, values, rows),
            #[cfg(feature = "parquet")]
            Form::Columns(columns) => columns.push(&self.schema.columns, values),
            #[cfg(not(feature = "parquet"))]
            Form::Nothing => {}
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn fits(&self, values: &[Value<'_>]) -> bool {
        use super::Kind;
        let columns = &self.schema.columns;
        values.len() == columns.len()
            && columns.iter().zip(values).all(|(column, value)| match (column.kind, value) {
                (_, Value::Null) => column.nullable,
                (Kind::Serial | Kind::Int, Value::Int(_)) => true,
                (Kind::Real, Value::Real(_)) | (Kind::Flag, Value::Flag(_)) | (Kind::Text, Value::Text(_)) => true,
                _ => false,
            })
    }
}
