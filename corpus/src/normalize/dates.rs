//! Dates in ISO form.

use pentad_formats::{Field, Record};

use super::Fix;
use super::date::{DateOrder, Reading, read};
use super::field::{UNDECODED, is_undecoded, set};
use crate::convert::{Change, Next, Step, Told};

/// Dates in ISO form, as far as they are known. A time of day that stands with the date goes where times stand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dates {
    /// Which of two numbers before a year is the day, where both could be.
    pub order: Option<DateOrder>,
}

/// Why a time of day cannot be moved.
const TWO_TIMES: &str = "a time stands with the date and another one elsewhere";

const ISO: &str = "in ISO form";
const UNKNOWN: &str = "it says that nothing is known";

impl Step for Dates {
    fn apply(&self, mut record: Record, told: &mut Told, next: &mut Next<'_>) {
        if let Some(text) = record.get(Field::Date).map(str::to_owned) {
            let left = |why| Change::left(Fix::Dates.name(), Field::Date.name(), Some(&text), why);
            match read(&text, self.order) {
                _ if is_undecoded(&record, Field::Date) => told.changes.push(left(UNDECODED)),
                Reading::Date(_, Some(time)) if record.get(Field::Time).is_some_and(|stated| stated != time) => {
                    told.changes.push(left(TWO_TIMES));
                }
                Reading::Date(date, time) => {
                    told.changes.extend(set(&mut record, Field::Date, &date.to_string(), Fix::Dates, ISO));
                    if let Some(time) = time.filter(|_| record.get(Field::Time).is_none()) {
                        record.set(Field::Time, &time, record.span_of(Field::Date).unwrap_or_default());
                        let change = Change::of(Fix::Dates.name(), Field::Time.name(), None, Some(&time));
                        told.changes.push(change.what("the time of day that stood with the date"));
                    }
                }
                Reading::Nothing => told.changes.extend(set(&mut record, Field::Date, "", Fix::Dates, UNKNOWN)),
                Reading::Left(why) => told.changes.push(left(why)),
            }
        }
        next(record, told);
    }
}
