//! Speed of framing and reading SGF, in bytes a second, on games that are made up here.

use divan::{Bencher, counter::BytesCount};
use pentad_formats::{Encoding, Frame, ReadOptions, Record, find_format};

fn main() {
    divan::main();
}

const SIZE: usize = 32 << 20;

/// A simple generator of numbers, the same at every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Games of forty moves, with what `between` puts after each of them.
fn games(between: impl Fn(&mut String, &mut Numbers, u64)) -> Vec<u8> {
    let (mut out, mut numbers) = (String::new(), Numbers(1));
    let mut game = 0;
    while out.len() < SIZE {
        game += 1;
        out += &format!(
            "(;FF[4]GM[4]SZ[15]RU[Renju]PB[player {}]PW[another {}]EV[Team {}]DT[2003-{:02}-{:02}]RO[{}]RE[{}+R]\n",
            numbers.below(9000),
            numbers.below(9000),
            game % 97,
            1 + numbers.below(12),
            1 + numbers.below(28),
            1 + numbers.below(9),
            if numbers.below(2) == 0 { 'B' } else { 'W' }
        );
        for n in 0..40 {
            let (x, y) = (numbers.below(15) as u8, numbers.below(15) as u8);
            let color = if n % 2 == 0 { 'B' } else { 'W' };
            out += &format!(";{color}[{}{}]", char::from(b'a' + x), char::from(b'a' + y));
            between(&mut out, &mut numbers, n);
        }
        out += ")\n\n";
    }
    out.into_bytes()
}

fn plain() -> Vec<u8> {
    games(|_, _, _| {})
}

fn comments() -> Vec<u8> {
    games(|out, _, n| {
        if n % 6 == 5 {
            *out += "C[a good (;move) here \\] and\nnow black has \\: to [answer ))) at once]";
        }
    })
}

fn engine() -> Vec<u8> {
    games(|out, numbers, _| *out += &format!("C[{}ms]", numbers.below(9999)))
}

fn variations() -> Vec<u8> {
    games(|out, _, n| {
        if n % 8 == 7 {
            *out += "(;W[aa];B[bb](;W[cc];B[dd])(;W[ee]))(;B[ff]";
        }
        if n == 39 {
            *out += ")))))";
        }
    })
}

fn read(bencher: Bencher<'_, '_>, text: &[u8], headers_only: bool) {
    let Some(sgf) = find_format("sgf") else { return };
    let options = ReadOptions { headers_only, ..ReadOptions::default() };
    let mut record = Record::new();
    bencher.counter(BytesCount::new(text.len())).bench_local(|| {
        let mut framer = sgf.framer(Encoding::UTF_8);
        let (mut at, mut events) = (0, 0);
        while let Frame::Record { end } = framer.next(&text[at..], true) {
            record.clear();
            sgf.read(&text[at..at + end], &options, &mut record);
            events += record.events.len();
            at += end;
        }
        events
    });
}

fn made(name: &str) -> Vec<u8> {
    match name {
        "plain" => plain(),
        "comments" => comments(),
        "engine" => engine(),
        _ => variations(),
    }
}

const NAMES: [&str; 4] = ["plain", "comments", "engine", "variations"];

#[divan::bench(args = NAMES, sample_count = 10)]
fn frame(bencher: Bencher<'_, '_>, name: &str) {
    let text = made(name);
    let Some(sgf) = find_format("sgf") else { return };
    bencher.counter(BytesCount::new(text.len())).bench_local(|| {
        let mut framer = sgf.framer(Encoding::UTF_8);
        let (mut at, mut count) = (0, 0);
        while let Frame::Record { end } = framer.next(&text[at..], true) {
            at += end;
            count += 1;
        }
        count
    });
}

#[divan::bench(args = NAMES, sample_count = 10)]
fn frame_and_read(bencher: Bencher<'_, '_>, name: &str) {
    read(bencher, &made(name), false);
}

#[divan::bench(args = NAMES, sample_count = 10)]
fn frame_and_list(bencher: Bencher<'_, '_>, name: &str) {
    read(bencher, &made(name), true);
}
