//! The first bytes of an index.

use super::block::checksum;
use super::wire::Wire;

/// What an index begins with: a byte that is no text, a name, and line ends that a transfer as text would change.
pub(super) const MAGIC: [u8; 12] = *b"\x89pentad\r\n\x1a\n\0";

/// The version of the format that is written, and the only one that is read.
pub(super) const VERSION: u32 = 1;

/// Bytes of the head, with its checksum.
pub(super) const LEN: usize = 48;

/// The head: where the rest is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head {
    pub(super) version: u32,
    /// Bytes of the whole file.
    pub(super) file: u64,
    /// Where the meta data lies, and its length without its checksum.
    pub(super) meta: (u64, u64),
}

impl Head {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend_from_slice(&self.version.to_le_bytes());
        out.extend_from_slice(&self.file.to_le_bytes());
        out.extend_from_slice(&self.meta.0.to_le_bytes());
        out.extend_from_slice(&self.meta.1.to_le_bytes());
        out.extend_from_slice(&[0; 4]);
        let sum = checksum(0, &out);
        out.extend_from_slice(&sum.to_le_bytes());
        out
    }

    /// The head, or what is wrong with it.
    pub(super) fn read(bytes: &[u8]) -> Result<Head, String> {
        if !bytes.starts_with(&MAGIC) {
            return Err("it is no index of pentad".to_owned());
        }
        let mut wire = Wire(bytes);
        wire.take(MAGIC.len());
        let fields = wire.u32().zip(wire.u64()).zip(wire.u64().zip(wire.u64()));
        let (Some(((version, file), meta)), Some((sums, _))) = (fields, bytes.split_at_checked(LEN)) else {
            return Err("the index ends too early".to_owned());
        };
        let (content, sum) = sums.split_at(LEN - 4);
        if version > VERSION && sum == checksum(0, content).to_le_bytes() {
            return Err(format!("its format has version {version}, and this program reads version {VERSION}"));
        }
        if sum != checksum(0, content).to_le_bytes() {
            return Err("the checksum of its head is wrong".to_owned());
        }
        if version != VERSION {
            return Err(format!("its format has version {version}, and this program reads version {VERSION}"));
        }
        Ok(Head { version, file, meta })
    }
}
