//! Rows that wait for their block or row group: cells by column, the latest in memory, those before them on disk.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use arrow_array::ArrayRef;

use super::arrays::{Growing, Most};
use super::cells::CellReader;
use super::columns::Columns;
use super::{Kind, Schema};
use crate::{Error, ErrorKind};

/// Cells in memory beyond which they go to disk.
const MEMORY: usize = 1 << 20;

/// Rows of a table on their way.
#[derive(Debug)]
pub(super) struct Store {
    columns: Vec<Waiting>,
    /// Rows in memory.
    rows: usize,
    disk: Option<Disk>,
}

/// Cells of one column in memory.
#[derive(Debug)]
struct Waiting {
    kind: Kind,
    cells: Vec<u8>,
    /// How far they have been read.
    read: usize,
    reader: CellReader,
}

/// A file without a name.
#[derive(Debug)]
struct Disk {
    file: Mutex<File>,
    /// Where the next cells go.
    end: u64,
    stretches: Vec<Stretch>,
}

/// Rows that went to disk at a time: where the cells of each column are, and where the last ones end.
#[derive(Debug)]
struct Stretch {
    rows: usize,
    offsets: Vec<u64>,
}

impl Store {
    pub(super) fn new(schema: &Schema) -> Store {
        let waiting = |kind| Waiting { kind, cells: Vec::new(), read: 0, reader: CellReader::default() };
        let columns = schema.columns.iter().map(|column| waiting(column.kind)).collect();
        Store { columns, rows: 0, disk: None }
    }

    /// Takes a part of so many rows.
    pub(super) fn push(&mut self, part: Columns, rows: usize, before: i64) {
        self.rows += rows;
        for (waiting, cells) in self.columns.iter_mut().zip(part.into_cells()) {
            cells.move_to(waiting.kind, before, &mut waiting.cells);
        }
    }

    /// Moves what is in memory to the disk, where it is much. All of it is to belong to the next row group.
    pub(super) fn spill(&mut self) -> io::Result<()> {
        if self.columns.iter().map(|waiting| waiting.cells.len()).sum::<usize>() < MEMORY {
            return Ok(());
        }
        self.move_to_disk().map_err(temporary)
    }

    fn move_to_disk(&mut self) -> io::Result<()> {
        let disk = match &mut self.disk {
            Some(disk) => disk,
            none => none.insert(Disk { file: Mutex::new(tempfile::tempfile()?), end: 0, stretches: Vec::new() }),
        };
        let file = disk.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(disk.end))?;
        let mut offsets = Vec::with_capacity(self.columns.len() + 1);
        for waiting in &mut self.columns {
            offsets.push(disk.end);
            file.write_all(&waiting.cells[waiting.read..])?;
            disk.end += (waiting.cells.len() - waiting.read) as u64;
            waiting.read = waiting.cells.len();
            waiting.release();
        }
        offsets.push(disk.end);
        disk.stretches.push(Stretch { rows: std::mem::take(&mut self.rows), offsets });
        Ok(())
    }

    /// The columns, each of which can be read on its own.
    pub(super) fn columns(&mut self) -> impl Iterator<Item = Cursor<'_>> {
        let disk = self.disk.as_ref();
        self.columns.iter_mut().enumerate().map(move |(at, waiting)| Cursor { at, waiting, disk })
    }

    /// Forgets the first `rows` rows, which have been read in all columns.
    pub(super) fn forget(&mut self, rows: usize) {
        let mut on_disk = 0;
        if let Some(disk) = &mut self.disk {
            on_disk = disk.stretches.drain(..).map(|stretch| stretch.rows).sum();
            disk.end = 0;
        }
        self.rows -= rows - on_disk;
    }

    /// Gives back the memory of rows that were forgotten.
    pub(super) fn release(&mut self) {
        self.columns.iter_mut().for_each(Waiting::release);
    }
}

/// A column that is being read.
#[derive(Debug)]
pub(super) struct Cursor<'s> {
    /// Which one it is.
    pub(super) at: usize,
    waiting: &'s mut Waiting,
    disk: Option<&'s Disk>,
}

impl Cursor<'_> {
    /// Gives the first `rows` cells as arrays, each as large as it may be.
    pub(super) fn read(
        self,
        mut rows: usize,
        most: Most,
        mut take: impl FnMut(ArrayRef) -> io::Result<()>,
    ) -> io::Result<()> {
        let Waiting { kind, cells, read, reader } = self.waiting;
        let mut array = Growing::new(*kind, rows.min(most.rows));
        let mut decode = |mut from: &[u8], mut rows: usize| {
            let len = from.len();
            while rows > 0 {
                let taken = array.fill(&mut from, reader, rows, most).ok_or_else(spoilt)?;
                rows -= taken;
                if taken == 0 {
                    take(array.take())?;
                }
            }
            Ok::<usize, io::Error>(len - from.len())
        };
        let mut back = Vec::new();
        for (disk, stretch) in
            self.disk.iter().flat_map(|disk| disk.stretches.iter().map(move |stretch| (disk, stretch)))
        {
            disk.read(stretch.offsets[self.at]..stretch.offsets[self.at + 1], &mut back).map_err(temporary)?;
            decode(&back, stretch.rows)?;
            rows -= stretch.rows;
        }
        drop(back);
        *read += decode(&cells[*read..], rows)?;
        if array.len() > 0 { take(array.take()) } else { Ok(()) }
    }
}

impl Disk {
    fn read(&self, at: Range<u64>, bytes: &mut Vec<u8>) -> io::Result<()> {
        bytes.resize((at.end - at.start) as usize, 0);
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at.start))?;
        file.read_exact(bytes)
    }
}

impl Waiting {
    fn release(&mut self) {
        self.cells.drain(..std::mem::take(&mut self.read));
        // What one large part needed is not kept.
        self.cells.shrink_to(MEMORY / 4);
    }
}

/// Says which file failed.
pub(super) fn temporary(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), Error::from(ErrorKind::Temporary(error)))
}

/// Someone else wrote into the file.
fn spoilt() -> io::Error {
    temporary(io::Error::new(io::ErrorKind::InvalidData, "its rows are not those that were put there"))
}
