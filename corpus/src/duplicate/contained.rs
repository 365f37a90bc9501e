//! Records that go on where another one ends.

use super::pool::{Each, Pool};
use super::{Details, Dropped, Group, Kind, Member};

/// How many records that go on are looked at for one that lets a shorter one go.
const LOOKED_AT: usize = 1000;

/// Records of one game, and those that go on from there.
struct Open {
    records: Vec<Details>,
    after: Vec<Continuation>,
}

/// Records of one game that go on where another one ends.
struct Continuation {
    /// The record that stands for them.
    first: Details,
    numbers: Vec<u64>,
    /// The one that stays of them, or of those that go on from them.
    stays: Option<Details>,
}

/// Finds which records go on from which among records that come sorted by their moves: what goes on comes behind what it goes on from, so that
/// no more has to be remembered than the way to the record at hand and what goes on from there.
#[derive(Default)]
pub(super) struct Line {
    open: Vec<Open>,
}

impl Line {
    /// Takes the next record.
    pub(super) fn add<E>(&mut self, pool: &mut Pool<'_>, details: Details, each: &mut Each<'_, E>) -> Result<(), E> {
        let goes_on = |from: &Open| {
            let from = &from.records[0];
            from.identity == details.identity && details.moves.starts_with(&from.moves)
        };
        while self.open.last().is_some_and(|last| !goes_on(last)) {
            self.close(pool, each)?;
        }
        match self.open.last_mut() {
            Some(last) if last.records[0].moves.len() == details.moves.len() => last.records.push(details),
            _ => self.open.push(Open { records: vec![details], after: Vec::new() }),
        }
        Ok(())
    }

    /// Says that no more records come.
    pub(super) fn end<E>(&mut self, pool: &mut Pool<'_>, each: &mut Each<'_, E>) -> Result<(), E> {
        while !self.open.is_empty() {
            self.close(pool, each)?;
        }
        Ok(())
    }

    /// Ends the records at hand: all that goes on from them is known.
    fn close<E>(&mut self, pool: &mut Pool<'_>, each: &mut Each<'_, E>) -> Result<(), E> {
        let Some(Open { mut records, mut after }) = self.open.pop() else { return Ok(()) };
        records.sort_by_cached_key(|details| pool.rank(details));
        after.sort_by_key(|continuation| continuation.first.number);
        let known = |continuation: &Continuation| continuation.numbers.iter().all(|&n| pool.is_of_database(n));
        let looked = !records.iter().all(|details| pool.is_known(details)) || !after.iter().all(known);
        if !after.is_empty() && looked {
            pool.contained(&records, &after, each)?;
        }
        if let Some(before) = self.open.last_mut() {
            // What is to go has been decided for all that goes on from here.
            records.sort_by_cached_key(|details| pool.rank(details));
            let stays = records.iter().find(|details| !pool.is_dropped(details)).cloned();
            let stays = stays.or_else(|| after.into_iter().find_map(|continuation| continuation.stays));
            let numbers = records.iter().map(|details| details.number).collect();
            before.after.push(Continuation { first: records.swap_remove(0), numbers, stays });
        }
        Ok(())
    }
}

impl Pool<'_> {
    /// Tells a record and those that go on from it.
    fn contained<E>(&mut self, records: &[Details], after: &[Continuation], each: &mut Each<'_, E>) -> Result<(), E> {
        let mut dropped = Vec::new();
        for details in records {
            for kept in after.iter().filter_map(|continuation| continuation.stays.as_ref()).take(LOOKED_AT) {
                if !self.may_go(details, kept) {
                    continue;
                }
                let relation = self.relation(Kind::Contained, details, kept, 0);
                if self.lets_go(&relation) {
                    self.drop(details);
                    dropped.push(Dropped { details: details.clone(), kept: kept.clone(), relation });
                    break;
                }
            }
        }
        let Some(shorter) = records.first() else { return Ok(()) };
        let kept = dropped.iter().find(|d| d.details.number == shorter.number).map(|d| &d.kept);
        let fate = self.fate(shorter, kept);
        let others = records.len() - 1;
        let mut members = vec![Member { details: shorter.clone(), relation: None, others, fate }];
        for continuation in after {
            let details = continuation.first.clone();
            let relation = Some(self.relation(Kind::Contained, &details, shorter, 0));
            let fate = self.fate(&details, None);
            members.push(Member { details, relation, others: continuation.numbers.len() - 1, fate });
        }
        self.group(records.iter().map(|details| details.number));
        self.group(after.iter().flat_map(|continuation| continuation.numbers.iter().copied()));
        each(Group { kind: Kind::Contained, members, dropped })
    }
}
