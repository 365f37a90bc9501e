//! Counting what a check has seen. Tallies of parts add up to the tally of the whole, in any order.

use pentad_formats::Finding;
use pentad_rules::{Code, Color, EndBy, Legality, Severity, Verdict};

use crate::{Count, Outcome};

/// What a check has seen: *records = sound + with findings + unreadable + refused*.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Records without a warning or an error.
    pub sound: u64,
    /// Records that could be read and have a warning or an error.
    pub with_findings: u64,
    /// Records that could not be read.
    pub unreadable: u64,
    /// Files that hold no record or none that could be had; each counts as one.
    pub refused: u64,
    /// Stones and passes in all records.
    pub plies: u64,
    /// Records by legality: legal, illegal, unverifiable.
    pub legality: [u64; 3],
    /// Games by how they ended on the board and who won there.
    pub ends: Count<(EndBy, Option<Color>)>,
    /// Results that agree, disagree, and that the board does not prove or the record does not state.
    pub agreement: [u64; 3],
    /// Findings by code and severity.
    pub findings: Count<(Code, Severity)>,
}

impl Tally {
    /// Counts a record that was judged.
    pub fn add_judged<'a>(&mut self, verdict: &Verdict, findings: impl Iterator<Item = &'a Finding>) {
        if self.count(findings) >= Some(Severity::Warning) {
            self.with_findings += 1;
        } else {
            self.sound += 1;
        }
        self.plies += u64::from(verdict.plies);
        self.legality[match verdict.legality {
            Legality::Legal => 0,
            Legality::Illegal => 1,
            Legality::Unverifiable => 2,
        }] += 1;
        let winner = verdict.end.winner.filter(|_| verdict.end.by != EndBy::None);
        self.ends.add((verdict.end.by, winner), 1);
        self.agreement[match verdict.agrees {
            Some(true) => 0,
            Some(false) => 1,
            None => 2,
        }] += 1;
    }

    /// Counts a record that could not be read.
    pub fn add_unreadable<'a>(&mut self, findings: impl Iterator<Item = &'a Finding>) {
        self.count(findings);
        self.unreadable += 1;
    }

    /// Counts a file of which no record, or no further one, could be had.
    pub fn add_file(&mut self, outcome: &Outcome) {
        self.findings.add((outcome.code, outcome.severity), 1);
        self.refused += 1;
    }

    fn count<'a>(&mut self, findings: impl Iterator<Item = &'a Finding>) -> Option<Severity> {
        findings.fold(None, |worst, finding| {
            self.findings.add((finding.code, finding.severity), 1);
            worst.max(Some(finding.severity))
        })
    }

    /// Adds the tally of another part.
    pub fn merge(&mut self, other: &Tally) {
        self.sound += other.sound;
        self.with_findings += other.with_findings;
        self.unreadable += other.unreadable;
        self.refused += other.refused;
        self.plies += other.plies;
        for i in 0..3 {
            self.legality[i] += other.legality[i];
            self.agreement[i] += other.agreement[i];
        }
        self.ends.merge(&other.ends);
        self.findings.merge(&other.findings);
    }

    /// All records seen.
    pub fn records(&self) -> u64 {
        self.sound + self.with_findings + self.unreadable + self.refused
    }

    /// Whether any finding is an error.
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|((_, severity), _)| severity == Severity::Error)
    }
}
