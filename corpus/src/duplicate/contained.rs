//! Records that go on where another one ends.

use std::collections::VecDeque;

use super::pool::{Each, Pool};
use super::{Details, Dropped, Group, Kind, Member};

/// How many records that go on are looked at for one that lets a shorter one go.
const LOOKED_AT: usize = 1000;

impl Pool<'_> {
    /// Groups of a record and those that go on from it; the lists of records of one game are sorted by their moves.
    pub(super) fn contained<E>(&mut self, classes: &[Vec<Details>], each: &mut Each<'_, E>) -> Result<(), E> {
        let continuations = continuations(classes);
        // The longest first: what is contained in a record that is to go is contained in the one that stays, too.
        for at in (0..classes.len()).rev() {
            let after = &continuations[at];
            let of_groups = || after.iter().chain([&at]).flat_map(|&class| &classes[class]);
            if after.is_empty() || of_groups().all(|details| self.is_known(details)) {
                continue;
            }
            let dropped = self.drop_contained(at, classes, &continuations);
            let stands_for = |class: &[Details]| class.iter().find(|d| !self.is_dropped(d)).or(class.first()).cloned();
            let Some(shorter) = stands_for(&classes[at]) else { continue };
            let mut longer: Vec<usize> = after.clone();
            longer.sort_by_key(|&class| stands_for(&classes[class]).map(|details| details.number));
            let gone = dropped.iter().find(|d| d.details.number == shorter.number).map(|d| &d.kept);
            let fate = self.fate(&shorter, gone);
            let mut members =
                vec![Member { details: shorter.clone(), relation: None, others: classes[at].len() - 1, fate }];
            for class in longer {
                let Some(details) = stands_for(&classes[class]) else { continue };
                let relation = Some(self.relation(Kind::Contained, &details, &shorter, 0));
                let fate = self.fate(&details, None);
                members.push(Member { details, relation, others: classes[class].len() - 1, fate });
            }
            self.group(of_groups());
            each(Group { kind: Kind::Contained, members, dropped })?;
        }
        Ok(())
    }

    fn drop_contained(&mut self, at: usize, classes: &[Vec<Details>], continuations: &[Vec<usize>]) -> Vec<Dropped> {
        let mut dropped = Vec::new();
        for details in &classes[at] {
            let mut next: VecDeque<usize> = continuations[at].iter().copied().collect();
            let mut looked_at = 0;
            while let Some(class) = next.pop_front().filter(|_| looked_at < LOOKED_AT) {
                looked_at += 1;
                next.extend(&continuations[class]);
                let Some(kept) = classes[class].iter().find(|kept| self.may_go(details, kept)) else { continue };
                let relation = self.relation(Kind::Contained, details, kept, 0);
                if self.lets_go(&relation) {
                    self.drop(details);
                    dropped.push(Dropped { details: details.clone(), kept: kept.clone(), relation });
                    break;
                }
            }
        }
        dropped
    }
}

/// For each list of records of one game the nearest ones that go on from there. The lists are sorted by their moves, so that what goes on
/// stands behind what it goes on from.
fn continuations(classes: &[Vec<Details>]) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new(); classes.len()];
    let mut open: Vec<usize> = Vec::new();
    let goes_on = |at: usize, from: usize| match (classes[at].first(), classes[from].first()) {
        (Some(here), Some(there)) => here.identity == there.identity && here.moves.starts_with(&there.moves),
        _ => false,
    };
    for at in 0..classes.len() {
        while open.last().is_some_and(|&last| !goes_on(at, last)) {
            open.pop();
        }
        if let Some(&last) = open.last() {
            found[last].push(at);
        }
        open.push(at);
    }
    found
}
