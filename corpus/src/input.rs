//! What an opened input is taken for.

use std::fmt;

use std::sync::OnceLock;

use pentad_formats::{Confidence, Encoding, Format, Prelude, ReadOptions, Stream};

use crate::Origin;

/// An input and what it is taken for: shared by all batches cut from it.
#[derive(Clone)]
pub struct Input {
    /// Number of the input in the run, from 1.
    pub number: u64,
    /// Its name, extension and size.
    pub origin: Origin,
    /// The format; `None` when there is none to read, and the batch's end says why.
    pub format: Option<&'static dyn Format>,
    /// How sure the format is and why; `None` when the user named it.
    pub detected: Option<(Confidence, &'static str)>,
    /// The encoding, as forced or guessed from the first bytes.
    pub encoding: Encoding,
    /// Whether the user named the encoding.
    pub encoding_forced: bool,
    /// The dialect that the user or the file's name tells.
    pub dialect: Option<&'static str>,
    /// How many of its records are passed over.
    pub(crate) passed: u64,
    /// The bytes before the first record that belong to every record.
    prelude: Vec<u8>,
    /// The same as read by the first who needed it.
    read_prelude: OnceLock<Option<Prelude>>,
}

impl Input {
    pub(crate) fn new(number: u64, origin: Origin) -> Input {
        Input {
            number,
            origin,
            format: None,
            detected: None,
            encoding: Encoding::default(),
            encoding_forced: false,
            dialect: None,
            passed: 0,
            prelude: Vec::new(),
            read_prelude: OnceLock::new(),
        }
    }

    /// Keeps the bytes before the first record that belong to every record.
    pub(crate) fn keep_prelude(&mut self, bytes: Vec<u8>) {
        self.prelude = bytes;
    }

    /// The bytes before the first record that belong to every record; mostly none.
    pub(crate) fn prelude_bytes(&self) -> &[u8] {
        &self.prelude
    }

    /// What a framer is to know.
    pub(crate) fn stream(&self) -> Stream<'_> {
        Stream { encoding: self.encoding, dialect: self.dialect, prelude: &self.prelude }
    }

    /// What stands before the first record and belongs to every record. It is read once; all who read records of one run must have the
    /// same options.
    pub(crate) fn prelude(&self, options: &ReadOptions) -> Option<&Prelude> {
        let read = || self.format.filter(|_| !self.prelude.is_empty())?.read_prelude(&self.prelude, options);
        self.read_prelude.get_or_init(read).as_ref()
    }

    /// The name that reports show: `dir/a.sgf`, `a.zip!x.sgf`, `-`.
    pub fn name(&self) -> &str {
        &self.origin.name
    }

    /// The name of the file alone: without folders, the archive around it, and the extension of its compression.
    pub fn file_name(&self) -> &str {
        let name = self.name().rsplit(['/', '\\', '!']).next().unwrap_or_default();
        let lower = name.to_ascii_lowercase();
        let packed = [".gz", ".zst"].into_iter().find(|end| lower.ends_with(end) && name.len() > end.len());
        packed.map_or(name, |end| &name[..name.len() - end.len()])
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input")
            .field("number", &self.number)
            .field("origin", &self.origin)
            .field("format", &self.format.map(|x| x.info().id))
            .field("detected", &self.detected)
            .field("encoding", &self.encoding)
            .field("encoding_forced", &self.encoding_forced)
            .finish()
    }
}
