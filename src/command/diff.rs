//! `pentad diff`: two releases of a database.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;

use pentad_corpus::Runs;
use pentad_corpus::duplicate::{
    Change, Changed, Compared, ContentReader, Details, DuplicateOptions, Examiner, Index, Kinds, Pairing, Releases,
    Seen, Side,
};
use pentad_rules::Symmetry;
use serde::Serialize;

use super::dedup::{Told, differs, moves_differ, row_text, some};
use crate::args::{Common, DiffArgs, DuplicateShape, InputArgs, OnlyChange};
use crate::exit::Done;
use crate::output::{self, thousands};
use crate::twice::Twice;
use crate::{input, report_text, rules_file};

pub(crate) fn run(args: &DiffArgs, common: &Common) -> anyhow::Result<Done> {
    let options = DuplicateOptions {
        kinds: Kinds::ALL,
        // Not asked for: releases are paired whatever the length.
        min_plies: 1,
        near: args.measure.near,
        keep: None,
        memory: args.measure.memory,
        judging: rules_file::judge_options(&args.judge, None)?,
    };
    let old = [args.old.clone()];
    let paths = |side| if side == Side::Known { &old[..] } else { &args.input.paths[..] };
    if paths(Side::Looked).iter().chain(&old).filter(|path| path.as_os_str() == "-").count() > 1 {
        anyhow::bail!("standard input cannot be both releases");
    }
    let twice = [Twice::new(&old, &args.input)?, Twice::new(&args.input.paths, &args.input)?];
    let sides = [Side::Known, Side::Looked].into_iter().zip(&twice);
    let inputs = |paths: &[PathBuf]| InputArgs { paths: paths.to_vec(), ..args.input.clone() };
    let mut releases = Releases::new(&options);
    let mut done = Done::Sound;
    for (side, twice) in sides.clone() {
        let args = inputs(paths(side));
        let run = input::run_on(
            twice.sources()?,
            &args,
            common,
            || ContentReader::new(&options, args.read_options(options.judging.board())),
            |reader, batch| reader.contents(batch),
            |contents| {
                report_text::say_outcome(common, contents.input().name(), contents.outcome());
                Ok(releases.add(&contents).map(ControlFlow::Continue)?)
            },
        )?;
        match run.done_whole() {
            Done::Interrupted => return Ok(Done::Interrupted),
            Done::NotAll => done = Done::NotAll,
            _ => {}
        }
        if side == Side::Known {
            releases.end_of_old();
        }
    }
    let Compared { index, unchanged, seen } = releases.finish()?;
    let mut pairing = Pairing::new(&options, &index);
    for (side, twice) in sides {
        let args = inputs(paths(side));
        let run = input::run_on(
            twice.sources()?,
            &args,
            common,
            || Examiner::new(&options, args.read_options(options.judging.board()), &index, side),
            |examiner, batch| examiner.examine(batch),
            |examined| Ok(pairing.add(&examined?).map(ControlFlow::Continue)?),
        )?;
        if run.done_whole() == Done::Interrupted {
            return Ok(Done::Interrupted);
        }
    }
    let mut report = Report::new(args, &index);
    pairing.finish(&mut |change| report.add(&change))?;
    report.print()?;
    if !common.quiet {
        report.summary(unchanged, seen);
    }
    let failed = args.fail_on.iter().any(|fail| report.has(*fail));
    Ok(if done == Done::Sound && failed { Done::FoundErrors } else { done })
}

/// Collects changes and prints them in order: what was removed and changed as in the older release, then what was added.
struct Report<'a> {
    args: &'a DiffArgs,
    index: &'a Index,
    rows: Option<Runs>,
    /// How many were added, removed, changed.
    counts: [u64; 3],
}

#[derive(Serialize)]
struct Line<'a> {
    change: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<Told<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<Told<'a>>,
    #[serde(flatten)]
    how: Option<How<'a>>,
}

#[derive(Serialize)]
struct How<'a> {
    kind: &'static str,
    orientation: &'static str,
    moves: Vec<super::dedup::MovesLine<'a>>,
    differs: Vec<super::dedup::DiffersLine<'a>>,
}

#[derive(Serialize)]
struct CsvRow<'a> {
    change: &'static str,
    kind: &'static str,
    orientation: &'static str,
    old_file: Option<&'a str>,
    old_record: Option<u64>,
    new_file: Option<&'a str>,
    new_record: Option<u64>,
    id: Option<String>,
    black: Option<String>,
    white: Option<String>,
    date: Option<String>,
    event: Option<String>,
    result: Option<String>,
    plies: u32,
    moves: usize,
    differs: String,
}

const COLUMNS: &str = "change,kind,orientation,old_file,old_record,new_file,new_record,id,black,white,date,event,result,plies,moves,differs\n";

impl<'a> Report<'a> {
    fn new(args: &'a DiffArgs, index: &'a Index) -> Report<'a> {
        Report { args, index, rows: Some(Runs::new(args.measure.memory / 4)), counts: [0; 3] }
    }

    fn has(&self, what: OnlyChange) -> bool {
        match what {
            OnlyChange::Added => self.counts[0] > 0,
            OnlyChange::Removed => self.counts[1] > 0,
            OnlyChange::Changed => self.counts[2] > 0,
            OnlyChange::Any => self.counts != [0; 3],
        }
    }

    fn add(&mut self, change: &Change) -> anyhow::Result<()> {
        let (kind, number) = match change {
            Change::Added(details) => (OnlyChange::Added, details.number),
            Change::Removed(details) => (OnlyChange::Removed, details.number),
            Change::Changed(changed) => (OnlyChange::Changed, changed.old.number),
        };
        self.counts[match kind {
            OnlyChange::Added => 0,
            OnlyChange::Removed => 1,
            OnlyChange::Changed | OnlyChange::Any => 2,
        }] += 1;
        let only = &self.args.only;
        if !only.is_empty() && !only.contains(&kind) && !only.contains(&OnlyChange::Any) {
            return Ok(());
        }
        // Records of the newer release have the higher numbers.
        let mut row = number.to_be_bytes().to_vec();
        match self.args.format {
            DuplicateShape::Text => row.extend(self.text(change).as_bytes()),
            DuplicateShape::Jsonl => {
                serde_json::to_writer(&mut row, &self.line(change))?;
                row.push(b'\n');
            }
            DuplicateShape::Csv => {
                let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
                writer.serialize(self.csv(change))?;
                row.extend(writer.into_inner().map_err(csv::IntoInnerError::into_error)?);
            }
        }
        if let Some(rows) = &mut self.rows {
            rows.push(&row)?;
        }
        Ok(())
    }

    fn told(&self, details: &Details) -> Told<'a> {
        Told::new(details, self.index)
    }

    fn line<'c>(&self, change: &'c Change) -> Line<'c>
    where
        'a: 'c,
    {
        match change {
            Change::Added(new) => Line { change: "added", old: None, new: Some(self.told(new)), how: None },
            Change::Removed(old) => Line { change: "removed", old: Some(self.told(old)), new: None, how: None },
            Change::Changed(changed) => {
                let Changed { old, new, relation } = &**changed;
                let how = How {
                    kind: relation.kind.name(),
                    orientation: relation.orientation.name(),
                    moves: moves_differ(&relation.moves),
                    differs: differs(&relation.differences),
                };
                Line { change: "changed", old: Some(self.told(old)), new: Some(self.told(new)), how: Some(how) }
            }
        }
    }

    fn text(&self, change: &Change) -> String {
        let mut out = String::new();
        let mut one = |word: &str, details: &Details| {
            let _ = write!(out, "{word:<8} ");
            self.told(details).text(&mut out);
        };
        match change {
            Change::Added(new) => one("added", new),
            Change::Removed(old) => one("removed", old),
            Change::Changed(changed) => {
                let Changed { old, new, relation } = &**changed;
                one("changed", old);
                let (file, record) = self.index.place(new.number);
                let _ = write!(out, "  now {}:{record}", output::printable(file));
                if relation.orientation != Symmetry::Identity {
                    let _ = write!(out, ", {}", relation.orientation.name());
                }
                out.push('\n');
                row_text(&relation.differences, &relation.moves, &mut out);
                return out;
            }
        }
        out.push('\n');
        out
    }

    fn csv(&self, change: &Change) -> CsvRow<'a> {
        let (word, shown, old, new, relation) = match change {
            Change::Added(new) => ("added", new, None, Some(new), None),
            Change::Removed(old) => ("removed", old, Some(old), None, None),
            Change::Changed(c) => ("changed", &c.new, Some(&c.old), Some(&c.new), Some(&c.relation)),
        };
        let place = |details: Option<&Details>| details.map(|d| self.index.place(d.number)).unzip();
        let ((old_file, old_record), (new_file, new_record)) = (place(old), place(new));
        let Told { id, black, white, date, event, result, plies, .. } = self.told(shown);
        let fields = relation.map(|r| r.differences.iter().map(|d| d.field.as_str()).collect::<Vec<_>>().join(" "));
        CsvRow {
            change: word,
            kind: relation.map_or("", |r| r.kind.name()),
            orientation: relation.map_or("", |r| r.orientation.name()),
            old_file,
            old_record,
            new_file,
            new_record,
            id,
            black,
            white,
            date,
            event,
            result,
            plies,
            moves: relation.map_or(0, |r| r.moves.len()),
            differs: fields.unwrap_or_default(),
        }
    }

    fn print(&mut self) -> anyhow::Result<()> {
        let Some(rows) = self.rows.take() else { return Ok(()) };
        let mut sorted = rows.sorted()?;
        let mut out = Vec::new();
        if self.args.format == DuplicateShape::Csv {
            out.extend(COLUMNS.as_bytes());
        }
        while let Some(row) = sorted.next()? {
            out.extend(row.get(8..).unwrap_or_default());
            if out.len() > 64 << 10 {
                output::plain(&out)?;
                out.clear();
            }
        }
        output::plain(&out)
    }

    fn summary(&self, unchanged: u64, seen: [Seen; 2]) {
        let [added, removed, changed] = self.counts;
        for (name, seen, (word, count)) in [("old", seen[0], ("removed", removed)), ("new", seen[1], ("added", added))]
        {
            say!(
                "{name}: {} = {} unchanged + {} changed + {} {word} + {} unreadable + {} refused",
                some(seen.records + seen.refused, "record"),
                thousands(unchanged),
                thousands(changed),
                thousands(count),
                thousands(seen.unreadable),
                thousands(seen.refused)
            );
        }
    }
}
