//! What is known of a record that may be a duplicate.

use std::sync::Arc;

use pentad_formats::{Field, Names, Record};
use pentad_rules::{Coords, Size, Symmetry};

use super::facts::{Fact, Facts, FieldAt, Topic, unpack};
use super::hash;
use super::identity::identity;
use super::moves::Moves;
use super::packed::{Taker, put, put_text};
use crate::Judgement;

/// A record that may be a duplicate: its moves, and what it states of the game.
#[derive(Clone, Debug)]
pub struct Details {
    /// Its number in the run, from 0.
    pub number: u64,
    /// Stones and passes.
    pub plies: u32,
    /// The letters that it writes points with.
    pub coords: Coords,
    pub(super) size: Size,
    pub(super) names: Names,
    pub(super) identity: Arc<str>,
    /// A hash of its bytes.
    pub(super) bytes: u128,
    /// A hash of its moves as written.
    pub(super) written: u128,
    /// Its moves in their smallest orientation.
    pub(super) moves: Arc<[u16]>,
    pub(super) set_up: usize,
    pub(super) orientations: u8,
    /// Whether no warning and no error was found in it, where that was asked.
    pub(super) sound: bool,
    /// Nodes outside of the main line.
    pub(super) variations: u64,
    pub(super) comments: u64,
    /// Fields of the header that are filled in, the result among them.
    pub(super) filled: u64,
    /// What it states, packed: there may be many records of one game.
    facts: Arc<[u8]>,
}

impl Details {
    /// The text of a field of the header.
    pub fn get(&self, field: Field) -> Option<String> {
        let at = Field::ALL.iter().position(|f| *f == field)? as u8;
        self.text(Topic::Field(FieldAt(at)))
    }

    /// The stated result, where it is known.
    pub fn result(&self) -> Option<String> {
        self.text(Topic::Result)
    }

    fn text(&self, topic: Topic) -> Option<String> {
        self.facts().into_iter().find(|fact| fact.topic == topic).map(|fact| fact.text)
    }

    /// Whether it states, beside its moves, what another one states.
    pub(super) fn states_the_same(&self, other: &Details) -> bool {
        self.names == other.names && self.facts == other.facts
    }

    /// What it states.
    pub(super) fn facts(&self) -> Vec<Fact> {
        unpack(&self.facts)
    }

    /// Takes in a record. Its number is to be set by whoever counts.
    pub(super) fn of(record: &Record, bytes: &[u8], moves: &Moves, judgement: &Judgement, sound: bool) -> Details {
        let size = judgement.size;
        let mut name = String::new();
        identity(record, judgement, &mut name);
        let written: Vec<u8> = moves.written.iter().flat_map(|n| n.to_be_bytes()).collect();
        let facts = Facts::of(record, size, judgement.game.rules.known, &turns(size, moves.orientations));
        Details {
            number: 0,
            plies: moves.plies,
            coords: record.coords.letters(),
            size,
            names: record.names,
            identity: name.into(),
            bytes: hash::wide(bytes.trim_ascii()),
            written: hash::wide(&written),
            moves: moves.smallest.as_slice().into(),
            set_up: moves.set_up,
            orientations: moves.orientations,
            sound,
            variations: facts.variations,
            comments: facts.comments,
            filled: facts.filled(),
            facts: facts.pack().into(),
        }
    }
    /// Appends it to a row.
    pub(super) fn pack(&self, out: &mut Vec<u8>) {
        put(out, u64::from(self.plies));
        let coords = match self.coords {
            Coords::WithI | Coords::Centre(_) => 0,
            Coords::SkipI => 1,
        };
        let names = [Names::ByColor, Names::BySeat, Names::Unknown].iter().position(|n| *n == self.names);
        out.extend([coords, names.unwrap_or(0) as u8, self.size.width(), self.size.height()]);
        out.extend([self.orientations, u8::from(self.sound)]);
        put_text(out, &self.identity);
        out.extend_from_slice(&self.bytes.to_le_bytes());
        out.extend_from_slice(&self.written.to_le_bytes());
        put(out, self.set_up as u64);
        put(out, self.moves.len() as u64);
        out.extend(self.moves.iter().flat_map(|n| n.to_le_bytes()));
        put(out, self.variations);
        put(out, self.comments);
        put(out, self.filled);
        out.extend_from_slice(&self.facts);
    }

    /// Reads it back.
    pub(super) fn unpack(number: u64, packed: &[u8]) -> Details {
        let mut taker = Taker(packed);
        let plies = taker.number() as u32;
        let head = taker.bytes(6);
        let at = |n: usize| head.get(n).copied().unwrap_or(0);
        let wide = |bytes: &[u8]| bytes.try_into().map_or(0, u128::from_le_bytes);
        let identity = taker.text();
        let (bytes, written) = (wide(taker.bytes(16)), wide(taker.bytes(16)));
        let set_up = taker.number() as usize;
        let len = taker.number() as usize;
        let moves = taker.bytes(2 * len).chunks_exact(2).map(|n| u16::from_le_bytes([n[0], n[1]])).collect();
        let (variations, comments, filled) = (taker.number(), taker.number(), taker.number());
        Details {
            number,
            plies,
            coords: if at(0) == 0 { Coords::WithI } else { Coords::SkipI },
            size: Size::new(at(2), at(3)).unwrap_or(Size::RENJU),
            names: [Names::ByColor, Names::BySeat, Names::Unknown][usize::from(at(1)).min(2)],
            identity: identity.into(),
            bytes,
            written,
            moves,
            set_up,
            orientations: at(4),
            sound: at(5) != 0,
            variations,
            comments,
            filled,
            facts: taker.0.into(),
        }
    }

    /// The same record under another number.
    pub(super) fn numbered(self, number: u64) -> Details {
        Details { number, ..self }
    }

    /// A hash of all that it says.
    pub(super) fn content(&self) -> u128 {
        let mut all = Vec::new();
        put_text(&mut all, &self.identity);
        all.extend_from_slice(&self.written.to_le_bytes());
        all.extend_from_slice(&self.facts);
        hash::wide(&all)
    }
}

/// The symmetries of a mask.
fn turns(size: Size, mask: u8) -> Vec<Symmetry> {
    let all = Symmetry::of(size).iter().enumerate();
    all.filter(|(at, _)| mask >> at & 1 != 0).map(|(_, &symmetry)| symmetry).collect()
}
