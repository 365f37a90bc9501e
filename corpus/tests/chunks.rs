//! One file in chunks: the same records, numbers and places as from one pass, whatever the text, the chunks and the threads.

mod support;

use std::fs;

use pentad_formats::{Encoding, find_format};
use support::chunked::{Folder, games, options, reference, sgf, told_of_file, told_of_stream};
use support::hostile::{PIECES, Pieces, Random};

/// Rounds per format; `PENTAD_ROUNDS` makes it more.
fn rounds() -> u64 {
    std::env::var("PENTAD_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1000)
}

fn hostile_rounds(pieces: &Pieces) {
    let format = find_format(pieces.format).expect("it is in the list");
    let folder = Folder::with(b"");
    for seed in 0..rounds() {
        let mut random = Random::new(seed);
        let len = if random.within(0..8) == 0 { random.within(1..40_000) } else { random.within(1..6000) };
        let wildness = [1, 3, 10, 60][random.within(0..4)];
        let text = pieces.text(&mut random, len, wildness);
        fs::write(folder.path(), &text).expect("it can be written to");
        let chunk = if random.within(0..2) == 0 { random.within(64..400) } else { random.within(64..5000) };
        let mut options = options(format, random.within(1..4), chunk);
        options.limits.batch = random.within(1..3000);
        if random.within(0..3) == 0 {
            options.limits.max_record = random.within(1200..3000);
        }
        let expected = reference(format, &text, options.limits.max_record);
        let same = |told: String, how: &str| {
            let differs = told.lines().zip(expected.lines()).find(|(a, b)| a != b);
            assert!(told == expected, "{} {how}, seed {seed}: {:?}: {differs:?}", pieces.format, options.limits);
        };
        same(told_of_file(&folder.path(), &options), "in chunks");
        same(told_of_stream(&text, &options), "as a stream");
    }
}

#[test]
fn sgf_in_chunks_is_as_in_one_pass() {
    hostile_rounds(&PIECES[0]);
}

#[test]
fn pente_in_chunks_is_as_in_one_pass() {
    hostile_rounds(&PIECES[1]);
}

#[test]
fn jsonl_in_chunks_is_as_in_one_pass() {
    hostile_rounds(&PIECES[2]);
}

fn same_in_all_ways(text: &[u8], max_record: usize, chunks: &[usize]) {
    let folder = Folder::with(text);
    let expected = reference(sgf(), text, max_record);
    for &chunk in chunks {
        for threads in [1, 2, 3] {
            let mut options = options(sgf(), threads, chunk);
            options.limits.max_record = max_record;
            assert!(told_of_file(&folder.path(), &options) == expected, "{chunk} {threads}");
            assert!(told_of_stream(text, &options) == expected, "{chunk} {threads}, as a stream");
        }
    }
}

#[test]
fn guesses_that_never_hold_cost_no_truth() {
    same_in_all_ways(&games(2000, |_| "[[[[".to_owned()), 16 << 20, &[100, 5000, 50_000]);
}

#[test]
fn records_over_the_limit_may_cross_chunks() {
    let comment = |i: usize| "(;FF[4]C[\n(;GM[4];B[hh]) é ".repeat(i);
    let large = |i: usize| if i % 50 == 49 { format!("x (;FF[4]C[{}\\]]y)", comment(i)) } else { String::new() };
    same_in_all_ways(&games(1000, large), 3000, &[500, 5000, 50_000]);
}

#[test]
fn long_stray_text_is_told_once() {
    let stray = |i: usize| if i % 100 == 99 { "\n é stray".repeat(i * 30) } else { String::new() };
    let mut text = games(500, stray);
    same_in_all_ways(&text, 16 << 20, &[1000, 70_000, 1 << 20]);
    text.extend_from_slice("é\rstray ".repeat(20_000).as_bytes());
    same_in_all_ways(&text, 16 << 20, &[1000, 70_000]);
}

#[test]
fn a_record_without_end_covers_all_chunks() {
    let mut text = games(10, |_| String::new());
    text.extend_from_slice(b"(;FF[4]C[");
    text.extend_from_slice("\n(;FF[4\\];B[hh\\])\n(;FF[4\\]C[(;GM[4\\]".repeat(5000).as_bytes());
    same_in_all_ways(&text, 16 << 20, &[1000, 20_000]);
    same_in_all_ways(&text, 2000, &[1000, 20_000]);
}

#[test]
fn encodings_with_ascii_second_bytes_are_read_as_streams() {
    let text = games(500, |i| if i % 3 == 0 { "(;FF[4]C[\u{1}])".to_owned() } else { String::new() });
    // A Shift-JIS character whose second byte is a bracket.
    let text: Vec<u8> = text.into_iter().flat_map(|b| if b == 1 { vec![0x83, b']'] } else { vec![b] }).collect();
    let folder = Folder::with(&text);
    let mut options = options(sgf(), 3, 300);
    options.encoding = Encoding::from_label("Shift_JIS");
    assert_eq!(told_of_file(&folder.path(), &options), told_of_stream(&text, &options));
}
