//! RenLib libraries: one large tree without comments.

use std::io::{self, Write};

use crate::Numbers;

/// Longest line.
const DEPTH: usize = 60;
/// Alternatives that are open at a time, about.
const OPEN: usize = 40;

/// A level of the line at hand: the points that have been alternatives there, a bit for each byte.
#[derive(Clone, Copy, Default)]
struct Level {
    byte: u8,
    used: [u64; 4],
}

impl Level {
    fn has(&self, byte: u8) -> bool {
        self.used[usize::from(byte >> 6)] >> (byte & 63) & 1 != 0
    }
}

/// Writes a library of about `size` bytes; returns how many there are. No point is twice in a line or among alternatives, and what is
/// promised comes.
pub(crate) fn library(size: u64, seed: u64, out: &mut dyn Write) -> io::Result<u64> {
    let mut numbers = Numbers::new(seed);
    let mut bytes = b"\xFFRenLib\xFF\x03\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x78\x00".to_vec();
    let mut written = 0;
    let mut line = vec![Level { byte: 0x78, ..Level::default() }];
    // Of each open alternative the number of points in the line before it, and the alternatives before it.
    let mut open: Vec<(usize, Level)> = Vec::new();
    let mut level = Level::default();
    loop {
        let full = written + bytes.len() as u64 >= size;
        let byte = loop {
            let byte = numbers.below(15) as u8 * 16 + 1 + numbers.below(15) as u8;
            if !level.has(byte) && line.iter().all(|l| l.byte != byte) {
                break byte;
            }
        };
        level.byte = byte;
        level.used[usize::from(byte >> 6)] |= 1 << (byte & 63);
        let many = level.used.iter().map(|w| w.count_ones()).sum::<u32>() > 20;
        let sibling = !full && !many && numbers.below(2 * OPEN as u32) as usize > open.len();
        let leaf = full || line.len() >= DEPTH || numbers.below(3) == 0 && !open.is_empty();
        bytes.extend([byte, if sibling { 0x80 } else { 0 } | if leaf { 0x40 } else { 0 }]);
        if sibling {
            open.push((line.len(), level));
        }
        if leaf {
            let Some((length, before)) = open.pop() else { break };
            line.truncate(length);
            level = before;
        } else {
            line.push(level);
            level = Level::default();
        }
        if bytes.len() >= 256 << 10 {
            out.write_all(&bytes)?;
            written += bytes.len() as u64;
            bytes.clear();
        }
    }
    out.write_all(&bytes)?;
    out.flush()?;
    Ok(written + bytes.len() as u64)
}
