//! What a worker makes of a batch.

use std::ops::Range;
use std::sync::Arc;

use pentad_formats::{Loss, Record};

use super::Change;
use crate::{Input, Outcome};

/// The converted records of a batch.
#[derive(Debug)]
pub struct Part {
    /// Where the records come from.
    pub input: Arc<Input>,
    /// The records in order.
    pub items: Vec<Item>,
    /// Their bytes.
    pub bytes: Vec<u8>,
    /// Whether the input ends here.
    pub ended: bool,
    /// What is to say of the input as a whole.
    pub outcome: Option<Outcome>,
    /// What follows the last record, where all of the input is copied.
    pub tail: Vec<u8>,
    /// Bytes of text outside of all records that were not carried over.
    pub stray: u64,
}

/// What became of a record.
#[derive(Debug)]
pub struct Item {
    /// Its number in the input, from 1.
    pub number: u64,
    /// Its own identification.
    pub id: Option<String>,
    /// What was made of it; nothing where it could not be converted.
    pub pieces: Vec<Piece>,
    /// How many records were made of it.
    pub made: u64,
    /// The record itself, where so much comes of it that it is to be written piece by piece ([`super::Encoder::expand`]).
    pub later: Option<Box<Record>>,
    /// What was lost, and why.
    pub losses: Vec<Loss>,
    /// What was mended.
    pub changes: Vec<Change>,
    /// Whether it is one of those to be written; `None` where that is not known. Nothing is made of others.
    pub taken: Option<bool>,
    /// Why it could not be read.
    pub unreadable: Option<String>,
    /// Whether its own bytes are kept.
    pub copied: bool,
    /// Its place in a sample.
    pub key: u64,
    /// Whether it is known to be in no sample, and was not converted.
    pub skipped: bool,
}

impl Item {
    /// An item of which nothing is known yet.
    pub(super) fn new(number: u64) -> Item {
        Item {
            number,
            id: None,
            pieces: Vec::new(),
            made: 0,
            later: None,
            losses: Vec::new(),
            changes: Vec::new(),
            taken: Some(true),
            unreadable: None,
            copied: false,
            key: 0,
            skipped: false,
        }
    }
}

/// A record as written.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Where its bytes lie.
    pub bytes: Range<usize>,
    /// Which files it belongs to, by their groups; none where there is only one file.
    pub groups: Vec<String>,
}
