//! Indexes as the command line knows them: the options they are made by, and what has become of their files.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::parser::ValueSource;
use clap::{ArgAction, CommandFactory as _, Parser};
use pentad_corpus::JudgeOptions;
use pentad_corpus::index::{Changes, Index};

use crate::args::{Cli, InputArgs, JudgeArgs, OpeningArg, ProcedureArgs, RulesArg};
use crate::output::printable;
use crate::rules_file;

/// The options that decide how records are read and judged, by their names in the command line's description.
const DECIDING: [&str; 19] = [
    "from",
    "encoding",
    "coords",
    "columns",
    "max_record",
    "max_tree",
    "max_line",
    "max_nodes",
    "zstd_window",
    "rules",
    "set",
    "size",
    "override_rules",
    "five",
    "foul",
    "tournament_rule",
    "strict",
    "opening",
    "resume",
];

/// What stands before the checksum of a file of rules, among the options of an index.
const CONTENT: char = '#';

/// How many files are named.
const NAMED: usize = 10;

/// The options of an index, as the command line states them.
#[derive(Parser, Debug)]
#[command(no_binary_name = true)]
pub(crate) struct Stated {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    #[command(flatten)]
    pub(crate) procedure: ProcedureArgs,
}

/// An index and the options that it was made by.
pub(crate) struct Indexed {
    pub(crate) index: Index,
    pub(crate) stated: Stated,
    pub(crate) judging: JudgeOptions,
}

/// The deciding options of the command line that the program was called by, as `--name=value`.
pub(crate) fn deciding() -> anyhow::Result<Vec<String>> {
    let mut command = Cli::command();
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    let (name, matches) = matches.subcommand().context("a command was called")?;
    let command = command.find_subcommand(name).context("a command that there is")?;
    let mut flags = Vec::new();
    for id in DECIDING {
        if !matches!(matches.value_source(id), Some(ValueSource::CommandLine)) {
            continue;
        }
        let argument = command.get_arguments().find(|argument| argument.get_id() == id);
        let argument = argument.context("an option that there is")?;
        let long = argument.get_long().context("a long option")?;
        if matches!(argument.get_action(), ArgAction::SetTrue) {
            flags.push(format!("--{long}"));
            continue;
        }
        for value in matches.get_raw(id).into_iter().flatten() {
            let value = value.to_str().with_context(|| format!("--{long} is no text"))?;
            flags.push(format!("--{long}={value}"));
        }
    }
    Ok(flags)
}

/// The same with a checksum of each file of rules that they name.
pub(crate) fn with_contents(
    mut flags: Vec<String>,
    judge: &JudgeArgs,
    procedure: &ProcedureArgs,
) -> anyhow::Result<Vec<String>> {
    let rules = if let Some(RulesArg::File(path)) = &judge.rules { Some(path) } else { None };
    let opening = if let Some(OpeningArg::File(path)) = &procedure.opening { Some(path) } else { None };
    for path in rules.into_iter().chain(opening) {
        let bytes = std::fs::read(path).with_context(|| format!("{} could not be read", path.display()))?;
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        flags.push(format!("{CONTENT}{:016x}", hasher.finish()));
    }
    Ok(flags)
}

impl Indexed {
    /// Opens an index. What the command line says of reading and judging must be what the index was made by, or nothing.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Indexed> {
        let index = Index::open(path)?;
        let flags = &index.options().flags;
        for given in deciding()? {
            if flags.contains(&given) {
                continue;
            }
            let name = given.split('=').next().unwrap_or_default();
            let made: Vec<_> = flags.iter().filter(|flag| flag.split('=').next() == Some(name)).cloned().collect();
            let made = if made.is_empty() { format!("without {name}") } else { format!("with {}", made.join(" ")) };
            bail!("{}: it was made {made} and cannot answer with {given}", path.display());
        }
        let paths = index.arguments().into_iter().map(PathBuf::into_os_string);
        let words = flags.iter().filter(|flag| !flag.starts_with(CONTENT)).map(Into::into);
        let words = words.chain(std::iter::once("--".into())).chain(paths);
        let stated = Stated::try_parse_from(words).map_err(|error| {
            let first = error.to_string().lines().next().unwrap_or_default().to_owned();
            anyhow::anyhow!("{}: the options that it was made by are not understood: {first}", path.display())
        })?;
        let now = flags.iter().filter(|flag| !flag.starts_with(CONTENT)).cloned().collect();
        if with_contents(now, &stated.judge, &stated.procedure)? != *flags {
            bail!("{}: a file of rules that it was made by has changed; make it anew", path.display());
        }
        let judging = rules_file::judge_options(&stated.judge, stated.procedure.opening.as_ref())?;
        Ok(Indexed { index, stated, judging })
    }
}

/// What has become of the files of an index, in words.
pub(crate) fn news(index: &Index, changes: &Changes) -> String {
    let path = printable(&index.path().to_string_lossy()).into_owned();
    format!("{path}: since it was made, {}; `pentad index --refresh {path}` reads what is new", told(changes))
}

/// Which files changed, are gone, are new.
fn told(changes: &Changes) -> String {
    let mut parts = Vec::new();
    for (paths, one, many) in [
        (&changes.changed, "has changed", "have changed"),
        (&changes.vanished, "is gone", "are gone"),
        (&changes.new, "is new", "are new"),
    ] {
        let names: Vec<_> = paths.iter().take(NAMED).map(|p| printable(&p.to_string_lossy()).into_owned()).collect();
        let more = paths.len() - names.len();
        match names.len() {
            0 => {}
            1 => parts.push(format!("{} {one}", names[0])),
            _ if more > 0 => parts.push(format!("{} and {more} more {many}", names.join(", "))),
            _ => parts.push(format!("{} {many}", names.join(", "))),
        }
    }
    parts.join("; ")
}
