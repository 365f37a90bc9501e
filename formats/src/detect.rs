//! What a file is: by its bytes first, then by its extension.

use crate::{FORMATS, Format};

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
    /// A look-alike or another kind of file that holds no records of this family; its name.
    Refused(&'static str),
    /// Nothing speaks for any format.
    Unknown,
    /// No bytes but white space.
    Empty,
}

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
    let by_name =
        |e: &str| FORMATS.iter().copied().find(|f| f.info().extensions.iter().any(|x| x.eq_ignore_ascii_case(e)));
    match extension.and_then(by_name) {
        Some(format) => Detection::Format { format, confidence: Confidence::Guess, why: "the file name's extension" },
        None => Detection::Unknown,
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
    by_magic.or_else(|| crate::sgf::is_go(head).then_some("a game of Go"))
}
