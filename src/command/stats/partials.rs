//! Counts in files: `--partials`, and such files as input.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use pentad_corpus::{Batch, Counter, Digest, Key, Partial, PartialHeader, PartialWriter, Row, is_partial};
use pentad_formats::STATS_PARTIAL;
use pentad_rules::Code;
use tempfile::TempDir;

use crate::args::{OpeningArg, Results, RulesArg, StatsArgs};

/// The extension of these files.
const EXTENSION: &str = "pentad-partial";

/// What was counted so far.
#[derive(Default)]
pub(super) struct Seen {
    records: u64,
    digest: Digest,
    /// The partials, by identification, with the name of the file that brought each.
    parts: BTreeMap<Digest, String>,
}

impl Seen {
    /// How many records there were.
    pub(super) fn records(&self) -> u64 {
        self.records
    }

    pub(super) fn add(&mut self, records: u64, digest: Digest) {
        self.records = self.records.saturating_add(records);
        self.digest.merge(digest);
    }

    /// Adds a partial; none may come twice, alone or within another one.
    fn add_partial(&mut self, name: &str, header: &PartialHeader) -> anyhow::Result<()> {
        self.add(header.records, header.digest);
        // Nothing is counted twice of a partial without records.
        let own = (header.records > 0).then(|| header.id());
        // A partial of one partial is that one.
        let parts: BTreeSet<Digest> = header.parts.iter().copied().chain(own).collect();
        for part in parts {
            if let Some(before) = self.parts.insert(part, name.to_owned()) {
                bail!("{name}: games of this partial are counted already, from {before} (partial {part})");
            }
        }
        Ok(())
    }
}

/// The options that shape the counts, as a partial keeps them. What is not given is not there.
pub(super) fn shape(args: &StatsArgs) -> anyhow::Result<Vec<(String, String)>> {
    let mut shape = Vec::new();
    let mut give = |name: &str, value: Option<String>| shape.extend(value.map(|value| (name.to_owned(), value)));
    let some = |text: String| Some(text).filter(|text| !text.is_empty());
    let flag = |given: bool| given.then(|| "yes".to_owned());
    let (judge, selection) = (&args.judge, &args.selection);
    give("--by", some(args.by.iter().map(Key::to_string).collect::<Vec<_>>().join(",")));
    let asked = |key| args.by.contains(&key) || args.only.iter().any(|(k, _)| *k == key);
    give("--band", asked(Key::Rating).then(|| args.band.to_string()));
    let classes = args.classes.as_deref().filter(|_| asked(Key::Class));
    give("--classes", classes.map(digest_of).transpose()?);
    give("--after", some(args.after.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()));
    give("--depth", args.depth.map(|depth| depth.to_string()));
    give("--unfolded", flag(args.unfolded));
    give("--ratings", args.ratings.map(|ratings| format!("{ratings:?}").to_lowercase()));
    let glicko = args.ratings == Some(crate::args::RatingsArg::Glicko2);
    give("--period", glicko.then(|| args.period.period().to_string()));
    give(
        "--results",
        (selection.results != Results::Stated).then(|| format!("{:?}", selection.results).to_lowercase()),
    );
    give("--where", selection.query.as_ref().map(|query| query.text().to_owned()));
    let only: Vec<String> =
        args.only.iter().map(|(key, value)| format!("{key}={}", super::canonical(*key, value))).collect();
    give("--only", some(only.join("\n")));
    give("--since", args.since.map(|date| date.to_string()));
    give("--until", args.until.map(|date| date.to_string()));
    give("--names", judge.names.as_deref().map(digest_of).transpose()?);
    let rules = judge.rules.as_ref().map(|rules| match rules {
        RulesArg::Auto => Ok("auto".to_owned()),
        RulesArg::Named(game) => Ok(game.id.to_string()),
        RulesArg::File(path) => digest_of(path),
    });
    give("--rules", rules.transpose()?);
    let opening = args.procedure.opening.as_ref().map(|opening| match opening {
        OpeningArg::Named(opening) => Ok(opening.id.to_string()),
        OpeningArg::File(path) => digest_of(path),
    });
    give("--opening", opening.transpose()?);
    give("--set", some(judge.set.join("\n")));
    give("--size", judge.size.map(|size| size.to_string()));
    give("--override-rules", flag(judge.override_rules));
    let wishes = judge.wishes();
    give("--five", wishes.five.map(|five| serde_json::to_string(&five)).transpose()?);
    let fouls = wishes.fouls.iter().any(Option::is_some).then(|| serde_json::to_string(&wishes.fouls));
    give("--foul", fouls.transpose()?);
    give("--tournament-rule", judge.tournament_rule.map(|on| if on { "on" } else { "off" }.to_owned()));
    give("--strict", flag(judge.strict));
    Ok(shape)
}

/// What stands for a file that shapes the counts: its bytes, whatever it is called.
fn digest_of(path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).with_context(|| format!("{} could not be read", path.display()))?;
    let mut digest = Digest::default();
    digest.add(&bytes);
    Ok(format!("file {digest}"))
}

/// With `--from` every file would be read as a record of that format.
pub(super) fn check_paths(args: &StatsArgs) -> anyhow::Result<()> {
    if args.input.from.is_some()
        && let Some(path) = args.input.paths.iter().find(|path| begins_as_partial(path))
    {
        bail!("{}: --from says that all files are games, and this is a partial", path.display());
    }
    Ok(())
}

fn begins_as_partial(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = |file: File| file.take(16).read_to_end(&mut head);
    path.is_file() && File::open(path).and_then(read).is_ok() && is_partial(&head)
}

/// The file of an input that is a partial.
pub(super) fn of_input(batch: &Batch) -> Option<PathBuf> {
    let outcome = batch.end.as_ref()?.outcome.as_ref()?;
    (outcome.code == Code::Refused && outcome.message.contains(STATS_PARTIAL)).then(|| batch.input.name().into())
}

/// Counts what a partial holds.
pub(super) fn absorb(
    path: &Path,
    shape: &[(String, String)],
    whole: &mut Counter,
    seen: &mut Seen,
) -> anyhow::Result<()> {
    let name = path.display().to_string();
    if !begins_as_partial(path) {
        bail!("{name}: this is {STATS_PARTIAL}: not from standard input, an archive or a compressed file");
    }
    let file = File::open(path).with_context(|| name.clone())?;
    let mut partial = Partial::open(BufReader::with_capacity(1 << 16, file)).with_context(|| name.clone())?;
    let header = partial.header();
    if let Some(difference) = difference(&header.options, shape) {
        bail!("{name}: {difference}");
    }
    seen.add_partial(&name, header)?;
    let mut row = Row::default();
    while partial.next(&mut row).with_context(|| name.clone())? {
        if !whole.add_row(&row)? {
            return partial.damaged("a row counts nothing that is known").with_context(|| name.clone());
        }
    }
    Ok(())
}

/// In what the options of a partial differ from those of this run.
fn difference(partial: &[(String, String)], run: &[(String, String)]) -> Option<String> {
    let [partial, run]: [BTreeMap<&str, &str>; 2] =
        [partial, run].map(|options| options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect());
    let names: BTreeSet<&str> = partial.keys().chain(run.keys()).copied().collect();
    let name = names.into_iter().find(|name| partial.get(name) != run.get(name))?;
    let words = |value: Option<&&str>| match value {
        None => format!("without {name}"),
        Some(&"yes") => format!("with {name}"),
        Some(value) => format!("with {name} {}", value.replace('\n', ", ")),
    };
    let (counted, asked) = (words(partial.get(name)), words(run.get(name)));
    Some(format!("this partial was counted {counted}, and this run is {asked}"))
}

/// A partial that is being written. It appears whole or not at all.
pub(super) struct Writer {
    out: PartialWriter<BufWriter<File>>,
    /// Where it grows: a folder of its own, since a file made for the purpose would be its owner's alone.
    nursery: TempDir,
    path: PathBuf,
}

/// The name of the file while it grows.
const GROWING: &str = "growing";

impl Writer {
    /// Begins a partial in a folder, which is made where there is none. Its name is made of its identification: what other machines write
    /// there has another one.
    pub(super) fn new(folder: &Path, shape: Vec<(String, String)>, seen: Seen) -> anyhow::Result<Writer> {
        let Seen { records, digest, parts } = seen;
        let header = PartialHeader { options: shape, records, digest, parts: parts.into_keys().collect() };
        let path = folder.join(format!("{}.{EXTENSION}", header.id()));
        let begin = || -> io::Result<_> {
            fs::create_dir_all(folder)?;
            let nursery = tempfile::Builder::new().prefix(".pentad-").tempdir_in(folder)?;
            let file = File::create_new(nursery.path().join(GROWING))?;
            Ok((PartialWriter::new(BufWriter::new(file), &header)?, nursery))
        };
        let (out, nursery) = begin().with_context(|| format!("{} could not be written", path.display()))?;
        Ok(Writer { out, nursery, path })
    }

    pub(super) fn push(&mut self, row: &Row) -> anyhow::Result<()> {
        self.out.push(row).with_context(|| format!("{} could not be written", self.path.display()))
    }

    pub(super) fn finish(self) -> anyhow::Result<PathBuf> {
        let Writer { out, nursery, path } = self;
        let end = || -> io::Result<()> {
            drop(out.finish()?);
            fs::rename(nursery.path().join(GROWING), &path)
        };
        end().with_context(|| format!("{} could not be written", path.display()))?;
        Ok(path)
    }
}
