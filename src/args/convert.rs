//! The command line of `convert`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use pentad_corpus::convert::{SplitBy, Stripped, Subtree};
use pentad_formats::Encoding;
use pentad_rules::{Coords, Size, Symmetry};

use crate::moves_text;

use super::{Form, InputArgs, encoding, form, letters, size};

#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The file to write, whose extension tells the format; a folder with --split-by; or - for standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath)]
    pub(crate) output: PathBuf,
    /// The format to write; a dialect of it after a colon
    #[arg(long, value_name = "FORMAT[:DIALECT]", value_parser = form)]
    pub(crate) to: Option<Form>,
    /// The dialect to write
    #[arg(long, value_name = "NAME")]
    pub(crate) dialect: Option<String>,
    /// Replace files that are there already (an input is never replaced)
    #[arg(long)]
    pub(crate) force: bool,
    /// A file for each record, opening of renju, game, year or player
    #[arg(long, value_name = "record|opening|rule|year|player", value_parser = split_by)]
    pub(crate) split_by: Option<SplitBy>,
    /// A record for each line of a tree
    #[arg(long)]
    pub(crate) lines: bool,
    /// Only the main line of a tree
    #[arg(long, conflicts_with = "lines")]
    pub(crate) mainline: bool,
    /// One tree of all records: moves that are the same from the beginning on are there once
    #[arg(long, conflicts_with = "split_by")]
    pub(crate) merge_tree: bool,
    /// Only the part of a tree below these moves, and the moves themselves
    #[arg(long, value_name = "MOVES", value_parser = subtree)]
    pub(crate) subtree: Option<Subtree>,
    /// Turn or mirror the board (rot90 is a quarter turn clockwise)
    #[arg(long, value_name = "rot90|rot180|rot270|flip-horizontal|flip-vertical|transpose|anti-transpose", value_parser = symmetry)]
    pub(crate) transform: Option<Symmetry>,
    /// Size of the board of records that do not state it, where their notation counts from its middle or top
    #[arg(long, value_name = "N|WxH", value_parser = size)]
    pub(crate) size: Option<Size>,
    /// Leave out comments, labels, times of moves, extras of other programs or players, or several of them
    #[arg(long, value_name = "comments|labels|times|extras|players", value_parser = stripped, value_delimiter = ',')]
    pub(crate) strip: Vec<Stripped>,
    /// N records of all, each as likely as any other; the same for the same input and seed
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<usize>,
    /// Another seed draws another sample
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    pub(crate) seed: u64,
    /// Write records anew that could be copied, since they are of the output's format and nothing touches them
    #[arg(long)]
    pub(crate) rewrite: bool,
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

fn split_by(text: &str) -> Result<SplitBy, String> {
    SplitBy::from_name(text).ok_or_else(|| SplitBy::ALL.map(SplitBy::name).join(", "))
}

fn stripped(text: &str) -> Result<Stripped, String> {
    Stripped::from_name(text).ok_or_else(|| Stripped::ALL.map(Stripped::name).join(", "))
}

fn subtree(text: &str) -> Result<Subtree, String> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').flat_map(|word| match word {
        _ if word.eq_ignore_ascii_case("pass") => vec![word.to_owned()],
        _ => moves_text::tokens(word).map(str::to_owned).collect(),
    });
    Subtree::new(words).map_err(|word| format!("\"{word}\" is no move; moves are given as in \"h8 i9 pass g7\""))
}

fn symmetry(text: &str) -> Result<Symmetry, String> {
    Symmetry::from_name(text).ok_or_else(|| Symmetry::ALL.map(Symmetry::name).join(", "))
}
