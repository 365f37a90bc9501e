//! The target `replay` for libFuzzer; what it tests is `pentad_fuzz::replay`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pentad_fuzz::replay(bytes));
