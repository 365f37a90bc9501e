//! Where the sources of the rules differ: each test shows which side pentad is on, and how to choose the other one.
//!
//! `docs/rules/conflicts.toml` tells the same in prose; each entry there names its test here, and a test of the documents holds both together.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod gomoku;
mod named;
mod offers;
mod openings;
mod pente;
mod renju;
mod table;
