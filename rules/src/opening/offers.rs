//! The offered fifth moves.

use super::equivalence::Motions;
use super::options::OfferSymmetry;
use crate::{Board, Code, Color, Point};

/// The points of the last offer. Made to be filled again without allocating.
#[derive(Clone, Debug)]
pub(super) struct Offers {
    points: Vec<Point>,
    stones: Vec<(Point, Color)>,
}

/// A set of points.
struct PointSet([u64; Point::COUNT.div_ceil(64)]);

impl PointSet {
    const fn new() -> PointSet {
        PointSet([0; Point::COUNT.div_ceil(64)])
    }

    fn contains(&self, p: Point) -> bool {
        self.0[p.index() / 64] >> (p.index() % 64) & 1 != 0
    }

    /// Whether the point was new.
    fn insert(&mut self, p: Point) -> bool {
        let new = !self.contains(p);
        self.0[p.index() / 64] |= 1 << (p.index() % 64);
        new
    }
}

impl Offers {
    pub(super) const fn new() -> Offers {
        Offers { points: Vec::new(), stones: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.points.clear();
    }

    pub(super) fn contain(&self, p: Point) -> bool {
        self.points.contains(&p)
    }

    /// Takes an offer, if `count` points are offered that are free and all different in every respect.
    /// Each kind of fault is looked for among all points before the next kind is.
    pub(super) fn make(
        &mut self,
        offered: &[Option<Point>],
        count: u32,
        board: &Board,
        symmetry: OfferSymmetry,
    ) -> Result<(), (Code, Option<Point>)> {
        let on_board = |p: &Option<Point>| p.is_some_and(|p| board.size().contains(p));
        if let Some(&p) = offered.iter().find(|p| !on_board(p)) {
            return Err((Code::OffBoard, p));
        }
        self.points.clear();
        self.points.extend(offered.iter().flatten());
        if let Some(&p) = self.points.iter().find(|&&p| !board.is_empty(p)) {
            return Err((Code::Occupied, Some(p)));
        }
        let mut seen = PointSet::new();
        if let Some(&p) = self.points.iter().find(|&&p| !seen.insert(p)) {
            return Err((Code::DuplicateOffer, Some(p)));
        }
        if self.points.len() != count as usize {
            return Err((Code::OfferCount, None));
        }
        let motions = Motions::of(board, symmetry, &mut self.stones);
        let mut seen = PointSet::new();
        for &p in &self.points {
            if motions.images(p).any(|q| seen.contains(q)) {
                return Err((Code::SymmetricOffers, Some(p)));
            }
            seen.insert(p);
        }
        Ok(())
    }
}
