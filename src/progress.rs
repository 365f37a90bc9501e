//! The progress bar of long work, on stderr, and only on a terminal.

use std::io::IsTerminal as _;
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use pentad_corpus::Sources;

use crate::args::{Common, ProgressWhen};

/// The bar that is on the terminal, if one is.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Prints something to stdout, with the bar out of the way where both are on the terminal.
pub(crate) fn aside<T>(print: impl FnOnce() -> T) -> T {
    let shown = SHOWN.lock().map(|shown| shown.clone()).unwrap_or_default();
    match shown {
        Some(bar) if !bar.is_finished() && std::io::stdout().is_terminal() => bar.suspend(print),
        _ => print(),
    }
}

/// A bar in bytes of the input as it lies on the disk, or nothing.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for these sources; hidden where stderr is no terminal, or the user wants none.
    pub(crate) fn new(common: &Common, sources: &Sources) -> Progress {
        if common.progress == ProgressWhen::Never || common.quiet || !std::io::stderr().is_terminal() {
            return Progress { bar: ProgressBar::hidden() };
        }
        let (bar, template) = match sources.total_bytes() {
            Some(total) => (
                ProgressBar::new(total),
                "{bar:30} {percent:>3} %  {bytes} of {total_bytes}  {bytes_per_sec}  {eta} left",
            ),
            None => (ProgressBar::new_spinner(), "{spinner} {bytes}  {bytes_per_sec}  {elapsed}"),
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        // A later run has a bar of its own.
        if let Ok(mut shown) = SHOWN.lock() {
            *shown = Some(bar.clone());
        }
        Progress { bar }
    }

    pub(crate) fn advance(&self, bytes: u64) {
        self.bar.inc(bytes);
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
