//! Writes a game as Piskvork does, with CRLF, and with the judge's line where the record has what stands in it.

use std::io::Write as _;

use pentad_rules::{Point, Size};

use super::line::{code, judge, move_line};
use super::{NO_LEVELS, TRANSPOSED, WEB, key, trailer};
use crate::loss::Losses;
use crate::stones::{ByEvent, Carried, Stone, Turn, beside, goes_on, stones, usual_size};
use crate::variations::main_line;
use crate::{Field, Loss, Record, Score};

pub(super) fn write(whole: &Record, dialect: &str, out: &mut Vec<u8>) -> Vec<Loss> {
    let (record, _) = main_line(whole);
    let mut losses = Losses::default();
    let stones = match stones(&record, false, &mut losses) {
        Ok(stones) => stones,
        Err(why) => return vec![Loss::record(why)],
    };
    let size = record.size.unwrap_or_else(|| usual_size(&record));
    let why = "the format has to state one: the usual one was taken";
    losses.add("unstated size", usize::from(record.size.is_none()), why);
    let mut writer = Writer { record: &record, dialect, size, out, losses, fields: Vec::new(), extras: Vec::new() };
    let second_moves = writer.header();
    let times = writer.stones(&stones);
    writer.names(second_moves);
    let reason = writer.code();
    let result = writer.judge();
    let Writer { mut losses, fields, extras, .. } = writer;
    goes_on(&record, &mut losses);
    beside(whole, &record, &Carried { fields: &fields, extras: &extras, times, result, reason }, &mut losses);
    losses.0
}

struct Writer<'r, 'o> {
    record: &'r Record,
    dialect: &'r str,
    size: Size,
    out: &'o mut Vec<u8>,
    losses: Losses,
    /// What has been written.
    fields: Vec<Field>,
    extras: Vec<&'static str>,
}

impl<'r> Writer<'r, '_> {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        write!(self.out, "{text}\r\n").expect("memory can be written to");
    }

    /// The text of an extra, where it fits.
    fn extra(&mut self, key: &'static str, fits: impl Fn(&str) -> bool) -> Option<&'r str> {
        let text = self.record.extra(key).filter(|text| fits(text))?;
        self.extras.push(key);
        Some(text)
    }

    /// The first line; whether the second name is that of the player who moves first.
    fn header(&mut self) -> bool {
        let (width, height) = (self.size.width(), self.size.height());
        if self.dialect == WEB {
            self.line(format_args!("Piskvorky {width}x{height} , 0 - 0"));
            return false;
        }
        let side = |t: &str| t.len() <= 18 && !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
        let fits = |text: &str| text != NO_LEVELS && text.split_once(':').is_some_and(|(a, b)| side(a) && side(b));
        let levels = self.extra(key::LEVELS, fits).unwrap_or(NO_LEVELS);
        let second = self.extra(key::FIRST, |text| text == "1").is_some();
        self.line(format_args!("Piskvorky {width}x{height}, {levels}, {}", u8::from(second)));
        second
    }

    /// The moves; how many have their time.
    fn stones(&mut self, stones: &[Stone]) -> usize {
        let (tokens, all_times) = (ByEvent::tokens(self.record), ByEvent::times(self.record));
        let mut times = 0;
        for (index, stone) in stones.iter().enumerate() {
            let text = all_times.get(stone.event);
            let zero = text == Some("0") && self.dialect != WEB;
            self.losses.add("times of 0 ms", usize::from(zero), "0 is written where nobody measured");
            let time = text.and_then(|text| {
                let number = text.parse::<i64>().ok().filter(|&n| n != 0 && n.unsigned_abs() < 10u64.pow(18))?;
                (number.to_string() == text).then_some(number)
            });
            let third = match self.dialect {
                WEB => i64::from(!index.is_multiple_of(2)),
                _ => time.unwrap_or(0),
            };
            times += usize::from(zero || time.is_some() && self.dialect != WEB);
            let (x, y) = match stone.turn {
                Turn::Stone(Some(point)) => self.numbers(point),
                Turn::Stone(None) | Turn::Pass => self.illegible(tokens.get(stone.event)),
            };
            self.line(format_args!("{x},{y},{third}"));
        }
        times
    }

    fn numbers(&mut self, point: Point) -> (i64, i64) {
        let off = usize::from(!self.size.contains(point));
        self.losses.add("points off the board", off, "numbers off the board are read as illegible");
        let (column, row) = (i64::from(point.column()), i64::from(point.row()));
        let height = i64::from(self.size.height());
        match self.dialect {
            WEB => (column, row + 1),
            TRANSPOSED => (height - row, column + 1),
            _ => (column + 1, height - row),
        }
    }

    /// The record's own numbers, where they are off the board again.
    fn illegible(&mut self, token: Option<&str>) -> (i64, i64) {
        let (width, height) = (i64::from(self.size.width()), i64::from(self.size.height()));
        let own = token.and_then(|text| move_line(text.as_bytes()).ok()).map(|(_, stone)| stone);
        let own = own.filter(|stone| {
            let (column, row) = match self.dialect {
                WEB => (stone.x + 1, stone.y),
                TRANSPOSED => (stone.y, stone.x),
                _ => (stone.x, stone.y),
            };
            let inside = (1..=width).contains(&column) && (1..=height).contains(&row);
            stone.third.is_none() && !inside && token == Some(&*format!("{},{}", stone.x, stone.y))
        });
        let lost = usize::from(own.is_none());
        self.losses.add("texts of illegible moves", lost, "they are no numbers off the board");
        own.map_or((-1, -1), |stone| (stone.x, stone.y))
    }

    /// Both names, or none where none can be written.
    fn names(&mut self, second_moves: bool) {
        let mut order = [Field::BlackName, Field::WhiteName];
        if second_moves {
            order.reverse();
        }
        let fits = |name: &&str| {
            let name_only = code(name.as_bytes()).is_none() && move_line(name.as_bytes()).is_err();
            name_only && is_line(name) && *name != "?"
        };
        let names = order.map(|field| self.record.get(field).filter(fits));
        self.fields.extend(order.into_iter().zip(names).filter(|(_, name)| name.is_some()).map(|(field, _)| field));
        if names != [None, None] {
            for name in names {
                self.line(format_args!("{}", name.unwrap_or("?")));
            }
        }
    }

    /// The code; whether it tells the record's reason.
    fn code(&mut self) -> bool {
        let record = self.record;
        let fits = |text: &str| {
            let number = code(text.as_bytes()).filter(|n| n.to_string() == text);
            number.is_some_and(|n| trailer::reason(n) == record.reason && n != trailer::usual(record))
        };
        let number = match self.extra(key::CODE, fits) {
            Some(own) => code(own.as_bytes()).expect("it was looked at"),
            None => trailer::usual(record),
        };
        self.line(format_args!("{number}"));
        trailer::reason(number) == record.reason
    }

    /// The line of the judge, where there is a tournament and a number for it; whether it tells the record's result.
    fn judge(&mut self) -> bool {
        let Some(event) = self.record.get(Field::Event).filter(|event| is_line(event)) else { return false };
        let winner = self.extra(key::JUDGE, |text| matches!(text, "1" | "2"));
        let draw = self.record.result == Some(Score::Draw);
        let Some(number) = winner.or(draw.then_some("0")) else { return false };
        debug_assert!(judge(format!("{number},{event}").as_bytes()).is_some());
        self.line(format_args!("{number},{event}"));
        self.fields.push(Field::Event);
        winner.is_none()
    }
}

/// Whether a text is a line that is read as it is.
fn is_line(text: &str) -> bool {
    !text.is_empty() && text.trim_ascii() == text && !text.contains(['\r', '\n'])
}
