//! Sources that are read more than once.

use std::fs::File;
use std::io::{self, Seek as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use pentad_corpus::Sources;

use crate::args::InputArgs;

/// Paths that can be read again and again: standard input is copied to a temporary file first.
pub(crate) struct Twice<'a> {
    paths: &'a [PathBuf],
    stdin: Option<File>,
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl<'a> Twice<'a> {
    /// Checks that all paths can be read more than once.
    pub(crate) fn new(paths: &'a [PathBuf], input: &InputArgs) -> anyhow::Result<Twice<'a>> {
        if input.resume.is_some() {
            bail!("--resume: all records are compared with each other, so that there is nothing to go on from");
        }
        for path in paths.iter().filter(|path| !is_stdin(path)) {
            if path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir()) {
                bail!(
                    "{} can be read only once, and it is to be read twice; a copy of standard input (-) is",
                    path.display()
                );
            }
        }
        let stdin = paths.iter().any(|path| is_stdin(path)).then(copied).transpose().context("standard input")?;
        Ok(Twice { paths, stdin })
    }

    /// The sources from their beginning. Those handed out before must be done with.
    pub(crate) fn sources(&self) -> anyhow::Result<Sources> {
        let sources = Sources::new(self.paths)?;
        let Some(stdin) = &self.stdin else { return Ok(sources) };
        let mut copy = stdin.try_clone().context("standard input")?;
        copy.rewind().context("standard input")?;
        Ok(sources.with_stdin(Box::new(copy)))
    }
}

/// A file without a name that holds all of standard input.
fn copied() -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(&mut io::stdin().lock(), &mut file)?;
    Ok(file)
}
