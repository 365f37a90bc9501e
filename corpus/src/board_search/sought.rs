//! What is looked for on a board.

use pentad_rules::{Color, Coords, Point, Symmetry, Turns};

use super::Here;
use super::pattern::{Pattern, Shapes};
use crate::tree_view::Played;

/// What is looked for on the boards of records, whatever their size.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Sought {
    /// The stones of these moves and no others, in any order and in any orientation; by the letters with i, without.
    Position([Vec<Point>; 2]),
    /// A pattern.
    Pattern(Pattern),
}

/// The same on the board of a record, in all its orientations.
#[derive(Clone, Debug)]
pub(crate) enum Images {
    Position { stones: usize, images: Vec<Vec<(Point, Color)>> },
    Pattern(Shapes),
}

impl Sought {
    pub(crate) fn on(&self, played: &Played<'_>) -> Images {
        let (size, skip_i) = (played.size, played.record.coords.letters() == Coords::SkipI);
        match self {
            Sought::Position(moves) => {
                let moves = &moves[usize::from(skip_i)];
                let stones: Vec<_> = moves.iter().copied().zip(colors(played.game.rules.turns)).collect();
                let image = |s: &Symmetry| stones.iter().map(|&(p, color)| (s.apply(p, size), color)).collect();
                let fits = moves.iter().all(|&p| size.contains(p));
                let images = if fits { Symmetry::of(size).iter().map(image).collect() } else { Vec::new() };
                Images::Position { stones: stones.len(), images }
            }
            Sought::Pattern(pattern) => Images::Pattern(pattern.on(size, skip_i)),
        }
    }
}

/// The colours of stones in the order of play.
pub(crate) fn colors(turns: Turns) -> impl Iterator<Item = Color> {
    let lengths = std::iter::once(turns.first).chain(std::iter::repeat(turns.then));
    let sides = [Color::Black, Color::White].into_iter().cycle();
    lengths.zip(sides).flat_map(|(stones, color)| std::iter::repeat_n(color, usize::from(stones)))
}

impl Images {
    /// Whether it comes about here: with the stone that was laid, or, where more changed on the board, at all.
    pub(crate) fn come_about(&self, here: &Here<'_>) -> bool {
        let board = here.position.board();
        match self {
            Images::Position { stones, images } => {
                // A pass leaves the position as it was.
                (here.laid.is_some() || here.edited)
                    && board.stones() as usize == *stones
                    && images.iter().any(|image| image.iter().all(|&(p, color)| board.at(p) == Some(color)))
            }
            Images::Pattern(shapes) => match here.laid {
                _ if here.edited => shapes.is_anywhere(board),
                Some(point) => shapes.is_around(point, board),
                None => false,
            },
        }
    }
}
