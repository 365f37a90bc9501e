//! Positions that games went through, in memory.
//!
//! To look each of them up where it lies would wait for memory once a position. So they are only laid down, by setting, number of plies and
//! the first bits of the key, and equal ones are joined bucket by bucket, which the cache holds.

use super::bucket::{Bucket, Mixture, Results};
use super::course::{Course, Setting};
use super::lines::{LineAt, Lines};
use super::{POSITION, Row};

/// The first bits of a key that tell its bucket. With more of them there would be too many places to write to at once for the nearest cache, with
/// fewer a bucket would be too large for it.
const BUCKET_BITS: u32 = 4;
const BUCKETS: usize = 1 << BUCKET_BITS;

/// Positions by setting and number of plies.
#[derive(Debug, Default)]
pub(super) struct Reached {
    settings: Vec<(Setting, Vec<Level>)>,
    /// The setting of the last course.
    last: usize,
    lines: Lines,
    /// Bytes of the buckets and of what holds them.
    allocated: usize,
    index: Vec<u32>,
}

/// The positions after one number of plies.
type Level = Vec<Bucket>;

/// The parts of the key of a position: plies, setting, state key.
pub(super) fn parts(key: &[u8]) -> Option<(u8, Setting, u128)> {
    let (head, state) = key.split_first_chunk::<5>()?;
    let &[section, plies, family, width, height] = head;
    let state = u128::from_be_bytes(state.try_into().ok()?);
    (section == POSITION && plies > 0).then_some((plies, [family, width, height], state))
}

impl Reached {
    pub(super) fn is_empty(&self) -> bool {
        self.settings.is_empty()
    }

    /// Bytes in memory. Lines count twice: while they are moved they are there twice.
    pub(super) fn allocated(&self) -> usize {
        self.allocated + 2 * self.lines.allocated() + self.index.capacity() * size_of::<u32>()
    }

    /// Counts the positions of a game; `false` when there is no room.
    pub(super) fn add(&mut self, course: &Course<'_>) -> bool {
        let Some(line) = self.lines.push(course.line) else { return false };
        self.approach(course.setting, course.keys.len());
        let Reached { settings, last, lines, allocated, index } = self;
        let levels = &mut settings[*last].1;
        for ((plies, &key), level) in (1..).zip(course.keys).zip(levels) {
            let bucket = &mut level[(key >> (128 - BUCKET_BITS)) as usize];
            if bucket.is_full() {
                grow(bucket, lines, plies, index, allocated);
            }
            bucket.push(key, course.result, line);
        }
        true
    }

    /// Counts games that went through one position; `false` when there is no room.
    pub(super) fn add_one(&mut self, plies: u8, setting: Setting, key: u128, results: Results, line: &[u8]) -> bool {
        let Some(line) = self.lines.push(line) else { return false };
        self.approach(setting, usize::from(plies));
        let Reached { settings, last, lines, allocated, index } = self;
        let bucket = &mut settings[*last].1[usize::from(plies) - 1][(key >> (128 - BUCKET_BITS)) as usize];
        let before = bucket.allocated();
        if bucket.is_full() {
            bucket.grow(lines, plies, index);
        }
        bucket.push_results(key, results, line);
        *allocated = *allocated - before + bucket.allocated();
        true
    }

    /// Makes this setting with so many levels the last one.
    fn approach(&mut self, setting: Setting, plies: usize) {
        if self.settings.get(self.last).is_none_or(|(last, _)| *last != setting) {
            self.last = self.settings.iter().position(|(other, _)| *other == setting).unwrap_or_else(|| {
                self.settings.push((setting, Vec::new()));
                self.settings.len() - 1
            });
        }
        let levels = &mut self.settings[self.last].1;
        while levels.len() < plies {
            levels.push((0..BUCKETS).map(|_| Bucket::default()).collect());
            self.allocated += BUCKETS * size_of::<Bucket>();
        }
    }

    /// Joins all that is equal, leaves out lines that nothing needs any more, and gives back what is then unused.
    pub(super) fn tidy(&mut self) {
        let Reached { settings, lines, allocated, index, .. } = self;
        *allocated = 0;
        for (_, levels) in &mut *settings {
            for (plies, level) in (1..).zip(levels) {
                level.iter_mut().for_each(|bucket| bucket.join(lines, plies, index));
            }
        }
        // Only now: a line that has moved can be compared no more.
        let mut kept = Lines::default();
        for level in settings.iter_mut().flat_map(|(_, levels)| levels) {
            *allocated += BUCKETS * size_of::<Bucket>();
            for bucket in level {
                bucket.shrink();
                *allocated += bucket.allocated();
                bucket.move_lines(lines, &mut kept);
            }
        }
        *lines = kept;
    }

    /// All positions in the order of their keys, or with `in_order` unset in that of plies and settings.
    pub(super) fn rows(mut self, in_order: bool) -> ReachedRows {
        self.settings.sort_by_key(|(setting, _)| *setting);
        ReachedRows { reached: self, in_order, plies: 1, setting: 0, bucket: 0, at: 0, joined: false }
    }
}

/// Makes room in a bucket and counts what that takes.
#[cold]
fn grow(bucket: &mut Bucket, lines: &Lines, plies: u8, index: &mut Vec<u32>, allocated: &mut usize) {
    let before = bucket.allocated();
    bucket.grow(lines, plies, index);
    *allocated = *allocated - before + bucket.allocated();
}

/// A position before its key and its line are looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glimpse<'r> {
    pub(crate) plies: u8,
    pub(crate) setting: Setting,
    pub(crate) results: Mixture<'r>,
    line: LineAt,
    lines: &'r Lines,
}

impl Glimpse<'_> {
    /// How its line begins; see [`super::line_start`].
    #[inline]
    pub(crate) fn start(&self) -> u64 {
        self.lines.start(self.line, self.plies)
    }
}

/// Positions, each once.
#[derive(Debug)]
pub(super) struct ReachedRows {
    reached: Reached,
    in_order: bool,
    plies: u8,
    setting: usize,
    bucket: usize,
    /// The next position of the bucket, once this is joined.
    at: usize,
    joined: bool,
}

impl ReachedRows {
    /// Reads the next position that is not passed over into `row`; `false` after the last.
    pub(super) fn next(&mut self, row: &mut Row, mut passes: impl FnMut(&Glimpse<'_>) -> bool) -> bool {
        loop {
            let Reached { settings, lines, .. } = &self.reached;
            if self.joined
                && let Some((setting, levels)) = settings.get(self.setting)
            {
                let bucket = &levels[usize::from(self.plies) - 1][self.bucket];
                while let Some((line, results)) = bucket.get(self.at) {
                    self.at += 1;
                    if passes(&Glimpse { plies: self.plies, setting: *setting, results, line, lines }) {
                        continue;
                    }
                    row.key.clear();
                    row.key.extend_from_slice(&[POSITION, self.plies]);
                    row.key.extend_from_slice(setting);
                    row.key.extend_from_slice(&bucket.key(self.at - 1).to_be_bytes());
                    row.set_counts(&results.all());
                    lines.copy_to(line, self.plies, &mut row.line);
                    return true;
                }
            }
            if !self.next_bucket() {
                return false;
            }
        }
    }

    /// Goes on to the next bucket with positions; `false` after the last.
    fn next_bucket(&mut self) -> bool {
        let Reached { settings, lines, index, .. } = &mut self.reached;
        let deepest = settings.iter().map(|(_, levels)| levels.len()).max().unwrap_or(0);
        while usize::from(self.plies) <= deepest {
            let Some((_, levels)) = settings.get_mut(self.setting) else {
                (self.plies, self.setting) = (self.plies + 1, 0);
                continue;
            };
            let level = levels.get_mut(usize::from(self.plies).wrapping_sub(1));
            let Some(bucket) = level.and_then(|level| level.get_mut(self.bucket)) else {
                (self.setting, self.bucket) = (self.setting + 1, 0);
                continue;
            };
            if !self.joined && !bucket.is_empty() {
                bucket.join(lines, self.plies, index);
                if self.in_order {
                    bucket.sort();
                }
                self.joined = true;
                return true;
            }
            // What was given back needs no more memory.
            *bucket = Bucket::default();
            (self.bucket, self.at, self.joined) = (self.bucket + 1, 0, false);
        }
        false
    }
}
