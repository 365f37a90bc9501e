//! Measures how fast a file is framed and read: `cargo run --release -p pentad-formats --example speed -- FORMAT FILE [TO]`.

use std::sync::OnceLock;
use std::time::Instant;

use pentad_formats::{Encoding, Frame, ReadOptions, Record, WriteOptions, find_format};

/// Seconds of processor time where the system tells, else of real time.
fn clock() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let on_processor = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = on_processor.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |n| n / 1e9)
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (id, path) = (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());
    let (Some(format), Ok(bytes)) = (find_format(&id), std::fs::read(&path)) else {
        eprintln!("usage: speed FORMAT FILE [TO]");
        std::process::exit(2);
    };
    // With a third argument: writes the records in that format instead, to measure it next.
    if let Some(other) = std::env::args().nth(3).and_then(|id| find_format(&id)) {
        let (mut framer, mut rest, mut out) = (format.framer(Encoding::UTF_8), &bytes[..], Vec::new());
        while let Frame::Record { end } = framer.next(rest, true) {
            let mut record = Record::new();
            format.read(&rest[..end], &ReadOptions::default(), &mut record);
            other.write(&record, &WriteOptions::default(), &mut out);
            rest = &rest[end..];
        }
        if let Err(error) = std::io::Write::write_all(&mut std::io::stdout(), &out) {
            eprintln!("{error}");
        }
        return;
    }
    let mut record = Record::new();
    for (what, headers_only) in [("frame", None), ("list", Some(true)), ("scan + build", Some(false))] {
        let mut best = f64::MAX;
        let (mut records, mut events) = (0, 0);
        for _ in 0..7 {
            (records, events) = (0, 0);
            let start = clock();
            let (mut framer, mut rest) = (format.framer(Encoding::UTF_8), &bytes[..]);
            while let Frame::Record { end } = framer.next(rest, true) {
                if let Some(headers_only) = headers_only {
                    record.clear();
                    format.read(&rest[..end], &ReadOptions { headers_only, ..ReadOptions::default() }, &mut record);
                    events += record.events.len();
                }
                records += 1;
                rest = &rest[end..];
            }
            best = best.min(clock() - start);
        }
        println!("{what}: {records} records, {events} events, {:.0} MB/s", bytes.len() as f64 / best / 1e6);
    }
}
