//! What records are written as and where, from the command line.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use pentad_corpus::convert::{Place, SplitBy, Target};
use pentad_formats::{Encoding, FORMATS, FormatInfo, WriteOptions};

use crate::args::{Form, OutputArgs};
use crate::output;

/// Whether a path is standard output.
pub(crate) fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What to write: as `--to` says, else as the output is called.
pub(crate) fn target(args: &OutputArgs) -> anyhow::Result<Target> {
    let form = match args.to {
        Some(form) => form,
        None if is_stream(&args.path) => {
            bail!("-o - needs --to FORMAT: standard output has no name to tell a format by")
        }
        None if args.split_by.is_some() => {
            bail!("--split-by needs --to FORMAT: a folder has no name to tell a format by")
        }
        None => by_extension(&args.path)?,
    };
    let info = written(form)?;
    let dialect = match (&args.dialect, form.dialect) {
        (Some(_), Some(_)) => {
            bail!("--dialect and --to {}:{} both name a dialect", info.id, form.dialect.unwrap_or(""))
        }
        (Some(name), None) => {
            let form = crate::args::form(&format!("{}:{name}", info.id)).map_err(anyhow::Error::msg);
            form.context("--dialect")?.dialect
        }
        (None, dialect) => dialect,
    };
    let encoding = args.encoding_out.unwrap_or_default();
    if !encoding.can_be_written() {
        bail!("--encoding-out: {} has no ASCII in it, which the formats need", encoding.name());
    }
    if encoding != Encoding::UTF_8 && !form.format.any_encoding() {
        bail!("--encoding-out: {} files have no choice of encoding", info.id);
    }
    let options = WriteOptions { dialect, coords: args.coords_out, encoding };
    Ok(Target { format: form.format, options })
}

/// The facts of a format, which has to be one that is written.
pub(crate) fn written(form: Form) -> anyhow::Result<&'static FormatInfo> {
    let info = form.format.info();
    if !info.writes {
        let writers: Vec<_> = FORMATS.iter().filter(|f| f.info().writes).map(|f| f.info().id).collect();
        bail!("{} is read and not written; written are {}", info.id, writers.join(", "));
    }
    Ok(info)
}

/// What a file is to hold, by its name.
pub(crate) fn by_extension(path: &Path) -> anyhow::Result<Form> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    if matches!(extension.as_str(), "gz" | "zst" | "zip") {
        bail!("compressed files are not written; -o - with --to FORMAT writes to a program that compresses");
    }
    let found: Vec<_> = FORMATS.iter().filter(|f| f.info().extensions.contains(&extension.as_str())).copied().collect();
    match found[..] {
        [format] => Ok(Form { format, dialect: None }),
        [] => bail!("the name {} tells no format; --to FORMAT does", path.display()),
        _ => {
            let ids: Vec<_> = found.iter().map(|f| f.info().id).collect();
            bail!("the name {} may mean {}; --to FORMAT tells which", path.display(), ids.join(" or "))
        }
    }
}

/// Where the output goes. `held`: it is not to appear before everything is done, not even in a stream.
pub(crate) fn place(path: &Path, split_by: Option<SplitBy>, held: bool) -> anyhow::Result<Place> {
    let path = path.to_owned();
    let stdout = |bytes: &[u8]| output::plain(bytes).map_err(io_error);
    if let Some(split_by) = split_by {
        if is_stream(&path) || path.is_file() {
            bail!("--split-by writes into a folder, and {} is none", path.display());
        }
        return Ok(match split_by {
            SplitBy::Record => Place::FileForEach(path),
            SplitBy::Count(size) => Place::FileForSome(path, size),
            _ => Place::Folder(path),
        });
    }
    if is_stream(&path) {
        return Ok(if held { Place::StreamAtEnd(Box::new(stdout)) } else { Place::Stream(Box::new(stdout)) });
    }
    match path.metadata() {
        Ok(data) if data.is_dir() => {
            bail!("{} is a folder; --split-by record writes a file for each record into it", path.display())
        }
        // A device or a pipe cannot appear whole, and must not be replaced by a file.
        Ok(data) if !data.is_file() => {
            let mut file = File::options().write(true).open(&path).with_context(|| path.display().to_string())?;
            let stream = Box::new(move |bytes: &[u8]| file.write_all(bytes));
            Ok(if held { Place::StreamAtEnd(stream) } else { Place::Stream(stream) })
        }
        _ => Ok(Place::File(path)),
    }
}

fn io_error(error: anyhow::Error) -> io::Error {
    error.downcast::<io::Error>().unwrap_or_else(io::Error::other)
}
