//! Order, numbers, limits and ends of the pipeline.

mod support;

use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use pentad_corpus::{Condition, Ended, Limits, Options, Sources, run};
use proptest::prelude::*;
use support::{LINE, LINES, Pieces, collect, options, sample, tell, told};

fn stream(bytes: Vec<u8>) -> (String, Box<dyn Read + Send>) {
    ("stream".to_owned(), Box::new(Cursor::new(bytes)))
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let text = sample(2000);
    let (one, totals) = collect(Sources::from_streams([stream(text.clone())]), &options(1, 300));
    assert_eq!((totals.inputs, totals.records, totals.ended), (1, 2000, Ended::Complete));
    assert!(one.len() > 100);
    for threads in [2, 3, 4, 9] {
        let (many, other) = collect(Sources::from_streams([stream(text.clone())]), &options(threads, 300));
        assert_eq!(one, many);
        assert_eq!(totals, other);
    }
}

#[test]
fn the_size_of_batches_changes_nothing() {
    let text = sample(60);
    let expected = told(Cursor::new(text.clone()), &options(1, 1 << 20));
    assert!(expected.contains("\n60 ") && expected.contains("end 60 "), "{expected}");
    for batch in 1..=text.len() {
        let told = told(Cursor::new(text.clone()), &options(1 + batch % 2, batch));
        assert_eq!(told, expected, "batches of {batch} bytes");
    }
}

#[test]
fn each_input_has_numbers_and_an_end_of_its_own() {
    let streams = (0..50).map(|i| stream(sample(i)));
    let (told, totals) = collect(Sources::from_streams(streams), &options(2, 100));
    assert_eq!((totals.inputs, totals.outcomes, totals.records), (50, 1, (0..50).sum()));
    let ends: Vec<_> = told.iter().flat_map(|t| t.lines()).filter(|l| l.starts_with("end")).collect();
    assert!(ends[0].starts_with("end 0 9 unreadable Some"), "{}", ends[0]);
    for (i, end) in ends.iter().enumerate().skip(1) {
        assert!(end.starts_with(&format!("end {i} {} sound Some", sample(i).len())), "{end}");
    }
}

#[test]
fn a_record_over_the_limit_is_skipped_and_counted() {
    for large in [101, 1000, 5000, 100_000] {
        let text = format!("a\n\r\nbé\n  {}\nc\n{}\n\nd", "x".repeat(large), "#####\n".repeat(large / 6));
        for batch in [1, 7, 64, 1000, 1 << 20] {
            for threads in [1, 2] {
                let mut options = options(threads, batch);
                options.limits.max_record = 100;
                let told = told(Cursor::new(text.clone()), &options);
                let records: Vec<_> = told.lines().filter(|l| !l.starts_with("stray")).collect();
                let offset = 8;
                let after = offset + 2 + large + 1;
                let last = after + 2 + large / 6 * 6 + 2;
                let size = large + 1;
                let expected = [
                    "1 1:1 @0 \"a\"".to_owned(),
                    "2 3:1 @4 \"bé\"".to_owned(),
                    format!("3 TooLarge({size}) 4:3 @{} \"\"", offset + 2),
                    format!("4 5:1 @{after} \"c\""),
                    format!("5 {}:1 @{last} \"d\"", 8 + large / 6),
                    format!("end 5 {} sound None", text.len()),
                ];
                assert_eq!(records, expected, "{large} {batch}\n{told}");
            }
        }
    }
}

#[test]
fn a_tree_has_a_limit_of_its_own() {
    let text = "x".repeat(5000);
    let mut options = options(1, 64);
    options.format = Some(LINE);
    options.limits.max_record = 100;
    options.limits.max_tree = 5000;
    assert!(told(Cursor::new(text.clone()), &options).starts_with("1 1:1 @0 \"xxx"));
    options.limits.max_tree = 4999;
    assert!(told(Cursor::new(text), &options).starts_with("1 TooLarge(5000) 1:1 @0 \"\""));
}

#[test]
fn junk_without_end_is_dropped() {
    let text = format!("a\n{}b\n{}", "# yy\n".repeat(20_000), "\n #".repeat(50_000));
    let told = told(Cursor::new(text.clone()), &options(1, 64));
    assert!(
        told.contains("stray Stray { position: Position { line: 2, column: 1, offset: 2 }, bytes: 100000 }"),
        "{told}"
    );
    assert!(told.contains("\n2 20002:1 @100002 \"b\"\n"), "{told}");
    assert!(told.ends_with("line: 20004, column: 2, offset: 100006 }, bytes: 149998 })\n"), "{told}");
}

#[test]
fn junk_that_might_have_been_a_record_is_dropped() {
    let text = format!("a\n\n #{}\n{}b\n # {}", "y".repeat(5000), "\n".repeat(2000), "z".repeat(3000));
    let mut options = options(1, 64);
    options.limits.max_record = 1000;
    let told = told(Cursor::new(text.clone()), &options);
    assert!(
        told.contains("stray Stray { position: Position { line: 3, column: 2, offset: 4 }, bytes: 7002 }"),
        "{told}"
    );
    assert!(told.contains("\n2 2004:1 @7006 \"b\"\n"), "{told}");
    assert!(told.ends_with("line: 2005, column: 2, offset: 7009 }, bytes: 3002 })\n"), "{told}");
}

/// Yields lines for ever, or up to a length.
struct Endless {
    line: Vec<u8>,
    at: usize,
    left: u64,
}

impl Endless {
    fn new(line: &str, len: u64) -> Endless {
        Endless { line: line.as_bytes().to_vec(), at: 0, left: len }
    }
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = (self.line.len() - self.at).min(buffer.len()).min(usize::try_from(self.left).unwrap_or(usize::MAX));
        buffer[..n].copy_from_slice(&self.line[self.at..self.at + n]);
        self.at = (self.at + n) % self.line.len();
        self.left -= n as u64;
        Ok(n)
    }
}

#[test]
fn memory_is_flat() {
    let line = format!("{}\n", "h8i9j10 ".repeat(500));
    let source: Box<dyn Read + Send> = Box::new(Endless::new(&line, 300_000_000));
    let limits = Limits::default();
    let options = Options { threads: 2, format: Some(LINES), ..Options::default() };
    let largest = AtomicUsize::new(0);
    let alive = AtomicUsize::new(0);
    let most_alive = AtomicUsize::new(0);
    let totals = run(
        Sources::from_streams([("endless".to_owned(), source)]),
        &options,
        || (),
        |(), batch| {
            largest.fetch_max(batch.bytes.capacity(), Ordering::Relaxed);
            most_alive.fetch_max(alive.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
            batch.len()
        },
        |_| {
            alive.fetch_sub(1, Ordering::Relaxed);
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    assert_eq!(totals.bytes, 300_000_000);
    assert!(largest.into_inner() <= 2 * limits.batch);
    assert!(most_alive.into_inner() <= 4 * 2 + 2 + 1);
}

#[test]
fn the_buffer_of_one_long_record_is_given_back() {
    let mut text = "x".repeat(3 << 20);
    text += &"\nshort".repeat(1_000_000);
    let last = AtomicUsize::new(usize::MAX);
    let largest = AtomicUsize::new(0);
    run(
        Sources::from_streams([stream(text.into_bytes())]),
        &options(1, 4096),
        || (),
        |(), batch| {
            largest.fetch_max(batch.bytes.capacity(), Ordering::Relaxed);
            last.store(batch.bytes.capacity(), Ordering::Relaxed);
        },
        |()| ControlFlow::Continue(()),
    )
    .unwrap();
    assert!((3 << 20..6 << 20).contains(&largest.into_inner()));
    assert!(last.into_inner() <= 4 * 4096);
}

#[test]
fn a_panic_ends_all_threads() {
    for threads in [1, 2, 4] {
        let source: Box<dyn Read + Send> = Box::new(Endless::new("line\n", u64::MAX));
        let ended = catch_unwind(AssertUnwindSafe(|| {
            run(
                Sources::from_streams([("endless".to_owned(), source)]),
                &options(threads, 100),
                || 0,
                |_, batch| assert!(batch.sequence != 77, "batch 77"),
                |()| ControlFlow::Continue(()),
            )
        }));
        let panic = ended.unwrap_err();
        assert!(panic.downcast_ref::<&str>().is_some_and(|m| m.contains("batch 77")));
    }
}

#[test]
fn a_panic_of_the_sink_ends_all_threads() {
    let source: Box<dyn Read + Send> = Box::new(Endless::new("line\n", u64::MAX));
    let ended = catch_unwind(AssertUnwindSafe(|| {
        run(
            Sources::from_streams([("endless".to_owned(), source)]),
            &options(4, 100),
            || (),
            |(), batch| batch.sequence,
            |sequence| {
                assert!(sequence < 99);
                ControlFlow::Continue(())
            },
        )
    }));
    assert!(ended.is_err());
}

#[test]
fn the_sink_can_stop_the_run() {
    for threads in [1, 2, 4] {
        let source: Box<dyn Read + Send> = Box::new(Endless::new("line\n", u64::MAX));
        let mut seen = Vec::new();
        let totals = run(
            Sources::from_streams([("endless".to_owned(), source)]),
            &options(threads, 100),
            || (),
            |(), batch| batch.sequence,
            |sequence| {
                seen.push(sequence);
                if sequence == 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        )
        .unwrap();
        assert_eq!(seen, (0..=50).collect::<Vec<_>>());
        assert_eq!((totals.ended, totals.batches, totals.records), (Ended::BySink, 51, 51 * 20));
    }
}

#[test]
fn the_user_can_stop_the_run() {
    // Lines, one record without end, and stray text without end.
    for line in ["line\n", "x", "\n"] {
        for threads in [1, 2] {
            let stop = AtomicBool::new(false);
            let source: Box<dyn Read + Send> = Box::new(Endless::new(line, u64::MAX));
            let mut options = options(threads, 1000);
            options.limits.max_record = 10_000;
            options.stop = Some(&stop);
            std::thread::scope(|scope| {
                let stop = &stop;
                scope.spawn(move || {
                    std::thread::sleep(std::time::Duration::from_millis(20));
                    stop.store(true, Ordering::Relaxed);
                });
                let (_, totals) = collect(Sources::from_streams([("endless".to_owned(), source)]), &options);
                assert_eq!(totals.ended, Ended::ByUser);
            });
        }
    }
}

/// Fails after its bytes.
struct Broken(Cursor<Vec<u8>>);

impl Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("the disk is on fire")),
            n => Ok(n),
        }
    }
}

#[test]
fn what_was_read_before_an_error_stands() {
    let told = told(Broken(Cursor::new(b"one\ntwo\nthr".to_vec())), &options(2, 5));
    let expected = "1 1:1 @0 \"one\"\n2 2:1 @4 \"two\"\n3 BrokenOff 3:1 @8 \"thr\"\nend 3 11 source-broken None\n";
    assert_eq!(told, expected);
}

#[test]
fn each_thread_has_one_worker() {
    let made = AtomicU64::new(0);
    let text = sample(500);
    let mut records = 0;
    run(
        Sources::from_streams([stream(text)]),
        &options(3, 100),
        || made.fetch_add(1, Ordering::Relaxed),
        |_, batch| batch.records().filter(|r| r.condition == Condition::Whole).count(),
        |count| {
            records += count;
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    assert_eq!((records, made.into_inner()), (500, 3));
}

#[test]
fn batches_know_their_text() {
    let text = tell_all(b"a\r\nb");
    assert_eq!(text, "1 1:1 @0 \"a\"\n2 2:1 @3 \"b\"\nend 2 4 sound None\n");
    assert_eq!(tell_all(b""), "end 0 0 empty None\n");
    assert_eq!(tell_all(b" \n\n"), "end 0 3 empty None\n");
}

fn tell_all(bytes: &[u8]) -> String {
    let mut out = String::new();
    run(
        Sources::from_streams([stream(bytes.to_vec())]),
        &options(1, 10),
        || (),
        |(), b| tell(b),
        |text| {
            out += &text;
            ControlFlow::Continue(())
        },
    )
    .expect("threads can be started");
    out
}

proptest! {
    #[test]
    fn any_cut_of_a_stream_into_reads_gives_the_same(
        parts in prop::collection::vec(prop_oneof![
            Just("\n".to_owned()), Just("\r\n".to_owned()), Just("\r".to_owned()), Just("# c".to_owned()),
            Just("é石".to_owned()), "[a-z]{1,40}", Just("\u{0}".to_owned()),
        ], 0..60),
        sizes in prop::collection::vec(1usize..50, 1..8),
        batch in 1usize..80,
        threads in 1usize..4,
        max_record in 1usize..60,
    ) {
        let bytes = parts.concat().into_bytes();
        let mut options = options(threads, batch);
        options.limits.max_record = max_record;
        let whole = told(Cursor::new(bytes.clone()), &options);
        let pieces = told(Pieces { bytes: bytes.clone(), at: 0, sizes, turn: 0 }, &options);
        prop_assert_eq!(&whole, &pieces);
        // Records are the lines that are neither blank nor comments.
        let lines = bytes.split(|&b| b == b'\n').filter(|l| {
            let l = l.trim_ascii();
            !l.is_empty() && l[0] != b'#'
        }).count();
        let last = whole.lines().last().unwrap_or_default().to_owned();
        let expected = format!("end {lines} {} ", bytes.len());
        prop_assert!(last.starts_with(&expected), "{} {}", last, lines);
    }
}
