//! The orientation of a board that stands for all its images (design decision 17).

use pentad_rules::{NamedOpening, Point, Size, Symmetry};

/// The symmetries of a board under which something is still the same, as far as it has been looked at.
///
/// ```
/// use pentad_corpus::Orientations;
/// use pentad_rules::{Coords, Point, Size, Symmetry};
/// let stone = |text| Point::parse(text, Coords::WithI);
/// let mut left = Orientations::of(Size::RENJU);
/// left.settle(|s| stone("h8").map(|p| s.apply(p, Size::RENJU)));
/// assert_eq!(left.one(), None, "the centre lies where it lies");
/// left.settle(|s| stone("o14").map(|p| s.apply(p, Size::RENJU)));
/// assert_eq!(left.one(), Some(Symmetry::Rot180));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Orientations {
    list: [Symmetry; 8],
    len: usize,
}

impl Orientations {
    /// All symmetries of a board.
    pub fn of(size: Size) -> Orientations {
        let all = Symmetry::of(size);
        let mut list = [Symmetry::Identity; 8];
        list[..all.len()].copy_from_slice(all);
        Orientations { list, len: all.len() }
    }

    /// Those under which moves are in the orientation that stands for all their images: an opening of renju on 15x15 in that of the books, with
    /// the second stone on h9 or i9 and the third one east or below; of the images left, and of all other moves, the smallest, by column,
    /// then row, move after move. A pass comes before every point.
    pub fn of_moves(moves: impl IntoIterator<Item = Option<Point>>, size: Size) -> Orientations {
        let mut left = Orientations::of(size);
        let mut first = [None; 3];
        let mut moves = moves.into_iter();
        for (slot, point) in first.iter_mut().zip(moves.by_ref()) {
            *slot = point;
        }
        if let [Some(a), Some(b), Some(c)] = first
            && let Some(opening) = NamedOpening::classify([a, b, c], size)
        {
            left.keep(|s| [b, c].map(|p| s.apply(p, size)) == [opening.second, opening.third]);
        }
        left.settle_points(first.into_iter().flatten().chain(moves.flatten()), size);
        left
    }

    /// Keeps those under which these points, one after the other, are the smallest.
    pub fn settle_points(&mut self, points: impl IntoIterator<Item = Point>, size: Size) {
        for point in points {
            if self.len == 1 {
                return;
            }
            self.settle(|s| s.apply(point, size));
        }
    }

    /// Keeps those of which `smallest` is the smallest.
    pub fn settle<K: Ord>(&mut self, smallest: impl Fn(Symmetry) -> K) {
        if self.len == 1 {
            return;
        }
        if let Some(least) = self.list().iter().map(|&s| smallest(s)).min() {
            self.keep(|s| smallest(s) == least);
        }
    }

    /// The one that is left, where all others have been ruled out.
    pub fn one(&self) -> Option<Symmetry> {
        (self.len == 1).then_some(self.list[0])
    }

    /// The first of those that are left. Under any other of them all that has been looked at is the same.
    pub fn first(&self) -> Symmetry {
        self.list[0]
    }

    /// Those that are left.
    pub fn list(&self) -> &[Symmetry] {
        &self.list[..self.len]
    }

    /// Keeps those of which this says so; all, where it says so of none.
    fn keep(&mut self, mut keep: impl FnMut(Symmetry) -> bool) {
        let (mut list, mut len) = (self.list, 0);
        for &symmetry in self.list() {
            if keep(symmetry) {
                list[len] = symmetry;
                len += 1;
            }
        }
        if len > 0 {
            (self.list, self.len) = (list, len);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pentad_rules::Coords;

    #[test]
    fn the_books_come_first_and_then_the_smallest() {
        let oriented = |text: &str| {
            let moves: Vec<_> = text.split(' ').map(|t| Point::parse(t, Coords::WithI)).collect();
            let symmetry = Orientations::of_moves(moves.iter().copied(), Size::RENJU).first();
            let texts = moves
                .iter()
                .map(|p| p.map_or("-".to_owned(), |p| symmetry.apply(p, Size::RENJU).text(Coords::WithI).to_string()));
            texts.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(oriented("h8 g8 g7 a1"), "h8 h9 i9 o15", "D4");
        assert_eq!(oriented("h8 h9 h10 i8"), "h8 h9 h10 g8", "D1 is its own mirror image: then the smaller one");
        assert_eq!(oriented("h8 i9"), "h8 g7", "two stones are no opening yet");
        assert_eq!(oriented("o15"), "a1");
        assert_eq!(oriented("h8 - o14"), "h8 - a2");
    }
}
