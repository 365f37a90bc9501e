//! The target `jsonl` for libFuzzer; what it tests is `pentad_fuzz::jsonl`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pentad_fuzz::jsonl(bytes));
