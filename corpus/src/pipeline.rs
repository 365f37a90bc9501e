//! The ordered parallel pipeline: sources → batches → workers → one sink.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::thread;

use pentad_formats::{Encoding, Format};

use crate::chunks::Scratch;
use crate::feed::{Feed, Turn};
use crate::gate::Gate;
use crate::halt::Halt;
use crate::{Batch, Condition, Error, ErrorKind, Limits, Resume, Sources};

/// How to run.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// How many threads work; 0 counts as 1.
    pub threads: usize,
    /// Bounds on memory.
    pub limits: Limits,
    /// The format of all inputs, where the user names one.
    pub format: Option<&'static dyn Format>,
    /// The dialect of all inputs, where the user names one.
    pub dialect: Option<&'static str>,
    /// Whether the user says what the columns of tables hold, so that a table without a known column of moves may well be one of games.
    pub columns: bool,
    /// The encoding of all inputs, where the user names one.
    pub encoding: Option<Encoding>,
    /// Looked at all the time: when it is set, the run ends soon.
    pub stop: Option<&'a AtomicBool>,
    /// What an earlier run has done, which is passed over.
    pub resume: Option<&'a Resume>,
    /// Called for each batch, from any thread, with the bytes consumed since the last call, as they lie on the disk.
    pub progress: Option<&'a (dyn Fn(u64) + Sync)>,
}

impl Default for Options<'_> {
    /// One thread per core, the default limits, format and encoding as detected.
    fn default() -> Self {
        Options {
            threads: thread::available_parallelism().map_or(1, usize::from),
            limits: Limits::default(),
            format: None,
            dialect: None,
            columns: false,
            encoding: None,
            stop: None,
            resume: None,
            progress: None,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ended {
    /// All inputs have been read.
    #[default]
    Complete,
    /// The sink wanted no more.
    BySink,
    /// [`Options::stop`] was set.
    ByUser,
}

/// What went through a run, up to the last result that the sink got.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Inputs that came to their end.
    pub inputs: u64,
    /// Of these, inputs with an [`crate::Outcome`].
    pub outcomes: u64,
    /// Batches.
    pub batches: u64,
    /// Records, whatever their condition.
    pub records: u64,
    /// Of these, records larger than the limit.
    pub too_large: u64,
    /// Decompressed bytes of the inputs that came to their end.
    pub bytes: u64,
    /// How the run ended.
    pub ended: Ended,
    /// What is done, for [`Options::resume`] of another run.
    pub done: Option<Resume>,
}

impl Totals {
    fn of(batch: &Batch) -> Totals {
        let end = batch.end.as_ref();
        Totals {
            inputs: u64::from(end.is_some()),
            outcomes: u64::from(end.is_some_and(|e| e.outcome.is_some())),
            batches: 1,
            records: batch.len() as u64,
            too_large: batch.cuts.iter().filter(|c| matches!(c.condition, Condition::TooLarge(_))).count() as u64,
            bytes: end.map_or(0, |e| e.bytes),
            ended: Ended::Complete,
            done: Some(Resume::after(batch)),
        }
    }

    fn add(&mut self, other: Totals) {
        self.inputs += other.inputs;
        self.outcomes += other.outcomes;
        self.batches += other.batches;
        self.records += other.records;
        self.too_large += other.too_large;
        self.bytes += other.bytes;
        self.done = other.done;
    }
}

/// How many results per thread may wait for an earlier one.
const WINDOW: u64 = 4;

/// Reads all records of `sources`, lets `work` judge them batch by batch on `options.threads` threads, and gives its results to `sink`
/// in the order of the input.
///
/// The threads take turns at the source: each reads and cuts a batch under a lock and works on it unlocked. A big uncompressed file
/// ([`Limits::chunk_from`]) is cut in chunks instead, each by the thread that works on it. Either way the records and their order do not
/// depend on the number of threads, and memory is bounded by a batch or a chunk per thread and four results per thread, of large batches fewer
/// ([`Limits::waiting`]).
/// Each thread has a worker state of its own, made by `make_worker`, and a batch that is filled again and again. The sink is called from
/// any of the threads, one call at a time.
///
/// ```
/// use std::ops::ControlFlow;
/// use pentad_corpus::{Options, Sources, run};
///
/// # fn main() -> Result<(), pentad_corpus::Error> {
/// let mut largest = 0;
/// let totals = run(
///     Sources::new(["no-such-folder/*.sgf"])?,
///     &Options::default(),
///     || (),
///     |(), batch| batch.records().map(|record| record.bytes.len()).max(),
///     |len| {
///         largest = largest.max(len.unwrap_or(0));
///         ControlFlow::Continue(())
///     },
/// )?;
/// assert_eq!((largest, totals.records, totals.outcomes), (0, 0, 1));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// When a thread cannot be started, or the input of [`Options::resume`] is none. What is wrong with an input is in the [`crate::End`] of its last batch.
///
/// # Panics
/// A panic of `work`, `sink` or a framer ends all threads and goes on in the caller.
pub fn run<W, T: Send>(
    sources: Sources,
    options: &Options<'_>,
    make_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &Batch) -> T + Sync,
    mut sink: impl FnMut(T) -> ControlFlow<()> + Send,
) -> Result<Totals, Error> {
    let halt = Halt::new(options.stop);
    let mut feed = Feed::new(sources, options, &halt);
    let mut totals = Totals::default();
    let mut deliver = |(part, result): (Totals, T)| {
        totals.add(part);
        let flow = sink(result);
        if flow.is_break() {
            totals.ended = Ended::BySink;
        }
        flow
    };
    let report = |consumed: u64| {
        if let Some(progress) = options.progress {
            progress(consumed);
        }
    };

    let missing = if options.threads <= 1 {
        let mut worker = make_worker();
        let mut batch = Batch::new();
        while matches!(feed.next(&mut batch), Turn::Batch) {
            report(feed.progress());
            batch.pass_over();
            let result = work(&mut worker, &batch);
            if deliver((Totals::of(&batch), result)).is_break() {
                break;
            }
        }
        report(feed.progress());
        feed.missing()
    } else {
        let feed = Mutex::new(feed);
        let waiting = options.limits.waiting.saturating_mul(options.threads);
        let gate = Gate::new(deliver, WINDOW * options.threads as u64, waiting, &halt);
        let turns = || {
            let _alarm = gate.alarm();
            let mut worker = make_worker();
            let (mut batch, mut scratch) = (Batch::new(), Scratch::default());
            let mut pass = |batch: &mut Batch| {
                batch.pass_over();
                let result = work(&mut worker, batch);
                gate.deliver(batch.sequence, batch.bytes.len(), (Totals::of(batch), result))
            };
            loop {
                // A poisoned lock means that a framer panicked: the feed is not to be used again.
                let Ok(mut feed) = feed.lock() else { return };
                let turn = feed.next(&mut batch);
                let consumed = feed.progress();
                drop(feed);
                report(consumed);
                let goes_on = match turn {
                    Turn::Batch => pass(&mut batch),
                    Turn::Chunk(chunks, chunk) => {
                        chunks.cut(&chunk, &mut scratch, &halt) && scratch.batches.iter_mut().all(&mut pass)
                    }
                    Turn::End => false,
                };
                if !goes_on {
                    return;
                }
            }
        };
        thread::scope(|scope| {
            let mut threads = Vec::new();
            let mut started = Ok(());
            for i in 0..options.threads {
                match thread::Builder::new().name(format!("worker {}", i + 1)).spawn_scoped(scope, turns) {
                    Ok(thread) => threads.push(thread),
                    // Fewer threads than asked for do the same work.
                    Err(_) if !threads.is_empty() => break,
                    Err(error) => {
                        started = Err(Error::from(ErrorKind::Thread(error)));
                        break;
                    }
                }
            }
            let panics: Vec<_> = threads.into_iter().filter_map(|thread| thread.join().err()).collect();
            if let Some(panic) = panics.into_iter().next() {
                resume_unwind(panic);
            }
            started
        })?;
        feed.into_inner().ok().and_then(|feed| feed.missing())
    };
    if totals.ended == Ended::Complete && halt.by_user() {
        totals.ended = Ended::ByUser;
    }
    match missing.filter(|_| totals.ended == Ended::Complete) {
        Some(name) => Err(ErrorKind::NoSuchInput(name).into()),
        None => Ok(totals),
    }
}
