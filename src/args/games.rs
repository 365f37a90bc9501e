//! The command lines of `tree` and `find`, which look at the games that a query means as `stats` does.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use pentad_corpus::{Query, ResultsBy};

use super::{InputArgs, JudgeArgs, ListShape, ProcedureArgs};

/// Which records, and which of their results.
#[derive(Args, Debug)]
pub(crate) struct SelectionArgs {
    /// Only records that this means, such as 'rules = renju and opening = D4 and year in 2010..2020' (see the guide)
    #[arg(long = "where", value_name = "QUERY", value_parser = query)]
    pub(crate) query: Option<Query>,
    /// Which result counts: the stated one (else the board's), or the board's only
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Results::Stated)]
    pub(crate) results: Results,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Results {
    Stated,
    Board,
    Official,
}

impl Results {
    /// The same for the statistics.
    pub(crate) const fn by(self) -> ResultsBy {
        match self {
            Results::Stated => ResultsBy::Stated,
            Results::Board => ResultsBy::Board,
            Results::Official => ResultsBy::Official,
        }
    }
}

#[derive(Args, Debug)]
#[command(mut_arg("paths", |paths| paths.required(false).required_unless_present("index").conflicts_with("index")))]
pub(crate) struct FindArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    #[command(flatten)]
    pub(crate) procedure: ProcedureArgs,
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    /// Ask an index that `pentad index` made, in place of PATH: only records in which a position of the query comes about are read
    #[arg(long, value_name = "DB", value_hint = ValueHint::FilePath)]
    pub(crate) index: Option<PathBuf>,
    /// List the places in each record, its variations included, where the position, pattern or comment of the query comes about
    #[arg(long)]
    pub(crate) nodes: bool,
    /// Print only how many there are
    #[arg(long)]
    pub(crate) count: bool,
    /// Shape of the list
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = ListShape::Text)]
    pub(crate) format: ListShape,
}

#[derive(Args, Debug)]
#[command(mut_arg("paths", |paths| paths.required(false).required_unless_present("index").conflicts_with("index")))]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    #[command(flatten)]
    pub(crate) procedure: ProcedureArgs,
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    /// Ask an index that `pentad index` made, in place of PATH; no record is read
    #[arg(long, value_name = "DB", value_hint = ValueHint::FilePath, conflicts_with = "query")]
    pub(crate) index: Option<PathBuf>,
    /// The moves that lead to the position, in the order of play, such as "h8 i9"
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub(crate) at: String,
    /// How many plies below the position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=60))]
    pub(crate) depth: u16,
    /// Do not fold moves that are the same by symmetry
    #[arg(long)]
    pub(crate) unfolded: bool,
    /// Moves to print after each position; what is left out stands in a last row
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) top: usize,
    /// Shape of the tree; as SGF or as a RenLib library the counts stand in comments
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = TreeShape::Text)]
    pub(crate) format: TreeShape,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TreeShape {
    Text,
    Json,
    Sgf,
    Lib,
}

fn query(text: &str) -> Result<Query, String> {
    Query::parse(text).map_err(|error| error.to_string())
}
