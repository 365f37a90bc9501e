//! What the index holds of each record: who won, how long the game is, and its first plies.

use pentad_rules::{Action, Color, Event, Point};

use super::wire::Wire;
use crate::statistics::ResultsBy;

/// A record that could not be read.
pub(super) const UNREADABLE: u8 = 1;
/// A game that begins with a position that was set up.
pub(super) const SET_UP: u8 = 2;

/// Bytes of a row before its plies.
const HEAD: usize = 9;

/// The row of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Row {
    /// Its kind, by number.
    pub(super) kind: u16,
    pub(super) flags: u8,
    pub(super) results: Results,
    /// Plies that were judged.
    pub(super) plies: u32,
    /// The first of them from the empty board, as far as they can be played.
    pub(super) line: Vec<Ply>,
}

/// A stone or a pass in two bytes: one more than the point's index, 0 for a pass; and the colour, where it is another than the one due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) struct Ply(u16);

const COLORED: u16 = 1 << 15;
const WHITE: u16 = 1 << 14;

impl Ply {
    pub(super) fn new(point: Option<Point>, color: Option<Color>) -> Ply {
        let point = point.map_or(0, |p| p.index() as u16 + 1);
        Ply(point
            | match color {
                None => 0,
                Some(Color::Black) => COLORED,
                Some(Color::White) => COLORED | WHITE,
            })
    }

    pub(super) fn event(self) -> Event {
        let place = usize::from(self.0 & (WHITE - 1));
        let action = match place.checked_sub(1) {
            None => Action::Pass,
            Some(index) => Action::Place(Point::from_index(index)),
        };
        let color = (self.0 & COLORED != 0).then_some(if self.0 & WHITE == 0 { Color::Black } else { Color::White });
        Event { color, ..Event::new(action) }
    }
}

/// The result by each way to tell it, two bits each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub(super) struct Results(pub(super) u8);

const WAYS: [ResultsBy; 3] = [ResultsBy::Stated, ResultsBy::Board, ResultsBy::Official];

impl Results {
    pub(super) fn new(result: impl Fn(ResultsBy) -> Option<Option<Color>>) -> Results {
        let bits = |by| match result(by) {
            None => 0,
            Some(Some(Color::Black)) => 1,
            Some(Some(Color::White)) => 2,
            Some(None) => 3,
        };
        Results(WAYS.iter().rev().fold(0, |all, &by| all << 2 | bits(by)))
    }

    pub(super) fn by(self, by: ResultsBy) -> Option<Option<Color>> {
        let way = WAYS.iter().position(|&way| way == by).unwrap_or(0);
        match self.0 >> (2 * way) & 3 {
            0 => None,
            1 => Some(Some(Color::Black)),
            2 => Some(Some(Color::White)),
            _ => Some(None),
        }
    }
}

/// Bytes of a row that holds so many plies.
pub(super) const fn width(depth: u8) -> usize {
    HEAD + 2 * depth as usize
}

impl Row {
    pub(super) fn put(&self, depth: u8, out: &mut Vec<u8>) {
        let end = out.len() + width(depth);
        out.extend_from_slice(&self.kind.to_le_bytes());
        out.push(self.flags);
        out.push(self.results.0);
        out.extend_from_slice(&self.plies.to_le_bytes());
        out.push(self.line.len() as u8);
        for ply in self.line.iter().take(usize::from(depth)) {
            out.extend_from_slice(&ply.0.to_le_bytes());
        }
        out.resize(end, 0);
    }

    pub(super) fn read(bytes: &[u8]) -> Option<Row> {
        let mut wire = Wire(bytes);
        let (kind, flags, results, plies) = (wire.u16()?, wire.byte()?, Results(wire.byte()?), wire.u32()?);
        let len = wire.byte()?;
        let line = (0..len).map(|_| wire.u16().map(Ply)).collect::<Option<_>>()?;
        Some(Row { kind, flags, results, plies, line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back() {
        let point = Point::from_index(100);
        let line = vec![Ply::new(point, None), Ply::new(None, Some(Color::White)), Ply::new(point, Some(Color::Black))];
        let results = Results::new(|by| match by {
            ResultsBy::Stated => Some(Some(Color::White)),
            ResultsBy::Board => None,
            ResultsBy::Official => Some(None),
        });
        let row = Row { kind: 7, flags: SET_UP, results, plies: 70_000, line };
        let mut bytes = Vec::new();
        row.put(5, &mut bytes);
        assert_eq!(bytes.len(), width(5));
        assert_eq!(Row::read(&bytes).as_ref(), Some(&row));
        assert_eq!(results.by(ResultsBy::Stated), Some(Some(Color::White)));
        assert_eq!((results.by(ResultsBy::Board), results.by(ResultsBy::Official)), (None, Some(None)));
        assert_eq!(row.line[1].event(), Event { color: Some(Color::White), ..Event::new(Action::Pass) });
        assert_eq!(row.line[2].event().point(), point);
    }
}
