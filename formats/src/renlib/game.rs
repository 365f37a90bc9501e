//! RenLib's convention for what a library has no place for: a game's players and result stand in the comment of its last move, as the
//! one-line comment `Black - White 1-0`, and more facts in lines `Tournament: …`, `Date: …` after it.

use std::fmt::Write as _;

use super::facts::Facts;
use crate::{Field, Record, Score, Span};

/// The words for results, those that are written first.
const RESULTS: [(&str, Score); 10] = [
    ("1-0", Score::Black),
    ("0-1", Score::White),
    ("0.5-0.5", Score::Draw),
    ("1 - 0", Score::Black),
    ("0 - 1", Score::White),
    ("0.5 - 0.5", Score::Draw),
    ("0,5-0,5", Score::Draw),
    ("1/2-1/2", Score::Draw),
    ("\u{bd}-\u{bd}", Score::Draw),
    (UNKNOWN_RESULT, Score::Unknown),
];

const UNKNOWN_RESULT: &str = "*";
/// The name of a player who is not known.
const UNKNOWN_NAME: &str = "?";
/// What stands between the players. The first one counts, so that White's name may hold it and Black's may not.
const BETWEEN: &str = " - ";

/// The lines that carry fields. RenLib writes the first three.
const LINES: [(&str, Field); 8] = [
    ("Tournament", Field::Event),
    ("Date", Field::Date),
    ("Timing", Field::TimeControl),
    ("Rule", Field::Rules),
    ("Opening", Field::Opening),
    ("Site", Field::Site),
    ("Section", Field::Section),
    ("Round", Field::Round),
];

/// Players and result of a one-line comment.
fn players(line: &str) -> Option<(&str, &str, Score)> {
    let line = line.trim();
    let (names, score) = RESULTS.iter().find_map(|&(word, score)| Some((line.strip_suffix(word)?, score)))?;
    let (black, white) = names.strip_suffix(' ')?.split_once(BETWEEN)?;
    let (black, white) = (black.trim(), white.trim());
    (!black.is_empty() && !white.is_empty()).then_some((black, white, score))
}

/// States what the comment of a game's last move says of the game; whether it says anything. Fields that are stated stay so.
pub fn read_game_comment(comment: &str, record: &mut Record, span: Span) -> bool {
    let mut lines = comment.lines();
    let Some((black, white, score)) = lines.next().and_then(players) else { return false };
    let mut state = |field, text: &str| {
        if record.get(field).is_none() && carries(field, text) {
            record.set(field, text, span);
        }
    };
    state(Field::BlackName, black);
    state(Field::WhiteName, white);
    for line in lines {
        if let Some((name, text)) = line.split_once(':')
            && let Some(&(_, field)) = LINES.iter().find(|(known, _)| *known == name)
            && !text.trim().is_empty()
        {
            state(field, text.trim());
        }
    }
    if record.result.is_none() && score != Score::Unknown {
        record.result = Some(score);
        record.result_span = span;
    }
    true
}

/// Whether a field is carried, as far as its text can stand in a line.
pub(crate) fn carries(field: Field, text: &str) -> bool {
    let holds = match field {
        Field::BlackName => text != UNKNOWN_NAME && format!("{text}{BETWEEN}").find(BETWEEN) == Some(text.len()),
        Field::WhiteName => text != UNKNOWN_NAME,
        _ => LINES.iter().any(|&(_, f)| f == field),
    };
    holds && !text.chars().any(char::is_control) && text.trim() == text && !text.is_empty()
}

/// The comment of the last move: what the record's header says, before the move's own comment. `None` where the header says nothing that
/// can be carried, or the comment says it already. Of a union of games (`many`) the header says what they have in common, and the comment
/// may say more of its own game.
pub(crate) fn game_comment(record: &Record, own: &str, many: bool) -> Option<String> {
    // A library that names no rule is of renju: who was read from one need not say so when it comes back.
    let usual = Facts::of(record).is_some() && record.get(Field::Rules) == Some("renju");
    let text = |field| record.get(field).filter(|text| carries(field, text) && !(usual && field == Field::Rules));
    let said = LINES.iter().filter_map(|&(name, field)| Some((name, text(field)?)));
    let score = record.stated_result().filter(|&score| score != Score::Unknown);
    let named = text(Field::BlackName).is_some() || text(Field::WhiteName).is_some();
    if !named && score.is_none() && said.clone().next().is_none() {
        return None;
    }
    let mut before = Record::new();
    if read_game_comment(own, &mut before, Span::WHOLE) {
        let same = |field| text(field).is_none_or(|text| before.get(field) == Some(text));
        if (before.result == score || many && score.is_none())
            && same(Field::BlackName)
            && same(Field::WhiteName)
            && LINES.iter().all(|&(_, f)| same(f))
        {
            return None;
        }
    }
    let word =
        score.and_then(|score| RESULTS.iter().find(|(_, s)| *s == score)).map_or(UNKNOWN_RESULT, |(word, _)| word);
    let (black, white) =
        (text(Field::BlackName).unwrap_or(UNKNOWN_NAME), text(Field::WhiteName).unwrap_or(UNKNOWN_NAME));
    let mut comment = format!("{black}{BETWEEN}{white} {word}");
    for (name, text) in said {
        let _ = write!(comment, "\n{name}: {text}");
    }
    let own = own.strip_prefix('\n').unwrap_or(own);
    if !own.is_empty() {
        comment.push('\n');
        comment.push_str(own);
    }
    Some(comment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_games_are_told_from_others() {
        let read = |text: &str| {
            let mut record = Record::new();
            let said = read_game_comment(text, &mut record, Span::WHOLE);
            let field = |f| record.get(f).unwrap_or("").to_owned();
            said.then(|| {
                (field(Field::BlackName), field(Field::WhiteName), record.result.unwrap(), field(Field::Event))
            })
        };
        let game =
            |black: &str, white: &str, score, event: &str| Some((black.into(), white.into(), score, event.into()));
        assert_eq!(read("Ann - Bo 1-0"), game("Ann", "Bo", Score::Black, ""));
        assert_eq!(read("Ann - Bo-C 0.5-0.5\r\nTournament: Club\r\nx"), game("Ann", "Bo-C", Score::Draw, "Club"));
        assert_eq!(read("Ann - Bo 0 - 1"), game("Ann", "Bo", Score::White, ""));
        for other in ["", "1-0", " - 1-0", "h8 - i9", "Ann Bo 1-0", "A - B", "\nA - B 1-0"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn names_that_would_come_back_as_others_are_not_carried() {
        for (black, carried) in
            [("Ann", true), ("A-B", true), ("-", true), ("A - B", false), ("A -", false), ("?", false)]
        {
            let mut record = Record::new();
            record.set(Field::BlackName, black, Span::WHOLE);
            record.set(Field::WhiteName, "C - D", Span::WHOLE);
            let text = game_comment(&record, "", false).unwrap();
            let mut back = Record::new();
            assert!(read_game_comment(&text, &mut back, Span::WHOLE));
            assert_eq!(back.get(Field::BlackName), carried.then_some(black), "{text}");
            assert_eq!(back.get(Field::WhiteName), Some("C - D"), "{text}");
            assert_eq!(carries(Field::BlackName, black), carried);
        }
    }

    #[test]
    fn what_is_said_already_is_not_said_twice() {
        let mut record = Record::new();
        assert_eq!(game_comment(&record, "x", false), None);
        record.set(Field::BlackName, "Ann", Span::WHOLE);
        record.set(Field::Event, "Club", Span::WHOLE);
        record.result = Some(Score::White);
        let text = game_comment(&record, "\ngood game", false).unwrap();
        assert_eq!(text, "Ann - ? 0-1\nTournament: Club\ngood game");
        assert_eq!(game_comment(&record, &text, false), None);
    }
}
