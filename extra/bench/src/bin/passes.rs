//! The parts of a check one by one, in memory, on one thread: `passes FORMAT FILE` times all of them and prints a JSON line for each.
//! `passes FORMAT FILE PASS RUNS` runs one of them so often and prints nothing: for counting instructions.

use std::hint::black_box;
use std::process::ExitCode;

use nix::time::{ClockId, clock_gettime};
use pentad_corpus::{Judge, JudgeOptions};
use pentad_formats::{Encoding, Format, Frame, ReadOptions, Record, find_format};
use pentad_rules::{Board, Case, Color, Events, Fouls, Game, PointSurvey, Policy, Replay, Size, forbidden_points};

/// How often each pass is timed.
const REPEATS: usize = 7;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pass {
    /// Ends of records.
    Frame,
    /// Ends of records, and their headers.
    List,
    /// The whole of each record.
    Scan,
    /// The same, judged.
    Check,
}

const PASSES: [(&str, Pass); 4] =
    [("frame", Pass::Frame), ("list", Pass::List), ("scan", Pass::Scan), ("check", Pass::Check)];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [id, path, rest @ ..] = &arguments[..] else { return usage() };
    let (Some(format), Ok(bytes)) = (find_format(id), std::fs::read(path)) else { return usage() };
    match rest {
        [] => time_all(format, &bytes),
        [name, runs] => {
            let pass = PASSES.iter().find(|(known, _)| known == name);
            let (Some((_, pass)), Ok(runs)) = (pass, runs.parse::<u32>()) else { return usage() };
            let mut state = State::default();
            for _ in 0..runs {
                black_box(state.run(format, &bytes, *pass));
            }
        }
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: passes FORMAT FILE [frame|list|scan|check RUNS]");
    ExitCode::from(2)
}

#[derive(Default)]
struct State {
    record: Record,
    judge: Judge,
    options: JudgeOptions,
}

#[derive(Default, Clone, Copy)]
struct Seen {
    records: u64,
    plies: u64,
}

impl State {
    fn run(&mut self, format: &dyn Format, bytes: &[u8], pass: Pass) -> Seen {
        let options = ReadOptions {
            headers_only: pass == Pass::List,
            // As `pentad check` does.
            skip_notes: pass == Pass::Check,
            ..ReadOptions::default()
        };
        let (mut framer, mut rest) = (format.framer(Encoding::UTF_8), bytes);
        let mut seen = Seen::default();
        while let Frame::Record { end } = framer.next(rest, true) {
            seen.records += 1;
            if pass != Pass::Frame {
                self.record.clear();
                format.read(&rest[..end], &options, &mut self.record);
                // Of a library its nodes.
                let nodes = self.record.tree.as_ref().filter(|_| !format.info().many).map(|t| t.len() - 1);
                seen.plies += nodes.unwrap_or(self.record.events.len()) as u64;
            }
            if pass == Pass::Check {
                self.judge.judge(&self.record, format.info().id, &self.options);
                black_box(self.judge.verdict());
            }
            rest = &rest[end..];
        }
        seen
    }
}

fn time_all(format: &dyn Format, bytes: &[u8]) {
    let mut state = State::default();
    let mut seen = Seen::default();
    for (name, pass) in PASSES {
        let seconds = timed(|| seen = state.run(format, bytes, pass));
        tell(name, bytes.len(), seen, &seconds);
    }
    // What the last pass saw holds for all of them; a part of the games is enough for what follows.
    let games = games(format, &bytes[..bytes.len().min(20_000_000)]);
    let seen = Seen { records: games.len() as u64, plies: games.iter().map(|g| g.len() as u64).sum() };
    tell("replay", 0, seen, &timed(|| replay(&games)));
    let mut boards: Vec<_> = games.iter().take(20_000).map(position).collect();
    let positions = Seen { records: boards.len() as u64, plies: 0 };
    let mut survey = PointSurvey::default();
    let seconds = timed(|| {
        for board in &mut boards {
            forbidden_points(board, Color::Black, Fouls::ALL, &mut survey);
            black_box(&survey);
        }
    });
    tell("forbidden", 0, positions, &seconds);
}

fn games(format: &dyn Format, bytes: &[u8]) -> Vec<Events> {
    let (mut framer, mut rest) = (format.framer(Encoding::UTF_8), bytes);
    let (mut record, mut games) = (Record::new(), Vec::new());
    while let Frame::Record { end } = framer.next(rest, true) {
        record.clear();
        format.read(&rest[..end], &ReadOptions::default(), &mut record);
        games.push(record.events.clone());
        rest = &rest[end..];
    }
    games
}

/// Games that are parsed, as renju.
fn replay(games: &[Events]) {
    let renju = Game::find("renju").expect("a known game");
    let (mut replay, policy) = (Replay::new(), Policy::default());
    for events in games {
        let size = Size::RENJU;
        let case = Case {
            rules: &renju.rules,
            opening: None,
            size,
            start: None,
            events,
            bare: true,
            painted: false,
            stated: None,
        };
        black_box(replay.judge(&case, &policy));
    }
}

fn position(events: &Events) -> Board {
    let mut board = Board::new(Size::RENJU);
    for (n, point) in events.iter().filter_map(|event| event.point()).enumerate() {
        board.place(point, if n.is_multiple_of(2) { Color::Black } else { Color::White });
    }
    board
}

/// Seconds of processor time of each run, shortest first.
fn timed(mut job: impl FnMut()) -> Vec<f64> {
    let clock = || {
        let now = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("the system has this clock");
        now.tv_sec() as f64 + now.tv_nsec() as f64 / 1e9
    };
    let mut seconds: Vec<_> = (0..REPEATS)
        .map(|_| {
            let start = clock();
            job();
            clock() - start
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    seconds
}

fn tell(pass: &str, bytes: usize, seen: Seen, seconds: &[f64]) {
    let (best, median) = (seconds[0], seconds[seconds.len() / 2]);
    let Seen { records, plies } = seen;
    let line = serde_json::json!({ "pass": pass, "bytes": bytes, "records": records, "plies": plies, "best": best, "median": median });
    println!("{line}");
}
