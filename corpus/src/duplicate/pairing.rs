//! Two releases of a database: which record of the one became which of the other.

use pentad_formats::Field;

use super::difference::differences;
use super::examiner::Examined;
use super::hash;
use super::identity::{plain, players_and_day_of};
use super::index::Index;
use super::moves::orientation;
use super::near::{Step, closest, most, words};
use super::nearby::{first, through};
use super::scanner::Boards;
use super::{Details, DuplicateOptions, Kind, Relation};
use crate::{Error, Runs};

/// What became of a record.
#[derive(Clone, Debug)]
pub enum Change {
    /// Only the newer release has it.
    Added(Details),
    /// Only the older release has it.
    Removed(Details),
    /// Both have it, and something differs.
    Changed(Box<Changed>),
}

/// A record of which something differs between the releases.
#[derive(Clone, Debug)]
pub struct Changed {
    /// As it was.
    pub old: Details,
    /// As it is.
    pub new: Details,
    /// How they belong together, and what differs: `there` is the older one.
    pub relation: Relation,
}

/// By what records of two releases are taken for the same, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The same moves up to symmetry.
    Game,
    /// The same identification in the record.
    Id,
    /// The same players on the same day.
    Players,
}

/// Pairs the records that are in one release only.
#[derive(Debug)]
pub struct Pairing<'o> {
    options: &'o DuplicateOptions,
    known: u64,
    rows: Runs,
    row: Vec<u8>,
}

/// Bytes of the key of a row, and of the number of a record.
const KEY: usize = 8;
const NUMBER: usize = 5;
/// Larger groups are paired in their order.
const COMPARED: usize = 100;

impl<'o> Pairing<'o> {
    /// Nothing gathered yet.
    pub fn new(options: &'o DuplicateOptions, index: &Index) -> Pairing<'o> {
        Pairing { options, known: index.known, rows: Runs::new(options.memory), row: Vec::new() }
    }

    /// Takes in records that are in one release only.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn add(&mut self, examined: &Examined) -> Result<(), Error> {
        examined.records.iter().try_for_each(|details| push(&mut self.rows, &mut self.row, Stage::Game, details))
    }

    /// Tells what became of each.
    ///
    /// # Errors
    /// Those of `each`, and when a temporary file cannot be written or read.
    pub fn finish<E: From<Error>>(self, each: &mut dyn FnMut(Change) -> Result<(), E>) -> Result<(), E> {
        let (known, options) = (self.known, self.options);
        let mut matcher = Matcher { options, boards: Boards::default() };
        let (mut rows, mut row) = (self.rows, self.row);
        for stage in [Stage::Game, Stage::Id, Stage::Players] {
            let next = match stage {
                Stage::Game => Some(Stage::Id),
                Stage::Id => Some(Stage::Players),
                Stage::Players => None,
            };
            let mut left = Runs::new(options.memory);
            let mut sorted = rows.sorted()?;
            let (mut key, mut old, mut new) = (Vec::new(), Vec::new(), Vec::new());
            loop {
                let (head, rest) = sorted.next()?.and_then(|row| row.split_at_checked(KEY)).unwrap_or_default();
                if head != key {
                    matcher.pair(stage, &mut old, &mut new, each)?;
                    for details in old.drain(..).chain(new.drain(..)) {
                        match next {
                            Some(next) => push(&mut left, &mut row, next, &details)?,
                            None if details.number < known => each(Change::Removed(details))?,
                            None => each(Change::Added(details))?,
                        }
                    }
                    key = head.to_owned();
                }
                let Some((number, packed)) = rest.split_at_checked(NUMBER) else { break };
                let number = number.iter().fold(0, |n, &byte| n << 8 | u64::from(byte));
                let details = Details::unpack(number, packed);
                if number < known { old.push(details) } else { new.push(details) }
            }
            rows = left;
        }
        Ok(())
    }
}

/// Adds a record under its key of a stage. What has none gets one of its own.
fn push(rows: &mut Runs, row: &mut Vec<u8>, stage: Stage, details: &Details) -> Result<(), Error> {
    let key = match stage {
        Stage::Game if details.plies > 0 => {
            Some(hash::sequence(hash::bytes(0, details.identity.as_bytes()), &details.moves))
        }
        Stage::Game => None,
        Stage::Id => details.get(Field::Id).map(|id| hash::bytes(1, plain(&id).as_bytes())),
        Stage::Players => players_and_day_of(details).map(|text| hash::bytes(2, text.as_bytes())),
    };
    let key = key.unwrap_or_else(|| hash::noise(details.number));
    row.clear();
    row.extend(key.to_be_bytes());
    row.extend(&details.number.to_be_bytes()[8 - NUMBER..]);
    details.pack(row);
    rows.push(row)
}

struct Matcher<'o> {
    options: &'o DuplicateOptions,
    boards: Boards,
}

impl Matcher<'_> {
    /// Pairs what belongs together and takes it out of the lists: first those of which the least differs.
    fn pair<E>(
        &mut self,
        stage: Stage,
        old: &mut Vec<Details>,
        new: &mut Vec<Details>,
        each: &mut dyn FnMut(Change) -> Result<(), E>,
    ) -> Result<(), E> {
        if old.is_empty() || new.is_empty() {
            return Ok(());
        }
        // Identifications that are not unique identify nothing.
        if stage == Stage::Id && (old.len() > 1 || new.len() > 1) {
            return Ok(());
        }
        let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
        let near = |i: usize, j: usize| old.len().max(new.len()) <= COMPARED || i == j;
        for (i, there) in old.iter().enumerate() {
            for (j, here) in new.iter().enumerate().filter(|(j, _)| near(i, *j)) {
                if let Some(relation) = self.relation(stage, here, there) {
                    let conflicts = relation.differences.iter().filter(|d| d.conflict).count();
                    pairs.push((1000 * (relation.moves.len() + conflicts) + relation.differences.len(), i, j));
                }
            }
        }
        pairs.sort_unstable();
        let (mut gone_old, mut gone_new) = (vec![false; old.len()], vec![false; new.len()]);
        for (_, i, j) in pairs {
            if gone_old[i] || gone_new[j] {
                continue;
            }
            let Some(relation) = self.relation(stage, &new[j], &old[i]) else { continue };
            (gone_old[i], gone_new[j]) = (true, true);
            let changed = Changed { old: old[i].clone(), new: new[j].clone(), relation };
            each(Change::Changed(Box::new(changed)))?;
        }
        let (mut i, mut j) = (0, 0);
        old.retain(|_| {
            !std::mem::replace(
                &mut gone_old[{
                    i += 1;
                    i - 1
                }],
                true,
            )
        });
        new.retain(|_| {
            !std::mem::replace(
                &mut gone_new[{
                    j += 1;
                    j - 1
                }],
                true,
            )
        });
        Ok(())
    }

    /// How a record became another; `None` where it is another game.
    fn relation(&mut self, stage: Stage, here: &Details, there: &Details) -> Option<Relation> {
        let differences = differences(there, here);
        let same_board = here.size == there.size;
        if same_board && here.moves == there.moves {
            // A key may be shared by chance, and records without moves have no game in common.
            let other = stage == Stage::Game && (here.identity != there.identity || here.plies == 0);
            let kind = if here.written == there.written { Kind::SameMoves } else { Kind::SameGame };
            let orientation = orientation(here.size, here.orientations, there.orientations);
            return (!other).then_some(Relation { kind, to: 0, orientation, differences, moves: Vec::new() });
        }
        if stage == Stage::Game || !same_board {
            return None;
        }
        let contained = here.moves.starts_with(&there.moves) || there.moves.starts_with(&here.moves);
        if contained {
            let orientation = orientation(here.size, here.orientations, there.orientations);
            let steps = tail(there, here);
            let moves = words(there, &steps, first(there.size, there.orientations).inverse());
            return Some(Relation { kind: Kind::Contained, to: 0, orientation, differences, moves });
        }
        let limit = match stage {
            // An identification says more than a few moves.
            Stage::Id => (here.plies.min(there.plies) / 2).min(32) as usize,
            _ => most(there, here, self.options.near),
        };
        let (turn, steps) = closest(there, here, self.boards.of(here.size), limit)?;
        let moves = words(there, &steps, first(there.size, there.orientations).inverse());
        let orientation = through(here.size, here.orientations, turn, there.orientations);
        Some(Relation { kind: Kind::Near, to: 0, orientation, differences, moves })
    }
}

/// The moves that only the longer one of two records has, of which the one is the beginning of the other.
fn tail(there: &Details, here: &Details) -> Vec<Step> {
    let both = there.moves.len().min(here.moves.len());
    let missing = there.moves[both..].iter().zip(both..).map(|(&there, at)| Step::Missing { at, there });
    let added = here.moves[both..].iter().zip(both..).map(|(&here, at)| Step::Longer { at, here });
    missing.chain(added).collect()
}
