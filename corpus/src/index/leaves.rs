//! Postings in leaves, and above them the nodes that lead to a key: written once, from the first key to the last.

use std::io::{self, Write};
use std::sync::Arc;

use super::block::{BlockReader, BlockWriter, Extent};
use super::posting::{Gathering, Posting};
use super::reach::Coming;
use super::wire::Wire;
use crate::Error;

/// A block is done when it has so many bytes.
const FULL: usize = if cfg!(test) { 128 } else { 16 << 10 };

/// Bytes of an entry in a node: the first key below it, where the block lies and its length.
const ENTRY: usize = 28;

/// The most levels of nodes that there can be.
const MOST_LEVELS: u8 = 16;

/// The root of the leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct RootBlock {
    pub(super) extent: Extent,
    /// How many levels of nodes lie above the leaves; without any postings there is no root at all.
    pub(super) levels: u8,
}

/// Writes postings, which come in order.
pub(super) struct LeafWriter<'w, W> {
    out: &'w mut BlockWriter<W>,
    gathering: Option<Gathering>,
    leaf: Vec<u8>,
    first: [u8; 16],
    last: [u8; 16],
    counted: Option<[u8; 16]>,
    /// The nodes that are being filled, the lowest first.
    nodes: Vec<Vec<u8>>,
    pub(super) positions: u64,
}

impl<'w, W: Write> LeafWriter<'w, W> {
    pub(super) fn new(out: &'w mut BlockWriter<W>) -> LeafWriter<'w, W> {
        LeafWriter {
            out,
            gathering: None,
            leaf: Vec::new(),
            first: [0; 16],
            last: [0; 16],
            counted: None,
            nodes: Vec::new(),
            positions: 0,
        }
    }

    pub(super) fn add(&mut self, coming: &Coming) -> io::Result<()> {
        if self.gathering.as_mut().is_some_and(|gathering| gathering.take(coming)) {
            return Ok(());
        }
        if let Some(done) = self.gathering.replace(Gathering::new(coming)) {
            self.put(&done)?;
        }
        Ok(())
    }

    fn put(&mut self, posting: &Gathering) -> io::Result<()> {
        if self.leaf.is_empty() {
            self.first = posting.reach.key;
            self.last = [0; 16];
        }
        posting.put(&self.last, &mut self.leaf);
        self.last = posting.reach.key;
        self.positions += u64::from(self.counted.replace(self.last) != Some(self.last));
        if self.leaf.len() >= FULL { self.end_leaf() } else { Ok(()) }
    }

    fn end_leaf(&mut self) -> io::Result<()> {
        let extent = self.out.put(&self.leaf)?;
        self.leaf.clear();
        let (mut first, mut extent) = (self.first, extent);
        for level in 0.. {
            if level == self.nodes.len() {
                self.nodes.push(Vec::new());
            }
            let node = &mut self.nodes[level];
            put_entry(node, &first, extent);
            if node.len() < FULL {
                break;
            }
            first.copy_from_slice(&node[..16]);
            extent = self.out.put(node)?;
            node.clear();
        }
        Ok(())
    }

    /// Writes what is left, and says where the root is.
    pub(super) fn finish(mut self) -> io::Result<(RootBlock, u64)> {
        if let Some(done) = self.gathering.take() {
            self.put(&done)?;
        }
        if !self.leaf.is_empty() {
            self.end_leaf()?;
        }
        // A node with one entry at the top leads nowhere else than that entry does, but levels are counted as they were filled.
        let mut root = RootBlock::default();
        let mut below: Option<([u8; 16], Extent)> = None;
        for (level, mut node) in std::mem::take(&mut self.nodes).into_iter().enumerate() {
            if let Some((first, extent)) = below.take() {
                put_entry(&mut node, &first, extent);
            }
            if !node.is_empty() {
                let mut first = [0; 16];
                first.copy_from_slice(&node[..16]);
                let extent = self.out.put(&node)?;
                below = Some((first, extent));
                root = RootBlock { extent, levels: level as u8 + 1 };
            }
        }
        Ok((root, self.positions))
    }
}

fn put_entry(node: &mut Vec<u8>, first: &[u8; 16], extent: Extent) {
    node.extend_from_slice(first);
    node.extend_from_slice(&extent.offset.to_le_bytes());
    node.extend_from_slice(&extent.len.to_le_bytes());
}

/// Goes through postings in order.
pub(super) struct Cursor {
    /// The nodes on the way to the leaf, the root first, and the number of the entry in each that is next.
    way: Vec<(Arc<[u8]>, usize)>,
    levels: u8,
    leaf: Arc<[u8]>,
    /// Where the leaf lies.
    leaf_at: u64,
    at: usize,
    last: [u8; 16],
}

impl Cursor {
    /// A cursor before the first posting of a key, or of a larger one where there is none.
    pub(super) fn seek(blocks: &mut BlockReader, root: RootBlock, key: &[u8; 16]) -> Result<Cursor, Error> {
        let mut cursor =
            Cursor { way: Vec::new(), levels: root.levels, leaf: Arc::from([]), leaf_at: 0, at: 0, last: [0; 16] };
        if root.levels == 0 {
            return Ok(cursor);
        }
        if root.levels > MOST_LEVELS {
            return Err(blocks.damaged(root.extent.offset, "the index has more levels than any"));
        }
        cursor.descend(blocks, root.extent, Some(key))?;
        Ok(cursor)
    }

    /// From a node down to a leaf: to the one in which a key may begin, else to the first.
    fn descend(&mut self, blocks: &mut BlockReader, from: Extent, key: Option<&[u8; 16]>) -> Result<(), Error> {
        let mut extent = from;
        while self.way.len() < usize::from(self.levels) {
            let node = blocks.block(extent)?;
            if node.is_empty() || node.len() % ENTRY != 0 {
                return Err(blocks.damaged(extent.offset, "this is no node of the index"));
            }
            // The key may begin in the last block that begins before it.
            let before = |key: &[u8; 16]| partition(&node, |first| first < &key[..]).saturating_sub(1);
            let number = key.map_or(0, before);
            extent = entry(&node, number).ok_or_else(|| blocks.damaged(extent.offset, "this is no node"))?;
            self.way.push((node, number + 1));
        }
        (self.leaf, self.leaf_at) = (blocks.block(extent)?, extent.offset);
        (self.at, self.last) = (0, [0; 16]);
        Ok(())
    }

    /// The next posting; `None` after the last.
    pub(super) fn next(&mut self, blocks: &mut BlockReader) -> Result<Option<Posting>, Error> {
        while self.at >= self.leaf.len() {
            let Some((node, number)) = self.way.pop() else { return Ok(None) };
            if let Some(extent) = entry(&node, number) {
                self.way.push((node, number + 1));
                self.descend(blocks, extent, None)?;
            }
        }
        let mut wire = Wire(&self.leaf[self.at..]);
        let Some(posting) = Posting::read(&self.last, &mut wire) else {
            return Err(blocks.damaged(self.leaf_at + self.at as u64, "this is no posting"));
        };
        self.at = self.leaf.len() - wire.0.len();
        self.last = posting.reach.key;
        Ok(Some(posting))
    }
}

fn entry(node: &[u8], number: usize) -> Option<Extent> {
    let mut wire = Wire(node.get(number * ENTRY..)?);
    wire.take(16)?;
    Some(Extent { offset: wire.u64()?, len: wire.u32()? })
}

/// How many entries of a node hold, which come before those that do not.
fn partition(node: &[u8], holds: impl Fn(&[u8]) -> bool) -> usize {
    let (mut low, mut high) = (0, node.len() / ENTRY);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(&node[middle * ENTRY..middle * ENTRY + 16]) { low = middle + 1 } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use pentad_rules::Color;

    use super::*;
    use crate::index::reach::{PLAYED, Reach};
    use crate::index::row::Results;

    fn comings(keys: u64, random: &mut fastrand::Rng) -> Vec<Coming> {
        let mut all = Vec::new();
        for _ in 0..keys {
            let mut key = [0; 16];
            key[..4].copy_from_slice(&random.u32(..5000).to_be_bytes());
            for ply in [1, 2] {
                let captured = [random.u16(0..2), 0];
                let reach = Reach::new(key, ply, Color::White, PLAYED, captured);
                for id in 0..random.u64(0..60) {
                    all.push(Coming { reach, id: id * 1000, results: Results(random.u8(0..4)), plies: 9 });
                }
            }
        }
        all.sort_by_key(|c| (c.reach, c.id));
        all.dedup_by_key(|c| (c.reach, c.id));
        all
    }

    fn write(comings: &[Coming], path: &std::path::Path) -> (RootBlock, u64) {
        let mut out = BlockWriter::new(std::fs::File::create(path).unwrap(), 0);
        let mut leaves = LeafWriter::new(&mut out);
        comings.iter().for_each(|coming| leaves.add(coming).unwrap());
        leaves.finish().unwrap()
    }

    #[test]
    fn postings_come_back_from_the_first_or_from_any_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("leaves");
        let mut random = fastrand::Rng::with_seed(5);
        for (keys, levels) in [(0, 0), (1, 1), (20, 2), (600, 4)] {
            let all = comings(keys, &mut random);
            let (root, positions) = write(&all, &path);
            assert!(root.levels >= levels, "{keys} keys, {} levels", root.levels);
            let mut bytes: Vec<_> = all.iter().map(|c| c.reach.key).collect();
            bytes.dedup();
            assert_eq!(positions, bytes.len() as u64);
            let mut blocks = BlockReader::open(&path).unwrap();
            for from in (0..5001u32).step_by(if keys > 20 { 7 } else { 1 }) {
                let mut key = [0; 16];
                key[..4].copy_from_slice(&from.to_be_bytes());
                let mut cursor = Cursor::seek(&mut blocks, root, &key).unwrap();
                let mut found = Vec::new();
                while let Some(posting) = cursor.next(&mut blocks).unwrap() {
                    // All postings of the key, if it has any, and then larger ones.
                    if posting.reach.key > key && from > 0 {
                        break;
                    }
                    if from == 0 || posting.reach.key == key {
                        found.extend(posting.ids.iter().map(|id| (posting.reach, *id)));
                    }
                }
                let wanted: Vec<_> =
                    all.iter().filter(|c| from == 0 || c.reach.key == key).map(|c| (c.reach, c.id)).collect();
                assert_eq!(found, wanted);
            }
        }
    }

    #[test]
    fn the_tally_of_a_posting_is_that_of_its_records() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("leaves");
        let all = comings(50, &mut fastrand::Rng::with_seed(9));
        let (root, _) = write(&all, &path);
        let mut blocks = BlockReader::open(&path).unwrap();
        let mut cursor = Cursor::seek(&mut blocks, root, &[0; 16]).unwrap();
        let mut rest = &all[..];
        while let Some(posting) = cursor.next(&mut blocks).unwrap() {
            let (mine, after) = rest.split_at(posting.ids.len());
            rest = after;
            let Some(tally) = posting.tally else { continue };
            for results in 0..4 {
                let count = mine.iter().filter(|c| c.results.0 == results).count() as u64;
                let told = tally.results.iter().find(|(r, _)| r.0 == results).map_or(0, |(_, count)| *count);
                assert_eq!(told, count);
            }
            assert_eq!(tally.plies, 9 * mine.len() as u64);
        }
        assert!(rest.is_empty());
    }
}
