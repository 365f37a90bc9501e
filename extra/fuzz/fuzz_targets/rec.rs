//! The target `rec` for libFuzzer; what it tests is `pentad_fuzz::rec`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pentad_fuzz::rec(bytes));
