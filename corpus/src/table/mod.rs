//! Tables for other programs: a typed layer over CSV, JSON lines, Parquet and Arrow.
//!
//! A [`Schema`] tells the columns once. Workers put rows into [`Rows`], a value for each column in their order; one [`TableWriter`] puts
//! these parts behind each other. The same rows give the same bytes, however they were divided.
//!
//! ```
//! use std::borrow::Cow;
//! use pentad_corpus::table::{Column, Kind, Rows, Schema, TableFormat, TableWriter, Value};
//!
//! let column = |name, kind, nullable| Column { name: Cow::Borrowed(name), kind, nullable, meaning: "".into() };
//! let schema = Schema {
//!     name: "openings".into(),
//!     version: 1,
//!     meaning: "".into(),
//!     columns: vec![column("opening", Kind::Text, false), column("games", Kind::Int, false), column("score", Kind::Real, true)].into(),
//! };
//! let mut rows = Rows::new(&schema, TableFormat::Csv);
//! rows.push(&["D4 Kagetsu".into(), 12u32.into(), 0.625.into()]);
//! rows.push(&["I11 Suigetsu".into(), 0u32.into(), Value::Null]);
//! let mut out = Vec::new();
//! let mut writer = TableWriter::new(&schema, TableFormat::Csv, &mut out)?;
//! writer.write(rows, 0)?;
//! assert_eq!(writer.finish()?, 2);
//! assert_eq!(String::from_utf8_lossy(&out), "opening,games,score\nD4 Kagetsu,12,0.625\nI11 Suigetsu,0,\n");
//! # Ok::<(), std::io::Error>(())
//! ```

#[cfg(feature = "parquet")]
mod arrays;
#[cfg(feature = "parquet")]
mod cells;
#[cfg(feature = "parquet")]
mod column_writer;
#[cfg(feature = "parquet")]
mod columns;
mod folder;
mod format;
#[cfg(feature = "parquet")]
mod pages;
#[cfg(feature = "parquet")]
mod row_groups;
mod rows;
mod schema;
#[cfg(feature = "parquet")]
mod store;
mod text;
mod value;
mod writer;

pub use folder::Folder;
pub use format::TableFormat;
pub use rows::Rows;
pub(crate) use schema::table;
pub use schema::{Column, Kind, Schema};
pub use value::Value;
pub use writer::TableWriter;
