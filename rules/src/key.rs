//! Keys of positions (design decision 17): the same for all images under the symmetries of the board, or for one orientation.

use crate::{Board, Color, Point, Size, Symmetry};

/// A 128-bit key of what is on a board. Different positions have different keys but for a chance of about one in 10^38 a pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PositionKey(u128);

/// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014), whose outputs look like noise.
const fn noise(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

const fn wide_noise(seed: u64) -> u128 {
    (noise(seed) as u128) << 64 | noise(!seed) as u128
}

/// The noise of a stone, by point and colour.
static STONES: [[u128; 2]; Point::COUNT] = {
    let mut all = [[0; 2]; Point::COUNT];
    let mut index = 0;
    while index < Point::COUNT {
        all[index] = [wide_noise(index as u64 * 2), wide_noise(index as u64 * 2 + 1)];
        index += 1;
    }
    all
};

fn stone(point: Point, color: Color) -> u128 {
    STONES[point.index()][color.index()]
}

fn of_size(size: Size) -> u128 {
    wide_noise(u64::from(size.width()) << 40 | u64::from(size.height()) << 32 | 1 << 63)
}

const fn of_turn(due: u64, [black, white]: [u16; 2]) -> u128 {
    wide_noise(1 << 62 | due << 60 | (black as u64) << 16 | white as u64)
}

/// The noise of whose turn it is where nothing is captured, by colour.
static TURNS: [u128; 2] = [of_turn(0, [0, 0]), of_turn(1, [0, 0])];

fn of_play(due: Color, captured: [u16; 2]) -> u128 {
    match captured {
        [0, 0] => TURNS[due.index()],
        _ => of_turn(due.index() as u64, captured),
    }
}

impl PositionKey {
    /// The key of a board: its size and its stones. `folded`: the same for all images.
    pub fn of_board(board: &Board, folded: bool) -> PositionKey {
        let size = board.size();
        let stones: Vec<(Point, Color)> = size.iter().filter_map(|p| Some((p, board.at(p)?))).collect();
        let sum = |s: &Symmetry| stones.iter().fold(0, |sum, &(p, color)| sum ^ stone(s.apply(p, size), color));
        let symmetries = if folded { Symmetry::of(size) } else { &[Symmetry::Identity] };
        let smallest = symmetries.iter().map(sum).min().unwrap_or(0);
        PositionKey(smallest ^ of_size(size))
    }

    /// The key of a state of play: the board, whose turn it is, and how many stones each colour has taken.
    pub fn of_state(board: &Board, due: Color, captured: [u16; 2], folded: bool) -> PositionKey {
        PositionKey::of_board(board, folded).in_play(due, captured)
    }

    /// The key of a state of play on a board of which this is the key.
    #[must_use]
    pub fn in_play(self, due: Color, captured: [u16; 2]) -> PositionKey {
        PositionKey(self.0 ^ of_play(due, captured))
    }

    /// The key as bytes, the most significant first, so that they sort as the keys do.
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }
}

/// The key of a state of play that is kept up to date stone by stone: a game's positions cost a few steps each.
///
/// ```
/// use pentad_rules::{Board, Color, Coords, Point, PositionKey, RunningKey, Size};
/// let (mut board, mut key) = (Board::new(Size::RENJU), RunningKey::new(Size::RENJU, true));
/// let h8 = Point::parse("h8", Coords::WithI).unwrap();
/// board.place(h8, Color::Black);
/// key.toggle(h8, Color::Black);
/// assert_eq!(key.state(Color::White, [0, 0]), PositionKey::of_state(&board, Color::White, [0, 0], true));
/// ```
#[derive(Clone, Debug)]
pub struct RunningKey {
    size: Size,
    of_size: u128,
    /// The sums of this many images count: the board as it is is the first.
    images: usize,
    sums: [u128; 8],
}

impl RunningKey {
    /// The key of an empty board. `folded`: the same for all images.
    pub fn new(size: Size, folded: bool) -> RunningKey {
        let images = if folded { Symmetry::of(size).len() } else { 1 };
        RunningKey { size, of_size: of_size(size), images, sums: [0; 8] }
    }

    /// Lays a stone, or takes it off again.
    pub fn toggle(&mut self, point: Point, color: Color) {
        // A point outside the board is its own image.
        let images = if self.size.contains(point) { self.images(point) } else { [point.index(); 8] };
        for (sum, image) in self.sums[..self.images].iter_mut().zip(images) {
            *sum ^= STONES[image][color.index()];
        }
    }

    /// The indices of the images of a point of the board: the four without a quarter turn first.
    fn images(&self, point: Point) -> [usize; 8] {
        let (x, y) = (usize::from(point.column()), usize::from(point.row()));
        let (right, top) = (usize::from(self.size.width()) - 1 - x, usize::from(self.size.height()) - 1 - y);
        let index = |column: usize, row: usize| column << 5 | row;
        [
            index(x, y),
            index(right, y),
            index(x, top),
            index(right, top),
            index(y, x),
            index(top, x),
            index(y, right),
            index(top, right),
        ]
    }

    /// The key of the board, as [`PositionKey::of_board`] gives it.
    pub fn board(&self) -> PositionKey {
        let smallest = match self.images {
            // In pairs, so that the processor compares several at a time.
            8 => {
                let [a, b, c, d, e, f, g, h] = self.sums;
                a.min(b).min(c.min(d)).min(e.min(f).min(g.min(h)))
            }
            images => self.sums[..images].iter().min().copied().unwrap_or(0),
        };
        PositionKey(smallest ^ self.of_size)
    }

    /// The key of the board with whose turn it is and how many stones each colour has taken, as [`PositionKey::of_state`] gives it.
    pub fn state(&self, due: Color, captured: [u16; 2]) -> PositionKey {
        self.board().in_play(due, captured)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Coords, Size};
    use std::collections::HashSet;

    fn board(size: Size, stones: &[(Point, Color)]) -> Board {
        let mut board = Board::new(size);
        stones.iter().for_each(|&(p, color)| board.place(p, color));
        board
    }

    #[test]
    fn images_have_one_key_folded_and_their_own_unfolded() {
        let at = |text| Point::parse(text, Coords::WithI).unwrap();
        let stones = [(at("h8"), Color::Black), (at("i9"), Color::White), (at("k7"), Color::Black)];
        let image = |s: Symmetry| board(Size::RENJU, &stones.map(|(p, c)| (s.apply(p, Size::RENJU), c)));
        let keys = |folded| -> HashSet<_> {
            Symmetry::ALL.into_iter().map(|s| PositionKey::of_board(&image(s), folded)).collect()
        };
        assert_eq!((keys(true).len(), keys(false).len()), (1, 8));
    }

    #[test]
    fn the_running_key_is_that_of_the_board() {
        for (size, folded) in [(Size::RENJU, true), (Size::PENTE, false), (Size::new(20, 15).unwrap(), true)] {
            let (mut at, mut key) = (Board::new(size), RunningKey::new(size, folded));
            let points: Vec<_> = size.iter().step_by(7).collect();
            for (i, &point) in points.iter().enumerate() {
                let color = if i % 2 == 0 { Color::Black } else { Color::White };
                at.place(point, color);
                key.toggle(point, color);
                if i % 5 == 4 {
                    at.remove(points[i - 2]);
                    key.toggle(points[i - 2], color);
                }
                let captured = [i as u16, 2];
                assert_eq!(key.state(!color, captured), PositionKey::of_state(&at, !color, captured, folded));
                assert_eq!(key.board(), PositionKey::of_board(&at, folded));
            }
        }
    }

    #[test]
    fn what_differs_has_another_key() {
        let at = |text| Point::parse(text, Coords::WithI).unwrap();
        let one = board(Size::RENJU, &[(at("h8"), Color::Black)]);
        let mut keys = HashSet::new();
        for due in [Color::Black, Color::White] {
            for captured in [[0, 0], [2, 0], [0, 2], [1, 1]] {
                assert!(keys.insert(PositionKey::of_state(&one, due, captured, true)));
            }
        }
        let others = [
            board(Size::RENJU, &[(at("h8"), Color::White)]),
            board(Size::RENJU, &[]),
            board(Size::RENJU, &[(at("h9"), Color::Black)]),
            board(Size::PENTE, &[]),
            board(Size::new(15, 16).unwrap(), &[(at("h8"), Color::Black)]),
        ];
        for other in &others {
            assert!(keys.insert(PositionKey::of_state(other, Color::Black, [0, 0], true)));
        }
    }
}
