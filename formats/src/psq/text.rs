//! Text of a record's slice, decoded with what has to be said of it.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use pentad_rules::Code;

use crate::{Encoding, Field, Finding, NoteKind, ReadOptions, Record, Span};

/// Puts texts of a slice into a record.
pub(crate) struct Texts<'a, 'o> {
    pub(crate) bytes: &'a [u8],
    pub(crate) options: &'o ReadOptions,
}

impl<'a> Texts<'a, '_> {
    /// States a field.
    pub(crate) fn field(&self, record: &mut Record, field: Field, part: &'a [u8]) {
        let (text, sound) = self.decode(record, part);
        record.set(field, &text, Span::of(part, self.bytes));
        self.raw(record, field.name(), part, sound);
    }

    /// Adds an extra of the record.
    pub(crate) fn extra(&self, record: &mut Record, key: &str, part: &'a [u8]) {
        if !self.options.headers_only {
            let (text, sound) = self.decode(record, part);
            record.note(0, NoteKind::Extra, key, &text);
            self.raw(record, key, part, sound);
        }
    }

    fn raw(&self, record: &mut Record, key: &str, part: &[u8], sound: bool) {
        if !sound && !self.options.headers_only {
            record.note(0, NoteKind::Raw, key, &BASE64.encode(part));
        }
    }

    /// The text, and whether it would come back; the first one that is not UTF-8 is reported.
    fn decode(&self, record: &mut Record, part: &'a [u8]) -> (Cow<'a, str>, bool) {
        let (text, encoding, sound) = self.options.encoding.decode(part);
        if (encoding != Encoding::UTF_8 || !sound) && !record.findings.iter().any(|f| f.code == Code::Encoding) {
            let how = if sound { "" } else { ", with losses; the bytes are kept" };
            let message = format!("not UTF-8; read as {}{how}", encoding.name());
            record.findings.push(Finding::new(Code::Encoding, Span::of(part, self.bytes), message));
        }
        (text, sound)
    }
}
