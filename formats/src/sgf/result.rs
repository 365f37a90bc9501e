//! RE: who won and why, in all the forms that are in use.

use pentad_rules::Color;

use crate::{Reason, Score};

/// What a result says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outcome {
    pub(super) score: Score,
    pub(super) reason: Option<Reason>,
    /// Whether it says more than that, so that the text has to be kept.
    pub(super) more: bool,
    /// Whether it says that moves are missing.
    pub(super) incomplete: bool,
    /// Whether it is a word of another language than SGF's.
    pub(super) localised: bool,
    /// Whether the winner is clear and the rest is not.
    pub(super) reason_unclear: bool,
}

impl Outcome {
    const fn plain(score: Score, reason: Option<Reason>) -> Outcome {
        Outcome { score, reason, more: false, incomplete: false, localised: false, reason_unclear: false }
    }
}

/// Reads a result; `None` when it is none.
pub(super) fn outcome(text: &str) -> Option<Outcome> {
    // The two forms of nearly all files.
    if let [winner @ (b'B' | b'W'), b'+', reason @ ..] = text.as_bytes()
        && let Some(reason) = match reason {
            [] => Some(None),
            b"R" => Some(Some(Reason::Resign)),
            _ => None,
        }
    {
        let color = if *winner == b'B' { Color::Black } else { Color::White };
        return Some(Outcome::plain(Score::won_by(color), reason));
    }
    match text {
        "0" | "=" => return Some(Outcome::plain(Score::Draw, None)),
        "?" | "*" => return Some(Outcome::plain(Score::Unknown, None)),
        "黑胜" => return Some(Outcome { localised: true, ..Outcome::plain(Score::Black, None) }),
        "白胜" => return Some(Outcome { localised: true, ..Outcome::plain(Score::White, None) }),
        "和棋" => return Some(Outcome { localised: true, ..Outcome::plain(Score::Draw, None) }),
        _ => {}
    }
    if ["draw", "jigo"].iter().any(|w| text.eq_ignore_ascii_case(w)) {
        return Some(Outcome::plain(Score::Draw, None));
    }
    if text.eq_ignore_ascii_case("void") {
        return Some(Outcome { more: true, ..Outcome::plain(Score::Unknown, None) });
    }
    let (winner, rest) = match text.split_once('+') {
        Some((winner, rest)) => (winner, Some(rest.trim())),
        None => (text, None),
    };
    let color = match winner.trim() {
        "B" | "b" => Color::Black,
        "W" | "w" => Color::White,
        w if w.eq_ignore_ascii_case("black") => Color::Black,
        w if w.eq_ignore_ascii_case("white") => Color::White,
        _ => return None,
    };
    let won = Outcome::plain(Score::won_by(color), None);
    let Some(rest) = rest.filter(|r| !r.is_empty()) else { return Some(won) };
    let (word, remark) = match rest.find([' ', '(', ',']) {
        Some(at) => (&rest[..at], rest[at..].trim()),
        None => (rest, ""),
    };
    if word.eq_ignore_ascii_case("draw") {
        return Some(Outcome { more: !remark.is_empty(), ..Outcome::plain(Score::Draw, None) });
    }
    let number = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let reason = reason(word);
    Some(Outcome {
        reason,
        more: !remark.is_empty() || reason.is_none() && !number,
        incomplete: says_incomplete(remark),
        reason_unclear: reason.is_none() && !number && !word.is_empty(),
        ..won
    })
}

/// The reason that a word after `B+` names.
fn reason(word: &str) -> Option<Reason> {
    const OTHERS: [(&str, Reason); 5] = [
        ("r", Reason::Resign),
        ("resignation", Reason::Resign),
        ("t", Reason::Time),
        ("timeout", Reason::Time),
        ("f", Reason::Forfeit),
    ];
    let named = Reason::ALL.iter().map(|&r| (r.name(), r));
    OTHERS.into_iter().chain(named).find(|(name, _)| word.eq_ignore_ascii_case(name)).map(|(_, reason)| reason)
}

fn says_incomplete(remark: &str) -> bool {
    if remark.is_empty() {
        return false;
    }
    let remark = remark.to_ascii_lowercase();
    remark.contains("move")
        && ["not given", "missing", "beyond", "unknown", "lost", "omitted"].iter().any(|w| remark.contains(w))
}

/// Why an engine match ended, by the text that c-gomoku-cli writes into TE, and whether the text says more than that.
pub(super) fn termination(text: &str) -> Option<(Reason, bool)> {
    const TEXTS: [(&str, Reason); 8] = [
        ("five connection", Reason::Five),
        ("forbidden move", Reason::Forbidden),
        ("illegal move", Reason::IllegalMove),
        ("time forfeit", Reason::Time),
        ("opponent crash", Reason::Crash),
        ("fullfilled board", Reason::Full),
        ("adjudication", Reason::Adjudication),
        ("nterminated", Reason::Unfinished),
    ];
    let &(_, reason) = TEXTS.iter().find(|(part, _)| text.contains(part))?;
    Some((reason, reason == Reason::Forbidden))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_all_forms() {
        let read = |t| outcome(t).map(|o| (o.score, o.reason));
        for (text, score, reason) in [
            ("B+", Score::Black, None),
            ("W+", Score::White, None),
            ("B", Score::Black, None),
            ("w", Score::White, None),
            ("B+R", Score::Black, Some(Reason::Resign)),
            ("W+Resign", Score::White, Some(Reason::Resign)),
            ("W+T", Score::White, Some(Reason::Time)),
            ("W+Time", Score::White, Some(Reason::Time)),
            ("B+Forfeit", Score::Black, Some(Reason::Forfeit)),
            ("B+1", Score::Black, None),
            ("W+0.5", Score::White, None),
            ("B+five", Score::Black, Some(Reason::Five)),
            ("B+Draw", Score::Draw, None),
            ("Draw", Score::Draw, None),
            ("0", Score::Draw, None),
            ("Void", Score::Unknown, None),
            ("*", Score::Unknown, None),
            ("黑胜", Score::Black, None),
            ("和棋", Score::Draw, None),
        ] {
            assert_eq!(read(text), Some((score, reason)), "{text}");
        }
        for bad in ["", "x", "1-0", "黑胜了", "Black wins", "+R"] {
            assert_eq!(read(bad), None, "{bad}");
        }
        let cut = outcome("B+R (moves beyond 169 not given)").unwrap();
        assert_eq!((cut.score, cut.reason, cut.more, cut.incomplete), (Score::Black, Some(Reason::Resign), true, true));
        assert!(outcome("B+Foo").unwrap().reason_unclear);
        assert_eq!(termination("Black play forbidden move - double three"), Some((Reason::Forbidden, true)));
        assert_eq!(termination("Black win by opponent illegal move"), Some((Reason::IllegalMove, false)));
    }
}
