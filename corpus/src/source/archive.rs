//! Zip archives, one member at a time.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use pentad_rules::Code;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::stream::{BUFFER, Metered};
use super::{Origin, Source, Stream, is_hidden, open_outcome};
use crate::Outcome;

/// An open archive and the member whose turn it is.
///
/// The zip crate reads the directory. Its members borrow the archive, so that a stream could not outlive this struct; the two kinds of
/// compression that we undo are read here, from the same file.
pub(super) struct Archive {
    name: String,
    file: File,
    zip: ZipArchive<File>,
    next: usize,
    names_repeat: bool,
    consumed: Arc<AtomicU64>,
}

impl Archive {
    pub(super) fn open(name: String, file: File, consumed: &Arc<AtomicU64>) -> Result<Archive, Outcome> {
        let copy = file.try_clone().map_err(|e| open_outcome(&e))?;
        let zip = ZipArchive::new(copy).map_err(|e| zip_outcome(&e))?;
        let names_repeat = zip.has_duplicate_names();
        Ok(Archive { name, file, zip, next: 0, names_repeat, consumed: Arc::clone(consumed) })
    }

    /// The next member that is a file and not hidden, of those that are wanted.
    pub(super) fn next_member(&mut self, wanted: Option<&HashSet<String>>) -> Option<Source> {
        while self.next < self.zip.len() {
            let index = self.next;
            self.next += 1;
            if wanted.is_some_and(|wanted| !wanted.contains(&self.member_name(index))) {
                continue;
            }
            if let Some(source) = self.member(index) {
                return Some(source);
            }
        }
        if wanted.is_some() {
            return None;
        }
        if std::mem::take(&mut self.names_repeat) {
            let message = "several members have the same name, and only one of each was read";
            let origin = Origin::new(self.name.clone(), None, true);
            return Some(Source::new(origin, Err(Outcome::new(Code::SourceBroken, message))));
        }
        None
    }

    fn member_name(&self, index: usize) -> String {
        match self.zip.name_for_index(index) {
            Some(Ok(name)) => name.into_owned(),
            _ => format!("member {}", index + 1),
        }
    }

    fn member(&mut self, index: usize) -> Option<Source> {
        let name = self.member_name(index);
        if name.split(['/', '\\']).any(|part| is_hidden(part) || part == "__MACOSX") {
            return None;
        }
        let name = format!("{}!{name}", self.name);
        let member = match self.zip.by_index_raw(index) {
            Ok(member) if !member.is_file() => return None,
            Ok(member) => member,
            Err(error) => {
                return Some(Source::new(Origin::new(name, None, true), Err(zip_outcome(&error))));
            }
        };
        let origin = Origin::new(name, Some(member.size()), true);
        let method = member.compression();
        let refused = match method {
            _ if member.encrypted() => Some("this is an encrypted member of an archive".to_owned()),
            CompressionMethod::Stored | CompressionMethod::Deflated => None,
            other => Some(format!("this is a member of an archive compressed by {other}")),
        };
        let content = Content {
            start: member.data_start(),
            packed: member.compressed_size(),
            deflated: method == CompressionMethod::Deflated,
            size: member.size(),
            crc: member.crc32(),
        };
        drop(member);
        let stream = match refused {
            Some(message) => Err(Outcome::new(Code::Refused, message)),
            None => self.content(&content).map_err(|e| open_outcome(&e)),
        };
        Some(Source::new(origin, stream))
    }

    fn content(&self, content: &Content) -> io::Result<Stream> {
        let mut file = self.file.try_clone()?;
        let start = content.start.ok_or_else(|| io::Error::other("its data was not found in the archive"))?;
        file.seek(SeekFrom::Start(start))?;
        let packed = Metered::new(file.take(content.packed), Arc::clone(&self.consumed));
        Ok(if content.deflated {
            Box::new(Checked::new(DeflateDecoder::new(BufReader::with_capacity(BUFFER, packed)), content))
        } else {
            Box::new(Checked::new(packed, content))
        })
    }
}

/// Where a member lies and what it must be like.
struct Content {
    start: Option<u64>,
    packed: u64,
    deflated: bool,
    size: u64,
    crc: u32,
}

/// Compares size and checksum at the end of a member.
struct Checked<R> {
    inner: R,
    sum: Crc,
    len: u64,
    size: u64,
    crc: u32,
}

impl<R> Checked<R> {
    fn new(inner: R, content: &Content) -> Checked<R> {
        Checked { inner, sum: Crc::new(), len: 0, size: content.size, crc: content.crc }
    }
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.sum.update(&buffer[..n]);
        self.len += n as u64;
        if n == 0 && !buffer.is_empty() {
            if self.len < self.size {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if self.len > self.size || self.sum.sum() != self.crc {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "size or checksum is not what the archive states",
                ));
            }
        }
        Ok(n)
    }
}

fn zip_outcome(error: &ZipError) -> Outcome {
    Outcome::new(Code::SourceBroken, format!("the archive cannot be read: {error}"))
}
