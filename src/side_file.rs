//! Files beside the output, such as lists of losses and changes. Like the output they appear whole or not at all.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use pentad_corpus::convert::partial_name;
use serde::Serialize;

/// A file that grows in a hidden folder beside its place.
pub(crate) struct SideFile {
    /// The option that names it.
    option: &'static str,
    path: PathBuf,
    growing: tempfile::TempDir,
    out: BufWriter<File>,
}

/// Its name while it grows.
const GROWING: &str = "file";

/// Checks that a file may be written beside the output: it is none of the files that are read, nor the output, nor a device or pipe, and what is
/// there already is replaced only with `force`.
pub(crate) fn check(
    option: &'static str,
    path: &Path,
    inputs: &[PathBuf],
    output: Option<&Path>,
    force: bool,
) -> anyhow::Result<()> {
    if path == Path::new("-") {
        bail!("{option} wants the name of a file");
    }
    if output.is_some_and(|output| is_same(path, output)) || inputs.iter().any(|input| is_same(path, input)) {
        bail!("{option} {} is an input or the output", path.display());
    }
    match path.metadata() {
        Ok(data) if !data.is_file() => bail!("{option} {} is no regular file", path.display()),
        Ok(_) if !force => bail!("{} is there already; --force replaces it", path.display()),
        _ => Ok(()),
    }
}

/// Whether two paths name one file, which need not be there yet.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    place(a) == place(b)
}

fn place(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        match (folder.canonicalize(), path.file_name()) {
            (Ok(folder), Some(name)) => folder.join(name),
            _ => path.to_owned(),
        }
    })
}

impl SideFile {
    /// A file that is neither an input nor the output, and is replaced only with `force`.
    pub(crate) fn new(
        option: &'static str,
        path: &Path,
        inputs: &[PathBuf],
        output: Option<&Path>,
        force: bool,
    ) -> anyhow::Result<SideFile> {
        check(option, path, inputs, output, force)?;
        let name = || format!("{option} {}", path.display());
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let growing = tempfile::Builder::new().prefix(".pentad-").tempdir_in(folder).with_context(name)?;
        let out = BufWriter::new(File::create(growing.path().join(GROWING)).with_context(name)?);
        Ok(SideFile { option, path: path.to_owned(), growing, out })
    }

    /// Writes a line of JSON.
    pub(crate) fn line(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        serde_json::to_writer(&mut self.out, line).context(self.option)?;
        self.text("\n")
    }

    /// Writes text.
    pub(crate) fn text(&mut self, text: &str) -> anyhow::Result<()> {
        self.out.write_all(text.as_bytes()).context(self.option)
    }

    /// Lets what there is of it appear under a name that tells that it is not all.
    pub(crate) fn finish_partial(mut self) -> anyhow::Result<()> {
        self.path = partial_name(&self.path);
        self.finish()
    }

    /// Lets the file appear.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.out.flush().context(self.option)?;
        std::fs::rename(self.growing.path().join(GROWING), &self.path).context(self.option)
    }
}
