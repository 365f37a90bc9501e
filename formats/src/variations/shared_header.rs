//! What the headers of several records have in common.

use std::collections::HashMap;

use crate::loss::Losses;
use crate::renlib::carries;
use crate::{Field, Loss, Names, Paint, Record, Span};

/// Why a fact is stated of none.
const DIFFER: &str = "the records differ in it";

/// Which facts the records so far state alike.
#[derive(Debug, Default)]
pub(super) struct SharedHeader {
    facts: HashMap<&'static str, Fact>,
}

/// What is known of a fact.
#[derive(Clone, Copy, Debug, Default)]
struct Fact {
    /// How many records stated it and nobody another one; of those that nothing else carries.
    alike: u64,
    /// Whether two records stated different ones.
    differs: bool,
}

/// What becomes of a fact when another record is added.
enum Fate {
    Stays,
    Begins,
    Ends,
}

impl SharedHeader {
    /// The header of the first record.
    pub(super) fn begin(&mut self, first: &Record) {
        for &field in Field::ALL {
            if let Some(text) = first.get(field) {
                self.begins(field.name(), !carries(field, text));
            }
        }
        for (what, stated) in stated(first) {
            if stated {
                self.begins(what, true);
            }
        }
        if first.result.is_some() {
            self.begins("result", false);
        }
    }

    fn begins(&mut self, what: &'static str, counts: bool) {
        self.facts.entry(what).or_default().alike += u64::from(counts);
    }

    /// Takes from the header of the union what this record states otherwise, and adds what only this one states.
    pub(super) fn add(&mut self, merged: &mut Record, record: &Record, losses: &mut Losses) {
        merged.size = merged.size.or(record.size);
        for &field in Field::ALL {
            let Some(text) = record.get(field) else { continue };
            let alike = merged.get(field).map(|kept| kept == text);
            match self.fate(field.name(), alike, !carries(field, text), losses) {
                Fate::Stays => {}
                Fate::Begins => merged.set(field, text, Span::WHOLE),
                Fate::Ends => merged.unset(field),
            }
        }
        macro_rules! settle {
            ($($fact:ident $what:literal $counts:literal,)*) => {
                $(if record.$fact.is_some() {
                    let alike = merged.$fact.map(|kept| Some(kept) == record.$fact);
                    match self.fate($what, alike, $counts, losses) {
                        Fate::Stays => {}
                        Fate::Begins => merged.$fact = record.$fact,
                        Fate::Ends => merged.$fact = None,
                    }
                })*
            };
        }
        settle! {
            result "result" false,
            reason "reason" true,
            official "official result" true,
            rated "rated" true,
            opener "opener" true,
            prefix "given moves" true,
        }
        if let Some((score, _)) = record.other_result {
            let alike = merged.other_result.map(|(kept, _)| kept == score);
            match self.fate("second result", alike, true, losses) {
                Fate::Stays => {}
                Fate::Begins => merged.other_result = record.other_result,
                Fate::Ends => merged.other_result = None,
            }
        }
        // What has a usual value and is no statement of its own.
        let lost = merged.incomplete != record.incomplete;
        losses.add("incomplete", usize::from(lost), DIFFER);
        merged.incomplete &= record.incomplete;
        merged.tells_procedure &= record.tells_procedure;
        merged.self_ending &= record.self_ending;
        if merged.names != record.names {
            merged.names = Names::Unknown;
        }
        if merged.paint != record.paint {
            losses.add("paint", 1, DIFFER);
            merged.paint = Paint::BlackFirst;
        }
        if merged.dialect != record.dialect {
            merged.dialect = "";
        }
    }

    /// `alike` says whether the union states the same; `None` where it states nothing.
    fn fate(&mut self, what: &'static str, alike: Option<bool>, counts: bool, losses: &mut Losses) -> Fate {
        let fact = self.facts.entry(what).or_default();
        match alike {
            _ if fact.differs => {}
            Some(true) | None => {
                fact.alike += u64::from(counts);
                return if alike.is_none() { Fate::Begins } else { Fate::Stays };
            }
            Some(false) => {
                fact.differs = true;
                losses.add(what, usize::from(counts), DIFFER);
                return Fate::Ends;
            }
        }
        losses.add(what, usize::from(counts), DIFFER);
        Fate::Stays
    }

    /// What was stated alike until a record stated it otherwise: when those before were added that was not known.
    pub(super) fn lost(&self) -> Vec<Loss> {
        let lost = self.facts.iter().filter(|(_, fact)| fact.differs && fact.alike > 0);
        let mut lost: Vec<_> = lost.map(|(what, fact)| Loss::new(*what, fact.alike, DIFFER)).collect();
        lost.sort_by(|a, b| a.what.cmp(&b.what));
        lost
    }
}

/// The facts that are no texts.
fn stated(record: &Record) -> [(&'static str, bool); 6] {
    [
        ("reason", record.reason.is_some()),
        ("official result", record.official.is_some()),
        ("rated", record.rated.is_some()),
        ("opener", record.opener.is_some()),
        ("given moves", record.prefix.is_some()),
        ("second result", record.other_result.is_some()),
    ]
}
