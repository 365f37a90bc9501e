//! Reads one record: takes addresses and the extra stones of renjubak apart, and hands the list to [`super::list`].

use pentad_rules::{Code, Color, Coords, Size};

use super::framer::Line;
use super::list::{List, Place};
use super::notation::Notation;
use super::token::{Token, Tokens};
use crate::source_text::SourceText;
use crate::{Finding, NoteKind, ReadOptions, Record};

pub(super) fn read(bytes: &[u8], options: &ReadOptions, record: &mut Record) {
    let source = SourceText::new(bytes, options);
    let dialect = options.dialect.unwrap_or_default();
    let body = if super::WHOLE_FILES.contains(&dialect) { bytes } else { body(source, record) };
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    if options.headers_only && !body.trim_ascii().is_empty() {
        return;
    }
    let list = |text, notation| List { text, place: Place::Itself, notation, source };
    let named = Notation::of_dialect(dialect);
    let named = match options.coords {
        Some(Coords::Centre(_)) if matches!(named, None | Some(Notation::Letters)) => Some(Notation::Centre),
        _ => named,
    };
    let found = match named {
        Some(Notation::Nrf) => {
            // The first line is a title.
            let end = memchr::memchr2(b'\n', b'\r', body).unwrap_or(body.len());
            let (title, moves) = body.split_at(end);
            if !title.trim_ascii().is_empty() {
                source.extra(0, "title", title.trim_ascii(), source.span(title), record);
            }
            list(moves, Notation::Nrf).read(options, record)
        }
        Some(notation) if notation != Notation::Letters => list(body, notation).read(options, record),
        letters => {
            let parts = Parts::of(body);
            if let Some(address) = parts.before.filter(|&address| address != ADDRESS.as_bytes()) {
                source.extra(0, "url", address, source.span(address), record);
            }
            if let Some(rest) = parts.after {
                source.extra(0, "url-rest", rest, source.span(rest), record);
            }
            record.size = parts.size;
            let notation = letters.unwrap_or_else(|| match Line::of(first_line(parts.moves)) {
                Line::Ban => Notation::Ban,
                Line::Rnj => Notation::Rnj,
                _ => Notation::of(parts.moves),
            });
            let found = list(parts.moves, notation).read(options, record);
            record.setup.black = list(parts.extra[0], notation).stones(record);
            record.setup.white = list(parts.extra[1], notation).stones(record);
            if !record.setup.is_empty() {
                // The list of moves begins with Black whatever lies beside it.
                record.setup.to_move = Some(Color::Black);
            }
            record.dialect = match (parts.dialect, notation.dialect()) {
                ("", "") if dialect == "lws" => "lws",
                ("", by_notation) => by_notation,
                (by_parts, _) => by_parts,
            };
            found
        }
    };
    if record.dialect.is_empty() {
        record.dialect = named.map_or("", Notation::dialect);
    }
    if let Some((score, span)) = found.result {
        (record.result, record.result_span) = (Some(score), span);
    }
    if found.legible == 0 && found.result.is_none() && record.setup.is_empty() {
        record.readable = false;
        // That each word of it is no move says no more.
        record.findings.retain(|f| f.code != Code::MovetextToken);
        record.findings.push(Finding::new(Code::Unreadable, source.span(body), "there is no move in this line"));
    }
}

fn first_line(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii_start();
    &text[..memchr::memchr2(b'\n', b'\r', text).unwrap_or(text.len())]
}

/// The address that is written where a record knows no better one.
pub(super) const ADDRESS: &str = "#/";

/// The record without what stands before it.
fn body<'a>(source: SourceText<'a>, record: &mut Record) -> &'a [u8] {
    let mut at = 0;
    let bytes = source.bytes;
    let mut stray: Option<&[u8]> = None;
    while at < bytes.len() {
        let len = memchr::memchr2(b'\n', b'\r', &bytes[at..]).unwrap_or(bytes.len() - at);
        let line = &bytes[at..at + len];
        match Line::of(line) {
            Line::Blank => {}
            Line::Comment => stray = stray.or(Some(line.trim_ascii())),
            _ => break,
        }
        at = (at + len + 1).min(bytes.len());
    }
    if let Some(line) = stray {
        source.report(Code::StrayText, line, "text that belongs to no record was passed over", record);
    }
    bytes[at..].trim_ascii()
}

/// The parts of a line.
#[derive(Clone, Copy, Default)]
struct Parts<'a> {
    dialect: &'static str,
    /// The address up to the moves.
    before: Option<&'a [u8]>,
    moves: &'a [u8],
    /// What an address has behind the moves.
    after: Option<&'a [u8]>,
    /// Stones of Black and White that lie on the board besides the moves.
    extra: [&'a [u8]; 2],
    size: Option<Size>,
}

impl<'a> Parts<'a> {
    fn of(body: &'a [u8]) -> Parts<'a> {
        let mut parts = Parts { moves: body, ..Parts::default() };
        if let Some(open) = memchr::memchr(b'{', body)
            && let Some(groups) = groups(&body[open..])
        {
            return Parts { dialect: "renjubak", moves: &body[..open], extra: groups, ..parts };
        }
        if is_address(body) {
            parts = parts.address();
        }
        if memchr::memchr(b'%', parts.moves).is_some() {
            parts = parts.fields();
        }
        parts
    }

    /// Takes an address off: the moves are its last part that begins like one.
    fn address(self) -> Parts<'a> {
        let all = self.moves;
        let end = all.iter().position(u8::is_ascii_whitespace).unwrap_or(all.len());
        let cut = |b: &u8| b"/#?=&".contains(b);
        let is_list = |part: &[u8]| {
            let moves = part.split(|&b| b == b'%').next().unwrap_or_default();
            let words = Tokens::new(moves, Notation::of(moves)).take(4);
            let mut stones = 0;
            let all = words.map(|t| matches!(t, Token::Stone(_) | Token::Pass(_))).all(|stone| {
                stones += usize::from(stone);
                stone
            });
            all && stones > 0
        };
        let mut right = end;
        loop {
            let left = all[..right].iter().rposition(&cut).map_or(0, |at| at + 1);
            if is_list(&all[left..right]) {
                let after = Some(&all[right..]).filter(|rest| !rest.is_empty());
                return Parts { dialect: "url", before: Some(&all[..left]), moves: &all[left..right], after, ..self };
            }
            if left == 0 {
                // Nothing in it is a list of moves.
                return self;
            }
            right = left - 1;
        }
    }

    /// renjubak's address: moves, extra stones of Black and of White, size of the board, and how many moves are shown.
    fn fields(self) -> Parts<'a> {
        let mut fields = self.moves.splitn(5, |&b| b == b'%');
        let mut field = || fields.next().unwrap_or_default();
        let (moves, black, white, size, reset) = (field(), field(), field(), field(), field());
        let side = std::str::from_utf8(size).ok().and_then(|side| side.trim().parse().ok());
        let size = side.and_then(Size::square);
        let after = if reset.is_empty() { self.after } else { Some(reset) };
        Parts { dialect: "renjubak", moves, extra: [black, white], size, after, ..self }
    }
}

/// The two groups in braces of renjubak's text.
fn groups(text: &[u8]) -> Option<[&[u8]; 2]> {
    let close = memchr::memchr(b'}', text)?;
    let rest = text[close + 1..].trim_ascii_start();
    let inner = rest.strip_prefix(b"{")?.strip_suffix(b"}")?;
    Some([&text[1..close], inner])
}

/// Whether a line is the address of a page.
fn is_address(line: &[u8]) -> bool {
    let near = &line[..line.len().min(256)];
    memchr::memchr(b'#', near).is_some() || memchr::memmem::find(near, b"://").is_some()
}

/// The address that a record was read from, where moves can be written behind it again.
pub(super) fn address(record: &Record) -> Option<&str> {
    let note = record.notes().find(|n| n.at == 0 && n.kind == NoteKind::Extra && n.key == "url");
    let plain = |url: &&str| {
        let graphic = url.bytes().all(|b| b.is_ascii_graphic() && !b"{}%,;".contains(&b));
        graphic && is_address(url.as_bytes()) && url.ends_with(['/', '#', '?', '=', '&'])
    };
    note.map(|n| n.value).filter(plain)
}

/// Why the start of a file looks like lists of moves, if it does: its first line, and of the shapes with a move a line the second as well.
pub(super) fn looks_like(head: &[u8]) -> Option<&'static str> {
    let whole = head.len() < crate::HEAD;
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let mut lines =
        head.split(|&b| b == b'\n' || b == b'\r').filter(|l| !matches!(Line::of(l), Line::Blank | Line::Comment));
    let first = lines.next()?;
    let second = lines.next();
    match Line::of(first) {
        Line::Ban | Line::Rnj if second.is_some_and(|line| Line::of(line) == Line::of(first)) => {
            return Some("a move of column and row in digits on each line");
        }
        Line::Moves => {}
        _ => return None,
    }
    let parts = Parts::of(first.trim_ascii());
    // A line that goes on behind the head may be cut in the middle of a stone.
    shape(parts.moves, second.is_none() && !whole)
}

/// Whether a text can hardly be anything but a list of moves.
pub(crate) fn is_list(text: &[u8]) -> bool {
    shape(text, false).is_some()
}

fn shape(text: &[u8], cut: bool) -> Option<&'static str> {
    let notation = Notation::of(text);
    let coords = if notation == Notation::Centre { Coords::Centre(Size::PENTE.centre()) } else { Coords::WithI };
    let (mut stones, mut first, mut distinct) = (0, None, false);
    let mut tokens = Tokens::new(text, notation).peekable();
    while let Some(token) = tokens.next() {
        match token {
            Token::Stone(word) => match notation.point(word, coords, None) {
                Some(point) => {
                    stones += 1;
                    distinct |= *first.get_or_insert(point) != point;
                }
                None if cut && tokens.peek().is_none() => {}
                None => return None,
            },
            Token::Word(_) if cut && tokens.peek().is_none() => {}
            Token::Word(_) => return None,
            _ => {}
        }
    }
    // One stone is no list, nor is one stone twice.
    if !distinct {
        return None;
    }
    let centre = first == Some(Size::RENJU.centre()) && stones >= 3;
    match notation {
        Notation::Letters => Some("a line of moves as letter and number"),
        Notation::Centre => Some("a line of steps from the centre"),
        // Any number may be such a line; a game that begins on the centre hardly any.
        Notation::Hex if centre => Some("a line of moves as hex pairs, the first on the centre"),
        Notation::Pairs if centre => Some("a line of moves as pairs of letters, the first on the centre"),
        _ => None,
    }
}
