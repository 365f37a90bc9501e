//! All seeds, and random mutations of them, through all targets on stable Rust: CI's replay of the fuzz corpus.
//!
//! `PENTAD_FUZZ_SECONDS=300 cargo test --release` goes on mutating for that long, with other random numbers each time.

use std::fs;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fastrand::Rng;
use pentad_fuzz::{TARGETS, Target};

/// Mutations of each target's seeds in an ordinary run.
const MUTATIONS: usize = 20_000;

fn seeds(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder of seeds").map(|f| f.expect("an entry").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{target} has no seeds");
    files.into_iter().map(|path| (path.clone(), fs::read(path).expect("a seed"))).collect()
}

/// Runs one input; what breaks is kept in `artifacts/`, to become a seed once it is mended.
fn run((name, target): Target, bytes: &[u8], origin: &str) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| target(bytes))).map_err(|panic| {
        let said = match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
            (Some(said), _) => said.clone(),
            (None, said) => (*said.unwrap_or(&"a panic")).to_owned(),
        };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(name);
        let hash = bytes.iter().fold(7u64, |h, &b| h.wrapping_mul(31).wrapping_add(u64::from(b)));
        let path = folder.join(format!("{hash:016x}"));
        let _ = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, bytes));
        format!("{name}, {origin}, kept as {}:\n{said}", path.display())
    })
}

/// Keeps the panics of the targets off the screen: each is reported at the end. Others say where they come from.
fn quiet() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if info.location().is_some_and(|place| place.file().ends_with("replay.rs") && place.file().starts_with("tests"))
        {
            usual(info);
        }
    }));
}

fn mutate(random: &mut Rng, seeds: &[(PathBuf, Vec<u8>)]) -> Vec<u8> {
    let pick = |random: &mut Rng| &seeds[random.usize(..seeds.len())].1;
    let mut bytes = pick(random).clone();
    for _ in 0..random.usize(1..8) {
        let at = random.usize(..=bytes.len());
        let end = (at + random.usize(..24)).min(bytes.len());
        match random.u8(..9) {
            0 if at < bytes.len() => bytes[at] = random.u8(..),
            1 if at < bytes.len() => bytes[at] ^= 1 << random.u8(..8),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            4 => {
                let copy = bytes[at..end].to_vec();
                let to = random.usize(..=bytes.len());
                bytes.splice(to..to, copy);
            }
            5 => {
                let other = pick(random);
                let from = random.usize(..=other.len());
                let part = &other[from..(from + random.usize(..40)).min(other.len())];
                bytes.splice(at..at, part.iter().copied());
            }
            6 => {
                let token = TOKENS[random.usize(..TOKENS.len())];
                bytes.splice(at..at, token.iter().copied());
            }
            7 => {
                let piece = bytes[at..end].repeat(random.usize(1..20));
                bytes.splice(at..end, piece);
            }
            _ => bytes.insert(at, random.u8(..)),
        }
        bytes.truncate(16 << 10);
    }
    bytes
}

/// What formats give a meaning to.
const TOKENS: &[&[u8]] = &[
    b"(;",
    b")",
    b"]",
    b"[",
    b"\\",
    b";B[",
    b";W[hh]",
    b"AB[aa]",
    b"C[",
    b"SZ[19]",
    b"SZ[15:20]",
    b"GM[4]",
    b"GM[101]",
    b"CA[GBK]",
    b"RE[B+R]",
    b"PL[W]",
    b"5A[gg]",
    b"SW[YES]",
    b"RU[0]",
    b"C[opening move]",
    b"C[12ms]",
    b"QPR[hh,hg,jf]",
    b"AP[pentad:0.1.0]",
    b"PENTAD[",
    b"{\"pentad\":1,",
    b"\"moves\":[\"h8\"]",
    b"{\"place\":\"h8\"}",
    b"{\"swap\":true}",
    b"null",
    b"\"\"",
    b"1e99",
    b"\\u0000",
    b"\\ud800",
    b"\"tree\":{\"nodes\":[{}]}",
    b"\"raw\":{\"x\":\"AA==\"}",
    b"[Game \"Pente\"]",
    b"[Result \"1-0\"]",
    b"\n\n",
    b"\r",
    b"1. K10 ",
    b"{a}",
    b"1/2-1/2",
    b"\0",
    b"\xEF\xBB\xBF",
    b"\xFF",
    b"\x81\x5C",
    b"99999999999999999999",
    b"-1",
];

fn report(failures: &[String]) {
    let all = failures.join("\n\n");
    let told: String = all.chars().take(12_000).collect();
    assert!(failures.is_empty(), "{} inputs break a law:\n{told}", failures.len());
}

#[test]
fn seeds_hold() {
    quiet();
    let mut failures = Vec::new();
    for target in TARGETS {
        for (path, bytes) in seeds(target.0) {
            failures.extend(run(target, &bytes, &path.display().to_string()).err());
            // Seeds of one target are bytes for every other.
            for other in TARGETS {
                failures.extend(run(other, &bytes, &path.display().to_string()).err());
            }
        }
    }
    report(&failures);
}

#[test]
fn mutations_of_seeds_hold() {
    quiet();
    let seconds = std::env::var("PENTAD_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok()).map(Duration::from_secs);
    let mut failures = Vec::new();
    for target in TARGETS {
        let seeds = seeds(target.0);
        let mut random = Rng::with_seed(1);
        if seconds.is_some() {
            random = Rng::new();
        }
        let (start, mut count) = (Instant::now(), 0);
        let goes_on = |count: usize| match seconds {
            Some(limit) => start.elapsed() < limit / TARGETS.len() as u32,
            None => count < MUTATIONS,
        };
        let before = failures.len();
        while goes_on(count) && failures.len() < before + 5 {
            let bytes = mutate(&mut random, &seeds);
            failures.extend(run(target, &bytes, &format!("mutation {count}")).err());
            count += 1;
        }
        println!("{}: {count} mutations in {:.1} s", target.0, start.elapsed().as_secs_f64());
    }
    report(&failures);
}
