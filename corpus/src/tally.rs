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
        self.legality[legality(verdict)] += 1;
        self.ends.add(end(verdict), 1);
        self.agreement[agreement(verdict)] += 1;
    }

    /// Counts a record by what was kept of it.
    pub(crate) fn add(&mut self, judged: &Judged) {
        let kinds = judged.kinds[..judged.count].iter().flatten();
        kinds.for_each(|&kind| self.findings.add(kind, 1));
        match &judged.verdict {
            None => self.unreadable += 1,
            Some(kept) => {
                if kept.worst >= Some(Severity::Warning) {
                    self.with_findings += 1;
                } else {
                    self.sound += 1;
                }
                self.plies += u64::from(kept.plies);
                self.legality[kept.legality] += 1;
                self.ends.add(kept.end, 1);
                self.agreement[kept.agreement] += 1;
            }
        }
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

fn legality(verdict: &Verdict) -> usize {
    match verdict.legality {
        Legality::Legal => 0,
        Legality::Illegal => 1,
        Legality::Unverifiable => 2,
    }
}

fn end(verdict: &Verdict) -> (EndBy, Option<Color>) {
    (verdict.end.by, verdict.end.winner.filter(|_| verdict.end.by != EndBy::None))
}

fn agreement(verdict: &Verdict) -> usize {
    match verdict.agrees {
        Some(true) => 0,
        Some(false) => 1,
        None => 2,
    }
}

/// What is counted of one record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged {
    /// `None` where it could not be read.
    verdict: Option<Kept>,
    /// Its findings, and how many they are.
    kinds: [Option<(Code, Severity)>; 6],
    count: usize,
}

#[derive(Clone, Copy, Debug)]
struct Kept {
    worst: Option<Severity>,
    plies: u32,
    legality: usize,
    end: (EndBy, Option<Color>),
    agreement: usize,
}

impl Judged {
    /// What is counted of a record; `None` where that is too much to keep.
    pub(crate) fn of<'a>(verdict: Option<&Verdict>, findings: impl Iterator<Item = &'a Finding>) -> Option<Judged> {
        let mut judged = Judged { verdict: None, kinds: [None; 6], count: 0 };
        let mut worst = None;
        for finding in findings {
            *judged.kinds.get_mut(judged.count)? = Some((finding.code, finding.severity));
            judged.count += 1;
            worst = worst.max(Some(finding.severity));
        }
        judged.verdict = verdict.map(|verdict| Kept {
            worst,
            plies: verdict.plies,
            legality: legality(verdict),
            end: end(verdict),
            agreement: agreement(verdict),
        });
        Some(judged)
    }
}
