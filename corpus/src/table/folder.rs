//! A folder of tables, whose files appear whole or not at all.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use crate::growing::{Growing, same_file};
use crate::{Error, ErrorKind, Input};

/// Files on their way into a folder.
///
/// They grow in a hidden folder on the same disk, and [`Folder::finish`] moves them; a run that fails leaves nothing behind.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    growing: Growing,
    names: Vec<String>,
    force: bool,
}

impl Folder {
    /// Files for the folder `path`, which need not be there yet. `force` says that they may replace files of their names.
    ///
    /// # Errors
    /// When `path` is a file, or nothing can be written beside it.
    pub fn new(path: &Path, force: bool) -> Result<Folder, Error> {
        if path.exists() && !path.is_dir() {
            return Err(failed(path, io::ErrorKind::NotADirectory.into()));
        }
        let ancestors = path.ancestors().map(|p| if p.as_os_str().is_empty() { Path::new(".") } else { p });
        let nearest = ancestors.into_iter().find(|p| p.is_dir()).unwrap_or(Path::new("."));
        let growing = Growing::within(nearest).map_err(|e| failed(nearest, e))?;
        Ok(Folder { path: path.to_owned(), growing, names: Vec::new(), force })
    }

    /// Begins a file.
    ///
    /// # Errors
    /// When it cannot be written, or is there already and may not be replaced.
    pub fn create(&mut self, name: String) -> Result<BufWriter<File>, Error> {
        self.is_free(&name)?;
        let file = File::create(self.growing.path().join(&name)).map_err(|e| failed(&self.path.join(&name), e))?;
        self.names.push(name);
        Ok(BufWriter::with_capacity(64 << 10, file))
    }

    /// Takes note of an input, which no output replaces.
    ///
    /// # Errors
    /// When a file of the folder would.
    pub fn saw(&self, input: &Input) -> Result<(), Error> {
        let path = Path::new(input.name().split_once('!').map_or(input.name(), |(archive, _)| archive));
        let ours = |name: &&String| path.file_name().is_some_and(|file| file.eq_ignore_ascii_case(OsStr::new(name)));
        match self.names.iter().find(ours).map(|name| self.path.join(name)) {
            Some(out) if same_file(path, &out) => Err(ErrorKind::IsInput(out).into()),
            _ => Ok(()),
        }
    }

    /// Lets the files appear.
    ///
    /// # Errors
    /// When one cannot be moved, or is there by now and may not be replaced. Files moved before it stay.
    pub fn finish(self) -> Result<(), Error> {
        fs::create_dir_all(&self.path).map_err(|e| failed(&self.path, e))?;
        self.names.iter().try_for_each(|name| self.is_free(name))?;
        for name in &self.names {
            let to = self.path.join(name);
            fs::rename(self.growing.path().join(name), &to).map_err(|e| failed(&to, e))?;
        }
        Ok(())
    }

    fn is_free(&self, name: &str) -> Result<(), Error> {
        let path = self.path.join(name);
        if !self.force && path.exists() { Err(ErrorKind::Exists(path).into()) } else { Ok(()) }
    }
}

fn failed(path: &Path, source: io::Error) -> Error {
    ErrorKind::Output { path: path.to_owned(), source }.into()
}
