//! `pentad forbidden`: which points are forbidden for Black, and the proof.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::path::Path;

use anstyle::AnsiColor;
use anyhow::{Context as _, bail};
use pentad_rules::{Board, Color, Coords, Foul, Fouls, Point, PointSurvey, Size, forbidden_points, prove};
use serde::{Deserialize, Serialize};

use crate::args::{CheckShape, ForbiddenArgs};
use crate::board_text::{self, Mark};
use crate::exit::Done;

/// Positions are short lines: 26×26 points of six bytes and some JSON.
const LONGEST_LINE: u64 = 64 * 1024;

/// A position as it is given. Unequal numbers of stones and standing fives are accepted; other keys are passed over.
#[derive(Deserialize)]
struct Position {
    #[serde(default)]
    size: SizeJson,
    #[serde(default)]
    black: Vec<String>,
    #[serde(default)]
    white: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "size is a number from 5 to 26, or two as [20,15]")]
enum SizeJson {
    Square(u8),
    Oblong(u8, u8),
}

impl Default for SizeJson {
    fn default() -> SizeJson {
        SizeJson::Square(15)
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Points { forbidden: BTreeMap<String, Vec<&'static str>>, five: Vec<String> },
    Error { error: String },
}

pub(crate) fn run(args: &ForbiddenArgs) -> anyhow::Result<Done> {
    if args.position == "-" {
        return many(args, &mut io::stdin().lock());
    }
    if Path::new(&args.position).is_file() {
        let file = std::fs::File::open(&args.position).with_context(|| args.position.clone())?;
        return many(args, &mut BufReader::new(file));
    }
    one(args, given_position(args)?)
}

/// Answers one line for each line of input; a line that is no position gets an answer with an error, and the run goes on.
fn many(args: &ForbiddenArgs, input: &mut dyn BufRead) -> anyhow::Result<Done> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut line, mut number, mut bad) = (Vec::new(), 0u64, 0u64);
    loop {
        line.clear();
        if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        number += 1;
        let cut = line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n');
        if cut {
            skip_line(input)?;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let board = if cut { Err(anyhow::anyhow!("the line is too long")) } else { parse_json(&line) };
        bad += u64::from(board.is_err());
        match (args.format, board) {
            (CheckShape::Jsonl, board) => {
                let answer = match board {
                    Ok(mut board) => answer(&mut board),
                    Err(error) => Answer::Error { error: format!("line {number}: {error:#}") },
                };
                serde_json::to_writer(&mut out, &answer).map_err(io::Error::from)?;
                writeln!(out)?;
            }
            (CheckShape::Text, Ok(board)) => {
                writeln!(out, "position of line {number}")?;
                out.flush()?;
                one(args, board)?;
            }
            (CheckShape::Text, Err(error)) => say!("line {number}: {error:#}"),
        }
    }
    out.flush()?;
    if bad > 0 {
        bail!("{bad} of {number} lines hold no position");
    }
    Ok(Done::Sound)
}

fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, done) = match buffer.iter().position(|&b| b == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

fn parse_json(line: &[u8]) -> anyhow::Result<Board> {
    let position: Position = serde_json::from_slice(line)?;
    let (width, height) = match position.size {
        SizeJson::Square(n) => (n, n),
        SizeJson::Oblong(w, h) => (w, h),
    };
    let size = Size::new(width, height).context("boards are 5 to 26 points wide and high")?;
    let mut board = Board::new(size);
    for (stones, color) in [(&position.black, Color::Black), (&position.white, Color::White)] {
        for text in stones {
            put(&mut board, text, color)?;
        }
    }
    Ok(board)
}

fn put(board: &mut Board, text: &str, color: Color) -> anyhow::Result<()> {
    let point = point(board, text)?;
    if !board.is_empty(point) {
        bail!("{text} is named twice");
    }
    board.place(point, color);
    Ok(())
}

fn point(board: &Board, text: &str) -> anyhow::Result<Point> {
    let point = Point::parse(text, Coords::WithI).filter(|&p| board.size().contains(p));
    point.with_context(|| format!("\"{text}\" is no point of a {} board", board.size()))
}

/// The position of the command line: JSON, or moves in turn, Black first, with or without anything between them.
fn given_position(args: &ForbiddenArgs) -> anyhow::Result<Board> {
    if args.position.trim_start().starts_with('{') {
        return parse_json(args.position.as_bytes());
    }
    let mut board = Board::new(args.size);
    let mut color = Color::Black;
    for token in crate::moves_text::tokens(&args.position) {
        put(&mut board, token, color)
            .with_context(|| format!("\"{}\" is no file, and read as moves", args.position))?;
        color = !color;
    }
    Ok(board)
}

fn answer(board: &mut Board) -> Answer {
    let survey = survey(board);
    Answer::Points {
        forbidden: survey
            .forbidden
            .iter()
            .map(|(p, fouls)| (text(*p), fouls.iter().map(Foul::name).collect()))
            .collect(),
        five: survey.fives.iter().map(|p| text(*p)).collect(),
    }
}

fn text(point: Point) -> String {
    point.text(Coords::WithI).to_string()
}

fn survey(board: &mut Board) -> PointSurvey {
    let mut survey = PointSurvey::default();
    forbidden_points(board, Color::Black, Fouls::ALL, &mut survey);
    survey
}

/// One position for people: the board with marks, a line per forbidden point, and the proofs that were asked for.
fn one(args: &ForbiddenArgs, mut board: Board) -> anyhow::Result<Done> {
    if args.format == CheckShape::Jsonl {
        let line = serde_json::to_string(&answer(&mut board))?;
        writeln!(io::stdout().lock(), "{line}")?;
        return Ok(Done::Sound);
    }
    let found = survey(&mut board);
    let explained = explained(args, &board, &found)?;
    let mut out = board_text::draw(&board, Coords::WithI, |point| mark(&found, point));
    out.push('\n');
    if found.forbidden.is_empty() {
        out.push_str("No point is forbidden for Black.\n");
    }
    for (point, fouls) in &found.forbidden {
        let kinds: Vec<_> = fouls.iter().map(Foul::name).collect();
        let _ = writeln!(out, "{:<4}{}", text(*point), kinds.join(", "));
    }
    if !found.fives.is_empty() {
        let fives: Vec<_> = found.fives.iter().map(|p| text(*p)).collect();
        let _ = writeln!(out, "Black makes a five at {}; a five beats every foul.", fives.join(", "));
    }
    for point in explained {
        let proof = prove(&mut board, point, Color::Black, Fouls::ALL);
        let _ = write!(out, "\n{}", proof.story(Coords::WithI));
    }
    write!(anstream::stdout().lock(), "{out}")?;
    Ok(Done::Sound)
}

/// The points whose proof is asked for.
fn explained(args: &ForbiddenArgs, board: &Board, found: &PointSurvey) -> anyhow::Result<Vec<Point>> {
    match args.explain.as_deref() {
        None => Ok(Vec::new()),
        Some("all") => Ok(found.forbidden.iter().map(|(p, _)| *p).collect()),
        Some(named) => {
            let point = point(board, named)?;
            if !board.is_empty(point) {
                bail!("{named} is occupied");
            }
            Ok(vec![point])
        }
    }
}

fn mark(found: &PointSurvey, point: Point) -> Option<Mark> {
    if found.fives.contains(&point) {
        return Some(Mark::new("5", AnsiColor::Green));
    }
    let fouls = found.forbidden.iter().find(|(p, _)| *p == point).map(|(_, f)| *f)?;
    let sign = if fouls.contains(Foul::Overline) {
        "6"
    } else if fouls.contains(Foul::DoubleFour) {
        "4"
    } else {
        "3"
    };
    Some(Mark::new(sign, AnsiColor::Red))
}
