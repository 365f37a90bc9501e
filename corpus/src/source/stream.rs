//! Decompression of a byte stream, told by its first bytes.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;
use pentad_rules::Code;
use zstd::stream::read::Decoder;

use super::{Stream, open_outcome};
use crate::Outcome;

/// The option of the command line that raises [`crate::Limits::zstd_window_log`].
pub const ZSTD_WINDOW_OPTION: &str = "--zstd-window";

/// Buffer between the operating system and a decompressor.
pub(super) const BUFFER: usize = 128 << 10;

/// A file without its compression.
pub(super) enum Unpacked {
    /// With the file itself, where it is not compressed and can be read at any place.
    Stream(Stream, Option<File>),
    Zip(File),
}

/// Counts what is read through it.
pub(super) struct Metered<R> {
    inner: R,
    count: Arc<AtomicU64>,
}

impl<R> Metered<R> {
    pub(super) fn new(inner: R, count: Arc<AtomicU64>) -> Metered<R> {
        Metered { inner, count }
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.count.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}

/// Kinds of compression and archives that are undone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Packing {
    Gzip,
    Zstd,
    Zip,
}

fn packing(head: &[u8]) -> Option<Packing> {
    match head {
        [0x1f, 0x8b, 8, ..] => Some(Packing::Gzip),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Packing::Zstd),
        // A frame to be skipped may precede the compressed ones.
        [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Packing::Zstd),
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Packing::Zip),
        _ => None,
    }
}

/// The name of a kind of archive or compression that is not undone here, because it is foreign or lies in another one.
pub(crate) fn nested_kind(head: &[u8]) -> Option<&'static str> {
    match packing(head) {
        Some(Packing::Gzip) => return Some("a gzip file inside another archive"),
        Some(Packing::Zstd) => return Some("a zstd file inside another archive"),
        Some(Packing::Zip) => return Some("a zip archive inside another archive"),
        None => {}
    }
    let is_bzip2 = head.starts_with(b"BZh") && head.get(4..10) == Some(b"1AY&SY");
    if is_bzip2 {
        Some("a bzip2 file")
    } else if head.starts_with(b"\xFD7zXZ\0") {
        Some("an xz file")
    } else if head.get(257..262) == Some(b"ustar") {
        Some("a tar archive")
    } else {
        None
    }
}

/// Undoes the compression of a file. `seekable` is the same file, where it is one that an archive can be read from in place.
pub(super) fn unpack(mut raw: Metered<Stream>, seekable: Option<File>, window_log: u32) -> Result<Unpacked, Outcome> {
    let mut head = [0; 6];
    let len = read_full(&mut raw, &mut head).map_err(|e| read_outcome(&e))?;
    let packing = packing(&head[..len]);
    let whole = Cursor::new(head).take(len as u64).chain(raw);
    let stream: Stream = match packing {
        None => return Ok(Unpacked::Stream(Box::new(whole), seekable)),
        Some(Packing::Gzip) => Box::new(MultiGzDecoder::new(BufReader::with_capacity(BUFFER, whole))),
        Some(Packing::Zstd) => {
            let decoder = Decoder::new(whole).and_then(|mut decoder| {
                decoder.window_log_max(window_log)?;
                Ok(decoder)
            });
            Box::new(decoder.map_err(|e| read_outcome(&e))?)
        }
        Some(Packing::Zip) => {
            let file = match seekable {
                Some(mut file) => file.seek(SeekFrom::Start(0)).map(|_| file),
                None => spool(whole),
            };
            return file.map(Unpacked::Zip).map_err(|e| open_outcome(&e));
        }
    };
    Ok(Unpacked::Stream(stream, None))
}

/// An archive can only be read from a file: its directory stands at the end.
fn spool(mut stream: impl Read) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(&mut stream, &mut file)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// Reads until the buffer is full or the stream ends.
fn read_full(stream: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut len = 0;
    while len < buffer.len() {
        match stream.read(&mut buffer[len..]) {
            Ok(0) => break,
            Ok(n) => len += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(len)
}

/// The outcome of a stream that broke off.
pub(crate) fn read_outcome(error: &io::Error) -> Outcome {
    // libzstd has an error number for this, and the crate passes on its text only.
    if error.to_string().contains("too much memory") {
        return Outcome::new(Code::SourceBroken, "it was compressed by zstd with a larger window than is allowed")
            .help(format!(
                "`{ZSTD_WINDOW_OPTION} 27` (or up to 31) allows windows of 2^27 bytes and takes as much memory"
            ));
    }
    let message = match error.kind() {
        io::ErrorKind::UnexpectedEof => "it ends too early: the compressed data is cut off".to_owned(),
        _ => format!("reading it broke off: {error}"),
    };
    Outcome::new(Code::SourceBroken, message)
}
