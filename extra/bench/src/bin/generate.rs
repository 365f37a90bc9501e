//! Writes a made-up input: `generate KIND SIZE SEED OUT`. SIZE is in bytes, or as 100M or 2G; OUT is a file, or - for standard output.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use pentad_bench::{KINDS, generate};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let parsed = match &arguments[..] {
        [kind, size, seed, out] => bytes(size).zip(seed.parse().ok()).map(|(size, seed)| (kind, size, seed, out)),
        _ => None,
    };
    let Some((kind, size, seed, out)) = parsed else { return usage() };
    let mut target: Box<dyn Write> = if out == "-" {
        Box::new(io::stdout().lock())
    } else {
        match File::create(out) {
            Ok(file) => Box::new(file),
            Err(error) => return failed(out, &error),
        }
    };
    match generate(kind, size, seed, &mut target) {
        None => usage(),
        // Whoever reads has seen enough.
        Some(Err(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Some(Err(error)) => failed(out, &error),
        Some(Ok(_)) => ExitCode::SUCCESS,
    }
}

/// 1000, 100k, 100M, 2G; powers of ten, since speeds are in MB of 10^6 bytes.
fn bytes(text: &str) -> Option<u64> {
    let (digits, factor) = match text.as_bytes().last()? {
        b'k' => (&text[..text.len() - 1], 1_000),
        b'M' => (&text[..text.len() - 1], 1_000_000),
        b'G' => (&text[..text.len() - 1], 1_000_000_000),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(factor)
}

fn failed(out: &str, error: &io::Error) -> ExitCode {
    eprintln!("{out}: {error}");
    ExitCode::from(2)
}

fn usage() -> ExitCode {
    eprintln!("usage: generate KIND SIZE SEED OUT\n\nkinds:");
    KINDS.iter().for_each(|(kind, what)| eprintln!("  {kind:6} {what}"));
    ExitCode::from(2)
}
