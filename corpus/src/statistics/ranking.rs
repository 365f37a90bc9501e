//! The most frequent groups, and the sum of the others.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Counts, GroupCounts};

/// Groups that are summed up: those that are too many, or each of which has few games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Others {
    /// How many groups.
    pub count: u64,
    /// Their sum.
    pub counts: GroupCounts,
}

impl Others {
    fn add(&mut self, counts: &GroupCounts) {
        self.count += 1;
        self.counts.merge(counts);
    }
}

/// Groups by their number of games, ties by the key. Holds as many as are wanted; of the others the sum.
#[derive(Clone, Debug)]
pub struct Ranking<K> {
    top: usize,
    least: u64,
    /// The last one in order is on top.
    heap: BinaryHeap<(Reverse<u64>, K, Kept)>,
    /// Groups beyond the first ones.
    pub others: Others,
    /// Groups with fewer games than wanted.
    pub small: Others,
}

/// Counts that do not decide the order.
#[derive(Clone, Debug)]
struct Kept(GroupCounts);

impl PartialEq for Kept {
    fn eq(&self, _: &Kept) -> bool {
        true
    }
}

impl Eq for Kept {}

impl PartialOrd for Kept {
    fn partial_cmp(&self, other: &Kept) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Kept {
    fn cmp(&self, _: &Kept) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

impl<K: Ord> Ranking<K> {
    /// Keeps the first `top` groups that have `least` games.
    pub fn new(top: usize, least: u64) -> Ranking<K> {
        Ranking { top, least, heap: BinaryHeap::new(), others: Others::default(), small: Others::default() }
    }

    /// Whether a group of so many games is among the first ones so far; `before` says whether it stands before another one of as many games.
    pub(super) fn may_keep(&self, games: u64, before: impl Fn(&K) -> bool) -> bool {
        let last = self.heap.peek();
        games >= self.least
            && (self.heap.len() < self.top
                || last.is_some_and(|(Reverse(last), key, _)| games > *last || games == *last && before(key)))
    }

    /// Adds a group.
    pub fn add(&mut self, key: K, counts: GroupCounts) {
        let games = counts.results.games();
        if games < self.least {
            return self.small.add(&counts);
        }
        if !self.may_keep(games, |last| key < *last) {
            return self.others.add(&counts);
        }
        self.heap.push((Reverse(games), key, Kept(counts)));
        if self.heap.len() > self.top
            && let Some((.., Kept(counts))) = self.heap.pop()
        {
            self.others.add(&counts);
        }
    }

    /// With fewer games a group is summed up among the small ones.
    pub(super) fn least(&self) -> u64 {
        self.least
    }

    /// The games and the key of the last group that is kept, when no more than it can be.
    pub(super) fn last(&self) -> Option<(u64, &K)> {
        let (Reverse(games), key, _) = self.heap.peek()?;
        (self.heap.len() >= self.top).then_some((*games, key))
    }

    /// Counts groups that are not kept and of which only the results are known.
    pub(super) fn pass_over(&mut self, count: u64, results: &Counts, small: bool) {
        let others = if small { &mut self.small } else { &mut self.others };
        others.count += count;
        others.counts.results.merge(results);
    }

    /// How many groups there are.
    pub fn count(&self) -> u64 {
        self.heap.len() as u64 + self.others.count + self.small.count
    }

    /// The first groups in order.
    pub fn first(&self) -> Vec<(&K, &GroupCounts)> {
        let mut rows: Vec<_> = self.heap.iter().collect();
        rows.sort();
        rows.into_iter().map(|(_, key, Kept(counts))| (key, counts)).collect()
    }
}
