//! Rows that may be more than memory holds: sorted in memory, past that in temporary files as sorted runs, and merged.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};

use crate::{Error, ErrorKind};

/// Bytes of rows that are allocated at a time.
const BLOCK: usize = if cfg!(test) { 1 << 10 } else { 1 << 20 };
/// What a run has at least, that there be not too many of them.
const LEAST: usize = 4 * BLOCK;
/// How many runs are merged at once: each has a buffer of its own.
const FAN_IN: usize = 64;
/// Bytes of the buffer of a run.
const BUFFER: usize = 64 << 10;
/// Bytes of the length that stands before each row.
const PREFIX: usize = 4;

/// Collects rows of bytes in any order and gives them back in the order of their bytes, equal rows as often as they came.
///
/// ```
/// let mut runs = pentad_corpus::Runs::new(64 << 20);
/// for row in ["i9", "h8", "i10"] {
///     runs.push(row.as_bytes())?;
/// }
/// let mut sorted = runs.sorted()?;
/// assert_eq!(sorted.next()?, Some(&b"h8"[..]));
/// assert_eq!(sorted.next()?, Some(&b"i10"[..]));
/// # Ok::<(), pentad_corpus::Error>(())
/// ```
#[derive(Debug)]
pub struct Runs {
    memory: usize,
    rows: Rows,
    /// Runs in files. One of a level holds what [`FAN_IN`] of the level below held, so that no row is written more often than there are
    /// levels.
    levels: Vec<Vec<File>>,
}

impl Runs {
    /// Keeps up to `memory` bytes of rows in memory (4 MiB at least), the others in files without a name in the folder for temporary
    /// files. To merge them takes 4 MiB for each 64-fold that they are of what memory keeps.
    pub fn new(memory: usize) -> Runs {
        Runs { memory: memory.max(LEAST), rows: Rows::default(), levels: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// When a temporary file cannot be written, or the row has 4 GiB or more.
    pub fn push(&mut self, row: &[u8]) -> Result<(), Error> {
        if !self.rows.fits(row.len(), self.memory) && !self.rows.index.is_empty() {
            self.spill().map_err(ErrorKind::Temporary)?;
        }
        Ok(self.rows.push(row).map_err(ErrorKind::Temporary)?)
    }

    /// The rows in order.
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn sorted(mut self) -> Result<Sorted, Error> {
        if self.levels.is_empty() {
            self.rows.sort();
            return Ok(Sorted(From::Memory { rows: self.rows, at: 0 }));
        }
        self.spill().map_err(ErrorKind::Temporary)?;
        let runs = self.levels.into_iter().flatten();
        Ok(Sorted(From::Files(Merge::new(runs).map_err(ErrorKind::Temporary)?)))
    }

    fn spill(&mut self) -> io::Result<()> {
        self.rows.sort();
        let mut out = BufWriter::with_capacity(BUFFER, tempfile::tempfile()?);
        for at in 0..self.rows.index.len() {
            write_row(&mut out, self.rows.row(at))?;
        }
        self.rows.clear();
        let mut run = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        for level in 0.. {
            if level == self.levels.len() {
                self.levels.push(Vec::new());
            }
            let runs = &mut self.levels[level];
            runs.push(run);
            if runs.len() < FAN_IN {
                break;
            }
            let mut merge = Merge::new(runs.drain(..))?;
            let mut out = BufWriter::with_capacity(BUFFER, tempfile::tempfile()?);
            while let Some(row) = merge.next()? {
                write_row(&mut out, row)?;
            }
            run = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        }
        Ok(())
    }
}

fn write_row(out: &mut impl Write, row: &[u8]) -> io::Result<()> {
    out.write_all(&(row.len() as u32).to_le_bytes())?;
    out.write_all(row)
}

/// The rows in order, as [`Runs::sorted`] gives them.
#[derive(Debug)]
pub struct Sorted(From);

#[derive(Debug)]
enum From {
    Memory { rows: Rows, at: usize },
    Files(Merge),
}

impl Sorted {
    /// The next row; `None` after the last.
    ///
    /// # Errors
    /// When a temporary file cannot be read.
    #[expect(clippy::should_implement_trait, reason = "a row is lent until the next call")]
    pub fn next(&mut self) -> Result<Option<&[u8]>, Error> {
        match &mut self.0 {
            From::Memory { rows, at } => {
                *at += 1;
                Ok((*at <= rows.index.len()).then(|| rows.row(*at - 1)))
            }
            From::Files(merge) => Ok(merge.next().map_err(ErrorKind::Temporary)?),
        }
    }
}

/// Rows in memory: in blocks, so that a new one leaves the others where they are.
#[derive(Debug, Default)]
struct Rows {
    blocks: Vec<Vec<u8>>,
    /// Bytes of all blocks.
    allocated: usize,
    /// Block and place in it of each row, where its length stands.
    index: Vec<(u32, u32)>,
}

impl Rows {
    fn needs_block(&self, len: usize) -> bool {
        self.blocks.last().is_none_or(|block| block.capacity() - block.len() < PREFIX + len)
    }

    /// Whether one more row stays within `memory`.
    fn fits(&self, len: usize, memory: usize) -> bool {
        let block = if self.needs_block(len) { BLOCK.max(PREFIX + len) } else { 0 };
        // While the index moves to a larger place both are there.
        let full = self.index.len() == self.index.capacity();
        let index = size_of::<(u32, u32)>() * self.index.capacity() * if full { 3 } else { 1 };
        self.allocated + block + index <= memory
    }

    fn push(&mut self, row: &[u8]) -> io::Result<()> {
        let len = u32::try_from(row.len()).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
        if self.needs_block(row.len()) {
            let block = Vec::with_capacity(BLOCK.max(PREFIX + row.len()));
            self.allocated += block.capacity();
            self.blocks.push(block);
        }
        let number = self.blocks.len() as u32 - 1;
        let block = self.blocks.last_mut().expect("one was added if there was none");
        // A block larger than 4 GiB holds one row only, at 0.
        self.index.push((number, block.len() as u32));
        block.extend_from_slice(&len.to_le_bytes());
        block.extend_from_slice(row);
        Ok(())
    }

    fn row(&self, at: usize) -> &[u8] {
        row_at(&self.blocks, self.index[at])
    }

    fn sort(&mut self) {
        let blocks = &self.blocks;
        self.index.sort_unstable_by(|a, b| row_at(blocks, *a).cmp(row_at(blocks, *b)));
    }

    fn clear(&mut self) {
        self.blocks.clear();
        self.allocated = 0;
        self.index.clear();
    }
}

fn row_at(blocks: &[Vec<u8>], (block, start): (u32, u32)) -> &[u8] {
    let bytes = &blocks[block as usize][start as usize..];
    let (len, row) = bytes.split_first_chunk::<PREFIX>().expect("each row has a length before it");
    &row[..u32::from_le_bytes(*len) as usize]
}

/// Runs in files, merged.
#[derive(Debug)]
struct Merge {
    heads: BinaryHeap<Reverse<Head>>,
    /// Whether the first row has been lent and is to be replaced by the next one of its run.
    lent: bool,
}

/// The next row of a run, and the rest of it.
#[derive(Debug)]
struct Head {
    row: Vec<u8>,
    rest: BufReader<File>,
}

impl Head {
    /// Whether there was one more row.
    fn advance(&mut self) -> io::Result<bool> {
        if self.rest.fill_buf()?.is_empty() {
            return Ok(false);
        }
        let mut len = [0; PREFIX];
        self.rest.read_exact(&mut len)?;
        self.row.resize(u32::from_le_bytes(len) as usize, 0);
        self.rest.read_exact(&mut self.row)?;
        Ok(true)
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Head) -> bool {
        self.row == other.row
    }
}

impl Eq for Head {}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Head) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Head {
    fn cmp(&self, other: &Head) -> Ordering {
        self.row.cmp(&other.row)
    }
}

impl Merge {
    fn new(runs: impl IntoIterator<Item = File>) -> io::Result<Merge> {
        let mut heads = BinaryHeap::new();
        for mut run in runs {
            run.rewind()?;
            let mut head = Head { row: Vec::new(), rest: BufReader::with_capacity(BUFFER, run) };
            if head.advance()? {
                heads.push(Reverse(head));
            }
        }
        Ok(Merge { heads, lent: false })
    }

    fn next(&mut self) -> io::Result<Option<&[u8]>> {
        if std::mem::replace(&mut self.lent, true)
            && let Some(mut first) = self.heads.peek_mut()
            && !first.0.advance()?
        {
            PeekMut::pop(first);
        }
        Ok(self.heads.peek().map(|head| head.0.row.as_slice()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut sorted: Sorted) -> Vec<Vec<u8>> {
        let mut rows = Vec::new();
        while let Some(row) = sorted.next().unwrap() {
            rows.push(row.to_vec());
        }
        rows
    }

    #[test]
    fn rows_come_in_order_whatever_the_memory() {
        let mut random = fastrand::Rng::with_seed(3);
        let rows: Vec<Vec<u8>> = (0..200_000)
            .map(|_| {
                let len = random.usize(0..40);
                std::iter::repeat_with(|| random.u8(0..4)).take(len).collect()
            })
            .collect();
        let mut expected = rows.clone();
        expected.sort();
        // All in memory; a few runs; more than are merged at once.
        for (memory, levels) in [(1 << 30, 0), (1 << 20, 1), (0, 2)] {
            let mut runs = Runs::new(memory);
            rows.iter().for_each(|row| runs.push(row).unwrap());
            assert_eq!(runs.levels.len(), levels);
            assert!(runs.levels.iter().all(|level| level.len() < FAN_IN));
            assert!(all(runs.sorted().unwrap()) == expected, "{memory}");
        }
    }

    #[test]
    fn nothing_and_large_rows() {
        assert!(all(Runs::new(0).sorted().unwrap()).is_empty());
        let large = vec![7; 3 << 20];
        let mut runs = Runs::new(1 << 20);
        for row in [&large[..], b"", b"a", &large[..]] {
            runs.push(row).unwrap();
        }
        assert!(all(runs.sorted().unwrap()) == [b"".to_vec(), large.clone(), large, b"a".to_vec()]);
    }
}
