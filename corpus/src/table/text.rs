//! Rows as text: CSV and JSON lines.

use std::io::{self, Write};

use super::{Kind, Schema, Value};

/// Which text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Text {
    Csv,
    Jsonl,
}

/// Rows of one part as text, without the numbers that are counted on from part to part.
#[derive(Clone, Debug, Default)]
pub(super) struct TextRows {
    bytes: Vec<u8>,
    /// Where in the bytes such a number belongs, and how far it counts in this part.
    serials: Vec<(usize, i64)>,
}

impl Text {
    /// What stands before the first row.
    pub(super) fn head(self, schema: &Schema, out: &mut impl Write) -> io::Result<()> {
        if self == Text::Jsonl {
            return Ok(());
        }
        let mut head = Vec::new();
        for (column, before) in schema.columns.iter().zip(separators(b"", b",")) {
            head.extend_from_slice(before);
            csv_text(&column.name, &mut head);
        }
        head.push(b'\n');
        out.write_all(&head)
    }

    /// Appends a row.
    pub(super) fn row(self, schema: &Schema, values: &[Value<'_>], rows: &mut TextRows) {
        let TextRows { bytes, serials } = rows;
        let first: &[u8] = if self == Text::Csv { b"" } else { b"{" };
        for ((column, value), before) in schema.columns.iter().zip(values).zip(separators(first, b",")) {
            bytes.extend_from_slice(before);
            if self == Text::Jsonl {
                json(&*column.name, bytes);
                bytes.push(b':');
            }
            match *value {
                Value::Int(number) if column.kind == Kind::Serial => serials.push((bytes.len(), number)),
                Value::Int(number) => json(&number, bytes),
                Value::Real(number) => json(&number, bytes),
                Value::Flag(flag) => json(&flag, bytes),
                Value::Text(text) if self == Text::Csv => csv_text(text, bytes),
                Value::Text(text) => json(text, bytes),
                Value::Null if self == Text::Csv => {}
                Value::Null => bytes.extend_from_slice(b"null"),
            }
        }
        bytes.extend_from_slice(if self == Text::Csv { b"\n" } else { b"}\n" });
    }
}

impl TextRows {
    /// Writes the rows, with `before` added to the numbers that are counted on.
    pub(super) fn write(&self, before: i64, out: &mut impl Write) -> io::Result<()> {
        let mut from = 0;
        for &(at, number) in &self.serials {
            out.write_all(&self.bytes[from..at])?;
            serde_json::to_writer(&mut *out, &(before + number))?;
            from = at;
        }
        out.write_all(&self.bytes[from..])
    }
}

/// What stands before the first cell, and before each other.
fn separators<'a>(first: &'a [u8], other: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
    std::iter::once(first).chain(std::iter::repeat(other))
}

fn json<T: serde::Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) {
    serde_json::to_writer(out, value).expect("writing JSON to memory cannot fail");
}

/// A text as a cell of CSV: in quotes where it holds what stands between cells, and where it is empty but there.
fn csv_text(text: &str, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    if !bytes.is_empty() && !bytes.iter().any(|b| matches!(b, b'"' | b',' | b'\n' | b'\r')) {
        return out.extend_from_slice(bytes);
    }
    out.push(b'"');
    for part in bytes.split_inclusive(|&b| b == b'"') {
        out.extend_from_slice(part);
        if part.ends_with(b"\"") {
            out.push(b'"');
        }
    }
    out.push(b'"');
}
