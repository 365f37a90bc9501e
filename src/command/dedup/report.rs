//! The report on groups: for people, as JSON lines, as CSV.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use pentad_corpus::Runs;
use pentad_corpus::duplicate::{Decisions, Fate, Group, Index, Kind, Member, Relation, Seen};
use serde::Serialize;

use super::told::{DiffersLine, MovesLine, Told, differs, moves_differ, row_text, some};
use super::write::Counts;
use crate::args::{Common, DedupArgs, DuplicateShape};
use crate::output::{self, thousands};

/// What was seen.
pub(super) struct Totals {
    pub(super) seen: Seen,
    pub(super) known: Seen,
    pub(super) against: bool,
}

/// Groups of one kind.
#[derive(Clone, Copy, Default)]
struct Found {
    groups: u64,
    records: u64,
    conflicts: u64,
    known: u64,
    dropped: u64,
}

/// Collects groups and prints them in the order of their first records.
pub(super) struct Report<'a> {
    args: &'a DedupArgs,
    common: &'a Common,
    index: &'a Index,
    rows: Option<Runs>,
    groups: u64,
    found: BTreeMap<Kind, Found>,
    dropped_known: u64,
}

/// Members of a group that are shown to people, if they do not ask for more.
const SHOWN: usize = 20;

/// Bytes before a row: the group's first record, its kind, its number as found, the member.
const HEAD: usize = 8 + 1 + 8;

#[derive(Serialize)]
struct GroupLine<'a> {
    kind: &'static str,
    conflict: bool,
    members: Vec<MemberLine<'a>>,
}

#[derive(Serialize)]
struct MemberLine<'a> {
    #[serde(flatten)]
    record: Told<'a>,
    /// More records of the same game that this one stands for.
    #[serde(skip_serializing_if = "is_zero")]
    others: usize,
    #[serde(flatten)]
    relation: Option<RelationLine<'a>>,
    #[serde(skip_serializing_if = "str::is_empty")]
    status: &'static str,
}

#[derive(Serialize)]
struct RelationLine<'a> {
    kind: &'static str,
    /// Which member it is compared with, from 1.
    of: usize,
    orientation: &'static str,
    differs: Vec<DiffersLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<MovesLine<'a>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

#[derive(Serialize)]
struct CsvRow<'a> {
    group: u64,
    kind: &'static str,
    file: &'a str,
    record: u64,
    id: Option<&'a str>,
    black: Option<&'a str>,
    white: Option<&'a str>,
    date: Option<&'a str>,
    event: Option<&'a str>,
    result: Option<&'a str>,
    plies: u32,
    relation: &'static str,
    of: Option<usize>,
    orientation: &'static str,
    conflicts: String,
    differs: String,
    status: &'static str,
}

/// The columns of the CSV report.
pub(super) const COLUMNS: &str =
    "group,kind,file,record,id,black,white,date,event,result,plies,relation,of,orientation,conflicts,differs,status\n";

impl<'a> Report<'a> {
    pub(super) fn new(args: &'a DedupArgs, common: &'a Common, index: &'a Index, memory: usize) -> Report<'a> {
        let rows = Some(Runs::new(memory / 4));
        Report { args, common, index, rows, groups: 0, found: BTreeMap::new(), dropped_known: 0 }
    }

    /// Whether there were groups of a kind, or any.
    pub(super) fn found(&self, kind: Option<Kind>) -> bool {
        match kind {
            None => !self.found.is_empty(),
            Some(Kind::Conflict) => self.found.values().any(|found| found.conflicts > 0),
            Some(kind) => self.found.contains_key(&kind),
        }
    }

    pub(super) fn add(&mut self, group: &Group) -> anyhow::Result<()> {
        let found = self.found.entry(group.kind).or_default();
        found.groups += 1;
        found.records += group.members.len() as u64;
        found.conflicts += u64::from(group.has_conflict());
        let known = group.dropped.iter().filter(|d| self.index.is_known(d.kept.number)).count() as u64;
        found.known += known;
        found.dropped += group.dropped.len() as u64 - known;
        self.dropped_known += known;
        if self.args.summary {
            return Ok(());
        }
        let first = group.members.iter().map(|m| m.details.number).min().unwrap_or(0);
        let mut row = Vec::new();
        row.extend(first.to_be_bytes());
        row.push(group.kind as u8);
        row.extend(self.groups.to_be_bytes());
        self.groups += 1;
        match self.args.format {
            DuplicateShape::Text => row.extend(self.text(group).as_bytes()),
            DuplicateShape::Jsonl => serde_json::to_writer(&mut row, &self.line(group))?,
            DuplicateShape::Csv => self.csv(group, &mut row)?,
        }
        if let Some(rows) = &mut self.rows {
            rows.push(&row)?;
        }
        Ok(())
    }

    /// What becomes of a record, where something becomes of some.
    fn status(&self, member: &Member) -> &'static str {
        let choosing = self.args.keep.is_some() || !self.args.against.is_empty();
        match member.fate {
            Fate::Database => "database",
            Fate::Known => "known",
            Fate::Dropped => "dropped",
            Fate::Stays if choosing => "stays",
            Fate::Stays => "",
        }
    }

    fn line<'g>(&'g self, group: &'g Group) -> GroupLine<'g> {
        let relation = |relation: &'g Relation| RelationLine {
            kind: relation.kind.name(),
            of: relation.to + 1,
            orientation: relation.orientation.name(),
            differs: differs(&relation.differences),
            moves: moves_differ(&relation.moves),
        };
        let member = |member: &'g Member| MemberLine {
            record: Told::new(&member.details, self.index),
            others: member.others,
            relation: member.relation.as_ref().map(relation),
            status: self.status(member),
        };
        GroupLine {
            kind: group.kind.name(),
            conflict: group.has_conflict(),
            members: group.members.iter().map(member).collect(),
        }
    }

    fn text(&self, group: &Group) -> String {
        let mut out = format!("{}: {}", group.kind.name(), some(group.members.len() as u64, "record"));
        if group.has_conflict() {
            out.push_str(", with conflicts");
        }
        out.push('\n');
        let shown = if self.common.verbose { group.members.len() } else { SHOWN };
        let base = group.members.first().map_or(0, |m| m.details.plies);
        for (at, member) in group.members.iter().take(shown).enumerate() {
            let _ = write!(out, "  {:>2}. ", at + 1);
            Told::new(&member.details, self.index).text(&mut out);
            if member.others > 0 {
                let _ = write!(out, "  and {} more of this game", thousands(member.others as u64));
            }
            if let Some(relation) = &member.relation {
                let _ = match relation.kind {
                    Kind::Contained => {
                        write!(out, "  goes on for {}", some(member.details.plies.saturating_sub(base).into(), "ply"))
                    }
                    kind => write!(out, "  {}", kind.name()),
                };
                if relation.to > 0 {
                    let _ = write!(out, " to {}", relation.to + 1);
                }
                if relation.orientation != pentad_rules::Symmetry::Identity {
                    let _ = write!(out, ", {}", relation.orientation.name());
                }
            }
            out.push_str(match self.status(member) {
                "database" => "  (in the database)",
                "known" => "  (known)",
                "dropped" => "  (dropped)",
                _ => "",
            });
            out.push('\n');
            if let Some(relation) = &member.relation {
                row_text(&relation.differences, &relation.moves, &mut out);
            }
        }
        if group.members.len() > shown {
            let _ = writeln!(out, "      … {} more (-v shows them)", thousands((group.members.len() - shown) as u64));
        }
        out
    }

    /// The rows of a group, each with its length before it, since a text in a row may hold line ends.
    fn csv(&self, group: &Group, out: &mut Vec<u8>) -> anyhow::Result<()> {
        let fields = |relation: &Relation, conflict: bool| {
            let fields = relation.differences.iter().filter(|d| d.conflict == conflict);
            fields.map(|d| d.field.as_str()).collect::<Vec<_>>().join(" ")
        };
        for member in &group.members {
            let told = Told::new(&member.details, self.index);
            let relation = member.relation.as_ref();
            let row = CsvRow {
                group: 0,
                kind: group.kind.name(),
                file: told.file,
                record: told.record,
                id: told.id.as_deref(),
                black: told.black.as_deref(),
                white: told.white.as_deref(),
                date: told.date.as_deref(),
                event: told.event.as_deref(),
                result: told.result.as_deref(),
                plies: told.plies,
                relation: relation.map_or("", |r| r.kind.name()),
                of: relation.map(|r| r.to + 1),
                orientation: relation.map_or("", |r| r.orientation.name()),
                conflicts: relation.map_or_else(String::new, |r| fields(r, true)),
                differs: relation.map_or_else(String::new, |r| fields(r, false)),
                status: self.status(member),
            };
            let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
            writer.serialize(row)?;
            let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
            // The number of the group is known when all groups are.
            let bytes = bytes.strip_prefix(b"0").unwrap_or(&bytes);
            out.extend((bytes.len() as u32).to_le_bytes());
            out.extend(bytes);
        }
        Ok(())
    }

    /// What stands before the groups.
    pub(super) fn head(&self) -> anyhow::Result<()> {
        if self.args.format == DuplicateShape::Csv { output::plain(COLUMNS.as_bytes()) } else { Ok(()) }
    }

    /// Prints the groups.
    pub(super) fn groups(&mut self) -> anyhow::Result<()> {
        let Some(rows) = self.rows.take() else { return Ok(()) };
        let mut sorted = rows.sorted()?;
        let (mut out, mut number) = (Vec::new(), 0u64);
        while let Some(row) = sorted.next()? {
            number += 1;
            let row = row.get(HEAD..).unwrap_or_default();
            match self.args.format {
                DuplicateShape::Text => {
                    out.extend(format!("group {number}, ").as_bytes());
                    out.extend(row);
                }
                DuplicateShape::Jsonl => {
                    out.extend(format!("{{\"group\":{number},").as_bytes());
                    out.extend(row.get(1..).unwrap_or_default());
                    out.push(b'\n');
                }
                DuplicateShape::Csv => {
                    let mut rest = row;
                    while let Some((len, after)) = rest.split_first_chunk::<4>() {
                        let (line, after) = after.split_at((u32::from_le_bytes(*len) as usize).min(after.len()));
                        out.extend(number.to_string().as_bytes());
                        out.extend(line);
                        rest = after;
                    }
                }
            }
            if out.len() > 64 << 10 {
                output::plain(&out)?;
                out.clear();
            }
        }
        output::plain(&out)
    }

    /// Says on stderr what there was.
    pub(super) fn summary(&self, totals: &Totals, decisions: &Decisions, written: Option<&Counts>) {
        if self.common.quiet {
            return;
        }
        let Totals { seen, known, against } = totals;
        let mut out = String::new();
        let grouped = decisions.grouped.count_from(known.records);
        let alone = seen.records - seen.unreadable - grouped;
        let _ = write!(
            out,
            "{} = {} alone + {} in groups + {} unreadable + {} refused",
            some(seen.records + seen.refused, "record"),
            thousands(alone),
            thousands(grouped),
            thousands(seen.unreadable),
            thousands(seen.refused)
        );
        if seen.without_moves > 0 {
            let _ = write!(out, "; {} without moves", thousands(seen.without_moves));
        }
        out.push('\n');
        for (kind, found) in &self.found {
            let _ = write!(
                out,
                "{:<12} {:>16} of {}",
                kind.name(),
                some(found.groups, "group"),
                some(found.records, "record")
            );
            if found.conflicts > 0 {
                let _ = write!(out, ", {} with conflicts", thousands(found.conflicts));
            }
            for (count, word) in [(found.known, "known"), (found.dropped, "dropped")] {
                if count > 0 {
                    let _ = write!(out, "; {} {word}", thousands(count));
                }
            }
            out.push('\n');
        }
        if *against {
            let _ = writeln!(
                out,
                "{} known + {} new + {} unreadable; the database has {}, {} of them unreadable, and {} refused",
                thousands(self.dropped_known),
                thousands(seen.records - seen.unreadable - self.dropped_known),
                thousands(seen.unreadable),
                some(known.records, "record"),
                thousands(known.unreadable),
                thousands(known.refused)
            );
        }
        if decisions.passed_over > 0 {
            let _ = writeln!(
                out,
                "not compared for near games: {} records of players with more than 10,000 games on a day",
                thousands(decisions.passed_over)
            );
        }
        if let Some(written) = written {
            written.text(&mut out);
        }
        say_text!("{out}");
    }
}
