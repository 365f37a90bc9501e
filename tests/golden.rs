//! Golden cases: each folder `tests/golden/AREA/CASE` that holds a file `args` is one test of the program as people run it.
//!
//! | file | what |
//! |---|---|
//! | `args` | the arguments; each line is a run of its own, and all runs have to give the same. `#` begins a comment line, quotes `'…'` and `"…"` hold a word with blanks together |
//! | `stdin` | what the program reads from standard input; nothing if missing |
//! | `stdout`, `stderr` | what it writes, byte by byte; nothing if missing |
//! | `stdout.head` | instead of `stdout`: the first lines of a long output |
//! | `status` | the exit status; 0 if missing |
//! | `without` | a feature with which the program may not be built; then the case is passed over |
//!
//! Everything else in the folder is input; the program runs in the folder. `BLESS=1 cargo test --test golden` writes what the program
//! does into the cases: read the difference before you commit it, since a golden file states what is right.

mod command_line;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use pentad_rules::Code;

/// Codes that no command can produce today, and why.
const NOT_PRODUCED: &[(Code, &str)] =
    &[(Code::OutsideZone, "needs an opening procedure from a rules file, and rules files cannot be given yet")];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let bless = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    let mut trials = Vec::new();
    for area in folders(&root) {
        for case in folders(&area) {
            let name = format!("{}/{}", file_name(&area), file_name(&case));
            let ignored = read(&case, "without").is_some_and(|feature| is_built_in(feature.trim_ascii()));
            trials.push(Trial::test(name, move || check_case(&case, bless)).with_ignored_flag(ignored));
        }
    }
    // Blessing writes the files that this one reads.
    if !bless {
        trials.push(Trial::test("coverage/every-code-is-shown", move || every_code_is_shown(&root)));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn folders(of: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(of).unwrap_or_else(|e| panic!("{}: {e}", of.display()));
    let mut folders: Vec<_> = entries.map(|e| e.expect("a readable entry").path()).filter(|p| p.is_dir()).collect();
    folders.sort();
    folders
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn check_case(case: &Path, bless: bool) -> Result<(), Failed> {
    let args = fs::read_to_string(case.join("args")).map_err(|e| format!("a case needs a file `args`: {e}"))?;
    let runs: Vec<_> = args.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#')).collect();
    if runs.is_empty() {
        return Err("the file `args` holds no run".into());
    }
    let mut report = String::new();
    for (number, line) in runs.iter().enumerate() {
        let output = run(case, &command_line::words(line)?)?;
        let status = output.status.code().ok_or("the program was ended by a signal")?;
        // Of several runs the first one states what is right.
        if bless && number == 0 {
            write_case(case, &output, status)?;
        }
        let mut faults = String::new();
        compare(case, "stdout", &output.stdout, &mut faults);
        compare(case, "stderr", &output.stderr, &mut faults);
        let expected = read(case, "status").map_or("0".to_owned(), |t| String::from_utf8_lossy(&t).trim().to_owned());
        if expected != status.to_string() {
            let _ = writeln!(faults, "status: {expected} is expected, {status} was returned");
        }
        if !faults.is_empty() {
            let _ = writeln!(report, "pentad {line}\n{faults}");
        }
    }
    if report.is_empty() { Ok(()) } else { Err(report.into()) }
}

/// Whether the program is built with a feature.
fn is_built_in(feature: &[u8]) -> bool {
    match feature {
        b"parquet" => cfg!(feature = "parquet"),
        other => panic!("there is no feature {}", String::from_utf8_lossy(other)),
    }
}

fn read(case: &Path, file: &str) -> Option<Vec<u8>> {
    fs::read(case.join(file)).ok()
}

fn run(case: &Path, args: &[String]) -> Result<Output, Failed> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pentad"))
        .args(args)
        .current_dir(case)
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let input = read(case, "stdin").unwrap_or_default();
    let mut stdin = child.stdin.take().ok_or("standard input was asked for")?;
    // The program may answer before it has read everything, so somebody else writes; that it may not read to the end is its affair.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "standard input could not be written")?;
    Ok(output)
}

fn write_case(case: &Path, output: &Output, status: i32) -> Result<(), Failed> {
    let put = |file: &str, content: &[u8]| {
        let path = case.join(file);
        match content {
            [] if path.exists() => fs::remove_file(path),
            [] => Ok(()),
            content => fs::write(path, content),
        }
    };
    match read(case, "stdout.head") {
        Some(head) => put("stdout.head", &first_lines(&output.stdout, lines(&head).max(1)))?,
        None => put("stdout", &output.stdout)?,
    }
    put("stderr", &output.stderr)?;
    put("status", if status == 0 { String::new() } else { format!("{status}\n") }.as_bytes())?;
    Ok(())
}

fn lines(text: &[u8]) -> usize {
    text.iter().filter(|&&b| b == b'\n').count()
}

fn first_lines(text: &[u8], count: usize) -> Vec<u8> {
    text.split_inclusive(|&b| b == b'\n').take(count).flatten().copied().collect()
}

fn compare(case: &Path, stream: &str, actual: &[u8], faults: &mut String) {
    let head = read(case, &format!("{stream}.head"));
    let actual = head.as_ref().map_or_else(|| actual.to_vec(), |head| first_lines(actual, lines(head)));
    let expected = head.or_else(|| read(case, stream)).unwrap_or_default();
    if expected != actual {
        let _ = writeln!(faults, "{stream} (- expected, + actual):");
        faults.push_str(&difference(&String::from_utf8_lossy(&expected), &String::from_utf8_lossy(&actual)));
    }
}

/// The lines that differ, with a few lines before and after them.
fn difference(expected: &str, actual: &str) -> String {
    const AROUND: usize = 3;
    let old: Vec<_> = expected.split_inclusive('\n').collect();
    let new: Vec<_> = actual.split_inclusive('\n').collect();
    // The longest common subsequence from each pair of places on.
    let mut common = vec![vec![0u32; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let same = old[i] == new[j];
            common[i][j] = if same { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut script) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            script.push((' ', old[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || i < old.len() && common[i + 1][j] >= common[i][j + 1] {
            script.push(('-', old[i]));
            i += 1;
        } else {
            script.push(('+', new[j]));
            j += 1;
        }
    }
    let changed = |n: usize| script[n].0 != ' ';
    let mut out = String::new();
    let mut left_out = false;
    for (n, (sign, line)) in script.iter().enumerate() {
        if !(n.saturating_sub(AROUND)..(n + AROUND + 1).min(script.len())).any(changed) {
            left_out = true;
            continue;
        }
        if std::mem::take(&mut left_out) {
            out.push_str("  …\n");
        }
        let (line, end) = match line.strip_suffix('\n') {
            Some(line) => (line, ""),
            None => (*line, "  (no line break at the end)"),
        };
        let _ =
            writeln!(out, "{sign} {}{end}", line.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'"));
    }
    out
}

/// Each finding code stands as a finding in the expected output of at least one case.
fn every_code_is_shown(root: &Path) -> Result<(), Failed> {
    let mut shown = BTreeSet::<Code>::new();
    for case in folders(root).iter().flat_map(|area| folders(area)) {
        for stream in ["stdout", "stderr"] {
            let text = read(&case, stream).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let found = |code: &&Code| {
                let number = code.number();
                ["note", "warning", "error"].iter().any(|severity| text.contains(&format!("{severity}[{number}]")))
                    || text.contains(&format!("\"code\":\"{number}\""))
            };
            shown.extend(Code::ALL.iter().filter(found));
        }
    }
    let excused = |code: &Code| NOT_PRODUCED.iter().any(|(c, _)| c == code);
    let missing: Vec<_> = Code::ALL.iter().filter(|c| !shown.contains(c) && !excused(c)).map(Code::to_string).collect();
    let stale: Vec<_> = NOT_PRODUCED.iter().filter(|(c, _)| shown.contains(c)).map(|(c, _)| c.to_string()).collect();
    match (missing.as_slice(), stale.as_slice()) {
        ([], []) => Ok(()),
        ([], stale) => Err(format!("shown, so no longer to be excused: {}", stale.join(", ")).into()),
        (missing, _) => Err(format!("shown by no golden case: {}", missing.join(", ")).into()),
    }
}
