//! What a run read and wrote, so that anyone can check later that a file is the one that was meant.
//!
//! ```
//! use pentad_corpus::manifest::{Content, Hasher};
//! let mut hash = Hasher::new();
//! hash.update(b"abc");
//! let Content { bytes, sha256 } = hash.finish();
//! assert_eq!(bytes, 3);
//! assert_eq!(sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::Input;

/// How many bytes there are, and their hash.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Content {
    /// How many.
    pub bytes: u64,
    /// Their SHA-256 in hexadecimal digits, as `sha256sum` prints it.
    pub sha256: String,
}

impl Content {
    /// The content of a file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_file(path: &Path) -> io::Result<Content> {
        let (mut file, mut hash) = (File::open(path)?, Hasher::new());
        let mut buffer = vec![0; 64 << 10];
        loop {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(hash.finish()),
                Ok(n) => hash.update(&buffer[..n]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Takes bytes and tells their [`Content`].
#[derive(Clone, Debug, Default)]
pub struct Hasher {
    bytes: u64,
    hash: Sha256,
}

impl Hasher {
    /// One that has taken nothing.
    pub fn new() -> Hasher {
        Hasher::default()
    }

    /// Takes bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.hash.update(bytes);
    }

    /// What was taken.
    pub fn finish(self) -> Content {
        let mut sha256 = String::with_capacity(64);
        for byte in self.hash.finalize() {
            let _ = write!(sha256, "{byte:02x}");
        }
        Content { bytes: self.bytes, sha256 }
    }
}

/// The version of the form.
const VERSION: u32 = 1;

/// What a run read and wrote.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Manifest {
    /// The version of this form: 1.
    manifest: u32,
    /// The program and its version.
    pub program: String,
    /// The command line, the program left out.
    pub arguments: Vec<String>,
    /// The inputs, by name.
    pub inputs: Vec<FileEntry>,
    /// Files that the run was told by: alias files, rules files.
    pub settings: Vec<FileEntry>,
    /// The outputs, in the order in which they were begun.
    pub outputs: Vec<FileEntry>,
    /// Counts of records, by name.
    pub records: BTreeMap<&'static str, u64>,
}

/// A file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FileEntry {
    /// Its path as the command line or the folder names it; `-` is standard input or output.
    pub path: String,
    /// How many records it holds; not known of settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records: Option<u64>,
    /// Its content; missing where it cannot be read again (standard input).
    #[serde(flatten)]
    pub content: Option<Content>,
}

impl FileEntry {
    /// A file as it is on the disk now; without a content where it is none that can be read again.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of(path: &str, records: Option<u64>) -> io::Result<FileEntry> {
        let regular = Path::new(path).is_file();
        let content = regular.then(|| Content::of_file(Path::new(path))).transpose()?;
        Ok(FileEntry { path: path.to_owned(), records, content })
    }
}

impl Manifest {
    /// A manifest of a run with these arguments, of which nothing else is known yet.
    pub fn new(program: impl Into<String>, arguments: Vec<String>) -> Manifest {
        Manifest {
            manifest: VERSION,
            program: program.into(),
            arguments,
            inputs: Vec::new(),
            settings: Vec::new(),
            outputs: Vec::new(),
            records: BTreeMap::new(),
        }
    }

    /// The manifest as JSON for people and machines, with a line break at its end.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string_pretty(self).expect("it is made of texts and numbers");
        json.push('\n');
        json
    }
}

/// Counts the records of inputs. What lies in an archive counts for the archive.
#[derive(Clone, Debug, Default)]
pub struct InputCounts(BTreeMap<String, u64>);

impl InputCounts {
    /// Takes so many records of an input.
    pub fn add(&mut self, input: &Input, records: u64) {
        let name = input.name();
        // A name can have a `!` in it without an archive.
        let file = name.match_indices('!').map(|(at, _)| &name[..at]).find(|path| Path::new(path).is_file());
        let file = if Path::new(name).is_file() { name } else { file.unwrap_or(name) };
        match self.0.get_mut(file) {
            Some(count) => *count += records,
            None => drop(self.0.insert(file.to_owned(), records)),
        }
    }

    /// The inputs by name, with their contents as they are on the disk now.
    ///
    /// # Errors
    /// When one of them cannot be read.
    pub fn entries(&self) -> io::Result<Vec<FileEntry>> {
        self.0.iter().map(|(path, &records)| FileEntry::of(path, Some(records))).collect()
    }
}
