//! Runs a command and tells what it cost: `measure OUT COMMAND ARGUMENT…` writes one JSON object to the file OUT.
//!
//! A program of its own, because the peak memory that the system tells of a process counts what its parent held when it was started:
//! this parent is small.

use std::process::{Command, ExitCode};
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [out, command, rest @ ..] = &arguments[..] else {
        eprintln!("usage: measure OUT COMMAND ARGUMENT…");
        return ExitCode::from(2);
    };
    let start = Instant::now();
    let status = Command::new(command).args(rest).status();
    let wall = start.elapsed().as_secs_f64();
    let (status, usage) = match (status, getrusage(UsageWho::RUSAGE_CHILDREN)) {
        (Ok(status), Ok(usage)) => (status, usage),
        (Err(error), _) => return failed(&error),
        (_, Err(error)) => return failed(&error.into()),
    };
    let seconds = |t: TimeVal| t.tv_sec() as f64 + t.tv_usec() as f64 / 1e6;
    let figures = serde_json::json!({
        "status": status.code(),
        "wall": wall,
        "user": seconds(usage.user_time()),
        "system": seconds(usage.system_time()),
        "peak_kib": usage.max_rss(),
    });
    if let Err(error) = std::fs::write(out, figures.to_string()) {
        return failed(&error);
    }
    ExitCode::SUCCESS
}

fn failed(error: &std::io::Error) -> ExitCode {
    eprintln!("measure: {error}");
    ExitCode::from(2)
}
