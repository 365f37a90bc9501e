//! What the headers of several records have in common.

use std::collections::HashMap;

use crate::loss::Losses;
use crate::renlib::carries;
use crate::{Field, Loss, Names, Paint, Record, Score};

/// Why a fact is stated of none.
const DIFFER: &str = "the records differ in it";

/// Which facts all records so far state alike.
#[derive(Debug, Default)]
pub(super) struct SharedHeader {
    /// Of each fact that is stated, how many records state it that have nothing else to carry it.
    alike: HashMap<&'static str, u64>,
    /// The same of facts that are not stated alike, until the record that stated another.
    lost: Vec<Loss>,
}

impl SharedHeader {
    /// The header of the first record. `is_game` says that a comment carries what comments can.
    pub(super) fn begin(&mut self, first: &Record, is_game: bool) {
        for fact in facts(first) {
            self.alike.insert(fact.name, u64::from(!(is_game && fact.carried)));
        }
    }

    /// Takes from the header of the union what this record does not state alike.
    pub(super) fn add(&mut self, merged: &mut Record, record: &Record, is_game: bool, losses: &mut Losses) {
        merged.size = merged.size.or(record.size);
        for &field in Field::ALL {
            if merged.get(field) != record.get(field) {
                self.differ(field.name());
                merged.unset(field);
            }
        }
        macro_rules! settle {
            ($($fact:ident $what:literal,)*) => {
                $(if merged.$fact != record.$fact {
                    self.differ($what);
                    merged.$fact = Default::default();
                })*
            };
        }
        settle! {
            result "result",
            reason "reason",
            official "official result",
            rated "rated",
            opener "opener",
            prefix "given moves",
            incomplete "incomplete",
            paint "paint",
        }
        if merged.other_result.map(|(score, _)| score) != record.other_result.map(|(score, _)| score) {
            self.differ("second result");
            merged.other_result = None;
        }
        if merged.result.is_none() && merged.reason.take().is_some() {
            // A reason without its result would be that of any other.
            self.differ("reason");
        }
        merged.tells_procedure &= record.tells_procedure;
        merged.self_ending &= record.self_ending;
        if merged.names != record.names {
            merged.names = Names::Unknown;
        }
        if merged.dialect != record.dialect {
            merged.dialect = "";
        }
        for fact in facts(record) {
            let counts = !(is_game && fact.carried);
            match self.alike.get_mut(fact.name) {
                Some(alike) => *alike += u64::from(counts),
                None => losses.add(fact.name, usize::from(counts), DIFFER),
            }
        }
    }

    /// A fact is no longer stated.
    fn differ(&mut self, what: &'static str) {
        if let Some(alike) = self.alike.remove(what).filter(|&alike| alike > 0) {
            self.lost.push(Loss::new(what, alike, DIFFER));
        }
    }

    /// What was stated alike until a record did not: when those before were added that was not known.
    pub(super) fn lost(self) -> Vec<Loss> {
        self.lost
    }
}

/// Something that a record states.
struct Fact {
    name: &'static str,
    /// Whether the comment of a game can carry it.
    carried: bool,
}

fn facts(record: &Record) -> impl Iterator<Item = Fact> {
    let fields = Field::ALL.iter().filter_map(|&field| {
        let text = record.get(field)?;
        Some(Fact { name: field.name(), carried: carries(field, text) })
    });
    let others = [
        ("result", record.result.is_some_and(|result| result != Score::Unknown)),
        ("reason", record.reason.is_some()),
        ("official result", record.official.is_some()),
        ("rated", record.rated.is_some()),
        ("opener", record.opener.is_some()),
        ("given moves", record.prefix.is_some()),
        ("incomplete", record.incomplete),
        ("paint", record.paint != Paint::BlackFirst),
        ("second result", record.other_result.is_some()),
    ];
    let others = others.into_iter().filter(|(_, stated)| *stated);
    fields.chain(others.map(|(name, _)| Fact { name, carried: name == "result" }))
}
