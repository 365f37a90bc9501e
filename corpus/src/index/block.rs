//! Blocks of bytes with a checksum each.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::Crc;
use rustc_hash::FxHashMap;

use crate::source::At;
use crate::{Error, ErrorKind};

/// Bytes of a checksum behind what it is of.
pub(super) const CHECKSUM: usize = 4;

/// What a block holds at most.
pub(super) const LARGEST: usize = 64 << 10;

/// How many blocks are kept in memory.
const KEPT: usize = 1024;

/// Where a block lies and how long it is, its checksum not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Extent {
    pub(super) offset: u64,
    pub(super) len: u32,
}

/// The checksum of a block: of where it lies, too, so that one block does not pass for another.
pub(super) fn checksum(offset: u64, bytes: &[u8]) -> u32 {
    let mut sum = Crc::new();
    sum.update(&offset.to_le_bytes());
    sum.update(bytes);
    sum.sum()
}

/// Writes blocks one after the other.
pub(super) struct BlockWriter<W> {
    out: W,
    offset: u64,
}

impl<W: Write> BlockWriter<W> {
    pub(super) fn new(out: W, offset: u64) -> BlockWriter<W> {
        BlockWriter { out, offset }
    }

    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    pub(super) fn put(&mut self, bytes: &[u8]) -> io::Result<Extent> {
        let extent = Extent { offset: self.offset, len: bytes.len() as u32 };
        self.out.write_all(bytes)?;
        self.out.write_all(&checksum(self.offset, bytes).to_le_bytes())?;
        self.offset += (bytes.len() + CHECKSUM) as u64;
        Ok(extent)
    }

    pub(super) fn into_inner(self) -> W {
        self.out
    }
}

/// Reads blocks from any place of a file.
pub(super) struct BlockReader {
    path: PathBuf,
    file: At,
    len: u64,
    kept: FxHashMap<u64, Arc<[u8]>>,
}

impl BlockReader {
    pub(super) fn open(path: &Path) -> Result<BlockReader, Error> {
        let unread = |source| ErrorKind::Unreadable { path: path.to_owned(), source };
        let file = File::open(path).map_err(unread)?;
        let data = file.metadata().map_err(unread)?;
        if !data.is_file() {
            return Err(ErrorKind::Index { path: path.to_owned(), at: None, what: "it is no file".to_owned() }.into());
        }
        let len = data.len();
        Ok(BlockReader { path: path.to_owned(), file: At::new(file), len, kept: FxHashMap::default() })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// That the file is not what it should be at a place.
    pub(super) fn damaged(&self, at: u64, what: impl Into<String>) -> Error {
        ErrorKind::Index { path: self.path.clone(), at: Some(at), what: what.into() }.into()
    }

    /// Bytes without a checksum.
    pub(super) fn bytes(&self, at: u64, len: usize) -> Result<Vec<u8>, Error> {
        if at.checked_add(len as u64).is_none_or(|end| end > self.len) {
            return Err(self.damaged(self.len, "the index ends too early"));
        }
        let mut bytes = vec![0; len];
        let mut read = 0;
        while read < len {
            match self.file.read(&mut bytes[read..], at + read as u64) {
                Ok(0) => return Err(self.damaged(at + read as u64, "the index ends too early")),
                Ok(n) => read += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => return Err(ErrorKind::Unreadable { path: self.path.clone(), source }.into()),
            }
        }
        Ok(bytes)
    }

    /// The bytes of a block, once their checksum is right.
    pub(super) fn checked(&self, extent: Extent) -> Result<Vec<u8>, Error> {
        let len = extent.len as usize;
        let mut bytes = self.bytes(extent.offset, len.saturating_add(CHECKSUM))?;
        let sum = bytes.split_off(len);
        if sum != checksum(extent.offset, &bytes).to_le_bytes() {
            return Err(self.damaged(extent.offset, format!("the checksum of the block of {len} bytes is wrong")));
        }
        Ok(bytes)
    }

    /// A block, from memory where it was read before.
    pub(super) fn block(&mut self, extent: Extent) -> Result<Arc<[u8]>, Error> {
        if let Some(bytes) = self.kept.get(&extent.offset).filter(|bytes| bytes.len() == extent.len as usize) {
            return Ok(Arc::clone(bytes));
        }
        if extent.len as usize > LARGEST {
            return Err(self.damaged(extent.offset, "a block is larger than any"));
        }
        let bytes: Arc<[u8]> = self.checked(extent)?.into();
        if self.kept.len() >= KEPT {
            self.kept.clear();
        }
        self.kept.insert(extent.offset, Arc::clone(&bytes));
        Ok(bytes)
    }
}
