//! A regular file without compression, read at any place by several threads at a time.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Stream;

/// A regular file without compression.
pub(crate) struct Plain {
    file: At,
    /// Its size when it was opened.
    pub(crate) size: u64,
    /// Bytes of all sources consumed as they lie on the disk, and how many there were before this file.
    consumed: Arc<AtomicU64>,
    before: u64,
}

impl Plain {
    pub(super) fn new(file: File, size: u64, consumed: Arc<AtomicU64>, before: u64) -> Plain {
        Plain { file: At::new(file), size, consumed, before }
    }

    /// The bytes from a place on.
    pub(crate) fn stream(self: &Arc<Plain>, from: u64) -> Stream {
        Box::new(Rest { plain: Arc::clone(self), at: from })
    }

    /// All bytes up to here are done with.
    pub(crate) fn consume(&self, up_to: u64) {
        self.consumed.fetch_max(self.before + up_to, Ordering::Relaxed);
    }
}

/// The rest of a file.
struct Rest {
    plain: Arc<Plain>,
    at: u64,
}

impl Read for Rest {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.plain.file.read(buffer, self.at)?;
        self.at += n as u64;
        Ok(n)
    }
}

/// A file that is read at places.
#[cfg(unix)]
#[derive(Debug)]
pub(crate) struct At(File);

#[cfg(unix)]
impl At {
    pub(crate) fn new(file: File) -> At {
        At(file)
    }

    pub(crate) fn read(&self, buffer: &mut [u8], at: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(&self.0, buffer, at)
    }
}

/// A file that is read at places, by one thread at a time.
#[cfg(not(unix))]
#[derive(Debug)]
pub(crate) struct At(std::sync::Mutex<File>);

#[cfg(not(unix))]
impl At {
    pub(crate) fn new(file: File) -> At {
        At(std::sync::Mutex::new(file))
    }

    pub(crate) fn read(&self, buffer: &mut [u8], at: u64) -> io::Result<usize> {
        use std::io::{Seek as _, SeekFrom};
        let mut file = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read(buffer)
    }
}
