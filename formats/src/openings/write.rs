//! Writes the stones of a record as a line of offsets.

use std::io::Write as _;

use pentad_rules::Size;

use super::offsets::{offsets, point, words};
use crate::loss::Losses;
use crate::stones::{ByEvent, Carried, Stone, Turn, beside, stones};
use crate::variations::main_line;
use crate::{Loss, Record};

/// What is written for a move that names no point: off every board.
const NOWHERE: (i64, i64) = (-50, -50);

/// What [`beside`] says of the number of given moves.
const GIVEN: &str = "given moves";

pub(super) fn write(whole: &Record, out: &mut Vec<u8>) -> Vec<Loss> {
    let (record, _) = main_line(whole);
    let mut losses = Losses::default();
    let stones = match stones(&record, false, &mut losses) {
        Ok(stones) => stones,
        Err(why) => return vec![Loss::record(why)],
    };
    if stones.is_empty() {
        return vec![Loss::record("it has no stone, and a line without one is no opening")];
    }
    // Without a stated board a list is read on 15x15; where the middle of a larger one lies nobody could tell.
    let size = record.size.unwrap_or(Size::RENJU);
    let off = |stone: &Stone| matches!(stone.turn, Turn::Stone(Some(point)) if !size.contains(point));
    if record.size.is_none() && stones.iter().any(off) {
        return vec![Loss::record("it states no board, and its stones lie off 15x15, so that the middle is not known")];
    }
    // What a reader takes the board for.
    let read = record.size == Some(Size::RENJU);
    losses.add("size", usize::from(!read), "a list does not state the board; it has to be named to read the list");
    let letters = usize::from(record.coords != pentad_rules::Coords::WithI);
    losses.add("column letters", letters, "points are counted from the middle");
    let tokens = ByEvent::tokens(&record);
    for (index, stone) in stones.iter().enumerate() {
        let (right, down) = match stone.turn {
            Turn::Stone(Some(point)) => {
                let off = usize::from(!size.contains(point));
                losses.add("points off the board", off, "numbers off the board are read as illegible");
                offsets(point, size)
            }
            Turn::Stone(None) | Turn::Pass => {
                let own = tokens.get(stone.event).and_then(|text| off_the_board(text, size));
                losses.add("texts of illegible moves", usize::from(own.is_none()), "they are no numbers off the board");
                own.unwrap_or(NOWHERE)
            }
        };
        let between = if index == 0 { "" } else { ", " };
        write!(out, "{between}{right},{down}").expect("a vector takes all bytes");
    }
    out.push(b'\n');
    beside(whole, &record, &Carried::default(), &mut losses);
    list_given(&record, stones.len() as u32, &mut losses.0);
    losses.0
}

/// The record's own numbers, where they are off the board again and read as they stand.
fn off_the_board(text: &str, size: Size) -> Option<(i64, i64)> {
    let mut words = words(text.as_bytes()).map(|word| word.number);
    let (right, down) = words.next().flatten().zip(words.next().flatten())?;
    let own = point(right, down, size).is_none() && format!("{right},{down}") == text;
    own.then_some((right, down))
}

/// All stones of a list are given: lists what is not so.
pub(super) fn list_given(record: &Record, stones: u32, losses: &mut Vec<Loss>) {
    losses.retain(|loss| loss.what != GIVEN);
    if record.prefix != Some(stones) {
        losses.push(Loss::new(GIVEN, 1, "all stones of a list are given"));
    }
}
