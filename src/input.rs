//! From the command line to the pipeline: sources, options, progress and interruption.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use pentad_corpus::{Batch, Ended, Limits, Options, Sources, Totals, run as run_pipeline};

use crate::args::{Common, InputArgs};
use crate::progress::Progress;

/// Set by ctrl-c: the run stops after the batches at hand.
fn interrupted() -> &'static AtomicBool {
    static FLAG: OnceLock<&'static AtomicBool> = OnceLock::new();
    FLAG.get_or_init(|| {
        static STOP: AtomicBool = AtomicBool::new(false);
        // A second ctrl-c ends the program at once.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
        });
        &STOP
    })
}

/// Runs `work` over all batches of the input and gives the results to `sink` in order.
pub(crate) fn run<W, T: Send>(
    args: &InputArgs,
    common: &Common,
    make_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &Batch) -> T + Sync,
    sink: impl FnMut(T) -> anyhow::Result<()> + Send,
) -> anyhow::Result<Totals> {
    let sources = Sources::new(&args.paths)?;
    let progress = Progress::new(common, &sources);
    let advance = |bytes| progress.advance(bytes);
    let options = Options {
        limits: Limits { max_record: args.max_record, zstd_window_log: args.zstd_window, ..Limits::default() },
        format: args.from,
        encoding: args.encoding,
        stop: Some(interrupted()),
        progress: Some(&advance),
        ..Options::default()
    };
    let options = Options { threads: args.threads.map_or(options.threads, usize::from), ..options };
    let mut failure = None;
    let mut sink = sink;
    let totals = run_pipeline(sources, &options, make_worker, work, |part| match progress.aside(|| sink(part)) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    })
    .context("the run could not be started")?;
    progress.finish();
    match failure {
        Some(error) => Err(error),
        None => Ok(totals),
    }
}

/// Says so when the user stopped the run; the status of the command.
pub(crate) fn was_interrupted(totals: &Totals) -> bool {
    let by_user = totals.ended == Ended::ByUser;
    if by_user {
        anstream::eprintln!("interrupted after {} records; what is printed is complete up to there", totals.records);
    }
    by_user
}
