//! How a run in chunks goes and ends: order, progress, memory, files that change, failures and interruption.

mod support;

use std::fs::{self, File};
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use pentad_corpus::{Ended, Sources, run};
use pentad_formats::{
    Confidence, Encoding, Format, FormatInfo, Frame, Framer, Guess, Loss, ReadOptions, Record, WriteOptions,
};
use support::chunked::{Folder, games, options, sgf};

#[test]
fn inputs_keep_their_order_and_progress_adds_up() {
    let folder = Folder::with(&games(700, |_| String::new()));
    let (small, big) = (folder.0.path().join("a.sgf"), folder.path());
    fs::write(&small, games(3, |_| String::new())).expect("it can be written");
    let consumed = AtomicU64::new(0);
    let add = |n| {
        consumed.fetch_add(n, Ordering::Relaxed);
    };
    let mut options = options(sgf(), 3, 1000);
    options.limits.chunk_from = 1000;
    options.progress = Some(&add);
    let paths = [&small, &big, &small, &big, &big, &small];
    let mut sequences = Vec::new();
    let mut inputs = Vec::new();
    let totals = run(
        Sources::new(paths).expect("they are no patterns"),
        &options,
        || (),
        |(), batch| (batch.sequence, batch.input.number, batch.end.as_ref().map(|end| end.records)),
        |(sequence, input, end)| {
            sequences.push(sequence);
            inputs.extend(end.map(|records| (input, records)));
            ControlFlow::Continue(())
        },
    )
    .expect("threads can be started");
    assert_eq!(sequences, (0..totals.batches).collect::<Vec<_>>());
    assert_eq!(inputs, [(1, 3), (2, 700), (3, 3), (4, 700), (5, 700), (6, 3)]);
    let bytes = paths.iter().map(|path| path.metadata().expect("it is there").len()).sum::<u64>();
    assert_eq!((totals.records, totals.bytes, totals.ended), (2109, bytes, Ended::Complete));
    assert_eq!(consumed.load(Ordering::Relaxed), bytes);
}

#[test]
fn memory_is_bounded() {
    let folder = Folder::with(&games(200_000, |_| String::new()));
    let mut options = options(sgf(), 3, 64 << 10);
    options.limits.max_record = 100 << 10;
    let (largest, alive, most) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let totals = run(
        Sources::new([folder.path()]).expect("it is no pattern"),
        &options,
        || (),
        |(), batch| {
            largest.fetch_max(batch.bytes.capacity(), Ordering::Relaxed);
            most.fetch_max(alive.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
        },
        |()| {
            alive.fetch_sub(1, Ordering::Relaxed);
            ControlFlow::Continue(())
        },
    )
    .expect("threads can be started");
    assert_eq!(totals.records, 200_000);
    assert!(largest.into_inner() <= 2 * (64 << 10), "a buffer is larger than a chunk and its tail");
    assert!(most.into_inner() <= 4 * 3 + 3 + 1, "too many results wait");
}

#[test]
fn a_file_may_change_while_it_is_read() {
    let text = games(5000, |_| String::new());
    for round in 0..20 {
        let folder = Folder::with(&text);
        let file = File::options().append(true).open(folder.path()).expect("it can be opened");
        let (done, mut ends, mut records) = (AtomicBool::new(false), 0, 0);
        run(
            Sources::new([folder.path()]).expect("it is no pattern"),
            &options(sgf(), 3, 2000),
            || (),
            |(), batch| {
                if batch.sequence == 10 && !done.swap(true, Ordering::Relaxed) {
                    if round % 2 == 0 {
                        file.set_len(50_000 + round).expect("it can be cut");
                    } else {
                        (&file).write_all(&text).expect("it can be written to");
                    }
                }
                (batch.len(), batch.end.as_ref().map(|end| end.records))
            },
            |(len, end)| {
                records += len as u64;
                ends += end.map_or(0, |total| u64::from(total == records));
                ControlFlow::Continue(())
            },
        )
        .expect("threads can be started");
        assert_eq!(ends, 1);
        assert!(if round % 2 == 0 { records < 5000 } else { records == 10_000 }, "{records}");
    }
}

/// Cuts as SGF, panics at a word, and counts the bytes that its framers see.
struct Watched(&'static AtomicU64);

static TRAP: Watched = Watched(&SEEN[0]);
static COUNT: Watched = Watched(&SEEN[1]);
static SEEN: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

struct WatchedFramer {
    inner: Box<dyn Framer>,
    count: &'static AtomicU64,
    seen: usize,
}

impl Format for Watched {
    fn info(&self) -> &'static FormatInfo {
        sgf().info()
    }

    fn detect(&self, _: &[u8]) -> Option<(Confidence, &'static str)> {
        None
    }

    fn framer(&self, encoding: Encoding) -> Box<dyn Framer> {
        Box::new(WatchedFramer { inner: sgf().framer(encoding), count: self.0, seen: 0 })
    }

    fn read(&self, _: &[u8], _: &ReadOptions, _: &mut Record) {}

    fn write(&self, _: &Record, _: &WriteOptions, _: &mut Vec<u8>) -> Option<Vec<Loss>> {
        None
    }
}

impl Framer for WatchedFramer {
    fn next(&mut self, bytes: &[u8], last: bool) -> Frame {
        assert!(!bytes.trim_ascii_start().starts_with(b"framer trap"), "the trap");
        let frame = self.inner.next(bytes, last);
        let end = if let Frame::Record { end } = frame { end } else { bytes.len() };
        self.count.fetch_add(end.saturating_sub(self.seen) as u64, Ordering::Relaxed);
        self.seen = if matches!(frame, Frame::Record { .. }) { 0 } else { end };
        frame
    }

    fn dropped(&mut self, count: usize) {
        self.seen = self.seen.saturating_sub(count);
        self.inner.dropped(count);
    }

    fn stray(&self) -> usize {
        self.inner.stray()
    }

    fn lead(&self) -> usize {
        self.inner.lead()
    }

    fn guess(&self) -> Option<Guess> {
        Some(|bytes, from| {
            assert!(bytes.windows(10).all(|w| w != b"guess trap"), "the trap");
            sgf().framer(Encoding::UTF_8).guess()?(bytes, from)
        })
    }
}

/// Runs something that is to end soon; how it ended, or `None` for a panic.
fn ends_soon<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).ok();
        sender.send(result).ok();
    });
    let result = receiver.recv_timeout(Duration::from_secs(120)).expect("it hangs");
    thread.join().expect("panics are caught");
    result
}

#[test]
fn no_thread_waits_for_one_that_failed() {
    for at in [0, 10, 1900, 1999] {
        for trap in ["framer trap", "guess trap", "work trap"] {
            for threads in [2, 3] {
                let ended = ends_soon(move || {
                    let text = games(2000, |i| if i == at { format!("\n{trap}\n") } else { String::new() });
                    let folder = Folder::with(&text);
                    run(
                        Sources::new([folder.path()]).expect("it is no pattern"),
                        &options(&TRAP, threads, 700),
                        || (),
                        |(), batch| {
                            let trapped = batch.records().any(|r| r.bytes.windows(9).any(|w| w == b"work trap"));
                            assert!(!trapped, "the trap");
                        },
                        |()| ControlFlow::Continue(()),
                    )
                });
                // The start of the file is not guessed at.
                assert!(ended.is_none() || trap == "guess trap" && at == 0, "{trap} at {at} did not snap");
            }
        }
    }
}

#[test]
fn sink_and_user_can_stop_a_run_in_chunks() {
    for round in 0..30_u64 {
        for threads in [2, 3] {
            let (ended, records) = ends_soon(move || {
                let folder = Folder::with(&games(20_000, |_| String::new()));
                let stop = AtomicBool::new(false);
                let mut options = options(sgf(), threads, 700);
                options.stop = Some(&stop);
                let mut left = round * 7;
                let totals = run(
                    Sources::new([folder.path()]).expect("it is no pattern"),
                    &options,
                    || (),
                    |(), batch| batch.len(),
                    |_| {
                        if left == 0 && round % 2 == 1 {
                            stop.store(true, Ordering::Relaxed);
                        }
                        left = left.saturating_sub(1);
                        if left == 0 && round % 2 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    },
                )
                .expect("threads can be started");
                (totals.ended, totals.records)
            })
            .expect("nothing panics");
            assert_eq!(ended, if round % 2 == 0 { Ended::BySink } else { Ended::ByUser });
            assert!(records < 20_000);
        }
    }
}

#[test]
fn wrong_guesses_cost_no_more_than_a_few_passes() {
    let clear = "x".repeat(17 << 10);
    let texts = [
        // One value; wherever it is looked at, a record without end seems to begin.
        format!("(;FF[4]C[{}", format!("{clear}\n(;FF[4\\]").repeat(400)),
        // Values that seem to hold the brackets of the records behind them.
        format!("[[[[(;FF[4];B[hh]C[{clear}])\n").repeat(400),
        // Games that are variations.
        format!("(;FF[4]\n{})\n", format!("(;FF[4];B[hh]C[{clear}])\n").repeat(50)).repeat(8),
    ];
    for (text, max_record) in texts.iter().flat_map(|text| [(text, 100 << 10), (text, 16 << 20)]) {
        let folder = Folder::with(text.as_bytes());
        let mut options = options(&COUNT, 2, 40_000);
        options.limits.max_record = max_record;
        COUNT.0.store(0, Ordering::Relaxed);
        run(
            Sources::new([folder.path()]).expect("it is no pattern"),
            &options,
            || (),
            |(), _| (),
            |()| ControlFlow::Continue(()),
        )
        .expect("threads can be started");
        let passes = COUNT.0.load(Ordering::Relaxed) as f64 / text.len() as f64;
        assert!(passes < 4.0, "{passes} passes over {}..", &text[..9]);
    }
}
