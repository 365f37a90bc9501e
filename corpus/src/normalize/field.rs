//! Fields of the header as fixes change them.

use pentad_formats::{Field, NoteKind, Record};

use super::Fix;
use crate::convert::Change;

/// Why a field is left whose bytes could not be decoded.
pub(super) const UNDECODED: &str = "its text could not be decoded; --encoding decodes it";

/// Whether the bytes of a field are kept because they could not be decoded.
pub(super) fn is_undecoded(record: &Record, field: Field) -> bool {
    record.notes().any(|note| note.at == 0 && note.kind == NoteKind::Raw && note.key == field.name())
}

/// Gives a field another text, none where it is empty (which states nothing), and tells of it. Nothing happens where the text is the same.
pub(super) fn set(record: &mut Record, field: Field, text: &str, fix: Fix, what: &'static str) -> Option<Change> {
    let before = record.get(field)?.to_owned();
    if before == text && !text.is_empty() {
        return None;
    }
    let after = Some(text).filter(|text| !text.is_empty());
    match after {
        Some(text) => record.set(field, text, record.span_of(field).unwrap_or_default()),
        None => record.unset(field),
    }
    Some(Change::of(fix.name(), field.name(), Some(&before), after).what(what))
}
