//! Formats of tables that not every build has.

use anyhow::bail;
use pentad_corpus::table::TableFormat;

/// Ends where this build is without a format.
pub(crate) fn check(format: TableFormat) -> anyhow::Result<()> {
    if !format.is_built_in() {
        bail!(
            "--format {} needs the feature `parquet`, which this build is without; \
             `cargo install --path . --features parquet` builds pentad with it",
            format.name()
        );
    }
    Ok(())
}
