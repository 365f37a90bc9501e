//! The command line of `stats`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use pentad_corpus::{Key, Period, System};
use pentad_formats::PartialDate;

use super::{InputArgs, JudgeArgs, ProcedureArgs, SelectionArgs, bytes};

#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    #[command(flatten)]
    pub(crate) procedure: ProcedureArgs,
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    /// Count by groups: opening, opening-rule, branch, swap, offers, fifth, rules, year, event, player, pair (head to head), rating,
    /// player-class, result, end, reason, ending, foul, opening-name (of --names), first-N, or several of them as opening,year
    #[arg(long, value_name = "KEYS", value_parser = key, value_delimiter = ',', conflicts_with_all = ["after", "unfolded"])]
    pub(crate) by: Vec<Key>,
    /// Count only games of this group, such as opening-rule=rif
    #[arg(long, value_name = "KEY=VALUE", value_parser = only)]
    pub(crate) only: Vec<(Key, String)>,
    /// Count only games from this date on (2008, 2008-04 or 2008-04-06)
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub(crate) since: Option<PartialDate>,
    /// Count only games up to this date
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub(crate) until: Option<PartialDate>,
    /// A class of players for --by player-class: a file with a name on each line
    #[arg(long, value_name = "FILE")]
    pub(crate) classes: Option<PathBuf>,
    /// Width of a rating band
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) band: u32,
    /// Sum up groups with fewer games in a row of their own; leave out ratings by fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) min_games: u64,
    /// Count what is played after these moves, such as "k10" or "h8 i9" (in the order of play)
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub(crate) after: String,
    /// Count the positions after each of the first N plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=60), conflicts_with = "by")]
    pub(crate) depth: Option<u8>,
    /// Do not fold moves and positions that are the same by symmetry
    #[arg(long)]
    pub(crate) unfolded: bool,
    /// Rate the players: Glicko-2, or the performance against opponents with a rating
    #[arg(long, value_enum, value_name = "SYSTEM", num_args = 0..=1, default_missing_value = "glicko2", require_equals = true,
          conflicts_with_all = ["by", "after", "unfolded", "depth"])]
    pub(crate) ratings: Option<RatingsArg>,
    /// The rating period of Glicko-2
    #[arg(long, value_enum, value_name = "PERIOD", default_value_t = PeriodArg::Month, requires = "ratings")]
    pub(crate) period: PeriodArg,
    /// Rows to print; what is left out stands in a last row
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) top: usize,
    /// Shape of the tables
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = StatsShape::Table)]
    pub(crate) format: StatsShape,
    /// Write what was counted to a file in this folder, which other runs with the same options take as input in place of the games
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) partials: Option<PathBuf>,
    /// Write what was read, with sizes and hashes, to a file as JSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) manifest: Option<PathBuf>,
    /// Replace a manifest that is there already
    #[arg(long, requires = "manifest")]
    pub(crate) force: bool,
    /// Bytes of counts that are held in memory; what is more lies in temporary files
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = bytes)]
    pub(crate) memory: usize,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatsShape {
    Table,
    Csv,
    Json,
    /// Needs a build with the feature `parquet`
    Parquet,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RatingsArg {
    Glicko2,
    Performance,
}

impl RatingsArg {
    /// The same for the statistics.
    pub(crate) const fn system(self) -> System {
        match self {
            RatingsArg::Glicko2 => System::Glicko2,
            RatingsArg::Performance => System::Performance,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PeriodArg {
    Month,
    Year,
}

impl PeriodArg {
    /// The same for the statistics.
    pub(crate) const fn period(self) -> Period {
        match self {
            PeriodArg::Month => Period::Month,
            PeriodArg::Year => Period::Year,
        }
    }
}

fn key(text: &str) -> Result<Key, String> {
    Key::parse(text).ok_or_else(|| format!("no such key; there are {}", Key::names()))
}

fn only(text: &str) -> Result<(Key, String), String> {
    let (name, value) = text.split_once('=').ok_or("KEY=VALUE, such as opening-rule=rif")?;
    Ok((key(name.trim())?, value.trim().to_owned()))
}

fn date(text: &str) -> Result<PartialDate, String> {
    PartialDate::parse(text).ok_or_else(|| "a date as 2008, 2008-04 or 2008-04-06".to_owned())
}
