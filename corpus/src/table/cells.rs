//! Cells of a column as bytes: small while rows wait, and read back one after the other.

use std::mem;
use std::ops::Range;

use super::{Kind, Value};
use crate::aggregate::{read_number, write_number};

// What a cell begins with. In all kinds:
const NULL: u64 = 0;
// Of a whole number: eight bytes follow. From 3 on it is the step from the number before, which most often is small.
const WIDE: u64 = 1;
const STEP: u64 = 3;
const WIDE_FROM: u64 = 1 << 56;
// Of a whole number, where a part begins: the number before is what follows in eight bytes, or 0 unless numbers are counted on. Then comes the
// cell itself.
const BEGIN: u64 = 2;
// Of a number: eight bytes follow.
const REAL: u64 = 1;
// Of a flag. From here on it is the flag itself.
const FLAG: u64 = 1;
// Of a text: the last one again, or the other of the last two, since colours take turns. From 3 on it is the length of a new one.
const LAST: u64 = 1;
const OTHER: u64 = 2;
const TEXT: u64 = 3;

/// The longest text that later cells refer to.
const SHORT: usize = 4 << 10;

/// Cells of one column of a part.
#[derive(Debug, Default)]
pub(super) struct Cells {
    bytes: Vec<u8>,
    /// Where the last two different texts are, the later one first.
    recent: [Option<Range<usize>>; 2],
    /// The last whole number.
    number: i64,
}

impl Cells {
    /// Appends a cell. False for a value of another kind, which is not kept.
    pub(super) fn push(&mut self, kind: Kind, value: &Value<'_>) -> bool {
        match (kind, *value) {
            (Kind::Serial | Kind::Int, Value::Int(number)) => {
                let step = number.wrapping_sub(mem::replace(&mut self.number, number));
                let folded = ((step << 1) ^ (step >> 63)).cast_unsigned();
                if folded < WIDE_FROM {
                    write_number(&mut self.bytes, STEP + folded);
                } else {
                    write_number(&mut self.bytes, WIDE);
                    self.bytes.extend_from_slice(&number.to_le_bytes());
                }
            }
            (Kind::Int | Kind::Real | Kind::Flag | Kind::Text, Value::Null) => write_number(&mut self.bytes, NULL),
            (Kind::Real, Value::Real(number)) => {
                write_number(&mut self.bytes, REAL);
                self.bytes.extend_from_slice(&number.to_le_bytes());
            }
            (Kind::Flag, Value::Flag(flag)) => write_number(&mut self.bytes, FLAG + u64::from(flag)),
            (Kind::Text, Value::Text(text)) => self.text(text.as_bytes()),
            _ => return false,
        }
        true
    }

    fn text(&mut self, text: &[u8]) {
        let is = |at: &Option<Range<usize>>| at.as_ref().is_some_and(|at| &self.bytes[at.clone()] == text);
        if is(&self.recent[0]) {
            write_number(&mut self.bytes, LAST);
        } else if is(&self.recent[1]) {
            write_number(&mut self.bytes, OTHER);
            self.recent.swap(0, 1);
        } else {
            write_number(&mut self.bytes, TEXT + text.len() as u64);
            let start = self.bytes.len();
            self.bytes.extend_from_slice(text);
            if text.len() <= SHORT {
                self.recent.swap(0, 1);
                self.recent[0] = Some(start..self.bytes.len());
            }
        }
    }

    /// Appends the cells to those of the parts before. Numbers that are counted on count from `before`.
    pub(super) fn move_to(self, kind: Kind, before: i64, cells: &mut Vec<u8>) {
        match kind {
            Kind::Serial if !self.bytes.is_empty() => {
                write_number(cells, BEGIN);
                cells.extend_from_slice(&before.to_le_bytes());
            }
            Kind::Int if !self.bytes.is_empty() => write_number(cells, BEGIN),
            _ => {}
        }
        cells.extend_from_slice(&self.bytes);
    }
}

/// Reads cells of a column in their order, over all parts. Each method gives `None` where the bytes are no cells.
#[derive(Debug, Default)]
pub(super) struct CellReader {
    /// What numbers are counted from.
    base: i64,
    number: i64,
    last: String,
    other: String,
}

impl CellReader {
    /// A number that is counted on, never missing.
    pub(super) fn serial(&mut self, cells: &mut &[u8]) -> Option<i64> {
        let mut code = read_number(cells)?;
        if code == BEGIN {
            (self.base, self.number) = (i64::from_le_bytes(*eight(cells)?), 0);
            code = read_number(cells)?;
        }
        self.number(code, cells)?.map(|number| self.base.saturating_add(number))
    }

    pub(super) fn int(&mut self, cells: &mut &[u8]) -> Option<Option<i64>> {
        let mut code = read_number(cells)?;
        if code == BEGIN {
            self.number = 0;
            code = read_number(cells)?;
        }
        self.number(code, cells)
    }

    fn number(&mut self, code: u64, cells: &mut &[u8]) -> Option<Option<i64>> {
        self.number = match code {
            NULL => return Some(None),
            WIDE => i64::from_le_bytes(*eight(cells)?),
            code => {
                let folded = code.checked_sub(STEP)?;
                self.number.wrapping_add((folded >> 1).cast_signed() ^ -((folded & 1).cast_signed()))
            }
        };
        Some(Some(self.number))
    }

    pub(super) fn real(cells: &mut &[u8]) -> Option<Option<f64>> {
        match read_number(cells)? {
            NULL => Some(None),
            REAL => Some(Some(f64::from_le_bytes(*eight(cells)?))),
            _ => None,
        }
    }

    pub(super) fn flag(cells: &mut &[u8]) -> Option<Option<bool>> {
        match read_number(cells)? {
            NULL => Some(None),
            code => Some(Some(code != FLAG)),
        }
    }

    pub(super) fn text<'t, 'c: 't>(&'t mut self, cells: &mut &'c [u8]) -> Option<Option<&'t str>> {
        match read_number(cells)? {
            NULL => return Some(None),
            LAST => {}
            OTHER => mem::swap(&mut self.last, &mut self.other),
            code => {
                let (text, rest) = cells.split_at_checked(usize::try_from(code - TEXT).ok()?)?;
                *cells = rest;
                let text = str::from_utf8(text).ok()?;
                if text.len() > SHORT {
                    return Some(Some(text));
                }
                mem::swap(&mut self.last, &mut self.other);
                self.last.clear();
                self.last.push_str(text);
            }
        }
        Some(Some(&self.last))
    }
}

fn eight<'a>(cells: &mut &'a [u8]) -> Option<&'a [u8; 8]> {
    let (first, rest) = cells.split_first_chunk()?;
    *cells = rest;
    Some(first)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use super::*;

    /// Cells of parts, one behind the other.
    fn moved(kind: Kind, parts: &[(i64, Vec<Value<'_>>)]) -> Vec<u8> {
        let mut all = Vec::new();
        for (before, values) in parts {
            let mut cells = Cells::default();
            assert!(values.iter().all(|value| cells.push(kind, value)));
            cells.move_to(kind, *before, &mut all);
        }
        all
    }

    #[test]
    fn numbers_come_back() {
        let edges = [
            0,
            1,
            -1,
            63,
            64,
            -64,
            -65,
            1 << 54,
            (1 << 55) - 1,
            1 << 55,
            -(1 << 55),
            -(1 << 55) - 1,
            i64::MAX,
            i64::MIN,
        ];
        let values: Vec<Value<'_>> = edges.iter().flat_map(|&number| [number.into(), Value::Null]).collect();
        let cells = moved(Kind::Int, &[(7, values)]);
        let (mut from, mut reader) = (&cells[..], CellReader::default());
        for number in edges {
            assert_eq!(reader.int(&mut from), Some(Some(number)));
            assert_eq!(reader.int(&mut from), Some(None));
        }
        assert_eq!(reader.int(&mut from), None);
        let far: Vec<Value<'_>> = (0..100i64).map(|n| (1_000_000 + n).into()).collect();
        assert_eq!(moved(Kind::Int, &[(0, far)]).len(), 1 + 3 + 99);
        let cells = moved(
            Kind::Serial,
            &[(0, vec![1i64.into(), 1i64.into()]), (5, vec![]), (9, vec![1i64.into(), 200i64.into()])],
        );
        let (mut from, mut reader) = (&cells[..], CellReader::default());
        let serials: Vec<i64> = std::iter::from_fn(|| reader.serial(&mut from)).collect();
        assert_eq!((serials, from.len()), (vec![1, 1, 10, 209], 0));
    }

    #[test]
    fn texts_come_back_and_what_repeats_is_small() {
        let long = "x".repeat(SHORT + 1);
        let texts = ["black", "white", "black", "black", "", "white", &long, &long, "white", "", "é棋"];
        let part: Vec<Value<'_>> = texts.iter().map(|&text| text.into()).collect();
        let cells = moved(Kind::Text, &[(0, part.clone()), (0, part)]);
        let (mut from, mut reader) = (&cells[..], CellReader::default());
        for text in texts.iter().chain(&texts) {
            assert_eq!(reader.text(&mut from), Some(Some(*text)));
        }
        assert!(from.is_empty());
        let turns: Vec<Value<'_>> = (0..100).map(|n| ["black", "white"][n % 2].into()).collect();
        assert_eq!(moved(Kind::Text, &[(0, turns)]).len(), 2 * 6 + 98);
    }

    #[test]
    fn bytes_that_are_no_cells_are_refused() {
        let cells = moved(Kind::Text, &[(0, vec!["a text".into()])]);
        for len in 0..cells.len() {
            assert_eq!(CellReader::default().text(&mut &cells[..len]), None);
        }
        assert_eq!(CellReader::default().text(&mut &[TEXT as u8 + 1, 0xff][..]), None);
        assert_eq!(CellReader::default().int(&mut &[0xff; 20][..]), None);
        assert_eq!(CellReader::real(&mut &[1, 0, 0][..]), None);
        assert!(
            !Cells::default().push(Kind::Serial, &Value::Null) && !Cells::default().push(Kind::Int, &Value::Flag(true))
        );
    }
}
