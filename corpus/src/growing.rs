//! Hidden folders in which output grows before it appears.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;

/// Those that are there now.
static ALL: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A hidden folder that is gone with everything in it when this is dropped.
#[derive(Debug)]
pub(crate) struct Growing(TempDir);

impl Growing {
    /// A new one in `parent`.
    pub(crate) fn within(parent: &Path) -> io::Result<Growing> {
        let folder = tempfile::Builder::new().prefix(".pentad-").tempdir_in(parent)?;
        all().push(folder.path().to_owned());
        Ok(Growing(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        all().retain(|path| path != self.0.path());
    }
}

fn all() -> MutexGuard<'static, Vec<PathBuf>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all output that has not appeared yet, for who ends the process where destructors do not run. Tells whether there was any.
pub fn remove_unfinished_output() -> bool {
    let mut paths = all();
    for path in paths.iter() {
        // What cannot be removed now cannot be helped.
        let _ = std::fs::remove_dir_all(path);
    }
    !std::mem::take(&mut *paths).is_empty()
}

/// Whether two paths lead to one file that is there.
pub(crate) fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
