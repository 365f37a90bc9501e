//! Records as tables: games, plies and findings, which `game` joins.
//!
//! ```
//! use std::ops::ControlFlow;
//! use pentad_corpus::export::{Table, Tabulator};
//! use pentad_corpus::table::{TableFormat, TableWriter};
//! use pentad_corpus::{Facts, Judge, JudgeOptions, Options, RecordReader, ResultsBy, Sources, result, run};
//!
//! let games: &[u8] = b"(;GM[4]SZ[15]RU[renju];B[hh];W[hg];B[ig])";
//! let mut table = Vec::new();
//! let mut writer = TableWriter::new(Table::Plies.schema(), TableFormat::Csv, &mut table)?;
//! let mut seen = 0;
//! run(
//!     Sources::from_streams([("games.sgf".to_owned(), Box::new(games) as Box<_>)]),
//!     &Options::default(),
//!     || (RecordReader::default(), Judge::new(), Tabulator::new(vec![Table::Plies], TableFormat::Csv)),
//!     |(reader, judge, tabulator), batch| {
//!         let (mut part, mut locators) = (tabulator.begin(), batch.locators());
//!         for slice in batch.records() {
//!             part.count();
//!             let record = reader.read(batch, &slice);
//!             let judgement = judge.judge(record, "sgf", &JudgeOptions::default());
//!             let (verdict, by) = (judge.verdict(), ResultsBy::Stated);
//!             let facts = Facts { record, judgement: &judgement, verdict, name: None, result: result(record, verdict, by) };
//!             let findings = [&record.findings[..], judge.findings()];
//!             tabulator.record(&mut part, batch, &slice, Some(&facts), findings, locators.of(&slice));
//!         }
//!         part
//!     },
//!     |part| {
//!         let before = seen;
//!         seen += part.counted() as i64;
//!         part.into_rows().try_for_each(|rows| writer.write(rows, before)).map_or(ControlFlow::Break(()), ControlFlow::Continue)
//!     },
//! )?;
//! assert_eq!(writer.finish()?, 3);
//! assert!(String::from_utf8(table)?.contains("\n1,2,2,white,2,h9,8,9,"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod findings;
mod games;
mod plies;

use pentad_formats::{Finding, Locator, Position, Span};
use pentad_rules::{Code, Coords, Fault, Severity};

pub use findings::FINDINGS;
pub use games::GAMES;
pub use plies::PLIES;

use crate::table::{Rows, Schema, TableFormat};
use crate::{Batch, Facts, Outcome, RecordSlice};

use findings::FindingRow;
use games::GameRow;
use plies::Plies;

/// A table that records become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// A row a record.
    Games,
    /// A row a stone or pass.
    Plies,
    /// A row a finding.
    Findings,
}

impl Table {
    /// All tables.
    pub const ALL: [Table; 3] = [Table::Games, Table::Plies, Table::Findings];

    /// Its form.
    pub fn schema(self) -> &'static Schema {
        match self {
            Table::Games => &GAMES,
            Table::Plies => &PLIES,
            Table::Findings => &FINDINGS,
        }
    }

    /// The table of this name.
    pub fn from_name(name: &str) -> Option<Table> {
        Table::ALL.into_iter().find(|table| table.schema().name == name)
    }
}

/// Makes the tables of one batch after the other; keeps its memory.
#[derive(Debug)]
pub struct Tabulator {
    tables: Vec<Table>,
    format: TableFormat,
    plies: Plies,
}

/// The tables of one batch.
#[derive(Debug)]
pub struct TablePart {
    tables: Vec<(Table, Rows<'static>)>,
    seen: u64,
}

impl TablePart {
    /// Counts a record, or a file of which none could be had; rows that are added belong to the one that was counted last. One that has no
    /// rows is counted too, so that `game` does not depend on which records are taken.
    pub fn count(&mut self) {
        self.seen += 1;
    }

    /// How many were counted: by so much the next part counts on.
    pub fn counted(&self) -> u64 {
        self.seen
    }

    /// The rows of each table, in the order in which the tables were asked for.
    pub fn into_rows(self) -> impl Iterator<Item = Rows<'static>> {
        self.tables.into_iter().map(|(_, rows)| rows)
    }
}

/// Where a row comes from.
struct Entry<'a> {
    game: u64,
    file: &'a str,
    record: u64,
    format: Option<&'static str>,
    findings: [&'a [Finding]; 2],
    outcome: Option<&'a Outcome>,
    locator: Option<Locator<'a>>,
}

impl Entry<'_> {
    fn severities(&self) -> impl Iterator<Item = Severity> {
        let of_file = self.outcome.map(|outcome| outcome.severity);
        self.findings.into_iter().flatten().map(|finding| finding.severity).chain(of_file)
    }

    fn place(&self) -> Option<Position> {
        self.locator.map(|locator| locator.position(locator.start_of(Span::WHOLE)))
    }
}

impl Tabulator {
    /// Makes these tables, as rows of this format.
    pub fn new(tables: Vec<Table>, format: TableFormat) -> Tabulator {
        Tabulator { tables, format, plies: Plies::default() }
    }

    /// The tables of a batch, without rows.
    pub fn begin(&self) -> TablePart {
        let rows = |&table: &Table| (table, Rows::new(table.schema(), self.format));
        TablePart { tables: self.tables.iter().map(rows).collect(), seen: 0 }
    }

    /// Adds a record: `facts` where it could be read and was judged, and its findings, the reader's and the judge's.
    pub fn record(
        &mut self,
        part: &mut TablePart,
        batch: &Batch,
        slice: &RecordSlice<'_>,
        facts: Option<&Facts<'_>>,
        findings: [&[Finding]; 2],
        locator: Locator<'_>,
    ) {
        let entry = Entry {
            game: part.seen,
            file: batch.input.name(),
            record: slice.number,
            format: batch.input.format.map(|format| format.info().id),
            findings,
            outcome: None,
            locator: Some(locator),
        };
        self.rows(part, &entry, facts);
    }

    /// Adds a file of which no record, or no further one, could be had.
    pub fn file(&mut self, part: &mut TablePart, file: &str, outcome: &Outcome) {
        let entry = Entry {
            game: part.seen,
            file,
            record: 0,
            format: None,
            findings: [&[], &[]],
            outcome: Some(outcome),
            locator: None,
        };
        self.rows(part, &entry, None);
    }

    fn rows(&mut self, part: &mut TablePart, entry: &Entry<'_>, facts: Option<&Facts<'_>>) {
        for (table, rows) in &mut part.tables {
            match (table, facts) {
                (Table::Games, _) => GameRow::new(entry, facts).push(rows),
                (Table::Plies, Some(facts)) => self.plies.push(entry.game, facts, rows),
                (Table::Plies, None) => {}
                (Table::Findings, _) => {
                    let coords = facts.map_or(Coords::WithI, |f| f.judgement.coords);
                    for (finding, number) in entry.findings.into_iter().flatten().zip(1..) {
                        FindingRow::new(entry.game, number, finding, coords, entry.locator.as_ref()).push(rows);
                    }
                    entry.outcome.iter().for_each(|outcome| FindingRow::of_file(entry.game, outcome).push(rows));
                }
            }
        }
    }
}

/// Whether a fault is a foul that `pentad stats` counts.
fn is_foul(fault: &Fault) -> bool {
    matches!(fault.code, Code::DoubleThree | Code::DoubleFour | Code::Overline) && fault.severity > Severity::Note
}
