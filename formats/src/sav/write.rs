//! Writes the numbers.

use std::io::Write as _;

use super::read::pair;
use crate::loss::Losses;
use crate::stones::{ByEvent, Carried, Turn, beside, stones, usual_size};
use crate::variations::main_line;
use crate::{Loss, Record};

pub(super) fn write(whole: &Record, out: &mut Vec<u8>) -> Vec<Loss> {
    let (record, _) = main_line(whole);
    let mut losses = Losses::default();
    let stones = match stones(&record, false, &mut losses) {
        Ok(stones) => stones,
        Err(why) => return vec![Loss::record(why)],
    };
    let size = record.size.unwrap_or_else(|| usual_size(&record));
    losses.add(
        "unstated size",
        usize::from(record.size.is_none()),
        "the format has to state one: the usual one was taken",
    );
    let mut print = |first: i32, second: Option<i32>| {
        let written = match second {
            Some(second) => writeln!(out, "{first} {second}"),
            None => writeln!(out, "{first}"),
        };
        written.expect("memory can be written to");
    };
    let (width, height) = (i32::from(size.width()), i32::from(size.height()));
    print(height, None);
    print(width, None);
    print(stones.len() as i32, None);
    let tokens = ByEvent::tokens(&record);
    for stone in &stones {
        let off_board = |(row, column): (i64, i64)| {
            let outside = !(0..i64::from(height)).contains(&row) || !(0..i64::from(width)).contains(&column);
            i32::try_from(row).ok().zip(i32::try_from(column).ok()).filter(|_| outside)
        };
        match stone.turn {
            Turn::Stone(Some(point)) => {
                let off = usize::from(!size.contains(point));
                losses.add("points off the board", off, "numbers off the board are read as illegible");
                print(height - 1 - i32::from(point.row()), Some(i32::from(point.column())));
            }
            Turn::Stone(None) | Turn::Pass => {
                let own = tokens.get(stone.event).and_then(|t| pair(t.as_bytes()).ok().map(|(_, pair)| pair));
                let own = own.and_then(off_board);
                losses.add("texts of illegible moves", usize::from(own.is_none()), "they are no numbers off the board");
                let (row, column) = own.unwrap_or((-1, -1));
                print(row, Some(column));
            }
        }
    }
    beside(whole, &record, &Carried::default(), &mut losses);
    losses.0
}
