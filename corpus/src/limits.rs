//! What bounds the memory of a run.

/// Bounds on the sizes that a run holds in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The largest record of a format without large ones, in bytes; spans are 32 bits wide, so 4 GiB at most count.
    pub max_record: usize,
    /// The largest record of a format with large ones (trees), in bytes.
    pub max_tree: usize,
    /// How many bytes are read before records are handed to a worker.
    pub batch: usize,
    /// Uncompressed files larger than this are read in chunks by all threads at a time, where their format allows it.
    pub chunk_from: u64,
    /// The size of a chunk of such a file.
    pub chunk: usize,
    /// How many bytes, for each thread, the batches may have whose results wait for that of an earlier one. A batch has more than usual where
    /// one record has.
    pub waiting: usize,
    /// The largest window of a zstd frame, as a power of two.
    pub zstd_window_log: u32,
}

impl Limits {
    /// The limit for one record of a format without or with large records.
    pub(crate) fn record(&self, small: bool) -> usize {
        let limit = if small { self.max_record } else { self.max_tree };
        limit.clamp(1, u32::MAX as usize)
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            max_record: 16 << 20,
            max_tree: 1 << 30,
            batch: 256 << 10,
            chunk_from: 4 << 20,
            chunk: 1 << 20,
            waiting: usize::MAX,
            zstd_window_log: 25,
        }
    }
}
