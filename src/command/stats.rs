//! `pentad stats`: openings and next moves with wins, draws, losses and 95 % intervals.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use anstyle::Style;
use anyhow::bail;
use pentad_corpus::{Batch, Counts, First, Judge, JudgeOptions, RecordReader, Statistics, StatisticsOptions, named};
use pentad_rules::{Coords, OpeningNames, Point, Size};
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use crate::args::{Common, StatsArgs, StatsShape};
use crate::exit::Done;
use crate::output::{self, thousands};
use crate::selection::Selection;
use crate::{input, moves_text, rules_file};

pub(crate) fn run(args: &StatsArgs, common: &Common) -> anyhow::Result<Done> {
    if !args.by.is_empty() {
        return super::stats_by::run(args, common);
    }
    let results = args.selection.results.by();
    let judging = rules_file::judge_options(&args.judge, args.procedure.opening.as_ref())?;
    let names = rules_file::opening_names(&args.judge)?;
    let options = StatisticsOptions {
        after: moves_text::both("--after", &args.after)?,
        unfolded: args.unfolded,
        named: names.is_some(),
        results,
    };
    let selection = Selection::of(&args.selection, names.as_ref());
    let mut statistics = Statistics::default();
    let mut unreadable = 0;
    let run = input::run(
        &args.input,
        common,
        || (RecordReader::new(args.input.read_options(judging.board())), Judge::new()),
        |(reader, judge), batch| count_batch(reader, judge, batch, &judging, &options, &selection),
        |(part, failed)| {
            statistics.merge(&part);
            unreadable += failed;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    let coords = args.input.letters(judging.board()).unwrap_or(statistics.usual_coords());
    let report = Report { statistics: &statistics, args, names: names.as_ref(), coords };
    match args.format {
        StatsShape::Table => output::text(report.tables(unreadable).as_bytes())?,
        StatsShape::Csv => output::plain(&report.csv()?)?,
        StatsShape::Json => bail!("--format json needs --by"),
    }
    Ok(run.done(false))
}

fn count_batch(
    reader: &mut RecordReader,
    judge: &mut Judge,
    batch: &Batch,
    judging: &JudgeOptions,
    options: &StatisticsOptions,
    selection: &Selection<'_>,
) -> (Statistics, u64) {
    let mut statistics = Statistics::default();
    let mut unreadable = 0;
    let format = batch.input.format.map_or("", |f| f.info().id);
    for slice in batch.records() {
        let record = reader.read(batch, &slice);
        if !record.readable {
            unreadable += 1;
            continue;
        }
        let judgement = judge.judge(record, format, judging);
        if selection.takes(batch, record, &judgement, judge) != Some(true) {
            continue;
        }
        let name = selection.names.and_then(|names| rules_file::named_opening(names, record, judgement.size));
        statistics.add(record, judge.verdict(), judgement.size, name, options);
    }
    unreadable += u64::from(batch.end.as_ref().is_some_and(|e| e.outcome.is_some()));
    (statistics, unreadable)
}

struct Report<'a> {
    statistics: &'a Statistics,
    args: &'a StatsArgs,
    names: Option<&'a OpeningNames>,
    coords: Coords,
}

/// One line of a table, and the CSV row. Shares are from 0 to 1 and rounded to six places.
#[derive(Serialize)]
struct Row {
    table: &'static str,
    opening: String,
    moves: String,
    board: String,
    games: u64,
    black: u64,
    drawn: u64,
    white: u64,
    unknown: u64,
    score: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    mean_plies: f64,
}

impl Row {
    fn new(table: &'static str, opening: String, moves: String, board: String, counts: &Counts) -> Row {
        let score = counts.score();
        let rounded = |x: f64| (x * 1e6).round() / 1e6;
        Row {
            table,
            opening,
            moves,
            board,
            games: counts.games(),
            black: counts.black,
            drawn: counts.drawn,
            white: counts.white,
            unknown: counts.unknown,
            score: score.map(|s| rounded(s.share)),
            low: score.map(|s| rounded(s.low)),
            high: score.map(|s| rounded(s.high)),
            mean_plies: rounded(counts.mean_plies()),
        }
    }

    fn label(&self) -> String {
        [self.opening.as_str(), self.moves.as_str()].join(" ").trim().to_owned()
    }
}

impl Report<'_> {
    fn point(&self, point: Point) -> String {
        point.text(self.coords).to_string()
    }

    /// The tables with their titles.
    fn rows(&self) -> [(String, Vec<Row>); 4] {
        let statistics = self.statistics;
        let folded = if self.args.unfolded { "" } else { ", folded" };
        let total = Row::new("total", String::new(), String::new(), String::new(), &statistics.total);
        let openings = self.cut("opening", &statistics.openings_by_frequency(), |size, first: &First| {
            let name = named(*first, size).map_or_else(String::new, |o| format!("{} {}", o.code, o.romaji));
            let moves: Vec<_> = first.iter().flatten().map(|p| self.point(*p)).collect();
            (name, moves.join(" "))
        });
        let lines = self.names.map_or(&[][..], OpeningNames::lines);
        let named_lines = self.cut("named", &statistics.names_by_frequency(), |_, name| {
            let line = name.and_then(|index| lines.get(index));
            let moves = line.map(|line| line.moves.iter().map(|&p| self.point(p)).collect::<Vec<_>>().join(" "));
            (line.map_or_else(|| "(no name)".to_owned(), |line| line.name.clone()), moves.unwrap_or_default())
        });
        let named_lines = if self.names.is_some() { named_lines } else { Vec::new() };
        let next = self.cut("next", &statistics.next_by_frequency(), |_, next: &Option<Point>| {
            (String::new(), next.map_or_else(|| "(none)".to_owned(), |p| self.point(p)))
        });
        let after = match self.args.after.trim() {
            "" => format!("First move{folded}"),
            moves => format!("Next move after {moves}{folded}"),
        };
        [
            ("All games".to_owned(), vec![total]),
            (format!("First three stones{folded}"), openings),
            ("Named openings".to_owned(), named_lines),
            (after, next),
        ]
    }

    /// The most frequent rows, and the sum of the others in a last one.
    fn cut<K>(
        &self,
        table: &'static str,
        all: &[(Size, K, Counts)],
        label: impl Fn(Size, &K) -> (String, String),
    ) -> Vec<Row> {
        let top = self.args.top.min(all.len());
        let row = |(size, key, counts): &(Size, K, Counts)| {
            let (opening, moves) = label(*size, key);
            Row::new(table, opening, moves, size.to_string(), counts)
        };
        let mut rows: Vec<_> = all[..top].iter().map(row).collect();
        if top < all.len() {
            let mut rest = Counts::default();
            all[top..].iter().for_each(|(.., counts)| rest.merge(counts));
            rows.push(Row::new(table, "others".to_owned(), format!("({})", all.len() - top), String::new(), &rest));
        }
        rows
    }

    fn tables(&self, unreadable: u64) -> String {
        let mut out = String::new();
        for (title, rows) in self.rows().iter().filter(|(_, rows)| !rows.is_empty()) {
            table(&mut out, title, rows, self.statistics.total.games());
        }
        let after = self.args.after.trim();
        if !after.is_empty() && self.statistics.next_by_frequency().is_empty() {
            let _ = writeln!(out, "No game goes on after {after}.\n");
        }
        if unreadable > 0 {
            let _ =
                writeln!(out, "Not counted, since they could not be read: {} records or files.", thousands(unreadable));
        }
        let _ = writeln!(
            out,
            "Score: wins of Black (who lays the first stone) plus half the draws, of the games with a known result, with Wilson's 95 % interval.\n\
             Columns are lettered {}.",
            match self.coords {
                Coords::WithI => "with i",
                Coords::SkipI => "without i",
                Coords::Centre(_) => "with i; points are counted from the centre",
            }
        );
        out
    }

    fn csv(&self) -> anyhow::Result<Vec<u8>> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        self.rows().iter().flat_map(|(_, rows)| rows).try_for_each(|row| writer.serialize(row))?;
        Ok(writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
    }
}

fn table(out: &mut String, title: &str, rows: &[Row], all: u64) {
    const BOLD: Style = Style::new().bold();
    let width = rows.iter().map(|r| r.label().width()).chain([title.width()]).max().unwrap_or(0);
    let mut boards = rows.iter().map(|r| r.board.as_str()).filter(|b| !b.is_empty());
    let first = boards.next();
    let mixed = boards.any(|b| Some(b) != first);
    let board = |text: &str| if mixed { format!("  {text:<5}") } else { String::new() };
    let _ = writeln!(
        out,
        "{BOLD}{title:<width$}{}      games       %      Black   drawn    White  unknown  score %      95 %       plies{BOLD:#}",
        board("board")
    );
    for row in rows {
        let pad = width - row.label().width();
        let percent = 100.0 * row.games as f64 / all.max(1) as f64;
        let score = match (row.score, row.low, row.high) {
            (Some(s), Some(l), Some(h)) => format!("{:>7.1}  {:>5.1} - {:>5.1}", 100.0 * s, 100.0 * l, 100.0 * h),
            _ => format!("{:>7}  {:>13}", "-", ""),
        };
        let _ = writeln!(
            out,
            "{}{:pad$}{} {:>10}  {percent:>6.1}  {:>9} {:>7} {:>8} {:>8}  {score}  {:>6.1}",
            row.label(),
            "",
            board(&row.board),
            thousands(row.games),
            thousands(row.black),
            thousands(row.drawn),
            thousands(row.white),
            thousands(row.unknown),
            row.mean_plies
        );
    }
    out.push('\n');
}
