//! `--dropped FILE`: which records went, for the sake of which, and what only they stated.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use pentad_corpus::Runs;
use pentad_corpus::duplicate::{Dropped, Index};
use serde::Serialize;
use tempfile::NamedTempFile;

use super::told::{DiffersLine, MovesLine, Told, differs, moves_differ};
use crate::args::DedupArgs;
use crate::side_file;

/// The file, whose lines are put in the order of the input before it appears.
pub(super) struct DroppedFile {
    path: PathBuf,
    /// Where it grows.
    file: NamedTempFile,
    lines: Runs,
}

#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    record: Told<'a>,
    kind: &'static str,
    orientation: &'static str,
    kept: Told<'a>,
    differs: Vec<DiffersLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<MovesLine<'a>>,
}

impl DroppedFile {
    pub(super) fn new(path: &Path, args: &DedupArgs) -> anyhow::Result<DroppedFile> {
        let read: Vec<PathBuf> =
            args.input.paths.iter().chain(&args.against).chain(args.judge.files()).cloned().collect();
        side_file::check("--dropped", path, &read, args.output.as_deref(), args.force)?;
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = NamedTempFile::new_in(folder).with_context(|| format!("--dropped {}", path.display()))?;
        Ok(DroppedFile { path: path.to_owned(), file, lines: Runs::new(args.measure.memory / 4) })
    }

    pub(super) fn add(&mut self, dropped: &Dropped, index: &Index) -> anyhow::Result<()> {
        let line = Line {
            record: Told::new(&dropped.details, index),
            kind: dropped.relation.kind.name(),
            orientation: dropped.relation.orientation.name(),
            kept: Told::new(&dropped.kept, index),
            differs: differs(&dropped.relation.differences),
            moves: moves_differ(&dropped.relation.moves),
        };
        let mut row = dropped.details.number.to_be_bytes().to_vec();
        serde_json::to_writer(&mut row, &line)?;
        Ok(self.lines.push(&row)?)
    }

    pub(super) fn finish(self) -> anyhow::Result<()> {
        let name = || self.path.display().to_string();
        let mut out = BufWriter::new(self.file);
        let mut lines = self.lines.sorted()?;
        while let Some(row) = lines.next()? {
            out.write_all(row.get(8..).unwrap_or_default()).with_context(name)?;
            out.write_all(b"\n").with_context(name)?;
        }
        let file = out.into_inner().map_err(std::io::IntoInnerError::into_error).with_context(name)?;
        file.persist(&self.path).with_context(name)?;
        Ok(())
    }
}
