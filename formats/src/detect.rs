//! What a file is: by its bytes first, then by its extension.

use crate::{FORMATS, Format, known};

/// How sure detection is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Confidence {
    /// Only the extension speaks for it.
    Guess,
    /// The bytes look like it.
    Likely,
    /// The bytes can hardly be anything else.
    Certain,
}

impl Confidence {
    /// `guess`, `likely` or `certain`.
    pub const fn name(self) -> &'static str {
        match self {
            Confidence::Guess => "guess",
            Confidence::Likely => "likely",
            Confidence::Certain => "certain",
        }
    }
}

/// What a file is taken for.
#[derive(Clone, Copy)]
pub enum Detection {
    /// A format we read.
    Format {
        /// The format.
        format: &'static dyn Format,
        /// How sure.
        confidence: Confidence,
        /// Why.
        why: &'static str,
    },
    /// A look-alike, another kind of file that holds no records of this family, or a format that is not read; its name.
    Refused(&'static str),
    /// The extension of its name speaks for a format and its bytes speak against records of it.
    Doubtful {
        /// The format.
        format: &'static dyn Format,
        /// What it is by its bytes.
        why: &'static str,
    },
    /// Nothing speaks for any format.
    Unknown,
    /// No bytes but white space.
    Empty,
}

/// Why a file is taken for a format of which only the extension of its name speaks.
pub const EXTENSION: &str = "the file name's extension";

/// How many of a file's first bytes are worth showing to [`detect()`].
pub const HEAD: usize = 4096;

/// Tells what a file is from its first bytes (after decompression) and the extension of its name.
pub fn detect(head: &[u8], extension: Option<&str>) -> Detection {
    if let Some(kind) = look_alike(head) {
        return Detection::Refused(kind);
    }
    let by_bytes = FORMATS
        .iter()
        .filter_map(|&format| {
            format.detect(head).map(|(confidence, why)| Detection::Format { format, confidence, why })
        })
        .max_by_key(|d| match d {
            Detection::Format { confidence, .. } => Some(*confidence),
            _ => None,
        });
    if let Some(found) = by_bytes {
        return found;
    }
    if head.iter().all(u8::is_ascii_whitespace) {
        return Detection::Empty;
    }
    if let Some(kind) = known::by_bytes(head) {
        return Detection::Refused(kind);
    }
    let by_name =
        |e: &str| FORMATS.iter().copied().find(|f| f.info().extensions.iter().any(|x| x.eq_ignore_ascii_case(e)));
    match extension.and_then(by_name) {
        Some(format) => match format.doubt(head) {
            Some(why) => Detection::Doubtful { format, why },
            None => Detection::Format { format, confidence: Confidence::Guess, why: EXTENSION },
        },
        None => extension.and_then(known::by_extension).map_or(Detection::Unknown, Detection::Refused),
    }
}

/// Kinds of files that people take for game records and that are none, by their first bytes.
fn look_alike(head: &[u8]) -> Option<&'static str> {
    const MAGIC: &[(&[u8], &str)] = &[
        (b"!<arch>\n", "a library of compiled code"),
        (b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
        (b"Rar!\x1A\x07", "a RAR archive"),
        (b"\x7FELF", "a program"),
        (b"SQLite format 3\0", "an SQLite database"),
        (b"%PDF-", "a PDF document"),
    ];
    let by_magic = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)).map(|&(_, kind)| kind);
    let newer = || {
        crate::renlib::is_newer_library(head).then_some("a library of a newer RenLib than version 3.4 of the format")
    };
    by_magic
        .or_else(|| known::by_magic(head))
        .or_else(newer)
        .or_else(|| chess(head))
        .or_else(|| crate::sgf::is_go(head).then_some("a game of Go"))
}

/// Chess games, and the lists of results that tools for rating programs dress up as chess games.
fn chess(head: &[u8]) -> Option<&'static str> {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let line_start = |l: &&[u8]| !l.trim_ascii_start().is_empty();
    let mut lines = text.split(|&b| b == b'\n' || b == b'\r').filter(line_start).peekable();
    let tag = |l: &&[u8]| l.trim_ascii_start().starts_with(b"[");
    lines.next_if(tag)?;
    while lines.next_if(tag).is_some() {}
    let moves: Vec<_> = lines.take_while(|l| !tag(l)).flat_map(|l| l.split(|b| b" .\t".contains(b))).take(40).collect();
    if !moves.iter().any(|w| is_chess_move(w)) {
        return None;
    }
    let result = |w: &&[u8]| [b"1-0".as_slice(), b"0-1", b"1/2-1/2", b"*"].contains(w);
    let words = moves.iter().filter(|w| w.first().is_some_and(u8::is_ascii_alphabetic)).count();
    Some(if words <= 4 && !moves.iter().any(result) {
        "a list of results with dummy chess moves, made for rating programs"
    } else {
        "chess games (PGN)"
    })
}

/// Whether a word is a chess move that can be no stone: castling, a capture, or a piece and its square.
fn is_chess_move(word: &[u8]) -> bool {
    let word = word.strip_suffix(b"+").or(word.strip_suffix(b"#")).unwrap_or(word);
    let square = |w: &[u8]| matches!(w, [b'a'..=b'h', b'1'..=b'8']);
    match word {
        b"O-O" | b"O-O-O" => true,
        [b'N' | b'B' | b'R' | b'Q' | b'K', rest @ .., _, _] if square(&word[rest.len() + 1..]) => {
            rest.len() <= 3 && rest.iter().all(|b| matches!(b, b'a'..=b'h' | b'1'..=b'8' | b'x'))
        }
        [b'a'..=b'h', b'x', to @ ..] => square(to),
        _ => false,
    }
}
