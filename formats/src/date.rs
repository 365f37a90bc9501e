//! Dates of which some digits may be unknown.

use std::fmt;

/// A year, perhaps with month and day. No digit is ever invented.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct PartialDate {
    /// Year of the common era.
    pub year: u16,
    /// Month, 1 to 12.
    pub month: Option<u8>,
    /// Day of the month, from 1; only where the month is known.
    pub day: Option<u8>,
}

impl PartialDate {
    /// A date whose parts are in range; `None` otherwise.
    pub fn new(year: u16, month: Option<u8>, day: Option<u8>) -> Option<PartialDate> {
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = |m: u8| match m {
            2 => 28 + u8::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        let sound = (1..=9999).contains(&year)
            && month.is_none_or(|m| (1..=12).contains(&m))
            && day.is_none_or(|d| month.is_some_and(|m| (1..=days(m)).contains(&d)));
        sound.then_some(PartialDate { year, month, day })
    }

    /// Reads `2011`, `2011-05`, `2011-05-17` with `-`, `.` or `/` between the parts; `?` stands for unknown digits of month and day.
    pub fn parse(text: &str) -> Option<PartialDate> {
        let mut parts = text.split(['-', '.', '/']);
        // A year of two digits lacks its century, and three more may be a day: neither is guessed.
        let year = number(parts.next().filter(|year| year.len() == 4)?, 4)?;
        let mut part = || match parts.next() {
            None => Some(None),
            Some(p) if !p.is_empty() && p.bytes().all(|b| b == b'?') => Some(None),
            Some(p) => number(p, 2).map(|n| Some(n as u8)),
        };
        let (month, day) = (part()?, part()?);
        if parts.next().is_some() {
            return None;
        }
        PartialDate::new(year, month, day)
    }

    /// The first day that it can be.
    pub fn first_day(self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(1), self.day.unwrap_or(1))
    }

    /// The last day that it can be; of an unknown day the 31st.
    pub fn last_day(self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(12), self.day.unwrap_or(31))
    }

    /// Whether it is not before the one and not behind the other, where there are such; `None` where a part that is not known decides.
    pub fn lies_in(self, from: Option<PartialDate>, to: Option<PartialDate>) -> Option<bool> {
        let (first, last) = (self.first_day(), self.last_day());
        let (from, to) = (from.map(PartialDate::first_day), to.map(PartialDate::last_day));
        let surely = from.is_none_or(|from| first >= from) && to.is_none_or(|to| last <= to);
        let surely_not = from.is_some_and(|from| last < from) || to.is_some_and(|to| first > to);
        if surely { Some(true) } else { surely_not.then_some(false) }
    }

    /// Reads `05/17/2011` (month, day, year), as pente.org writes it.
    pub fn parse_american(text: &str) -> Option<PartialDate> {
        let mut parts = text.split('/');
        let (month, day, year) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() {
            return None;
        }
        let year = number(Some(year).filter(|year| year.len() == 4)?, 4)?;
        PartialDate::new(year, Some(number(month, 2)? as u8), Some(number(day, 2)? as u8))
    }
}

fn number(text: &str, digits: usize) -> Option<u16> {
    let plain = !text.is_empty() && text.len() <= digits && text.bytes().all(|b| b.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if let Some(month) = self.month {
            write!(f, "-{month:02}")?;
        }
        if let Some(day) = self.day {
            write!(f, "-{day:02}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_and_none_is_invented() {
        let iso = |t: &str| PartialDate::parse(t).map(|d| d.to_string());
        assert_eq!(iso("2021.05.29").as_deref(), Some("2021-05-29"));
        assert_eq!(iso("2021.??.??").as_deref(), Some("2021"));
        assert_eq!(iso("2021-2").as_deref(), Some("2021-02"));
        for bad in [
            "",
            "x",
            "2021-13",
            "2021-02-30",
            "2021-??-03",
            "2021-1-1-1",
            "20211",
            "+202",
            "05/17/2011",
            "05.06.11",
            "202",
        ] {
            assert_eq!(iso(bad), None, "{bad}");
        }
        assert_eq!(PartialDate::parse_american("02/01/2008"), PartialDate::parse("2008-02-01"));
        assert_eq!(PartialDate::parse_american("2008-02-01"), None);
        assert_eq!(PartialDate::parse_american("02/01/08"), None);
    }
}
