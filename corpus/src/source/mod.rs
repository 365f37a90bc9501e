//! From the path arguments to an ordered, lazy list of byte streams.

mod archive;
mod path;
mod plain;
mod stream;

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pentad_rules::Code;

use crate::{Error, Outcome};
use archive::Archive;
use stream::{Metered, Unpacked};

pub(crate) use path::{Argument, Entry, Paths};
pub(crate) use plain::{At, Plain};
pub use stream::ZSTD_WINDOW_OPTION;
pub(crate) use stream::{nested_kind, read_outcome};

/// Where bytes come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The name that reports show: the path as given or walked to, `a.zip!x.sgf` for a member of an archive, `-` for standard input.
    pub name: String,
    /// The extension of the name in lower case, without `.gz` or `.zst`.
    pub extension: Option<String>,
    /// The size in bytes where it is known: of the file as it lies on the disk, or as an archive states it for its member.
    pub size: Option<u64>,
    /// Whether it was found in a folder, by a pattern or in an archive, and not named by the user.
    pub walked: bool,
    /// Which of the picked files it lies in, from 0, where files were picked.
    pub(crate) picked: usize,
}

impl Origin {
    fn new(name: String, size: Option<u64>, walked: bool) -> Origin {
        let extension = extension(&name);
        Origin { name, extension, size, walked, picked: 0 }
    }
}

/// A file to read, and perhaps only some members of the archive that it is.
#[derive(Clone, Debug)]
pub(crate) struct Picked {
    pub(crate) path: PathBuf,
    pub(crate) walked: bool,
    pub(crate) members: Option<HashSet<String>>,
}

/// The last extension of a name in lower case that is not one of compression.
fn extension(name: &str) -> Option<String> {
    let file = name.rsplit(['/', '\\', '!']).next()?;
    let mut parts = file.rsplit('.').map(str::to_ascii_lowercase).filter(|e| !matches!(e.as_str(), "gz" | "zst"));
    let last = parts.next()?;
    parts.next().map(|_| last)
}

/// The decompressed bytes of one input.
pub(crate) type Stream = Box<dyn Read + Send>;

/// One input, opened: a stream, or why there is none.
pub(crate) struct Source {
    pub(crate) origin: Origin,
    pub(crate) stream: Result<Stream, Outcome>,
    /// The file, where it is a regular one without compression.
    pub(crate) plain: Option<Plain>,
}

impl Source {
    fn new(origin: Origin, stream: Result<Stream, Outcome>) -> Source {
        Source { origin, stream, plain: None }
    }
}

/// The inputs of a run, in order, opened one at a time when their turn comes.
///
/// Folders are walked in the order of file names, hidden files and special files are passed over; members of a zip archive come in the
/// order of the archive. What cannot be opened is an outcome at its place.
pub struct Sources {
    paths: Paths,
    archive: Option<Archive>,
    stdin: Option<Stream>,
    /// Bytes consumed as they lie on the disk.
    consumed: Arc<AtomicU64>,
    /// What `consumed` is to be when the file at hand is done with.
    settled: Option<u64>,
    /// Which of the picked files is at hand, and which of its members are wanted.
    picked: (usize, Option<HashSet<String>>),
}

impl Sources {
    /// Files, folders, patterns such as `games/*.sgf` and `**/*.lib`, and `-` for standard input.
    ///
    /// # Errors
    /// When an argument names nothing that exists and is a malformed pattern.
    pub fn new(arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Result<Sources, Error> {
        let arguments = arguments.into_iter().map(|a| Argument::parse(a.into())).collect::<Result<_, _>>()?;
        Ok(Sources {
            paths: Paths::new(arguments),
            archive: None,
            stdin: Some(Box::new(io::stdin())),
            consumed: Arc::default(),
            settled: None,
            picked: (0, None),
        })
    }

    /// These files, in this order.
    pub(crate) fn of_files(files: impl IntoIterator<Item = Picked>) -> Sources {
        let arguments = files.into_iter().enumerate().map(|(number, file)| Argument::Picked(number, file)).collect();
        Sources {
            paths: Paths::new(arguments),
            archive: None,
            stdin: None,
            consumed: Arc::default(),
            settled: None,
            picked: (0, None),
        }
    }

    /// Streams that were opened elsewhere, with the names that reports show.
    pub fn from_streams(streams: impl IntoIterator<Item = (String, Box<dyn Read + Send>)>) -> Sources {
        let arguments = streams.into_iter().map(|(name, stream)| Argument::Stream(name, stream)).collect();
        Sources {
            paths: Paths::new(arguments),
            archive: None,
            stdin: None,
            consumed: Arc::default(),
            settled: None,
            picked: (0, None),
        }
    }

    /// What `-` reads in place of standard input.
    #[must_use]
    pub fn with_stdin(mut self, stdin: Box<dyn Read + Send>) -> Sources {
        self.stdin = Some(stdin);
        self
    }

    /// The bytes of all inputs as they lie on the disk, when all of them are files or folders: walks the folders, opens nothing.
    pub fn total_bytes(&self) -> Option<u64> {
        self.paths.total_bytes()
    }

    /// How many bytes have been consumed as they lie on the disk.
    pub(crate) fn consumed(&self) -> u64 {
        self.consumed.load(Ordering::Relaxed)
    }

    /// The next input. The stream of the input before must be done with.
    pub(crate) fn next(&mut self, zstd_window_log: u32) -> Option<Source> {
        let mut source = self.open_any(zstd_window_log)?;
        source.origin.picked = self.picked.0;
        Some(source)
    }

    fn open_any(&mut self, zstd_window_log: u32) -> Option<Source> {
        loop {
            if let Some(archive) = &mut self.archive {
                if let Some(source) = archive.next_member(self.picked.1.as_ref()) {
                    return Some(source);
                }
                self.archive = None;
            }
            // Headers, archive directories and the rest of refused files are consumed, too.
            if let Some(settled) = self.settled.take() {
                self.consumed.fetch_max(settled, Ordering::Relaxed);
            }
            let (origin, opened) = self.open_next(zstd_window_log)?;
            match opened {
                Ok(Unpacked::Stream(stream, file)) => {
                    let plain = file.zip(self.settled.zip(origin.size)).map(|(file, (settled, size))| {
                        Plain::new(file, size, Arc::clone(&self.consumed), settled.saturating_sub(size))
                    });
                    return Some(Source { origin, stream: Ok(stream), plain });
                }
                Err(outcome) => return Some(Source::new(origin, Err(outcome))),
                Ok(Unpacked::Zip(file)) => match Archive::open(origin.name.clone(), file, &self.consumed) {
                    Ok(archive) => self.archive = Some(archive),
                    Err(outcome) => return Some(Source::new(origin, Err(outcome))),
                },
            }
        }
    }

    fn open_next(&mut self, window_log: u32) -> Option<(Origin, Result<Unpacked, Outcome>)> {
        Some(match self.paths.next()? {
            Entry::File { path, walked } => self.open_file(&path, walked, window_log),
            Entry::Picked(number, Picked { path, walked, members }) => {
                self.picked = (number, members);
                self.open_file(&path, walked, window_log)
            }
            Entry::Broken { name, outcome, walked } => (Origin::new(name, None, walked), Err(outcome)),
            Entry::Stream(name, stream) => {
                (Origin::new(name, None, false), stream::unpack(self.metered(stream), None, window_log))
            }
            Entry::Stdin => {
                let opened = match self.stdin.take() {
                    Some(stdin) => stream::unpack(self.metered(stdin), None, window_log),
                    None => Err(Outcome::new(Code::SourceBroken, "standard input can be read only once")),
                };
                (Origin::new("-".to_owned(), None, false), opened)
            }
        })
    }

    fn open_file(&mut self, path: &Path, walked: bool, window_log: u32) -> (Origin, Result<Unpacked, Outcome>) {
        let name = display_name(path);
        let opened = File::open(path).and_then(|file| file.metadata().map(|data| (file, data)));
        let (file, data) = match opened {
            Ok(opened) => opened,
            Err(error) => return (Origin::new(name, None, walked), Err(open_outcome(&error))),
        };
        let size = data.is_file().then_some(data.len());
        self.settled = size.map(|size| self.consumed() + size);
        let seekable = size.is_some().then(|| file.try_clone()).and_then(Result::ok);
        let opened = stream::unpack(self.metered(Box::new(file)), seekable, window_log);
        (Origin::new(name, size, walked), opened)
    }

    fn metered(&self, stream: Stream) -> Metered<Stream> {
        Metered::new(stream, Arc::clone(&self.consumed))
    }
}

/// The outcome of a file that cannot be opened.
fn open_outcome(error: &io::Error) -> Outcome {
    Outcome::new(Code::SourceBroken, format!("it cannot be opened: {error}"))
}

/// A path as reports show it.
pub(crate) fn display_name(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Whether a file of this name is passed over in folders and archives.
fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && name != "." && name != ".."
}

/// The size of a file as a directory lists it.
fn listed_size(path: &PathBuf) -> Option<u64> {
    std::fs::metadata(path).ok().filter(|data| data.is_file()).map(|data| data.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_those_below_the_compression() {
        let cases = [
            ("a.sgf", Some("sgf")),
            ("d.x/a.SGF.gz", Some("sgf")),
            ("a.zip!b/c.lib", Some("lib")),
            ("a.txt.zst", Some("txt")),
            ("a.gz", None),
            ("a", None),
            ("-", None),
            ("d.x/a", None),
        ];
        for (name, expected) in cases {
            assert_eq!(extension(name).as_deref(), expected, "{name}");
        }
    }
}
