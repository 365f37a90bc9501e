//! The command line of `export`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use pentad_corpus::export::Table;
use pentad_corpus::table::TableFormat;

use super::{InputArgs, JudgeArgs, ProcedureArgs, SelectionArgs};

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    #[command(flatten)]
    pub(crate) procedure: ProcedureArgs,
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    /// The folder to write, a file for each table; or - for one table on standard output
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: PathBuf,
    /// Which tables [default: all]
    #[arg(long, value_name = "games,plies,findings", value_parser = table, value_delimiter = ',')]
    pub(crate) tables: Vec<Table>,
    /// Shape of the tables
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = TableShape::Csv)]
    pub(crate) format: TableShape,
    /// Replace files that are there already (an input is never replaced)
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableShape {
    Csv,
    Jsonl,
    /// Needs a build with the feature `parquet`
    Parquet,
    /// An Arrow IPC stream; needs a build with the feature `parquet`
    Arrow,
}

impl TableShape {
    pub(crate) const fn format(self) -> TableFormat {
        match self {
            TableShape::Csv => TableFormat::Csv,
            TableShape::Jsonl => TableFormat::Jsonl,
            TableShape::Parquet => TableFormat::Parquet,
            TableShape::Arrow => TableFormat::Arrow,
        }
    }
}

fn table(text: &str) -> Result<Table, String> {
    let names = || Table::ALL.map(|table| table.schema().name.as_ref()).join(", ");
    Table::from_name(text).ok_or_else(|| format!("no such table; there are {}", names()))
}
