//! What zjrenju writes into the name of a file: `table#rule#black#white#swap#state.pos`.

use crate::{Field, NoteKind, Reason, Record, Score, Span};

pub(super) fn read(name: &str, record: &mut Record) {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let fields: Vec<_> = stem.split('#').collect();
    let [table, rule, black, white, swap, state] = fields[..] else { return };
    record.dialect = "zjrenju";
    for (field, text) in [(Field::BlackName, black), (Field::WhiteName, white)] {
        if !text.is_empty() {
            record.set(field, text, Span::WHOLE);
        }
    }
    match rule {
        "0" => record.set(Field::Opening, "sakata", Span::WHOLE),
        "1" => record.set(Field::Opening, "rif", Span::WHOLE),
        _ => record.note(0, NoteKind::Extra, "rule", rule),
    }
    let end = match state {
        "0" => Some((Score::Unknown, Some(Reason::Unfinished))),
        "1" => Some((Score::White, Some(Reason::Forbidden))),
        "2" => Some((Score::Draw, None)),
        "3" => Some((Score::Black, None)),
        "4" => Some((Score::White, None)),
        "5" => Some((Score::Black, Some(Reason::Resign))),
        "6" => Some((Score::White, Some(Reason::Resign))),
        "7" => Some((Score::Black, Some(Reason::Time))),
        "8" => Some((Score::White, Some(Reason::Time))),
        _ => None,
    };
    match end {
        Some((score, reason)) => (record.result, record.reason) = (Some(score), reason),
        None => record.note(0, NoteKind::Extra, "state", state),
    }
    // A swap without the other steps of the procedure would pass for the whole story if it were an event.
    for (key, text) in [("table", table), ("swap", swap)] {
        if !text.is_empty() {
            record.note(0, NoteKind::Extra, key, text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_fields_tell_the_game() {
        let mut record = Record::new();
        read("7#1#Ann#Bo#1#8.pos", &mut record);
        assert_eq!((record.get(Field::BlackName), record.get(Field::WhiteName)), (Some("Ann"), Some("Bo")));
        assert_eq!((record.get(Field::Opening), record.result), (Some("rif"), Some(Score::White)));
        assert_eq!(
            (record.reason, record.extra("table"), record.extra("swap")),
            (Some(Reason::Time), Some("7"), Some("1"))
        );
    }

    #[test]
    fn another_name_tells_nothing() {
        for name in ["a.pos", "1#2#3.pos", "1#2#3#4#5#6#7.pos"] {
            let mut record = Record::new();
            read(name, &mut record);
            assert!(record.same_content(&Record::new()), "{name}");
        }
    }
}
