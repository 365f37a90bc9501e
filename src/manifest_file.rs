//! `--manifest FILE`: what was read and written, with sizes and hashes.

use std::path::PathBuf;

use anyhow::Context as _;
use pentad_corpus::manifest::{FileEntry, InputCounts, Manifest};

use crate::side_file::SideFile;

/// Writes the manifest of this run and lets it appear.
pub(crate) fn write<'a>(
    mut file: SideFile,
    inputs: &InputCounts,
    settings: impl Iterator<Item = &'a PathBuf>,
    outputs: Vec<FileEntry>,
    records: impl IntoIterator<Item = (&'static str, u64)>,
) -> anyhow::Result<()> {
    let arguments = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    let mut manifest = Manifest::new(concat!("pentad ", env!("CARGO_PKG_VERSION")), arguments);
    manifest.inputs = inputs.entries().context("--manifest: an input could not be read again")?;
    for path in settings {
        manifest.settings.push(FileEntry::of(&path.to_string_lossy(), None).context("--manifest")?);
    }
    manifest.outputs = outputs;
    manifest.records = records.into_iter().collect();
    file.text(&manifest.to_json())?;
    file.finish()
}
