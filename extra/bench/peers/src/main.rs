//! Other readers of game records: `peers READER FILE` reads the whole file and prints a JSON line with what it saw;
//! `peers chess SIZE SEED OUT` writes a PGN file of made-up games for those that read chess.
//!
//! | reader | what it does |
//! |---|---|
//! | `sgf-parse`, `sgf-parser` | builds the tree of each SGF game; pentad's framer cuts the games, since these would hold a whole file's trees at once |
//! | `pgn-stats` | pgn-reader counts games and moves |
//! | `pgn-check` | pgn-reader and shakmaty play every move and stop at an illegal one |

mod chess;
mod sgf;

use std::fmt::Display;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let seen = match arguments[..] {
        ["sgf-parse", file] => sgf::read(file, sgf::sgf_parse),
        ["sgf-parser", file] => sgf::read(file, sgf::sgf_parser),
        ["pgn-stats", file] => chess::stats(file),
        ["pgn-check", file] => chess::check(file),
        ["chess", size, seed, out] => match (size.parse(), seed.parse()) {
            (Ok(size), Ok(seed)) => chess::generate(size, seed, out),
            _ => return usage(),
        },
        _ => return usage(),
    };
    match seen {
        Ok(Seen { games, plies, faults }) => {
            println!("{{\"games\":{games},\"plies\":{plies},\"faults\":{faults}}}");
            ExitCode::SUCCESS
        }
        Err(error) => failed(&error),
    }
}

/// What was read or written.
#[derive(Clone, Copy, Default)]
struct Seen {
    games: u64,
    plies: u64,
    /// Games that could not be read or hold an illegal move.
    faults: u64,
}

fn failed(error: &dyn Display) -> ExitCode {
    eprintln!("peers: {error}");
    ExitCode::from(2)
}

fn usage() -> ExitCode {
    eprintln!("usage: peers sgf-parse|sgf-parser|pgn-stats|pgn-check FILE\n       peers chess SIZE SEED OUT");
    ExitCode::from(2)
}
