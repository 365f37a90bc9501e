//! The program as a user runs it: arguments and standard input in, both outputs and the status out.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "a module of several test programs, each of which uses the part it needs"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::thread;

use serde_json::{Value, json};

/// What a run of the program left.
#[derive(Debug)]
pub struct Run {
    /// The exit status; `None` when a signal ended the program.
    pub status: Option<i32>,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: String,
}

impl Run {
    /// Standard output as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    /// Standard output as one JSON value a line.
    pub fn lines(&self) -> Vec<Value> {
        self.text()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e} in the line {line}")))
            .collect()
    }
}

/// The program, not started yet.
pub fn command(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pentad"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program on this standard input.
pub fn run(args: impl IntoIterator<Item = impl AsRef<OsStr>>, stdin: &[u8]) -> Run {
    let mut child = command(args).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    thread::scope(|scope| {
        // A program that ends before it has read everything breaks the pipe: that is no fault of the test.
        scope.spawn(move || drop(pipe.write_all(stdin)));
        finish(child)
    })
}

/// Waits for a running program.
pub fn finish(child: Child) -> Run {
    let output = child.wait_with_output().unwrap();
    Run {
        status: output.status.code(),
        stdout: output.stdout,
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The verdict lines of `check --format jsonl` with these arguments besides.
pub fn check(args: &[&str], stdin: &[u8]) -> Vec<Value> {
    let run = run(["check", "--format", "jsonl"].iter().chain(args), stdin);
    assert!(matches!(run.status, Some(0 | 1)), "{:?}: {}", run.status, run.stderr);
    run.lines()
}

/// The names of a verdict's findings of one severity.
pub fn names<'a>(verdict: &'a Value, severity: &str) -> Vec<&'a str> {
    let findings = verdict["findings"].as_array().unwrap();
    findings.iter().filter(|f| f["severity"] == severity).map(|f| f["name"].as_str().unwrap()).collect()
}

/// The first finding of a verdict that is an error.
pub fn first_error(verdict: &Value) -> Option<&Value> {
    verdict["findings"].as_array().unwrap().iter().find(|f| f["severity"] == "error")
}

/// A list of points as a set.
pub fn set(points: &Value) -> BTreeSet<&str> {
    points.as_array().unwrap().iter().map(|p| p.as_str().unwrap()).collect()
}

/// `forbidden --format jsonl` answers each position as the vector says that holds it: points, kinds and fives.
pub fn forbidden_as_said(vectors: &[Value]) {
    // The vectors name one kind a point where there is one, a list where there are more.
    fn kinds(map: &Value) -> BTreeMap<&str, BTreeSet<&str>> {
        let kinds = |kind| if Value::is_array(kind) { set(kind) } else { BTreeSet::from([kind.as_str().unwrap()]) };
        map.as_object().unwrap().iter().map(|(point, kind)| (point.as_str(), kinds(kind))).collect()
    }
    let position = |v: &Value| format!("{}\n", json!({"size": v["size"], "black": v["black"], "white": v["white"]}));
    let positions: String = vectors.iter().map(position).collect();
    let run = run(["forbidden", "--format", "jsonl", "-"], positions.as_bytes());
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    let answers = run.lines();
    assert_eq!(vectors.len(), answers.len());
    for (number, (vector, answer)) in vectors.iter().zip(&answers).enumerate() {
        let context = format!("line {}: {vector} and {answer}", number + 1);
        assert_eq!(kinds(&answer["forbidden"]), kinds(&vector["forbidden"]), "{context}");
        let fives = if vector["five"].is_null() { json!([]) } else { vector["five"].clone() };
        assert_eq!(set(&answer["five"]), set(&fives), "{context}");
    }
}
