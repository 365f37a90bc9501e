//! The records that a query may mean, by the positions that it asks for.

use std::collections::HashSet;

use pentad_rules::{Catalogue, RunningKey};
use rustc_hash::FxHashMap;

use super::reach::SEEN;
use super::reader::Index;
use crate::board_search::colors;
use crate::source::Picked;
use crate::{Batch, Error, Query, Sources};

/// Records that a query may mean. It means none of the others.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    files: Vec<Picked>,
    /// By name of the input, the numbers of its records in order.
    records: FxHashMap<String, Vec<u64>>,
    count: u64,
}

impl Candidates {
    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The inputs that hold one, in order.
    pub fn sources(&self) -> Sources {
        Sources::of_files(self.files.iter().cloned())
    }

    /// Whether a record of a batch, by its number in the input, is one of them.
    pub fn has(&self, batch: &Batch, record: u64) -> bool {
        self.records.get(batch.input.name()).is_some_and(|numbers| numbers.binary_search(&record).is_ok())
    }
}

impl Index {
    /// The records that a query may mean. `None` where it may mean records in which none of its positions comes about, or the positions
    /// have more stones than the index looks at: then all have to be read.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn candidates(&mut self, query: &Query, catalogue: &'static Catalogue) -> Result<Option<Candidates>, Error> {
        let depth = usize::from(self.meta.options.depth);
        let mut known: FxHashMap<usize, Vec<u64>> = FxHashMap::default();
        let asked: Vec<_> = query.positions().filter(|(_, moves)| moves[0].len() <= depth).collect();
        if query.may_mean(|number| asked.iter().any(|(known, _)| *known == number).then_some(false)) {
            return Ok(None);
        }
        let games = self.games(catalogue)?;
        for (number, moves) in asked {
            let mut keys = HashSet::new();
            for (kind, game) in self.meta.kinds.iter().zip(&games) {
                let moves = &moves[usize::from(kind.skip_i)];
                if moves.iter().all(|&point| kind.size.contains(point)) {
                    let mut key = RunningKey::new(kind.size, true);
                    moves.iter().zip(colors(game.rules.turns)).for_each(|(&point, color)| key.toggle(point, color));
                    keys.insert(key.board().to_bytes());
                }
            }
            let mut ids = Vec::new();
            for key in keys {
                let postings = self.postings(&key)?;
                let seen = postings.iter().filter(|posting| posting.reach.walks() & SEEN != 0);
                seen.for_each(|posting| ids.extend_from_slice(&posting.ids));
            }
            ids.sort_unstable();
            ids.dedup();
            known.insert(number, ids);
        }
        let mut all: Vec<u64> = known.values().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|id| query.may_mean(|number| Some(known.get(&number)?.binary_search(id).is_ok())));
        Ok(Some(self.located(&all)))
    }

    /// Records by input.
    fn located(&self, mut ids: &[u64]) -> Candidates {
        let mut found = Candidates { count: ids.len() as u64, ..Candidates::default() };
        let mut last = None;
        for input in self.inputs() {
            let (inside, rest) = ids.split_at(ids.partition_point(|id| *id < input.ids.end));
            ids = rest;
            if inside.is_empty() {
                continue;
            }
            let numbers = inside.iter().map(|id| id - input.ids.start + 1);
            let known = found.records.entry(input.name).or_default();
            known.extend(numbers);
            known.sort_unstable();
            if last != Some(input.file) {
                last = Some(input.file);
                let walked = self.meta.files[input.file].walked;
                found.files.push(Picked { path: input.path, walked, members: input.member.map(|_| HashSet::new()) });
            }
            if let (Some(member), Some(Picked { members: Some(members), .. })) = (input.member, found.files.last_mut())
            {
                members.insert(member.to_owned());
            }
        }
        found
    }
}
