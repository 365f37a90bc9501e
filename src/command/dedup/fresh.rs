//! `--against`: the records that the database does not have.

use std::ops::ControlFlow;

use pentad_corpus::duplicate::{Decisions, Index, Side};
use pentad_corpus::{Batch, RecordReader};
use pentad_formats::{Field, Score};
use serde::Serialize;

use super::told::Told;
use crate::args::{Common, DedupArgs, DuplicateShape};
use crate::exit::Done;
use crate::twice::Twice;
use crate::{input, output};

#[derive(Serialize)]
struct NewLine<'a> {
    new: Told<'a>,
}

/// Prints a line for each record that is new.
pub(super) fn list(
    args: &DedupArgs,
    common: &Common,
    looked: &Twice<'_>,
    index: &Index,
    decisions: &Decisions,
) -> anyhow::Result<Done> {
    let board = crate::rules_file::judge_options(&args.judge, None)?.board();
    let run = input::run_on(
        looked.sources()?,
        &args.input,
        common,
        || RecordReader::new(args.input.read_options(board)),
        |reader, batch| new_of(reader, batch, args.format, index, decisions),
        |lines: anyhow::Result<Vec<u8>>| output::plain(&lines?).map(ControlFlow::Continue),
    )?;
    Ok(run.done_whole())
}

fn new_of(
    reader: &mut RecordReader,
    batch: &Batch,
    shape: DuplicateShape,
    index: &Index,
    decisions: &Decisions,
) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    for slice in batch.records() {
        let number = index.number(Side::Looked, &batch.input, slice.number)?;
        let record = reader.read(batch, &slice);
        if !record.readable || decisions.dropped.get(number) {
            continue;
        }
        let text = |field| record.get(field).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let told = Told {
            file: batch.input.name(),
            record: slice.number,
            id: text(Field::Id),
            black: text(Field::BlackName),
            white: text(Field::WhiteName),
            date: text(Field::Date),
            event: text(Field::Event),
            result: record.stated_result().filter(|s| *s != Score::Unknown).map(|s| s.text().to_owned()),
            plies: record.events.plies(),
        };
        match shape {
            DuplicateShape::Text => {
                let mut line = "new: ".to_owned();
                told.text(&mut line);
                line.push('\n');
                out.extend(line.as_bytes());
            }
            DuplicateShape::Jsonl => {
                serde_json::to_writer(&mut out, &NewLine { new: told })?;
                out.push(b'\n');
            }
            DuplicateShape::Csv => {
                let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(&mut out);
                let Told { file, record, id, black, white, date, event, result, plies } = told;
                let blank = ("", "", "", "", "", "");
                writer.serialize(("", "new", file, record, id, black, white, date, event, result, plies, blank))?;
                writer.flush()?;
            }
        }
    }
    Ok(out)
}
