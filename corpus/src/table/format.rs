//! The forms in which tables are written.

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFormat {
    /// Comma-separated text with a row of column names.
    Csv,
    /// A JSON object a row.
    Jsonl,
    /// Apache Parquet.
    Parquet,
    /// An Apache Arrow IPC stream.
    Arrow,
}

impl TableFormat {
    /// The name on the command line, and the extension of files.
    pub const fn name(self) -> &'static str {
        match self {
            TableFormat::Csv => "csv",
            TableFormat::Jsonl => "jsonl",
            TableFormat::Parquet => "parquet",
            TableFormat::Arrow => "arrow",
        }
    }

    /// Whether this build can write it: Parquet and Arrow need the feature `parquet`.
    pub const fn is_built_in(self) -> bool {
        matches!(self, TableFormat::Csv | TableFormat::Jsonl) || cfg!(feature = "parquet")
    }
}
