//! Writes the moves.

use pentad_rules::Size;

use super::{MOST, PASS, SIDE};
use crate::loss::Losses;
use crate::stones::{ByEvent, Carried, Turn, beside, stones};
use crate::variations::main_line;
use crate::{Loss, Record};

pub(super) fn write(whole: &Record, transposed: bool, out: &mut Vec<u8>) -> Vec<Loss> {
    let (record, _) = main_line(whole);
    if let Some(size) = record.size.filter(|&size| size != Size::RENJU) {
        return vec![Loss::record(format!("the format has boards of 15x15 only, and this one is {size}"))];
    }
    let mut losses = Losses::default();
    let stones = match stones(&record, true, &mut losses) {
        Ok(stones) => stones,
        Err(why) => return vec![Loss::record(why)],
    };
    if stones.len() > MOST {
        return vec![Loss::record("the format holds 225 moves at most")];
    }
    let mut bytes = vec![stones.len() as u8];
    let tokens = ByEvent::tokens(&record);
    for stone in stones {
        bytes.push(match stone.turn {
            Turn::Pass => PASS,
            Turn::Stone(Some(point)) if Size::RENJU.contains(point) => {
                let (across, down) = (point.column(), SIDE - 1 - point.row());
                if transposed { across * SIDE + down } else { down * SIDE + across }
            }
            Turn::Stone(Some(_)) => return vec![Loss::record("a stone lies outside 15x15, the board of the format")],
            Turn::Stone(None) => match tokens.get(stone.event).and_then(illegible) {
                Some(byte) => byte,
                None => {
                    losses.add("texts of illegible moves", 1, "they are no bytes of the format that name no point");
                    u8::MAX
                }
            },
        });
    }
    beside(whole, &record, &Carried::default(), &mut losses);
    out.append(&mut bytes);
    losses.0
}

/// The byte of an illegible move, where it would be illegible again.
fn illegible(token: &str) -> Option<u8> {
    let digits = token.strip_prefix("0x").filter(|d| d.len() == 2)?;
    u8::from_str_radix(digits, 16).ok().filter(|&b| usize::from(b) >= MOST && b != PASS && format!("{b:02X}") == digits)
}
