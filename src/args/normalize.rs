//! The command line of `normalize`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use pentad_corpus::normalize::{DateOrder, Fix};

use super::{InputArgs, JudgeArgs, OutputArgs, ProcedureArgs, SelectionArgs};

#[derive(Args, Debug)]
pub(crate) struct NormalizeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    #[command(flatten)]
    pub(crate) procedure: ProcedureArgs,
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    /// Which fixes to make, several with commas between them (`pentad explain normalize` says what each does)
    #[arg(long, value_name = "orientation|names|texts|dates|results|all|none", value_parser = fixes, default_value = "all")]
    pub(crate) fix: FixList,
    /// Cut each game before its first irregular ply: an error, a foul that was not claimed, a four left unanswered, play after the end
    #[arg(long, value_name = "first-irregular", value_parser = cut)]
    pub(crate) cut: Option<CutWhere>,
    /// Only the main line of a tree
    #[arg(long)]
    pub(crate) mainline: bool,
    /// A TOML file of names and their other spellings: tables players, events and sites of "Name" = ["Other spelling"]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) aliases: Option<PathBuf>,
    /// Write names that may be of one player to a file, for --aliases to take once somebody has looked at them
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) suggest: Option<PathBuf>,
    /// Which comes first in dates such as 05/06/2011, the day or the month [default: such dates stay as they are]
    #[arg(long, value_name = "day-first|month-first", value_parser = date_order)]
    pub(crate) date_order: Option<DateOrder>,
    /// Write what was changed, and what was left, to a file, one JSON line each
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) changes: Option<PathBuf>,
    /// Write what was read and written, with sizes and hashes, to a file as JSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) manifest: Option<PathBuf>,
    /// Write nothing and end with status 1 when another number of records is seen
    #[arg(long, value_name = "N")]
    pub(crate) expect: Option<u64>,
}

/// Fixes by name.
#[derive(Clone, Debug)]
pub(crate) struct FixList(pub(crate) Vec<Fix>);

/// Where games are cut.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CutWhere {
    FirstIrregular,
}

fn fixes(text: &str) -> Result<FixList, String> {
    match text {
        "all" => return Ok(FixList(Fix::ALL.to_vec())),
        "none" => return Ok(FixList(Vec::new())),
        _ => {}
    }
    let one = |name: &str| {
        let all = || Fix::ALL.map(Fix::name).join(", ");
        Fix::from_name(name.trim()).ok_or_else(|| format!("\"{name}\" is no fix; there are {}, all and none", all()))
    };
    text.split(',').map(one).collect::<Result<Vec<_>, _>>().map(FixList)
}

fn cut(text: &str) -> Result<CutWhere, String> {
    match text {
        "first-irregular" => Ok(CutWhere::FirstIrregular),
        _ => Err("first-irregular".to_owned()),
    }
}

fn date_order(text: &str) -> Result<DateOrder, String> {
    match text {
        "day-first" => Ok(DateOrder::DayFirst),
        "month-first" => Ok(DateOrder::MonthFirst),
        _ => Err("day-first or month-first".to_owned()),
    }
}
