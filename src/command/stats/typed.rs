//! Tables with types, for programs that read Parquet.

use std::borrow::Cow;

use anyhow::Context as _;
use pentad_corpus::table::{Column, Kind, Rows, Schema, TableFormat, TableWriter, Value};

use crate::output;

/// The columns of real numbers. All others that are not named before the counts are of whole numbers.
const REALS: [&str; 10] =
    ["share", "score", "low", "high", "mean_plies", "median_plies", "rating", "deviation", "volatility", "opponents"];

/// Prints a CSV table as Parquet: the first `texts` columns are texts, the others numbers.
pub(super) fn print(name: &'static str, csv: &[u8], texts: usize) -> anyhow::Result<()> {
    let mut reader = csv::Reader::from_reader(csv);
    let column = |(at, name): (usize, &str)| {
        let kind = match name {
            _ if at < texts => Kind::Text,
            name if REALS.contains(&name) => Kind::Real,
            _ => Kind::Int,
        };
        Column { name: Cow::Owned(name.to_owned()), kind, nullable: true, meaning: "".into() }
    };
    let columns: Vec<Column> = reader.headers()?.iter().enumerate().map(column).collect();
    let schema = Schema { name: name.into(), version: 1, meaning: "".into(), columns: columns.into() };
    let mut rows = Rows::new(&schema, TableFormat::Parquet);
    for record in reader.records() {
        let record = record?;
        let cells = schema.columns.iter().zip(&record).map(|(column, cell)| match column.kind {
            Kind::Text => Ok(Value::from(cell)),
            _ if cell.is_empty() => Ok(Value::Null),
            Kind::Real => cell.parse::<f64>().map(Value::from).context("a number"),
            _ => cell.parse::<i64>().map(Value::from).context("a number"),
        });
        rows.push(&cells.collect::<anyhow::Result<Vec<_>>>()?);
    }
    let mut out = Vec::new();
    let mut writer = TableWriter::new(&schema, TableFormat::Parquet, &mut out)?;
    writer.write(rows, 0)?;
    writer.finish()?;
    output::plain(&out)
}
