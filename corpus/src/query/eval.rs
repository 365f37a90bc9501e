//! Whether a condition holds of a record.

use std::borrow::Cow;

use pentad_formats::{Field as Header, Finding, NoteKind, PartialDate};
use pentad_rules::Color;

use super::field::Field;
use super::parse::Term;
use crate::logic::Comparison;
use crate::statistics::{Facts, Grouping, Key};

/// A judged record that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The game.
    pub facts: Facts<'a>,
    /// What is wrong with it, as its reader says and as its judge says.
    pub findings: [&'a [Finding]; 2],
    /// The name of its file.
    pub file: &'a str,
    /// The id of its format.
    pub format: &'a str,
}

const NO_GROUPS: Grouping = Grouping { keys: Vec::new(), band: 1, class: None };

/// Whether a condition holds that is not on the board. `None` where the record does not tell.
pub(super) fn holds(term: &Term, subject: &Subject<'_>) -> Option<bool> {
    match term {
        Term::Text(field, comparison, wanted) => text(*field, *comparison, wanted, subject),
        Term::Number(field, comparison, wanted) => {
            let found = numbers(*field, subject)?;
            Some(match comparison {
                Comparison::NotEqual => found.iter().all(|n| n != wanted),
                _ => found.iter().any(|n| comparison.holds(n.cmp(wanted))),
            })
        }
        Term::NumberIn(field, from, to) => Some(numbers(*field, subject)?.iter().any(|n| (from..=to).contains(&n))),
        Term::Date(comparison, wanted) => {
            let found = date(subject)?;
            let not_before = || found.lies_in(Some(*wanted), None);
            let not_behind = || found.lies_in(None, Some(*wanted));
            let within = || found.lies_in(Some(*wanted), Some(*wanted));
            match comparison {
                Comparison::Less => not_before().map(|b| !b),
                Comparison::LessOrEqual => not_behind(),
                Comparison::Greater => not_behind().map(|b| !b),
                Comparison::GreaterOrEqual => not_before(),
                Comparison::Equal | Comparison::Contains => within(),
                Comparison::NotEqual => within().map(|b| !b),
            }
        }
        Term::DateIn(from, to) => date(subject)?.lies_in(Some(*from), Some(*to)),
        // The board is not looked at here.
        Term::Board(_) => None,
    }
}

fn date(subject: &Subject<'_>) -> Option<PartialDate> {
    PartialDate::parse(subject.facts.record.get(Header::Date)?)
}

fn numbers(field: Field, subject: &Subject<'_>) -> Option<Vec<i64>> {
    let facts = &subject.facts;
    match field {
        Field::Year => Some(vec![i64::from(date(subject)?.year)]),
        Field::Plies => Some(vec![i64::from(facts.verdict.judged)]),
        Field::Offers => facts.value(Key::Offers, &NO_GROUPS)?.iter().map(|n| n.parse().ok()).collect(),
        Field::Rating => {
            let rating = |field| facts.record.get(field)?.trim().parse().ok();
            let found: Vec<i64> = [Header::BlackRating, Header::WhiteRating].into_iter().filter_map(rating).collect();
            if found.is_empty() { None } else { Some(found) }
        }
        _ => None,
    }
}

/// The texts of a field; `None` where the record does not tell.
fn texts<'a>(field: Field, subject: &Subject<'a>) -> Option<Vec<Cow<'a, str>>> {
    let Subject { facts, findings, file, format } = *subject;
    let record = facts.record;
    let group = |key| Some(facts.value(key, &NO_GROUPS)?.into_iter().map(Cow::Owned).collect::<Vec<_>>());
    let header = |field| record.get(field).map(|text| vec![Cow::Borrowed(text)]);
    match field {
        Field::Rules => group(Key::Rules),
        Field::Opening => {
            let code = facts.verdict.opening.map(|o| Cow::Borrowed(o.code));
            let procedure = facts.judgement.opening.map(|o| Cow::Borrowed(o.id.as_ref()));
            Some(code.into_iter().chain(procedure).collect())
        }
        Field::Procedure => group(Key::Procedure),
        Field::OpeningName => group(Key::Name),
        Field::Branch => group(Key::Branch),
        Field::Swap => group(Key::Swap),
        Field::Event => header(Header::Event),
        Field::Site => header(Header::Site),
        Field::Round => header(Header::Round),
        Field::Id => header(Header::Id),
        Field::Black => facts.player(Color::Black).map(|name| vec![Cow::Borrowed(name)]),
        Field::White => facts.player(Color::White).map(|name| vec![Cow::Borrowed(name)]),
        Field::Player => {
            let names: Vec<_> =
                [Header::BlackName, Header::WhiteName].into_iter().filter_map(|f| record.get(f)).collect();
            if names.is_empty() { None } else { Some(names.into_iter().map(Cow::Borrowed).collect()) }
        }
        Field::Result => group(Key::Result).or_else(|| Some(vec![Cow::Borrowed("unknown")])),
        Field::End => group(Key::End),
        Field::Reason => group(Key::Reason),
        Field::Verdict => Some(vec![Cow::Borrowed(facts.verdict.legality.name())]),
        Field::Finding => Some(findings.into_iter().flatten().map(|f| Cow::Borrowed(f.code.name())).collect()),
        Field::Comment => {
            let comments = record.notes().filter(|n| n.kind == NoteKind::Comment);
            Some(comments.map(|n| Cow::Borrowed(n.value)).collect())
        }
        Field::File => Some(vec![Cow::Borrowed(file)]),
        Field::Format => Some(vec![Cow::Borrowed(format)]),
        Field::Offers | Field::Year | Field::Date | Field::Rating | Field::Plies => None,
    }
}

fn text(field: Field, comparison: Comparison, wanted: &str, subject: &Subject<'_>) -> Option<bool> {
    Some(compare(&texts(field, subject)?, comparison, wanted))
}

/// Whether a comparison holds of one of these texts; of all, where it is of inequality.
pub(super) fn compare(found: &[Cow<'_, str>], comparison: Comparison, wanted: &str) -> bool {
    let same = |text: &Cow<'_, str>| text.to_lowercase() == wanted.to_lowercase();
    match comparison {
        Comparison::Contains => {
            let wanted = wanted.to_lowercase();
            found.iter().any(|text| text.to_lowercase().contains(&wanted))
        }
        Comparison::NotEqual => !found.iter().any(same),
        _ => found.iter().any(same),
    }
}
