//! Records that are duplicates of each other, and why.

use pentad_rules::Symmetry;

use super::{Details, Difference, Kind};

/// Records that are duplicates in one way.
#[derive(Clone, Debug)]
pub struct Group {
    /// In which way. Of the same game the weakest step that any of the records needs.
    pub kind: Kind,
    /// The records. The first is the one that the others are compared with: the one that is kept, where some are to go; of contained
    /// records the one that others go on from.
    pub members: Vec<Member>,
    /// What is to go, where some of it is.
    pub dropped: Vec<Dropped>,
}

impl Group {
    /// Whether two of the records state what cannot both be true.
    pub fn has_conflict(&self) -> bool {
        self.members.iter().filter_map(|m| m.relation.as_ref()).any(Relation::has_conflict)
    }
}

/// A record of a group.
#[derive(Clone, Debug)]
pub struct Member {
    /// The record.
    pub details: Details,
    /// How it belongs to the group; `None` for the first.
    pub relation: Option<Relation>,
    /// How many more records with the same moves it stands for: they are a group of the same game.
    pub others: usize,
    /// What becomes of it.
    pub fate: Fate,
}

/// What becomes of a record of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is one of the database.
    Database,
    /// It stays.
    Stays,
    /// It goes for the sake of one that stays.
    Dropped,
    /// It goes for the sake of one of the database.
    Known,
}

/// How a record is a duplicate of another.
#[derive(Clone, Debug)]
pub struct Relation {
    /// In which way.
    pub kind: Kind,
    /// Which of the group it is a duplicate of; the first in most cases.
    pub to: usize,
    /// The symmetry that lays its moves onto those of the other.
    pub orientation: Symmetry,
    /// What it states differently.
    pub differences: Vec<Difference>,
    /// Moves that differ: of the other record and of this one.
    pub moves: Vec<(Option<String>, Option<String>)>,
}

impl Relation {
    /// Whether the record states what cannot be true beside what another one of the group states.
    pub fn has_conflict(&self) -> bool {
        self.differences.iter().any(|d| d.conflict)
    }

    /// Whether the two records state what cannot both be true.
    pub(super) fn contradicts(&self) -> bool {
        self.differences.iter().any(|d| d.conflict && d.with.is_none())
    }

    /// The same without what concerns other records.
    pub(super) fn of_two(mut self) -> Relation {
        self.differences.retain(|d| d.with.is_none());
        self
    }
}

/// A record that is to go, and for the sake of which.
#[derive(Clone, Debug)]
pub struct Dropped {
    /// The record.
    pub details: Details,
    /// The one that stays.
    pub kept: Details,
    /// How they are duplicates.
    pub relation: Relation,
}
