//! The bytes of a record as text: what is not UTF-8 is reported once, and kept raw where it could not be decoded without loss.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use pentad_rules::Code;

use crate::{Encoding, Field, Finding, NoteKind, ReadOptions, Record, Span};

/// Findings of one record beyond this number are not listed.
const MAX_FINDINGS: usize = 1000;

/// A record's slice.
#[derive(Clone, Copy)]
pub(crate) struct SourceText<'a> {
    pub(crate) bytes: &'a [u8],
    encoding: Encoding,
    /// Whether extras are kept; the headers alone have none.
    extras: bool,
}

impl<'a> SourceText<'a> {
    pub(crate) fn new(bytes: &'a [u8], options: &ReadOptions) -> SourceText<'a> {
        SourceText { bytes, encoding: options.encoding, extras: !options.headers_only }
    }

    /// Where a part of the slice lies.
    pub(crate) fn span(self, part: &[u8]) -> Span {
        Span::of(part, self.bytes)
    }

    /// The text of a part, and its bytes in base64 where they do not come back from it and are to be kept.
    fn decode(self, part: &'a [u8], span: Span, record: &mut Record) -> (Cow<'a, str>, Option<String>) {
        let (text, encoding, sound) = self.encoding.decode(part);
        if (encoding != Encoding::UTF_8 || !sound) && !record.findings.iter().any(|f| f.code == Code::Encoding) {
            let how = if sound { "" } else { " with losses" };
            let message = format!("not UTF-8; read as {}{how}", encoding.name());
            record.findings.push(Finding::new(Code::Encoding, span, message));
        }
        let raw = (!sound && !record.skip_notes).then(|| BASE64.encode(part));
        (text, raw)
    }

    /// The text of a part that stands there.
    pub(crate) fn text(self, part: &'a [u8], span: Span, record: &mut Record) -> Cow<'a, str> {
        self.decode(part, span, record).0
    }

    /// States a field.
    pub(crate) fn set(self, field: Field, part: &'a [u8], span: Span, record: &mut Record) {
        let (text, raw) = self.decode(part, span, record);
        record.set(field, &text, span);
        if let Some(raw) = raw.filter(|_| self.extras) {
            record.note(0, NoteKind::Raw, field.name(), &raw);
        }
    }

    /// Keeps a text that has no field of its own.
    pub(crate) fn extra(self, at: u32, key: &str, part: &'a [u8], span: Span, record: &mut Record) {
        if self.extras {
            let (text, raw) = self.decode(part, span, record);
            record.note(at, NoteKind::Extra, key, &text);
            if let Some(raw) = raw {
                record.note(at, NoteKind::Raw, key, &raw);
            }
        }
    }

    /// Reports a fault of a part of the slice.
    pub(crate) fn report(self, code: Code, part: &[u8], message: impl Into<Cow<'static, str>>, record: &mut Record) {
        report(record, Finding::new(code, self.span(part), message));
    }
}

/// Lists a finding, unless there are too many already.
pub(crate) fn report(record: &mut Record, finding: Finding) {
    if record.findings.len() < MAX_FINDINGS {
        record.findings.push(finding);
    }
}
