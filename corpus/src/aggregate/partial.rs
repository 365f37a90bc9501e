//! Aggregates in files: `docs/partials.md` has the bytes.

use std::fmt;
use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};
use twox_hash::{XxHash3_64, XxHash3_128};

use super::Row;
use super::row::{read_number, take, write_number};

const MAGIC: [u8; 8] = *b"\x89PNTPT\r\n";
const VERSION: u32 = 1;
/// Bytes of rows in a block, about.
const BLOCK: usize = 64 << 10;
const HEADER: u8 = b'H';
const ROWS: u8 = b'R';
const END: u8 = b'E';

/// Whether a file that begins so is a partial.
pub fn is_partial(head: &[u8]) -> bool {
    head.starts_with(&MAGIC)
}

/// Which records were counted: the sum of the hashes of their bytes, the same in whatever order they came.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Digest(u128);

impl Digest {
    /// Adds a record.
    pub fn add(&mut self, record: &[u8]) {
        self.0 = self.0.wrapping_add(XxHash3_128::oneshot(record));
    }

    /// Adds the records of another part.
    pub fn merge(&mut self, other: Digest) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// What a partial says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PartialHeader {
    /// The options that shape the counts, by name, in a fixed order.
    pub options: Vec<(String, String)>,
    /// Records that were seen.
    pub records: u64,
    /// Which records these were.
    pub digest: Digest,
    /// The identifications of the partials that it was made of, in order; none if it was counted from records alone.
    pub parts: Vec<Digest>,
}

/// The header as it is written.
#[derive(Serialize, Deserialize)]
struct Form {
    pentad: String,
    options: Vec<(String, String)>,
    records: u64,
    digest: String,
    parts: Vec<String>,
}

impl PartialHeader {
    /// The identification: which records, counted how.
    pub fn id(&self) -> Digest {
        let mut text = format!("{} {}", self.digest, self.records);
        for (name, value) in &self.options {
            text.push_str(&format!("\n{}:{name}={}:{value}", name.len(), value.len()));
        }
        Digest(XxHash3_128::oneshot(text.as_bytes()))
    }

    fn to_bytes(&self) -> Vec<u8> {
        let form = Form {
            pentad: env!("CARGO_PKG_VERSION").to_owned(),
            options: self.options.clone(),
            records: self.records,
            digest: self.digest.to_string(),
            parts: self.parts.iter().map(Digest::to_string).collect(),
        };
        serde_json::to_vec(&form).unwrap_or_default()
    }

    fn parse(bytes: &[u8]) -> Option<PartialHeader> {
        let Form { options, records, digest, parts, .. } = serde_json::from_slice(bytes).ok()?;
        let digest_of = |text: &String| Some(Digest(u128::from_str_radix(text, 16).ok()?));
        let digest = digest_of(&digest)?;
        let parts = parts.iter().map(digest_of).collect::<Option<_>>()?;
        Some(PartialHeader { options, records, digest, parts })
    }
}

/// Why a partial cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartialError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Io(#[source] io::Error),
    /// It does not begin as a partial does.
    #[error("it is no partial")]
    Magic,
    /// It was written by a later pentad.
    #[error("it is a partial of version {0}, and this pentad knows version {VERSION}")]
    Version(u32),
    /// It ends too early.
    #[error("it ends at byte {0} in the middle: it was cut off")]
    Truncated(u64),
    /// It has been changed.
    #[error("it is damaged between bytes {0} and {1}: {2}")]
    Damaged(u64, u64, &'static str),
}

/// Writes a partial row by row.
pub struct PartialWriter<W> {
    out: W,
    block: Vec<u8>,
    /// The key of the row before in this block.
    last: Vec<u8>,
    rows: u64,
}

impl<W: Write> PartialWriter<W> {
    /// Begins a partial.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(mut out: W, header: &PartialHeader) -> io::Result<PartialWriter<W>> {
        out.write_all(&MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        write_block(&mut out, HEADER, &header.to_bytes())?;
        Ok(PartialWriter { out, block: Vec::new(), last: Vec::new(), rows: 0 })
    }

    /// Writes a row; rows come in the order of their keys.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn push(&mut self, row: &Row) -> io::Result<()> {
        let shared = self.last.iter().zip(&row.key).take_while(|(a, b)| a == b).count();
        write_number(&mut self.block, shared as u64);
        write_number(&mut self.block, (row.key.len() - shared) as u64);
        self.block.extend_from_slice(&row.key[shared..]);
        row.pack_values(&mut self.block);
        self.last.clone_from(&row.key);
        self.rows += 1;
        if self.block.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.block.is_empty() {
            write_block(&mut self.out, ROWS, &self.block)?;
        }
        self.block.clear();
        self.last.clear();
        Ok(())
    }

    /// Ends the partial.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        write_block(&mut self.out, END, &self.rows.to_le_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }
}

fn checksum(kind: u8, payload: &[u8]) -> [u8; 8] {
    XxHash3_64::oneshot_with_seed(u64::from(kind), payload).to_le_bytes()
}

fn write_block(out: &mut impl Write, kind: u8, payload: &[u8]) -> io::Result<()> {
    let len = u32::try_from(payload.len()).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
    out.write_all(&[kind])?;
    out.write_all(&len.to_le_bytes())?;
    out.write_all(payload)?;
    out.write_all(&checksum(kind, payload))
}

/// A partial that is read row by row.
pub struct Partial<R> {
    input: R,
    header: PartialHeader,
    /// Bytes read, and where the block at hand began.
    at: u64,
    start: u64,
    block: Vec<u8>,
    /// How much of the block is done with.
    done: usize,
    /// The key of the row before in this block.
    last: Vec<u8>,
    rows: u64,
}

impl<R: Read> Partial<R> {
    /// Reads what the partial says of itself.
    ///
    /// # Errors
    /// When it is none, of another version, or damaged.
    pub fn open(input: R) -> Result<Partial<R>, PartialError> {
        let header = PartialHeader::default();
        let (block, last) = (Vec::new(), Vec::new());
        let mut partial = Partial { input, header, at: 0, start: 0, block, done: 0, last, rows: 0 };
        let mut magic = [0; MAGIC.len()];
        match partial.fill(&mut magic) {
            Err(PartialError::Truncated(_)) => return Err(PartialError::Magic),
            other => other?,
        }
        if !is_partial(&magic) {
            return Err(PartialError::Magic);
        }
        let mut version = [0; 4];
        partial.fill(&mut version)?;
        let version = u32::from_le_bytes(version);
        if version != VERSION {
            return Err(PartialError::Version(version));
        }
        if partial.read_block()? != HEADER {
            return partial.damaged("the header is missing");
        }
        let Some(header) = PartialHeader::parse(&partial.block) else {
            return partial.damaged("the header is not what it should be");
        };
        partial.header = header;
        partial.block.clear();
        Ok(partial)
    }

    /// What the partial says of itself.
    pub fn header(&self) -> &PartialHeader {
        &self.header
    }

    /// Reads the next row into `row`; `false` after the last.
    ///
    /// # Errors
    /// When the partial is damaged or cut off.
    pub fn next(&mut self, row: &mut Row) -> Result<bool, PartialError> {
        if self.done == self.block.len() {
            match self.read_block()? {
                ROWS => self.done = 0,
                END => return self.end(),
                _ => return self.damaged("a block of an unknown kind"),
            }
        }
        let mut rest = &self.block[self.done..];
        if !unpack(&mut rest, &self.last, row) {
            return self.damaged("a row is not what it should be");
        }
        if self.rows > 0 && row.key <= self.last {
            return self.damaged("the rows are out of order");
        }
        self.done = self.block.len() - rest.len();
        self.last.clone_from(&row.key);
        self.rows += 1;
        Ok(true)
    }

    /// A fault of the block at hand.
    ///
    /// # Errors
    /// Always.
    pub fn damaged<T>(&self, what: &'static str) -> Result<T, PartialError> {
        Err(PartialError::Damaged(self.start, self.at, what))
    }

    fn end(&mut self) -> Result<bool, PartialError> {
        if self.block != self.rows.to_le_bytes() {
            return self.damaged("rows are missing");
        }
        let mut more = [0];
        match self.input.read(&mut more).map_err(PartialError::Io)? {
            0 => {
                self.block.clear();
                self.done = 0;
                Ok(false)
            }
            _ => {
                self.start = self.at;
                self.at += 1;
                self.damaged("there is more after the end")
            }
        }
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), PartialError> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.input.read(&mut bytes[filled..]) {
                Ok(0) => return Err(PartialError::Truncated(self.at)),
                Ok(n) => (filled, self.at) = (filled + n, self.at + n as u64),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(PartialError::Io(error)),
            }
        }
        Ok(())
    }

    /// Reads a block and says of which kind it is.
    fn read_block(&mut self) -> Result<u8, PartialError> {
        self.start = self.at;
        let mut head = [0; 5];
        self.fill(&mut head)?;
        let [kind, len @ ..] = head;
        let len = u32::from_le_bytes(len);
        self.block.clear();
        // A length that is a lie costs no more memory than there are bytes.
        let read = self.input.by_ref().take(u64::from(len)).read_to_end(&mut self.block).map_err(PartialError::Io)?;
        self.at += read as u64;
        if read < len as usize {
            return Err(PartialError::Truncated(self.at));
        }
        let mut sum = [0; 8];
        self.fill(&mut sum)?;
        if sum != checksum(kind, &self.block) {
            return self.damaged("the checksum is another one");
        }
        // A block of rows without any would be read for ever after.
        if kind == ROWS && self.block.is_empty() {
            return self.damaged("an empty block");
        }
        Ok(kind)
    }
}

/// Reads a row of a block; `last` is the key of the row before.
fn unpack(rest: &mut &[u8], last: &[u8], row: &mut Row) -> bool {
    let mut read = || {
        let shared = usize::try_from(read_number(rest)?).ok()?;
        let len = usize::try_from(read_number(rest)?).ok()?;
        row.key.clear();
        row.key.extend_from_slice(last.get(..shared)?);
        row.key.extend_from_slice(take(rest, len)?);
        row.unpack_values(rest)
    };
    read().is_some()
}
