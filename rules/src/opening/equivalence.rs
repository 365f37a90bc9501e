//! Which offered fifth moves are the same by symmetry (design decision 8).
//!
//! Two points are the same when a motion of the plane (one of the eight linear maps, then a translation by whole lines) carries the
//! black stones onto the black ones, the white stones onto the white ones, and one point to the other.
//! Edge and centre of the board do not count.

use super::options::OfferSymmetry;
use crate::{Board, Color, Point, Symmetry};

/// A motion of the plane: a linear map, then a translation.
#[derive(Clone, Copy)]
struct Motion {
    linear: Symmetry,
    shift: (i32, i32),
}

impl Motion {
    fn apply(self, p: Point) -> Option<Point> {
        let (x, y) = self.linear.turn((i32::from(p.column()), i32::from(p.row())));
        let at = |v: i32| u8::try_from(v).ok();
        Point::new(at(x + self.shift.0)?, at(y + self.shift.1)?)
    }
}

/// The motions, without the identity, that keep the stones of a board; at most seven.
#[derive(Default)]
pub(super) struct Motions {
    list: [Option<Motion>; 7],
}

impl Motions {
    pub(super) fn of(board: &Board, symmetry: OfferSymmetry, stones: &mut Vec<(Point, Color)>) -> Motions {
        let size = board.size();
        stones.clear();
        stones.extend(size.iter().filter_map(|p| board.at(p).map(|c| (p, c))));
        // A motion that keeps a set keeps the sum of its points, and that leaves one translation for each linear map.
        // The same holds for the corners of the board, where its own symmetries are asked for.
        let (count, sum) = match symmetry {
            OfferSymmetry::Pattern => stones
                .iter()
                .fold((0, (0, 0)), |(n, (x, y)), (p, _)| (n + 1, (x + i32::from(p.column()), y + i32::from(p.row())))),
            OfferSymmetry::Board => (2, (i32::from(size.width()) - 1, i32::from(size.height()) - 1)),
            OfferSymmetry::None => (0, (0, 0)),
        };
        let candidates = match symmetry {
            OfferSymmetry::Pattern => &Symmetry::ALL,
            OfferSymmetry::Board => Symmetry::of(size),
            OfferSymmetry::None => &[],
        };
        let mut motions = Motions::default();
        if count == 0 {
            return motions;
        }
        let keepers = candidates.iter().filter(|&&s| s != Symmetry::Identity).filter_map(|&linear| {
            let turned = linear.turn(sum);
            let (dx, dy) = (sum.0 - turned.0, sum.1 - turned.1);
            let motion = Motion { linear, shift: (dx / count, dy / count) };
            let keeps = |&(p, color): &(Point, Color)| motion.apply(p).is_some_and(|q| board.at(q) == Some(color));
            (dx % count == 0 && dy % count == 0 && stones.iter().all(keeps)).then_some(motion)
        });
        for (slot, motion) in motions.list.iter_mut().zip(keepers) {
            *slot = Some(motion);
        }
        motions
    }

    /// Where the point goes; points that leave every board are left out.
    pub(super) fn images(&self, p: Point) -> impl Iterator<Item = Point> {
        self.list.iter().map_while(|m| *m).filter_map(move |m| m.apply(p)).filter(move |&q| q != p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Coords, Size};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn images(stones: &str, point: &str, symmetry: OfferSymmetry) -> Vec<String> {
        let p = |text: &str| Point::parse(text, Coords::WithI).unwrap();
        let mut board = Board::new(Size::RENJU);
        for (i, text) in stones.split(' ').filter(|t| !t.is_empty()).enumerate() {
            board.place(p(text), if i % 2 == 0 { Color::Black } else { Color::White });
        }
        let motions = Motions::of(&board, symmetry, &mut Vec::new());
        let mut list: Vec<_> = motions.images(p(point)).map(|q| q.text(Coords::WithI).to_string()).collect();
        list.sort();
        list
    }

    #[test]
    fn a_shape_off_the_centre_has_its_own_mirrors() {
        // The example of A. Meritee (2008) on the Taraguchi text: four forms of one move.
        assert_eq!(images("h8 h9 h7 h6", "g8", OfferSymmetry::Pattern), ["g7", "i7", "i8"]);
        assert_eq!(images("h8 h9 h7 h6", "g8", OfferSymmetry::Board), ["i8"]);
        assert_eq!(images("h8 h9 h7 h6", "h10", OfferSymmetry::Pattern), ["h5", "h5"]);
    }

    #[test]
    fn images_about_the_black_and_the_white_pair_must_come_from_one_motion() {
        assert!(images("h8 g7 h7 j5", "g5", OfferSymmetry::Pattern).is_empty());
        assert!(images("h8 i9 j9 f5", "a1", OfferSymmetry::Pattern).is_empty());
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        /// The definition word for word: every linear map with every translation that could matter is tried.
        #[test]
        fn images_are_those_of_the_definition(cells in prop::collection::hash_set((4u8..9, 4u8..9), 1..6), (px, py) in (3u8..10, 3u8..10)) {
            let mut board = Board::new(Size::RENJU);
            let stones: Vec<_> = cells
                .into_iter()
                .enumerate()
                .map(|(i, (x, y))| (Point::new(x, y).unwrap(), if i % 2 == 0 { Color::Black } else { Color::White }))
                .collect();
            stones.iter().for_each(|&(q, color)| board.place(q, color));
            let mut expected = BTreeSet::new();
            for (a, b, c, d) in [
                (1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1), (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0),
            ] {
                for (tx, ty) in (-30..=30).flat_map(|tx| (-30..=30).map(move |ty| (tx, ty))) {
                    let picture = |q: Point| {
                        let (x, y) = (i32::from(q.column()), i32::from(q.row()));
                        (a * x + b * y + tx, c * x + d * y + ty)
                    };
                    let on = |(x, y): (i32, i32)| Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
                    let keeps = |&(q, color): &(Point, Color)| on(picture(q)).is_some_and(|r| board.at(r) == Some(color));
                    if stones.iter().all(keeps) {
                        expected.extend(on(picture(Point::new(px, py).unwrap())));
                    }
                }
            }
            let p = Point::new(px, py).unwrap();
            expected.remove(&p);
            let motions = Motions::of(&board, OfferSymmetry::Pattern, &mut Vec::new());
            prop_assert_eq!(motions.images(p).collect::<BTreeSet<_>>(), expected);
        }
    }

    #[test]
    fn one_stone_keeps_all_eight_and_none_keeps_nothing() {
        assert_eq!(images("c3", "d5", OfferSymmetry::Pattern).len(), 7);
        assert!(images("", "d5", OfferSymmetry::Pattern).is_empty());
        assert_eq!(images("", "d5", OfferSymmetry::Board).len(), 7);
    }
}
