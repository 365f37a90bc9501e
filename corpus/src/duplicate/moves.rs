//! The moves of a record as numbers that can be compared, turned and sorted.

use pentad_formats::Record;
use pentad_rules::{Action, Color, Point, Rules, Size, Symmetry};

/// The first number of each kind of move. Stones are 1 + 2 × point + colour; 0 is no move.
const PASS: u16 = 1 + 2 * Point::COUNT as u16;
const ILLEGIBLE: u16 = PASS + 2;
const EDIT: u16 = ILLEGIBLE + 2;
/// How many numbers there are.
const NUMBERS: usize = EDIT as usize + 3 * Point::COUNT;

/// What a number means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Move {
    Stone(Point, Color),
    Pass,
    Illegible,
    Edit(Point),
}

fn color_of(bit: u16) -> Color {
    if bit == 0 { Color::Black } else { Color::White }
}

/// The number of a stone.
fn stone(point: Point, color: Color) -> u16 {
    1 + 2 * point.index() as u16 + color.index() as u16
}

/// The number of a move without its colour.
pub(super) fn without_colour(number: u16) -> u16 {
    match number {
        1..EDIT => number - (number + 1) % 2,
        _ => number,
    }
}

/// What the number of a move means; `None` where it means nothing.
pub(super) fn meaning(number: u16) -> Option<Move> {
    Some(match number {
        0 => return None,
        1..PASS => Move::Stone(Point::from_index(usize::from(number - 1) / 2)?, color_of((number - 1) % 2)),
        PASS..ILLEGIBLE => Move::Pass,
        ILLEGIBLE..EDIT => Move::Illegible,
        EDIT.. => Move::Edit(Point::from_index(usize::from(number - EDIT) / 3)?),
    })
}

/// The numbers of moves after a symmetry of a board, for all its symmetries.
#[derive(Debug)]
pub(super) struct Images {
    size: Size,
    /// The symmetries in the order of [`Symmetry::ALL`], and the picture of each number.
    turns: Vec<(Symmetry, Vec<u16>)>,
}

impl Images {
    pub(super) fn new(size: Size) -> Images {
        let picture = |symmetry: Symmetry, number: u16| {
            let point = |index: u16| Point::from_index(usize::from(index)).map(|p| symmetry.apply(p, size));
            match number {
                1..PASS => point((number - 1) / 2).map(|p| stone(p, color_of((number - 1) % 2))),
                EDIT.. => point((number - EDIT) / 3).map(|p| EDIT + 3 * p.index() as u16 + (number - EDIT) % 3),
                _ => None,
            }
            .unwrap_or(number)
        };
        let table =
            |&symmetry: &Symmetry| (symmetry, (0..NUMBERS as u16).map(|number| picture(symmetry, number)).collect());
        Images { size, turns: Symmetry::of(size).iter().map(table).collect() }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// The symmetries of the board with their pictures.
    pub(super) fn turns(&self) -> impl Iterator<Item = (Symmetry, &[u16])> {
        self.turns.iter().map(|(symmetry, table)| (*symmetry, table.as_slice()))
    }
}

/// The moves of a record, as they are written and in the orientation that stands for all images.
#[derive(Default, Debug)]
pub(super) struct Moves {
    /// Set-up stones, then the moves, as the record has them.
    pub(super) written: Vec<u16>,
    /// How many numbers belong together and have no order: the set-up stones of a colour, the stones of a turn. Empty where each stands alone.
    bundles: Vec<u32>,
    /// The same in the orientation in which they are smallest. What is the beginning of a game here is the smallest form of that beginning.
    pub(super) smallest: Vec<u16>,
    /// The symmetries that lead to it, by their place among those of the board.
    pub(super) orientations: u8,
    /// How many numbers at the start are set up.
    pub(super) set_up: usize,
    pub(super) plies: u32,
    /// Whether the first stone of the record is the first of a bundle at hand.
    open: u32,
}

impl Moves {
    /// Takes in the moves of a record: stones and passes, each in its colour, and changes by hand. What the players declared, offered and
    /// chose between them is no move.
    pub(super) fn read(&mut self, record: &Record, rules: &Rules) {
        self.written.clear();
        self.bundles.clear();
        self.open = 0;
        let (first, then) = (u32::from(rules.turns.first.max(1)), u32::from(rules.turns.then.max(1)));
        let bundled = first > 1 || then > 1 || !record.setup.is_empty();
        for (stones, color) in [(&record.setup.black, Color::Black), (&record.setup.white, Color::White)] {
            self.written.extend(stones.iter().map(|&p| stone(p, color)));
            if bundled {
                self.bundles.push(stones.len() as u32);
            }
        }
        self.set_up = self.written.len();
        self.plies = 0;
        let mut due = record.setup.due().unwrap_or(Color::Black);
        let mut left = if self.set_up > 0 { then } else { first };
        let mut last: Option<Color> = None;
        for event in record.events.iter() {
            let number = match event.action {
                Action::Place(point) | Action::Choose(point) => {
                    let color = event.color.unwrap_or(match last {
                        Some(last) if record.painted => !last,
                        _ => due,
                    });
                    left = if color == due { left.saturating_sub(1) } else { then.saturating_sub(1) };
                    (due, last) = (color, Some(color));
                    point.map_or(ILLEGIBLE + color.index() as u16, |p| stone(p, color))
                }
                Action::Pass => {
                    let color = event.color.unwrap_or(due);
                    (due, last, left) = (color, Some(color), 0);
                    PASS + color.index() as u16
                }
                Action::Edit(point) => {
                    let kind = event.color.map_or(0, |color| 1 + color.index() as u16);
                    self.push(EDIT + 3 * point.index() as u16 + kind, bundled, true);
                    continue;
                }
                _ => continue,
            };
            self.plies += 1;
            self.push(number, bundled, left == 0);
            if left == 0 {
                (due, left) = (!due, then);
            }
        }
        if self.open > 0 {
            self.bundles.push(self.open);
        }
    }

    fn push(&mut self, number: u16, bundled: bool, ends: bool) {
        self.written.push(number);
        if bundled {
            self.open += 1;
            if ends {
                self.bundles.push(std::mem::take(&mut self.open));
            }
        }
    }

    /// Finds the smallest orientation.
    pub(super) fn turn(&mut self, images: &Images) {
        let Moves { written, bundles, smallest, .. } = self;
        smallest.clear();
        let mut alive: Vec<usize> = (0..images.turns.len()).collect();
        let mut rest = &written[..];
        for &len in bundles.iter() {
            let (bundle, after) = rest.split_at((len as usize).min(rest.len()));
            rest = after;
            let picture = |&turn: &usize| {
                let mut picture: Vec<u16> = bundle.iter().map(|&n| images.turns[turn].1[usize::from(n)]).collect();
                picture.sort_unstable();
                picture
            };
            let Some(least) = alive.iter().map(picture).min() else { continue };
            alive.retain(|turn| picture(turn) == least);
            smallest.extend(least);
        }
        let mut singles = rest.iter().map(|&n| usize::from(n));
        while alive.len() > 1 {
            let Some(number) = singles.next() else { break };
            let picture = |&turn: &usize| images.turns[turn].1[number];
            let Some(least) = alive.iter().map(picture).min() else { break };
            alive.retain(|turn| picture(turn) == least);
            smallest.push(least);
        }
        if let Some(&turn) = alive.first() {
            let table = &images.turns[turn].1;
            smallest.extend(singles.map(|number| table[number]));
        }
        self.orientations = alive.iter().fold(0, |mask, &turn| mask | 1 << turn);
    }
}

/// The symmetry that lays the moves of one record onto those of another, where both have these orientations: of several the one that moves
/// least ([`Symmetry::ALL`]).
pub(super) fn orientation(size: Size, of: u8, onto: u8) -> Symmetry {
    let turns = |mask: u8| {
        let all = Symmetry::of(size).iter().enumerate();
        all.filter(move |(at, _)| mask >> at & 1 != 0).map(|(_, &symmetry)| symmetry)
    };
    let ways: Vec<Symmetry> =
        turns(of).flat_map(|there| turns(onto).map(move |back| there.compose(back.inverse()))).collect();
    Symmetry::ALL.into_iter().find(|symmetry| ways.contains(symmetry)).unwrap_or(Symmetry::Identity)
}

/// The stones of a game without their order, in the orientation in which they are smallest.
pub(super) fn stones(written: &[u16], images: &Images) -> Vec<u16> {
    let picture = |(_, table): (Symmetry, &[u16])| {
        let mut picture: Vec<u16> = written.iter().map(|&n| table[usize::from(n)]).collect();
        picture.sort_unstable();
        picture
    };
    images.turns().map(picture).min().unwrap_or_default()
}
