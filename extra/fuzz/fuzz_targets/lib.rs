//! The target `lib` for libFuzzer; what it tests is `pentad_fuzz::lib`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pentad_fuzz::lib(bytes));
