//! The row of names of a table, and what its columns hold.

use std::sync::{Mutex, PoisonError};

use csv_core::Reader;

use super::column::{Column, Columns};
use super::framer::is_blank;
use super::row::{Cell, RowEnd, cells, delimiter_of, reader};
use crate::moves::Notation;
use crate::moves::is_list;
use crate::{PreludeEnd, ReadOptions};

/// Most fields of a row that are looked at. A row with more is no game's, and each costs many times its text.
pub(super) const MOST: usize = 1 << 16;

/// What the row of names tells.
pub(super) struct Table {
    delimiter: u8,
    /// Readers that are not in use: to make one costs more than to read a row, and a copy of one is no reader.
    readers: Mutex<Vec<Reader>>,
    /// The columns: their names, and what they hold.
    pub(super) columns: Vec<(String, Option<Column>)>,
}

/// Where the row of names ends, if the first row is one: words, and no field that is a list of moves.
pub(super) fn header_end(head: &[u8], last: bool) -> PreludeEnd {
    let Some((start, end, delimiter)) = first_row(head, last) else {
        return if last { PreludeEnd::Nothing } else { PreludeEnd::More };
    };
    let cells = cells(&head[..end], start, MOST, &mut reader(delimiter));
    if is_header(&cells) { PreludeEnd::At(end) } else { PreludeEnd::Nothing }
}

/// The delimiter that the row of names tells.
pub(super) fn delimiter(prelude: &[u8]) -> Option<u8> {
    first_row(prelude, true).map(|(_, _, delimiter)| delimiter)
}

/// Start and end of the first row that is not blank, and the delimiter in it.
pub(super) fn first_row(head: &[u8], last: bool) -> Option<(usize, usize, u8)> {
    let blank = |row: &[u8]| is_blank(row.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(row));
    let mut start = 0;
    while start < head.len() {
        let rest = &head[start..];
        let line = memchr::memchr2(b'\n', b'\r', rest);
        if line.is_none() && !last {
            return None;
        }
        let delimiter = delimiter_of(&rest[..line.unwrap_or(rest.len())]);
        let len = RowEnd::new(Some(delimiter)).find(rest, last)?;
        if !blank(&rest[..len]) {
            return Some((start, start + len, delimiter));
        }
        start += len;
    }
    None
}

pub(super) fn is_header(cells: &[Cell<'_>]) -> bool {
    let word = |cell: &Cell<'_>| cell.text.iter().any(u8::is_ascii_alphabetic);
    cells.iter().any(word) && !cells.iter().any(|cell| is_list(&cell.text))
}

/// Whether a row of names names a column of moves, and how many columns there are.
pub(super) fn names_moves(head: &[u8], last: bool) -> Option<usize> {
    let (start, end, delimiter) = first_row(head, last)?;
    let cells = cells(&head[..end], start, MOST, &mut reader(delimiter));
    // A line of JSON or a tag has commas, and words such as moves, too.
    let plain = |cell: &Cell<'_>| !cell.text.iter().any(|b| b"{}[]:<>=\"".contains(b));
    (is_header(&cells) && cells.iter().all(plain) && cells.iter().any(is_moves)).then_some(cells.len())
}

/// Whether a field names a column of moves.
fn is_moves(name: &Cell<'_>) -> bool {
    Column::named(&String::from_utf8_lossy(&name.text)) == Some(Column::Moves)
}

/// Whether a table, as far as its head goes, has rows behind its row of names and moves in none of them.
pub(super) fn holds_no_moves(head: &[u8], last: bool) -> bool {
    let Some((start, names_end, delimiter)) = first_row(head, last) else { return false };
    let mut reader = reader(delimiter);
    let names = cells(&head[..names_end], start, MOST, &mut reader);
    if !is_header(&names) || names.iter().any(is_moves) {
        return false;
    }
    let (mut from, mut rows) = (names_end, 0);
    while from < head.len() {
        let Some(len) = RowEnd::new(Some(delimiter)).find(&head[from..], last) else { break };
        let row = &head[..from + len];
        reader.reset();
        if !is_blank(&row[from..]) {
            rows += 1;
            if cells(row, from, MOST, &mut reader).iter().any(|cell| is_list(&cell.text)) {
                return false;
            }
        }
        from += len;
    }
    rows > 0
}

impl Table {
    /// Reads the row of names.
    pub(super) fn read(prelude: &[u8], options: &ReadOptions) -> Table {
        let (start, end, delimiter) = first_row(prelude, true).unwrap_or((0, prelude.len(), b','));
        let prelude = &prelude[..end];
        let names = cells(prelude, start, MOST, &mut reader(delimiter)).into_iter().map(|cell| {
            let text = options.encoding.decode(&cell.text).0.into_owned();
            text.trim_start_matches('\u{feff}').trim().to_owned()
        });
        Table::of(names.collect(), delimiter, options)
    }

    /// A table without names: its columns have numbers.
    pub(super) fn nameless(count: usize, delimiter: u8, options: &ReadOptions) -> Table {
        Table::of(vec![String::new(); count], delimiter, options)
    }

    fn of(names: Vec<String>, delimiter: u8, options: &ReadOptions) -> Table {
        let said = options.columns.and_then(|text| Columns::parse(text).ok()).unwrap_or_default();
        let mut columns: Vec<(String, Option<Column>)> = Vec::with_capacity(names.len());
        for (i, name) in names.into_iter().enumerate() {
            let taken = |held: Column| columns.iter().any(|(_, other)| *other == Some(held));
            let held = said.of(&name, i + 1).or_else(|| {
                let named = Column::named(&name)?;
                let held = if named == Column::Result && (taken(named) || said.say(named)) {
                    Column::SecondResult
                } else {
                    named
                };
                (!taken(held) && !said.say(held)).then_some(held)
            });
            columns.push((name, held));
        }
        Table { delimiter, readers: Mutex::default(), columns }
    }

    /// The fields of a row.
    pub(super) fn cells<'a>(&self, bytes: &'a [u8], from: usize) -> Vec<Cell<'a>> {
        // Nothing that is done with the lock held can panic.
        let lock = || self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let spare = lock().pop();
        let mut reader = spare.unwrap_or_else(|| reader(self.delimiter));
        reader.reset();
        let cells = cells(bytes, from, MOST, &mut reader);
        lock().push(reader);
        cells
    }

    /// The name of a column; its number where it has none.
    pub(super) fn name(&self, index: usize) -> String {
        match self.columns.get(index) {
            Some((name, _)) if !name.is_empty() => name.clone(),
            _ => format!("column {}", index + 1),
        }
    }

    /// What a column holds. Where no column is known to hold moves, it is the first one of the row that looks like it.
    pub(super) fn holds(&self, cells: &[Cell<'_>]) -> Vec<Option<Column>> {
        let mut held: Vec<_> = (0..cells.len()).map(|i| self.columns.get(i).and_then(|(_, held)| *held)).collect();
        if !self.columns.iter().any(|(_, held)| *held == Some(Column::Moves)) {
            let looks = (0..cells.len()).find(|&i| held[i].is_none() && is_list(&cells[i].text));
            if let Some(i) = looks {
                held[i] = Some(Column::Moves);
            }
        }
        held
    }
}

/// The notation of the moves of a field.
pub(super) fn notation(text: &[u8], options: &ReadOptions) -> Notation {
    match options.coords {
        Some(pentad_rules::Coords::Centre(_)) => Notation::Centre,
        _ => Notation::of(text),
    }
}
