//! The report of `openings`: as text, CSV and JSON.

use std::collections::HashMap;
use std::fmt::Write as _;

use anstyle::Style;
use pentad_corpus::{Counts, OpeningGroup, OpeningList, Pairs, Score, canonical};
use serde::Serialize;

use super::{Entry, GamesSeen};
use crate::args::{OpeningsArgs, OpeningsShape};
use crate::output::{self, thousands};

/// One opening of the report.
#[derive(Serialize)]
struct Row {
    /// Its number in the list, from 0.
    #[serde(skip)]
    number: usize,
    /// File, line and part, for people.
    #[serde(skip)]
    place: String,
    file: String,
    line: u64,
    /// Its number among the openings of a tree, from 1.
    part: Option<u64>,
    id: Option<String>,
    size: String,
    plies: usize,
    /// The stones as they stand in the list.
    stones: String,
    /// The stones in the orientation that stands for all images.
    canonical: String,
    /// The places of all openings that are the same, this one left out.
    same: Vec<String>,
    games: u64,
    black: u64,
    white: u64,
    drawn: u64,
    unknown: u64,
    score: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    pairs: u64,
    pairs_2_0: u64,
    pairs_15_05: u64,
    pairs_1_1: u64,
    pairs_unknown: u64,
    pair_score: Option<f64>,
    pair_low: Option<f64>,
    pair_high: Option<f64>,
}

pub(super) fn run(args: &OpeningsArgs, list: &OpeningList, entries: &[Entry], seen: &GamesSeen) -> anyhow::Result<()> {
    let places: HashMap<usize, String> =
        entries.iter().filter_map(|e| Some((*e.listed.as_ref().ok()?, e.place()))).collect();
    let kept = entries.iter().filter(|e| e.dropped.is_none());
    let rows: Vec<Row> = kept.filter_map(|entry| row(entry, list, &places)).collect();
    match args.format {
        OpeningsShape::Text => output::text(text(&rows, list, entries, seen).as_bytes()),
        OpeningsShape::Csv => output::plain(&csv(&rows)?),
        OpeningsShape::Json => output::plain((serde_json::to_string_pretty(&rows)? + "\n").as_bytes()),
    }
}

fn row(entry: &Entry, list: &OpeningList, places: &HashMap<usize, String>) -> Option<Row> {
    let number = *entry.listed.as_ref().ok()?;
    let opening = &list.openings()[number];
    let OpeningGroup { members, counts, pairs } = &list.groups()[opening.group];
    let words = |stones: &[pentad_rules::Point]| {
        stones.iter().map(|p| p.text(entry.coords).to_string()).collect::<Vec<_>>().join(" ")
    };
    let rounded = |x: f64| (x * 1e6).round() / 1e6;
    let (score, pair_score) = (counts.score(), pairs.score());
    let part = |score: &Option<Score>, which: fn(&Score) -> f64| score.as_ref().map(|s| rounded(which(s)));
    Some(Row {
        number,
        place: entry.place(),
        file: entry.input.name().to_owned(),
        line: entry.line,
        part: entry.part,
        id: entry.id.clone(),
        size: opening.size.to_string(),
        plies: opening.stones.len(),
        stones: words(&opening.stones),
        canonical: words(&canonical(&opening.stones, opening.size)),
        same: members.iter().filter(|&&m| m != number).map(|m| places[m].clone()).collect(),
        games: counts.games(),
        black: counts.black,
        white: counts.white,
        drawn: counts.drawn,
        unknown: counts.unknown,
        score: part(&score, |s| s.share),
        low: part(&score, |s| s.low),
        high: part(&score, |s| s.high),
        pairs: pairs.count(),
        pairs_2_0: pairs.swept,
        pairs_15_05: pairs.won,
        pairs_1_1: pairs.even,
        pairs_unknown: pairs.unknown,
        pair_score: part(&pair_score, |s| s.share),
        pair_low: part(&pair_score, |s| s.low),
        pair_high: part(&pair_score, |s| s.high),
    })
}

fn csv(rows: &[Row]) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let names = "file line part id size plies stones canonical same games black white drawn unknown score low high pairs pairs_2_0 pairs_15_05 \
                 pairs_1_1 pairs_unknown pair_score pair_low pair_high";
    out.write_record(names.split_ascii_whitespace())?;
    for r in rows {
        let number = |x: &Option<f64>| x.map_or_else(String::new, |x| x.to_string());
        let counts = [r.games, r.black, r.white, r.drawn, r.unknown].map(|n| n.to_string());
        let pairs = [r.pairs, r.pairs_2_0, r.pairs_15_05, r.pairs_1_1, r.pairs_unknown].map(|n| n.to_string());
        let part = r.part.map_or_else(String::new, |part| part.to_string());
        let mut fields =
            vec![r.file.clone(), r.line.to_string(), part, r.id.clone().unwrap_or_default(), r.size.clone()];
        fields.extend([r.plies.to_string(), r.stones.clone(), r.canonical.clone(), r.same.join(" ")]);
        fields.extend(counts);
        fields.extend([&r.score, &r.low, &r.high].map(number));
        fields.extend(pairs);
        fields.extend([&r.pair_score, &r.pair_low, &r.pair_high].map(number));
        out.write_record(&fields)?;
    }
    Ok(out.into_inner()?)
}

fn text(rows: &[Row], list: &OpeningList, entries: &[Entry], seen: &GamesSeen) -> String {
    const BOLD: Style = Style::new().bold();
    let mut out = String::new();
    let with_games = seen.games > 0;
    let wide = rows.iter().map(|r| r.place.chars().count()).max().unwrap_or(0).max("place".len());
    let _ = write!(out, "{BOLD}{:<wide$}  {:>5}", "place", "plies");
    if with_games {
        let _ = write!(
            out,
            "  {:>6} {:>6} {:>6} {:>6}  {:>6}  {:>13}  {:>5} {:>5} {:>5} {:>5}  {:>6}  {:>13}",
            "games", "black", "white", "drawn", "% B", "95 %", "pairs", "2-0", "1½-½", "1-1", "% B", "95 %"
        );
    }
    let _ = writeln!(out, "  canonical{BOLD:#}");
    for row in rows {
        let _ = write!(out, "{:<wide$}  {:>5}", row.place, row.plies);
        if with_games {
            let share = |score: Option<f64>, low: Option<f64>, high: Option<f64>| match (score, low, high) {
                (Some(score), Some(low), Some(high)) => {
                    format!("{:>6.1}  {:>5.1} - {:>5.1}", 100.0 * score, 100.0 * low, 100.0 * high)
                }
                _ => format!("{:>6}  {:>13}", "-", ""),
            };
            let _ = write!(
                out,
                "  {:>6} {:>6} {:>6} {:>6}  {}  {:>5} {:>5} {:>5} {:>5}  {}",
                row.games,
                row.black,
                row.white,
                row.drawn,
                share(row.score, row.low, row.high),
                row.pairs,
                row.pairs_2_0,
                row.pairs_15_05,
                row.pairs_1_1,
                share(row.pair_score, row.pair_low, row.pair_high)
            );
        }
        let _ = writeln!(out, "  {}", row.canonical);
    }
    // Each set of openings that are the same once, kept or not.
    let mut shown = vec![false; list.groups().len()];
    let mut same = String::new();
    for row in rows.iter().filter(|row| !row.same.is_empty()) {
        let group = list.openings()[row.number].group;
        if !std::mem::replace(&mut shown[group], true) {
            let _ = writeln!(same, "  {} = {}", row.place, row.same.join(" = "));
        }
    }
    if !same.is_empty() {
        let _ = write!(out, "\n{BOLD}The same up to symmetry{BOLD:#}\n{same}");
    }
    let dropped = entries.iter().filter(|e| e.dropped.is_some()).count() as u64;
    let _ = writeln!(
        out,
        "\nOpenings: {} = {} kept + {} dropped; {} different up to symmetry.",
        thousands(entries.len() as u64),
        thousands(rows.len() as u64),
        thousands(dropped),
        thousands(list.groups().len() as u64)
    );
    if with_games {
        let (mut counts, mut pairs) = (Counts::default(), Pairs::default());
        for group in list.groups() {
            counts.merge(&group.counts);
            pairs.merge(&group.pairs);
        }
        let _ = writeln!(
            out,
            "Games: {} = {} from these openings + {} from others; pairs with colours exchanged: {}.",
            thousands(seen.games),
            thousands(counts.games()),
            thousands(seen.others),
            thousands(pairs.count())
        );
        out.push_str(
            "% B: Black's share of the points with Wilson's 95 % interval, draws counting half; behind the pairs with one observation a pair,\n\
             since its two games hang together.\n",
        );
    }
    out
}
