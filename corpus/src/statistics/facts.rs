//! What a judged game is, as far as it can be grouped by.

use std::cmp::Ordering;
use std::collections::HashSet;

use pentad_formats::{Field, Names, PartialDate, Record};
use pentad_rules::opening::Stage;
use pentad_rules::{Action, Choice, Code, Color, Coords, EndBy, Opening, Point, Seat, Severity, Verdict};

use super::Key;
use crate::{Judgement, Orientations, Played};

/// A judged game.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The record.
    pub record: &'a Record,
    /// What it was judged by.
    pub judgement: &'a Judgement,
    /// The verdict.
    pub verdict: &'a Verdict,
    /// The name of its opening in a user's table.
    pub name: Option<&'a str>,
    /// The result that counts: unknown, or who won (`None` for a draw).
    pub result: Option<Option<Color>>,
}

/// What groups need beside the games.
#[derive(Clone, Debug)]
pub struct Grouping {
    /// The keys, in the order of the table.
    pub keys: Vec<Key>,
    /// The width of a rating band.
    pub band: u32,
    /// A class of players: its name and its members.
    pub class: Option<(String, HashSet<String>)>,
}

impl<'a> Facts<'a> {
    /// The game as it is played through.
    pub(crate) fn played(&self) -> Played<'a> {
        let Judgement { game, opening, size, .. } = *self.judgement;
        Played { record: self.record, game, opening, size, verdict: self.verdict, result: self.result }
    }

    /// The values of a key: two of [`Key::Player`], one of others. `None` where it is unknown.
    pub fn value(&self, key: Key, grouping: &Grouping) -> Option<Vec<String>> {
        match key {
            Key::Player => {
                [Color::Black, Color::White].map(|color| self.player(color).map(str::to_owned)).into_iter().collect()
            }
            _ => self.value_of(key, grouping, Color::Black).map(|value| vec![value]),
        }
    }

    /// The value of a key; `None` where it is unknown. `player` is the colour whose player [`Key::Player`] asks for.
    pub(super) fn value_of(&self, key: Key, grouping: &Grouping, player: Color) -> Option<String> {
        let verdict = self.verdict;
        match key {
            Key::Opening => verdict.opening.map(|o| format!("{} {}", o.code, o.romaji)),
            Key::Name => self.name.map(str::to_owned),
            Key::Procedure => self.judgement.opening.map(|o| o.id.to_string()),
            Key::Branch => self.branch(),
            Key::Swap => self.swap(),
            Key::Offers => self.offers(),
            Key::Fifth => self.fifth(),
            Key::Rules => Some(self.judgement.game.id.to_string()).filter(|_| self.judgement.game.rules.known),
            Key::Year => Some(PartialDate::parse(self.record.get(Field::Date)?)?.year.to_string()),
            Key::Event => self.record.get(Field::Event).map(str::to_owned),
            Key::Player => self.player(player).map(str::to_owned),
            Key::Pair => {
                let [first, second] = self.pair()?;
                Some(format!("{} v {}", self.player(first)?, self.player(second)?))
            }
            Key::Rating => {
                let band = |field| {
                    let rating: u32 = self.record.get(field)?.trim().parse().ok()?;
                    let low = rating - rating % grouping.band.max(1);
                    Some(format!("{low}-{}", low + grouping.band.max(1) - 1))
                };
                let (black, white) = self.of_colours(Field::BlackRating, Field::WhiteRating)?;
                Some(format!("{} v {}", band(black)?, band(white)?))
            }
            Key::Class => {
                let (name, members) = grouping.class.as_ref()?;
                let class = |color| Some(members.contains(self.player(color)?));
                let known = [class(Color::Black)?, class(Color::White)?];
                let count = known.iter().filter(|member| **member).count();
                Some(match count {
                    2 => format!("{name} v {name}"),
                    1 => format!("{name} v other"),
                    _ => "other v other".to_owned(),
                })
            }
            Key::Result => self.result.map(|winner| winner.map_or("drawn", Color::name).to_owned()),
            Key::End => Some(verdict.end.by.name().to_owned()),
            Key::Reason => self.record.reason.map(|reason| reason.name().to_owned()),
            Key::Ending => self.ending(),
            Key::Foul => Some(match self.fouls() {
                [false, false, false] => "none".to_owned(),
                kinds => words_of(kinds),
            }),
            Key::First(plies) => self.first(usize::from(plies)),
        }
    }

    /// Which of two fields of the header is the final Black's, and which is White's.
    pub(crate) fn of_colours(&self, black: Field, white: Field) -> Option<(Field, Field)> {
        match (self.record.names, self.verdict.black_seat) {
            (Names::ByColor, _) | (Names::BySeat, Some(Seat::First)) => Some((black, white)),
            (Names::BySeat, Some(Seat::Second)) => Some((white, black)),
            (Names::BySeat, None) | (Names::Unknown, _) => None,
        }
    }

    /// The name of a final colour's player.
    pub fn player(&self, color: Color) -> Option<&'a str> {
        let (black, white) = self.of_colours(Field::BlackName, Field::WhiteName)?;
        self.record.get(if color == Color::Black { black } else { white })
    }

    /// The stated rating of a final colour's player.
    pub(super) fn rating(&self, color: Color) -> Option<u32> {
        let (black, white) = self.of_colours(Field::BlackRating, Field::WhiteRating)?;
        self.record.get(if color == Color::Black { black } else { white })?.trim().parse().ok()
    }

    /// The colours of the two players in the order of their names, where both are known and are two.
    pub(super) fn pair(&self) -> Option<[Color; 2]> {
        let (black, white) = (self.player(Color::Black)?, self.player(Color::White)?);
        match black.cmp(white) {
            Ordering::Less => Some([Color::Black, Color::White]),
            Ordering::Greater => Some([Color::White, Color::Black]),
            Ordering::Equal => None,
        }
    }

    /// Whether a double-three, a double-four and an overline came on the board, claimed or not.
    pub(super) fn fouls(&self) -> [bool; 3] {
        [Code::DoubleThree, Code::DoubleFour, Code::Overline]
            .map(|code| self.verdict.faults.iter().any(|f| f.code == code && f.severity > Severity::Note))
    }

    /// How the game ended. The kinds of a foul that ended it are those of the last stone.
    fn ending(&self) -> Option<String> {
        let end = &self.verdict.end;
        match end.by {
            EndBy::None => self.record.reason.map(|reason| reason.name().to_owned()),
            EndBy::Forbidden => {
                let at_end = |code| self.verdict.faults.iter().any(|f| f.code == code && f.ply == end.ply);
                let kinds = [Code::DoubleThree, Code::DoubleFour, Code::Overline].map(at_end);
                Some(format!("forbidden: {}", words_of(kinds)))
            }
            by => Some(by.name().to_owned()),
        }
    }

    /// The fifth move that was chosen among those offered, in the orientation in which [`Key::First`] writes the first five plies.
    fn fifth(&self) -> Option<String> {
        let opening = self.judgement.opening?;
        if !Facts::has_stage(opening, |s| matches!(s, Stage::Offer { .. })) {
            return Some("no offers".to_owned());
        }
        if self.is_silent() {
            return None;
        }
        if !self.record.events.iter().any(|e| matches!(e.action, Action::Offer(_))) {
            return Some("no offers".to_owned());
        }
        let first = self.first(5).filter(|_| self.verdict.judged >= 5)?;
        first.rsplit(' ').next().map(str::to_owned)
    }

    /// Whether the record leaves out what happened in the procedure.
    fn is_silent(&self) -> bool {
        !self.record.tells_procedure && self.record.events.is_bare()
    }

    fn has_stage(opening: &Opening, wanted: impl Fn(&Stage) -> bool) -> bool {
        opening.stages.iter().any(wanted)
    }

    pub(crate) fn swap(&self) -> Option<String> {
        let opening = self.judgement.opening?;
        if !Facts::has_stage(opening, |s| matches!(s, Stage::Swap { .. })) {
            return Some("no window".to_owned());
        }
        if self.is_silent() {
            return None;
        }
        let (mut plies, mut taken) = (0, Vec::new());
        for event in self.record.events.iter() {
            match event.action {
                Action::Swap(true) => taken.push(plies.to_string()),
                _ => plies += u32::from(event.is_ply()),
            }
        }
        Some(if taken.is_empty() { "none".to_owned() } else { format!("after {}", taken.join(" and ")) })
    }

    pub(crate) fn offers(&self) -> Option<String> {
        let opening = self.judgement.opening?;
        if !Facts::has_stage(opening, |s| matches!(s, Stage::Offer { .. })) {
            return Some("no offers".to_owned());
        }
        if self.is_silent() {
            return None;
        }
        let events = &self.record.events;
        let offer = events.iter().find(|e| matches!(e.action, Action::Offer(_)));
        Some(offer.map_or(0, |offer| events.offered(offer.action).len()).to_string())
    }

    pub(crate) fn branch(&self) -> Option<String> {
        let opening = self.judgement.opening?;
        let branches = Facts::has_stage(opening, |s| matches!(s, Stage::Offer { instead: Some(_), .. }));
        let chooses = Facts::has_stage(opening, |s| matches!(s, Stage::Choice { .. }));
        if !branches && !chooses {
            return Some("no branch".to_owned());
        }
        if self.is_silent() {
            return None;
        }
        let events = self.record.events.iter();
        if branches {
            let mut offers = events.clone().filter(|e| matches!(e.action, Action::Offer(_)));
            let plies = self.verdict.judged;
            return match offers.next() {
                Some(_) => Some("offers".to_owned()),
                None if plies > 4 => Some("stone".to_owned()),
                None => None,
            };
        }
        let choices: Vec<_> = events
            .filter_map(|e| match e.action {
                Action::Choice(choice) => choice.map(Choice::name),
                _ => None,
            })
            .collect();
        if choices.is_empty() { None } else { Some(choices.join(", ")) }
    }

    /// The first plies in the orientation that stands for all their images (design decision 17); a dash is a pass.
    fn first(&self, plies: usize) -> Option<String> {
        if !self.record.setup.is_empty() {
            return None;
        }
        if (self.verdict.judged as usize) < plies {
            return Some("shorter".to_owned());
        }
        let size = self.judgement.size;
        let moves: Vec<Option<Point>> =
            self.record.events.iter().filter(|e| e.is_ply()).take(plies).map(|e| e.point()).collect();
        let symmetry = Orientations::of_moves(moves.iter().copied(), size).first();
        let smallest = moves.iter().map(|p| p.map(|p| symmetry.apply(p, size)));
        let letters: Coords = self.record.coords.letters();
        let texts: Vec<_> =
            smallest.map(|p| p.map_or_else(|| "-".to_owned(), |p| p.text(letters).to_string())).collect();
        Some(texts.join(" "))
    }
}

/// The names of the kinds of fouls that are there.
fn words_of(kinds: [bool; 3]) -> String {
    let names = ["double-three", "double-four", "overline"];
    let there: Vec<_> = names.into_iter().zip(kinds).filter_map(|(name, there)| there.then_some(name)).collect();
    there.join(" and ")
}
