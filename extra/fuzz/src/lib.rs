//! One pure function per fuzz target: bytes in, a panic where a law is broken.
//!
//! `fuzz_targets/` hands them to libFuzzer, `tests/replay.rs` runs them over the seeds and random mutations of these on stable Rust.

mod forbidden;
#[path = "../../../tests/image/mod.rs"]
mod image;
mod input;
mod replay;
mod text;

pub use forbidden::forbidden;
pub use replay::replay;

/// SGF: detected, cut, read, judged, written and read again.
pub fn sgf(bytes: &[u8]) {
    text::text("sgf", bytes);
}

/// pente.org text: detected, cut, read, judged, written and read again.
pub fn pente(bytes: &[u8]) {
    text::text("pente", bytes);
}

/// jsonl: detected, cut, read, judged, written and read again.
pub fn jsonl(bytes: &[u8]) {
    text::text("jsonl", bytes);
}

/// Piskvork games: detected, read, judged, written and read again.
pub fn psq(bytes: &[u8]) {
    text::text("psq", bytes);
}

/// Gomotur games: detected, read, judged, written in other formats.
pub fn rec(bytes: &[u8]) {
    text::text("rec", bytes);
}

/// RenLib positions: read, judged, written and read again.
pub fn pos(bytes: &[u8]) {
    text::text("pos", bytes);
}

/// Yixin-Board saves: detected, read, judged, written and read again.
pub fn sav(bytes: &[u8]) {
    text::text("sav", bytes);
}

/// RenLib libraries: detected, cut, read, judged, written back byte by byte.
pub fn lib(bytes: &[u8]) {
    text::text("lib", bytes);
}

/// PlayOK text: detected, cut, read, judged, written and read again.
pub fn playok(bytes: &[u8]) {
    text::text("playok", bytes);
}

/// Lists of moves, in the dialect that the bytes choose: detected, cut, read, judged, written and read again.
pub fn moves(bytes: &[u8]) {
    text::text("moves", bytes);
}

/// Opening lists, in offsets or letters: detected, cut, read, judged, written and read again.
pub fn openings(bytes: &[u8]) {
    text::text("openings", bytes);
}

/// Tables: detected, cut, read, judged, written and read again.
pub fn csv(bytes: &[u8]) {
    text::text("csv", bytes);
}

/// A target: its name, which is its folder of seeds as well, and what it tests.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 14] = [
    ("lib", lib),
    ("sgf", sgf),
    ("pente", pente),
    ("jsonl", jsonl),
    ("psq", psq),
    ("rec", rec),
    ("pos", pos),
    ("sav", sav),
    ("playok", playok),
    ("moves", moves),
    ("csv", csv),
    ("openings", openings),
    ("replay", replay),
    ("forbidden", forbidden),
];
