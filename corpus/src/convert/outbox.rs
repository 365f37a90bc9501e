//! Output files, which appear whole or not at all.

mod appear;

use std::collections::{HashSet, VecDeque};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read as _, Seek as _, Write};
use std::path::{Path, PathBuf};

use pentad_formats::{Format, WriteOptions};
use rustc_hash::{FxHashMap, FxHashSet};

use super::file_name::FileNames;
use super::place::{Place, Stream, Written};
use super::separator::missing;
use super::{Item, OutputFile, Piece, Target};
use crate::growing::{Growing, same_file};
use crate::manifest::Hasher;
use crate::{Error, ErrorKind, Input};

/// How many files are open at a time.
const OPEN: usize = 64;

/// Bytes of a stream that are gathered before they are handed on.
const GATHERED: usize = 64 << 10;

/// Puts converted records into files.
///
/// Files grow in a hidden folder beside the place where they are to appear, so that a run that fails leaves nothing behind;
/// [`Outbox::finish`] moves them there. What is there already is replaced only with `force`, and an input never.
pub struct Outbox {
    place: Place,
    format: &'static dyn Format,
    options: WriteOptions,
    force: bool,
    growing: Option<Growing>,
    outs: Vec<Out>,
    by_group: FxHashMap<String, usize>,
    names: FileNames,
    /// Outputs with an open file, the longest open first.
    open: VecDeque<usize>,
    /// Bytes for the stream that have not been handed on.
    gathered: Vec<u8>,
    /// What waits for its end.
    spool: Option<File>,
    /// What has been written and is not remembered otherwise.
    written: Written,
    /// Whether outputs are hashed and listed.
    listed: bool,
    /// Records written.
    records: u64,
    /// Inputs that lie in the folder of the output, by name.
    beside: FxHashSet<String>,
}

/// One output.
struct Out {
    name: PathBuf,
    file: Option<BufWriter<File>>,
    bytes: u64,
    records: u64,
    /// The last bytes.
    end: Vec<u8>,
    /// Where the last bytes come from, if they were copied.
    copied_from: Option<u64>,
    hash: Option<Hasher>,
}

impl Outbox {
    /// An outbox for records in the format of `target`.
    ///
    /// # Errors
    /// When the file is there already and `force` is not set, or the file is one of the `inputs`.
    pub fn new(place: Place, target: &Target, force: bool, inputs: &[PathBuf]) -> Result<Outbox, Error> {
        if let Place::File(path) = &place
            && path.exists()
        {
            if inputs.iter().any(|input| same_file(input, path)) {
                return Err(ErrorKind::IsInput(path.clone()).into());
            }
            if !force {
                return Err(ErrorKind::Exists(path.clone()).into());
            }
        }
        Ok(Outbox {
            place,
            format: target.format,
            options: target.options,
            force,
            growing: None,
            outs: Vec::new(),
            by_group: FxHashMap::default(),
            names: FileNames::default(),
            open: VecDeque::new(),
            gathered: Vec::new(),
            spool: None,
            written: Written::default(),
            listed: false,
            records: 0,
            beside: HashSet::default(),
        })
    }

    /// The same, with each output listed in what [`Outbox::finish`] returns.
    pub fn listed(mut self) -> Outbox {
        self.listed = true;
        self
    }

    /// Takes note of an input, so that it is not replaced.
    ///
    /// # Errors
    /// When the output would replace it.
    pub fn saw(&mut self, input: &Input) -> Result<(), Error> {
        let path = Path::new(input.name().split_once('!').map_or(input.name(), |(archive, _)| archive));
        match &self.place {
            Place::File(out) if self.force && same_file(path, out) => Err(ErrorKind::IsInput(out.clone()).into()),
            Place::Folder(folder) | Place::FileForEach(folder) | Place::FileForSome(folder, _) if self.force => {
                let parent = path.parent().map(|p| if p.as_os_str().is_empty() { Path::new(".") } else { p });
                if parent.is_some_and(|parent| same_file(parent, folder))
                    && let Some(name) = path.file_name()
                {
                    self.beside.insert(name.to_string_lossy().to_lowercase());
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Writes a record. The pieces of `item` lie in `bytes`.
    ///
    /// # Errors
    /// When a file cannot be written, or takes one record only and has one.
    pub fn write(&mut self, input: &Input, item: &Item, bytes: &[u8]) -> Result<(), Error> {
        item.pieces.iter().try_for_each(|piece| self.write_piece(input, item.copied, piece, bytes))
    }

    /// Writes one piece of a record, which lies in `bytes`; `copied` says that these are bytes of the input.
    ///
    /// # Errors
    /// As [`Outbox::write`].
    pub fn write_piece(&mut self, input: &Input, copied: bool, piece: &Piece, bytes: &[u8]) -> Result<(), Error> {
        let from = copied.then_some(input);
        let content = &bytes[piece.bytes.clone()];
        if piece.groups.is_empty() {
            let group = match &self.place {
                Place::FileForSome(_, size) => format!("part-{:06}", 1 + self.records / size.get()),
                _ => String::new(),
            };
            let out = self.out(&group)?;
            self.put(out, from, content, true)?;
        }
        self.records += 1;
        for group in &piece.groups {
            if let Place::FileForEach(folder) = &self.place {
                let folder = folder.clone();
                self.write_alone(&folder, group, from, content)?;
            } else {
                let out = self.out(group)?;
                self.put(out, from, content, true)?;
            }
        }
        Ok(())
    }

    /// Writes what follows the last record of an input whose records were copied.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn tail(&mut self, input: &Input, bytes: &[u8]) -> Result<(), Error> {
        match self.by_group.get("") {
            Some(&out) if self.outs[out].copied_from == Some(input.number) => self.put(out, Some(input), bytes, false),
            _ => Ok(()),
        }
    }

    /// Writes a record into a file of its own, of which nothing is remembered but a hash of its name.
    fn write_alone(&mut self, folder: &Path, group: &str, from: Option<&Input>, content: &[u8]) -> Result<(), Error> {
        let name = self.new_name(folder, group)?;
        let head = self.head(from);
        if self.listed {
            let mut hash = Hasher::new();
            hash.update(&head);
            hash.update(content);
            self.written.outputs.push(OutputFile { path: folder.join(&name), records: 1, content: hash.finish() });
        }
        let path = self.growing()?.join(name);
        let write = |path: &Path| {
            let mut file = File::create(path)?;
            file.write_all(&head)?;
            file.write_all(content)
        };
        write(&path).map_err(|e| output_error(&path, e))?;
        self.written.files += 1;
        self.written.bytes += (head.len() + content.len()) as u64;
        Ok(())
    }

    /// The name of a new file in the folder of the output.
    fn new_name(&mut self, folder: &Path, group: &str) -> Result<String, Error> {
        let extension = self.format.info().extensions.first().copied().unwrap_or("txt");
        let name = self.names.make(group, extension);
        let path = folder.join(&name);
        if !self.force && path.exists() {
            return Err(ErrorKind::Exists(path).into());
        }
        Ok(name)
    }

    /// The output of a group.
    fn out(&mut self, group: &str) -> Result<usize, Error> {
        if let Some(&out) = self.by_group.get(group) {
            return Ok(out);
        }
        let name = match &self.place {
            Place::File(path) => PathBuf::from(path.file_name().unwrap_or_default()),
            Place::Folder(folder) | Place::FileForEach(folder) | Place::FileForSome(folder, _) => {
                let folder = folder.clone();
                PathBuf::from(self.new_name(&folder, group)?)
            }
            Place::Stream(_) | Place::StreamAtEnd(_) => PathBuf::from("-"),
        };
        let hash = self.listed.then(Hasher::new);
        self.outs.push(Out { name, file: None, bytes: 0, records: 0, end: Vec::new(), copied_from: None, hash });
        self.by_group.insert(group.to_owned(), self.outs.len() - 1);
        Ok(self.outs.len() - 1)
    }

    /// What stands before the first record of a file: of copied records what stands before them in their input.
    fn head(&self, from: Option<&Input>) -> Vec<u8> {
        let mut head = Vec::new();
        match from {
            Some(input) => head.extend_from_slice(input.prelude_bytes()),
            None => self.format.write_head(&self.options, &mut head),
        }
        head
    }

    fn put(&mut self, index: usize, from: Option<&Input>, bytes: &[u8], record: bool) -> Result<(), Error> {
        let info = self.format.info();
        let head = if self.outs[index].bytes == 0 { self.head(from) } else { Vec::new() };
        let from = from.map(|input| input.number);
        let out = &mut self.outs[index];
        if record && !info.many && out.records > 0 {
            return Err(ErrorKind::OneRecord(info.id).into());
        }
        let mut before = head;
        let mut content = bytes;
        if out.bytes > 0 && (from.is_some() || out.copied_from.is_some()) && from != out.copied_from {
            missing(&out.end, self.format.separator(), &mut before);
            content = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        }
        out.records += u64::from(record);
        out.copied_from = from;
        for bytes in [&before[..], content] {
            let out = &mut self.outs[index];
            out.bytes += bytes.len() as u64;
            if let Some(hash) = &mut out.hash {
                hash.update(bytes);
            }
            let kept = &bytes[bytes.len().saturating_sub(8)..];
            out.end.extend_from_slice(kept);
            out.end.drain(..out.end.len().saturating_sub(8));
            self.append(index, bytes)?;
        }
        Ok(())
    }

    fn append(&mut self, index: usize, bytes: &[u8]) -> Result<(), Error> {
        match &mut self.place {
            Place::Stream(_) => {
                self.gathered.extend_from_slice(bytes);
                if self.gathered.len() >= GATHERED { self.flush() } else { Ok(()) }
            }
            Place::StreamAtEnd(_) => {
                let spool = match &mut self.spool {
                    Some(spool) => spool,
                    none => none.insert(tempfile::tempfile().map_err(|e| output_error("-", e))?),
                };
                spool.write_all(bytes).map_err(|e| output_error("-", e))
            }
            Place::File(_) | Place::Folder(_) | Place::FileForEach(_) | Place::FileForSome(..) => {
                self.opened(index)?;
                let out = &mut self.outs[index];
                let file = out.file.as_mut().expect("it was opened above");
                file.write_all(bytes).map_err(|e| output_error(&out.name, e))
            }
        }
    }

    /// Hands the bytes of a stream on.
    ///
    /// # Errors
    /// When the stream does not take them.
    pub fn flush(&mut self) -> Result<(), Error> {
        if let Place::Stream(stream) = &mut self.place
            && !self.gathered.is_empty()
        {
            stream(&self.gathered).map_err(|e| output_error("-", e))?;
            self.gathered.clear();
        }
        Ok(())
    }

    /// Opens the file of an output, and closes another one where too many are open.
    fn opened(&mut self, index: usize) -> Result<(), Error> {
        if self.outs[index].file.is_some() {
            return Ok(());
        }
        let name = self.outs[index].name.clone();
        let path = self.growing()?.join(name);
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(|e| output_error(&path, e))?;
        self.outs[index].file = Some(BufWriter::new(file));
        self.open.push_back(index);
        if self.open.len() > OPEN
            && let Some(oldest) = self.open.pop_front()
        {
            self.close(oldest)?;
        }
        Ok(())
    }

    /// The hidden folder in which files grow.
    fn growing(&mut self) -> Result<&Path, Error> {
        if self.growing.is_none() {
            let parent = self.parent();
            self.growing = Some(Growing::within(&parent).map_err(|e| output_error(parent, e))?);
        }
        Ok(self.growing.as_ref().expect("it was made above").path())
    }

    fn close(&mut self, index: usize) -> Result<(), Error> {
        let out = &mut self.outs[index];
        match out.file.take() {
            Some(mut file) => file.flush().map_err(|e| output_error(&out.name, e)),
            None => Ok(()),
        }
    }

    /// The nearest folder that is there, on the same disk as the output will be.
    fn parent(&self) -> PathBuf {
        let start = match &self.place {
            Place::Folder(path) | Place::FileForEach(path) | Place::FileForSome(path, _) if path.is_dir() => {
                return path.clone();
            }
            Place::File(path) | Place::Folder(path) | Place::FileForEach(path) | Place::FileForSome(path, _) => {
                path.as_path()
            }
            Place::Stream(_) | Place::StreamAtEnd(_) => Path::new("."),
        };
        let parents = start.ancestors().skip(1).map(|p| if p.as_os_str().is_empty() { Path::new(".") } else { p });
        let one_file = matches!(self.place, Place::File(_));
        parents.into_iter().find(|p| one_file || p.is_dir()).unwrap_or(Path::new(".")).to_owned()
    }
}

fn output_error(path: impl Into<PathBuf>, source: io::Error) -> Error {
    ErrorKind::Output { path: path.into(), source }.into()
}

fn copy(spool: &mut File, stream: &mut Stream) -> io::Result<()> {
    spool.rewind()?;
    let mut buffer = vec![0; GATHERED];
    loop {
        match spool.read(&mut buffer)? {
            0 => return Ok(()),
            n => stream(&buffer[..n])?,
        }
    }
}
