//! What a format is, and the registry of formats.

use pentad_rules::{Coords, Size};

use crate::{Bounds, Confidence, Encoding, Framer, Loss, Prelude, PreludeEnd, Record, Stream};

/// What the docs, `explain` and the command line say of a format.
#[derive(Clone, Copy, Debug)]
pub struct FormatInfo {
    /// The name on the command line.
    pub id: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// Usual file extensions, in lower case, without the dot.
    pub extensions: &'static [&'static str],
    /// Whether one file may hold many records.
    pub many: bool,
    /// Whether pentad writes it.
    pub writes: bool,
    /// Forms of the format that its bytes do not tell apart, or that are to be chosen for writing; the plain form has no name.
    pub dialects: &'static [Dialect],
    /// The page of `explain`: what the format is, its dialects, what it cannot carry.
    pub page: &'static str,
}

/// A form of a format that a user may ask for by name (`--dialect`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The name on the command line.
    pub id: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
}

/// How to write.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions {
    /// The dialect, one of [`FormatInfo::dialects`]; `None` for the plain form.
    pub dialect: Option<&'static str>,
    /// The column letters, where the format leaves them open; `None` for those of the record.
    pub coords: Option<Coords>,
    /// The encoding that the text will be turned into, for formats that declare it. Writers write UTF-8 in any case.
    pub encoding: Encoding,
}

/// How to read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// The dialect to read, one of [`FormatInfo::dialects`]; `None`: as the bytes tell, else the plain form.
    pub dialect: Option<&'static str>,
    /// The encoding of text that declares none.
    pub encoding: Encoding,
    /// Whether the encoding was asked for by the user and so beats what a record declares.
    pub encoding_forced: bool,
    /// The convention of column letters, where the user names one.
    pub coords: Option<Coords>,
    /// The board of records that do not state its size, where the user names one: notations that count from the top row or from the
    /// centre need it.
    pub size: Option<Size>,
    /// Which column of a table holds what (`moves=3,result=winner`), where the user says so; see [`crate::Columns`].
    pub columns: Option<&'static str>,
    /// Whether to read only what stands before the moves (`list`): events, notes and trees stay empty.
    pub headers_only: bool,
    /// Whether nobody will ask for comments, labels and extras, so that a reader may leave them out; what is wrong with them is a finding all
    /// the same. For whoever only judges: notes are what a hostile record could have millions of.
    pub skip_notes: bool,
    /// How much of a record is kept.
    pub bounds: Bounds,
}

/// A record format: bytes to records and back.
pub trait Format: Sync {
    /// Names and descriptions.
    fn info(&self) -> &'static FormatInfo;

    /// How sure the first bytes of a file make us that it is of this format, and why; `None` when they speak against it.
    fn detect(&self, head: &[u8]) -> Option<(Confidence, &'static str)>;

    /// What a file is that bears an extension of the format and whose first bytes hold no record of it; `None` where they might.
    fn doubt(&self, _head: &[u8]) -> Option<&'static str> {
        None
    }

    /// The encoding that the first bytes of a file declare for it, where the format has such a declaration.
    fn declared_encoding(&self, _head: &[u8]) -> Option<Encoding> {
        None
    }

    /// Whether files are no text, so that lines and columns say nothing: a place is then an offset.
    fn is_binary(&self) -> bool {
        false
    }

    /// Whether a record may have variations, as far as can be seen without reading it. Where this says no, there are none.
    fn may_branch(&self, _slice: &[u8]) -> bool {
        false
    }

    /// A framer for a new stream in the given encoding.
    fn framer(&self, encoding: Encoding) -> Box<dyn Framer>;

    /// A framer for a stream of which more is known. Formats that have neither dialects of another shape nor a prelude need no other.
    fn framer_in(&self, stream: &Stream<'_>) -> Box<dyn Framer> {
        self.framer(stream.encoding)
    }

    /// Where the text ends that stands before the first record and is part of every record's meaning, such as a row of column names
    /// or tables of players. `head` is the start of the stream; `last` says that it is all of it.
    fn prelude_end(&self, _head: &[u8], _last: bool) -> PreludeEnd {
        PreludeEnd::Nothing
    }

    /// Reads the prelude whose end [`Format::prelude_end`] told.
    fn read_prelude(&self, _bytes: &[u8], _options: &ReadOptions) -> Option<Prelude> {
        None
    }

    /// [`Format::read`], with the prelude of the stream that the slice comes from.
    fn read_after(&self, _prelude: &Prelude, bytes: &[u8], options: &ReadOptions, record: &mut Record) {
        self.read(bytes, options, record);
    }

    /// Reads one slice of the framer's into `record`, which was cleared before. What is wrong becomes findings of the record;
    /// when nothing could be read at all, one of them is [`pentad_rules::Code::Unreadable`] or another reading error and
    /// [`Record::readable`] is false.
    fn read(&self, bytes: &[u8], options: &ReadOptions, record: &mut Record);

    /// Takes in what the name of a file says of the one record in it (the name without folders), after [`Format::read`].
    fn read_name(&self, _name: &str, _record: &mut Record) {}

    /// Whether a record may be a tree of millions of nodes, for which a limit of its own holds: so it is where a file has one record, unless
    /// the format has no trees.
    fn large_records(&self) -> bool {
        !self.info().many
    }

    /// Whether its files are text that may be in any encoding that has ASCII in it. If not, they are bytes, or UTF-8 by definition.
    fn any_encoding(&self) -> bool {
        false
    }

    /// What has to stand behind a record's own bytes before a record from another file can follow.
    fn separator(&self) -> &'static [u8] {
        b"\n"
    }

    /// Whether a record's bytes mean the same in any file of the format, so that they can be copied from one into another.
    fn self_contained(&self) -> bool {
        true
    }

    /// Appends the record to `out`, with what comes between two records of a file, and returns what could not be carried: a record whose
    /// moves the format cannot hold is one [`Loss::record`], and nothing is appended. `None` when pentad does not write this format.
    fn write(&self, record: &Record, options: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>>;

    /// Appends what stands in a file before its first record, such as a row of column names.
    fn write_head(&self, _options: &WriteOptions, _out: &mut Vec<u8>) {}
}

impl std::fmt::Debug for dyn Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.info().id)
    }
}

/// Every format.
pub static FORMATS: &[&dyn Format] = &[
    &crate::jsonl::Jsonl,
    &crate::sgf::Sgf,
    &crate::pente::Pente,
    &crate::playok::PlayOk,
    &crate::moves::Moves,
    &crate::csv::Csv,
    &crate::openings::Openings,
    &crate::renlib::Lib,
    &crate::psq::Psq,
    &crate::rec::Rec,
    &crate::pos::Pos,
    &crate::sav::Sav,
];

/// The format with this id.
pub fn find_format(id: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|f| f.info().id.eq_ignore_ascii_case(id))
}
