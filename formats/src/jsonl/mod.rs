//! `jsonl`: pentad's own form, one JSON object a line, which holds everything that a record can state.
//!
//! docs/jsonl.md is the definition. `read(write(x))` has the same content as `x` for every readable record `x`.

mod event;
mod header;
mod key;
mod note;
mod read;
mod scan;
mod tree;
mod write;
mod write_notes;

use crate::line_framer::LineFramer;
use crate::{Confidence, Encoding, Format, FormatInfo, Framer, Loss, ReadOptions, Record, WriteOptions};

/// The format.
pub(crate) struct Jsonl;

/// The version of the schema.
const VERSION: u32 = 1;

static INFO: FormatInfo = FormatInfo {
    id: "jsonl",
    title: "pentad's canonical JSON lines",
    extensions: &["jsonl", "ndjson"],
    many: true,
    writes: true,
    dialects: &[],
    page: "One JSON object a line, UTF-8, version 1 of the schema in docs/jsonl.md and docs/jsonl.schema.json. It is the form that loses \
           nothing: every field, event, comment, variation and unknown property of every other format has a place in it. Blank \
           lines are passed over; a key that the schema does not have is reported and kept.",
};

impl Format for Jsonl {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn detect(&self, head: &[u8]) -> Option<(Confidence, &'static str)> {
        let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
        let line = head.split(|&b| b == b'\n').next().filter(|l| l.first() == Some(&b'{'))?;
        let find =
            |needle: &[u8]| memchr::memmem::find(line, needle).map(|n| line[n + needle.len()..].trim_ascii_start());
        if find(b"\"pentad\"").is_some_and(|rest| rest.starts_with(b":")) {
            return Some((Confidence::Certain, "a JSON object with the key `pentad`"));
        }
        let list_of = |key: &[u8], first: u8| {
            let rest = find(key)?.strip_prefix(b":")?.trim_ascii_start().strip_prefix(b"[")?.trim_ascii_start();
            (rest.first() == Some(&first)).then_some(())
        };
        list_of(b"\"moves\"", b'"').or_else(|| list_of(b"\"events\"", b'{'))?;
        Some((Confidence::Likely, "a JSON object a line with moves in pentad's form"))
    }

    fn may_branch(&self, slice: &[u8]) -> bool {
        memchr::memmem::find(slice, b"\"tree\"").is_some()
    }

    fn framer(&self, _: Encoding) -> Box<dyn Framer> {
        Box::new(LineFramer::<false>::default())
    }

    fn read(&self, bytes: &[u8], options: &ReadOptions, record: &mut Record) {
        read::read(bytes, options, record);
    }

    fn write(&self, record: &Record, _: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        write::write(record, out);
        Some(record.coords_loss().into_iter().collect())
    }
}
