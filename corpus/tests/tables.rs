//! The table layer: what is written is what was put in, in every format, however it was divided into parts.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use pentad_corpus::table::{Column, Kind, Rows, Schema, TableFormat, TableWriter, Value};
use proptest::prelude::*;

/// A row: the number that is counted on, a whole number, a number, a flag, two texts.
type Row = (i64, Option<i64>, Option<f64>, Option<bool>, String, Option<String>);

fn schema() -> Schema {
    let column = |name: &'static str, kind, nullable| Column {
        name: name.into(),
        kind,
        nullable,
        meaning: format!("the column {name}").into(),
    };
    let columns = vec![
        column("serial", Kind::Serial, false),
        column("int", Kind::Int, true),
        column("real", Kind::Real, true),
        column("flag", Kind::Flag, true),
        column("text", Kind::Text, false),
        column("perhaps, text", Kind::Text, true),
    ];
    Schema { name: "test".into(), version: 3, meaning: "a test".into(), columns: columns.into() }
}

/// The table of these parts; each counts from 1, and the writer counts on.
fn written(schema: &Schema, format: TableFormat, parts: &[&[Row]]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = TableWriter::new(schema, format, &mut out).unwrap();
    let mut before = 0;
    for part in parts {
        let mut rows = Rows::new(schema, format);
        for (serial, int, real, flag, text, perhaps) in *part {
            rows.push(&[
                Value::Int(serial - before),
                (*int).into(),
                (*real).into(),
                (*flag).into(),
                Value::Text(text),
                perhaps.as_deref().into(),
            ]);
        }
        writer.write(rows, before).unwrap();
        before += part.len() as i64;
    }
    assert_eq!(writer.finish().unwrap(), parts.iter().map(|part| part.len() as u64).sum::<u64>());
    out
}

/// Rows as cells of text; nothing is `None`.
type Cells = Vec<Vec<Option<String>>>;

fn cells(rows: &[Row]) -> Cells {
    let row = |(serial, int, real, flag, text, perhaps): &Row| {
        vec![
            Some(serial.to_string()),
            int.map(|n| n.to_string()),
            real.map(|x| format!("{x:?}")),
            flag.map(|f| f.to_string()),
            Some(text.clone()),
            perhaps.clone(),
        ]
    };
    rows.iter().map(row).collect()
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let text = || prop_oneof![Just(String::new()), "[a-c\",;\r\n\t é棋\u{feff}]{1,6}", any::<String>()];
    let real = any::<i32>().prop_map(|n| f64::from(n) / 8.0);
    let row =
        (any::<Option<i64>>(), proptest::option::of(real), any::<Option<bool>>(), text(), proptest::option::of(text()));
    proptest::collection::vec(row, 0..40).prop_map(|rows| {
        rows.into_iter()
            .zip(1..)
            .map(|((int, real, flag, text, perhaps), serial)| (serial, int, real, flag, text, perhaps))
            .collect()
    })
}

fn formats() -> impl Iterator<Item = TableFormat> {
    let all = [TableFormat::Csv, TableFormat::Jsonl, TableFormat::Parquet, TableFormat::Arrow];
    all.into_iter().filter(|format| format.is_built_in())
}

/// Splits before the rows of these numbers.
fn split<'r>(mut rows: &'r [Row], at: &[usize]) -> Vec<&'r [Row]> {
    let mut parts = Vec::new();
    for &count in at {
        let (part, rest) = rows.split_at(count.min(rows.len()));
        parts.push(part);
        rows = rest;
    }
    parts.push(rows);
    parts
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn how_rows_are_divided_makes_no_difference(rows in rows(), at in proptest::collection::vec(0usize..8, 0..8)) {
        let schema = schema();
        for format in formats() {
            let whole = written(&schema, format, &[&rows]);
            prop_assert_eq!(&whole, &written(&schema, format, &split(&rows, &at)), "{:?}", format);
        }
    }

    #[test]
    fn json_lines_hold_what_was_put_in(rows in rows()) {
        let text = String::from_utf8(written(&schema(), TableFormat::Jsonl, &[&rows])).unwrap();
        let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let wanted: Vec<_> = rows.iter().map(|(serial, int, real, flag, text, perhaps)| {
            serde_json::json!({"serial": serial, "int": int, "real": real, "flag": flag, "text": text, "perhaps, text": perhaps})
        }).collect();
        prop_assert_eq!(lines, wanted);
    }

    #[test]
    fn csv_holds_what_was_put_in(rows in rows()) {
        let table = written(&schema(), TableFormat::Csv, &[&rows]);
        prop_assert!(table.starts_with(b"serial,int,real,flag,text,\"perhaps, text\"\n"));
        prop_assert_eq!(from_csv(&table), cells(&rows).into_iter().map(empty_as_nothing).collect::<Vec<_>>());
    }
}

/// Most readers of CSV do not tell an empty text from nothing.
fn empty_as_nothing(row: Vec<Option<String>>) -> Vec<Option<String>> {
    row.into_iter().map(|cell| cell.filter(|text| !text.is_empty())).collect()
}

fn from_csv(table: &[u8]) -> Cells {
    let mut reader = csv::Reader::from_reader(table);
    let row = |record: csv::StringRecord| empty_as_nothing(record.iter().map(|cell| Some(cell.to_owned())).collect());
    reader.records().map(|record| row(record.unwrap())).collect()
}

#[test]
fn csv_tells_an_empty_text_from_nothing() {
    let row = |serial, text: &str, perhaps: Option<&str>| -> Row {
        (serial, None, None, None, text.to_owned(), perhaps.map(str::to_owned))
    };
    let rows = [row(1, "", None), row(2, "a\"b", Some("")), row(3, "c, d", Some("é\n"))];
    let table = String::from_utf8(written(&schema(), TableFormat::Csv, &[&rows])).unwrap();
    assert_eq!(
        table,
        "serial,int,real,flag,text,\"perhaps, text\"\n1,,,,\"\",\n2,,,,\"a\"\"b\",\"\"\n3,,,,\"c, d\",\"é\n\"\n"
    );
}

#[test]
fn what_is_not_built_in_is_refused() {
    for format in [TableFormat::Parquet, TableFormat::Arrow].into_iter().filter(|format| !format.is_built_in()) {
        let error = TableWriter::new(&schema(), format, Vec::new()).err().unwrap();
        assert_eq!(error.kind(), std::io::ErrorKind::Unsupported);
    }
}

#[cfg(feature = "parquet")]
mod columns {
    use std::fs::File;
    use std::io::Write as _;

    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float64Type, Int64Type};
    use arrow_array::{Array, RecordBatch};
    use arrow_ipc::reader::StreamReader;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use super::*;

    fn from_arrow(table: &[u8]) -> Vec<RecordBatch> {
        StreamReader::try_new(table, None).unwrap().map(Result::unwrap).collect()
    }

    fn parquet(table: Vec<u8>) -> ParquetRecordBatchReaderBuilder<File> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&table).unwrap();
        ParquetRecordBatchReaderBuilder::try_new(file).unwrap()
    }

    fn from_parquet(table: Vec<u8>) -> Vec<RecordBatch> {
        parquet(table).build().unwrap().map(Result::unwrap).collect()
    }

    fn as_cells(batches: &[RecordBatch]) -> Cells {
        let cell = |array: &dyn Array, row: usize| {
            array.is_valid(row).then(|| match array.data_type() {
                arrow_schema::DataType::Int64 => array.as_primitive::<Int64Type>().value(row).to_string(),
                arrow_schema::DataType::Float64 => format!("{:?}", array.as_primitive::<Float64Type>().value(row)),
                arrow_schema::DataType::Boolean => array.as_boolean().value(row).to_string(),
                _ => array.as_string::<i32>().value(row).to_owned(),
            })
        };
        let rows = |batch: &RecordBatch| -> Cells {
            (0..batch.num_rows()).map(|row| batch.columns().iter().map(|array| cell(array, row)).collect()).collect()
        };
        batches.iter().flat_map(rows).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn parquet_and_arrow_hold_the_rows_of_csv(rows in rows()) {
            let schema = schema();
            let csv = from_csv(&written(&schema, TableFormat::Csv, &[&rows]));
            let arrow = as_cells(&from_arrow(&written(&schema, TableFormat::Arrow, &[&rows])));
            let parquet = as_cells(&from_parquet(written(&schema, TableFormat::Parquet, &[&rows])));
            prop_assert_eq!(&arrow, &cells(&rows));
            prop_assert_eq!(&parquet, &arrow);
            prop_assert_eq!(csv, arrow.into_iter().map(empty_as_nothing).collect::<Vec<_>>());
        }
    }

    fn many(count: i64, text: &str) -> Vec<Row> {
        (1..=count).map(|n| (n, Some(n), None, Some(n % 2 == 0), text.to_owned(), None)).collect()
    }

    #[test]
    fn blocks_are_bounded_and_do_not_depend_on_the_parts() {
        let (schema, rows) = (schema(), many(150_000, "a text"));
        for format in [TableFormat::Arrow, TableFormat::Parquet] {
            let whole = written(&schema, format, &[&rows]);
            let parts: Vec<&[Row]> = rows.chunks(777).collect();
            assert!(whole == written(&schema, format, &parts), "{format:?}");
            let single: Vec<&[Row]> = rows[..40_000].chunks(1).collect();
            assert!(written(&schema, format, &[&rows[..40_000]]) == written(&schema, format, &single), "{format:?}");
        }
        let blocks = from_arrow(&written(&schema, TableFormat::Arrow, &[&rows]));
        assert_eq!(blocks.iter().map(RecordBatch::num_rows).max(), Some(16 << 10));
    }

    #[test]
    fn long_texts_make_small_blocks() {
        let rows = many(10, &"x".repeat(300 << 10));
        let blocks = from_arrow(&written(&schema(), TableFormat::Arrow, &[&rows]));
        assert_eq!(blocks.iter().map(RecordBatch::num_rows).collect::<Vec<_>>(), [3, 3, 3, 1]);
        assert_eq!(as_cells(&blocks), cells(&rows));
        // One that is larger than a block is in one of its own.
        let rows = many(3, &"x".repeat(3 << 20));
        let blocks = from_arrow(&written(&schema(), TableFormat::Arrow, &[&rows]));
        assert_eq!(blocks.iter().map(RecordBatch::num_rows).collect::<Vec<_>>(), [1, 1, 1]);
        assert_eq!(as_cells(&from_parquet(written(&schema(), TableFormat::Parquet, &[&rows]))), cells(&rows));
    }

    /// Row `n` of a large table: columns that run on, take turns, repeat, are all different, or are rarely there.
    fn large_row(n: i64, text: &str) -> Row {
        let int = (n % 7 > 0).then(|| if n % 1000 == 1 { i64::MIN + n } else { n / 90 });
        let real = (n % 3 == 0).then_some(n as f64 / 8.0);
        let perhaps = (n % 11 > 3).then(|| format!("{text} {}", n * 7919 % 100_003));
        (
            n,
            int,
            real,
            (n % 5 > 0).then_some(n % 2 == 0),
            if n % 2 == 0 { "black" } else { "white" }.to_owned(),
            perhaps,
        )
    }

    /// A table of so many rows, in parts of so many.
    fn large(rows: i64, part: usize, threads: usize, text: &str) -> Vec<u8> {
        let schema = schema();
        let mut out = Vec::new();
        let writer = TableWriter::new(&schema, TableFormat::Parquet, &mut out).unwrap();
        let mut writer = writer.with_threads(threads);
        for before in (0..rows).step_by(part) {
            let mut part_rows = Rows::new(&schema, TableFormat::Parquet);
            for n in before + 1..=rows.min(before + part as i64) {
                let (_, int, real, flag, colour, perhaps) = large_row(n, text);
                let serial = Value::Int(n - before);
                part_rows.push(&[
                    serial,
                    int.into(),
                    real.into(),
                    flag.into(),
                    (&*colour).into(),
                    perhaps.as_deref().into(),
                ]);
            }
            writer.write(part_rows, before).unwrap();
        }
        writer.finish().unwrap();
        out
    }

    fn group_rows(table: Vec<u8>) -> Vec<i64> {
        parquet(table).metadata().row_groups().iter().map(|group| group.num_rows()).collect()
    }

    /// A million rows are far more than what waits in memory.
    #[test]
    fn row_groups_do_not_depend_on_parts_and_threads_and_hold_what_was_put_in() {
        const ROWS: i64 = 1_100_000;
        let table = large(ROWS, 5000, 1, "t");
        assert!(table == large(ROWS, 77_777, 3, "t"));
        assert_eq!(group_rows(table.clone()), [1 << 20, ROWS - (1 << 20)]);
        let mut n = 0;
        for batch in parquet(table).build().unwrap() {
            for row in as_cells(&[batch.unwrap()]) {
                n += 1;
                let wanted = cells(&[large_row(n, "t")]);
                assert!(row == wanted[0], "{row:?} is not {wanted:?}");
            }
        }
        assert_eq!(n, ROWS);
    }

    /// Cells count 8 bytes each and what text they have.
    #[test]
    fn row_groups_of_long_texts_have_fewer_rows() {
        let text = "x".repeat(10_000);
        let table = large(30_000, 100, 2, &text);
        let (mut groups, mut rows, mut size) = (Vec::new(), 0, 0);
        for n in 1..=30_000 {
            let (.., colour, perhaps) = large_row(n, &text);
            let row = 48 + colour.len() + perhaps.map_or(0, |text| text.len());
            if size + row > 128 << 20 {
                groups.push(std::mem::take(&mut rows));
                size = 0;
            }
            (rows, size) = (rows + 1, size + row);
        }
        groups.push(rows);
        assert_eq!(groups.len(), 2);
        assert_eq!(group_rows(table), groups);
    }

    #[test]
    fn rows_of_another_format_are_refused() {
        let schema = schema();
        for format in [TableFormat::Arrow, TableFormat::Parquet] {
            let mut writer = TableWriter::new(&schema, format, Vec::new()).unwrap();
            assert!(writer.write(Rows::new(&schema, TableFormat::Csv), 0).is_err());
            writer.write(Rows::new(&schema, format), 0).unwrap();
            assert_eq!(writer.finish().unwrap(), 0);
        }
    }

    #[test]
    fn a_file_tells_its_table_and_what_the_columns_mean() {
        let (schema, rows) = (schema(), many(1, ""));
        let file = parquet(written(&schema, TableFormat::Parquet, &[&rows]));
        let about = file.metadata().file_metadata().key_value_metadata().unwrap();
        let value = |key: &str| about.iter().find(|entry| entry.key == key).and_then(|entry| entry.value.clone());
        assert_eq!((value("pentad.table"), value("pentad.schema")), (Some("test".into()), Some("3".into())));
        let stream = written(&schema, TableFormat::Arrow, &[&rows]);
        let arrow = StreamReader::try_new(&stream[..], None).unwrap().schema();
        assert_eq!(arrow.metadata().get("pentad.table").unwrap(), "test");
        assert_eq!(arrow.field(1).metadata().get("meaning").unwrap(), "the column int");
        let nullable: Vec<bool> = arrow.fields().iter().map(|field| field.is_nullable()).collect();
        assert_eq!(nullable, [false, true, true, true, false, true]);
    }
}
