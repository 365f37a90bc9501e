//! Positions whose keys begin alike, after one number of plies.

use super::lines::{LineAt, Lines};

/// Results of games: won by Black, drawn, won by White, unknown.
pub(crate) type Results = [u64; 4];

/// The results of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mixture<'b> {
    /// All games had this one.
    One(usize, u64),
    Several(&'b Results),
}

impl Mixture<'_> {
    pub(crate) fn all(self) -> Results {
        match self {
            Mixture::Several(results) => *results,
            Mixture::One(result, count) => {
                let mut results = [0; 4];
                results[result] = count;
                results
            }
        }
    }
}

/// Below this many positions equal ones stay side by side.
const FEW: usize = 256;

/// A position as often as it came; some may be there several times until they are joined.
#[derive(Debug, Default)]
pub(super) struct Bucket {
    positions: Vec<Position>,
    /// From this many positions on equal ones are joined before memory grows.
    due: usize,
    /// How many of the first positions are known to be different ones.
    joined: usize,
    /// The results of positions that came with several.
    mixed: Vec<Results>,
}

/// A position: its key, a line that leads to it, and its results.
#[derive(Clone, Copy, Debug)]
struct Position {
    key: [u64; 2],
    line: LineAt,
    tally: Tally,
}

/// One result and how often it came (up to [`Tally::MOST`]), or the place of several results.
#[derive(Clone, Copy, Debug)]
struct Tally(u32);

impl Tally {
    const MIXED: u32 = 1 << 31;
    const MOST: u32 = (1 << 29) - 1;

    fn of(result: u8, count: u32) -> Tally {
        Tally(u32::from(result & 3) << 29 | count & Tally::MOST)
    }

    /// The place among the mixed results.
    fn mixed(self) -> Option<usize> {
        (self.0 & Tally::MIXED != 0).then_some((self.0 & !Tally::MIXED) as usize)
    }

    fn result(self) -> usize {
        (self.0 >> 29 & 3) as usize
    }

    fn count(self) -> u32 {
        self.0 & Tally::MOST
    }

    fn results(self, mixed: &[Results]) -> Results {
        if let Some(place) = self.mixed() {
            return mixed[place];
        }
        let mut results = [0; 4];
        results[self.result()] = u64::from(self.count());
        results
    }
}

impl Bucket {
    pub(super) fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Bytes that it holds.
    pub(super) fn allocated(&self) -> usize {
        self.positions.capacity() * size_of::<Position>() + self.mixed.capacity() * size_of::<Results>()
    }

    /// Whether the next position takes more memory, unless [`Bucket::grow`] finds room.
    pub(super) fn is_full(&self) -> bool {
        self.positions.len() == self.positions.capacity()
    }

    /// Makes room: joins what is equal where that may help, else takes more memory.
    pub(super) fn grow(&mut self, lines: &Lines, plies: u8, index: &mut Vec<u32>) {
        if self.positions.len() >= self.due.max(FEW) {
            self.join(lines, plies, index);
        }
        if 2 * self.positions.len() > self.positions.capacity() || self.is_full() {
            self.positions.reserve_exact(self.positions.len().max(4));
        }
    }

    /// Counts a game with this result.
    #[inline]
    pub(super) fn push(&mut self, key: u128, result: u8, line: LineAt) {
        self.positions.push(Position { key: halves(key), line, tally: Tally::of(result, 1) });
    }

    /// Counts games with several results.
    pub(super) fn push_results(&mut self, key: u128, results: Results, line: LineAt) {
        let tally = self.tally(results);
        self.positions.push(Position { key: halves(key), line, tally });
    }

    fn tally(&mut self, results: Results) -> Tally {
        let place = results.iter().position(|&n| n > 0).unwrap_or(0);
        match u32::try_from(results[place]) {
            Ok(count @ 1..=Tally::MOST) if results[place + 1..].iter().all(|&n| n == 0) => {
                Tally::of(place as u8, count)
            }
            _ => {
                self.mixed.push(results);
                Tally(Tally::MIXED | (self.mixed.len() - 1) as u32)
            }
        }
    }

    /// Joins equal positions: results add up, the smaller line stays. `index` is memory to work in.
    pub(super) fn join(&mut self, lines: &Lines, plies: u8, index: &mut Vec<u32>) {
        const NONE: u32 = u32::MAX;
        let before = self.positions.len();
        if self.joined == before {
            return;
        }
        let bits = (2 * before).next_power_of_two().trailing_zeros();
        index.clear();
        index.resize(1 << bits, NONE);
        let old = std::mem::take(&mut self.mixed);
        let mut kept = 0;
        for at in 0..before {
            let position = self.positions[at];
            let mut slot = slot_of(position.key, bits);
            let same = loop {
                match index[slot] {
                    NONE => break None,
                    place if self.positions[place as usize].key == position.key => break Some(place as usize),
                    _ => slot = (slot + 1) & ((1 << bits) - 1),
                }
            };
            match same {
                None => {
                    index[slot] = kept as u32;
                    let tally = position.tally.mixed().map_or(position.tally, |place| self.tally(old[place]));
                    self.positions[kept] = Position { tally, ..position };
                    kept += 1;
                }
                Some(place) => self.merge(place, position, &old, lines, plies),
            }
        }
        self.positions.truncate(kept);
        self.joined = kept;
        // Where most are different ones, it is not worth while to look often.
        let equal = before - kept;
        self.due = kept
            * if 16 * equal < before {
                8
            } else if 4 * equal < before {
                4
            } else {
                2
            };
    }

    /// Adds a position to an equal one.
    fn merge(&mut self, place: usize, position: Position, old: &[Results], lines: &Lines, plies: u8) {
        let Position { line, tally, .. } = self.positions[place];
        self.positions[place].line = lines.smaller(line, position.line, plies);
        let other = position.tally;
        if let (None, None) = (tally.mixed(), other.mixed())
            && tally.result() == other.result()
            && tally.count() + other.count() <= Tally::MOST
        {
            self.positions[place].tally = Tally::of(tally.result() as u8, tally.count() + other.count());
            return;
        }
        let other = other.results(old);
        let mut sum = tally.results(&self.mixed);
        sum.iter_mut().zip(other).for_each(|(sum, n)| *sum = sum.saturating_add(n));
        match tally.mixed() {
            Some(mixed) => self.mixed[mixed] = sum,
            None => self.positions[place].tally = self.tally(sum),
        }
    }

    /// Gives back memory that is not used; positions are joined.
    pub(super) fn shrink(&mut self) {
        if self.positions.capacity() > 2 * self.positions.len() {
            self.positions.shrink_to_fit();
        }
        self.mixed.shrink_to_fit();
    }

    /// Moves the lines elsewhere.
    pub(super) fn move_lines(&mut self, lines: &mut Lines, to: &mut Lines) {
        self.positions.iter_mut().for_each(|position| position.line = lines.move_to(to, position.line));
    }

    /// Puts the positions, which are joined, in the order of their keys.
    pub(super) fn sort(&mut self) {
        self.positions.sort_unstable_by_key(|position| position.key);
    }

    /// The line and the results of a position.
    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<(LineAt, Mixture<'_>)> {
        let Position { line, tally, .. } = *self.positions.get(at)?;
        Some((
            line,
            match tally.mixed() {
                Some(place) => Mixture::Several(&self.mixed[place]),
                None => Mixture::One(tally.result(), u64::from(tally.count())),
            },
        ))
    }

    /// The key of a position.
    pub(super) fn key(&self, at: usize) -> u128 {
        let [high, low] = self.positions[at].key;
        u128::from(high) << 64 | u128::from(low)
    }
}

fn halves(key: u128) -> [u64; 2] {
    [(key >> 64) as u64, key as u64]
}

/// Where a key is looked for first among `1 << bits` slots. The first bits of the keys of a bucket are alike.
fn slot_of([high, low]: [u64; 2], bits: u32) -> usize {
    ((high.rotate_left(32) ^ low).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits)) as usize
}
