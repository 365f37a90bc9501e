//! Rows in memory, found by their key.

use std::collections::BTreeMap;
use std::hash::BuildHasher as _;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::Row;

/// Bytes of the first block of rows, and of the largest that holds several.
const FIRST: usize = 16 << 10;
const BLOCK: usize = 1 << 20;
/// A row begins at a multiple of four, so that 18 bits tell where in its block.
const ALIGN: usize = 4;
const PLACE_BITS: u32 = 18;
/// Length of the key, length of the line, number of counts.
const HEAD: usize = 6;

/// Rows one after the other as a [`Table`] held them: what a worker hands on.
#[derive(Debug, Default)]
pub(super) struct Blocks(Vec<Vec<u8>>);

/// Rows by key. A row takes its bytes, eight for each count, six beside them, and five to twelve of the index.
#[derive(Debug, Default)]
pub(super) struct Table {
    blocks: Blocks,
    /// Bytes of all blocks.
    allocated: usize,
    index: HashTable<u32>,
}

/// A row as it lies in a block.
struct Laid<'b> {
    counts: &'b [u8],
    key: &'b [u8],
    line: &'b [u8],
    /// Bytes up to the next row.
    size: usize,
}

impl<'b> Laid<'b> {
    fn at(bytes: &'b [u8]) -> Laid<'b> {
        let (head, rest) = bytes.split_at(HEAD);
        let key_len = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let (counts, rest) = rest.split_at(8 * usize::from(head[5]));
        let (key, rest) = rest.split_at(key_len);
        let line = &rest[..usize::from(head[4])];
        let size = (HEAD + counts.len() + key.len() + line.len()).next_multiple_of(ALIGN);
        Laid { counts, key, line, size }
    }

    fn copy_to(&self, row: &mut Row) {
        row.key.clear();
        row.key.extend_from_slice(self.key);
        row.line.clear();
        row.line.extend_from_slice(self.line);
        let mut counts = [0; super::row::MAX_COUNTS];
        let cells = self.counts.as_chunks::<8>().0;
        counts.iter_mut().zip(cells).for_each(|(n, cell)| *n = u64::from_le_bytes(*cell));
        row.set_counts(&counts[..cells.len()]);
    }
}

impl Blocks {
    fn laid(&self, handle: u32) -> Laid<'_> {
        let place = (handle & ((1 << PLACE_BITS) - 1)) as usize * ALIGN;
        Laid::at(&self.0[(handle >> PLACE_BITS) as usize][place..])
    }

    fn add(&mut self, handle: u32, counts: &[u64], line: &[u8]) {
        let place = (handle & ((1 << PLACE_BITS) - 1)) as usize * ALIGN;
        let bytes = &mut self.0[(handle >> PLACE_BITS) as usize][place..];
        let key_len = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize;
        let (line_len, width) = (usize::from(bytes[4]), usize::from(bytes[5]));
        let (cells, rest) = bytes[HEAD..].split_at_mut(8 * width);
        for (cell, n) in cells.as_chunks_mut::<8>().0.iter_mut().zip(counts) {
            *cell = u64::from_le_bytes(*cell).saturating_add(*n).to_le_bytes();
        }
        let smallest = &mut rest[key_len..key_len + line_len];
        if line < &*smallest && line.len() == line_len {
            smallest.copy_from_slice(line);
        }
    }

    /// The handle and the key of each row.
    fn handles(&self, mut each: impl FnMut(u32, &[u8])) {
        for (number, block) in (0..).zip(&self.0) {
            let mut at = 0;
            while at < block.len() {
                let laid = Laid::at(&block[at..]);
                each(number << PLACE_BITS | (at / ALIGN) as u32, laid.key);
                at += laid.size;
            }
        }
    }

    /// Gives each row to `each` in the order in which the keys came.
    pub(super) fn each<E>(&self, mut each: impl FnMut(&Row) -> Result<(), E>) -> Result<(), E> {
        let mut row = Row::default();
        for block in &self.0 {
            let mut rest = &block[..];
            while !rest.is_empty() {
                let laid = Laid::at(rest);
                laid.copy_to(&mut row);
                each(&row)?;
                rest = &rest[laid.size..];
            }
        }
        Ok(())
    }
}

fn hash(key: &[u8]) -> u64 {
    FxBuildHasher.hash_one(key)
}

impl Table {
    pub(super) fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Counts under a key. `line` has the same length whenever the key comes; the smallest is kept. `false` when there is no room for a new row.
    pub(super) fn add(&mut self, key: &[u8], counts: &[u64], line: &[u8], limit: usize) -> bool {
        let hash = hash(key);
        let blocks = &mut self.blocks;
        if let Some(&handle) = self.index.find(hash, |&handle| blocks.laid(handle).key == key) {
            blocks.add(handle, counts, line);
            return true;
        }
        let size = (HEAD + 8 * counts.len() + key.len() + line.len()).next_multiple_of(ALIGN);
        let needs_block = blocks.0.last().is_none_or(|block| block.capacity() - block.len() < size);
        let length = if needs_block { (FIRST << blocks.0.len().min(6)).min(BLOCK).max(size) } else { 0 };
        // While the index moves to a larger place both are there.
        let growth = if self.index.len() == self.index.capacity() { 3 } else { 1 };
        let memory = self.allocated + length + self.index.allocation_size() * growth;
        let no_handle = needs_block && blocks.0.len() >= 1 << (32 - PLACE_BITS);
        // Without any row there is always room: a row that is larger than the limit stands alone.
        if !self.index.is_empty() && (memory > limit || no_handle) {
            return false;
        }
        if needs_block {
            self.allocated += length;
            blocks.0.push(Vec::with_capacity(length));
        }
        let number = blocks.0.len() as u32 - 1;
        let Some(block) = blocks.0.last_mut() else { return false };
        let handle = number << PLACE_BITS | (block.len() / ALIGN) as u32;
        block.extend_from_slice(&(key.len() as u32).to_le_bytes());
        block.extend_from_slice(&[line.len() as u8, counts.len() as u8]);
        counts.iter().for_each(|n| block.extend_from_slice(&n.to_le_bytes()));
        block.extend_from_slice(key);
        block.extend_from_slice(line);
        block.resize(block.len().next_multiple_of(ALIGN), 0);
        let blocks = &self.blocks;
        self.index.insert_unique(hash, handle, |&handle| self::hash(blocks.laid(handle).key));
        true
    }

    /// Takes the rows out; the index keeps its memory.
    pub(super) fn take(&mut self) -> Blocks {
        self.index.clear();
        self.allocated = 0;
        std::mem::take(&mut self.blocks)
    }

    /// The rows in the order of their keys.
    pub(super) fn sorted(self) -> Ordered {
        let Table { blocks, index, .. } = self;
        let rows = index.len();
        drop(index);
        // The first bytes of most keys tell them apart: they are laid beside the handle for a part of the rows at a time.
        let mut ends: BTreeMap<[u8; 2], usize> = BTreeMap::new();
        blocks.handles(|_, key| *ends.entry(lead(key)).or_default() += 1);
        let mut sum = 0;
        ends.values_mut().for_each(|place| sum += std::mem::replace(place, sum));
        let mut handles = vec![0; rows];
        blocks.handles(|handle, key| {
            if let Some(place) = ends.get_mut(&lead(key)) {
                handles[*place] = handle;
                *place += 1;
            }
        });
        let mut pairs: Vec<(u64, u32)> = Vec::new();
        let mut rest = &mut handles[..];
        let mut start = 0;
        for end in ends.into_values() {
            let (part, others) = rest.split_at_mut(end - start);
            (rest, start) = (others, end);
            pairs.clear();
            pairs.extend(part.iter().map(|&handle| (prefix(blocks.laid(handle).key), handle)));
            pairs
                .sort_unstable_by(|(a, x), (b, y)| a.cmp(b).then_with(|| blocks.laid(*x).key.cmp(blocks.laid(*y).key)));
            part.iter_mut().zip(&pairs).for_each(|(handle, pair)| *handle = pair.1);
        }
        Ordered { blocks, handles, at: 0 }
    }
}

/// The first two bytes.
fn lead(key: &[u8]) -> [u8; 2] {
    [key.first().copied().unwrap_or(0), key.get(1).copied().unwrap_or(0)]
}

/// The eight bytes after them.
fn prefix(key: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(key.iter().skip(2)).for_each(|(slot, b)| *slot = *b);
    u64::from_be_bytes(bytes)
}

/// Rows of a table in the order of their keys.
#[derive(Debug)]
pub(super) struct Ordered {
    blocks: Blocks,
    handles: Vec<u32>,
    at: usize,
}

impl Ordered {
    pub(super) fn next(&mut self, row: &mut Row) -> bool {
        let Some(&handle) = self.handles.get(self.at) else { return false };
        self.at += 1;
        self.blocks.laid(handle).copy_to(row);
        true
    }
}
