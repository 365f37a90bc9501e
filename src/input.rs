//! From the command line to the pipeline: sources, options, progress and interruption.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use pentad_corpus::{
    Batch, End, Ended, Limits, Options, Sources, Totals, remove_unfinished_output, run as run_pipeline,
};

use pentad_rules::Code;

use crate::args::{Common, InputArgs};
use crate::exit::Done;
use crate::output::{printable, thousands};
use crate::partial::Kept;
use crate::progress::Progress;

/// Set by ctrl-c: the run stops after the batches at hand.
fn interrupted() -> &'static AtomicBool {
    static FLAG: OnceLock<&'static AtomicBool> = OnceLock::new();
    FLAG.get_or_init(|| {
        static STOP: AtomicBool = AtomicBool::new(false);
        // A second ctrl-c ends the program at once.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::SeqCst) {
                remove_unfinished_output();
                std::process::exit(130);
            }
            std::thread::spawn(end_where_a_read_waits);
        });
        &STOP
    })
}

/// Whether the user wants the program to end.
pub(crate) fn is_interrupted() -> bool {
    interrupted().load(Ordering::SeqCst)
}

/// A read of a terminal or pipe that nobody writes to never comes back to look at the flag. Under the lock of stdout no part of the
/// output is half written.
fn end_where_a_read_waits() {
    std::thread::sleep(Duration::from_secs(2));
    let _whole = std::io::stdout().lock();
    let complete =
        if remove_unfinished_output() { "no file was written" } else { "what is printed is complete up to there" };
    say!("interrupted; {complete}");
    std::process::exit(130);
}

/// Runs `work` over all batches of the input and gives the results to `sink` in order.
pub(crate) fn run<W, T: Send>(
    args: &InputArgs,
    common: &Common,
    make_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &Batch) -> T + Sync,
    sink: impl FnMut(T) -> anyhow::Result<ControlFlow<()>> + Send,
) -> anyhow::Result<Run> {
    run_on(Sources::new(&args.paths)?, args, common, make_worker, work, sink)
}

/// [`run`] on sources that were opened elsewhere; the paths of the arguments do not count.
pub(crate) fn run_on<W, T: Send>(
    sources: Sources,
    args: &InputArgs,
    common: &Common,
    make_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &Batch) -> T + Sync,
    sink: impl FnMut(T) -> anyhow::Result<ControlFlow<()>> + Send,
) -> anyhow::Result<Run> {
    run_with(sources, Limits::default(), args, common, make_worker, work, sink)
}

/// [`run`] with other limits than the usual ones beside those that the user sets.
pub(crate) fn run_within<W, T: Send>(
    limits: Limits,
    args: &InputArgs,
    common: &Common,
    make_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &Batch) -> T + Sync,
    sink: impl FnMut(T) -> anyhow::Result<ControlFlow<()>> + Send,
) -> anyhow::Result<Run> {
    run_with(Sources::new(&args.paths)?, limits, args, common, make_worker, work, sink)
}

/// How many threads work: one per core unless told otherwise.
pub(crate) fn threads(args: &InputArgs) -> usize {
    args.threads.map_or_else(|| Options::default().threads, usize::from)
}

fn run_with<W, T: Send>(
    sources: Sources,
    limits: Limits,
    args: &InputArgs,
    common: &Common,
    make_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &Batch) -> T + Sync,
    sink: impl FnMut(T) -> anyhow::Result<ControlFlow<()>> + Send,
) -> anyhow::Result<Run> {
    let progress = Progress::new(common, &sources);
    let advance = |bytes| progress.advance(bytes);
    let options = Options {
        limits: Limits {
            max_record: args.max_record,
            max_tree: args.max_tree,
            zstd_window_log: args.zstd_window,
            ..limits
        },
        format: args.from.map(|from| from.format),
        columns: args.columns.is_some(),
        dialect: args.from.and_then(|from| from.dialect),
        encoding: args.encoding,
        stop: Some(interrupted()),
        resume: args.resume.as_ref(),
        progress: Some(&advance),
        ..Options::default()
    };
    let options = Options { threads: threads(args), ..options };
    let unopened = AtomicU64::new(0);
    let work = |worker: &mut W, batch: &Batch| {
        if could_not_be_opened(batch) {
            unopened.fetch_add(1, Ordering::Relaxed);
        }
        work(worker, batch)
    };
    let mut failure = None;
    let mut sink = sink;
    let totals = run_pipeline(sources, &options, make_worker, work, |part| {
        sink(part).unwrap_or_else(|error| {
            failure = Some(error);
            ControlFlow::Break(())
        })
    })
    .context("the run could not be started")?;
    progress.finish();
    match failure {
        Some(error) => Err(error),
        None => Ok(Run { totals, unopened: unopened.into_inner() }),
    }
}

/// Whether the user named an input that cannot be read at all.
fn could_not_be_opened(batch: &Batch) -> bool {
    let broken = |end: &End| end.bytes == 0 && end.outcome.as_ref().is_some_and(|o| o.code == Code::SourceBroken);
    !batch.input.origin.walked && batch.end.as_ref().is_some_and(broken)
}

/// How a run went.
pub(crate) struct Run {
    totals: Totals,
    unopened: u64,
}

impl Run {
    /// Whether all of the input was read.
    pub(crate) fn is_complete(&self) -> bool {
        self.totals.ended == Ended::Complete
    }

    /// [`Run::done`] of a command that has nothing to say before it has read everything.
    pub(crate) fn done_whole(&self) -> Done {
        if self.was_interrupted() {
            return self.interrupted(&Kept::Nothing);
        }
        if self.unopened > 0 { Done::NotAll } else { Done::Sound }
    }

    /// Whether the user stopped it.
    pub(crate) fn was_interrupted(&self) -> bool {
        self.totals.ended == Ended::ByUser
    }

    /// Says what there is of a run that the user stopped.
    pub(crate) fn interrupted(&self, kept: &Kept) -> Done {
        let records = thousands(self.totals.records);
        let what = match kept {
            Kept::Printed => "what is printed is complete up to there".to_owned(),
            Kept::In(path) => format!("what came of them is in {}", printable(&path.display().to_string())),
            Kept::Nothing => "nothing was written".to_owned(),
        };
        say!("interrupted after {records} records; {what}");
        if let Some(done) = self.totals.done.as_ref().filter(|_| kept.is_kept()) {
            say!("--resume='{}' goes on from there", printable(&done.to_string()));
        }
        Done::Interrupted
    }

    /// The status of the command; says so when the user stopped the run.
    pub(crate) fn done(&self, found_errors: bool) -> Done {
        if self.was_interrupted() {
            return self.interrupted(&Kept::Printed);
        }
        match (self.unopened, found_errors) {
            (0, false) => Done::Sound,
            (0, true) => Done::FoundErrors,
            _ => Done::NotAll,
        }
    }
}
