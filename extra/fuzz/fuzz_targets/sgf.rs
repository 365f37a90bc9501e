//! The target `sgf` for libFuzzer; what it tests is `pentad_fuzz::sgf`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pentad_fuzz::sgf(bytes));
