//! Where that which lies below a node ends, without a number for each node.
//!
//! Whoever goes through the nodes in order owes some: at first one, the root; each node that is come to pays one, and one is owed for its
//! first child and one for its next sibling. What lies below a node ends where the nodes owed for its children are paid. To find that place
//! takes a look at each node up to it, or at each block of [`SIZE`] nodes, or of as many blocks, and so on: a few hundred steps at most.

use super::NodeId;
use super::code::NodeCode;

/// How many nodes make a block, and how many blocks one of the next level.
const SIZE: usize = 128;

/// What going through a block does to the number of nodes owed.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// How many more are owed behind it.
    change: i32,
    /// How many more are owed where the fewest are, behind one of its nodes.
    lowest: i32,
}

impl Block {
    /// A block of parts that follow each other.
    fn of(parts: impl Iterator<Item = Block>) -> Block {
        let nothing = Block { change: 0, lowest: i32::MAX };
        parts.fold(nothing, |sum, part| Block {
            change: sum.change + part.change,
            lowest: sum.lowest.min(sum.change.saturating_add(part.lowest)),
        })
    }
}

/// The blocks of a tree, by levels.
#[derive(Clone, Debug, Default)]
pub(super) struct Skips {
    levels: Vec<Vec<Block>>,
}

impl Skips {
    pub(super) fn new(codes: &[NodeCode]) -> Skips {
        if codes.len() <= SIZE {
            // All of it is looked at at once.
            return Skips::default();
        }
        let node = |code: &NodeCode| Block { change: code.change(), lowest: code.change() };
        let mut levels = vec![codes.chunks(SIZE).map(|nodes| Block::of(nodes.iter().map(node))).collect::<Vec<_>>()];
        while let Some(below) = levels.last().filter(|below| below.len() > SIZE) {
            let above = below.chunks(SIZE).map(|blocks| Block::of(blocks.iter().copied())).collect();
            levels.push(above);
        }
        Skips { levels }
    }

    /// The first node after `id` that is not below it.
    #[inline]
    pub(super) fn end(&self, codes: &[NodeCode], id: NodeId) -> NodeId {
        match codes.get(id as usize) {
            None => id,
            Some(code) if !code.has_child() => id + 1,
            Some(_) => self.end_below(codes, id as usize + 1) as NodeId,
        }
    }

    /// Where one node and what goes with it are paid from `at` on.
    fn end_below(&self, codes: &[NodeCode], mut at: usize) -> usize {
        let mut owed = 1;
        loop {
            let block_end = (at / SIZE + 1) * SIZE;
            for (n, code) in (at..).zip(codes.get(at..block_end.min(codes.len())).unwrap_or_default()) {
                owed += code.change();
                if owed == 0 {
                    return n + 1;
                }
            }
            match self.block_with_end(block_end / SIZE, &mut owed) {
                Some(block) => at = block * SIZE,
                None => return codes.len(),
            }
        }
    }

    /// The first block from `index` on in which nothing is owed any more; `owed` becomes what is owed before it.
    fn block_with_end(&self, mut index: usize, owed: &mut i32) -> Option<usize> {
        let mut level = 0;
        loop {
            while index.is_multiple_of(SIZE) && level + 1 < self.levels.len() {
                (index, level) = (index / SIZE, level + 1);
            }
            let block = self.levels.get(level)?.get(index)?;
            if owed.saturating_add(block.lowest) > 0 {
                *owed += block.change;
                index += 1;
                continue;
            }
            // In it: its parts are looked at from the first on, and one of them has the end.
            while level > 0 {
                (index, level) = (index * SIZE, level - 1);
                while let Some(block) = self.levels[level].get(index)
                    && owed.saturating_add(block.lowest) > 0
                {
                    *owed += block.change;
                    index += 1;
                }
            }
            return Some(index);
        }
    }

    pub(super) fn memory(&self) -> usize {
        self.levels.iter().map(|level| size_of::<Block>() * level.capacity()).sum()
    }
}
