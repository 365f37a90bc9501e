//! An index that was made before.

use std::path::{Path, PathBuf};

use pentad_rules::{Catalogue, Game, UNKNOWN_GAME};

use super::block::{BlockReader, CHECKSUM, Extent};
use super::files::{self, Changes};
use super::head::{self, Head};
use super::leaves::Cursor;
use super::meta::{IndexOptions, Kind, Meta};
use super::posting::Posting;
use super::row::{self, Row};
use crate::source::{Picked, display_name};
use crate::{Error, ErrorKind, Sources};

/// Bytes of a block of rows, or a little less.
const ROWS: usize = 16 << 10;

/// How many rows of this width a block holds.
pub(super) fn rows_in_block(width: usize) -> u64 {
    (ROWS / width).max(1) as u64
}

/// The version of the program, which an index says that was made by it: another one may judge otherwise.
pub(super) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// An index that was made before, open to be asked.
///
/// What is asked is read from the file when it is asked for, and each block's checksum is looked at: a damaged index is an error that
/// names the place, never another answer.
pub struct Index {
    pub(super) blocks: BlockReader,
    pub(super) meta: Meta,
}

/// How many records an index knows of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IndexTotals {
    /// Files.
    pub files: u64,
    /// Records, and files that hold none for some reason.
    pub seen: u64,
    /// Of these, those that could not be read.
    pub unreadable: u64,
    /// Different boards, up to symmetry.
    pub positions: u64,
    /// Bytes of the index.
    pub bytes: u64,
}

impl Index {
    /// Whether a file begins as an index does.
    pub fn is_one(path: &Path) -> bool {
        BlockReader::open(path).and_then(|blocks| blocks.bytes(0, head::MAGIC.len())).is_ok_and(|b| b == head::MAGIC)
    }

    /// Opens an index.
    ///
    /// # Errors
    /// When it cannot be read, is none, is cut off or damaged, or was made by another version of the program.
    pub fn open(path: &Path) -> Result<Index, Error> {
        let blocks = BlockReader::open(path)?;
        let whole = |what: String| ErrorKind::Index { path: path.to_owned(), at: None, what };
        let bytes = blocks.bytes(0, (head::LEN as u64).min(blocks.len()) as usize)?;
        let head = Head::read(&bytes).map_err(whole)?;
        if head.file != blocks.len() {
            let what = format!("the index is {} bytes long and should be {}", blocks.len(), head.file);
            return Err(whole(what).into());
        }
        let (offset, len) = head.meta;
        let Ok(len) = u32::try_from(len) else { return Err(blocks.damaged(offset, "its description is too long")) };
        let meta = blocks.checked(Extent { offset, len })?;
        let meta = Meta::read(&meta).ok_or_else(|| blocks.damaged(offset, "its description makes no sense"))?;
        if meta.program != PROGRAM {
            let what = format!("it was made by pentad {}, and this is {PROGRAM}; make it anew", meta.program);
            return Err(whole(what).into());
        }
        let index = Index { blocks, meta };
        let width = row::width(index.meta.options.depth) as u64;
        let rows = index.meta.rows;
        let fits = |count: u64| count.checked_mul(width)?.checked_add(rows.offset).filter(|end| *end <= head.file);
        let inputs = || index.meta.files.iter().flat_map(|file| &file.inputs);
        let counted = inputs().try_fold(0u64, |sum, input| sum.checked_add(input.records));
        if fits(rows.count).is_none() || counted != Some(rows.count) {
            return Err(index.blocks.damaged(offset, "its description contradicts itself"));
        }
        Ok(index)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.blocks.path()
    }

    /// How it was made.
    pub fn options(&self) -> &IndexOptions {
        &self.meta.options
    }

    /// The paths that it was made of, as they were given.
    pub fn arguments(&self) -> Vec<PathBuf> {
        self.meta.arguments.iter().map(|bytes| files::to_path(bytes)).collect()
    }

    /// How much it knows.
    pub fn totals(&self) -> IndexTotals {
        let mut totals = IndexTotals {
            files: self.meta.files.len() as u64,
            positions: self.meta.positions,
            bytes: self.blocks.len(),
            ..IndexTotals::default()
        };
        for input in self.meta.files.iter().flat_map(|file| &file.inputs) {
            totals.seen += input.records + u64::from(input.outcome);
            totals.unreadable += input.unreadable + u64::from(input.outcome);
        }
        totals
    }

    /// What has become of its files, by their sizes and times; new ones are looked for where it was told to look.
    ///
    /// # Errors
    /// When an argument is no pattern of file names.
    pub fn changes(&self) -> Result<Changes, Error> {
        let mut now = Vec::new();
        for argument in self.arguments() {
            // A file or folder that was named and is gone is no error here: its files have vanished.
            now.extend(files::list(&[argument]).unwrap_or_default());
        }
        now.sort_by(|a, b| (&a.path, a.walked).cmp(&(&b.path, b.walked)));
        now.dedup_by(|later, earlier| later.path == earlier.path);
        files::without(&mut now, self.path());
        Ok(Changes::between(&self.meta.files, &now))
    }

    /// All its files, in order.
    pub fn sources(&self) -> Sources {
        Sources::of_files(self.meta.files.iter().map(|file| Picked {
            path: files::to_path(&file.path),
            walked: file.walked,
            members: None,
        }))
    }

    /// The games of its kinds.
    pub(super) fn games(&self, catalogue: &'static Catalogue) -> Result<Vec<&'static Game>, Error> {
        let game = |kind: &Kind| match catalogue.game(&kind.game) {
            Some(game) => Ok(game),
            None if kind.game == UNKNOWN_GAME.id => Ok(&UNKNOWN_GAME),
            None => Err(self.blocks.damaged(0, format!("it holds games of {}, which is not known", kind.game))),
        };
        self.meta.kinds.iter().map(game).collect()
    }

    /// The row of a record.
    pub(super) fn row(&mut self, id: u64) -> Result<Row, Error> {
        let rows = self.meta.rows;
        let width = row::width(self.meta.options.depth);
        let in_block = rows_in_block(width);
        let (block, at) = (id / in_block, (id % in_block) as usize * width);
        let left = rows.count.saturating_sub(block * in_block).min(in_block);
        let offset = rows.offset + block * (in_block * width as u64 + CHECKSUM as u64);
        if id >= rows.count {
            return Err(self.blocks.damaged(rows.offset, format!("there is no record {id}")));
        }
        let bytes = self.blocks.block(Extent { offset, len: (left * width as u64) as u32 })?;
        let row = bytes.get(at..at + width).and_then(Row::read);
        let row = row.filter(|row| usize::from(row.kind) < self.meta.kinds.len() || row.flags & row::UNREADABLE != 0);
        row.ok_or_else(|| self.blocks.damaged(offset + at as u64, "this is no row"))
    }

    /// All postings of a board.
    pub(super) fn postings(&mut self, key: &[u8; 16]) -> Result<Vec<Posting>, Error> {
        let mut found = Vec::new();
        let mut cursor = Cursor::seek(&mut self.blocks, self.meta.root, key)?;
        while let Some(posting) = cursor.next(&mut self.blocks)? {
            if posting.reach.key > *key {
                break;
            }
            if posting.reach.key == *key {
                found.push(posting);
            }
        }
        Ok(found)
    }

    /// The inputs with the first id of each: file, name, member, number of records.
    pub(super) fn inputs(&self) -> impl Iterator<Item = IndexedInput<'_>> {
        let mut next = 0;
        self.meta
            .files
            .iter()
            .enumerate()
            .flat_map(|(file, meta)| {
                let path = files::to_path(&meta.path);
                meta.inputs.iter().map(move |input| (file, path.clone(), input))
            })
            .map(move |(file, path, input)| {
                let first = next;
                next += input.records;
                let member = input.member.as_deref();
                let name = display_name(&path);
                let name = member.map_or_else(|| name.clone(), |member| format!("{name}!{member}"));
                IndexedInput { file, path, name, member, ids: first..next }
            })
    }
}

/// An input that an index knows.
pub(super) struct IndexedInput<'a> {
    pub(super) file: usize,
    pub(super) path: PathBuf,
    pub(super) name: String,
    pub(super) member: Option<&'a str>,
    pub(super) ids: std::ops::Range<u64>,
}
