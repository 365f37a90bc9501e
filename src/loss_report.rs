//! What a conversion lost: for people on stderr, for machines in a file, and as the status.

use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use pentad_corpus::Tally;
use pentad_corpus::convert::{Item, LossTally, Part, Target, Written};
use pentad_formats::Loss;
use pentad_rules::Severity;
use serde::Serialize;

use crate::args::{Common, OutputArgs};
use crate::output::{count, printable, thousands};
use crate::report_text;
use crate::selection::Passed;
use crate::side_file::SideFile;

/// How many records there were and what became of them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) read: u64,
    written: u64,
    copied: u64,
    refused: u64,
    unreadable: u64,
    /// Records that --where leaves out.
    passed: Passed,
    /// Files without records.
    files: u64,
    /// Of these, files that should hold some.
    broken: u64,
    /// What was written of the records: lines of trees are records of their own.
    pieces: u64,
    /// Of the tree of all records, its nodes and how many records were written of it.
    union: Option<(u64, u64)>,
    /// Whether only a sample was taken.
    pub(crate) sampled: bool,
}

impl Counts {
    pub(crate) fn lost_records(&self) -> u64 {
        self.refused + self.unreadable + self.broken
    }

    fn left_out(&self) -> u64 {
        let Passed { left_out, undecided } = self.passed;
        self.read - self.written - self.refused - self.unreadable - left_out - undecided
    }
}

/// What was lost, for people and for machines.
pub(crate) struct Report<'a> {
    out: &'a OutputArgs,
    /// What was done with the records.
    done: &'static str,
    common: &'a Common,
    to: &'static str,
    pub(crate) counts: Counts,
    losses: LossTally,
    /// The loss file and where it grows.
    file: Option<SideFile>,
    /// Files that hold no record, as `check` counts them.
    files: Tally,
}

/// A line of the loss file.
#[derive(Serialize)]
struct LossLine<'a> {
    file: &'a str,
    record: u64,
    id: Option<&'a str>,
    to: &'a str,
    what: &'a str,
    count: u64,
    why: &'a str,
}

impl<'a> Report<'a> {
    pub(crate) fn new(
        out: &'a OutputArgs,
        inputs: &[PathBuf],
        common: &'a Common,
        target: Target,
        done: &'static str,
    ) -> anyhow::Result<Report<'a>> {
        let file = out
            .loss
            .as_deref()
            .map(|path| SideFile::new("--loss", path, inputs, Some(&out.path), out.force))
            .transpose()?;
        let to = target.format.info().id;
        let (counts, losses, files) = (Counts::default(), LossTally::default(), Tally::default());
        Ok(Report { out, done, common, to, counts, losses, file, files })
    }

    /// All records seen, as `check` counts them.
    pub(crate) fn seen(&self) -> u64 {
        self.counts.read + self.counts.files
    }

    /// Counts of records by what became of them.
    pub(crate) fn by_fate(&self) -> [(&'static str, u64); 7] {
        let Counts { written, refused, unreadable, files, passed, .. } = self.counts;
        [
            ("seen", self.seen()),
            ("written", written),
            ("not_convertible", refused),
            ("unreadable", unreadable),
            ("refused", files),
            ("left_out", passed.left_out),
            ("undecided", passed.undecided),
        ]
    }

    /// Counts what concerns an input as a whole.
    pub(crate) fn part(&mut self, part: &Part) -> anyhow::Result<()> {
        if part.stray > 0 {
            let why = "it stands between records, and only short texts are copied with them";
            self.losses.add(&[Loss::new("bytes of text that is no part of a record", part.stray, why)]);
        }
        if let Some(outcome) = &part.outcome {
            self.files.add_file(outcome);
            self.counts.files = self.files.refused;
            if self.common.verbose || outcome.severity == Severity::Error {
                let mut out = Vec::new();
                report_text::outcome(&mut out, part.input.name(), outcome);
                say_text!("{}", String::from_utf8_lossy(&out));
            }
            if outcome.severity == Severity::Error {
                self.counts.broken += 1;
                self.losses.add(&[Loss::new("file", 1, outcome.message.clone())]);
            }
            if let Some(file) = &mut self.file {
                let (name, why) = (part.input.name(), &*outcome.message);
                file.line(&LossLine { file: name, record: 0, id: None, to: self.to, what: "file", count: 1, why })?;
            }
        }
        Ok(())
    }

    /// Counts a record that is not written, since --where leaves it out or may do so.
    pub(crate) fn pass_over(&mut self, taken: Option<bool>) {
        self.counts.read += 1;
        self.counts.passed.count(taken);
    }

    /// Counts a record that was not left out, and tells what it lost.
    pub(crate) fn item(&mut self, file: &str, item: &Item) -> anyhow::Result<()> {
        let own;
        let losses = match &item.unreadable {
            Some(why) => {
                self.counts.unreadable += 1;
                own = [Loss::record(format!("it could not be read: {why}"))];
                &own[..]
            }
            None if item.made == 0 => {
                self.counts.refused += 1;
                &item.losses[..]
            }
            None => {
                self.counts.written += 1;
                self.counts.copied += u64::from(item.copied);
                self.counts.pieces += item.made;
                &item.losses[..]
            }
        };
        self.tell(file, item, losses)
    }

    fn tell(&mut self, file: &str, item: &Item, losses: &[Loss]) -> anyhow::Result<()> {
        self.losses.add(losses);
        for loss in losses {
            let Loss { what, count, why } = loss;
            if self.common.verbose {
                say!("{}:{}: {what} {count}: {why}", printable(file), item.number);
            }
            if let Some(file_of_losses) = &mut self.file {
                let id = item.id.as_deref();
                let line = LossLine { file, record: item.number, id, to: self.to, what, count: *count, why };
                file_of_losses.line(&line)?;
            }
        }
        Ok(())
    }

    /// Tells what became of the tree of all records, the output.
    pub(crate) fn union(&mut self, output: &str, item: &Item, nodes: u64) -> anyhow::Result<()> {
        self.counts.union = Some((nodes, item.made));
        self.tell(output, item, &item.losses)
    }

    pub(crate) fn lost(&self) -> bool {
        !self.losses.is_empty()
    }

    /// Prints the report and lets the loss file appear. `more` stands at the end of the summary.
    /// Lets what there is of the loss file appear.
    pub(crate) fn keep_partial(&mut self) -> anyhow::Result<()> {
        self.file.take().map_or(Ok(()), SideFile::finish_partial)
    }

    pub(crate) fn finish(&mut self, written: Option<&Written>, more: &str) -> anyhow::Result<()> {
        if !self.common.quiet {
            self.print(written, more);
        } else if self.counts.lost_records() > 0 {
            say!("{}", self.law());
        }
        if let Some(file) = self.file.take() {
            file.finish()?;
        }
        Ok(())
    }

    /// The law of conversion: no record is lost without being counted.
    fn law(&self) -> String {
        let Counts { read, written, refused, unreadable, files, sampled, passed, .. } = self.counts;
        let n = thousands;
        let mut left_out =
            if sampled { format!(" + {} not in the sample", n(self.counts.left_out())) } else { String::new() };
        if passed != Passed::default() {
            left_out += &format!(" + {} left out", n(passed.left_out));
            left_out += &format!(" + {} of which it is not known", n(passed.undecided));
        }
        format!(
            "{} = {} {} + {} not convertible + {} unreadable + {} refused{left_out}",
            how_many(read + files),
            n(written),
            self.done,
            n(refused),
            n(unreadable),
            n(files),
        )
    }

    fn print(&self, written: Option<&Written>, extra: &str) {
        const BOLD: Style = Style::new().bold();
        let yellow = AnsiColor::Yellow.on_default();
        let n = thousands;
        if self.lost() {
            let (to, records) = (self.to, how_many(self.losses.records));
            say!("{yellow}not carried over to {to}{yellow:#}, in {records}:");
            for row in self.losses.rows() {
                say!("{:>10}  {}: {}", n(row.count), row.what, row.why);
            }
        }
        let mut more = extra.to_owned();
        let Counts { written: records, pieces, copied, .. } = self.counts;
        if pieces != records {
            more += &format!("; {} lines", n(pieces));
        }
        if let Some((nodes, made)) = self.counts.union {
            let lines = if made == 1 { String::new() } else { format!(", {} lines of it", n(made)) };
            more += &format!("; one tree of {} nodes{lines}", n(nodes));
        }
        if copied > 0 {
            more += &format!("; {} unchanged", n(copied));
        }
        match written {
            None if self.out.deny_loss && self.lost() => more += "; nothing is written, since --deny-loss is set",
            None => more += "; nothing is written",
            Some(Written { files, .. }) if self.out.split_by.is_some() => {
                let plural = if *files == 1 { "" } else { "s" };
                more += &format!("; {} file{plural} in {}", n(*files), self.out.path.display());
            }
            Some(_) if records == 0 => more += "; nothing is written",
            Some(_) => {}
        }
        say!("{BOLD}{}{BOLD:#}{more}", self.law());
    }
}

pub(crate) fn how_many(records: u64) -> String {
    count(records, "record")
}
