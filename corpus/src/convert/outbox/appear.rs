//! How outputs appear when all is done, or what there is of them when a run is stopped.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Outbox, copy, output_error};
use crate::convert::OutputFile;
use crate::convert::file_name::partial_name;
use crate::convert::place::{Place, Written};
use crate::{Error, ErrorKind};

impl Outbox {
    /// Whether the output is a stream.
    pub fn is_stream(&self) -> bool {
        matches!(self.place, Place::Stream(_) | Place::StreamAtEnd(_))
    }

    /// Lets what there is appear under a name that tells that it is not all: [`partial_name`] of the file or folder. The name; `None` of a
    /// stream, and where there is nothing.
    ///
    /// # Errors
    /// As [`Outbox::finish`].
    pub fn finish_partial(mut self) -> Result<Option<PathBuf>, Error> {
        if self.growing.is_none() {
            self.flush()?;
            return Ok(None);
        }
        for index in std::mem::take(&mut self.open) {
            self.close(index)?;
        }
        let kept = match &mut self.place {
            Place::Stream(_) | Place::StreamAtEnd(_) => return Ok(None),
            Place::File(path) => {
                let kept = partial_name(path);
                let (old, new) = (path.file_name().unwrap_or_default(), kept.file_name().unwrap_or_default());
                if let Some(growing) = &self.growing {
                    let moved = fs::rename(growing.path().join(old), growing.path().join(new));
                    moved.map_err(|e| output_error(&kept, e))?;
                }
                path.clone_from(&kept);
                kept
            }
            Place::Folder(path) | Place::FileForEach(path) | Place::FileForSome(path, _) => {
                *path = partial_name(path);
                path.clone()
            }
        };
        self.finish().map(|_| Some(kept))
    }

    /// Lets all outputs appear.
    ///
    /// # Errors
    /// When a file cannot be written or moved, is there already, or is an input. Files moved before it stay.
    pub fn finish(mut self) -> Result<Written, Error> {
        self.flush()?;
        for index in std::mem::take(&mut self.open) {
            self.close(index)?;
        }
        let mut written = std::mem::take(&mut self.written);
        for out in &mut self.outs {
            if let Some(hash) = out.hash.take() {
                let path = match &self.place {
                    Place::File(path) => path.clone(),
                    Place::Folder(folder) | Place::FileForEach(folder) | Place::FileForSome(folder, _) => {
                        folder.join(&out.name)
                    }
                    Place::Stream(_) | Place::StreamAtEnd(_) => out.name.clone(),
                };
                written.outputs.push(OutputFile { path, records: out.records, content: hash.finish() });
            }
        }
        written.files += self.outs.len() as u64;
        written.bytes += self.outs.iter().map(|o| o.bytes).sum::<u64>();
        match &mut self.place {
            Place::Stream(_) => written.files = 0,
            Place::StreamAtEnd(stream) => {
                written.files = 0;
                if let Some(mut spool) = self.spool.take() {
                    copy(&mut spool, stream).map_err(|e| output_error("-", e))?;
                }
            }
            Place::File(path) => {
                let folder = path.parent().unwrap_or(Path::new("")).to_owned();
                self.appear(&folder)?;
            }
            Place::Folder(path) | Place::FileForEach(path) | Place::FileForSome(path, _) => {
                let folder = path.clone();
                if written.files > 0 {
                    fs::create_dir_all(&folder).map_err(|e| output_error(&folder, e))?;
                }
                self.appear(&folder)?;
            }
        }
        Ok(written)
    }

    fn appear(&self, folder: &Path) -> Result<(), Error> {
        let Some(growing) = &self.growing else { return Ok(()) };
        let grown = || -> io::Result<_> { Ok(fs::read_dir(growing.path())?.map(|entry| entry.map(|e| e.file_name()))) };
        let unlisted = |e| output_error(growing.path(), e);
        // Everything that can be known to fail is known before the first file appears.
        for name in grown().map_err(unlisted)? {
            let name = name.map_err(unlisted)?;
            let target = folder.join(&name);
            if !target.exists() {
                continue;
            }
            if self.beside.contains(&name.to_string_lossy().to_lowercase()) {
                return Err(ErrorKind::IsInput(target).into());
            }
            if !self.force {
                return Err(ErrorKind::Exists(target).into());
            }
        }
        // What is moved while a folder is listed may be listed or not: again, until nothing is left.
        loop {
            let mut any = false;
            for name in grown().map_err(unlisted)? {
                let name = name.map_err(unlisted)?;
                let target = folder.join(&name);
                fs::rename(growing.path().join(&name), &target).map_err(|e| output_error(target, e))?;
                any = true;
            }
            if !any {
                return Ok(());
            }
        }
    }
}
