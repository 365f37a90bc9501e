//! The command lines of `dedup` and `diff`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use pentad_corpus::convert::SplitBy;
use pentad_corpus::duplicate::{Keeping, Kind};

use super::output::split_by;
use super::{Form, InputArgs, JudgeArgs, bytes, form};

#[derive(Args, Debug)]
pub(crate) struct DedupArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    /// Which kinds of duplicates: same-bytes, same-moves, same-game (up to symmetry), contained, near, same-stones, conflict
    /// [default: all; with --keep or --against same-game, which includes the first two]
    #[arg(long, value_name = "KIND,…", value_parser = kind, value_delimiter = ',')]
    pub(crate) kinds: Vec<Kind>,
    /// A record is said to be contained in a longer one if it has at least N plies
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=676))]
    pub(crate) min_plies: u32,
    #[command(flatten)]
    pub(crate) measure: MeasureArgs,
    /// Which record of each group stays: the first, the longest (then the first), or the best (sound, then most fields, comments, variations,
    /// plies, then the first)
    #[arg(long, value_name = "first|longest|best", value_parser = keeping)]
    pub(crate) keep: Option<Keeping>,
    /// A database to compare with: which records are in it already, and which are new; its files, folders or globs
    #[arg(long, value_name = "DB", num_args = 1.., value_hint = ValueHint::AnyPath)]
    pub(crate) against: Vec<PathBuf>,
    /// Shape of the report
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = DuplicateShape::Text)]
    pub(crate) format: DuplicateShape,
    /// Print the summary only
    #[arg(long)]
    pub(crate) summary: bool,
    /// Write the records that stay: to a file whose extension tells the format, a folder with --split-by, or - for standard output, in place of
    /// the report
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,
    /// The format to write; a dialect of it after a colon
    #[arg(long, value_name = "FORMAT[:DIALECT]", value_parser = form, requires = "output")]
    pub(crate) to: Option<Form>,
    /// A file for each record, opening of renju, game, year or player, or for each N records
    #[arg(long, value_name = "record|opening|rule|year|player|count=N", value_parser = split_by, requires = "output")]
    pub(crate) split_by: Option<SplitBy>,
    /// Write to a file which records were dropped, for the sake of which, and what only they state: one JSON line for each
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) dropped: Option<PathBuf>,
    /// Replace files that are there already (an input is never replaced)
    #[arg(long)]
    pub(crate) force: bool,
    /// End with status 1 if there are groups of these kinds, or any
    #[arg(long, value_name = "any|KIND,…", value_parser = any_kind, value_delimiter = ',')]
    pub(crate) fail_on: Vec<AnyKind>,
}

#[derive(Args, Debug)]
pub(crate) struct MeasureArgs {
    /// Games of the same players on the same day are near if no more than N plies differ, and no more than one in five; 0: none is
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=16))]
    pub(crate) near: u32,
    /// Memory for what is compared; beyond that it goes to temporary files
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = bytes)]
    pub(crate) memory: usize,
}

#[derive(Args, Debug)]
pub(crate) struct DiffArgs {
    /// The older release: a file, a folder, a glob or -
    #[arg(value_name = "OLD", value_hint = ValueHint::AnyPath)]
    pub(crate) old: PathBuf,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    #[command(flatten)]
    pub(crate) measure: MeasureArgs,
    /// Shape of the report
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = DuplicateShape::Text)]
    pub(crate) format: DuplicateShape,
    /// Only these changes
    #[arg(long, value_enum, value_name = "WHAT,…", value_delimiter = ',')]
    pub(crate) only: Vec<OnlyChange>,
    /// End with status 1 if there are these changes, or any
    #[arg(long, value_enum, value_name = "any|WHAT,…", value_delimiter = ',')]
    pub(crate) fail_on: Vec<OnlyChange>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DuplicateShape {
    Text,
    Jsonl,
    Csv,
}

/// A kind of change between two releases.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnlyChange {
    Added,
    Removed,
    Changed,
    Any,
}

/// A kind of duplicates, or all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyKind(pub(crate) Option<Kind>);

fn kind(text: &str) -> Result<Kind, String> {
    Kind::from_name(text).ok_or_else(|| format!("no such kind; there are {}", Kind::ALL.map(Kind::name).join(", ")))
}

fn any_kind(text: &str) -> Result<AnyKind, String> {
    if text == "any" { Ok(AnyKind(None)) } else { kind(text).map(|kind| AnyKind(Some(kind))) }
}

fn keeping(text: &str) -> Result<Keeping, String> {
    Keeping::from_name(text).ok_or_else(|| Keeping::ALL.map(Keeping::name).join(", "))
}
