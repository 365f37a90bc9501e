//! The target `openings` for libFuzzer; what it tests is `pentad_fuzz::openings`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pentad_fuzz::openings(bytes));
