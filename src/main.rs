//! `pentad`: reads, checks, converts and counts the game records of the five-in-a-row family.

/// Says a line on stderr. What cannot be said is no reason to end: results are on stdout and in files.
macro_rules! say {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(anstream::stderr(), $($words)*);
    }};
}

/// The same without a line break.
macro_rules! say_text {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = write!(anstream::stderr(), $($words)*);
    }};
}

mod args;
mod board_text;
mod change_report;
mod command;
mod exit;
mod expectation;
mod indexed;
mod input;
mod loss_report;
mod manifest_file;
mod moves_text;
mod opening_story;
mod output;
mod partial;
mod progress;
mod report_text;
mod rules_file;
mod selection;
mod side_file;
mod table_format;
mod target;
mod twice;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.common.color.write_global();
    let outcome = match &cli.command {
        Command::Check(args) => command::check::run(args, &cli.common),
        Command::List(args) => command::list::run(args, &cli.common),
        Command::Stats(args) => command::stats::run(args, &cli.common),
        Command::Convert(args) => command::convert::run(args, &cli.common),
        Command::Normalize(args) => command::normalize::run(args, &cli.common),
        Command::Find(args) => command::find::run(args, &cli.common),
        Command::Tree(args) => command::tree::run(args, &cli.common),
        Command::Dedup(args) => command::dedup::run(args, &cli.common),
        Command::Diff(args) => command::diff::run(args, &cli.common),
        Command::Export(args) => command::export::run(args, &cli.common),
        Command::Openings(args) => command::openings::run(args, &cli.common),
        Command::Index(args) => command::index::run(args, &cli.common),
        Command::Show(args) => command::show::run(args, &cli.common),
        Command::Forbidden(args) => command::forbidden::run(args),
        Command::Explain(args) => command::explain::run(args),
        Command::Completions(args) => command::completions::run(args),
        Command::Man => command::man::run(),
    };
    exit::code(outcome)
}
