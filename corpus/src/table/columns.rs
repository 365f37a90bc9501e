//! Rows of a part for Parquet and Arrow, by column.

use super::cells::Cells;
use super::{Column, Schema, Value};

/// Rows of a part.
#[derive(Debug)]
pub(super) struct Columns {
    cells: Vec<Cells>,
    /// How much text each row has.
    texts: Vec<u32>,
    fault: Option<&'static str>,
}

impl Columns {
    pub(super) fn new(schema: &Schema) -> Columns {
        let cells = schema.columns.iter().map(|_| Cells::default()).collect();
        Columns { cells, texts: Vec::new(), fault: None }
    }

    pub(super) fn push(&mut self, columns: &[Column], values: &[Value<'_>]) {
        let mut text = 0usize;
        for ((cells, column), value) in self.cells.iter_mut().zip(columns).zip(values) {
            match value {
                Value::Text(cell) if cell.len() > i32::MAX as usize => {
                    self.fault = Some("a record has more than 2 GiB of text in a column, which none can hold");
                    return;
                }
                Value::Text(cell) => text = text.saturating_add(cell.len()),
                Value::Null if !column.nullable => self.fault = Some(MISFIT),
                _ => {}
            }
            if !cells.push(column.kind, value) {
                self.fault = Some(MISFIT);
            }
        }
        self.texts.push(u32::try_from(text).unwrap_or(u32::MAX));
    }

    /// What is wrong with the rows, if anything.
    pub(super) fn fault(&self) -> Option<&'static str> {
        self.fault
    }

    /// How much text each row has.
    pub(super) fn take_texts(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.texts)
    }

    pub(super) fn into_cells(self) -> Vec<Cells> {
        self.cells
    }
}

const MISFIT: &str = "a value does not fit its column";
