//! Input that means harm: whatever the bytes, no panic, one verdict line per record in order, every record counted once, memory bounded.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod program;

use std::io::{Cursor, Read, Write};
use std::ops::ControlFlow;
use std::thread;

use pentad_corpus::{Judge, JudgeOptions, Limits, Options, RecordReader, Sources, Tally, Totals, VerdictLine, run};
use pentad_formats::{FORMATS, find_format};
use program::Run;
use serde_json::Value;

const SGF: &str = "(;FF[4]GM[4]CA[UTF-8]SZ[15]PB[Ann \\] \u{e9}]PW[Bob]RE[B+5]RU[renju];B[hh];W[ig]C[a (; \\\\ comment]\n(;B[gg];W[ff](;B[ij])(;B[aa]))(;B[jj]))\r\n\
                   (;GM[4]SZ[19]AB[aa][bb]AW[cc]PL[B];B[];W[tt];B[zz])\n";
const PENTE: &str = "[Game \"Pente\"]\n[Site \"Pente.org\"]\n[Date \"02/01/2008\"]\n[Rated \"Y\"]\n[Player 1 Name \"a\u{e9}b\"]\n[Player 2 Name \"c\"]\n[Result \"1-0\"]\n\n\
                     1. K10 L10 2. K13 J8 3. M11 N8 4. K11 K12 5. K9\nK8 1-0\n\n[Game \"Keryo-Pente\"]\r\n[Player 1 Name \"x\"]\r\n[Player 2 Name \"y\"]\r\n\r\n1. K10 K9 2. I9 zz\r\n";
const JSONL: &str = "{\"pentad\":1,\"rules\":\"renju\",\"opening\":\"rif\",\"black\":{\"name\":\"\\u00e9\\\"\"},\"events\":[{\"place\":\"h8\",\"by\":1},{\"swap\":true},{\"offer\":[\"a1\",\"b2\"]}]}\n\n\
                     {\"pentad\":1,\"size\":[15,20],\"moves\":[\"h8\",\"i9\",\"pass\",\"\"],\"comments\":{\"e2\":\"x\"},\"tree\":{\"nodes\":[]},\"what\":[[{}]]}\r\n";

const PLAYOK: &str = "[Site \"PlayOK\"]\n[Black \"a\u{e9}b\"]\n[White \"c\"]\n[Result \"1-0\"]\n[GameType \"61,15\"]\n\n1. h8 i9 2. g7 white 3. -- h9 4.\ni8 -- 5. zz k6 1-0\n\n\
                      [Site \"www.kurnik.pl\"]\r\n[Date \"2003.11.02\"]\r\n\r\n1. h8 -- 2. h9 -- 3. h6 black 4. i8 j7 5. -- i7 6. i7 -- 7. j6\r\n";
const MOVES: &str = "# note \u{e9}\n1.) 0, U1* 2.) R3\r\n3.) L2 1-0 x\n\nhttps://a.example/#/h8i9zz\u{e9}\n";
const CSV: &str = "\u{feff}id,moves,winner,original winner,note\n1,\"h8,i9\n\",black,white,\"a \u{e9} \"\"b\"\"\"\r\n\n2,1.h8 2.zz,white,white,,\n";

/// A sound file of each format, with everything in it that may be cut in two.
const GOOD: [(&str, &str); 6] =
    [("sgf", SGF), ("pente", PENTE), ("jsonl", JSONL), ("playok", PLAYOK), ("moves", MOVES), ("csv", CSV)];

/// Everything that `check` does with these bytes, through the library: the verdict lines and the tally, after checking that they agree.
fn judged(bytes: &[u8], format: Option<&str>, threads: usize) -> (Vec<Value>, Tally) {
    let stream: Box<dyn Read + Send> = Box::new(Cursor::new(bytes.to_vec()));
    let limits = Limits { batch: 4 << 10, max_record: 1 << 20, ..Limits::default() };
    let format = format.map(|id| find_format(id).unwrap());
    let options = Options { threads, limits, format, ..Options::default() };
    let (mut out, mut tally) = (Vec::new(), Tally::default());
    let totals = run(
        Sources::from_streams([("hostile".to_owned(), stream)]),
        &options,
        || (RecordReader::default(), Judge::new()),
        |(reader, judge), batch| {
            let (mut out, mut tally) = (Vec::new(), Tally::default());
            let mut locators = batch.locators();
            let file = batch.input.name();
            for slice in batch.records() {
                let record = reader.read(batch, &slice);
                let locator = locators.of(&slice);
                if !record.readable {
                    tally.add_unreadable(record.findings.iter());
                    VerdictLine::unreadable(file, slice.number, record.findings.iter(), &locator).write(&mut out);
                    continue;
                }
                assert_eq!(record.events.len(), record.spans.len());
                assert!(record.spans.iter().all(|span| span.end() <= slice.bytes.len()));
                let format = batch.input.format.map_or("", |f| f.info().id);
                let judgement = judge.judge(record, format, &JudgeOptions::default());
                let findings = || record.findings.iter().chain(judge.findings());
                assert!(findings().filter_map(|f| f.span).all(|span| span.end() <= slice.bytes.len()));
                tally.add_judged(judge.verdict(), findings());
                VerdictLine::judged(file, slice.number, record, &judgement, judge.verdict(), findings(), &locator)
                    .write(&mut out);
            }
            if let Some(outcome) = batch.end.as_ref().and_then(|end| end.outcome.as_ref()) {
                tally.add_file(outcome);
                VerdictLine::of_file(file, outcome).write(&mut out);
            }
            (out, tally)
        },
        |(part, counted)| {
            out.extend_from_slice(&part);
            tally.merge(&counted);
            ControlFlow::Continue(())
        },
    );
    let totals: Totals = totals.unwrap();
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_slice(line).unwrap()).collect();
    in_order(&lines);
    let records = lines.iter().filter(|l| l["record"] != 0).count() as u64;
    assert_eq!((totals.records, totals.outcomes), (records, lines.len() as u64 - records));
    assert_eq!(tally.records(), lines.len() as u64, "every record is counted once");
    assert_eq!(tally.legality.iter().sum::<u64>(), tally.sound + tally.with_findings);
    (lines, tally)
}

trait Lines {
    fn lines(&self) -> impl Iterator<Item = &[u8]>;
}

impl Lines for Vec<u8> {
    fn lines(&self) -> impl Iterator<Item = &[u8]> {
        self.split(|&b| b == b'\n').filter(|line| !line.is_empty())
    }
}

/// Numbers from 1 on without a gap; a line for the file as a whole only at the end. Each record that is not readable says why.
fn in_order(lines: &[Value]) {
    for (i, line) in lines.iter().enumerate() {
        let number = line["record"].as_u64().unwrap();
        assert!(number == i as u64 + 1 || number == 0 && i + 1 == lines.len(), "record {} is number {number}", i + 1);
        let errors = program::names(line, "error");
        let unreadable = line["verdict"] == "unreadable";
        assert!(!unreadable || !line["findings"].as_array().unwrap().is_empty(), "{line}");
        assert!(line["verdict"] != "illegal" || !errors.is_empty(), "{line}");
    }
}

fn sound(run: &Run) {
    assert!(matches!(run.status, Some(0..=2)), "{:?} {}", run.status, run.stderr);
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
}

/// The numbers of a summary's first line: seen, sound, with findings, unreadable, refused.
fn summary(run: &Run) -> [u64; 5] {
    let line = run.text().lines().next().unwrap();
    let (counts, plies) = line.rsplit_once(';').unwrap();
    assert!(plies.ends_with(" plies"), "{line}");
    let numbers: Vec<u64> = counts
        .split([' ', '+', '='])
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        .map(|word| word.replace(',', "").parse().unwrap())
        .collect();
    numbers.try_into().unwrap_or_else(|n| panic!("{line}: {n:?}"))
}

/// The program on these bytes: both shapes of `check` agree, the other commands come to an end as well.
fn program(name: &str, bytes: &[u8], more: &[&str]) -> Vec<Value> {
    let run = |args: &[&str]| {
        let run = program::run(args.iter().chain(more), bytes);
        sound(&run);
        run
    };
    let checked = run(&["check", "--format", "jsonl", "-"]);
    let lines = checked.lines();
    in_order(&lines);
    let [seen, ok, with_findings, unreadable, refused] = summary(&run(&["check", "--summary", "-"]));
    assert_eq!(seen, ok + with_findings + unreadable + refused, "{name}");
    assert_eq!(seen, lines.len() as u64, "{name}");
    for command in ["list", "stats", "show"] {
        run(&[command, "-"]);
    }
    run(&["check", "-v", "-"]);
    lines
}

#[test]
fn files_cut_off_anywhere() {
    for (format, text) in GOOD {
        let bytes = text.as_bytes();
        for end in 0..=bytes.len() {
            let (lines, _) = judged(&bytes[..end], Some(format), 1);
            assert!(lines.len() <= 3, "{format} up to {end}");
            judged(&bytes[..end], None, 1);
            // Without its beginning.
            judged(&bytes[end..], Some(format), 1);
        }
        let (lines, _) = judged(bytes, None, 2);
        assert_eq!(lines.len(), 2, "{format}");
        assert!(lines.iter().all(|l| l["verdict"] != "unreadable"), "{lines:?}");
    }
}

#[test]
fn random_bytes_and_random_tokens() {
    const TOKENS: [&[u8]; 48] = [
        b"(",
        b")",
        b";",
        b"[",
        b"]",
        b"\\",
        b"(;",
        b"B[hh]",
        b"W[ii]",
        b"C[",
        b"AB[aa][",
        b"SZ[15]",
        b"SZ[99999]",
        b"GM[4]",
        b"{",
        b"}",
        b"\"",
        b":",
        b",",
        b"{\"pentad\":1,",
        b"\"moves\":[",
        b"\"h8\"",
        b"\"events\":[{\"place\":",
        b"\"size\":",
        b"\"tree\":{\"nodes\":[",
        b"\"swap\":true}",
        b"\\u00",
        b"\\ud800",
        b"[Game \"Pente\"]",
        b"[Result \"1-0\"]",
        b"\n\n1. ",
        b"K10 ",
        b"999999999999. ",
        b"{comment",
        b"$1",
        b"1-0",
        b"*",
        b"\n",
        b"\r",
        b"\r\n",
        b"\0",
        b"\xEF\xBB\xBF",
        b"\xFF\xFE",
        b"\xF0\x9F",
        b"\x81\x5C",
        b"-1",
        b"1e999",
        b" ",
    ];
    let mut random = fastrand::Rng::with_seed(2);
    for round in 0..400 {
        let mut bytes = Vec::new();
        let (_, good) = GOOD[round % GOOD.len()];
        match round % 4 {
            0 => bytes.resize_with(random.usize(..3000), || random.u8(..)),
            1 => (0..random.usize(..400)).for_each(|_| bytes.extend_from_slice(TOKENS[random.usize(..TOKENS.len())])),
            // A sound file with some bytes changed.
            2 => {
                bytes.extend_from_slice(good.as_bytes());
                for _ in 0..random.usize(1..9) {
                    let at = random.usize(..bytes.len());
                    bytes[at] = random.u8(..);
                }
            }
            // A sound file with tokens put in.
            _ => {
                bytes.extend_from_slice(good.as_bytes());
                for _ in 0..random.usize(1..9) {
                    let at = random.usize(..bytes.len());
                    bytes.splice(at..at, TOKENS[random.usize(..TOKENS.len())].iter().copied());
                }
            }
        }
        let formats = FORMATS.iter().map(|f| Some(f.info().id));
        for format in formats.chain([None]) {
            let (one, _) = judged(&bytes, format, 1);
            let (two, _) = judged(&bytes, format, 2);
            assert_eq!(one, two, "round {round}");
        }
    }
}

#[test]
fn million_fold_nesting() {
    const N: usize = 1_000_000;
    for token in [
        "(",
        "(;",
        "(;B[hh]",
        "[",
        "(;C[",
        "{",
        "{\"a\":",
        "{\"pentad\":1,\"tree\":[",
        ")",
        "]",
        "}",
        "\\",
        "\"",
        "[Game \"",
    ] {
        let nested = token.repeat(N);
        let (lines, _) = judged(nested.as_bytes(), None, 2);
        assert!(!lines.is_empty(), "{token}");
        for (format, _) in GOOD {
            judged(nested.as_bytes(), Some(format), 1);
        }
    }
    let closed = format!("{}{}", "(;B[hh]".repeat(N / 10), ")".repeat(N / 10));
    let (lines, _) = judged(closed.as_bytes(), None, 1);
    assert_eq!((lines.len(), &lines[0]["plies"]), (1, &Value::from(N / 10)));
    let nested = format!("{{\"pentad\":1,\"what\":{}{},\"moves\":[\"h8\"]}}", "[".repeat(N / 10), "]".repeat(N / 10));
    let (lines, _) = judged(nested.as_bytes(), None, 1);
    assert_eq!(lines.len(), 1);
}

#[test]
fn the_program_lives_through_all_of_it() {
    let unclosed = |text: &str| format!("{text}{}", SGF.replace(")", ""));
    let cr_only = |text: &str| text.replace("\r\n", "\n").replace('\n', "\r");
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("empty", vec![]),
        ("blanks", b" \r\n\t\n".repeat(1000)),
        ("one byte", vec![b'(']),
        ("NULs", vec![0; 100_000]),
        ("NULs in a game", SGF.replace("hh", "h\0h").replace("Bob", "\0").into_bytes()),
        ("BOM alone", b"\xEF\xBB\xBF".to_vec()),
        ("BOMs", [&b"\xEF\xBB\xBF\xEF\xBB\xBF"[..], SGF.as_bytes()].concat()),
        ("BOM and jsonl", [&b"\xEF\xBB\xBF"[..], JSONL.as_bytes()].concat()),
        ("BOM and pente", [&b"\xEF\xBB\xBF"[..], PENTE.as_bytes()].concat()),
        ("UTF-16", SGF.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("UTF-16 with BOM", format!("\u{feff}{SGF}").encode_utf16().flat_map(u16::to_be_bytes).collect()),
        ("unclosed games", unclosed("").repeat(50).into_bytes()),
        ("unclosed value", format!("(;GM[4]C[{}", SGF.repeat(500)).into_bytes()),
        ("unclosed JSON", JSONL.replace('}', "").repeat(50).into_bytes()),
        ("unclosed tags", PENTE.replace(']', "").repeat(50).into_bytes()),
        ("CR only, sgf", cr_only(SGF).into_bytes()),
        ("CR only, pente", cr_only(PENTE).into_bytes()),
        ("CR only, jsonl", cr_only(JSONL).into_bytes()),
        ("all formats in one", [SGF, PENTE, JSONL, SGF].concat().into_bytes()),
        ("nested games", "(;".repeat(1_000_000).into_bytes()),
        ("a broken gzip", b"\x1F\x8B\x08\0\0\0\0\0\0\xFF\x01\x02".to_vec()),
        ("a broken zstd", b"\x28\xB5\x2F\xFD\xFF\xFF\xFF\xFF\xFF\xFF\xFF".to_vec()),
        ("a broken zip", b"PK\x03\x04\0\0\0\0".repeat(100)),
    ];
    for (name, bytes) in &cases {
        let lines = program(name, bytes, &[]);
        assert!(!lines.is_empty(), "{name}: a file is never passed over in silence");
        if name.starts_with("BOM and") || name.starts_with("CR only") && !name.contains("jsonl") {
            assert_eq!(lines.len(), 2, "{name}: {lines:?}");
        }
    }
    for (format, _) in GOOD {
        for (name, bytes) in cases.iter().filter(|(name, _)| name.contains("NUL") || name.contains("nested")) {
            program(name, bytes, &["--from", format]);
        }
    }
}

#[test]
fn a_million_empty_games() {
    const N: usize = 1_000_000;
    let run = program::run(["check", "--summary", "--expect", "1000000", "-"], &b"(;)\n".repeat(N));
    sound(&run);
    assert_eq!(summary(&run)[0], N as u64, "{}", run.text());
    let lines = program("empty games", &b"(;)".repeat(N / 50), &[]);
    assert_eq!(lines.len(), N / 50);
    for (format, record) in [("jsonl", "{}\n"), ("jsonl", "0\n"), ("pente", "[Game \"Pente\"]\n\n")] {
        let lines = program(format, record.repeat(N / 50).as_bytes(), &["--from", format]);
        assert_eq!(lines.len(), N / 50, "{format} {record:?}");
    }
}

/// A line of 1 GiB, and a sound record after it.
#[test]
fn a_line_of_a_gibibyte_takes_no_memory() {
    const PIECE: usize = 1 << 20;
    let cases: [(&str, &str, &str, &str); 4] = [
        ("sgf", "(;GM[4]C[", "one endless comment ", "])\n(;GM[4]SZ[15];B[hh])\n"),
        ("sgf", "(;GM[4]SZ[15]", ";B[hh];W[ii]", ")\n(;GM[4]SZ[15];B[hh])\n"),
        ("jsonl", "{\"pentad\":1,\"moves\":[\"h8\"", ",\"i9\"", "]}\n{\"pentad\":1,\"moves\":[\"h8\"]}\n"),
        (
            "pente",
            "[Game \"Pente\"]\n[Player 1 Name \"a\"]\n\n1. K10 ",
            "L10 ",
            "\n\n[Game \"Pente\"]\n[Player 1 Name \"a\"]\n\n1. K10\n",
        ),
    ];
    for (format, head, token, tail) in cases {
        let args = ["check", "--format", "jsonl", "--from", format, "-j", "2", "-"];
        let mut child = program::command(args).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        let id = child.id();
        let generator = thread::spawn(move || {
            let piece = token.repeat(PIECE / token.len());
            pipe.write_all(head.as_bytes()).unwrap();
            for _ in 0..(1 << 30) / piece.len() + 1 {
                pipe.write_all(piece.as_bytes()).unwrap();
            }
            pipe.write_all(tail.as_bytes()).unwrap();
            // The program still waits for the end of the file here.
            peak_memory(id)
        });
        let run = program::finish(child);
        let peak = generator.join().unwrap();
        sound(&run);
        let lines = run.lines();
        in_order(&lines);
        assert_eq!(lines.len(), 2, "{format}: {lines:?}");
        assert_eq!(program::names(&lines[0], "error"), ["record-too-large"], "{format}");
        assert_eq!((&lines[1]["verdict"], &lines[1]["plies"]), (&Value::from("legal"), &Value::from(1)), "{format}");
        match peak {
            Some(kib) => {
                println!("{format}, {token:?}: peak {} MB", kib * 1024 / 1_000_000);
                assert!(kib * 1024 < 200_000_000, "{format}: {kib} KiB");
            }
            None => println!("memory is measured on Linux only"),
        }
    }
}

/// The most memory that a process has held, in KiB.
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

/// Ctrl-c while a read waits for input that does not come: the program ends by itself all the same.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_read_that_waits() {
    let mut child = program::command(["check", "-"]).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(SGF.as_bytes()).unwrap();
    pipe.flush().unwrap();
    // The handler is there once the program reads.
    thread::sleep(std::time::Duration::from_millis(500));
    let pid = child.id().to_string();
    assert!(std::process::Command::new("sh").args(["-c", "kill -INT $0", &pid]).status().unwrap().success());
    let status = child.wait().unwrap().code();
    drop(pipe);
    assert_eq!(status, Some(130));
}
