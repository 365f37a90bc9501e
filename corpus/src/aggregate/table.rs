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
/// Length of the key, length of the line, number of counts and of those that are kept.
const HEAD: usize = 6;
/// Of more counts only these are kept where all others are 0, as they are most often. A key may then have two rows.
const NARROW: usize = 4;

/// How many rows are looked for at a time.
const AHEAD: usize = 32;

/// How many counts of a row are kept.
fn kept(counts: &[u64]) -> usize {
    match counts.split_at_checked(NARROW) {
        Some((_, others)) if others.iter().all(|n| *n == 0) => NARROW,
        _ => counts.len(),
    }
}

/// Rows one after the other as a [`Table`] held them: what a worker hands on.
#[derive(Debug, Default)]
pub(super) struct Blocks(Vec<Vec<u8>>);

/// Rows by key. A row takes its bytes, eight for each count that is kept, six beside them, and five to twelve of the index.
#[derive(Debug, Default)]
pub(super) struct Table {
    blocks: Blocks,
    /// Bytes of all blocks.
    allocated: usize,
    index: HashTable<u32>,
}

/// A row as it lies in a block.
pub(super) struct Laid<'b> {
    /// How many counts there are, and those that are kept: all others are 0.
    width: usize,
    counts: &'b [u8],
    key: &'b [u8],
    line: &'b [u8],
    /// All of it, up to the next row.
    bytes: &'b [u8],
}

impl<'b> Laid<'b> {
    #[inline]
    fn at(bytes: &'b [u8]) -> Laid<'b> {
        let (head, rest) = bytes.split_at(HEAD);
        let key_len = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let width = usize::from(head[5] >> 4);
        let (counts, rest) = rest.split_at(8 * usize::from(head[5] & 15));
        let (key, rest) = rest.split_at(key_len);
        let line = &rest[..usize::from(head[4])];
        let size = (HEAD + counts.len() + key.len() + line.len()).next_multiple_of(ALIGN);
        Laid { width, counts, key, line, bytes: &bytes[..size] }
    }

    fn is(&self, key: &[u8], kept: usize) -> bool {
        self.counts.len() == 8 * kept && self.key == key
    }

    fn copy_to(&self, row: &mut Row) {
        row.key.clear();
        row.key.extend_from_slice(self.key);
        row.line.clear();
        row.line.extend_from_slice(self.line);
        let mut counts = [0; super::row::MAX_COUNTS];
        let cells = self.counts.as_chunks::<8>().0;
        counts.iter_mut().zip(cells).for_each(|(n, cell)| *n = u64::from_le_bytes(*cell));
        row.set_counts(&counts[..self.width]);
    }
}

impl Blocks {
    /// A row and what is behind it in its block.
    fn from(&self, handle: u32) -> &[u8] {
        &self.0[(handle >> PLACE_BITS) as usize][(handle & ((1 << PLACE_BITS) - 1)) as usize * ALIGN..]
    }

    fn laid(&self, handle: u32) -> Laid<'_> {
        Laid::at(self.from(handle))
    }

    fn first_byte(&self, handle: u32) -> u8 {
        self.from(handle)[0]
    }

    fn add(&mut self, handle: u32, counts: impl Iterator<Item = u64>, line: &[u8]) {
        let place = (handle & ((1 << PLACE_BITS) - 1)) as usize * ALIGN;
        let bytes = &mut self.0[(handle >> PLACE_BITS) as usize][place..];
        let key_len = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize;
        let (line_len, kept) = (usize::from(bytes[4]), usize::from(bytes[5] & 15));
        let (cells, rest) = bytes[HEAD..].split_at_mut(8 * kept);
        for (cell, n) in cells.as_chunks_mut::<8>().0.iter_mut().zip(counts) {
            *cell = u64::from_le_bytes(*cell).saturating_add(n).to_le_bytes();
        }
        let smallest = &mut rest[key_len..key_len + line_len];
        if line < &*smallest && line.len() == line_len {
            smallest.copy_from_slice(line);
        }
    }

    /// Whether the next row begins a block, and how long that is.
    fn new_block(&self, size: usize) -> Option<usize> {
        let full = self.0.last().is_none_or(|block| block.capacity() - block.len() < size);
        full.then(|| (FIRST << self.0.len().min(6)).min(BLOCK).max(size))
    }

    /// The block that a row of this size goes to, and the handle of the row.
    fn place(&mut self, size: usize) -> (u32, &mut Vec<u8>) {
        if let Some(length) = self.new_block(size) {
            self.0.push(Vec::with_capacity(length));
        }
        let number = self.0.len() - 1;
        let block = &mut self.0[number];
        ((number as u32) << PLACE_BITS | (block.len() / ALIGN) as u32, block)
    }

    /// Lays a row down, whether or not there is one of the same key.
    pub(super) fn push(&mut self, key: &[u8], counts: &[u64], line: &[u8]) -> u32 {
        let kept = kept(counts);
        let size = (HEAD + 8 * kept + key.len() + line.len()).next_multiple_of(ALIGN);
        let (handle, block) = self.place(size);
        let end = block.len() + size;
        block.extend_from_slice(&(key.len() as u32).to_le_bytes());
        block.extend_from_slice(&[line.len() as u8, (counts.len() << 4 | kept) as u8]);
        counts[..kept].iter().for_each(|n| block.extend_from_slice(&n.to_le_bytes()));
        block.extend_from_slice(key);
        block.extend_from_slice(line);
        block.resize(end, 0);
        handle
    }

    /// Each row as it lies there.
    pub(super) fn laid_rows(&self) -> impl Iterator<Item = Laid<'_>> {
        self.0.iter().flat_map(|block| {
            let mut rest = &block[..];
            std::iter::from_fn(move || {
                let laid = (!rest.is_empty()).then(|| Laid::at(rest))?;
                rest = &rest[laid.bytes.len()..];
                Some(laid)
            })
        })
    }

    /// The handle and the key of each row.
    fn handles(&self, mut each: impl FnMut(u32, &[u8])) {
        for (number, block) in (0..).zip(&self.0) {
            let mut at = 0;
            while at < block.len() {
                let laid = Laid::at(&block[at..]);
                each(number << PLACE_BITS | (at / ALIGN) as u32, laid.key);
                at += laid.bytes.len();
            }
        }
    }
}

fn hash(key: &[u8]) -> u64 {
    FxBuildHasher.hash_one(key)
}

impl Table {
    /// Bytes that it holds.
    pub(super) fn allocated(&self) -> usize {
        self.allocated + self.index.allocation_size()
    }

    /// Counts under a key. `line` has the same length whenever the key comes; the smallest is kept. `false` when there is no room for a new row.
    pub(super) fn add(&mut self, key: &[u8], counts: &[u64], line: &[u8], limit: usize) -> bool {
        let hash = hash(key);
        let (blocks, kept) = (&mut self.blocks, kept(counts));
        if let Some(&handle) = self.index.find(hash, |&handle| blocks.laid(handle).is(key, kept)) {
            blocks.add(handle, counts[..kept].iter().copied(), line);
            return true;
        }
        if !self.make_room(HEAD + 8 * kept + key.len() + line.len(), limit) {
            return false;
        }
        let handle = self.blocks.push(key, counts, line);
        self.enter(hash, handle);
        true
    }

    /// Counts what another table has laid down.
    pub(super) fn add_laid(&mut self, row: &Laid<'_>, limit: usize) -> bool {
        let hash = hash(row.key);
        let (blocks, kept) = (&mut self.blocks, row.counts.len() / 8);
        if let Some(&handle) = self.index.find(hash, |&handle| blocks.laid(handle).is(row.key, kept)) {
            let counts = row.counts.as_chunks::<8>().0.iter().map(|cell| u64::from_le_bytes(*cell));
            blocks.add(handle, counts, row.line);
            return true;
        }
        if !self.make_room(row.bytes.len(), limit) {
            return false;
        }
        let (handle, block) = self.blocks.place(row.bytes.len());
        block.extend_from_slice(row.bytes);
        self.enter(hash, handle);
        true
    }

    /// Makes room for a row. Without any row there is always room: one that is larger than the limit stands alone.
    fn make_room(&mut self, len: usize, limit: usize) -> bool {
        let length = self.blocks.new_block(len.next_multiple_of(ALIGN));
        let full = self.index.len() == self.index.capacity();
        // The index is made anew from the rows: the old one and the new one are never there at a time.
        let index = self.index.allocation_size() * if full { 2 } else { 1 };
        let no_handle = length.is_some() && self.blocks.0.len() >= 1 << (32 - PLACE_BITS);
        if !self.index.is_empty() && (self.allocated + length.unwrap_or(0) + index > limit || no_handle) {
            return false;
        }
        self.allocated += length.unwrap_or(0);
        if full {
            let capacity = (2 * self.index.capacity()).max(64);
            self.index = HashTable::new();
            let mut index = HashTable::with_capacity(capacity);
            let blocks = &self.blocks;
            // In the order in which the rows lie there: to go through the old index would look for each of them.
            blocks.handles(|handle, key| {
                index.insert_unique(hash(key), handle, |&handle| hash(blocks.laid(handle).key));
            });
            self.index = index;
        }
        true
    }

    fn enter(&mut self, hash: u64, handle: u32) {
        let blocks = &self.blocks;
        self.index.insert_unique(hash, handle, |&handle| self::hash(blocks.laid(handle).key));
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
        Ordered { blocks, handles, at: 0, ahead: 0 }
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
    /// Up to here rows have been looked for.
    ahead: usize,
}

impl Ordered {
    /// The first byte of the key of the next row.
    pub(super) fn section(&self) -> Option<u8> {
        self.handles.get(self.at).and_then(|&handle| self.blocks.laid(handle).key.first().copied())
    }

    pub(super) fn next(&mut self, row: &mut Row) -> bool {
        let Some(&handle) = self.handles.get(self.at) else { return false };
        if self.at >= self.ahead {
            // To wait for rows that lie elsewhere takes no longer for several than for one.
            let next = &self.handles[self.at..(self.at + AHEAD).min(self.handles.len())];
            std::hint::black_box(next.iter().fold(0, |sum, &handle| sum ^ self.blocks.first_byte(handle)));
            self.ahead = self.at + AHEAD;
        }
        let laid = self.blocks.laid(handle);
        laid.copy_to(row);
        self.at += 1;
        // The other row of the key.
        while let Some(next) = self.handles.get(self.at).map(|&handle| self.blocks.laid(handle))
            && next.key == laid.key
        {
            let mut other = Row::default();
            next.copy_to(&mut other);
            row.merge(&other);
            self.at += 1;
        }
        true
    }
}
