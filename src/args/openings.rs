//! The command line of `openings`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use pentad_corpus::Keep;

use super::{Form, InputArgs, JudgeArgs, Results, form};

#[derive(Args, Debug)]
pub(crate) struct OpeningsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    /// Games that were played from the openings of the list: files, folders or globs
    #[arg(long, value_name = "PATH", num_args = 1.., value_hint = ValueHint::AnyPath)]
    pub(crate) games: Vec<PathBuf>,
    /// The first N stones of each record are its opening [default: the given position of a match, else all of a record without a result]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=676))]
    pub(crate) plies: Option<u32>,
    /// Of trees the marked nodes are openings [default: the end of each line]
    #[arg(long)]
    pub(crate) marked: bool,
    /// What is the same but for a shift on the board is the same opening (Piskvork shifts openings now and then)
    #[arg(long)]
    pub(crate) shifted: bool,
    /// Keep the openings that this holds for, such as "n >= 10 and score in 0.35..0.65"; figures are n, score, plies, pairs, duplicates, black,
    /// white and drawn
    #[arg(long, value_name = "CONDITION", value_parser = keep)]
    pub(crate) keep: Option<Keep>,
    /// Which result counts: the stated one (else the board's), or the board's only
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Results::Stated)]
    pub(crate) results: Results,
    /// Shape of the report
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = OpeningsShape::Text)]
    pub(crate) format: OpeningsShape,
    /// Write the openings that are kept, in their order and as they stand in the list; to a file or - for standard output, in place of the report
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,
    /// Write them anew in this format; a dialect of it after a colon. A format with one record in a file gets one tree
    #[arg(long, value_name = "FORMAT[:DIALECT]", value_parser = form, requires = "output")]
    pub(crate) to: Option<Form>,
    /// Write them in the orientation that stands for all images
    #[arg(long, requires = "to")]
    pub(crate) canonical: bool,
    /// List the openings that are not kept in a file instead of on stderr
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) dropped: Option<PathBuf>,
    /// Replace a file that is there already (an input is never replaced)
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpeningsShape {
    Text,
    Csv,
    Json,
}

fn keep(text: &str) -> Result<Keep, String> {
    Keep::parse(text).map_err(|error| error.to_string())
}
