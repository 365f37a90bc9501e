//! The form of an opening that stands for all its images.

use pentad_rules::{Board, Color, Point, PositionKey, Size, Symmetry};

use crate::Orientations;

/// The stones in the orientation that stands for all their images (design decision 17): of an opening of renju on 15x15 that of the
/// books, with the second stone on h9 or i9; among the images left, and for everything else, the smallest by points (by column, then row).
///
/// ```
/// use pentad_corpus::canonical;
/// use pentad_rules::{Coords, Point, Size};
/// let points = |t: &str| t.split(' ').map(|t| Point::parse(t, Coords::WithI).unwrap()).collect::<Vec<_>>();
/// assert_eq!(canonical(&points("h8 g7 k12"), Size::RENJU), canonical(&points("h8 i9 e4"), Size::RENJU));
/// assert_eq!(canonical(&points("h8 h7 g6"), Size::RENJU), points("h8 h9 i10"));
/// ```
pub fn canonical(stones: &[Point], size: Size) -> Vec<Point> {
    let symmetry = Orientations::of_moves(stones.iter().map(|&p| Some(p)), size).first();
    stones.iter().map(|&p| symmetry.apply(p, size)).collect()
}

/// What openings have in common that are the same: the position, up to symmetry, in whatever order its stones were laid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpeningKey(Size, PositionKey);

impl OpeningKey {
    /// The key of stones that are laid in turns, Black first, no two on one point. With `shifted`, what is the same but for a shift on the
    /// board has the same key: Piskvork shifts the openings of its lists now and then.
    pub fn of(stones: &[Point], size: Size, shifted: bool) -> OpeningKey {
        let board = |points: &mut dyn Iterator<Item = Option<Point>>| {
            let mut board = Board::new(size);
            for (number, point) in points.enumerate() {
                let color = if number % 2 == 0 { Color::Black } else { Color::White };
                point.into_iter().filter(|&p| size.contains(p)).for_each(|p| board.place(p, color));
            }
            board
        };
        if !shifted {
            let whole = board(&mut stones.iter().map(|&p| Some(p)));
            return OpeningKey(size, PositionKey::of_board(&whole, true));
        }
        // Each image is moved into the corner, and the smallest key stands for all.
        let key = |s: &Symmetry| {
            let image: Vec<Point> = stones.iter().map(|&p| s.apply(p, size)).collect();
            let left = image.iter().map(|p| p.column()).min().unwrap_or(0);
            let below = image.iter().map(|p| p.row()).min().unwrap_or(0);
            let moved = board(&mut image.iter().map(|p| Point::new(p.column() - left, p.row() - below)));
            PositionKey::of_board(&moved, false)
        };
        let smallest = Symmetry::of(size).iter().map(key).min();
        OpeningKey(size, smallest.unwrap_or_else(|| PositionKey::of_board(&Board::new(size), false)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pentad_rules::Coords;

    fn points(text: &str) -> Vec<Point> {
        text.split(' ').map(|t| Point::parse(t, Coords::WithI).unwrap()).collect()
    }

    #[test]
    fn images_shifts_and_other_orders_have_the_same_key() {
        let key = |text, shifted| OpeningKey::of(&points(text), Size::RENJU, shifted);
        let own = key("h8 i9 g6", false);
        for s in Symmetry::ALL {
            let image: Vec<_> = points("h8 i9 g6").iter().map(|&p| s.apply(p, Size::RENJU)).collect();
            assert_eq!(OpeningKey::of(&image, Size::RENJU, false), own);
            assert_eq!(OpeningKey::of(&image, Size::RENJU, true), key("h8 i9 g6", true));
        }
        assert_eq!(key("g6 i9 h8", false), own);
        assert_ne!(key("i8 j9 h6", false), own);
        assert_eq!(key("i8 j9 h6", true), key("h8 i9 g6", true));
        assert_ne!(key("h8 i9 g7", true), key("h8 i9 g6", true));
        assert_ne!(key("i9 h8 g6", false), own);
    }
}
