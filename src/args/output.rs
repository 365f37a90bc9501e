//! Where records go and as what: common to all commands that write them.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use pentad_corpus::convert::SplitBy;
use pentad_formats::Encoding;
use pentad_rules::Coords;

use super::{Form, encoding, form, letters};

#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// The file to write, whose extension tells the format; a folder with --split-by; or - for standard output
    #[arg(short = 'o', long = "output", value_name = "OUT", value_hint = ValueHint::AnyPath)]
    pub(crate) path: PathBuf,
    /// The format to write; a dialect of it after a colon
    #[arg(long, value_name = "FORMAT[:DIALECT]", value_parser = form)]
    pub(crate) to: Option<Form>,
    /// The dialect to write
    #[arg(long, value_name = "NAME")]
    pub(crate) dialect: Option<String>,
    /// Replace files that are there already (an input is never replaced)
    #[arg(long)]
    pub(crate) force: bool,
    /// A file for each record, opening of renju, game, year or player, or for each N records
    #[arg(long, value_name = "record|opening|rule|year|player|count=N", value_parser = split_by)]
    pub(crate) split_by: Option<SplitBy>,
    /// Encoding of the output, where its format leaves a choice [default: UTF-8]
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    pub(crate) encoding_out: Option<Encoding>,
    /// Column letters of the output, where its format leaves a choice [default: those of each record]
    #[arg(long, value_name = "with-i|skip-i", value_parser = letters)]
    pub(crate) coords_out: Option<Coords>,
    /// Write what was lost to a file, one JSON line for each record and kind
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) loss: Option<PathBuf>,
    /// Write nothing and end with status 1 if anything is lost
    #[arg(long)]
    pub(crate) deny_loss: bool,
}

pub(super) fn split_by(text: &str) -> Result<SplitBy, String> {
    SplitBy::from_name(text).ok_or_else(|| SplitBy::NAMED.map(SplitBy::name).join(", ") + ", count=N")
}
