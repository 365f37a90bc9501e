//! Groups of near games, and of the same stones in another order.

use std::collections::BTreeMap;

use pentad_rules::{Size, Symmetry};
use rustc_hash::FxHashMap;

use super::difference::differences;
use super::moves::{self, orientation};
use super::near::{Bins, closest, most, words};
use super::pool::{Each, Pool};
use super::{Details, Dropped, Group, Kind, Member, Relation};

/// More games of the same players on one day than this are not compared with each other.
pub(super) const COMPARED: usize = 10_000;

impl Pool<'_> {
    /// Groups of near games among those of the same players on one day.
    pub(super) fn near<E>(&mut self, classes: &[Vec<Details>], each: &mut Each<'_, E>) -> Result<(), E> {
        if classes.len() > COMPARED {
            self.passed_over += classes.len() as u64;
            return Ok(());
        }
        let mut games: Vec<&Vec<Details>> = classes.iter().filter(|class| !class.is_empty()).collect();
        games.sort_by_cached_key(|class| self.rank(&class[0]));
        let mut bins = Vec::with_capacity(games.len());
        for class in &games {
            bins.push(Bins::of(&class[0], self.boards.of(class[0].size)));
        }
        let mut forest = Forest::new(games.len());
        for at in 1..games.len() {
            for before in 0..at {
                let (there, here) = (&games[before][0], &games[at][0]);
                let limit = most(there, here, self.options.near);
                if limit == 0
                    || there.identity != here.identity
                    || !bins[at].may_be_near(&bins[before], limit)
                    || forest.root(before) == forest.root(at)
                    || self.is_contained(there, here)
                {
                    continue;
                }
                if closest(there, here, self.boards.of(here.size), limit).is_some_and(|(_, steps)| !steps.is_empty()) {
                    forest.join(before, at);
                }
            }
        }
        let links = std::mem::take(&mut forest.links);
        for group in forest.groups() {
            let games: Vec<&Vec<Details>> = group.iter().map(|&at| games[at]).collect();
            if games.iter().all(|class| class.iter().all(|details| self.is_known(details))) {
                continue;
            }
            let mut members: Vec<Member> = Vec::new();
            for (at, class) in games.iter().enumerate() {
                let details = class[0].clone();
                // It need not be near to the first of all.
                let linked = || links.get(&group[at]).and_then(|other| group.binary_search(other).ok());
                let relation = if at == 0 {
                    None
                } else {
                    let first = self.nearness(&details, &games[0][0], 0);
                    first.or_else(|| linked().and_then(|to| self.nearness(&details, &games[to][0], to)))
                };
                let fate = self.fate(&details, None);
                members.push(Member { details, relation, others: class.len() - 1, fate });
            }
            let dropped = self.drop_near(&games, |pool, here, there| pool.nearness(here, there, 0));
            self.tell(Kind::Near, members, &games, dropped, each)?;
        }
        Ok(())
    }

    /// Whether one is the beginning of the other, and that is a kind of its own.
    fn is_contained(&self, a: &Details, b: &Details) -> bool {
        self.options.kinds.contains(Kind::Contained)
            && a.plies.min(b.plies) >= self.options.min_plies
            && (a.moves.starts_with(&b.moves) || b.moves.starts_with(&a.moves))
    }

    fn nearness(&mut self, here: &Details, there: &Details, to: usize) -> Option<Relation> {
        let limit = most(there, here, self.options.near);
        if here.identity != there.identity || self.is_contained(there, here) {
            return None;
        }
        let (turn, steps) = closest(there, here, self.boards.of(here.size), limit)?;
        if steps.is_empty() {
            return None;
        }
        let back = first(there.size, there.orientations).inverse();
        Some(Relation {
            kind: Kind::Near,
            to,
            orientation: through(here.size, here.orientations, turn, there.orientations),
            differences: differences(there, here),
            moves: words(there, &steps, back),
        })
    }

    /// Groups of games with the same stones in another order.
    pub(super) fn same_stones<E>(&mut self, classes: &[Vec<Details>], each: &mut Each<'_, E>) -> Result<(), E> {
        let mut by_stones: BTreeMap<(&str, Vec<u16>), Vec<&Vec<Details>>> = BTreeMap::new();
        for class in classes {
            let Some(first) = class.first() else { continue };
            let stones = moves::stones(&first.moves, self.boards.of(first.size));
            by_stones.entry((&first.identity, stones)).or_default().push(class);
        }
        for mut games in by_stones.into_values() {
            if games.len() < 2 || games.iter().all(|class| class.iter().all(|details| self.is_known(details))) {
                continue;
            }
            games.sort_by_cached_key(|class| self.rank(&class[0]));
            let mut members: Vec<Member> = Vec::new();
            for class in &games {
                let details = class[0].clone();
                let relation = members.first().map(|first| self.reordered(&details, &first.details));
                let fate = self.fate(&details, None);
                members.push(Member { details, relation, others: class.len() - 1, fate });
            }
            let dropped = self.drop_near(&games, |pool, here, there| Some(pool.reordered(here, there)));
            self.tell(Kind::SameStones, members, &games, dropped, each)?;
        }
        Ok(())
    }

    fn reordered(&mut self, here: &Details, there: &Details) -> Relation {
        let images = self.boards.of(there.size);
        let own = sorted(&there.moves);
        let turn = images.turns().find(|(_, table)| sorted_image(&here.moves, table) == own);
        let turn = turn.map_or(Symmetry::Identity, |(symmetry, _)| symmetry);
        Relation {
            kind: Kind::SameStones,
            to: 0,
            orientation: through(here.size, here.orientations, turn, there.orientations),
            differences: differences(there, here),
            moves: Vec::new(),
        }
    }

    /// Decides which records of several games go.
    fn drop_near(
        &mut self,
        games: &[&Vec<Details>],
        mut relation: impl FnMut(&mut Self, &Details, &Details) -> Option<Relation>,
    ) -> Vec<Dropped> {
        const LOOKED_AT: usize = 100;
        let (mut kept, mut dropped): (Vec<&Details>, Vec<Dropped>) = (Vec::new(), Vec::new());
        for class in games {
            // Records of one game do not go for the sake of each other here.
            let before = kept.len().min(LOOKED_AT);
            for details in class.iter() {
                let found = kept[..before].iter().find_map(|there| {
                    let there: &Details = there;
                    if !self.may_go(details, there) {
                        return None;
                    }
                    let relation = relation(self, details, there)?;
                    self.lets_go(&relation).then(|| (there.clone(), relation))
                });
                match found {
                    Some((kept, relation)) => {
                        self.drop(details);
                        dropped.push(Dropped { details: details.clone(), kept, relation });
                    }
                    None if !self.is_dropped(details) => kept.push(details),
                    None => {}
                }
            }
        }
        dropped
    }

    fn tell<E>(
        &mut self,
        kind: Kind,
        mut members: Vec<Member>,
        games: &[&Vec<Details>],
        dropped: Vec<Dropped>,
        each: &mut Each<'_, E>,
    ) -> Result<(), E> {
        let kept: FxHashMap<u64, &Details> = dropped.iter().map(|d| (d.details.number, &d.kept)).collect();
        for member in &mut members {
            member.fate = self.fate(&member.details, kept.get(&member.details.number).copied());
        }
        self.group(games.iter().flat_map(|class| class.iter().map(|details| details.number)));
        each(Group { kind, members, dropped })
    }
}

/// The first symmetry of a mask.
pub(super) fn first(size: Size, mask: u8) -> Symmetry {
    Symmetry::of(size).get(mask.trailing_zeros() as usize).copied().unwrap_or(Symmetry::Identity)
}

/// The symmetry that leads from the one record to its smallest form, by `turn` to that of the other, and on to the other record.
pub(super) fn through(size: Size, of: u8, turn: Symmetry, onto: u8) -> Symmetry {
    if turn == Symmetry::Identity {
        return orientation(size, of, onto);
    }
    first(size, of).compose(turn).compose(first(size, onto).inverse())
}

fn sorted(moves: &[u16]) -> Vec<u16> {
    let mut sorted = moves.to_vec();
    sorted.sort_unstable();
    sorted
}

fn sorted_image(moves: &[u16], table: &[u16]) -> Vec<u16> {
    let picture: Vec<u16> = moves.iter().map(|&n| table[usize::from(n)]).collect();
    sorted(&picture)
}

/// Which of several things are joined, directly or by way of others.
struct Forest {
    above: Vec<usize>,
    /// For each of them one that it was joined with.
    links: FxHashMap<usize, usize>,
}

impl Forest {
    fn new(len: usize) -> Forest {
        Forest { above: (0..len).collect(), links: FxHashMap::default() }
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.above[at] != at {
            self.above[at] = self.above[self.above[at]];
            at = self.above[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        self.links.entry(a).or_insert(b);
        self.links.entry(b).or_insert(a);
        let (a, b) = (self.root(a), self.root(b));
        // The first of a group is its root.
        self.above[a.max(b)] = a.min(b);
    }

    /// Groups of two and more.
    fn groups(mut self) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for at in 0..self.above.len() {
            groups.entry(self.root(at)).or_default().push(at);
        }
        groups.into_values().filter(|group| group.len() > 1).collect()
    }
}
