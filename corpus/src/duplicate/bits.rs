//! A bit for each record.

/// Records that were marked, by their numbers from 0.
#[derive(Clone, Default, Debug)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// Marks a record; whether it was not marked before.
    pub(super) fn set(&mut self, number: u64) -> bool {
        let (word, bit) = ((number / 64) as usize, 1 << (number % 64));
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Whether a record is marked.
    pub fn get(&self, number: u64) -> bool {
        self.0.get((number / 64) as usize).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// How many records from this one on are marked.
    pub fn count_from(&self, first: u64) -> u64 {
        let start = (first / 64) as usize;
        let words = self.0.iter().enumerate().skip(start);
        words
            .map(|(at, word)| {
                let word = if at == start { word >> (first % 64) } else { *word };
                u64::from(word.count_ones())
            })
            .sum()
    }
}
