//! Games by the keys of `--by`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anstyle::Style;
use pentad_corpus::{Group, GroupCounts, Key, Others, Summary};
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::{edge, rounded, typed, uncounted};
use crate::args::{StatsArgs, StatsShape};
use crate::output::{self, printable, thousands};

pub(super) fn print(summary: &Summary, args: &StatsArgs) -> anyhow::Result<()> {
    let table = Table::new(summary, args);
    match args.format {
        StatsShape::Table => output::text(table.text().as_bytes()),
        StatsShape::Csv => output::plain(&table.csv()?),
        StatsShape::Parquet => typed::print("groups", &table.csv()?, args.by.len()),
        StatsShape::Json => output::plain(table.json(args)?.as_bytes()),
    }
}

/// One row. Shares are from 0 to 1 and rounded to six places.
#[derive(Serialize)]
struct Row {
    #[serde(skip)]
    values: Vec<String>,
    games: u64,
    share: f64,
    won: u64,
    drawn: u64,
    lost: u64,
    unknown: u64,
    score: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    mean_plies: f64,
    median_plies: f64,
    fouls: u64,
    double_three: u64,
    double_four: u64,
    overline: u64,
    /// Games in which the player, or the first of the pair, had Black, and had White; `None` where the rows are nobody's.
    as_black: Option<u64>,
    as_white: Option<u64>,
}

impl Row {
    fn new(values: Vec<String>, counts: &GroupCounts, all: u64, personal: bool) -> Row {
        let results = &counts.results;
        let score = results.score();
        Row {
            values,
            games: results.games(),
            share: rounded(results.games() as f64 / all.max(1) as f64),
            won: results.black,
            drawn: results.drawn,
            lost: results.white,
            unknown: results.unknown,
            score: score.map(|s| rounded(s.share)),
            low: score.map(|s| rounded(s.low)),
            high: score.map(|s| rounded(s.high)),
            mean_plies: rounded(results.mean_plies()),
            median_plies: counts.median_plies(),
            fouls: counts.fouls,
            double_three: counts.kinds[0],
            double_four: counts.kinds[1],
            overline: counts.kinds[2],
            as_black: personal.then_some(counts.seats[0]),
            as_white: personal.then_some(counts.seats[1]),
        }
    }
}

struct Table<'a> {
    summary: &'a Summary,
    keys: &'a [Key],
    rows: Vec<Row>,
    /// Rows that are summed up: those beyond `--top`, and groups smaller than `--min-games`.
    others: Vec<Row>,
    total: Row,
}

impl<'a> Table<'a> {
    fn new(summary: &'a Summary, args: &'a StatsArgs) -> Table<'a> {
        let keys = &args.by;
        let personal = keys.contains(&Key::Player) || keys.contains(&Key::Pair);
        let all = summary.total.results.games();
        let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "unknown".to_owned());
        let row =
            |(group, counts): (&Group, &GroupCounts)| Row::new(group.iter().map(text).collect(), counts, all, personal);
        let sum = |label: String, counts: &GroupCounts, personal| {
            let mut values = vec![label];
            values.resize(keys.len(), String::new());
            Row::new(values, counts, all, personal)
        };
        let Others { count, counts } = &summary.groups.others;
        let mut others = Vec::new();
        if *count > 0 {
            others.push(sum(format!("others ({count})"), counts, personal));
        }
        let Others { count, counts } = &summary.groups.small;
        if *count > 0 {
            others.push(sum(format!("fewer than {} games ({count})", args.min_games), counts, personal));
        }
        let rows = summary.groups.first().into_iter().map(row).collect();
        Table { summary, keys, rows, others, total: sum("all".to_owned(), &summary.total, false) }
    }

    fn by_player(&self) -> bool {
        self.keys.contains(&Key::Player)
    }

    /// Whether wins are those of a player and not of a colour.
    fn is_personal(&self) -> bool {
        self.by_player() || self.keys.contains(&Key::Pair)
    }

    fn text(&self) -> String {
        const BOLD: Style = Style::new().bold();
        let rows = || self.rows.iter().chain(&self.others).chain([&self.total]);
        let titles: Vec<String> = self.keys.iter().map(ToString::to_string).collect();
        let label = |row: &Row| -> Vec<String> { row.values.iter().map(|v| printable(v).into_owned()).collect() };
        let widths: Vec<usize> = titles
            .iter()
            .enumerate()
            .map(|(i, title)| rows().map(|r| label(r)[i].width()).max().unwrap_or(0).max(title.width()))
            .collect();
        let pad = |texts: &[String]| {
            let cell = |(text, width): (&String, &usize)| format!("{text}{}  ", " ".repeat(width - text.width()));
            texts.iter().zip(&widths).map(cell).collect::<String>()
        };
        let colours = if self.is_personal() { ["won", "drawn", "lost"] } else { ["Black", "drawn", "White"] };
        let mut out = format!(
            "{BOLD}{}     games       %  {:>9} {:>7} {:>8}  unknown  score %      95 %      mean  median   fouls{}{BOLD:#}\n",
            pad(&titles),
            colours[0],
            colours[1],
            colours[2],
            if self.is_personal() { "    as Black / White" } else { "" }
        );
        for row in rows() {
            let score = match (row.score, row.low, row.high) {
                (Some(s), Some(l), Some(h)) => format!("{:>7.1}  {:>5.1} - {:>5.1}", 100.0 * s, 100.0 * l, 100.0 * h),
                _ => format!("{:>7}  {:>13}", "-", ""),
            };
            let seats = row.as_black.zip(row.as_white);
            let seats = seats
                .map_or_else(String::new, |(black, white)| format!("  {:>9} / {}", thousands(black), thousands(white)));
            let line = format!(
                "{}{:>10}  {:>6.1}  {:>9} {:>7} {:>8} {:>8}  {score}  {:>7.1}  {:>6.1}  {:>6}{seats}",
                pad(&label(row)),
                thousands(row.games),
                100.0 * row.share,
                thousands(row.won),
                thousands(row.drawn),
                thousands(row.lost),
                thousands(row.unknown),
                row.mean_plies,
                row.median_plies,
                thousands(row.fouls)
            );
            let _ = writeln!(out, "{}", line.trim_end());
        }
        out.push('\n');
        out.push_str(&uncounted(self.summary));
        if !self.is_personal() {
            out.push_str(&edge(&self.summary.total.results));
        }
        let whose = if self.by_player() {
            "Each game counts for both players; the row all counts it once, for Black. Score: the player's wins"
        } else if self.is_personal() {
            "Wins and losses are those of the player who is named first; in the row all those of Black. Score: the wins"
        } else {
            "Score: wins of Black"
        };
        let _ = writeln!(
            out,
            "{whose} plus half the draws, of the games with a known result, with Wilson's 95 % interval.\n\
             Shares are rounded to one decimal each, so that they need not add up. Fouls: games with a foul on the board, claimed or not.\n\
             What is unknown is a row of its own."
        );
        out
    }

    fn csv(&self) -> anyhow::Result<Vec<u8>> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let colours = if self.is_personal() { ["won", "drawn", "lost"] } else { ["black", "drawn", "white"] };
        let head = self.keys.iter().map(ToString::to_string);
        let head = head.chain(["games".to_owned(), "share".to_owned()]).chain(colours.map(str::to_owned));
        let rest = ["unknown", "score", "low", "high", "mean_plies", "median_plies", "fouls"];
        let rest = rest.into_iter().chain(["double_three", "double_four", "overline"]);
        let seats = if self.is_personal() { &["as_black", "as_white"][..] } else { &[] };
        let rest = rest.chain(seats.iter().copied());
        writer.write_record(head.chain(rest.map(str::to_owned)))?;
        for row in self.rows.iter().chain(&self.others).chain([&self.total]) {
            let number = |x: Option<f64>| x.map_or_else(String::new, |x| x.to_string());
            let counts = [row.won, row.drawn, row.lost, row.unknown].map(|n| n.to_string());
            let fields = row.values.iter().cloned().chain([row.games.to_string(), row.share.to_string()]).chain(counts);
            let rest = [number(row.score), number(row.low), number(row.high), row.mean_plies.to_string()];
            let rest = rest.into_iter().chain([row.median_plies.to_string(), row.fouls.to_string()]);
            let rest = rest.chain([row.double_three, row.double_four, row.overline].map(|n| n.to_string()));
            let seats = [row.as_black, row.as_white].map(|n| n.map_or_else(String::new, |n| n.to_string()));
            let rest = rest.chain(seats.into_iter().filter(|_| self.is_personal()));
            writer.write_record(fields.chain(rest))?;
        }
        Ok(writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
    }

    fn json(&self, args: &StatsArgs) -> anyhow::Result<String> {
        let keys: Vec<String> = self.keys.iter().map(ToString::to_string).collect();
        let report = ReportJson {
            pentad: env!("CARGO_PKG_VERSION"),
            player_view: self.is_personal(),
            only: args.only.iter().map(|(key, value)| (key.to_string(), value.clone())).collect(),
            since: args.since.map(|d| d.to_string()),
            until: args.until.map(|d| d.to_string()),
            by: keys,
            rows: self.rows.iter().map(RowJson::of).collect(),
            others: self.others.iter().map(RowJson::of).collect(),
            total: &self.total,
            unreadable: self.summary.unreadable,
            left_out: self.summary.left_out,
            undecided: self.summary.undecided,
        };
        Ok(serde_json::to_string_pretty(&report)? + "\n")
    }
}

/// `--format json`. `won` and `lost` are those of Black; with `player_view` those of the player, or of the first of a pair.
#[derive(Serialize)]
struct ReportJson<'a> {
    pentad: &'static str,
    by: Vec<String>,
    player_view: bool,
    only: BTreeMap<String, String>,
    since: Option<String>,
    until: Option<String>,
    rows: Vec<RowJson<'a>>,
    others: Vec<RowJson<'a>>,
    total: &'a Row,
    unreadable: u64,
    left_out: u64,
    undecided: u64,
}

#[derive(Serialize)]
struct RowJson<'a> {
    values: Vec<String>,
    #[serde(flatten)]
    counts: &'a Row,
}

impl RowJson<'_> {
    fn of(row: &Row) -> RowJson<'_> {
        RowJson { values: row.values.clone(), counts: row }
    }
}
