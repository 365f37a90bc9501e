//! `pentad completions`: completions for a shell.

use std::io::{self, Write as _};

use clap::CommandFactory as _;

use crate::args::{Cli, CompletionsArgs};
use crate::exit::Done;

pub(crate) fn run(args: &CompletionsArgs) -> anyhow::Result<Done> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "pentad", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(Done::Sound)
}
