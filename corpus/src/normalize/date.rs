//! What a text says of a date. No digit is invented.

use pentad_formats::PartialDate;

use super::spelling::tidy;

/// Which of two numbers before a year is the day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DateOrder {
    /// The first.
    DayFirst,
    /// The second.
    MonthFirst,
}

/// What a text says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// A date, and perhaps the time of day after it.
    Date(PartialDate, Option<String>),
    /// That nothing is known.
    Nothing,
    /// Something that is no one date, and why.
    Left(&'static str),
}

pub(super) const AMBIGUOUS: &str = "the day and the month cannot be told apart; --date-order tells which comes first";
pub(super) const CENTURY: &str = "the century is not stated";
pub(super) const SEVERAL: &str = "it names several days";
pub(super) const IMPOSSIBLE: &str = "there is no such day";
pub(super) const NO_DATE: &str = "it cannot be read as a date";

/// Reads a date.
pub(super) fn read(text: &str, order: Option<DateOrder>) -> Reading {
    let text = tidy(text);
    if text.chars().all(|c| matches!(c, '?' | '-' | '.' | '/' | ' ')) {
        return Reading::Nothing;
    }
    // The time is what is behind the last blank or `T` that has one behind it.
    let split = text.rmatch_indices([' ', 'T', 't']).find(|(at, _)| is_time(&text[at + 1..]));
    match split.map(|(at, _)| (read_day(text[..at].trim_end(), order), &text[at + 1..])) {
        Some((Reading::Date(date, None), time)) => Reading::Date(date, Some(time.to_owned())),
        Some((reading, _)) => reading,
        None => read_day(&text, order),
    }
}

fn read_day(text: &str, order: Option<DateOrder>) -> Reading {
    if let Some(date) = PartialDate::parse(text) {
        return Reading::Date(date, None);
    }
    let by = [compact, in_characters, in_words].into_iter().find_map(|read| read(text));
    by.unwrap_or_else(|| in_numbers(text, order))
}

fn date(year: u16, month: Option<u8>, day: Option<u8>) -> Reading {
    PartialDate::new(year, month, day).map_or(Reading::Left(IMPOSSIBLE), |date| Reading::Date(date, None))
}

fn number<T: std::str::FromStr>(text: &str, digits: std::ops::RangeInclusive<usize>) -> Option<T> {
    let plain = digits.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// `20110517`.
fn compact(text: &str) -> Option<Reading> {
    let all: u32 = number(text, 8..=8)?;
    let (year, month, day) = ((all / 10_000) as u16, (all / 100 % 100) as u8, (all % 100) as u8);
    let usual = (1800..2200).contains(&year);
    PartialDate::new(year, Some(month), Some(day)).filter(|_| usual).map(|date| Reading::Date(date, None))
}

/// `2011年5月17日`.
fn in_characters(text: &str) -> Option<Reading> {
    let (year, rest) = text.split_once('年')?;
    let year = number(year.trim(), 4..=4)?;
    let rest = rest.trim();
    if rest.is_empty() {
        return Some(date(year, None, None));
    }
    let (month, rest) = rest.split_once('月')?;
    let month = number(month.trim(), 1..=2)?;
    let rest = rest.trim();
    if rest.is_empty() {
        return Some(date(year, Some(month), None));
    }
    let day = rest.strip_suffix(['日', '号'])?;
    Some(date(year, Some(month), Some(number(day.trim(), 1..=2)?)))
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// `17 May 2011`, `May 17th, 2011`, `17-May-2011`, `May 2011`.
fn in_words(text: &str) -> Option<Reading> {
    let words = text.split([' ', ',', '-', '.', '/']).filter(|word| !word.is_empty());
    let (mut year, mut month, mut day) = (None, None, None);
    for word in words {
        let lower = word.to_lowercase();
        let named = lower.len() >= 3 && lower.is_ascii();
        if named
            && let Some(found) =
                MONTHS.iter().position(|m| m.starts_with(&lower) || lower == "sept" && *m == "september")
        {
            month.replace(found as u8 + 1).is_none().then_some(())?;
        } else if let Some(number) = number(word, 4..=4) {
            year.replace(number).is_none().then_some(())?;
        } else {
            let plain = ["st", "nd", "rd", "th"].into_iter().find_map(|end| lower.strip_suffix(end)).unwrap_or(&lower);
            day.replace(number(plain, 1..=2)?).is_none().then_some(())?;
        }
    }
    Some(date(year?, Some(month?), day))
}

/// `17.5.2011`, `5/17/2011`, `5/2011`.
fn in_numbers(text: &str, order: Option<DateOrder>) -> Reading {
    let parts: Vec<&str> = text.split(['.', '/', '-', ' ']).filter(|part| !part.is_empty()).collect();
    let two = |text: &str| number::<u8>(text, 1..=2);
    let year = |text: &str| number::<u16>(text, 4..=4);
    let unclear = |a: u8, b: u8, year: u16| match (order, a > 12, b > 12) {
        (_, true, true) => Reading::Left(IMPOSSIBLE),
        (_, true, false) | (Some(DateOrder::DayFirst), false, false) => date(year, Some(b), Some(a)),
        (_, false, true) | (Some(DateOrder::MonthFirst), false, false) => date(year, Some(a), Some(b)),
        (None, false, false) if a == b => date(year, Some(a), Some(b)),
        (None, false, false) => Reading::Left(AMBIGUOUS),
    };
    match parts[..] {
        [a, b, c] => match (two(a), two(b), year(c)) {
            (Some(a), Some(b), Some(year)) => unclear(a, b, year),
            (Some(_), Some(_), None) if two(c).is_some() => Reading::Left(CENTURY),
            (None, Some(_), None) if year(a).is_some() && two(c).is_some() => Reading::Left(IMPOSSIBLE),
            _ => Reading::Left(no_date(text)),
        },
        [month, of] => match (two(month), year(of)) {
            (Some(month), Some(year)) => date(year, Some(month), None),
            _ => Reading::Left(no_date(text)),
        },
        _ => Reading::Left(no_date(text)),
    }
}

/// Why a text is no date: several are written as `2011-05-17,18`.
fn no_date(text: &str) -> &'static str {
    let first = text.split([',', ':']).next().unwrap_or_default();
    if first.len() < text.len() && PartialDate::parse(first.trim()).is_some() { SEVERAL } else { NO_DATE }
}

/// `13:54`, `13:54:45.250`, perhaps with the zone of ISO 8601: `Z`, `+09:00`, `+0900`, `+09`. The day is the one that is written, whatever the zone.
fn is_time(text: &str) -> bool {
    let (time, zone) = match text.find(['Z', 'z', '+', '-']) {
        Some(at) => text.split_at(at),
        None => (text, "Z"),
    };
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let below = |text: &str, end: u8| number::<u8>(text, 2..=2).is_some_and(|n| n < end);
    let clock = match time.split(':').collect::<Vec<_>>()[..] {
        [hours, minutes] => below(hours, 24) && below(minutes, 60),
        // A leap second.
        [hours, minutes, seconds] => below(hours, 24) && below(minutes, 60) && below(seconds, 61),
        _ => false,
    };
    let zone = match zone.split_at(1) {
        ("Z" | "z", rest) => rest.is_empty(),
        (_, rest) => match (rest.get(..2), rest.get(2..).map(|rest| rest.strip_prefix(':').unwrap_or(rest))) {
            (Some(hours), Some(minutes)) => below(hours, 15) && (rest.len() == 2 || below(minutes, 60)),
            _ => false,
        },
    };
    clock && zone && number::<u32>(fraction, 1..=9).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iso(text: &str) -> String {
        match read(text, None) {
            Reading::Date(date, None) => date.to_string(),
            Reading::Date(date, Some(time)) => format!("{date} at {time}"),
            Reading::Nothing => "nothing".to_owned(),
            Reading::Left(why) => why.to_owned(),
        }
    }

    #[test]
    fn dates_are_read_as_far_as_they_are_clear() {
        for (text, expected) in [
            ("2011-05-17", "2011-05-17"),
            ("2011.5.7", "2011-05-07"),
            ("２０１１．５．７", "2011-05-07"),
            ("2011-05-??", "2011-05"),
            ("2011", "2011"),
            ("17.5.2011", "2011-05-17"),
            ("5/17/2011", "2011-05-17"),
            ("05/05/2011", "2011-05-05"),
            ("5/2011", "2011-05"),
            ("20110517", "2011-05-17"),
            ("2011年5月17日", "2011-05-17"),
            ("2011年 5月", "2011-05"),
            ("17 May 2011", "2011-05-17"),
            ("May 17th, 2011", "2011-05-17"),
            ("17-Sep-2011", "2011-09-17"),
            ("Sept. 2011", "2011-09"),
            ("2011-05-17 13:54", "2011-05-17 at 13:54"),
            ("17.5.2011 13:54:45", "2011-05-17 at 13:54:45"),
            ("2011-05-17T13:54:45Z", "2011-05-17 at 13:54:45Z"),
            ("2011-05-17T13:54:45.250+09:00", "2011-05-17 at 13:54:45.250+09:00"),
            ("2011-05-17 13:54-0300", "2011-05-17 at 13:54-0300"),
            ("2011-05-17t13:54:45z", "2011-05-17 at 13:54:45z"),
            ("17 May 2011 10:00", "2011-05-17 at 10:00"),
            ("May 17, 2011 13:54", "2011-05-17 at 13:54"),
            ("Oct 2011 10:00", "2011-10 at 10:00"),
            ("05/06/2011 10:00", AMBIGUOUS),
            ("30.2.2011 10:00", IMPOSSIBLE),
            ("1999-02-29T10:00", IMPOSSIBLE),
            ("5.6.11 10:00", CENTURY),
            ("2011-05-17T25:61:99", NO_DATE),
            ("2011-05-17 23:59:60", "2011-05-17 at 23:59:60"),
            ("2011-05-17T10:00+9:000", NO_DATE),
            ("2011-05-17T10:00+0:900", NO_DATE),
            ("2011-05-17T10:00-:0300", NO_DATE),
            ("2011-05-17T10:00+99:99", NO_DATE),
            ("2011-05-17T13:54X", NO_DATE),
            ("2011-05-17T13:54:45+9", NO_DATE),
            ("2011-05-17T13:54.Z", NO_DATE),
            ("????.??.??", "nothing"),
            ("-", "nothing"),
            ("05/06/2011", AMBIGUOUS),
            ("05.06.11", CENTURY),
            ("17.5.11", CENTURY),
            ("2011-02-30", IMPOSSIBLE),
            ("30.2.2011", IMPOSSIBLE),
            ("17.17.2011", IMPOSSIBLE),
            ("2011-13", NO_DATE),
            ("17052011", NO_DATE),
            ("2011-05-17,18", SEVERAL),
            ("spring 2011", NO_DATE),
            ("17 May June 2011", NO_DATE),
            ("May", NO_DATE),
            ("", "nothing"),
        ] {
            assert_eq!(iso(text), expected, "{text}");
        }
        let first = |order| read("05/06/2011", Some(order));
        let date = |month, day| Reading::Date(PartialDate::new(2011, Some(month), Some(day)).unwrap(), None);
        assert_eq!(first(DateOrder::DayFirst), date(6, 5));
        assert_eq!(first(DateOrder::MonthFirst), date(5, 6));
    }
}
