//! Short records that came a moment ago.

use pentad_formats::Finding;
use pentad_rules::Verdict;

use crate::Tally;
use crate::tally::Judged;

/// The longest record that is remembered.
const LONGEST: usize = 32;

/// How many are, at most.
const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 12;

/// After so many that were new, the half of all must have come before, or no more are remembered.
const TRIAL: u32 = 4096;

/// What was found of short records: a file can hold millions of them, and then most of them came before. One that came is counted again
/// without being read.
///
/// Costs a record that is longer a comparison.
#[derive(Debug)]
pub struct Memo<'b> {
    /// Empty before the first one is remembered.
    slots: Vec<Option<(&'b [u8], Judged)>>,
    known: u32,
    new: u32,
}

impl<'b> Memo<'b> {
    /// One without records.
    pub fn new() -> Memo<'b> {
        Memo { slots: Vec::new(), known: 0, new: 0 }
    }

    /// Counts a record that is remembered; false where it is not.
    #[inline]
    pub fn count(&mut self, record: &[u8], tally: &mut Tally) -> bool {
        if record.len() > LONGEST || !self.pays() {
            return false;
        }
        match self.slots.get(slot(record)) {
            Some(Some((known, judged))) if *known == record => {
                tally.add(judged);
                self.known = self.known.saturating_add(1);
                true
            }
            _ => false,
        }
    }

    /// Remembers a record that was judged, or could not be read, if it is short and has few findings.
    #[inline]
    pub fn remember<'a>(
        &mut self,
        record: &'b [u8],
        verdict: Option<&Verdict>,
        findings: impl Iterator<Item = &'a Finding>,
    ) {
        if record.len() <= LONGEST
            && self.pays()
            && let Some(judged) = Judged::of(verdict, findings)
        {
            if self.slots.is_empty() {
                self.slots.resize_with(SLOTS, || None);
            }
            self.new = self.new.saturating_add(1);
            self.slots[slot(record)] = Some((record, judged));
        }
    }

    /// Whether short records come again often enough.
    fn pays(&self) -> bool {
        self.new < TRIAL || self.known >= self.new
    }
}

impl Default for Memo<'_> {
    fn default() -> Self {
        Memo::new()
    }
}

/// The place of a record, by its first and last bytes.
fn slot(record: &[u8]) -> usize {
    let word = |eight: &[u8; 8]| u64::from_le_bytes(*eight);
    let mixed = match (record.first_chunk(), record.last_chunk()) {
        (Some(first), Some(last)) => word(first) ^ word(last).rotate_left(29),
        _ => record.iter().fold(0, |word, &b| word << 8 | u64::from(b)),
    };
    ((mixed ^ record.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOT_BITS)) as usize
}
