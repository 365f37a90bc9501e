//! The texts of a library: decoded when all are known, with their bytes kept where they would not be written so again.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use pentad_rules::{Code, Coords, Point};

use super::facts;
use super::game::read_game_comment;
use super::strings::{self, Decoder, comment_text, old_bytes, old_text};
use super::{COMMENT_KEY, LABEL_KEY};
use crate::{Encoding, Finding, NodeId, NoteKind, ReadOptions, Record, Span};

/// A text whose encoding is settled when all are known.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    /// The node that the note belongs to.
    pub(super) at: NodeId,
    pub(super) what: What,
    /// With NUL and padding.
    pub(super) raw: &'a [u8],
}

#[derive(Clone, Copy)]
pub(super) enum What {
    Comment,
    OldComment,
    /// On a point of the board.
    Label(Point),
    /// On no point, or on one that has a text already.
    Loose,
}

/// Decodes all texts into notes; `last` is the last node where there is one line only. Returns the encoding of most that are not UTF-8.
pub(super) fn settle(
    texts: Vec<Text<'_>>,
    bytes: &[u8],
    options: &ReadOptions,
    last: Option<NodeId>,
    record: &mut Record,
) -> Option<Encoding> {
    let known = options.encoding_forced.then_some(options.encoding);
    let modern = texts.iter().filter(|t| !matches!(t.what, What::OldComment)).map(|t| strings::content(t.raw));
    let decoder = Decoder::of(modern, known);
    let mut padded = Vec::new();
    for Text { at, what, raw } in texts {
        let span = Span::of(raw, bytes);
        let (text, encoding) = match what {
            What::OldComment => (old_text(raw).into(), Encoding::UTF_8),
            _ => decoder.decode(strings::content(raw)),
        };
        let foreign = encoding != Encoding::UTF_8 && known != Some(encoding);
        if foreign && record.findings.iter().all(|f| f.code != Code::Encoding) {
            let message = format!("a text is not UTF-8; read as {}", encoding.name());
            record.findings.push(Finding::new(Code::Encoding, span, message));
        }
        let text = if matches!(what, What::Comment | What::OldComment) { comment_text(text) } else { text };
        let (kind, key, raw_key) = match what {
            What::Comment | What::OldComment => (NoteKind::Comment, String::new(), COMMENT_KEY.to_owned()),
            What::Label(point) => {
                let key = point.text(Coords::WithI).to_string();
                let raw_key = format!("{LABEL_KEY}{key}");
                (NoteKind::Label, key, raw_key)
            }
            What::Loose => (NoteKind::Extra, facts::TEXT_KEY.to_owned(), facts::TEXT_KEY.to_owned()),
        };
        record.note(at, kind, &key, &text);
        if !is_written_so(raw, what, &text, decoder.main, &mut padded) {
            record.note(at, NoteKind::Raw, &raw_key, &BASE64.encode(raw));
        }
        if last == Some(at) && matches!(what, What::Comment | What::OldComment) {
            read_game_comment(&text, record, span);
        }
    }
    Some(decoder.main).filter(|&main| main != Encoding::UTF_8)
}

/// Whether the writer makes these bytes of the text.
fn is_written_so(raw: &[u8], what: What, text: &str, encoding: Encoding, padded: &mut Vec<u8>) -> bool {
    if matches!(what, What::OldComment) {
        return old_bytes(&strings::comment_parts(text)).is_some_and(|bytes| bytes == raw);
    }
    padded.clear();
    let parts = if matches!(what, What::Comment) { strings::comment_parts(text) } else { text.to_owned() };
    let Some(bytes) = encoding.encode_exact(&parts) else { return false };
    strings::pad(padded, &bytes);
    padded == raw
}
