//! The command line of `index`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{InputArgs, JudgeArgs, ProcedureArgs, bytes};

#[derive(Args, Debug)]
#[command(mut_arg("paths", |paths| paths.required(false).required_unless_present("refresh")))]
pub(crate) struct IndexArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    #[command(flatten)]
    pub(crate) procedure: ProcedureArgs,
    /// The index to make. Where it is there already and its options are the same, files that have not changed are not read again
    #[arg(short, long, value_name = "DB", value_hint = ValueHint::FilePath, required_unless_present = "refresh")]
    pub(crate) output: Option<PathBuf>,
    /// Make this index anew, of the same paths and by the same options: only new and changed files are read
    #[arg(long, value_name = "DB", value_hint = ValueHint::FilePath, conflicts_with_all = ["paths", "output", "depth"])]
    pub(crate) refresh: Option<PathBuf>,
    /// How many plies of each game are kept, and up to how many stones positions are found
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=200))]
    pub(crate) depth: u8,
    /// Positions that are sorted in memory; more go to temporary files
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = bytes)]
    pub(crate) memory: usize,
    /// Replace a file that is there already, an index of other options among them, and read all files
    #[arg(long)]
    pub(crate) force: bool,
}
