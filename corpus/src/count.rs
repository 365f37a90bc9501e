//! How often each of a few things was seen.

/// Counts of things of which there are few kinds, such as the ways in which games end. To count one costs less than to find it in a map.
#[derive(Clone, Debug)]
pub struct Count<K>(Vec<(K, u64)>);

impl<K: Copy + PartialEq> Count<K> {
    /// Counts `n` more of a kind.
    #[inline]
    pub fn add(&mut self, kind: K, n: u64) {
        match self.0.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += n,
            None => self.0.push((kind, n)),
        }
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, other: &Count<K>) {
        other.iter().for_each(|(kind, n)| self.add(kind, n));
    }

    /// The kinds and how often each was seen, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (K, u64)> {
        self.0.iter().copied()
    }

    /// The kinds and how often each was seen, in the order of what `key` makes of a kind.
    pub fn sorted_by<O: Ord>(&self, key: impl Fn(K) -> O) -> Vec<(K, u64)> {
        let mut all = self.0.clone();
        all.sort_by_key(|&(kind, _)| key(kind));
        all
    }
}

impl<K> Default for Count<K> {
    fn default() -> Count<K> {
        Count(Vec::new())
    }
}

/// Two are equal when they have counted the same, in whatever order.
impl<K: Copy + PartialEq> PartialEq for Count<K> {
    fn eq(&self, other: &Count<K>) -> bool {
        self.0.len() == other.0.len() && self.0.iter().all(|counted| other.0.contains(counted))
    }
}

impl<K: Copy + Eq> Eq for Count<K> {}
