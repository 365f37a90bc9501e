//! The target `pente` for libFuzzer; what it tests is `pentad_fuzz::pente`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pentad_fuzz::pente(bytes));
