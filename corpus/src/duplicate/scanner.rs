//! The first reading: a few keys of each record.

use std::sync::Arc;

use pentad_formats::ReadOptions;
use pentad_rules::Size;

use super::identity::{identity, players_and_day};
use super::moves::{Images, Moves};
use super::{DuplicateOptions, Kind, hash};
use crate::{Batch, Input, Judge, Outcome, RecordReader};

/// The keys of a record; 0 is none.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Print {
    pub(super) readable: bool,
    pub(super) without_moves: bool,
    /// By kind: the same game, contained, near, the same stones.
    pub(super) keys: [(u8, u64); 4],
    /// The same for all records of a game.
    pub(super) game: u64,
}

/// The keys of the records of a batch.
#[derive(Debug)]
pub struct Scanned {
    pub(super) input: Arc<Input>,
    pub(super) prints: Vec<Print>,
    /// Whether the input ends here.
    pub(super) ended: bool,
    outcome: Option<Outcome>,
}

impl Scanned {
    /// Where the records come from.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// What is to say of the input as a whole, where it ends here.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.prints.is_empty()
    }
}

/// The tables of the boards seen last.
#[derive(Default, Debug)]
pub(super) struct Boards(Vec<Images>);

impl Boards {
    pub(super) fn of(&mut self, size: Size) -> &Images {
        const KEPT: usize = 8;
        let at = match self.0.iter().position(|images| images.size() == size) {
            Some(at) => at,
            None => {
                if self.0.len() == KEPT {
                    self.0.remove(0);
                }
                self.0.push(Images::new(size));
                self.0.len() - 1
            }
        };
        &self.0[at]
    }
}

/// Makes keys of records.
pub struct Scanner<'o> {
    options: &'o DuplicateOptions,
    reader: RecordReader,
    judge: Judge,
    moves: Moves,
    boards: Boards,
    text: String,
}

impl<'o> Scanner<'o> {
    /// A worker that reads with these options.
    pub fn new(options: &'o DuplicateOptions, read: ReadOptions) -> Scanner<'o> {
        let read = ReadOptions { skip_notes: true, ..read };
        Scanner {
            options,
            reader: RecordReader::new(read),
            judge: Judge::new(),
            moves: Moves::default(),
            boards: Boards::default(),
            text: String::new(),
        }
    }

    /// The keys of the records of a batch.
    pub fn scan(&mut self, batch: &Batch) -> Scanned {
        let prints = batch.records().map(|slice| self.print(batch, &slice)).collect();
        let outcome = batch.end.as_ref().and_then(|end| end.outcome.clone());
        Scanned { input: Arc::clone(&batch.input), prints, ended: batch.end.is_some(), outcome }
    }

    fn print(&mut self, batch: &Batch, slice: &crate::RecordSlice<'_>) -> Print {
        let record = self.reader.read(batch, slice);
        if !record.readable {
            return Print::default();
        }
        let kinds = self.options.kinds;
        let mut print = Print { readable: true, ..Print::default() };
        let format = batch.input.format.map_or("", |f| f.info().id);
        let judgement = self.judge.recognise(record, format, &self.options.judging);
        let moves = &mut self.moves;
        moves.read(record, &judgement.game.rules);
        let [game, contained, near, stones] = &mut print.keys;
        let some = |hash: u64| hash.max(1);
        if moves.plies == 0 {
            print.without_moves = true;
            if kinds.ladder().is_some() {
                *game = (Kind::SameGame as u8, some(hash::bytes(1, slice.bytes.trim_ascii())));
            }
            return print;
        }
        let images = self.boards.of(judgement.size);
        moves.turn(images);
        identity(record, &judgement, &mut self.text);
        let start = hash::bytes(0, self.text.as_bytes());
        print.game = hash::sequence(start, &moves.smallest);
        if kinds.ladder().is_some() {
            let hash = match kinds.ladder() {
                Some(Kind::SameBytes) => hash::bytes(1, slice.bytes.trim_ascii()),
                _ => print.game,
            };
            *game = (Kind::SameGame as u8, some(hash));
        }
        let least = self.options.min_plies.max(1) as usize + moves.set_up;
        if kinds.contains(Kind::Contained) && moves.smallest.len() >= least {
            *contained = (Kind::Contained as u8, some(hash::sequence(start, &moves.smallest[..least])));
        }
        if kinds.contains(Kind::Near)
            && self.options.near > 0
            && let Some(players) = players_and_day(record)
        {
            *near = (Kind::Near as u8, some(hash::bytes(start, players.as_bytes())));
        }
        // Of two stones none can come in another order.
        if kinds.contains(Kind::SameStones) && moves.plies > 2 {
            *stones = (Kind::SameStones as u8, some(hash::set(start, &moves.written, images)));
        }
        print
    }
}
