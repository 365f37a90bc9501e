//! The target `moves` for libFuzzer; what it tests is `pentad_fuzz::moves`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pentad_fuzz::moves(bytes));
