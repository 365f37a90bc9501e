//! The target `playok` for libFuzzer; what it tests is `pentad_fuzz::playok`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pentad_fuzz::playok(bytes));
