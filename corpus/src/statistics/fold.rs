//! Folding by symmetry: of the images of some moves the one that stands for all.

use pentad_rules::{NamedOpening, Point, Size, Symmetry};

use super::First;

/// The first three stones in the orientation that stands for all their images: for a renju opening that of the books
/// (the second stone on h9 or i9), else the smallest by points (design decision 17).
pub(super) fn first(first: First, opening: Option<&NamedOpening>, size: Size) -> First {
    if let (Some(opening), [Some(centre), ..]) = (opening, first) {
        return [Some(centre), Some(opening.second), Some(opening.third)];
    }
    let image = |s: &Symmetry| first.map(|p| p.map(|p| s.apply(p, size)));
    Symmetry::of(size).iter().map(image).min().unwrap_or(first)
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
