//! Reads one line. serde_json checks the whole line and hands out the top-level values as slices; what is inside them is walked
//! by [`super::scan`], so that nothing is copied and every place is known.

use std::borrow::Cow;
use std::fmt;

use pentad_rules::{Code, Point};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::key::Key;
use super::scan::{deeper_than, members};
use crate::{Finding, NodeId, NoteKind, ReadOptions, Record, Span};

/// Findings of one record beyond this number are not listed: a line of nonsense must not cost more memory than its length.
const MAX_FINDINGS: usize = 1000;

/// How many brackets can be open at a place: each costs memory while it is, and a record has five.
const MAX_DEPTH: usize = 1 << 16;

/// The top-level values of a line, none of them looked into.
struct Line<'a> {
    known: [Option<&'a str>; Key::COUNT],
    /// Whether there are unknown keys, or known ones that came again: they are looked for again, since there may be millions.
    others: bool,
}

impl<'de: 'a, 'a> Deserialize<'de> for Line<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Line<'a>, D::Error> {
        struct OfLine;
        impl<'de> Visitor<'de> for OfLine {
            type Value = Line<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("one JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line<'de>, A::Error> {
                let mut line = Line { known: [None; Key::COUNT], others: false };
                let mut next = 0;
                while let Some(Text(key)) = map.next_key()? {
                    let value = map.next_value::<&'de RawValue>()?.get();
                    let found = Key::find_from(next, &key);
                    next = found.map_or(next, |k| k as usize + 1);
                    match found.map(|k| &mut line.known[k as usize]) {
                        Some(place @ None) => *place = Some(value),
                        _ => line.others = true,
                    }
                }
                Ok(line)
            }
        }
        from.deserialize_map(OfLine)
    }
}

/// A string, borrowed where it has no escapes.
struct Text<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Text<'a>, D::Error> {
        struct OfText;
        impl<'de> Visitor<'de> for OfText {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        from.deserialize_str(OfText)
    }
}

/// The text of a valid JSON string; `None` for other values and for escapes that name no character.
pub(super) fn text(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.as_bytes().contains(&b'\\') {
        return Some(Cow::Borrowed(inner));
    }
    serde_json::from_str::<Text<'_>>(raw).ok().map(|t| t.0)
}

/// A record being filled from a line.
pub(super) struct Reader<'a, 'r> {
    pub(super) bytes: &'a [u8],
    pub(super) record: &'r mut Record,
    pub(super) headers_only: bool,
    /// With a tree: the node of each event of its main line.
    pub(super) main_line: Vec<NodeId>,
    /// The node of the tree that each node of the file is: the file may list them in another order.
    pub(super) numbers: Vec<NodeId>,
}

pub(super) fn read(bytes: &[u8], options: &ReadOptions, record: &mut Record) {
    let line = bytes.trim_ascii_start();
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
    let mut fail = |code, at, message: String| {
        record.readable = false;
        record.findings.push(Finding::new(code, at, message));
    };
    let whole = Span::of(line, bytes);
    let place = |offset: usize| {
        Span::between(whole.start as usize + offset, (whole.start as usize + offset + 1).min(bytes.len()))
    };
    let json = match std::str::from_utf8(line) {
        Ok(json) => json,
        Err(e) => return fail(Code::JsonSyntax, place(e.valid_up_to()), "not UTF-8, as every JSON line is".to_owned()),
    };
    if let Some(at) = deeper_than(json, MAX_DEPTH) {
        return fail(Code::JsonSyntax, place(at), format!("more than {MAX_DEPTH} brackets are open here"));
    }
    let line: Line<'_> = match serde_json::from_str(json) {
        Ok(line) => line,
        Err(e) => {
            // The column counts bytes from 1 and may lie one past the end; a line of its own is all that was parsed.
            let at = if e.line() > 1 { 0 } else { e.column().saturating_sub(1).min(json.len().saturating_sub(1)) };
            let full = e.to_string();
            let words = full.rsplit_once(" at line ").map_or(full.as_str(), |(words, _)| words);
            return fail(Code::JsonSyntax, place(at), words.to_owned());
        }
    };
    let content = [Key::Moves, Key::Events, Key::Setup, Key::Tree].map(|k| line.known[k as usize]);
    let empty = content.iter().all(Option::is_none);
    match line.known[Key::Pentad as usize] {
        Some("1") => {}
        Some(other) => {
            let message = format!("version {other} of the schema; this program knows version {}", super::VERSION);
            return fail(Code::JsonVersion, Span::of(other.as_bytes(), bytes), message);
        }
        None if empty => {
            let message = "a JSON object without `pentad`, `moves`, `events`, `setup` and `tree` is no record";
            return fail(Code::Unreadable, whole, message.to_owned());
        }
        None => record
            .findings
            .push(Finding::new(Code::JsonKeyMissing, place(0), "the key `pentad` is missing").help("add \"pentad\":1")),
    }
    if empty {
        let message = "none of `moves`, `events`, `setup` and `tree` is there";
        record
            .findings
            .push(Finding::new(Code::JsonKeyMissing, whole, message).help("add \"moves\":[] where no move is known"));
    }
    let mut reader =
        Reader { bytes, record, headers_only: options.headers_only, main_line: Vec::new(), numbers: Vec::new() };
    reader.header(&line.known, options);
    if !options.headers_only {
        reader.content(&line.known);
    }
    if line.others {
        reader.others(json, &line.known);
    }
}

/// The text of a key as it stands between its quotes.
pub(super) fn unescape(key: &str) -> Cow<'_, str> {
    if !key.contains('\\') {
        return Cow::Borrowed(key);
    }
    // A key with an escape that names no character (half a surrogate pair) stays as it is written.
    serde_json::from_str::<String>(&format!("\"{key}\"")).map_or(Cow::Borrowed(key), Cow::Owned)
}

impl<'a> Reader<'a, '_> {
    /// Reports and keeps unknown keys, and known ones that came again.
    fn others(&mut self, line: &'a str, known: &[Option<&'a str>; Key::COUNT]) {
        for (key, raw) in members(line).into_iter().flatten() {
            let key = unescape(key);
            let found = Key::find_from(0, &key);
            if found.and_then(|k| known[k as usize]).is_some_and(|first| std::ptr::eq(first.as_ptr(), raw.as_ptr())) {
                continue;
            }
            if !self.full() {
                let (code, what) = match found {
                    Some(_) => (Code::JsonKeyRepeated, "stands twice; the first value counts"),
                    None => (Code::JsonKey, "is no key of a record"),
                };
                self.report(code, raw, format!("`{key}` {what}"));
            }
            self.keep(0, &key, raw);
        }
    }

    fn content(&mut self, known: &[Option<&'a str>; Key::COUNT]) {
        let of = |key: Key| known[key as usize];
        match (of(Key::Moves), of(Key::Events)) {
            (Some(moves), None) => self.moves(moves),
            (None, Some(events)) => self.events(events),
            (Some(moves), Some(events)) => {
                self.events(events);
                self.invalid(Key::Moves.name(), moves, "left out where `events` is stated");
            }
            (None, None) => {}
        }
        if let Some(raw) = of(Key::Tree) {
            self.tree(raw, of(Key::Moves).or(of(Key::Events)).is_none());
        }
        let kinds = [
            (Key::Comments, NoteKind::Comment),
            (Key::Labels, NoteKind::Label),
            (Key::TimesMs, NoteKind::TimeMs),
            (Key::Extra, NoteKind::Extra),
            (Key::Raw, NoteKind::Raw),
        ];
        for (key, kind) in kinds {
            if let Some(raw) = of(key).filter(|_| !self.record.is_over()) {
                self.notes(key, kind, raw);
            }
        }
    }

    /// Where a part of the line stands in the record.
    #[inline]
    pub(super) fn span(&self, raw: &str) -> Span {
        Span::of(raw.as_bytes(), self.bytes)
    }

    /// Whether no more findings are listed, so that their words need not be made.
    pub(super) fn full(&self) -> bool {
        self.record.findings.len() >= MAX_FINDINGS
    }

    pub(super) fn report(&mut self, code: Code, raw: &str, message: String) {
        if !self.full() {
            self.record.findings.push(Finding::new(code, self.span(raw), message));
        }
    }

    /// Reports a value that its key cannot take.
    pub(super) fn wrong(&mut self, key: &str, raw: &str, expected: &str) {
        if self.full() {
            return;
        }
        let shown: String = raw.chars().take(40).collect();
        let dots = if shown.len() < raw.len() { "…" } else { "" };
        self.report(Code::JsonValue, raw, format!("`{key}` cannot be {shown}{dots}; it is {expected}"));
    }

    /// Reports a value that its key cannot take and keeps it as an extra.
    pub(super) fn invalid(&mut self, key: &str, raw: &str, expected: &str) {
        self.wrong(key, raw, expected);
        self.keep(0, key, raw);
    }

    /// Keeps a piece of JSON as an extra.
    pub(super) fn keep(&mut self, at: u32, key: &str, raw: &str) {
        if !self.headers_only {
            self.record.note(at, NoteKind::Extra, key, raw);
        }
    }

    /// The point that a JSON string names in the record's letters.
    #[inline]
    pub(super) fn point(&self, raw: &str) -> Option<Point> {
        match raw.as_bytes() {
            [b'"', token @ .., b'"'] => Point::parse_bytes(token, self.record.coords),
            _ => None,
        }
    }
}
