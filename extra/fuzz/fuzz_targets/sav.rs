//! The target `sav` for libFuzzer; what it tests is `pentad_fuzz::sav`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pentad_fuzz::sav(bytes));
