//! What a table holds: its columns in order, each with a name, a kind and a meaning.

use std::borrow::Cow;

/// What stands in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A whole number that is counted on from part to part of a table, such as the number of a record: a worker counts in its part, and the
    /// writer adds what came before. Never missing.
    Serial,
    /// A whole number of up to 64 bits with a sign.
    Int,
    /// A number of double precision.
    Real,
    /// True or false.
    Flag,
    /// Text in UTF-8.
    Text,
}

impl Kind {
    /// The name in the documents.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Serial | Kind::Int => "integer",
            Kind::Real => "number",
            Kind::Flag => "true or false",
            Kind::Text => "text",
        }
    }
}

/// A column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The name: lower case, words joined by `_`.
    pub name: Cow<'static, str>,
    /// What stands in it.
    pub kind: Kind,
    /// Whether a cell may be empty: not known, not stated, or without meaning in the row.
    pub nullable: bool,
    /// What it means, in a line.
    pub meaning: Cow<'static, str>,
}

/// A table's form. It is told once: CSV, JSON lines, Parquet, Arrow and the documents are all made from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schema {
    /// The name, which is also that of its file.
    pub name: Cow<'static, str>,
    /// Grows when a column goes, is renamed or means something else. Columns that are added at the end change nothing.
    pub version: u32,
    /// What a row is, in a line.
    pub meaning: Cow<'static, str>,
    /// The columns in order.
    pub columns: Cow<'static, [Column]>,
}

/// Declares a table: its [`Schema`] and, for a type of rows, `push`, which puts the cells of a row in the order of the columns.
macro_rules! table {
    (
        $schema:ident, $meaning:literal, $name:literal, version $version:literal, $row:ident: $Row:ident;
        $($column:ident: $kind:ident $(or $null:ident)? = $value:expr, $says:literal;)*
    ) => {
        #[doc = concat!("The table `", $name, "`: ", $meaning)]
        pub static $schema: $crate::table::Schema = $crate::table::Schema {
            name: std::borrow::Cow::Borrowed($name),
            version: $version,
            meaning: std::borrow::Cow::Borrowed($meaning),
            columns: std::borrow::Cow::Borrowed(&[$($crate::table::Column {
                name: std::borrow::Cow::Borrowed(stringify!($column)),
                kind: $crate::table::Kind::$kind,
                nullable: false $(|| !stringify!($null).is_empty())?,
                meaning: std::borrow::Cow::Borrowed($says),
            }),*]),
        };

        impl $Row<'_> {
            /// Adds the row to the table.
            pub(super) fn push(&self, rows: &mut $crate::table::Rows<'_>) {
                let $row = self;
                rows.push(&[$($crate::table::Value::from($value)),*]);
            }
        }
    };
}

pub(crate) use table;
