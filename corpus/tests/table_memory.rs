//! What tables of Parquet and Arrow take of memory does not depend on how large the input is. It is measured as what the process had at most,
//! so that nothing else may run in it: this file has one test.
#![cfg(all(feature = "parquet", target_os = "linux"))]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::io::{self, Read};
use std::ops::ControlFlow;

use pentad_corpus::export::{Table, Tabulator};
use pentad_corpus::table::{TableFormat, TableWriter};
use pentad_corpus::{Facts, Judge, JudgeOptions, Limits, Options, RecordReader, ResultsBy, Sources, result, run};

const THREADS: usize = 2;
/// As `docs/tables.md` says.
const MOST: usize = (24 + 8 * THREADS) << 20;

/// Games with much that differs, as they are read.
struct Games {
    random: fastrand::Rng,
    left: usize,
    ready: Vec<u8>,
    at: usize,
}

impl Games {
    fn new(bytes: usize) -> Games {
        Games { random: fastrand::Rng::with_seed(7), left: bytes, ready: Vec::new(), at: 0 }
    }

    fn game(&mut self) {
        let random = &mut self.random;
        let points: Vec<u8> = random.choose_multiple(0..225, 90);
        let letter = |n: u8| char::from(b'a' + n);
        let colour = |n: usize| if n.is_multiple_of(2) { 'B' } else { 'W' };
        let moves =
            (0..).zip(points).map(|(n, point)| format!(";{}[{}{}]", colour(n), letter(point % 15), letter(point / 15)));
        let (black, white, year) = (random.u32(..), random.u32(..), random.u32(1900..2030));
        let head = format!(
            "(;GM[4]SZ[15]RU[renju]PB[Player {black}]PW[Player {white}]DT[{year}]EV[Event {}]C[x]",
            black % 5000
        );
        self.ready.clear();
        self.ready.extend_from_slice(head.as_bytes());
        self.ready.extend_from_slice(moves.collect::<String>().as_bytes());
        self.ready.extend_from_slice(b"XX[unknown])\n");
        (self.at, self.left) = (0, self.left.saturating_sub(self.ready.len()));
    }
}

impl Read for Games {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.at == self.ready.len() {
            if self.left == 0 {
                return Ok(0);
            }
            self.game();
        }
        let len = bytes.len().min(self.ready.len() - self.at);
        bytes[..len].copy_from_slice(&self.ready[self.at..][..len]);
        self.at += len;
        Ok(len)
    }
}

/// Makes all tables of so many bytes of games, and counts their rows.
fn export(format: TableFormat, bytes: usize) -> Vec<u64> {
    let writer = |table: Table| TableWriter::new(table.schema(), format, io::sink()).unwrap().with_threads(THREADS);
    let mut writers = Table::ALL.map(writer);
    let mut seen = 0;
    let limits = Limits { batch: 32 << 10, ..Limits::default() };
    run(
        Sources::from_streams([("games.sgf".to_owned(), Box::new(Games::new(bytes)) as Box<_>)]),
        &Options { threads: THREADS, limits, ..Options::default() },
        || (RecordReader::default(), Judge::new(), Tabulator::new(Table::ALL.to_vec(), format)),
        |(reader, judge, tabulator), batch| {
            let (mut part, mut locators) = (tabulator.begin(), batch.locators());
            for slice in batch.records() {
                part.count();
                let record = reader.read(batch, &slice);
                let judgement = judge.judge(record, "sgf", &JudgeOptions { fours: true, ..JudgeOptions::default() });
                let verdict = judge.verdict();
                let result = result(record, verdict, ResultsBy::Stated);
                let facts = Facts { record, judgement: &judgement, verdict, name: None, result };
                let findings = [&record.findings[..], judge.findings()];
                tabulator.record(&mut part, batch, &slice, Some(&facts), findings, locators.of(&slice));
            }
            part
        },
        |part| {
            let before = seen;
            seen += part.counted() as i64;
            for (writer, rows) in writers.iter_mut().zip(part.into_rows()) {
                writer.write(rows, before).unwrap();
            }
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    writers.into_iter().map(|writer| writer.finish().unwrap()).collect()
}

/// The most memory that the process has had, in bytes.
fn peak() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() << 10
}

#[test]
fn memory_does_not_grow_with_the_input() {
    for format in [TableFormat::Arrow, TableFormat::Parquet] {
        export(format, 4 << 20);
        let before = peak();
        let rows = export(format, 40 << 20);
        let after = peak();
        assert!(rows[1] > 1 << 22 && rows.iter().all(|&rows| rows > 40_000), "{rows:?}");
        assert!(after <= MOST, "{format:?}: {after} bytes, {before} of a tenth of the input");
        println!("{format:?}: {before} {after}");
    }
}
