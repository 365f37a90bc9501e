//! The target `psq` for libFuzzer; what it tests is `pentad_fuzz::psq`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pentad_fuzz::psq(bytes));
