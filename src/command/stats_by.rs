//! `pentad stats --by KEYS`: games counted by groups.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;

use anstyle::Style;
use anyhow::{Context as _, bail};
use pentad_corpus::{Batch, Facts, GroupCounts, Grouping, Groups, Judge, JudgeOptions, Key, RecordReader};
use pentad_formats::{Field, PartialDate};
use pentad_rules::{NamedOpening, Opening};
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use crate::args::{Common, StatsArgs, StatsShape};
use crate::exit::Done;
use crate::output::{self, printable, thousands};
use crate::selection::Selection;
use crate::{input, rules_file};

pub(crate) fn run(args: &StatsArgs, common: &Common) -> anyhow::Result<Done> {
    if let Some(key) = args.by.iter().enumerate().find_map(|(i, key)| args.by[..i].contains(key).then_some(key)) {
        bail!("--by: {key} is named twice");
    }
    let names = rules_file::opening_names(&args.judge)?;
    let counter = Counter {
        judging: rules_file::judge_options(&args.judge, args.procedure.opening.as_ref())?,
        grouping: Grouping {
            keys: args.by.clone(),
            band: args.band,
            class: args.classes.as_deref().map(class).transpose()?,
        },
        filter: Filter::of(args),
        selection: Selection::of(&args.selection, names.as_ref()),
    };
    if counter.grouping.keys.contains(&Key::Class) && counter.grouping.class.is_none() {
        bail!("--by player-class needs --classes FILE, a list of names");
    }
    let mut counted = Counted::default();
    let run = input::run(
        &args.input,
        common,
        || (RecordReader::new(args.input.read_options(counter.judging.board())), Judge::new()),
        |(reader, judge), batch| counter.count(reader, judge, batch),
        |part| {
            counted.merge(part);
            Ok(ControlFlow::Continue(()))
        },
    )?;
    let table = Table::new(&counted, &counter.grouping, args);
    match args.format {
        StatsShape::Table => output::text(table.text().as_bytes())?,
        StatsShape::Csv => output::plain(&table.csv()?)?,
        StatsShape::Json => output::plain(table.json(args)?.as_bytes())?,
    }
    Ok(run.done(false))
}

/// A class of players: the file's name and the names in it, one a line.
fn class(path: &Path) -> anyhow::Result<(String, HashSet<String>)> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} could not be read", path.display()))?;
    let name = path.file_stem().map_or_else(|| "class".to_owned(), |stem| stem.to_string_lossy().into_owned());
    Ok((name, text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()))
}

/// Which games are counted.
#[derive(Default)]
struct Filter {
    only: Vec<(Key, String)>,
    since: Option<PartialDate>,
    until: Option<PartialDate>,
}

impl Filter {
    fn of(args: &StatsArgs) -> Filter {
        let only = args.only.iter().map(|(key, value)| (*key, canonical(*key, value))).collect();
        Filter { only, since: args.since, until: args.until }
    }

    /// Whether a game is counted; `None` where it cannot be told.
    fn takes(&self, facts: &Facts<'_>, grouping: &Grouping) -> Option<bool> {
        for (key, wanted) in &self.only {
            let value = facts.value(*key, grouping)?;
            if !value.iter().any(|value| value.eq_ignore_ascii_case(wanted)) {
                return Some(false);
            }
        }
        if self.since.is_none() && self.until.is_none() {
            return Some(true);
        }
        let date = PartialDate::parse(facts.record.get(Field::Date)?)?;
        date.lies_in(self.since, self.until)
    }
}

/// A value as the groups write it, where it has spellings.
fn canonical(key: Key, text: &str) -> String {
    match key {
        Key::Opening => {
            NamedOpening::find(text).map_or_else(|| text.to_owned(), |o| format!("{} {}", o.code, o.romaji))
        }
        Key::Procedure => Opening::find(text).map_or_else(|_| text.to_owned(), |found| found.opening.id.to_string()),
        _ => text.to_owned(),
    }
}

struct Counter<'a> {
    judging: JudgeOptions,
    grouping: Grouping,
    filter: Filter,
    selection: Selection<'a>,
}

#[derive(Default)]
struct Counted {
    groups: Groups,
    unreadable: u64,
    left_out: u64,
    undecided: u64,
}

impl Counted {
    fn merge(&mut self, part: Counted) {
        self.groups.merge(part.groups);
        self.unreadable += part.unreadable;
        self.left_out += part.left_out;
        self.undecided += part.undecided;
    }
}

impl Counter<'_> {
    fn count(&self, reader: &mut RecordReader, judge: &mut Judge, batch: &Batch) -> Counted {
        let mut counted = Counted::default();
        let format = batch.input.format.map_or("", |f| f.info().id);
        for slice in batch.records() {
            let record = reader.read(batch, &slice);
            if !record.readable {
                counted.unreadable += 1;
                continue;
            }
            let judgement = judge.judge(record, format, &self.judging);
            let facts = self.selection.facts(record, &judgement, judge);
            let taken = match (self.selection.means(&facts, batch, judge), self.filter.takes(&facts, &self.grouping)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
            match taken {
                Some(true) => counted.groups.add(&facts, &self.grouping),
                Some(false) => counted.left_out += 1,
                None => counted.undecided += 1,
            }
        }
        counted.unreadable += u64::from(batch.end.as_ref().is_some_and(|e| e.outcome.is_some()));
        counted
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
}

impl Row {
    fn new(values: Vec<String>, counts: &GroupCounts, all: u64) -> Row {
        let rounded = |x: f64| (x * 1e6).round() / 1e6;
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
        }
    }
}

struct Table<'a> {
    counted: &'a Counted,
    grouping: &'a Grouping,
    rows: Vec<Row>,
    /// Rows that are summed up: those beyond `--top`, and groups smaller than `--min-games`.
    others: Vec<Row>,
    total: Row,
}

impl<'a> Table<'a> {
    fn new(counted: &'a Counted, grouping: &'a Grouping, args: &StatsArgs) -> Table<'a> {
        let all = counted.groups.total.results.games();
        let (large, small) = counted.groups.by_size(args.min_games);
        let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "unknown".to_owned());
        let row = |(group, counts): &(&Vec<Option<String>>, &GroupCounts)| {
            Row::new(group.iter().map(text).collect(), counts, all)
        };
        let top = args.top.min(large.len());
        let sum = |label: String, counts: &GroupCounts| {
            let mut values = vec![label];
            values.resize(grouping.keys.len(), String::new());
            Row::new(values, counts, all)
        };
        let mut others = Vec::new();
        if top < large.len() {
            let mut rest = GroupCounts::default();
            large[top..].iter().for_each(|(_, counts)| rest.merge(counts));
            others.push(sum(format!("others ({})", large.len() - top), &rest));
        }
        if let Some(small) = small {
            others.push(sum(format!("fewer than {} games ({})", args.min_games, small.count), &small.counts));
        }
        let total = sum("all".to_owned(), &counted.groups.total);
        Table { counted, grouping, rows: large[..top].iter().map(row).collect(), others, total }
    }

    fn by_player(&self) -> bool {
        self.grouping.keys.contains(&Key::Player)
    }

    fn text(&self) -> String {
        const BOLD: Style = Style::new().bold();
        let rows = || self.rows.iter().chain(&self.others).chain([&self.total]);
        let titles: Vec<String> = self.grouping.keys.iter().map(ToString::to_string).collect();
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
        let colours = if self.by_player() { ["won", "drawn", "lost"] } else { ["Black", "drawn", "White"] };
        let mut out = format!(
            "{BOLD}{}     games       %  {:>9} {:>7} {:>8}  unknown  score %      95 %      mean  median   fouls{BOLD:#}\n",
            pad(&titles),
            colours[0],
            colours[1],
            colours[2]
        );
        for row in rows() {
            let score = match (row.score, row.low, row.high) {
                (Some(s), Some(l), Some(h)) => format!("{:>7.1}  {:>5.1} - {:>5.1}", 100.0 * s, 100.0 * l, 100.0 * h),
                _ => format!("{:>7}  {:>13}", "-", ""),
            };
            let _ = writeln!(
                out,
                "{}{:>10}  {:>6.1}  {:>9} {:>7} {:>8} {:>8}  {score}  {:>7.1}  {:>6.1}  {:>6}",
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
        }
        out.push('\n');
        let mut note = |count: u64, what: &str| {
            if count > 0 {
                let _ = writeln!(out, "Not counted: {} {what}.", thousands(count));
            }
        };
        note(self.counted.unreadable, "records or files that could not be read");
        note(self.counted.left_out, "that --where, --only, --since and --until leave out");
        note(self.counted.undecided, "of which it is not known whether these take them");
        let whose = if self.by_player() {
            "Each game counts for both players. Score: the player's wins"
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
        let colours = if self.by_player() { ["won", "drawn", "lost"] } else { ["black", "drawn", "white"] };
        let head = self.grouping.keys.iter().map(ToString::to_string);
        let head = head.chain(["games".to_owned(), "share".to_owned()]).chain(colours.map(str::to_owned));
        let rest = ["unknown", "score", "low", "high", "mean_plies", "median_plies", "fouls"];
        writer.write_record(head.chain(rest.map(str::to_owned)))?;
        for row in self.rows.iter().chain(&self.others).chain([&self.total]) {
            let number = |x: Option<f64>| x.map_or_else(String::new, |x| x.to_string());
            let counts = [row.won, row.drawn, row.lost, row.unknown].map(|n| n.to_string());
            let fields = row.values.iter().cloned().chain([row.games.to_string(), row.share.to_string()]).chain(counts);
            let rest = [number(row.score), number(row.low), number(row.high), row.mean_plies.to_string()];
            let rest = rest.into_iter().chain([row.median_plies.to_string(), row.fouls.to_string()]);
            writer.write_record(fields.chain(rest))?;
        }
        Ok(writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
    }

    fn json(&self, args: &StatsArgs) -> anyhow::Result<String> {
        let keys: Vec<String> = self.grouping.keys.iter().map(ToString::to_string).collect();
        let report = ReportJson {
            pentad: env!("CARGO_PKG_VERSION"),
            player_view: self.by_player(),
            only: args.only.iter().map(|(key, value)| (key.to_string(), value.clone())).collect(),
            since: args.since.map(|d| d.to_string()),
            until: args.until.map(|d| d.to_string()),
            by: keys,
            rows: self.rows.iter().map(RowJson::of).collect(),
            others: self.others.iter().map(RowJson::of).collect(),
            total: &self.total,
            unreadable: self.counted.unreadable,
            left_out: self.counted.left_out,
            undecided: self.counted.undecided,
        };
        Ok(serde_json::to_string_pretty(&report)? + "\n")
    }
}

/// `--format json`. `won` and `lost` are those of Black, or of the player where players are a key (`player_view`).
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
