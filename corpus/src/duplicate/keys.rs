//! Numbers of 128 bits that may be more than memory holds, sorted.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::runs::Sorted;
use crate::{Error, Runs};

/// Numbers that are sorted at a time.
const BLOCK: usize = 1 << 16;

/// Collects numbers: 16 bytes each and nothing else. Past its memory they go into sorted runs on the disk.
#[derive(Debug)]
pub(super) struct Keys {
    /// How many blocks are kept in memory.
    most: usize,
    blocks: Vec<Vec<u128>>,
    spilled: Option<Runs>,
}

impl Keys {
    pub(super) fn new(memory: usize) -> Keys {
        Keys { most: (memory / (16 * BLOCK)).max(1), blocks: Vec::new(), spilled: None }
    }

    pub(super) fn push(&mut self, key: u128) -> Result<(), Error> {
        if self.blocks.last().is_none_or(|block| block.len() == BLOCK) {
            if self.blocks.len() == self.most {
                self.spill()?;
            }
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(key);
        }
        Ok(())
    }

    fn spill(&mut self) -> Result<(), Error> {
        let runs = self.spilled.get_or_insert_with(|| Runs::new(0));
        for block in self.blocks.drain(..) {
            block.iter().try_for_each(|key| runs.push(&key.to_be_bytes()))?;
        }
        Ok(())
    }

    pub(super) fn sorted(mut self) -> Result<SortedKeys, Error> {
        if self.spilled.is_some() {
            self.spill()?;
        }
        if let Some(runs) = self.spilled {
            return Ok(SortedKeys::Files(runs.sorted()?));
        }
        self.blocks.iter_mut().for_each(|block| block.sort_unstable());
        let heads = self.blocks.iter().enumerate().filter_map(|(at, block)| Some(Reverse((*block.first()?, at, 0))));
        Ok(SortedKeys::Memory { heads: heads.collect(), blocks: self.blocks })
    }
}

/// Numbers in order.
#[derive(Debug)]
pub(super) enum SortedKeys {
    Memory { heads: BinaryHeap<Reverse<(u128, usize, usize)>>, blocks: Vec<Vec<u128>> },
    Files(Sorted),
}

impl SortedKeys {
    pub(super) fn next(&mut self) -> Result<Option<u128>, Error> {
        match self {
            SortedKeys::Memory { heads, blocks } => {
                let Some(mut head) = heads.peek_mut() else { return Ok(None) };
                let Reverse((key, block, at)) = *head;
                match blocks[block].get(at + 1) {
                    Some(&next) => *head = Reverse((next, block, at + 1)),
                    None => {
                        std::collections::binary_heap::PeekMut::pop(head);
                        blocks[block] = Vec::new();
                    }
                }
                Ok(Some(key))
            }
            SortedKeys::Files(sorted) => {
                Ok(sorted.next()?.and_then(|row| row.try_into().ok()).map(u128::from_be_bytes))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_order_from_memory_and_from_files() {
        let mut random = fastrand::Rng::with_seed(5);
        let numbers: Vec<u128> = (0..300_000).map(|_| random.u128(0..100_000)).collect();
        let mut expected = numbers.clone();
        expected.sort_unstable();
        for memory in [1 << 30, 0] {
            let mut keys = Keys::new(memory);
            numbers.iter().for_each(|&n| keys.push(n).unwrap());
            assert_eq!(keys.spilled.is_some(), memory == 0);
            let (mut sorted, mut found) = (keys.sorted().unwrap(), Vec::new());
            while let Some(key) = sorted.next().unwrap() {
                found.push(key);
            }
            assert!(found == expected);
        }
    }
}
