//! One row of an aggregate: a key, counts, and the smallest line that leads to what is counted.

/// The most counts of a row.
pub(super) const MAX_COUNTS: usize = 10;

/// A row with its bytes and counts at hand, used again for row after row.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// The key. No key is the beginning of another one.
    pub key: Vec<u8>,
    /// The smallest of the lines that came with the key; all lines of a key have the same length.
    pub line: Vec<u8>,
    counts: [u64; MAX_COUNTS],
    width: usize,
}

impl Row {
    /// The counts.
    pub fn counts(&self) -> &[u64] {
        &self.counts[..self.width]
    }

    /// Takes over the counts; those beyond ten are nobody's.
    pub fn set_counts(&mut self, counts: &[u64]) {
        self.width = counts.len().min(MAX_COUNTS);
        self.counts[..self.width].copy_from_slice(&counts[..self.width]);
    }

    /// Adds what another row of the same key counts.
    pub(super) fn merge(&mut self, other: &Row) {
        self.width = self.width.max(other.width);
        let sums = self.counts[..other.width].iter_mut().zip(other.counts());
        sums.for_each(|(sum, n)| *sum = sum.saturating_add(*n));
        if other.line < self.line {
            self.line.clone_from(&other.line);
        }
    }

    /// Bytes that sort as the keys do: the key, what is counted, and at the end the length of the key.
    pub(super) fn pack(&self, out: &mut Vec<u8>) {
        out.clear();
        out.extend_from_slice(&self.key);
        self.pack_values(out);
        out.extend_from_slice(&(self.key.len() as u32).to_be_bytes());
    }

    /// What [`Row::pack`] packed; `None` of anything else.
    pub(super) fn unpack(&mut self, packed: &[u8]) -> Option<()> {
        let (rest, len) = packed.split_last_chunk::<4>()?;
        let (key, mut values) = rest.split_at_checked(u32::from_be_bytes(*len) as usize)?;
        self.key.clear();
        self.key.extend_from_slice(key);
        self.unpack_values(&mut values)?;
        values.is_empty().then_some(())
    }

    /// The line and the counts, each after its length.
    pub(super) fn pack_values(&self, out: &mut Vec<u8>) {
        out.push(self.line.len() as u8);
        out.extend_from_slice(&self.line);
        out.push(self.width as u8);
        self.counts().iter().for_each(|&n| write_number(out, n));
    }

    /// Takes what [`Row::pack_values`] wrote off the front of `bytes`.
    pub(super) fn unpack_values(&mut self, bytes: &mut &[u8]) -> Option<()> {
        let len = usize::from(take(bytes, 1)?[0]);
        self.line.clear();
        self.line.extend_from_slice(take(bytes, len)?);
        self.width = usize::from(take(bytes, 1)?[0]);
        if self.width > MAX_COUNTS {
            return None;
        }
        for n in &mut self.counts[..self.width] {
            *n = read_number(bytes)?;
        }
        Some(())
    }
}

/// The first bytes of a slice, which is then without them.
pub(super) fn take<'b>(bytes: &mut &'b [u8], len: usize) -> Option<&'b [u8]> {
    let (first, rest) = bytes.split_at_checked(len)?;
    *bytes = rest;
    Some(first)
}

/// Seven bits a byte, the lowest first; all bytes but the last have the high bit (LEB128).
pub(crate) fn write_number(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

pub(crate) fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut n = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(bytes, 1)?[0];
        let part = u64::from(byte & 0x7F);
        if part << shift >> shift != part {
            return None;
        }
        n |= part << shift;
        if byte < 0x80 {
            return Some(n);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_length_come_back() {
        for n in (0..64).map(|bits| u64::MAX >> bits).chain([0, 1, 127, 128, 300]) {
            let mut bytes = Vec::new();
            write_number(&mut bytes, n);
            let mut rest = &bytes[..];
            assert_eq!((read_number(&mut rest), rest.len()), (Some(n), 0));
            assert_eq!(read_number(&mut &bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(read_number(&mut &[0xFF; 11][..]), None);
        assert_eq!(read_number(&mut &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2][..]), None);
    }
}
