//! The command line of `convert`.

use clap::Args;
use pentad_corpus::convert::{Stripped, Subtree};
use pentad_rules::{Size, Symmetry};

use crate::moves_text;

use super::{InputArgs, OutputArgs, SelectionArgs, size};

#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    /// Write nothing and end with status 1 when another number of records is seen
    #[arg(long, value_name = "N")]
    pub(crate) expect: Option<u64>,
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
