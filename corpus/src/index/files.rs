//! The files that an index is made of, and whether they have changed since.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use flate2::Crc;

use super::meta::{FileMeta, FileState};
use crate::source::{Argument, Entry, Paths, display_name};
use crate::{Error, ErrorKind};

/// Bytes of each of the places of a file that are looked at.
const PROBE: u64 = 4 << 10;

/// A file that there is, or something in a folder that cannot be opened.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) path: PathBuf,
    pub(super) walked: bool,
    pub(super) state: Option<FileState>,
}

/// A path as bytes: as the system has it on Unix, else as text.
pub(super) fn to_bytes(path: &Path) -> Vec<u8> {
    path.as_os_str().as_encoded_bytes().to_vec()
}

#[cfg(unix)]
pub(super) fn to_path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    OsStr::from_bytes(bytes).into()
}

#[cfg(not(unix))]
pub(super) fn to_path(bytes: &[u8]) -> PathBuf {
    OsStr::new(&*String::from_utf8_lossy(bytes)).into()
}

/// All files that arguments mean, each once, by path.
pub(super) fn list(arguments: &[PathBuf]) -> Result<Vec<Listed>, Error> {
    let parsed = arguments.iter().map(|a| Argument::parse(a.clone().into())).collect::<Result<_, _>>()?;
    let mut paths = Paths::new(parsed);
    let mut files: Vec<Listed> = Vec::new();
    while let Some(entry) = paths.next() {
        match entry {
            Entry::File { path, walked } => {
                let data = match path.metadata() {
                    Ok(data) if data.is_file() => data,
                    Ok(_) => return cannot(&path, "it is no file"),
                    Err(source) if !walked => return Err(ErrorKind::Unreadable { path, source }.into()),
                    Err(_) => {
                        files.push(Listed { path, walked, state: None });
                        continue;
                    }
                };
                let changed = data.modified().ok().map_or((0, 0), |time| match time.duration_since(UNIX_EPOCH) {
                    Ok(since) => (since.as_secs() as i64, since.subsec_nanos()),
                    Err(before) => (-(before.duration().as_secs() as i64), before.duration().subsec_nanos()),
                });
                let state = Some(FileState { size: data.len(), changed, probe: 0 });
                files.push(Listed { path, walked, state });
            }
            Entry::Broken { name, outcome, walked: false } => {
                return Err(ErrorKind::Indexing(format!("{name}: {}", outcome.message)).into());
            }
            Entry::Broken { name, .. } => files.push(Listed { path: name.into(), walked: true, state: None }),
            Entry::Stdin | Entry::Stream(..) | Entry::Picked(..) => {
                return cannot(Path::new("-"), "standard input cannot be read again");
            }
        }
    }
    // A file that is named is not one that was found.
    files.sort_by(|a, b| (&a.path, a.walked).cmp(&(&b.path, b.walked)));
    files.dedup_by(|later, earlier| later.path == earlier.path);
    Ok(files)
}

/// Leaves out the index itself, which may lie among its files.
pub(super) fn without(listed: &mut Vec<Listed>, index: &Path) {
    let Ok(own) = index.canonicalize() else { return };
    let is_own =
        |path: &Path| path.file_name() == index.file_name() && path.canonicalize().is_ok_and(|path| path == own);
    listed.retain(|listed| !is_own(&listed.path));
}

fn cannot<T>(path: &Path, why: &str) -> Result<T, Error> {
    Err(ErrorKind::Indexing(format!("{} cannot be indexed: {why}", display_name(path))).into())
}

impl Listed {
    /// Looks at some bytes of the file: the first, those in the middle and the last.
    pub(super) fn probe(&mut self) {
        let Some(state) = &mut self.state else { return };
        // What cannot be read now is said when its turn comes.
        state.probe = probe(&self.path, state.size).unwrap_or(0);
    }
}

fn probe(path: &Path, size: u64) -> std::io::Result<u32> {
    let mut file = File::open(path)?;
    let mut sum = Crc::new();
    let mut bytes = Vec::new();
    for from in [0, size / 2, size.saturating_sub(PROBE)] {
        file.seek(SeekFrom::Start(from))?;
        bytes.clear();
        (&mut file).take(PROBE).read_to_end(&mut bytes)?;
        sum.update(&bytes);
    }
    Ok(sum.sum())
}

/// What has become of the files of an index.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Files that have another size or time than they had.
    pub changed: Vec<PathBuf>,
    /// Files that are no longer there.
    pub vanished: Vec<PathBuf>,
    /// Files that were not there.
    pub new: Vec<PathBuf>,
}

impl Changes {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.vanished.is_empty() && self.new.is_empty()
    }

    /// Compares by size and time.
    pub(super) fn between(old: &[FileMeta], now: &[Listed]) -> Changes {
        let mut changes = Changes::default();
        let mut now = now.iter().peekable();
        for file in old {
            let path = to_path(&file.path);
            while let Some(new) = now.next_if(|listed| listed.path < path) {
                changes.new.push(new.path.clone());
            }
            match now.next_if(|listed| listed.path == path) {
                None => changes.vanished.push(path),
                Some(listed) if !same_time(file.state, listed.state) => changes.changed.push(path),
                Some(_) => {}
            }
        }
        changes.new.extend(now.map(|listed| listed.path.clone()));
        changes
    }
}

/// Whether a file looks unchanged without a look at its bytes.
pub(super) fn same_time(a: Option<FileState>, b: Option<FileState>) -> bool {
    let seen = |state: FileState| (state.size, state.changed);
    a.map(seen) == b.map(seen)
}
