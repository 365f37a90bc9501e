//! The lines that lead to positions: the plies of a game once for all the positions that it went through.

/// Bits of a ply in a line: a pass is 0, a point one more than its index.
const BITS: usize = 10;
/// The most plies of a line.
pub(crate) const MAX_PLIES: u8 = 200;

/// Bytes of a line of so many plies.
pub(crate) const fn line_len(plies: u8) -> usize {
    (plies as usize * BITS).div_ceil(8)
}

/// The bits of the last byte of a line of so many plies; the others belong to the next ply.
const fn last_bits(plies: u8) -> u8 {
    0xFF << (line_len(plies) * 8 - plies as usize * BITS)
}

/// Plies in a row of bits, the first at the high end, so that the order of the bytes is that of the plies.
pub(crate) fn pack_line(codes: impl ExactSizeIterator<Item = u16>, line: &mut Vec<u8>) {
    let start = line.len();
    line.resize(start + (codes.len() * BITS).div_ceil(8), 0);
    let line = &mut line[start..];
    for (ply, code) in codes.enumerate() {
        let at = ply * BITS;
        // Ten bits begin at an even bit and touch two bytes.
        let bits = code << (6 - at % 8);
        for (byte, part) in line[at / 8..].iter_mut().zip(bits.to_be_bytes()) {
            *byte |= part;
        }
    }
}

/// The codes of so many plies of a line; `None` of what is too short.
pub(crate) fn unpack_line(line: &[u8], plies: u8) -> Option<Vec<u16>> {
    let bit = |at: usize| line.get(at / 8).map(|byte| u16::from(byte >> (7 - at % 8) & 1));
    let code = |ply: usize| (0..BITS).try_fold(0, |code, i| Some(code << 1 | bit(ply * BITS + i)?));
    (0..usize::from(plies)).map(code).collect()
}

/// The first eight bytes of a line, zeros after its end.
pub(crate) fn line_start(line: &[u8]) -> u64 {
    let mut start = [0; 8];
    start.iter_mut().zip(line).for_each(|(slot, b)| *slot = *b);
    u64::from_be_bytes(start)
}

/// Where a line begins in [`Lines`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineAt(u32);

/// Bytes of a block, and the bits that tell where in it a line begins.
const BLOCK_BITS: u32 = 16;
/// So many blocks are full; those that are left are for lines that move and lie less densely elsewhere.
const MOST_BLOCKS: usize = (1 << (32 - BLOCK_BITS)) - (1 << 9);
/// Stands for the length of a line that has moved; where to stands after it.
const MOVED: u8 = 0xFF;
const PLACE: usize = 4;

/// Lines one after the other, each after its length, in blocks.
#[derive(Debug, Default)]
pub(super) struct Lines(Vec<Vec<u8>>);

impl Lines {
    pub(super) fn allocated(&self) -> usize {
        self.0.len() << BLOCK_BITS
    }

    /// Keeps a line; `None` when there is no room for more.
    pub(super) fn push(&mut self, line: &[u8]) -> Option<LineAt> {
        (self.0.len() < MOST_BLOCKS).then(|| self.lay(line))
    }

    fn lay(&mut self, line: &[u8]) -> LineAt {
        let size = 1 + line.len().max(PLACE);
        if self.0.last().is_none_or(|block| block.len() + size > 1 << BLOCK_BITS) {
            self.0.push(Vec::with_capacity(1 << BLOCK_BITS));
        }
        let number = self.0.len() - 1;
        let block = &mut self.0[number];
        let at = LineAt((number as u32) << BLOCK_BITS | block.len() as u32);
        block.push(line.len() as u8);
        block.extend_from_slice(line);
        block.resize((at.0 & ((1 << BLOCK_BITS) - 1)) as usize + size, 0);
        at
    }

    fn at(&self, at: LineAt) -> &[u8] {
        &self.0[(at.0 >> BLOCK_BITS) as usize][(at.0 & ((1 << BLOCK_BITS) - 1)) as usize..]
    }

    /// The first plies of a line: all bytes but the last, and the last.
    fn first(&self, at: LineAt, plies: u8) -> (&[u8], u8) {
        let bytes = &self.at(at)[1..];
        let len = line_len(plies).max(1);
        (&bytes[..len - 1], bytes[len - 1] & last_bits(plies))
    }

    /// The first eight bytes of the first plies of a line, zeros after its end: they sort as lines do.
    #[inline]
    pub(super) fn start(&self, at: LineAt, plies: u8) -> u64 {
        let bytes = self.at(at);
        let start = match bytes[1..].first_chunk::<8>() {
            Some(start) => u64::from_be_bytes(*start),
            None => bytes[1..].iter().fold(0, |sum, &b| sum << 8 | u64::from(b)) << (8 * (9 - bytes.len())),
        };
        let bits = BITS as u32 * u32::from(plies);
        if bits < u64::BITS { start & !(u64::MAX >> bits) } else { start }
    }

    /// Writes the first plies of a line.
    pub(super) fn copy_to(&self, at: LineAt, plies: u8, line: &mut Vec<u8>) {
        let (bytes, last) = self.first(at, plies);
        line.clear();
        line.extend_from_slice(bytes);
        line.push(last);
    }

    /// The one of two lines whose first plies are smaller.
    pub(super) fn smaller(&self, one: LineAt, other: LineAt, plies: u8) -> LineAt {
        if self.first(other, plies) < self.first(one, plies) { other } else { one }
    }

    /// Moves a line to other lines, once however often it is asked for.
    pub(super) fn move_to(&mut self, lines: &mut Lines, at: LineAt) -> LineAt {
        let block = &mut self.0[(at.0 >> BLOCK_BITS) as usize];
        let bytes = &mut block[(at.0 & ((1 << BLOCK_BITS) - 1)) as usize..];
        let len = bytes[0];
        let place = &mut bytes[1..];
        if len == MOVED {
            return LineAt(u32::from_le_bytes([place[0], place[1], place[2], place[3]]));
        }
        let moved = lines.lay(&place[..usize::from(len)]);
        place[..PLACE].copy_from_slice(&moved.0.to_le_bytes());
        bytes[0] = MOVED;
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_and_sort_as_their_plies() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut before: Option<(Vec<u16>, Vec<u8>)> = None;
        for _ in 0..500 {
            let codes: Vec<u16> = (0..20).map(|_| random.u16(0..900)).collect();
            let mut bytes = Vec::new();
            pack_line(codes.iter().copied(), &mut bytes);
            assert_eq!(bytes.len(), line_len(20));
            assert_eq!(unpack_line(&bytes, 20).as_ref(), Some(&codes));
            if let Some((old, packed)) = &before {
                assert_eq!(old.cmp(&codes), packed.cmp(&bytes));
            }
            before = Some((codes, bytes));
        }
        assert_eq!(unpack_line(&[0xFF], 1), None);
    }

    #[test]
    fn lines_are_compared_and_copied_by_their_first_plies_and_move_once() {
        let (mut lines, mut kept) = (Lines::default(), Lines::default());
        let packed = |codes: &[u16]| {
            let mut bytes = Vec::new();
            pack_line(codes.iter().copied(), &mut bytes);
            bytes
        };
        let one = lines.push(&packed(&[5, 700, 3, 1])).unwrap();
        // Past the end of the first block.
        let spare: Vec<_> = (0..3000).map(|n| lines.push(&packed(&[n % 900; 20])).unwrap()).collect();
        let other = lines.push(&packed(&[5, 700, 2])).unwrap();
        let first = |lines: &Lines, at, plies| {
            let mut line = Vec::new();
            lines.copy_to(at, plies, &mut line);
            line
        };
        for plies in 1..=4 {
            assert_eq!(lines.start(one, plies), line_start(&packed(&[5, 700, 3, 1][..usize::from(plies)])));
        }
        for plies in 1..=2 {
            assert_eq!(lines.smaller(one, other, plies), one, "equal lines: the first stays");
            assert_eq!(first(&lines, other, plies), packed(&[5, 700][..usize::from(plies)]));
        }
        assert_eq!(lines.smaller(one, other, 3), other);
        assert_eq!(first(&lines, spare[2999], 20), packed(&[2999 % 900; 20]));
        let moved = [other, one, other].map(|at| lines.move_to(&mut kept, at));
        assert_eq!(moved[0], moved[2]);
        assert_eq!(
            (first(&kept, moved[0], 3), first(&kept, moved[1], 4)),
            (packed(&[5, 700, 2]), packed(&[5, 700, 3, 1]))
        );
        assert_eq!(kept.allocated(), 1 << BLOCK_BITS);
    }
}
