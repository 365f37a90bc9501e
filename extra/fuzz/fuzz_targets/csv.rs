//! The target `csv` for libFuzzer; what it tests is `pentad_fuzz::csv`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pentad_fuzz::csv(bytes));
