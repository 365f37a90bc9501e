//! What an interrupted run leaves: complete records, under a name that tells that they are not all.

use std::path::PathBuf;

use pentad_corpus::convert::Outbox;

/// What became of the records that were done.
pub(crate) enum Kept {
    /// They are in a stream.
    Printed,
    /// They are in this file or folder.
    In(PathBuf),
    /// Nothing is there before everything is done.
    Nothing,
}

impl Kept {
    /// Whether the run can be gone on with.
    pub(crate) fn is_kept(&self) -> bool {
        !matches!(self, Kept::Nothing)
    }
}

/// Lets what is done appear; `whole`: each record is done for itself.
pub(crate) fn keep(outbox: Outbox, whole: bool) -> anyhow::Result<Kept> {
    if !whole {
        return Ok(Kept::Nothing);
    }
    let is_stream = outbox.is_stream();
    let path = outbox.finish_partial()?;
    Ok(match path {
        Some(path) => Kept::In(path),
        None if is_stream => Kept::Printed,
        None => Kept::Nothing,
    })
}
