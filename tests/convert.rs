//! `pentad convert` with files: what appears, under which name, with which bytes, and what does not appear.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod program;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use program::Run;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with files, in which the program runs.
struct Room(TempDir);

impl Room {
    fn with(files: &[(&str, &[u8])]) -> Room {
        let room = Room(tempfile::tempdir().unwrap());
        for (name, bytes) in files {
            let path = room.0.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        room
    }

    fn convert(&self, args: &str) -> Run {
        let mut command = program::command(["convert"].into_iter().chain(args.split(' ')));
        program::finish(command.current_dir(self.0.path()).stdin(Stdio::null()).spawn().unwrap())
    }

    fn converted(&self, args: &str) -> Run {
        let run = self.convert(args);
        assert_eq!(run.status, Some(0), "{args}: {}", run.stderr);
        run
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap()
    }

    /// Everything that lies in a folder, hidden files included.
    fn listed(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.0.path().join(folder)).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn ids(jsonl: &str) -> Vec<String> {
    let id = |line: &str| serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned();
    jsonl.lines().map(id).collect()
}

const GAMES: &[u8] = br#"{"pentad":1,"id":"a","rules":"renju","size":15,"black":{"name":"Ann"},"white":{"name":"Bo"},"date":"2025-03-09","moves":["h8","h9","i9"]}
{"pentad":1,"id":"b","rules":"Renju","size":15,"black":{"name":"Bo"},"white":{"name":"Cy / Dee"},"date":"2026","moves":["h8","i9","i7"],"comments":{"e1":"x"}}
{"pentad":1,"id":"c","size":15,"black":{"name":"ann"},"moves":["a1","b2"]}
"#;

#[test]
fn the_extension_tells_the_format() {
    let room = Room::with(&[("games.jsonl", GAMES)]);
    room.converted("games.jsonl -o games.sgf");
    assert_eq!(room.text("games.sgf").matches("(;FF[4]").count(), 3);
    room.converted("games.sgf -o back.jsonl");
    assert_eq!(room.bytes("back.jsonl"), GAMES);
    assert_eq!(room.listed("."), ["back.jsonl", "games.jsonl", "games.sgf"], "nothing else is left");
}

#[test]
fn a_file_in_its_own_format_is_the_same_file() {
    let files: [(&str, &[u8]); 9] = [
        ("a.jsonl", b"\n \n{\"pentad\":1,  \"moves\":[\"h8\"]}\r\n\r\n{\"pentad\":1,\"moves\":[ ]}\n\n \n"),
        ("b.sgf", b"words (;GM[4]SZ[15]C[\xB0\xA1]\n;B[hh])\n\nmore (;B[aa] )(;W[bb])\n the end\n\n"),
        ("c.sgf", b"\xEF\xBB\xBF(;GM[4]ZZ[1][2];b[HH])"),
        ("d.pente", b"[Game \"Pente\"]\r\n[Site \"x\"]\r\n\r\n1. K10 L10 0-1[Game \"Pente\"]\n\n1. K10\n\n\n"),
        ("e.psq", b"Piskvorky 15x15 , 0 - 0\n6,9,0\n-1\nrest\n\n"),
        ("f.psq", b"Piskvorky 20x20, 1:2, 1\r\n1,1,1\r\n\r\nann\r\n-1"),
        ("g.pos", b"\x02\x20\x20   "),
        ("h.sav", b"15\r\n15\r\n1\r\n7 7\r\n"),
        ("i.jsonl", b"{\"pentad\":1,\"moves\":[\"h8\"]}"),
    ];
    let room = Room::with(&files);
    for (name, bytes) in files {
        let extension = name.rsplit('.').next().unwrap();
        for threads in ["1", "2"] {
            room.converted(&format!("{name} -o same.{extension} --force -j {threads}"));
            assert_eq!(room.bytes(&format!("same.{extension}")), bytes, "{name}");
        }
        room.converted(&format!("{name} -o new.{extension} --force --rewrite"));
    }
}

#[test]
fn big_files_keep_every_byte_at_any_number_of_threads() {
    let mut games = Vec::new();
    for n in 0..60_000 {
        games.extend_from_slice(format!("(;GM[4]SZ[15]GN[{n}] ;B[hh];W[hg];B[ig];W[gi];B[gf])\n\n").as_bytes());
        if n % 1000 == 0 {
            games.extend_from_slice(b"between the games\r\n");
        }
    }
    let room = Room::with(&[("games.sgf", &games)]);
    let mut outputs = Vec::new();
    for threads in ["1", "2", "3"] {
        room.converted(&format!("games.sgf -o same.sgf --force -j {threads}"));
        assert!(room.bytes("same.sgf") == games);
        let run = room.converted(&format!("games.sgf -o all.jsonl --force -j {threads}"));
        let sample = room.converted(&format!("games.sgf -o some.jsonl --force --sample 100 --seed 3 -j {threads}"));
        outputs.push((room.bytes("all.jsonl"), run.stderr, room.bytes("some.jsonl"), sample.stderr));
    }
    assert!(outputs[0] == outputs[1] && outputs[0] == outputs[2]);
    assert_eq!(ids(std::str::from_utf8(&outputs[0].2).unwrap()).len(), 100);
}

#[test]
fn samples_are_fair() {
    let games: String = (0..100).map(|n| format!("{{\"pentad\":1,\"id\":\"{n}\",\"moves\":[]}}\n")).collect();
    let room = Room::with(&[("games.jsonl", games.as_bytes())]);
    let mut drawn = BTreeMap::<String, u32>::new();
    for seed in 0..100 {
        let run = room.converted(&format!("games.jsonl -o - --to jsonl --sample 10 --seed {seed} -q"));
        let ids = ids(run.text());
        assert_eq!(ids.len(), 10);
        ids.into_iter().for_each(|id| *drawn.entry(id).or_default() += 1);
    }
    // Each is expected 10 times with a standard deviation of 3.
    assert!(drawn.len() == 100 && drawn.values().all(|&n| n <= 25), "{drawn:?}");
    assert_eq!(ids(room.converted("games.jsonl -o - --to jsonl --sample 200 -q").text()).len(), 100);
}

#[test]
fn groups_have_safe_names_that_differ() {
    let split = |by: &str| {
        let room = Room::with(&[("games.jsonl", GAMES)]);
        room.converted(&format!("games.jsonl -o out/deep --to jsonl --split-by {by}"));
        assert_eq!(room.listed("."), ["games.jsonl", "out"]);
        let files = room.listed("out/deep");
        let told = files.iter().map(|f| format!("{f} {}", ids(&room.text(&format!("out/deep/{f}"))).concat()));
        told.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(split("record"), "games-000001.jsonl a, games-000002.jsonl b, games-000003.jsonl c");
    assert_eq!(split("opening"), "D4.jsonl a, I2.jsonl b, other.jsonl c".replace("I2", &opening_of_b()));
    assert_eq!(split("rule"), "renju.jsonl ab, unknown.jsonl c");
    assert_eq!(split("year"), "2025.jsonl a, 2026.jsonl b, unknown.jsonl c");
    assert_eq!(split("player"), "Ann.jsonl a, Bo.jsonl ab, Cy___Dee.jsonl b, ann-2.jsonl c, unknown.jsonl c");
}

fn opening_of_b() -> String {
    let run = program::run(["check", "--format", "jsonl", "-"], GAMES);
    run.lines()[1]["opening_code"].as_str().unwrap().to_owned()
}

#[test]
fn one_record_formats_get_a_file_for_each_record() {
    let room = Room::with(&[("games.jsonl", GAMES), ("more/games.jsonl", GAMES)]);
    let run = room.converted("games.jsonl more -o out --to psq --split-by record");
    assert_eq!(room.listed("out").len(), 6);
    assert!(room.listed("out").contains(&"games-000001-2.psq".to_owned()), "{:?}", room.listed("out"));
    assert!(
        run.stderr
            .ends_with("6 records = 6 converted + 0 not convertible + 0 unreadable + 0 refused; 6 files in out\n")
    );
    // And back into one file.
    room.converted("out -o back.jsonl");
    assert_eq!(room.text("back.jsonl").lines().count(), 6);
    // A year has more than one game.
    let run = room.convert("games.jsonl more -o years --to psq --split-by year");
    assert_eq!((run.status, room.0.path().join("years").exists()), (Some(2), false), "{}", run.stderr);
}

#[test]
fn nothing_appears_when_something_is_denied_or_fails() {
    let room = Room::with(&[("games.jsonl", GAMES)]);
    let before = room.listed(".");
    let denied = room.convert("games.jsonl -o one.sgf --to sav --deny-loss --split-by record");
    assert_eq!(denied.status, Some(1), "{}", denied.stderr);
    let failed = room.convert("games.jsonl -o one.psq");
    assert_eq!(failed.status, Some(2), "{}", failed.stderr);
    let denied = room.convert("games.jsonl -o one.pente --deny-loss");
    assert_eq!(denied.status, Some(1), "{}", denied.stderr);
    assert_eq!(room.listed("."), before);
    let to_stdout = room.convert("games.jsonl -o - --to pente --deny-loss");
    assert_eq!((to_stdout.status, to_stdout.stdout.len()), (Some(1), 0));
    let nothing = room.convert("games.jsonl -o no/such/folder.sgf");
    assert_eq!(nothing.status, Some(2), "{}", nothing.stderr);
    assert_eq!(room.listed("."), before);
}

#[test]
fn nothing_is_replaced_unasked_and_an_input_never() {
    let room = Room::with(&[("games.jsonl", GAMES), ("old.sgf", b"(;GM[4])"), ("out/a.jsonl", GAMES)]);
    assert_eq!(room.convert("games.jsonl -o old.sgf").status, Some(2));
    assert_eq!(room.bytes("old.sgf"), b"(;GM[4])");
    room.converted("games.jsonl -o old.sgf --force");
    assert!(room.bytes("old.sgf").len() > 100);
    // Found in a folder, an input is an input all the same.
    for args in [
        ". -o games.jsonl --force",
        "out -o out/a.jsonl --force",
        "./out/a.jsonl -o out --to jsonl --split-by record --force",
    ] {
        let run = room.convert(args);
        let kept = args.contains("--split-by");
        assert_eq!(run.status, Some(if kept { 0 } else { 2 }), "{args}: {}", run.stderr);
        assert_eq!(room.bytes("out/a.jsonl"), GAMES);
        assert_eq!(room.bytes("games.jsonl"), GAMES);
    }
    let year = Room::with(&[("2025.jsonl", GAMES)]);
    let run = year.convert("2025.jsonl -o . --to jsonl --split-by year --force");
    assert_eq!((run.status, year.listed(".")), (Some(2), vec!["2025.jsonl".to_owned()]), "{}", run.stderr);
    assert_eq!(year.convert("2025.jsonl -o . --to jsonl --split-by year").status, Some(2));
}

#[test]
fn the_loss_file_tells_record_by_record() {
    let room = Room::with(&[("games.jsonl", &[GAMES, b"no json\n"].concat())]);
    let run = room.convert("games.jsonl -o out --to sav --split-by record --loss lost.jsonl");
    assert_eq!(run.status, Some(2), "a record could not be converted: {}", run.stderr);
    let lines: Vec<Value> = room.text("lost.jsonl").lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let why = "the format has no place for it";
    let id = |record: u64| ["a", "b", "c"][record as usize - 1];
    let line = |record: u64, what: &str| json!({"file":"games.jsonl","record":record,"id":id(record),"to":"sav","what":what,"count":1,"why":why});
    for expected in [line(1, "black.name"), line(2, "comments"), line(3, "id")] {
        assert!(lines.contains(&expected), "{expected} in {lines:?}");
    }
    let last = lines.last().unwrap();
    assert_eq!((&last["record"], &last["what"], &last["id"]), (&json!(4), &json!("record"), &Value::Null));
    // It appears when the output is denied: that is when it is needed.
    let run = room.convert("games.jsonl -o all.pente --deny-loss --loss why.jsonl");
    assert_eq!((run.status, room.0.path().join("all.pente").exists()), (Some(1), false));
    assert!(!room.text("why.jsonl").is_empty());
    assert_eq!(room.convert("games.jsonl -o all.sgf --loss why.jsonl").status, Some(2), "it is there already");
    assert_eq!(room.convert("games.jsonl -o all.sgf --loss games.jsonl --force").status, Some(2), "an input");
    assert_eq!(room.convert("games.jsonl -o all.sgf --loss all.sgf").status, Some(2), "the output");
}

#[test]
fn a_tree_of_many_lines_is_written_line_by_line() {
    // A comb: each of the 224 stones of the main line has a sibling; then the same ten times over.
    let mut comb = String::from("(;GM[4]SZ[15]GN[comb]");
    let pair = |n: u32| [n % 15, n / 15].map(|c| char::from(b'a' + c as u8)).iter().collect::<String>();
    for n in 0..224 {
        let color = if n % 2 == 0 { 'B' } else { 'W' };
        comb += &format!("(;{color}[{}])(;{color}[{}]", pair(224), pair(n));
    }
    comb += &")".repeat(225);
    let small = comb.replace("comb", "small");
    let wide: String =
        (0..5).map(|_| comb.strip_prefix("(;GM[4]SZ[15]GN[comb]").unwrap().strip_suffix(')').unwrap()).collect();
    let big = format!("(;GM[4]SZ[15]GN[big]{wide})");
    let room = Room::with(&[("a.sgf", format!("{small}\n{big}\n{small}").as_bytes())]);
    let mut outputs = Vec::new();
    for threads in ["1", "3"] {
        let run = room.converted(&format!("a.sgf -o - --to jsonl --lines -j {threads}"));
        let ids = ids(run.text());
        assert_eq!((ids.len(), ids.iter().filter(|id| *id == "big").count()), (225 * 7, 225 * 5));
        assert!(ids[..225].iter().chain(&ids[225 * 6..]).all(|id| id == "small"), "in the order of the input");
        assert!(run.stderr.contains("3 records = 3 converted") && run.stderr.contains("1,575 lines"), "{}", run.stderr);
        outputs.push(run.stdout);
    }
    assert!(outputs[0] == outputs[1]);
    room.converted("a.sgf -o out --to psq --lines --split-by record");
    assert_eq!(room.listed("out").len(), 225 * 7);
    assert_eq!(room.listed("out")[..2], ["a-000001-0001.psq", "a-000001-0002.psq"]);
}

#[test]
fn merged_files_are_in_one_encoding() {
    let gbk: &[u8] = b"(;GM[4]SZ[15]PB[\xD6\xD0\xB4\xE5];B[hh])\n";
    let room = Room::with(&[("a.sgf", gbk), ("b.sgf", "(;GM[4]SZ[15]PB[Meritée];B[hh])".as_bytes())]);
    room.converted("a.sgf -o alone.sgf --encoding GBK");
    assert_eq!(room.bytes("alone.sgf"), gbk, "alone it keeps its bytes");
    room.converted("a.sgf b.sgf -o both.sgf --encoding GBK");
    let both = room.text("both.sgf");
    assert!(both.contains("PB[中村]") && both.ends_with("(;GM[4]SZ[15]PB[Meritée];B[hh])"), "{both}");
    room.converted("both.sgf -o gbk.sgf --encoding-out GB18030");
    room.converted("gbk.sgf -o back.jsonl");
    // The second byte of this character is a backslash in Shift_JIS.
    let shift =
        Room::with(&[("a.jsonl", r#"{"pentad":1,"size":15,"black":{"name":"表]表"},"moves":["h8"]}"#.as_bytes())]);
    shift.converted("a.jsonl -o a.sgf --encoding-out Shift_JIS");
    shift.converted("a.sgf -o b.jsonl");
    assert!(shift.text("b.jsonl").contains("\"表]表\""), "{}", shift.text("b.jsonl"));
    assert!(room.text("back.jsonl").contains("中村") && room.text("back.jsonl").contains("Meritée"));
}

#[test]
fn a_file_of_one_small_record_is_bounded_as_a_record_is() {
    let long = format!("Piskvorky 15x15, 0:0, 0\n{}-1\n", "1,1,1\n".repeat(1000));
    let room = Room::with(&[("long.psq", long.as_bytes())]);
    let run = room.convert("long.psq -o a.jsonl --max-record 2k");
    assert_eq!(run.status, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("more than --max-record allows"), "{}", run.stderr);
    assert_eq!(room.listed("."), ["long.psq"]);
}

#[test]
fn a_psq_has_three_right_answers() {
    // Bug report 2: six in a row, and the file says no rule.
    let moves = "2,10,0 5,10,0 6,11,1 7,9,0 6,10,1 8,8,8 6,8,2 7,7,7 6,7,6 9,10,5 6,12,1 17,5,2 6,9,0";
    let psq = format!("Piskvorky 20x20, 0:0, 0\n{}\n-1\n", moves.replace(' ', "\n"));
    for (rules, by, winner) in [
        ("gomoku-freestyle", "overline", "black"),
        ("gomoku-standard", "none", "none"),
        ("renju", "forbidden", "white"),
    ] {
        let verdicts = program::check(&["--rules", rules, "-"], psq.as_bytes());
        assert_eq!((&verdicts[0]["end"]["by"], &verdicts[0]["end"]["winner"]), (&json!(by), &json!(winner)), "{rules}");
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_run_quietly() {
    let games = GAMES.repeat(5000);
    let room = Room::with(&[("games.jsonl", &games)]);
    let mut command = program::command(["convert", "games.jsonl", "-o", "-", "--to", "sgf"]);
    let mut child = command.current_dir(room.0.path()).stdin(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    let run = program::finish(child);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_device_is_written_and_not_replaced() {
    if !Path::new("/dev/null").exists() {
        return;
    }
    let room = Room::with(&[("games.jsonl", GAMES)]);
    room.converted("games.jsonl -o /dev/null --to sgf");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

/// What was done when the user interrupts is there, whole, under a name that tells that it is not all.
#[cfg(unix)]
#[test]
fn an_interruption_keeps_what_is_done() {
    use std::io::Write as _;
    let room = Room::with(&[]);
    let mut command = program::command(["convert", "-", "--from", "sgf", "-o", "out.jsonl", "--loss", "loss.jsonl"]);
    let mut child = command.current_dir(room.0.path()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let game = "(;GM[4]SZ[15]PB[A];B[hh];W[ii];B[ij])\n";
    let some = game.repeat(10_000);
    pipe.write_all(some.as_bytes()).unwrap();
    // A hidden folder of the loss file is there from the beginning, that of the output tells that something was converted.
    while fs::read_dir(room.0.path()).unwrap().count() < 2 {
        pipe.write_all(game.as_bytes()).unwrap();
    }
    let signal = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(signal.success());
    let writer = std::thread::spawn(move || while pipe.write_all(some.as_bytes()).is_ok() {});
    let run = program::finish(child);
    writer.join().unwrap();
    assert_eq!(run.status, Some(130), "{}", run.stderr);
    let kept = String::from_utf8(room.bytes("out.partial.jsonl")).unwrap();
    let records = kept.lines().count();
    assert!(kept.ends_with('\n') && records > 0);
    let number = records.to_string();
    let digits: String = run.stderr.chars().skip_while(|c| !c.is_ascii_digit()).take_while(|c| *c != ' ').collect();
    assert_eq!(digits.replace(',', ""), number, "{}", run.stderr);
    assert!(run.stderr.contains("what came of them is in out.partial.jsonl"), "{}", run.stderr);
    assert!(run.stderr.contains(&format!("--resume='-:{number}' goes on from there")), "{}", run.stderr);
    assert!(room.0.path().join("loss.partial.jsonl").exists() && !room.0.path().join("out.jsonl").exists());
}
