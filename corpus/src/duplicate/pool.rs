//! What is decided so far, and what all kinds of groups need.

use std::cmp::Ordering;

use super::details::Details;
use super::difference::{Statements, differences};
use super::moves::orientation;
use super::scanner::Boards;
use super::{Bits, Decisions, Dropped, DuplicateOptions, Fate, Group, Keeping, Kind, Member, Relation};

/// With how many records that stay one is compared before it stays, too.
const COMPARED: usize = 1000;

/// Takes a group.
pub(super) type Each<'e, E> = dyn FnMut(Group) -> Result<(), E> + 'e;

/// Decides.
pub(super) struct Pool<'o> {
    pub(super) options: &'o DuplicateOptions,
    pub(super) boards: Boards,
    pub(super) passed_over: u64,
    known: u64,
    dropped: Bits,
    grouped: Bits,
}

impl<'o> Pool<'o> {
    pub(super) fn new(options: &'o DuplicateOptions, known: u64) -> Pool<'o> {
        Pool {
            options,
            boards: Boards::default(),
            passed_over: 0,
            known,
            dropped: Bits::default(),
            grouped: Bits::default(),
        }
    }

    pub(super) fn decisions(self) -> Decisions {
        Decisions { dropped: self.dropped, grouped: self.grouped, passed_over: self.passed_over }
    }

    /// Tells the groups among records with a key in common.
    pub(super) fn bucket<E>(&mut self, kind: Kind, records: Vec<Details>, each: &mut Each<'_, E>) -> Result<(), E> {
        if records.iter().all(|details| details.number < self.known) {
            return Ok(());
        }
        let classes = self.classes(records);
        match kind {
            Kind::Near => self.near(&classes, each),
            Kind::SameStones => self.same_stones(&classes, each),
            _ => classes.into_iter().try_for_each(|class| self.same_game(class, each)),
        }
    }

    /// Lists of records of one game each, sorted by their moves; in each what is preferred comes first.
    fn classes(&self, mut records: Vec<Details>) -> Vec<Vec<Details>> {
        // Records without moves have nothing in common but bytes.
        let bytes = |details: &Details| if details.plies == 0 { details.bytes } else { 0 };
        let class = |a: &Details, b: &Details| -> Ordering {
            (&a.identity, &a.moves, bytes(a)).cmp(&(&b.identity, &b.moves, bytes(b)))
        };
        records.sort_by(|a, b| class(a, b).then_with(|| self.rank(a).cmp(&self.rank(b))));
        let mut classes: Vec<Vec<Details>> = Vec::new();
        for details in records {
            match classes.last_mut().filter(|last| class(&last[0], &details) == Ordering::Equal) {
                Some(last) => last.push(details),
                None => classes.push(vec![details]),
            }
        }
        classes
    }

    /// What stays before others: what is not to go yet, then as the user wants it.
    pub(super) fn rank(&self, details: &Details) -> impl Ord + use<> {
        let keeping = self.options.keep.unwrap_or(Keeping::First);
        (self.dropped.get(details.number), keeping.rank(details, self.known))
    }

    /// Whether a record may go for the sake of another, their contradictions not regarded.
    pub(super) fn may_go(&self, details: &Details, kept: &Details) -> bool {
        details.number >= self.known
            && !self.dropped.get(details.number)
            && !self.dropped.get(kept.number)
            && (kept.number < self.known || self.options.keep.is_some())
    }

    /// Whether the relation lets one of both go: what contradicts stays, unless contradictions are among the kinds that are to go.
    pub(super) fn lets_go(&self, relation: &Relation) -> bool {
        self.options.kinds.contains(Kind::Conflict) || !relation.contradicts()
    }

    pub(super) fn is_dropped(&self, details: &Details) -> bool {
        self.dropped.get(details.number)
    }

    pub(super) fn drop(&mut self, details: &Details) {
        self.dropped.set(details.number);
    }

    /// Marks records as members of a group.
    pub(super) fn group(&mut self, members: impl IntoIterator<Item = u64>) {
        for number in members {
            self.grouped.set(number);
        }
    }

    /// What becomes of a record, where it goes for the sake of another, or does not.
    pub(super) fn fate(&self, details: &Details, kept: Option<&Details>) -> Fate {
        match kept {
            Some(kept) if self.is_known(kept) => Fate::Known,
            Some(_) => Fate::Dropped,
            None if self.is_known(details) => Fate::Database,
            None => Fate::Stays,
        }
    }

    pub(super) fn is_known(&self, details: &Details) -> bool {
        self.is_of_database(details.number)
    }

    pub(super) fn is_of_database(&self, number: u64) -> bool {
        number < self.known
    }

    /// How a record is a duplicate of another whose moves are the same, or the beginning of its own.
    pub(super) fn relation(&self, kind: Kind, here: &Details, there: &Details, to: usize) -> Relation {
        Relation {
            kind,
            to,
            orientation: orientation(there.size, here.orientations, there.orientations),
            differences: differences(there, here),
            moves: Vec::new(),
        }
    }

    /// Records of the same game: the part of the ladder that is asked for.
    fn same_game<E>(&mut self, class: Vec<Details>, each: &mut Each<'_, E>) -> Result<(), E> {
        let parts = match self.options.kinds.ladder() {
            None => return Ok(()),
            Some(Kind::SameBytes) => parts(class, |details| details.bytes),
            Some(Kind::SameMoves) => parts(class, |details| details.written),
            Some(_) => vec![class],
        };
        for part in parts {
            if part.len() > 1 && !part.iter().all(|details| self.is_known(details)) {
                self.same_part(part, each)?;
            }
        }
        Ok(())
    }

    fn same_part<E>(&mut self, part: Vec<Details>, each: &mut Each<'_, E>) -> Result<(), E> {
        let step = |here: &Details, there: &Details| match () {
            () if here.bytes == there.bytes => Kind::SameBytes,
            () if here.written == there.written => Kind::SameMoves,
            () => Kind::SameGame,
        };
        let mut members: Vec<Member> = Vec::with_capacity(part.len());
        let mut statements = part.first().map(Statements::new);
        for details in part {
            let relation = members.first().map(|first| {
                let there = &first.details;
                let mut relation = self.relation(step(&details, there), &details, there, 0);
                if let Some(statements) = statements.as_mut().filter(|_| !details.states_the_same(there)) {
                    statements.add(members.len(), &details, &mut relation.differences);
                }
                relation
            });
            let fate = self.fate(&details, None);
            members.push(Member { details, relation, others: 0, fate });
        }
        let kind = members.iter().filter_map(|m| m.relation.as_ref()).map(|r| r.kind).max().unwrap_or(Kind::SameGame);
        let mut group = Group { kind, members, dropped: Vec::new() };
        if !self.options.kinds.shows(kind, group.has_conflict()) {
            return Ok(());
        }
        let mut kept = vec![0];
        for at in 1..group.members.len() {
            let member = &group.members[at];
            let found = kept.iter().take(COMPARED).find_map(|&stays| {
                let there = &group.members[stays].details;
                if !self.may_go(&member.details, there) {
                    return None;
                }
                let relation = match (&member.relation, stays) {
                    (Some(relation), 0) => relation.clone().of_two(),
                    _ => self.relation(step(&member.details, there), &member.details, there, stays),
                };
                self.lets_go(&relation).then_some((stays, relation))
            });
            match found {
                Some((stays, relation)) => {
                    let (details, kept) = (member.details.clone(), group.members[stays].details.clone());
                    self.drop(&details);
                    group.members[at].fate = self.fate(&details, Some(&kept));
                    group.dropped.push(Dropped { details, kept, relation });
                }
                None => kept.push(at),
            }
        }
        self.group(group.members.iter().map(|m| m.details.number));
        each(group)
    }
}

/// Records that have a value in common, in the order in which they come.
fn parts(records: Vec<Details>, value: impl Fn(&Details) -> u128) -> Vec<Vec<Details>> {
    let mut parts: Vec<Vec<Details>> = Vec::new();
    let mut by_value = rustc_hash::FxHashMap::default();
    for details in records {
        let at = *by_value.entry(value(&details)).or_insert(parts.len());
        match parts.get_mut(at) {
            Some(part) => part.push(details),
            None => parts.push(vec![details]),
        }
    }
    parts
}
