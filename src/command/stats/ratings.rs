//! Ratings of players: `--ratings`.

use std::fmt::Write as _;

use anstyle::Style;
use pentad_corpus::{Left, Rating, Ratings, Score, Summary};
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::{rounded, typed, uncounted};
use crate::args::{RatingsArg, StatsArgs, StatsShape};
use crate::output::{self, printable, thousands};

fn csv<'a>(rows: impl Iterator<Item = &'a &'a Rating>) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.map(|row| RowForm::of(row)).try_for_each(|row| writer.serialize(row))?;
    Ok(writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
}

pub(super) fn print(summary: &Summary, ratings: &Ratings, args: &StatsArgs) -> anyhow::Result<()> {
    let enough: Vec<&Rating> = ratings.rows.iter().filter(|row| row.games() >= args.min_games).collect();
    match args.format {
        StatsShape::Table => output::text(text(summary, ratings, &enough, args).as_bytes()),
        StatsShape::Csv => output::plain(&csv(enough.iter().take(args.top))?),
        StatsShape::Parquet => typed::print("ratings", &csv(enough.iter().take(args.top))?, 1),
        StatsShape::Json => {
            let report = ReportForm {
                pentad: env!("CARGO_PKG_VERSION"),
                system: if is_performance(args) { "performance" } else { "glicko2" },
                period: ratings.periods.as_ref().map(|_| args.period.period().to_string()),
                periods: ratings.periods.clone(),
                players: ratings.rows.len(),
                few_games: ratings.rows.len() - enough.len(),
                rows: enough.iter().take(args.top).map(|row| RowForm::of(row)).collect(),
                games: summary.total.results.games(),
                no_players: ratings.left.no_players,
                one_player: ratings.left.one_player,
                no_result: ratings.left.no_result,
                no_date: ratings.left.no_date,
                no_rating: ratings.left.no_rating,
                unreadable: summary.unreadable,
                left_out: summary.left_out,
                undecided: summary.undecided,
            };
            output::plain((serde_json::to_string_pretty(&report)? + "\n").as_bytes())
        }
    }
}

fn is_performance(args: &StatsArgs) -> bool {
    args.ratings == Some(RatingsArg::Performance)
}

/// A player's row. Ratings are rounded to one place, the volatility and the score to six.
#[derive(Serialize)]
struct RowForm<'a> {
    player: &'a str,
    rating: f64,
    deviation: Option<f64>,
    volatility: Option<f64>,
    opponents: Option<f64>,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    score: f64,
}

impl RowForm<'_> {
    fn of(row: &Rating) -> RowForm<'_> {
        let tenth = |x: f64| (x * 10.0).round() / 10.0;
        let [won, drawn, lost] = row.results;
        RowForm {
            player: &row.player,
            rating: tenth(row.rating),
            deviation: row.spread.map(|(deviation, _)| tenth(deviation)),
            volatility: row.spread.map(|(_, volatility)| rounded(volatility)),
            opponents: row.opponents.map(tenth),
            games: row.games(),
            won,
            drawn,
            lost,
            score: rounded(share(row)),
        }
    }
}

fn share(row: &Rating) -> f64 {
    let [won, drawn, _] = row.results;
    (won as f64 + drawn as f64 / 2.0) / row.games().max(1) as f64
}

#[derive(Serialize)]
struct ReportForm<'a> {
    pentad: &'static str,
    system: &'static str,
    period: Option<String>,
    periods: Option<(String, String)>,
    players: usize,
    few_games: usize,
    rows: Vec<RowForm<'a>>,
    games: u64,
    no_players: u64,
    one_player: u64,
    no_result: u64,
    no_date: u64,
    no_rating: u64,
    unreadable: u64,
    left_out: u64,
    undecided: u64,
}

fn text(summary: &Summary, ratings: &Ratings, enough: &[&Rating], args: &StatsArgs) -> String {
    const BOLD: Style = Style::new().bold();
    let performance = is_performance(args);
    let shown = &enough[..args.top.min(enough.len())];
    let names: Vec<_> = shown.iter().map(|row| printable(&row.player)).collect();
    let width = names.iter().map(|name| name.width()).max().unwrap_or(0).max("player".len());
    let beside = if performance { "  opponents" } else { "       95 %" };
    let mut out = format!(
        "{BOLD}{:<width$}  rating  {beside}     games       won   drawn     lost  score %      95 %{BOLD:#}\n",
        "player"
    );
    for (row, name) in shown.iter().zip(&names) {
        let beside = match (row.spread, row.opponents) {
            (Some((deviation, _)), _) => {
                format!("{:>5.0} - {:<5.0}", row.rating - 1.96 * deviation, row.rating + 1.96 * deviation)
            }
            (None, opponents) => format!("{:>11.0}", opponents.unwrap_or(0.0)),
        };
        let ([won, drawn, lost], games) = (row.results, row.games());
        let score = match games {
            0 => format!("{:>7}", "-"),
            _ => {
                let Score { share, low, high } = Score::wilson(share(row), games as f64);
                format!("{:>7.1}  {:>5.1} - {:>5.1}", 100.0 * share, 100.0 * low, 100.0 * high)
            }
        };
        let line = format!(
            "{name}{}  {:>6.0}  {beside}{:>10}  {:>8} {:>7} {:>8}  {score}",
            " ".repeat(width - name.width()),
            row.rating,
            thousands(games),
            thousands(won),
            thousands(drawn),
            thousands(lost),
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let mut note = |count: u64, what: &str| {
        if count > 0 {
            let _ = writeln!(out, "{} {what}", thousands(count));
        }
    };
    note((enough.len() - shown.len()) as u64, "players more, with lower ratings (--top).");
    note((ratings.rows.len() - enough.len()) as u64, &format!("players have fewer than {} games.", args.min_games));
    let Left { no_players, one_player, no_result, no_date, no_rating } = ratings.left;
    let _ = writeln!(out, "\nOf {} games:", thousands(summary.total.results.games()));
    let mut note = |count: u64, what: &str| {
        if count > 0 {
            let _ = writeln!(out, "  {} {what}", thousands(count));
        }
    };
    note(no_players, "do not count, since a player is unknown");
    note(one_player, "do not count, since both players have one name");
    note(no_result, "do not count, since the result is unknown");
    note(no_date, &format!("do not count, since the {} is unknown", args.period.period()));
    note(no_rating, "times the opponent's rating is unknown, and the game does not count for the player");
    let without = [no_players, one_player, no_result, no_date].into_iter().fold(0, u64::saturating_add);
    let counted = summary.total.results.games().saturating_sub(without);
    note(counted, if performance { "have two known players and a known result" } else { "count" });
    out.push_str(&uncounted(summary));
    if performance {
        out.push_str(
            "Rating: the mean of the opponents' ratings as the records state them, plus 400 times the decimal logarithm of won to lost points,\n\
             at most 800 either way. Rounded to whole points.\n",
        );
    } else {
        if let Some((first, last)) = &ratings.periods {
            let _ = writeln!(out, "Periods: {first} to {last}, by {}.", args.period.period());
        }
        out.push_str(
            "Glicko-2: start 1500, deviation 350, volatility 0.06, system constant 0.5. Rounded to whole points; 95 %: 1.96 deviations either way.\n",
        );
    }
    out
}
