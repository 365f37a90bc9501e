//! Names that may be of one player.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rustc_hash::FxHashMap;

use super::spelling::key;

/// How many names are held; of more nothing is suggested.
const MOST: usize = 500_000;

/// How many names may have a letter less in common; more of them are no misspellings of one.
const CROWD: usize = 64;

/// Letters of a name that may differ from another one in one of them.
const LONG: usize = 6;

/// The names of players in many records, and how often each occurs. The same whatever the order in which names come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeenNames {
    counts: FxHashMap<String, u64>,
    too_many: bool,
}

/// Names that may be spellings of one. Nobody has decided that they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The names and how often each occurs, the most frequent first; of equals one that is written as names mostly are, then by characters.
    pub names: Vec<(String, u64)>,
    /// What they have in common.
    pub why: Alike,
}

/// What names have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Alike {
    /// All but case, blanks, and where the family name stands.
    Spelling,
    /// Their words, in another order.
    Words,
    /// All but one letter.
    OneLetter,
}

impl Alike {
    /// The same in words.
    pub const fn words(self) -> &'static str {
        match self {
            Alike::Spelling => "the same but for case or the place of the family name",
            Alike::Words => "the same words in another order",
            Alike::OneLetter => "one letter differs",
        }
    }
}

impl SeenNames {
    /// Counts a name.
    pub fn add(&mut self, name: &str) {
        if let Some(count) = self.counts.get_mut(name) {
            *count += 1;
        } else if self.counts.len() < MOST {
            self.counts.insert(name.to_owned(), 1);
        } else {
            self.too_many = true;
        }
    }

    /// Whether there were more names than are held, so that nothing is suggested.
    pub fn too_many(&self) -> bool {
        self.too_many
    }

    /// Names that may be of one player: those that are alike, or alike to one that is alike to them. The surest first, then by name.
    pub fn suggestions(&self) -> Vec<Suggestion> {
        if self.too_many {
            return Vec::new();
        }
        let names: BTreeMap<&str, u64> = self.counts.iter().map(|(name, &count)| (name.as_str(), count)).collect();
        let names: Vec<(&str, u64)> = names.into_iter().filter(|(name, _)| !name.is_empty()).collect();
        let mut groups = Groups::new(names.len());
        let keys: Vec<String> = names.iter().map(|(name, _)| key(name)).collect();
        groups.join_equal(Alike::Spelling, keys.iter().enumerate().map(|(at, key)| (key.clone(), at)));
        let sorted_words = |key: &String| {
            let mut words: Vec<&str> = key.split([' ', ',', '.']).filter(|word| !word.is_empty()).collect();
            words.sort_unstable();
            words.join(" ")
        };
        let several = |key: &String| key.contains(' ');
        let by_words = keys.iter().enumerate().filter(|(_, key)| several(key));
        groups.join_equal(Alike::Words, by_words.map(|(at, key)| (sorted_words(key), at)));
        groups.join_near(&keys);
        let mut suggestions: Vec<Suggestion> = groups.finish(|at| (names[at].0.to_owned(), names[at].1));
        suggestions.sort_by(|a, b| (a.why, &a.names[0].0).cmp(&(b.why, &b.names[0].0)));
        suggestions
    }
}

/// Names that are joined to groups: each name leads to another one of its group.
struct Groups {
    leads_to: Vec<usize>,
    why: BTreeMap<usize, Alike>,
}

impl Groups {
    fn new(len: usize) -> Groups {
        Groups { leads_to: (0..len).collect(), why: BTreeMap::new() }
    }

    fn leader(&mut self, mut at: usize) -> usize {
        while self.leads_to[at] != at {
            self.leads_to[at] = self.leads_to[self.leads_to[at]];
            at = self.leads_to[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize, why: Alike) {
        let (a, b) = (self.leader(a), self.leader(b));
        if a == b {
            return;
        }
        let (first, second) = (a.min(b), a.max(b));
        // A group is as sure as its least sure join.
        let least = [self.why.get(&first), self.why.get(&second)].into_iter().flatten().copied().chain([why]).max();
        self.leads_to[second] = first;
        self.why.extend(least.map(|least| (first, least)));
    }

    fn join_equal(&mut self, why: Alike, keyed: impl Iterator<Item = (String, usize)>) {
        let mut first: FxHashMap<String, usize> = FxHashMap::default();
        for (key, at) in keyed {
            match first.get(&key) {
                Some(&other) => self.join(other, at, why),
                None => drop(first.insert(key, at)),
            }
        }
    }

    /// Joins names of which one letter differs, is missing, or has changed places with its neighbour: both become the same where a letter
    /// is taken out of each, so that no name has to be compared with all others.
    fn join_near(&mut self, keys: &[String]) {
        let mut without: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (at, key) in keys.iter().enumerate() {
            if key.chars().count() < LONG {
                continue;
            }
            let shorter: BTreeSet<String> = key
                .char_indices()
                .map(|(i, c)| format!("{}{}", &key[..i], &key[i + c.len_utf8()..]))
                .chain([key.clone()])
                .collect();
            shorter.into_iter().for_each(|short| without.entry(short).or_default().push(at));
        }
        let digits = |key: &str| key.chars().filter(char::is_ascii_digit).collect::<String>();
        let mut lists: Vec<Vec<usize>> =
            without.into_values().filter(|list| (2..=CROWD).contains(&list.len())).collect();
        lists.sort_unstable();
        for list in lists {
            for (n, &a) in list.iter().enumerate() {
                for &b in &list[n + 1..] {
                    let (a_key, b_key) = (&keys[a], &keys[b]);
                    // Players that are told apart by a number are different players.
                    if digits(a_key) == digits(b_key) && strsim::damerau_levenshtein(a_key, b_key) == 1 {
                        self.join(a, b, Alike::OneLetter);
                    }
                }
            }
        }
    }

    fn finish(mut self, name: impl Fn(usize) -> (String, u64)) -> Vec<Suggestion> {
        let mut groups: BTreeMap<usize, Vec<(String, u64)>> = BTreeMap::new();
        for at in 0..self.leads_to.len() {
            let leader = self.leader(at);
            if self.why.contains_key(&leader) {
                groups.entry(leader).or_default().push(name(at));
            }
        }
        let why = self.why;
        let suggestion = |(leader, mut names): (usize, Vec<(String, u64)>)| {
            names.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| (is_unusual(&a.0), &a.0).cmp(&(is_unusual(&b.0), &b.0))));
            Suggestion { names, why: why[&leader] }
        };
        groups.into_iter().map(suggestion).collect()
    }
}

/// Whether a name has its family name in front of a comma, or letters of one case only.
fn is_unusual(name: &str) -> bool {
    name.contains(',') || name.to_lowercase() == name || name.to_uppercase() == name
}

/// As it stands in an alias file.
impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> = self.names.iter().map(|(_, count)| count.to_string()).collect();
        writeln!(f, "# {} (in {} records)", self.why.words(), counts.join(", "))?;
        let [(name, _), others @ ..] = &self.names[..] else { return Ok(()) };
        let others: Vec<String> = others.iter().map(|(name, _)| quoted(name)).collect();
        write!(f, "{} = [{}]", quoted(name), others.join(", "))
    }
}

/// A text as a string of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // What would break the line, steer a terminal, or turn what follows.
            c if c.is_control()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}') =>
            {
                out.push_str(&format!("\\u{:04X}", c as u32));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalize::Aliases;

    fn suggested(names: &[(&str, u64)]) -> Vec<String> {
        let mut seen = SeenNames::default();
        names.iter().for_each(|(name, count)| (0..*count).for_each(|_| seen.add(name)));
        seen.suggestions().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn names_that_may_be_one_are_suggested_and_no_others() {
        let suggestions = suggested(&[
            ("John Smith", 3),
            ("SMITH, John", 1),
            ("Smith John", 2),
            ("Jane Smith", 5),
            ("Meritee", 1),
            ("Merite", 1),
            ("player1", 1),
            ("player2", 1),
            ("Bo", 1),
            ("Jo", 1),
        ]);
        assert_eq!(
            suggestions,
            [
                "# the same words in another order (in 3, 2, 1 records)\n\"John Smith\" = [\"Smith John\", \"SMITH, John\"]",
                "# one letter differs (in 1, 1 records)\n\"Merite\" = [\"Meritee\"]",
            ]
        );
    }

    #[test]
    fn what_is_suggested_can_be_pasted() {
        let text = suggested(&[("a \"b\" \\\u{7}\u{202e}", 1), ("A \"b\" \\\u{7}\u{202e}", 1)]).join("\n");
        let aliases = Aliases::from_toml(&format!("[players]\n{text}\n")).unwrap();
        assert!(!text.contains(['\u{7}', '\u{202e}']), "{text}");
        assert_eq!(aliases.player("a \"b\" \\\u{7}\u{202e}"), Some("A \"b\" \\\u{7}\u{202e}"));
    }

    #[test]
    fn of_equals_the_usual_spelling_is_proposed() {
        let suggestions = suggested(&[("SMITH, John", 1), ("JOHN SMITH", 1), ("John Smith", 1)]);
        assert!(suggestions[0].ends_with("\"John Smith\" = [\"JOHN SMITH\", \"SMITH, John\"]"), "{suggestions:?}");
    }
}
