//! `pentad show`: a game or position on a board in the terminal.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use anstyle::{AnsiColor, Style};
use anyhow::bail;
use pentad_corpus::{Batch, Judge, JudgeOptions, RecordReader};
use pentad_formats::{Field, Record};
use pentad_rules::{Action, Coords, EndBy, OpeningNames, Point, Severity, Verdict};

use crate::args::{Common, InputArgs, ShowArgs};
use crate::board_text::{self, Mark};
use crate::exit::Done;
use crate::output::printable;
use crate::{input, opening_story, output, rules_file};

pub(crate) fn run(args: &ShowArgs, common: &Common) -> anyhow::Result<Done> {
    let options = rules_file::judge_options(&args.judge, args.opening.as_ref().and_then(|shown| shown.0.as_ref()))?;
    let names = rules_file::opening_names(&args.judge)?;
    // One thread sees the records in order and can count them.
    let input = InputArgs { threads: Some(1), ..args.input.clone() };
    let mut picture = None;
    let mut seen = 0;
    let run = input::run(
        &input,
        common,
        || (RecordReader::new(args.input.read_options(options.board())), Judge::new(), 0),
        |(reader, judge, seen), batch| {
            let wanted = args.record.checked_sub(*seen + 1).and_then(|i| batch.records().nth(i as usize));
            *seen += batch.len() as u64;
            (
                batch.len() as u64,
                wanted.map(|slice| picture_of(reader, judge, batch, &slice, &options, names.as_ref(), args)),
            )
        },
        |(records, found)| {
            seen += records;
            picture = found;
            Ok(if picture.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    )?;
    match (run.done(false), picture) {
        (Done::Interrupted, None) => Ok(Done::Interrupted),
        (_, Some(Ok(text))) => output::text(text.as_bytes()).map(|()| Done::Sound),
        (_, Some(Err(problem))) => bail!(problem),
        (_, None) => bail!("there is no record {}; {seen} were seen", args.record),
    }
}

fn picture_of(
    reader: &mut RecordReader,
    judge: &mut Judge,
    batch: &Batch,
    slice: &pentad_corpus::RecordSlice<'_>,
    options: &JudgeOptions,
    names: Option<&OpeningNames>,
    args: &ShowArgs,
) -> Result<String, String> {
    let record = reader.read(batch, slice);
    if !record.readable {
        let problem = record.findings.first().map_or("unreadable", |f| f.message.as_ref());
        return Err(format!("record {} of {} could not be read: {problem}", slice.number, batch.input.name()));
    }
    let mut shown = record.clone();
    // The board has letters, whatever the notation of the record.
    shown.coords = shown.coords.letters();
    if let Some(ply) = args.ply {
        shown.cut_after(ply);
    }
    let format = batch.input.format.map_or("", |f| f.info().id);
    let judgement = judge.judge(&shown, format, options);
    let verdict = judge.verdict();
    if args.opening.is_some() {
        let heading = heading(&shown, &judgement.game.title, &printable(batch.input.name()), slice.number);
        return Ok(heading + &opening_story::tell(&shown, &judgement, verdict, options));
    }
    let numbers = numbers(&shown, verdict);
    let last = numbers.iter().max_by_key(|(_, ply)| **ply).map(|(point, _)| *point);
    let line: Vec<Point> = verdict.end.lines.iter().flatten().copied().collect();
    let board = judge.replay().board();
    let mark = |point: Point| {
        let stone = board.at(point)?;
        let color = if line.contains(&point) {
            AnsiColor::Green
        } else if stone == pentad_rules::Color::Black {
            AnsiColor::Blue
        } else {
            AnsiColor::Yellow
        };
        let sign = if stone == pentad_rules::Color::Black { "X" } else { "O" };
        match numbers.get(&point) {
            Some(ply) if args.numbers => Some(Mark::new(ply.to_string(), color)),
            _ if Some(point) == last => {
                Some(Mark { text: sign.to_owned(), style: color.on_default().bold().underline() })
            }
            _ => Some(Mark::new(sign, color)),
        }
    };
    let mut out = heading(&shown, &judgement.game.title, &printable(batch.input.name()), slice.number);
    out += &board_text::draw(board, judgement.coords, mark);
    let name = names.and_then(|names| {
        let index = rules_file::named_opening(names, &shown, judgement.size)?;
        names.lines().get(index).map(|line| line.name.as_str())
    });
    out.push_str(&story(verdict, last, judgement.coords, name));
    for finding in judge.findings().iter().filter(|f| f.severity > Severity::Note) {
        let _ = writeln!(out, "{} {}: {}", finding.severity.name(), finding.code, finding.message);
    }
    Ok(out)
}

fn heading(record: &Record, game: &str, file: &str, number: u64) -> String {
    const BOLD: Style = Style::new().bold();
    let name = |field| record.get(field).unwrap_or("?");
    let result = record.stated_result().map_or("*", |r| r.text());
    let mut out = format!(
        "{BOLD}X {} - O {}  {result}{BOLD:#}\n{game}, record {number} of {file}",
        name(Field::BlackName),
        name(Field::WhiteName)
    );
    for field in [Field::Event, Field::Round, Field::Date] {
        if let Some(text) = record.get(field) {
            let _ = write!(out, ", {text}");
        }
    }
    out + "\n\n"
}

/// What stands on the board, in words.
fn story(verdict: &Verdict, last: Option<Point>, coords: Coords, name: Option<&str>) -> String {
    let mut out = format!("\nafter ply {}", verdict.judged);
    if let Some(point) = last {
        let _ = write!(out, " ({})", point.text(coords));
    }
    if let Some(opening) = verdict.opening {
        let _ = write!(out, ", opening {} {}", opening.code, opening.romaji);
    }
    if let Some(name) = name {
        let _ = write!(out, ", {}", printable(name));
    }
    if verdict.captured != [0, 0] {
        let _ = write!(out, ", captured by X {}, by O {}", verdict.captured[0], verdict.captured[1]);
    }
    if verdict.end.by != EndBy::None {
        let who = verdict.end.winner.map_or("drawn", |c| c.title());
        let _ = write!(out, ", {who} by {}", verdict.end.by.name());
    }
    out + "\n"
}

/// The ply at which each stone was laid; of a point used twice the last.
fn numbers(record: &Record, verdict: &Verdict) -> HashMap<Point, u32> {
    let mut numbers = HashMap::new();
    let plies = record.events.iter().filter(|e| e.is_ply()).take(verdict.judged as usize);
    for (ply, event) in (1..).zip(plies) {
        if let Action::Place(Some(point)) | Action::Choose(Some(point)) = event.action {
            numbers.insert(point, ply);
        }
    }
    numbers
}
