//! Characters: what the texts of a record say in the encoding that they are in.

use std::borrow::Cow;

use base64::Engine as _;
use pentad_rules::Code;

use super::header::Dialect;
use super::lex::{self, Bytes, Values};
use super::read::{Plan, Reader, Retry, Step};
use super::text;
use crate::{Encoding, NoteKind, Span};

impl<'a> Reader<'a, '_> {
    /// A part of the slice as UTF-8, where it is.
    #[inline]
    pub(super) fn utf8(&self, raw: &'a [u8]) -> Option<&'a str> {
        match self.whole {
            Some(whole) => {
                let span = Span::of(raw, self.slice);
                whole.get(span.start as usize..span.end())
            }
            None => std::str::from_utf8(raw).ok(),
        }
    }

    /// The characters of a text; what cannot be decoded without loss is kept as bytes under the property's name.
    pub(super) fn decode(&mut self, raw: &'a [u8], name: &[u8]) -> Cow<'a, str> {
        if let Some(text) = self.utf8(raw)
            && (self.encoding == Encoding::UTF_8 || text.is_ascii())
        {
            self.foreign |= !self.foreign && !text.is_ascii();
            return Cow::Borrowed(text);
        }
        self.foreign = true;
        let (text, used, sound) = self.encoding.decode(raw);
        if used != self.encoding || !sound {
            let what = format!("a text is not valid {} and was read as {}", self.encoding.name(), used.name());
            self.once(Code::Encoding, Span::of(raw, self.slice), what);
        }
        if (!sound || used != self.encoding && used != Encoding::UTF_8) && !self.options.skip_notes {
            self.note(
                NoteKind::Raw,
                super::read::identifier(name),
                &base64::engine::general_purpose::STANDARD.encode(raw),
            );
        }
        text
    }

    /// A text with line breaks.
    fn text(&mut self, raw: &'a [u8], name: &[u8]) -> Cow<'a, str> {
        let text = self.decode(raw, name);
        if self.escapes() { text::unescape(text) } else { text }
    }

    /// Whether a backslash takes the next character with it. pentedb's writer escapes nothing.
    fn escapes(&self) -> bool {
        !self.header.is_pentedb()
    }

    /// A text of one line.
    pub(super) fn simple_text(&mut self, raw: &'a [u8], name: &[u8]) -> Cow<'a, str> {
        if text::is_plain(raw)
            && let Some(text) = self.utf8(raw)
        {
            return Cow::Borrowed(text);
        }
        text::simple(self.text(raw, name))
    }

    /// CA.
    pub(super) fn charset(&mut self, label: &'a [u8]) -> Step {
        if self.options.encoding_forced || self.plan.encoding.is_some() {
            return Ok(());
        }
        let Some(encoding) = std::str::from_utf8(label).ok().and_then(Encoding::from_label) else {
            let what = format!("the encoding {} is not known", String::from_utf8_lossy(label));
            self.once(Code::Encoding, Span::of(label, self.slice), what);
            return Ok(());
        };
        if encoding != self.encoding && (self.foreign || Bytes::of(encoding) != self.bytes) {
            return Err(Retry(Plan { encoding: Some(encoding), ..self.plan }));
        }
        self.encoding = encoding;
        self.plan.encoding = Some(encoding);
        Ok(())
    }

    /// A comment with one value, the first of its node: where it is none, nothing was done. The `C[` has been read.
    #[inline]
    pub(super) fn lone_comment(&mut self, inner: &'a [u8]) -> Option<&'a [u8]> {
        let (rest, value) = lex::value(self.bytes, inner).ok()?;
        let (next, ()) = lex::blanks(rest).ok()?;
        if self.node.commented || next.starts_with(b"[") {
            return None;
        }
        self.node.commented = true;
        match self.utf8(value.text) {
            Some(text) if value.plain && self.dialect != Some(Dialect::Engine) => {
                self.note(NoteKind::Comment, "", text)
            }
            _ => self.comment(value.text),
        }
        Some(next)
    }

    pub(super) fn comments(&mut self, values: Values<'a>) {
        for value in values.each(self.bytes) {
            self.comment(value);
        }
        if values.many {
            self.malformed(values.raw, "a comment has one value");
        }
    }

    fn comment(&mut self, value: &'a [u8]) {
        if self.dialect == Some(Dialect::Engine) && self.engine_comment(value) {
            return;
        }
        if self.options.skip_notes && self.utf8(value).is_none() && self.encoding.holds(value) {
            // Nothing is to be said of it, and it may be long.
            self.foreign = true;
            self.note(NoteKind::Comment, "", "");
            return;
        }
        let text = self.decode(value, b"C");
        if self.escapes() && !self.options.headers_only && !self.options.skip_notes {
            let at = self.place();
            self.record.note_written(at, NoteKind::Comment, |out| text::unescape_into(out, &text));
        } else {
            self.note(NoteKind::Comment, "", &text);
        }
    }
}
