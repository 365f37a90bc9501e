//! Smart Game Format, FF 1 to 4, and its dialects in the five-in-a-row family.

mod decode;
mod dialect;
mod framer;
mod go;
mod guess;
mod header;
mod lex;
pub(crate) mod marks;
mod moves;
mod point;
mod private;
mod property;
mod read;
mod result;
mod root;
mod setup;
mod text;
mod tree;
mod write;
mod write_header;

pub(crate) use go::is_go;

use memchr::memmem;

use crate::{Confidence, Encoding, Format, FormatInfo, Framer, Loss, ReadOptions, Record, WriteOptions};

/// The format `sgf`.
pub(crate) struct Sgf;

static INFO: FormatInfo = FormatInfo {
    id: "sgf",
    title: "Smart Game Format",
    extensions: &["sgf"],
    many: true,
    writes: true,
    dialects: &[],
    page: "SGF FF[1] to FF[4]: collections of games, trees of variations, comments, setup positions. Points are letter pairs from the top left (hh is h8 on 15 lines); letter and number (K10) is read too, per record, with or without the letter i. \
Dialects that are told apart by their headers: engine (matches of c-gomoku-cli: RU is a number, TE says why the game ended, C[opening move] marks the given position), orc (ORC Game Center and RenjuBase: SW is the swap, 5A or FA the offered fifth moves, GN names the procedure), \
quest (Gomoku Quest: QPR and QSLW are the opening, ratings stand in the names), pentedb (GM[101] and on: letter and number without i, PW and WR are player 1). \
Written are plain FF[4] files in UTF-8 with GM[4]. What SGF has no property for (swaps, offers and other events, facts of the header) stands in the property PENTAD as key:text, so that nothing is lost; offered fifth moves are written as 5A besides. \
Properties without meaning for pentad are kept as they are.",
};

impl Format for Sgf {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn detect(&self, head: &[u8]) -> Option<(Confidence, &'static str)> {
        let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        let start = lex::record_start(text)?;
        let (node, ()) = lex::blanks(&text[start + 1..]).ok()?;
        let (node, ()) = lex::blanks(node.get(1..)?).ok()?;
        let property = lex::identifier(node).is_ok_and(|(rest, id)| {
            id.iter().any(u8::is_ascii_uppercase) && lex::blanks(rest).is_ok_and(|(rest, ())| rest.starts_with(b"["))
        });
        match (lex::trim(&text[..start]).is_empty(), property) {
            (true, true) => Some((Confidence::Certain, "it begins with `(;` and a property")),
            (true, false) => Some((Confidence::Likely, "it begins with `(;`")),
            (false, true) => Some((Confidence::Likely, "a game tree `(;` with a property stands in it")),
            (false, false) => None,
        }
    }

    fn declared_encoding(&self, head: &[u8]) -> Option<Encoding> {
        memmem::find_iter(head, b"CA[").find_map(|at| {
            let alone = at == 0 || !head[at - 1].is_ascii_alphanumeric();
            let (_, value) = lex::value(lex::Bytes::Single, &head[at + 3..]).ok().filter(|_| alone)?;
            std::str::from_utf8(value.text).ok().filter(|_| value.closed).and_then(Encoding::from_label)
        })
    }

    /// A second parenthesis, if only in a comment.
    fn may_branch(&self, slice: &[u8]) -> bool {
        memchr::memchr_iter(b'(', slice).nth(1).is_some()
    }

    fn framer(&self, encoding: Encoding) -> Box<dyn Framer> {
        Box::new(framer::SgfFramer::new(encoding))
    }

    fn read(&self, bytes: &[u8], options: &ReadOptions, record: &mut Record) {
        read::read(bytes, options, record);
    }

    fn any_encoding(&self) -> bool {
        true
    }

    fn write(&self, record: &Record, options: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        Some(write::write(record, options.encoding, out))
    }
}
