//! That a record comes to a position.

use pentad_rules::Color;

use super::row::Results;
use super::wire::Wire;

/// The position comes about when the stones and passes are played from the empty board: what `tree` counts.
pub(super) const PLAYED: u8 = 1;
/// The position comes about in the record as it is, set-up stones and edits included: what `find` looks for.
pub(super) const SEEN: u8 = 2;

/// The ply of positions behind those that the index holds the plies of.
pub(super) const LATER: u8 = u8::MAX;

const WHITE_DUE: u8 = 1;
const TAKEN: u8 = 1 << 3;

/// A position and when it comes about. Sorts as its bytes do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Reach {
    /// The key of the board, folded.
    pub(super) key: [u8; 16],
    /// After which ply, or [`LATER`].
    pub(super) ply: u8,
    /// Bit 0: White's turn. Bits 1 and 2: [`PLAYED`], [`SEEN`]. Bit 3: stones were taken.
    flags: u8,
    /// Stones that Black and White have taken.
    pub(super) captured: [u16; 2],
}

impl Reach {
    pub(super) fn new(key: [u8; 16], ply: u8, due: Color, walks: u8, captured: [u16; 2]) -> Reach {
        let taken = if captured == [0, 0] { 0 } else { TAKEN };
        let white = if due == Color::White { WHITE_DUE } else { 0 };
        let flags = white | (walks << 1) | taken;
        Reach { key, ply, flags, captured }
    }

    pub(super) fn due(&self) -> Color {
        if self.flags & WHITE_DUE == 0 { Color::Black } else { Color::White }
    }

    pub(super) fn walks(&self) -> u8 {
        self.flags >> 1 & 3
    }

    /// The same, come about by one more way.
    pub(super) fn also(self, walks: u8) -> Reach {
        Reach { flags: self.flags | walks << 1, ..self }
    }

    /// What stands behind the key in a block.
    pub(super) fn put_rest(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&[self.ply, self.flags]);
        if self.flags & TAKEN != 0 {
            self.captured.iter().for_each(|n| out.extend_from_slice(&n.to_be_bytes()));
        }
    }

    pub(super) fn read_rest(key: [u8; 16], wire: &mut Wire<'_>) -> Option<Reach> {
        let [ply, flags] = wire.array()?;
        let mut captured = [0; 2];
        if flags & TAKEN != 0 {
            for n in &mut captured {
                *n = u16::from_be_bytes(wire.array()?);
            }
        }
        Some(Reach { key, ply, flags, captured })
    }
}

/// That one record comes to a position, with what is counted of the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Coming {
    pub(super) reach: Reach,
    pub(super) id: u64,
    pub(super) results: Results,
    pub(super) plies: u32,
}

impl Coming {
    /// Bytes that sort by position, then record.
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.reach.key);
        self.reach.put_rest(out);
        out.extend_from_slice(&self.id.to_be_bytes()[2..]);
        out.push(self.results.0);
        out.extend_from_slice(&self.plies.to_be_bytes());
    }

    pub(super) fn read(bytes: &[u8]) -> Option<Coming> {
        let mut wire = Wire(bytes);
        let key = wire.array()?;
        let reach = Reach::read_rest(key, &mut wire)?;
        let mut id = [0; 8];
        id[2..].copy_from_slice(wire.take(6)?);
        let results = Results(wire.byte()?);
        Some(Coming { reach, id: u64::from_be_bytes(id), results, plies: u32::from_be_bytes(wire.array()?) })
    }
}
