//! Reading the records of a batch, one after the other, into one record that is used again and again.

use pentad_formats::{Finding, ReadOptions, Record, Span};
use pentad_rules::Code;

use crate::{Batch, Condition, RecordSlice};

/// A reader of the records in batches.
#[derive(Debug, Default)]
pub struct RecordReader {
    record: Record,
    options: ReadOptions,
}

impl RecordReader {
    /// A reader; the encoding of the options gives way to that of each input.
    pub fn new(options: ReadOptions) -> RecordReader {
        RecordReader { record: Record::new(), options }
    }

    /// Reads no more than what stands before the moves, but all of a record that may have variations, so that these can be counted.
    pub fn read_header_or_tree(&mut self, batch: &Batch, slice: &RecordSlice<'_>) -> &Record {
        self.options.headers_only = !batch.input.format.is_some_and(|f| f.may_branch(slice.bytes));
        self.read(batch, slice)
    }

    /// The record that was read last.
    pub fn last(&self) -> &Record {
        &self.record
    }

    /// Reads one record of a batch. A record that is too large, or that the source broke off, is not readable and says so.
    pub fn read(&mut self, batch: &Batch, slice: &RecordSlice<'_>) -> &Record {
        self.read_to_change(batch, slice)
    }

    /// [`RecordReader::read`] for who changes the record.
    pub(crate) fn read_to_change(&mut self, batch: &Batch, slice: &RecordSlice<'_>) -> &mut Record {
        let record = &mut self.record;
        record.clear();
        (record.bounds, record.skip_notes) = (self.options.bounds, self.options.skip_notes);
        let Some(format) = batch.input.format else {
            record.readable = false;
            return record;
        };
        self.options.encoding = batch.input.encoding;
        self.options.encoding_forced = batch.input.encoding_forced;
        let named = self.options.dialect;
        let options = ReadOptions { dialect: named.or(batch.input.dialect), ..self.options };
        let read = |bytes: &[u8], record: &mut Record| match batch.input.prelude(&options) {
            Some(prelude) => format.read_after(prelude, bytes, &options, record),
            None => format.read(bytes, &options, record),
        };
        match slice.condition {
            Condition::Whole => {
                read(slice.bytes, record);
                if record.readable && !format.info().many {
                    format.read_name(batch.input.file_name(), record);
                }
            }
            Condition::TooLarge(bytes) => {
                record.readable = false;
                let limit = if format.large_records() { "--max-tree" } else { "--max-record" };
                let message = format!("the record is {bytes} bytes long, more than {limit} allows");
                record.findings.push(Finding::new(Code::RecordTooLarge, Span::WHOLE, message));
            }
            Condition::BrokenOff => {
                read(slice.bytes, record);
                record.readable = false;
                let end = Span::between(slice.bytes.len(), slice.bytes.len());
                record.findings.push(Finding::new(Code::SourceBroken, end, "the source broke off in this record"));
            }
        }
        record
    }
}
