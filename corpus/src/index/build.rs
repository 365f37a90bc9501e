//! Making an index, and making it anew of what has changed.

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use pentad_formats::ReadOptions;
use rustc_hash::FxHashMap;
use tempfile::TempDir;

use super::block::BlockWriter;
use super::collect::{Collector, IndexPart};
use super::files::{self, Changes, Listed};
use super::head::{self, Head};
use super::leaves::{Cursor, LeafWriter};
use super::meta::{Extent64, FileMeta, IndexOptions, InputMeta, Kind, Meta};
use super::reach::Coming;
use super::reader::{Index, IndexTotals, PROGRAM, rows_in_block};
use super::row::{self, Results, Row, UNREADABLE};
use crate::source::{Picked, display_name};
use crate::{Error, ErrorKind, Runs, Sources};

/// After so many positions it is asked whether to stop.
const ASKED: u64 = 1 << 12;

/// An index that is being made. Its file grows in a hidden folder beside its place and appears there when it is done.
///
/// The same files and options give the same bytes, whatever the order of the arguments, the number of threads and what was there before.
pub struct IndexBuilder {
    path: PathBuf,
    growing: TempDir,
    out: BlockWriter<BufWriter<File>>,
    meta: Meta,
    listed: Vec<Listed>,
    /// Which files are read.
    reading: Vec<usize>,
    old: Option<Old>,
    /// Files before this one have their rows.
    done: usize,
    /// The input whose records are coming.
    input: Option<u64>,
    kinds: FxHashMap<Kind, u16>,
    rows: Vec<u8>,
    runs: Runs,
    row: Vec<u8>,
    changes: Changes,
}

/// Makes workers that read and judge for an index.
#[derive(Clone, Copy, Debug)]
pub struct Collectors {
    depth: u8,
}

impl Collectors {
    /// A worker for a thread.
    pub fn one(&self, options: ReadOptions) -> Collector {
        Collector::new(options, self.depth)
    }
}

/// The index that is made anew.
struct Old {
    index: Index,
    /// By file of the new index: its first record and how many it has in the old one, where it has not changed.
    kept: FxHashMap<usize, (usize, u64, u64)>,
    segments: Vec<Segment>,
}

/// Records that are kept.
struct Segment {
    old: u64,
    new: u64,
    /// What is counted of each.
    rows: Vec<(Results, u32)>,
}

impl IndexBuilder {
    /// An index of the files that the arguments mean. What `old`, an index of the same options, has of unchanged files is kept.
    /// `memory`: bytes of positions that are sorted in memory.
    ///
    /// # Errors
    /// When an argument means nothing, or the file cannot be made.
    pub fn new(
        path: &Path,
        arguments: &[PathBuf],
        options: IndexOptions,
        old: Option<Index>,
        memory: usize,
    ) -> Result<IndexBuilder, Error> {
        let mut listed = files::list(arguments)?;
        if Index::is_one(path) {
            files::without(&mut listed, path);
        } else if let Ok(own) = path.canonicalize()
            && listed.iter().any(|listed| listed.path.canonicalize().is_ok_and(|path| path == own))
        {
            return Err(ErrorKind::IsInput(path.to_owned()).into());
        }
        listed.iter_mut().for_each(Listed::probe);
        let old = old.filter(|old| *old.options() == options);
        let changes = old.as_ref().map_or_else(Changes::default, |old| Changes::between(&old.meta.files, &listed));
        let kept = old.as_ref().map_or_else(FxHashMap::default, |old| kept(&old.meta, &listed));
        let reading = (0..listed.len()).filter(|file| !kept.contains_key(file)).collect();
        let file = |listed: &Listed| FileMeta {
            path: files::to_bytes(&listed.path),
            walked: listed.walked,
            state: listed.state,
            inputs: Vec::new(),
        };
        let mut arguments: Vec<Vec<u8>> = arguments.iter().map(|path| files::to_bytes(path)).collect();
        arguments.sort();
        arguments.dedup();
        let meta = Meta {
            program: PROGRAM.to_owned(),
            options,
            arguments,
            files: listed.iter().map(file).collect(),
            rows: Extent64 { offset: head::LEN as u64, count: 0 },
            ..Meta::default()
        };
        let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let growing = tempfile::Builder::new().prefix(".pentad-").tempdir_in(parent).map_err(|e| output(path, e))?;
        let mut out = File::create(growing.path().join("index")).map_err(|e| output(path, e))?;
        out.write_all(&[0; head::LEN]).map_err(|e| output(path, e))?;
        Ok(IndexBuilder {
            path: path.to_owned(),
            growing,
            out: BlockWriter::new(BufWriter::with_capacity(1 << 20, out), head::LEN as u64),
            meta,
            listed,
            reading,
            old: old.map(|index| Old { index, kept, segments: Vec::new() }),
            done: 0,
            input: None,
            kinds: FxHashMap::default(),
            rows: Vec::new(),
            runs: Runs::new(memory),
            row: Vec::new(),
            changes,
        })
    }

    /// The files that are to be read.
    pub fn sources(&self) -> Sources {
        Sources::of_files(self.reading.iter().map(|&file| {
            let Listed { path, walked, .. } = &self.listed[file];
            Picked { path: path.clone(), walked: *walked, members: None }
        }))
    }

    /// How many files are read, and how many are kept as the old index has them.
    pub fn files(&self) -> (usize, usize) {
        (self.reading.len(), self.listed.len() - self.reading.len())
    }

    /// What has changed since the old index was made.
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// What makes a worker for each thread.
    pub fn collectors(&self) -> Collectors {
        Collectors { depth: self.meta.options.depth }
    }

    /// Takes what was found in a batch; batches come in the order of the sources.
    ///
    /// # Errors
    /// When the index or a temporary file cannot be written, or the old index is damaged.
    pub fn add(&mut self, part: IndexPart) -> Result<(), Error> {
        let Some(&file) = self.reading.get(part.file) else { return Ok(()) };
        self.keep_before(file)?;
        let meta = &mut self.meta.files[file];
        if self.input != Some(part.input.0) {
            self.input = Some(part.input.0);
            let path = display_name(&self.listed[file].path);
            let member = part.input.1.strip_prefix(&path).and_then(|rest| rest.strip_prefix('!'));
            meta.inputs.push(InputMeta { member: member.map(str::to_owned), ..InputMeta::default() });
        }
        if let Some(input) = meta.inputs.last_mut() {
            input.records += part.rows.len() as u64;
            input.unreadable += part.rows.iter().filter(|row| row.flags & UNREADABLE != 0).count() as u64;
            input.outcome |= part.ended == Some(true);
        }
        let first = self.meta.rows.count;
        // The kinds of a batch are numbered as its records come, and so are those of all batches.
        let kinds: Vec<u16> = part.kinds.iter().map(|kind| self.kind(kind)).collect::<Result<_, _>>()?;
        let mut bytes = std::mem::take(&mut self.row);
        for (number, reach) in &part.reaches {
            let row = &part.rows[*number as usize];
            bytes.clear();
            let id = first + u64::from(*number);
            Coming { reach: *reach, id, results: row.results, plies: row.plies }.put(&mut bytes);
            self.runs.push(&bytes)?;
        }
        self.row = bytes;
        for row in part.rows {
            let known = kinds.get(usize::from(row.kind)).filter(|_| row.flags & UNREADABLE == 0);
            self.put_row(&Row { kind: known.copied().unwrap_or(0), ..row })?;
        }
        Ok(())
    }

    fn kind(&mut self, kind: &Kind) -> Result<u16, Error> {
        if let Some(&number) = self.kinds.get(kind) {
            return Ok(number);
        }
        let Ok(number) = u16::try_from(self.meta.kinds.len()) else {
            return Err(ErrorKind::Indexing("there are too many kinds of games".to_owned()).into());
        };
        self.kinds.insert(kind.clone(), number);
        self.meta.kinds.push(kind.clone());
        self.meta.of_kind.push(0);
        Ok(number)
    }

    fn put_row(&mut self, row: &Row) -> Result<(), Error> {
        if row.flags & UNREADABLE == 0
            && let Some(count) = self.meta.of_kind.get_mut(usize::from(row.kind))
        {
            *count += 1;
        }
        let depth = self.meta.options.depth;
        row.put(depth, &mut self.rows);
        self.meta.rows.count += 1;
        let width = row::width(depth);
        if self.rows.len() as u64 >= rows_in_block(width) * width as u64 { self.end_rows() } else { Ok(()) }
    }

    fn end_rows(&mut self) -> Result<(), Error> {
        if !self.rows.is_empty() {
            self.out.put(&self.rows).map_err(|e| output(&self.path, e))?;
            self.rows.clear();
        }
        Ok(())
    }

    /// Copies the rows of the unchanged files before this one.
    fn keep_before(&mut self, file: usize) -> Result<(), Error> {
        let Some(mut old) = self.old.take() else { return Ok(()) };
        while self.done < file {
            let number = self.done;
            self.done += 1;
            let Some(&(old_file, first, count)) = old.kept.get(&number) else { continue };
            self.meta.files[number].inputs = old.index.meta.files[old_file].inputs.clone();
            let mut segment = Segment { old: first, new: self.meta.rows.count, rows: Vec::new() };
            for id in first..first + count {
                let mut row = old.index.row(id)?;
                if row.flags & UNREADABLE == 0 {
                    let kind = old.index.meta.kinds[usize::from(row.kind)].clone();
                    row.kind = self.kind(&kind)?;
                }
                segment.rows.push((row.results, row.plies));
                self.put_row(&row)?;
            }
            old.segments.push(segment);
        }
        self.old = Some(old);
        Ok(())
    }

    /// Writes what was gathered and lets the index appear. `stop` is asked now and then: where it says so, nothing appears, and `None` is
    /// the answer.
    ///
    /// # Errors
    /// When it cannot be written, the old index is damaged, or a file has changed while it was read.
    pub fn finish(mut self, stop: impl Fn() -> bool) -> Result<Option<IndexTotals>, Error> {
        self.keep_before(self.listed.len())?;
        self.end_rows()?;
        for &file in &self.reading {
            let listed = &self.listed[file];
            let mut now = files::list(std::slice::from_ref(&listed.path)).unwrap_or_default();
            now.iter_mut().for_each(Listed::probe);
            if listed.state.is_some() && now.first().and_then(|now| now.state) != listed.state {
                let what = format!("{} has changed while it was read", display_name(&listed.path));
                return Err(ErrorKind::Indexing(what).into());
            }
        }
        let written = |e| output(&self.path, e);
        let mut sorted = self.runs.sorted()?;
        let mut leaves = LeafWriter::new(&mut self.out);
        let mut kept = self.old.map(Kept::new).transpose()?;
        let mut old = kept.as_mut().map_or(Ok(None), Kept::next)?;
        let mut new = sorted.next()?.and_then(Coming::read);
        for number in 0u64.. {
            if number % ASKED == 0 && stop() {
                return Ok(None);
            }
            let coming = match (old, new) {
                (None, None) => break,
                (Some(a), Some(b)) if (a.reach, a.id) > (b.reach, b.id) => b,
                (Some(a), _) => a,
                (None, Some(b)) => b,
            };
            if old == Some(coming) {
                old = kept.as_mut().map_or(Ok(None), Kept::next)?;
            } else {
                new = sorted.next()?.and_then(Coming::read);
            }
            leaves.add(&coming).map_err(written)?;
        }
        (self.meta.root, self.meta.positions) = leaves.finish().map_err(written)?;
        drop(kept);
        let mut meta = Vec::new();
        self.meta.put(&mut meta);
        let offset = self.out.offset();
        self.out.put(&meta).map_err(written)?;
        let bytes = self.out.offset();
        let head = Head { version: head::VERSION, file: bytes, meta: (offset, meta.len() as u64) };
        let appear = |out: BufWriter<File>| -> io::Result<()> {
            let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&head.bytes())?;
            file.sync_all()?;
            drop(file);
            std::fs::rename(self.growing.path().join("index"), &self.path)
        };
        appear(self.out.into_inner()).map_err(written)?;
        Ok(Some(Index::open(&self.path)?.totals()))
    }
}

/// The files that the old index has as they are now: the number there, the first record and how many records.
fn kept(old: &Meta, listed: &[Listed]) -> FxHashMap<usize, (usize, u64, u64)> {
    let mut known = FxHashMap::default();
    let mut first = 0;
    for (number, file) in old.files.iter().enumerate() {
        let count: u64 = file.inputs.iter().map(|input| input.records).sum();
        known.insert(&file.path[..], (file, number, first, count));
        first += count;
    }
    let mut kept = FxHashMap::default();
    for (number, listed) in listed.iter().enumerate() {
        if let Some(&(file, old, first, count)) = known.get(&files::to_bytes(&listed.path)[..])
            && file.state.is_some()
            && file.state == listed.state
        {
            kept.insert(number, (old, first, count));
        }
    }
    kept
}

/// The positions of kept records, with the ids that these have now, in order.
struct Kept {
    old: Old,
    cursor: Cursor,
    posting: Option<(super::posting::Posting, usize)>,
}

impl Kept {
    fn new(mut old: Old) -> Result<Kept, Error> {
        let cursor = Cursor::seek(&mut old.index.blocks, old.index.meta.root, &[0; 16])?;
        Ok(Kept { old, cursor, posting: None })
    }

    fn next(&mut self) -> Result<Option<Coming>, Error> {
        loop {
            let Some((posting, at)) = &mut self.posting else {
                match self.cursor.next(&mut self.old.index.blocks)? {
                    None => return Ok(None),
                    Some(posting) => self.posting = Some((posting, 0)),
                }
                continue;
            };
            let Some(&id) = posting.ids.get(*at) else {
                self.posting = None;
                continue;
            };
            *at += 1;
            let segments = &self.old.segments;
            let number = segments.partition_point(|segment| segment.old <= id);
            let Some(segment) = number.checked_sub(1).and_then(|n| segments.get(n)) else { continue };
            if let Some(&(results, plies)) = segment.rows.get((id - segment.old) as usize) {
                let id = segment.new + (id - segment.old);
                return Ok(Some(Coming { reach: posting.reach, id, results, plies }));
            }
        }
    }
}

fn output(path: &Path, source: io::Error) -> Error {
    ErrorKind::Output { path: path.to_owned(), source }.into()
}
