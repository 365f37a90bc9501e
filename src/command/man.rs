//! `pentad man`: the manual page, with a section for each command.

use std::io::{self, Write as _};

use clap::CommandFactory as _;

use crate::args::Cli;
use crate::exit::Done;

pub(crate) fn run() -> anyhow::Result<Done> {
    let mut page = Vec::new();
    let mut command = Cli::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for sub in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        let name = format!("pentad-{}", sub.get_name());
        let man = clap_mangen::Man::new(sub.clone());
        writeln!(page, ".SH \"{}\"", name.to_uppercase())?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    io::stdout().lock().write_all(&page)?;
    Ok(Done::Sound)
}
