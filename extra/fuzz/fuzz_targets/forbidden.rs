//! The target `forbidden` for libFuzzer; what it tests is `pentad_fuzz::forbidden`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pentad_fuzz::forbidden(bytes));
