//! The 20 bytes before the nodes.

use nom::IResult;
use nom::Parser as _;
use nom::bytes::complete::{tag, take};
use nom::number::complete::u8;

use super::facts::FILLER;
use super::node::{COMMENT, LEAF, MARK, NO_POINT, OLD_COMMENT, SIBLING, START, node, point};

/// What a library begins with since 2002.
pub(super) const MAGIC: &[u8; 8] = b"\xFFRenLib\xFF";
/// The first byte of an older file: h8.
pub(super) const OLD_START: u8 = 0x78;
/// The latest version of the format.
pub(super) const LATEST: [u8; 2] = [3, 4];

/// The header of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Header {
    /// Major and minor version of the format; `None` without a header.
    pub(super) version: Option<[u8; 2]>,
    /// The ten bytes after it, where they are not the usual ones.
    pub(super) filler: Option<[u8; 10]>,
    /// Where the nodes begin.
    pub(super) len: usize,
}

/// Whether a version is later than those that are known.
pub(super) fn is_newer(version: [u8; 2]) -> bool {
    version > LATEST
}

fn fields(input: &[u8]) -> IResult<&[u8], ([u8; 2], &[u8]), ()> {
    let (rest, (_, major, minor, filler)) = (tag(&MAGIC[..]), u8, u8, take(10usize)).parse(input)?;
    Ok((rest, ([major, minor], filler)))
}

impl Header {
    /// Reads the header; the error says why this is no library.
    pub(super) fn read(bytes: &[u8]) -> Result<Header, String> {
        if let Ok((rest, (version, filler))) = fields(bytes) {
            if is_newer(version) {
                let [major, minor] = version;
                return Err(format!(
                    "a library of version {major}.{minor}, made by a newer RenLib; versions up to 3.4 are known"
                ));
            }
            let filler = filler.try_into().ok().filter(|filler| *filler != FILLER);
            return Ok(Header { version: Some(version), filler, len: bytes.len() - rest.len() });
        }
        match bytes.first() {
            Some(&OLD_START) if bytes.len() > 1 => Ok(Header { version: None, filler: None, len: 0 }),
            _ if bytes.starts_with(MAGIC) => Err("the library ends within its header".to_owned()),
            _ => Err("neither the header of a RenLib library nor, as in the oldest ones, a first move h8".to_owned()),
        }
    }
}

/// Whether a file is a library of a version later than those that are known.
pub(crate) fn is_newer_library(head: &[u8]) -> bool {
    fields(head).is_ok_and(|(_, (version, _))| is_newer(version))
}

/// Whether the first bytes of a file without a header can hardly be anything but nodes of a library: they begin with h8, name points only,
/// end branches that were opened, and are no text.
pub(super) fn looks_old(head: &[u8]) -> bool {
    /// More nodes than this tell nothing new.
    const NODES: usize = 64;
    if head.first() != Some(&OLD_START) || head.len() < 2 {
        return false;
    }
    let (mut rest, mut open, mut seen) = (head, 0usize, 0);
    while let Ok((after, raw)) = node(rest) {
        let known = SIBLING | LEAF | OLD_COMMENT | COMMENT | MARK | START;
        if raw.point != NO_POINT && point(raw.point).is_none() || raw.flags & !known != 0 {
            // What is cut off at the end of the head tells nothing.
            return seen >= NODES;
        }
        open += usize::from(raw.has(SIBLING));
        if raw.has(LEAF) {
            match open.checked_sub(1) {
                Some(left) => open = left,
                None if after.len() > 1 => return false,
                None => {}
            }
        }
        seen += 1;
        if seen >= NODES || raw.cut {
            break;
        }
        rest = after;
    }
    let text = |&&b: &&u8| matches!(b, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    head.iter().take(512).filter(text).count() < head.len().min(512)
}
