//! What two records of one game state differently.

use std::collections::BTreeMap;

use pentad_formats::{Field, Names, PartialDate};
use pentad_rules::Opening;

use super::details::Details;
use super::facts::{Fact, Topic};
use super::identity::plain;

/// A field of which one record states something else than another, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The field, as jsonl calls it; `extra.KEY` for private ones; `players.name` where it is not known who had which colour.
    pub field: String,
    /// What the other record states, the one that this one is compared with.
    pub there: Option<String>,
    /// What this record states.
    pub here: Option<String>,
    /// Whether both cannot be true.
    pub conflict: bool,
    /// Which record of the group states the other, where it is not the one that this one is compared with, counted from 0.
    pub with: Option<usize>,
}

/// The facts of a record by their names in reports.
type Facts = BTreeMap<(Topic, String), Fact>;

/// What `here` states differently from `there`, field by field.
pub(super) fn differences(there: &Details, here: &Details) -> Vec<Difference> {
    let mut found = Vec::new();
    if there.states_the_same(here) {
        return found;
    }
    let colours = there.names == here.names && there.names != Names::Unknown;
    let (old, new) = (facts(there, colours), facts(here, colours));
    let mut keys: Vec<_> = old.keys().chain(new.keys()).collect();
    keys.sort();
    keys.dedup();
    for key in keys {
        let (topic, name) = key;
        let text = |fact: &Fact| shown(*topic, &fact.text);
        let (there, here, conflict) = match (old.get(key), new.get(key)) {
            (Some(a), Some(b)) => match contradicts(a, b) {
                None => continue,
                Some(_) if *topic == Topic::Times => match times(&a.text, &b.text) {
                    Some((a, b)) => (Some(a), Some(b), true),
                    None => continue,
                },
                Some(conflict) => (Some(text(a)), Some(text(b)), conflict),
            },
            (a, b) => (a.map(text), b.map(text), false),
        };
        found.push(Difference { field: name.clone(), there, here, conflict, with: None });
    }
    found
}

fn facts(details: &Details, colours: bool) -> Facts {
    let mut facts = Facts::new();
    for fact in details.facts() {
        let name = fact.topic.name();
        let pair = name.strip_prefix("black.").or_else(|| name.strip_prefix("white.")).filter(|_| !colours);
        if let Some(what) = pair {
            // Without knowing who had which colour, the two are compared as a pair.
            let other = facts.iter().find(|((_, name), _)| name.strip_prefix("players.") == Some(what));
            let key = other.map_or_else(|| (fact.topic, format!("players.{what}")), |(key, _)| key.clone());
            facts
                .entry(key)
                .and_modify(|first| {
                    let mut both = [first.text.as_str(), fact.text.as_str()];
                    both.sort_by_key(|text| plain(text));
                    first.text = both.join(", ");
                })
                .or_insert(fact.clone());
            continue;
        }
        let name = if fact.topic == Topic::Extra { format!("extra.{}", fact.key) } else { name.to_owned() };
        facts.insert((fact.topic, name), fact);
    }
    facts
}

/// Whether two statements differ, and if so, whether they contradict each other.
fn contradicts(a: &Fact, b: &Fact) -> Option<bool> {
    if a.text == b.text && a.compared == b.compared {
        return None;
    }
    match a.topic {
        Topic::Field(at) => {
            if plain(&a.text) == plain(&b.text) {
                return None;
            }
            match at.field() {
                Some(Field::Date) => match (PartialDate::parse(&a.text), PartialDate::parse(&b.text)) {
                    (Some(a), Some(b)) if a == b => None,
                    (Some(a), Some(b)) => Some(!agree(a, b)),
                    _ => Some(true),
                },
                // The number that a record has in one collection says nothing against that in another.
                Some(Field::Id) => Some(false),
                Some(Field::Opening) => {
                    let same = matches!((Opening::find(&a.text), Opening::find(&b.text)), (Ok(a), Ok(b)) if a.opening.id == b.opening.id);
                    (!same).then_some(true)
                }
                _ => Some(true),
            }
        }
        Topic::Procedure | Topic::Variations => (a.compared != b.compared).then_some(true),
        Topic::Comments | Topic::Labels | Topic::Marks => (a.compared != b.compared).then_some(false),
        Topic::Extra | Topic::Given | Topic::Incomplete => Some(false),
        _ => Some(true),
    }
}

/// Whether one date is the other with parts that are not known.
fn agree(a: PartialDate, b: PartialDate) -> bool {
    let parts = |x: Option<u8>, y: Option<u8>| x.is_none() || y.is_none() || x == y;
    a.year == b.year && parts(a.month, b.month) && parts(a.day, b.day)
}

fn shown(topic: Topic, text: &str) -> String {
    match topic {
        Topic::Times => format!("of {} plies", text.split_whitespace().count()),
        _ => text.to_owned(),
    }
}

/// The first ply with two times, and how many there are.
fn times(a: &str, b: &str) -> Option<(String, String)> {
    let by_ply = |text: &str| -> BTreeMap<u32, String> {
        let pairs = text.split_whitespace().filter_map(|pair| pair.split_once(':'));
        pairs.filter_map(|(ply, time)| Some((ply.parse().ok()?, time.to_owned()))).collect()
    };
    let (a, b) = (by_ply(a), by_ply(b));
    let mut both = a.iter().filter_map(|(ply, time)| Some((ply, time, b.get(ply)?))).filter(|(_, x, y)| x != y);
    let (ply, x, y) = both.next()?;
    let more = both.count();
    let plies = if more > 0 { format!(" (and {more} more)") } else { String::new() };
    Some((format!("ply {ply}: {x} ms{plies}"), format!("ply {ply}: {y} ms{plies}")))
}

/// What the records of a group state: some contradict each other where the first of all says nothing.
pub(super) struct Statements {
    names: Names,
    by_field: BTreeMap<(Topic, String), Vec<(usize, Fact)>>,
}

/// Statements on a field that are remembered.
const REMEMBERED: usize = 16;

impl Statements {
    pub(super) fn new(first: &Details) -> Statements {
        let mut statements = Statements { names: first.names, by_field: BTreeMap::new() };
        statements.add(0, first, &mut Vec::new());
        statements
    }

    /// Adds the statements of a record of the group, and to what it states differently from the first what contradicts another one.
    pub(super) fn add(&mut self, at: usize, details: &Details, found: &mut Vec<Difference>) {
        let colours = details.names == self.names && details.names != Names::Unknown;
        for (key, fact) in facts(details, true) {
            let (topic, name) = &key;
            if !colours && (name.starts_with("black.") || name.starts_with("white.")) {
                continue;
            }
            let known = self.by_field.entry(key.clone()).or_default();
            if !found.iter().any(|d| d.conflict && d.field == *name)
                && let Some((with, other)) = known.iter().find(|(_, other)| contradicts(other, &fact) == Some(true))
            {
                let texts = match topic {
                    Topic::Times => times(&other.text, &fact.text),
                    _ => Some((shown(*topic, &other.text), shown(*topic, &fact.text))),
                };
                if let Some((there, here)) = texts {
                    let (there, here, with) = (Some(there), Some(here), Some(*with));
                    found.push(Difference { field: name.clone(), there, here, conflict: true, with });
                }
            }
            if known.len() < REMEMBERED && !known.iter().any(|(_, other)| *other == fact) {
                known.push((at, fact));
            }
        }
    }
}
