//! Openings, next moves and positions.

use std::fmt::Write as _;

use anstyle::Style;
use pentad_corpus::{First, GroupCounts, OnBoard, Positions, Ranking, Reached, Score, Summary, canonical, named};
use pentad_rules::{Coords, OpeningNames, Point, Size};
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::{edge, rounded, typed, uncounted};
use crate::args::{StatsArgs, StatsShape};
use crate::output::{self, thousands};

pub(super) fn print(
    summary: &Summary,
    args: &StatsArgs,
    names: Option<&OpeningNames>,
    coords: Coords,
) -> anyhow::Result<()> {
    let report = Report { summary, args, names, coords };
    match args.format {
        StatsShape::Table => output::text(report.tables().as_bytes()),
        StatsShape::Csv => output::plain(&report.csv()?),
        StatsShape::Parquet => typed::print("openings", &report.csv()?, 4),
        StatsShape::Json => output::plain(report.json()?.as_bytes()),
    }
}

struct Report<'a> {
    summary: &'a Summary,
    args: &'a StatsArgs,
    names: Option<&'a OpeningNames>,
    coords: Coords,
}

/// One line of a table, and the CSV row. Shares are from 0 to 1 and rounded to six places.
#[derive(Serialize)]
struct Row {
    table: String,
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
    /// Not known of positions.
    mean_plies: Option<f64>,
}

/// What stands before the counts of a row.
#[derive(Default)]
struct Label {
    opening: String,
    moves: String,
    board: String,
}

impl Row {
    fn new(table: &str, label: Label, counts: &GroupCounts) -> Row {
        let results = &counts.results;
        let score = results.score();
        Row {
            table: table.to_owned(),
            opening: label.opening,
            moves: label.moves,
            board: label.board,
            games: results.games(),
            black: results.black,
            drawn: results.drawn,
            white: results.white,
            unknown: results.unknown,
            score: score.map(|s| rounded(s.share)),
            low: score.map(|s| rounded(s.low)),
            high: score.map(|s| rounded(s.high)),
            mean_plies: (!counts.lengths.is_empty()).then(|| rounded(results.mean_plies())),
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

    fn moves(&self, moves: impl IntoIterator<Item = Point>) -> String {
        moves.into_iter().map(|p| self.point(p)).collect::<Vec<_>>().join(" ")
    }

    /// The tables with their titles and of how many games they are.
    fn rows(&self) -> Vec<(String, Vec<Row>, u64)> {
        let summary = self.summary;
        let all = summary.total.results.games();
        let folded = if self.args.unfolded { "" } else { ", folded" };
        let board = |size: Size| size.to_string();
        let openings = self.cut("opening", &summary.openings, |on: &OnBoard<First>| {
            let opening = named(on.value, on.size()).map_or_else(String::new, |o| format!("{} {}", o.code, o.romaji));
            Label { opening, moves: self.moves(on.value.into_iter().flatten()), board: board(on.size()) }
        });
        let lines = self.names.map_or(&[][..], OpeningNames::lines);
        let named_lines = self.cut("named", &summary.names, |on: &OnBoard<usize>| {
            let line = lines.get(on.value);
            let opening = line.map_or_else(|| "(no name)".to_owned(), |line| line.name.clone());
            let moves = line.map_or_else(String::new, |line| self.moves(line.moves.iter().copied()));
            Label { opening, moves, board: board(on.size()) }
        });
        let next = self.cut("next", &summary.next, |on: &OnBoard<Option<Point>>| {
            let moves = on.value.map_or_else(|| "(none)".to_owned(), |p| self.point(p));
            Label { opening: String::new(), moves, board: board(on.size()) }
        });
        let after = match self.args.after.trim() {
            "" => format!("First move{folded}"),
            moves => format!("Next move after {moves}{folded}"),
        };
        let mut tables = vec![
            ("All games".to_owned(), vec![Row::new("total", Label::default(), &summary.total)], all),
            (format!("First three stones{folded}"), openings, all),
            ("Named openings".to_owned(), named_lines, all),
            (after, next, all),
        ];
        for positions in &summary.positions {
            let Positions { depth, games, ranking } = positions;
            let rows = self.cut(&format!("position-{depth}"), ranking, |on: &OnBoard<Reached>| self.position(on));
            let number =
                |n: u64, one: &str, more: &str| format!("{} {}", thousands(n), if n == 1 { one } else { more });
            let plies = number(u64::from(*depth), "ply", "plies");
            let title = format!("After {plies}{folded}: {}", number(ranking.count(), "position", "positions"));
            tables.push((title, rows, *games));
        }
        tables
    }

    /// The most frequent rows, and the sums of the others in the last ones.
    fn cut<K: Ord>(&self, table: &str, ranking: &Ranking<K>, label: impl Fn(&K) -> Label) -> Vec<Row> {
        let first = ranking.first();
        let mut rows: Vec<_> = first.into_iter().map(|(key, counts)| Row::new(table, label(key), counts)).collect();
        let few = format!("fewer than {} games", self.args.min_games);
        for (others, opening) in [(&ranking.others, "others".to_owned()), (&ranking.small, few)] {
            if others.count > 0 {
                let label = Label { opening, moves: format!("({})", others.count), ..Label::default() };
                rows.push(Row::new(table, label, &others.counts));
            }
        }
        rows
    }

    /// A position as the line that leads there, in the orientation of the books where nothing else was asked for.
    fn position(&self, on: &OnBoard<Reached>) -> Label {
        let line = on.value.line();
        let stones: Option<Vec<Point>> = line.iter().copied().collect();
        let moves = match stones {
            Some(stones) if self.args.unfolded => self.moves(stones),
            Some(stones) => self.moves(canonical(&stones, on.size())),
            None => {
                let name = |p: &Option<Point>| p.map_or_else(|| "pass".to_owned(), |p| self.point(p));
                line.iter().map(name).collect::<Vec<_>>().join(" ")
            }
        };
        let board = format!("{} {}", on.size(), on.value.family()).trim_end().to_owned();
        Label { opening: String::new(), moves, board }
    }

    fn tables(&self) -> String {
        let mut out = String::new();
        for (title, rows, games) in self.rows().iter().filter(|(_, rows, _)| !rows.is_empty()) {
            table(&mut out, title, rows, *games);
        }
        let after = self.args.after.trim();
        if !after.is_empty() && self.summary.next.count() == 0 {
            let _ = writeln!(out, "No game goes on after {after}.\n");
        }
        out.push_str(&uncounted(self.summary));
        out.push_str(&edge(&self.summary.total.results));
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
        self.rows().iter().flat_map(|(_, rows, _)| rows).try_for_each(|row| writer.serialize(row))?;
        Ok(writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
    }

    fn json(&self) -> anyhow::Result<String> {
        let depths = self.summary.positions.iter();
        let depths = depths.map(|p| DepthJson { plies: p.depth, games: p.games, positions: p.ranking.count() });
        let score = self.summary.total.results.score();
        let report = ReportJson {
            pentad: env!("CARGO_PKG_VERSION"),
            after: self.args.after.trim(),
            folded: !self.args.unfolded,
            edge: score.map(|Score { share, low, high }| [share, low, high].map(|x| rounded(x - 0.5))),
            depths: depths.collect(),
            rows: self.rows().into_iter().flat_map(|(_, rows, _)| rows).collect(),
            unreadable: self.summary.unreadable,
            left_out: self.summary.left_out,
            undecided: self.summary.undecided,
        };
        Ok(serde_json::to_string_pretty(&report)? + "\n")
    }
}

/// `--format json`. `edge`: Black's score less one half, and the ends of its interval.
#[derive(Serialize)]
struct ReportJson<'a> {
    pentad: &'static str,
    after: &'a str,
    folded: bool,
    edge: Option<[f64; 3]>,
    depths: Vec<DepthJson>,
    rows: Vec<Row>,
    unreadable: u64,
    left_out: u64,
    undecided: u64,
}

#[derive(Serialize)]
struct DepthJson {
    plies: u8,
    games: u64,
    positions: u64,
}

fn table(out: &mut String, title: &str, rows: &[Row], all: u64) {
    const BOLD: Style = Style::new().bold();
    let width = rows.iter().map(|r| r.label().width()).chain([title.width()]).max().unwrap_or(0);
    let board_width = rows.iter().map(|r| r.board.len()).max().unwrap_or(0).max(5);
    let mut boards = rows.iter().map(|r| r.board.as_str()).filter(|b| !b.is_empty());
    let first = boards.next();
    let mixed = boards.any(|b| Some(b) != first);
    let board = |text: &str| if mixed { format!("  {text:<width$}", width = board_width) } else { String::new() };
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
        let plies = row.mean_plies.map_or_else(String::new, |plies| format!("{plies:.1}"));
        let line = format!(
            "{}{:pad$}{} {:>10}  {percent:>6.1}  {:>9} {:>7} {:>8} {:>8}  {score}  {plies:>6}",
            row.label(),
            "",
            board(&row.board),
            thousands(row.games),
            thousands(row.black),
            thousands(row.drawn),
            thousands(row.white),
            thousands(row.unknown),
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out.push('\n');
}
