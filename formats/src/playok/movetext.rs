//! The moves: `1. h8 i9 2. j8 black 3. i7 i8 1-0`.
//!
//! The words stand in two columns. From the fourth word on the first column belongs to the seat in the tag Black, the opener, and the
//! second to the other; `--` says that a seat has nothing to do. Before that stand the three stones of the opener.

use pentad_rules::{Action, Choice, Code, Color, Coords, Event, Point, Seat};

use super::read::score;
use super::tag::GameType;
use crate::source_text::SourceText;
use crate::{Record, Score, Span};

/// Which game the words tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Game {
    /// Gomoku with swap2.
    Swap2,
    /// Gomoku without choices.
    Plain,
    /// The renju of 2003: three stones, a swap, a fourth, two offers.
    Renju,
}

/// A word of the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word<'a> {
    Point(Point, &'a [u8]),
    Color(Color, &'a [u8]),
    Nothing(&'a [u8]),
    Illegible(&'a [u8]),
}

impl<'a> Word<'a> {
    fn is_stone(&self) -> bool {
        matches!(self, Word::Point(..) | Word::Illegible(_))
    }

    fn text(&self) -> &'a [u8] {
        match self {
            Word::Point(_, text) | Word::Color(_, text) | Word::Illegible(text) | Word::Nothing(text) => text,
        }
    }
}

/// The words of a record's moves.
pub(super) struct Words<'a> {
    source: SourceText<'a>,
    words: Vec<Word<'a>>,
    result: Option<(Score, Span)>,
    /// Where a result would stand, were there one.
    end: &'a [u8],
}

impl<'a> Words<'a> {
    /// Splits the moves into words; move numbers are only checked.
    pub(super) fn of(text: &'a [u8], source: SourceText<'a>, record: &mut Record) -> Words<'a> {
        let end = &text[text.trim_ascii_end().len()..][..0];
        let mut words = Words { source, words: Vec::new(), result: None, end };
        let (mut rest, mut numbers_agree) = (text, true);
        loop {
            rest = rest.trim_ascii_start();
            let len = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
            if len == 0 {
                return words;
            }
            let (mut word, after) = rest.split_at(len);
            let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
            if digits > 0 && word.get(digits) == Some(&b'.') {
                let number = word[..digits]
                    .iter()
                    .fold(0usize, |n, d| n.saturating_mul(10).saturating_add(usize::from(d - b'0')));
                let due = words.words.len() / 2 + 1;
                if numbers_agree && (number != due || !words.words.len().is_multiple_of(2)) {
                    numbers_agree = false;
                    let token = &word[..=digits];
                    let message = format!(
                        "`{}` before word {} of the moves",
                        String::from_utf8_lossy(token),
                        words.words.len() + 1
                    );
                    source.report(Code::MoveNumber, token, message, record);
                }
                word = &word[digits + 1..];
                if word.is_empty() {
                    rest = after;
                    continue;
                }
            }
            rest = after;
            if let Some(score) = score(word) {
                words.result = Some((score, source.span(word)));
                let stray = rest.trim_ascii();
                if !stray.is_empty() {
                    source.report(Code::StrayText, stray, "text after the result was passed over", record);
                }
                return words;
            }
            // Stones and what is said between them: a few words more than the moves of a line may be.
            if words.words.len() > record.bounds.line as usize {
                record.line_too_long(source.span(word));
                return words;
            }
            words.words.push(match word {
                b"--" => Word::Nothing(word),
                b"black" => Word::Color(Color::Black, word),
                b"white" => Word::Color(Color::White, word),
                _ => match Point::parse_bytes(word, record.coords) {
                    Some(point) => Word::Point(point, word),
                    None => Word::Illegible(word),
                },
            });
        }
    }

    pub(super) fn result(&self) -> Option<(Score, Span)> {
        self.result
    }

    pub(super) fn any_legible(&self) -> bool {
        self.words.iter().any(|word| matches!(word, Word::Point(..)))
    }

    /// Says so where the moves do not end with a result.
    pub(super) fn check_result(&self, record: &mut Record) {
        if self.result.is_none() {
            self.source.report(Code::ResultMissing, self.end, "the moves do not end with a result", record);
        }
    }

    fn is(&self, index: usize, wanted: impl Fn(&Word<'_>) -> bool) -> bool {
        self.words.get(index).is_some_and(wanted)
    }

    /// Which game the words tell: a choice of colour, or the place where two more stones leave one, is swap2's.
    pub(super) fn game(&self, game_type: Option<GameType>) -> Game {
        let nothing = |i| self.is(i, |w| matches!(w, Word::Nothing(_)));
        if nothing(1) {
            return Game::Renju;
        }
        let color = |i| self.is(i, |w| matches!(w, Word::Color(..)));
        let short = self.words.len() <= 5;
        if color(3) || nothing(5) && color(6) || nothing(5) && self.words.len() == 6 {
            return Game::Swap2;
        }
        // A game that broke off before anything was chosen.
        if short && game_type.is_some_and(|t| t.swap2) { Game::Swap2 } else { Game::Plain }
    }

    /// Index of the word that chooses a colour, and who speaks it.
    fn choice(&self, game: Game) -> Option<(usize, Color, Seat)> {
        let at = |index: usize, by| match self.words.get(index) {
            Some(Word::Color(color, _)) => Some((index, *color, by)),
            _ => None,
        };
        match game {
            Game::Plain => None,
            Game::Swap2 => at(3, Seat::Second).or_else(|| at(6, Seat::First)),
            Game::Renju => at(5, Seat::Second),
        }
    }

    /// Whether a colour was chosen.
    pub(super) fn has_choice(&self, game: Game) -> bool {
        self.choice(game).is_some()
    }

    /// The final colour of the opener.
    pub(super) fn first_colour(&self, game: Game) -> Color {
        match self.choice(game) {
            Some((_, color, Seat::First)) => color,
            Some((_, color, Seat::Second)) => !color,
            None => Color::Black,
        }
    }

    /// Adds the moves to the record.
    pub(super) fn read(&self, game: Game, record: &mut Record) {
        let mut play =
            Play { words: self, record, game, stones: 0, plies: 0, first: Color::Black, shifted: false, skipped: None };
        let place_two = game == Game::Swap2 && self.is(3, |word| word.is_stone());
        let choice = self.choice(game);
        for (index, &word) in self.words.iter().enumerate() {
            let seat = if index.is_multiple_of(2) { Seat::First } else { Seat::Second };
            if index == 3 && place_two {
                play.event(Action::Choice(Some(Choice::PlaceTwo)), Some(Seat::Second), word.text());
            }
            match (word, choice) {
                (Word::Nothing(text), _) => play.nothing(index, choice, seat, text),
                (Word::Color(color, text), Some((at, ..))) if index == at => play.choose(game, color, seat, text),
                (Word::Color(_, text), _) => play.illegible(text),
                _ if game == Game::Renju && play.stones >= 4 => play.renju(word),
                _ => play.stone(word),
            }
        }
        if let Some(text) = play.skipped {
            // The last word: the game ended before a stone was laid.
            let at = play.record.events.len() as u32;
            self.source.extra(at, "skipped", text, self.source.span(text), play.record);
        }
    }
}

/// A record being filled.
struct Play<'w, 'a, 'r> {
    words: &'w Words<'a>,
    record: &'r mut Record,
    game: Game,
    /// Points so far, the offered ones counted.
    stones: usize,
    /// Stones on the board.
    plies: usize,
    /// The colour of the opener.
    first: Color,
    /// Whether the columns have changed sides.
    shifted: bool,
    /// A `--` of the seat whose turn it was.
    skipped: Option<&'a [u8]>,
}

impl<'a> Play<'_, 'a, '_> {
    fn event(&mut self, action: Action, by: Option<Seat>, text: &'a [u8]) {
        let event = Event { action, by, color: None };
        self.plies += usize::from(event.is_ply());
        self.record.push(event, self.words.source.span(text));
    }

    /// A choice of colour; in renju it swaps or does not.
    fn choose(&mut self, game: Game, color: Color, seat: Seat, text: &'a [u8]) {
        self.first = if seat == Seat::First { color } else { !color };
        let action = match (game, color) {
            (Game::Renju, color) => Action::Swap(color == Color::Black),
            (_, Color::Black) => Action::Choice(Some(Choice::Black)),
            (_, Color::White) => Action::Choice(Some(Choice::White)),
        };
        self.event(action, Some(seat), text);
    }

    /// Whose turn it is.
    fn due(&self) -> Seat {
        if self.plies.is_multiple_of(2) == (self.first == Color::Black) { Seat::First } else { Seat::Second }
    }

    /// A seat that has nothing to do. Where it is its turn, once the colours are chosen, the columns change sides: stones go on in the
    /// turns of colours, as the rows on the boards of such games show.
    fn nothing(&mut self, index: usize, choice: Option<(usize, Color, Seat)>, seat: Seat, text: &'a [u8]) {
        let chosen = choice.is_none_or(|(at, ..)| at < index);
        let opening = self.game == Game::Renju && self.stones < 7;
        let seat = if self.shifted { !seat } else { seat };
        if !chosen || opening || index < 3 || seat != self.due() {
            return;
        }
        self.skipped = Some(text);
    }

    /// Says what a `--` where a stone was due means, now that a stone follows.
    fn settle_skipped(&mut self) {
        let Some(text) = self.skipped.take() else { return };
        self.shifted = !self.shifted;
        let message = "`--` where a stone is due; the stones go on in the turns of colours";
        self.words.source.report(Code::MovetextToken, text, message, self.record);
        let at = self.record.events.len() as u32 + 1;
        self.words.source.extra(at, "skipped", text, self.words.source.span(text), self.record);
    }

    /// A stone of the colour due. In which column it stands says nothing more.
    fn stone(&mut self, word: Word<'a>) {
        self.settle_skipped();
        self.stones += 1;
        match word {
            Word::Point(point, text) => self.event(Action::Place(Some(point)), None, text),
            other => self.illegible(other.text()),
        }
    }

    fn illegible(&mut self, text: &'a [u8]) {
        let skipped = matches!(self.record.coords, Coords::SkipI);
        let shown = String::from_utf8_lossy(text);
        let message = if skipped {
            format!("`{shown}` is no move in letters without i, no choice and no result")
        } else {
            format!("`{shown}` is no move, choice or result here")
        };
        self.words.source.report(Code::MovetextToken, text, message, self.record);
        let at = self.record.events.len() as u32 + 1;
        self.words.source.extra(at, "token", text, self.words.source.span(text), self.record);
        self.event(Action::Place(None), None, text);
    }

    /// In renju the fifth and the sixth point are offers, the seventh is the one chosen of them.
    fn renju(&mut self, word: Word<'a>) {
        let point = if let Word::Point(point, _) = word { Some(point) } else { None };
        let span = self.words.source.span(word.text());
        match (self.stones, point) {
            (4, Some(point)) => {
                let next = self.words.words.iter().filter(|w| w.is_stone()).nth(5);
                let second = next.and_then(|w| if let Word::Point(point, _) = w { Some(*point) } else { None });
                let points = [Some(point), second].into_iter().take(1 + usize::from(second.is_some()));
                self.record.push_offer(points, None, span);
                self.stones += 1;
            }
            (5, Some(_)) => self.stones += 1,
            (6, Some(point)) => {
                self.event(Action::Choose(Some(point)), None, word.text());
                self.stones += 1;
            }
            _ => self.stone(word),
        }
    }
}
