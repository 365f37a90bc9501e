//! Folding by symmetry: of the images of some moves the one that stands for all.

use pentad_rules::{Point, Size, Symmetry};

use super::First;
use crate::Orientations;

/// The first three stones in the orientation that stands for all their images: for a renju opening that of the books
/// (the second stone on h9 or i9), else the smallest by points (design decision 17).
pub(super) fn first(first: First, size: Size) -> First {
    let symmetry = Orientations::of_moves(first, size).first();
    first.map(|p| p.map(|p| symmetry.apply(p, size)))
}

/// The move that follows `after` in a game, seen in an orientation in which the game's first moves are `after`; of several the smallest.
/// `None` when the game does not begin so in any orientation; `Some(None)` when it ends there.
pub(super) fn next(moves: &[Option<Point>], after: &[Point], size: Size, unfolded: bool) -> Option<Option<Point>> {
    let begins = |s: &Symmetry| {
        moves.len() >= after.len() && moves.iter().zip(after).all(|(m, a)| m.is_some_and(|m| s.apply(m, size) == *a))
    };
    let symmetries = Symmetry::of(size);
    let symmetries = if unfolded { &symmetries[..1] } else { symmetries };
    let next = moves.get(after.len()).copied().flatten();
    symmetries.iter().filter(|s| begins(s)).map(|s| next.map(|p| s.apply(p, size))).min()
}
