//! Keys of positions (design decision 17): the same for all images under the symmetries of the board, or for one orientation.

use crate::{Board, Color, Point, Symmetry};

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

fn stone(point: Point, color: Color) -> u128 {
    wide_noise(point.index() as u64 * 2 + color.index() as u64)
}

impl PositionKey {
    /// The key of a board: its size and its stones. `folded`: the same for all images.
    pub fn of_board(board: &Board, folded: bool) -> PositionKey {
        let size = board.size();
        let stones: Vec<(Point, Color)> = size.iter().filter_map(|p| Some((p, board.at(p)?))).collect();
        let sum = |s: &Symmetry| stones.iter().fold(0, |sum, &(p, color)| sum ^ stone(s.apply(p, size), color));
        let symmetries = if folded { Symmetry::of(size) } else { &[Symmetry::Identity] };
        let smallest = symmetries.iter().map(sum).min().unwrap_or(0);
        PositionKey(smallest ^ wide_noise(u64::from(size.width()) << 40 | u64::from(size.height()) << 32 | 1 << 63))
    }

    /// The key of a state of play: the board, whose turn it is, and how many stones each colour has taken.
    pub fn of_state(board: &Board, due: Color, captured: [u16; 2], folded: bool) -> PositionKey {
        let PositionKey(board) = PositionKey::of_board(board, folded);
        let [black, white] = captured.map(u64::from);
        PositionKey(board ^ wide_noise(1 << 62 | (due.index() as u64) << 60 | black << 16 | white))
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
