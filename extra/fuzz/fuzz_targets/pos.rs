//! The target `pos` for libFuzzer; what it tests is `pentad_fuzz::pos`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pentad_fuzz::pos(bytes));
