//! The root node as it is written.

use pentad_rules::{Action, Color, Coords, Point};

use super::header::{rated, read_date};
use super::point::Frame;
use super::private;
use super::property::PRODUCER;
use super::result::outcome;
use super::text;
use super::write::{Private, Writer, is_raw, size};
use crate::{Encoding, Field, Names, NoteKind, Reason, Score, Tree};

/// The properties of the header that hold a text.
const TEXTS: [(&str, Field); 13] = [
    ("RU", Field::Rules),
    ("PB", Field::BlackName),
    ("BR", Field::BlackRank),
    ("BR", Field::BlackRating),
    ("PW", Field::WhiteName),
    ("WR", Field::WhiteRank),
    ("WR", Field::WhiteRating),
    ("DT", Field::Date),
    ("EV", Field::Event),
    ("PC", Field::Site),
    ("RO", Field::Round),
    ("TM", Field::TimeControl),
    ("GN", Field::Id),
];

impl<'r> Writer<'r, '_> {
    /// Everything before the first node after the root.
    pub(super) fn header(&mut self, encoding: Encoding) {
        let version = env!("CARGO_PKG_VERSION");
        self.out.extend_from_slice(format!("(;FF[4]GM[4]CA[{}]AP[{PRODUCER}:{version}]", encoding.name()).as_bytes());
        let record = self.record;
        let result = self.result();
        let mut facts = self.facts(&result);
        let mut texts: Vec<(&str, &str)> = Vec::new();
        for &field in Field::ALL {
            let Some(value) = record.get(self.slot(field)) else { continue };
            let name = TEXTS.iter().find(|(_, f)| *f == field).map(|(name, _)| *name);
            match name.filter(|n| is_text(field, value) && texts.iter().all(|(other, _)| other != n)) {
                Some(name) => texts.push((name, value)),
                None => facts.push((field.name(), None, value.into())),
            }
        }
        let setup_letters = self.setup(&mut facts);
        // The frame, the paint and the tree have to be known before the first point.
        self.private(&facts);
        if let Some(board) = record.size {
            self.property("SZ", &size(board));
        }
        texts.sort_by_key(|(name, _)| TEXTS.iter().position(|(n, _)| n == name));
        for (name, value) in texts {
            self.property(name, value);
        }
        if let Some(raw) = &result.text {
            self.raw("RE", raw.as_bytes());
        }
        self.offers();
        if let Some([black, white]) = setup_letters {
            for (name, pairs) in [("AB", black), ("AW", white)] {
                if !pairs.is_empty() {
                    self.out.extend_from_slice(name.as_bytes());
                    for pair in pairs {
                        self.raw("", &pair);
                    }
                }
            }
        }
        if let Some(color) = record.setup.to_move {
            self.property("PL", if self.painted(color) == Color::Black { "B" } else { "W" });
        }
        self.notes_of(0, true, result.note, Vec::new());
    }

    /// The field of the record that stands in the file's field: the paint exchanges the players.
    fn slot(&self, field: Field) -> Field {
        if !self.flip {
            return field;
        }
        match field {
            Field::BlackName => Field::WhiteName,
            Field::BlackRating => Field::WhiteRating,
            Field::BlackRank => Field::WhiteRank,
            Field::BlackCountry => Field::WhiteCountry,
            Field::WhiteName => Field::BlackName,
            Field::WhiteRating => Field::BlackRating,
            Field::WhiteRank => Field::BlackRank,
            Field::WhiteCountry => Field::BlackCountry,
            other => other,
        }
    }

    fn painted_score(&self, score: Score) -> Score {
        score.winner().map_or(score, |c| Score::won_by(self.painted(c)))
    }

    /// RE, and what it leaves to be said.
    fn result(&self) -> ResultText<'r> {
        let record = self.record;
        let score = record.result.map(|s| self.painted_score(s));
        // Of several the last: the reader keeps the text of RE after all other extras.
        let kept = self.notes_at(0).iter().copied().rfind(|n| n.kind == NoteKind::Extra && n.key == "RE");
        if let Some(note) = kept.filter(|n| is_raw(n.value, false)) {
            let text = text::simple(text::unescape(note.value.into()));
            let read = outcome(&text);
            let (as_read, reason, incomplete) = match read {
                Some(o) => (o.more && Some(o.score) == score, o.reason, o.incomplete),
                // A text of blanks is no result to the reader, not even one to keep.
                None => (score.is_none() && !text.is_empty(), None, false),
            };
            let no_other = reason.is_none() || record.reason.is_some();
            if as_read && no_other && (record.incomplete || !incomplete) {
                return ResultText { text: Some(note.value.to_owned()), note: Some(note), reason };
            }
        }
        let reason = record.reason.filter(|r| matches!(r, Reason::Resign | Reason::Time | Reason::Forfeit));
        let (text, reason) = match score {
            None => return ResultText { text: None, note: None, reason: None },
            Some(Score::Draw) => ("0".to_owned(), None),
            Some(Score::Unknown) => ("?".to_owned(), None),
            Some(Score::Black | Score::White) => {
                let winner = if score == Some(Score::Black) { "B+" } else { "W+" };
                let how = match reason {
                    Some(Reason::Resign) => "R",
                    Some(Reason::Time) => "T",
                    Some(Reason::Forfeit) => "F",
                    _ => "",
                };
                (format!("{winner}{how}"), reason)
            }
        };
        ResultText { text: Some(text), note: None, reason }
    }

    /// Facts that SGF has no property for.
    fn facts(&self, result: &ResultText<'_>) -> Vec<Private<'r>> {
        let record = self.record;
        let mut facts: Vec<Private<'r>> = Vec::new();
        let yes = |known: bool| if known { "yes" } else { "no" };
        let mut fact = |key: &'static str, value: Option<std::borrow::Cow<'r, str>>| {
            if let Some(value) = value {
                facts.push((key, None, value));
            }
        };
        let unusual = record.size.is_none() && self.frame != Frame::UNSTATED;
        fact("frame", unusual.then(|| self.frame.width.to_string().into()));
        fact("paint", self.flip.then(|| "white-first".into()));
        let chain = record.tree.as_ref().is_some_and(Tree::is_chain);
        fact("tree", chain.then(|| "yes".into()));
        let root = record.tree.as_ref().is_some_and(|t| t.event(0).is_some());
        fact("root", root.then(|| "moves".into()));
        fact("self-ending", record.self_ending.then(|| "yes".into()));
        // The reader takes no SGF to tell all of it.
        fact("tells-procedure", record.tells_procedure.then(|| "yes".into()));
        fact("coords", (record.coords.letters() != Coords::WithI).then(|| record.coords.name().into()));
        fact("names", (record.names != Names::ByColor).then(|| record.names.name().into()));
        fact("rated", record.rated.map(|r| yes(r).into()));
        fact("prefix", record.prefix.map(|n| n.to_string().into()));
        fact("opener", record.opener.map(|c| c.name().into()));
        fact("reason", record.reason.filter(|_| record.reason != result.reason).map(|r| r.name().into()));
        fact("other-result", record.other_result.map(|(s, _)| self.painted_score(s).text().into()));
        fact("official", record.official.map(|o| o.name().into()));
        fact("incomplete", record.incomplete.then(|| "yes".into()));
        let [black, white] = record.setup.captured;
        fact("captured", (black != 0 || white != 0).then(|| format!("{black} {white}").into()));
        facts
    }

    /// The setup as letters for AB and AW; where it has none, or would not come back, as facts.
    fn setup(&self, facts: &mut Vec<Private<'r>>) -> Option<[Vec<[u8; 2]>; 2]> {
        let setup = &self.record.setup;
        let (black, white) = if self.flip { (&setup.white, &setup.black) } else { (&setup.black, &setup.white) };
        let mut taken = [false; Point::COUNT];
        let once = black.iter().chain(white).all(|p| !std::mem::replace(&mut taken[p.index()], true));
        let letters = |list: &[Point]| list.iter().map(|&p| self.frame.letters(p)).collect::<Option<Vec<_>>>();
        match (letters(black), letters(white)) {
            (Some(black), Some(white)) if once => Some([black, white]),
            _ => {
                facts.push(("setup.black", None, private::points(black).into()));
                facts.push(("setup.white", None, private::points(white).into()));
                None
            }
        }
    }

    /// The first offer as 5A, for other programs; the reader takes the private event.
    fn offers(&mut self) {
        let events = &self.record.events;
        let Some(offer) = events.iter().find(|e| matches!(e.action, Action::Offer(_))) else { return };
        let points = events.offered(offer.action);
        let pairs: Option<Vec<_>> = points.iter().map(|p| p.and_then(|p| self.frame.letters(p))).collect();
        if let Some(pairs) = pairs.filter(|p| !p.is_empty()) {
            self.out.extend_from_slice(b"5A");
            for pair in pairs {
                self.raw("", &pair);
            }
        }
    }
}

/// RE as written.
struct ResultText<'r> {
    text: Option<String>,
    /// The note that holds it.
    note: Option<crate::Note<'r>>,
    /// The reason that is read from it.
    reason: Option<Reason>,
}

/// Whether the reader reads the text back from its property as it is.
fn is_text(field: Field, value: &str) -> bool {
    let number = value.bytes().all(|b| b.is_ascii_digit());
    !value.is_empty()
        && text::is_simple(value)
        && match field {
            Field::Rules => rated(value).is_none(),
            Field::Date => read_date(value, false) == (value.to_owned(), None),
            Field::BlackRating | Field::WhiteRating => number,
            Field::BlackRank | Field::WhiteRank => !number,
            _ => true,
        }
}
