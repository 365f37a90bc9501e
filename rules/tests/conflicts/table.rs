//! A table to play at: a game, perhaps with changed keys, and short games written as words.

use pentad_rules::{
    Action, Case, Changes, Choice, Claim, Coords, EndBy, Event, Events, Game, Legality, Opening, Outcome, Point,
    Replay, Seat, Severity, Size,
};

/// A game as it is judged.
pub(crate) struct Table {
    game: Game,
    changes: Changes,
    size: Size,
    stated: Option<Outcome>,
    bare: bool,
}

impl Table {
    /// The game with this name, as pentad judges it.
    pub(crate) fn of(name: &str) -> Table {
        Table::new(Game::find(name).unwrap().clone())
    }

    /// A game of one's own.
    pub(crate) fn from_toml(text: &str) -> Table {
        Table::new(Game::from_toml(text).unwrap())
    }

    fn new(game: Game) -> Table {
        Table { size: game.size, game, changes: Changes::default(), stated: None, bare: false }
    }

    /// Changes a key, as `--set` does.
    pub(crate) fn set(mut self, change: &str) -> Table {
        self.changes.add(change).unwrap();
        self
    }

    /// Plays with this opening procedure.
    pub(crate) fn opening(mut self, name: &str) -> Table {
        self.game.opening = Some(std::borrow::Cow::Borrowed(Opening::find(name).unwrap().opening));
        self
    }

    /// Plays with an opening procedure of one's own.
    pub(crate) fn opening_toml(mut self, text: &str) -> Table {
        self.game.opening = Some(std::borrow::Cow::Owned(Opening::from_toml(text).unwrap()));
        self
    }

    /// Plays without an opening procedure.
    pub(crate) fn free(mut self) -> Table {
        self.game.opening = None;
        self
    }

    /// Plays on a board with so many lines.
    pub(crate) fn lines(mut self, side: u8) -> Table {
        self.size = Size::square(side).unwrap();
        self
    }

    /// The record states this result.
    pub(crate) fn stated(mut self, outcome: Outcome) -> Table {
        self.stated = Some(outcome);
        self
    }

    /// The record is a list of moves, which cannot show swaps and offers.
    pub(crate) fn bare(mut self) -> Table {
        self.bare = true;
        self
    }

    /// What the judge says, in one line: the verdict, the findings with their plies, and the end.
    ///
    /// A few words an event: `h8`, `+` and `-` (swap taken, declined), `#3` (declare), `?a1,b2` (offer), `!a1` (choose), `=black` (choice),
    /// `~overline` (claim), `pass`, `draw`; `2:` in front states the seat. Columns are lettered as usual in the game.
    pub(crate) fn says(&self, script: &str) -> String {
        let game = self.changes.apply(&self.game).unwrap();
        let events = events(script, game.coords);
        let case = Case {
            rules: &game.rules,
            opening: game.opening.as_deref(),
            size: self.size,
            start: None,
            events: &events,
            bare: self.bare,
            painted: false,
            stated: self.stated,
        };
        let mut replay = Replay::new();
        let verdict = replay.judge(&case, &game.wishes.policy());
        let mut parts = vec![match verdict.legality {
            Legality::Unverifiable => format!("unverifiable, missing {}", verdict.missing.join(" ")),
            known => known.name().to_owned(),
        }];
        let told = verdict.faults.iter().filter(|f| f.code.name() != "facts-missing");
        parts.extend(told.map(|f| {
            let mild = if f.severity == Severity::Note { "note " } else { "" };
            format!("{mild}{} at {}", f.code.name(), f.ply)
        }));
        if verdict.end.by != EndBy::None {
            let who = verdict.end.winner.map_or("nobody", |color| color.name());
            parts.push(format!("{who} by {} at {}", verdict.end.by.name(), verdict.end.ply));
        }
        parts.join("; ")
    }
}

fn events(script: &str, coords: Coords) -> Events {
    let point = |text: &str| Point::parse(text, coords);
    let mut events = Events::new();
    for word in script.split_whitespace() {
        let (by, word) = match word.split_once(':') {
            Some((seat, rest)) => (Seat::from_number(seat.parse().unwrap()), rest),
            None => (None, word),
        };
        let action = match (&word[..1], &word[1..]) {
            ("+", _) => Action::Swap(true),
            ("-", _) => Action::Swap(false),
            ("#", n) => Action::Declare(n.parse().unwrap()),
            ("!", p) => Action::Choose(point(p)),
            ("=", c) => Action::Choice(Choice::from_name(c)),
            ("~", c) => Action::Claim(Claim::from_name(c).unwrap()),
            ("?", list) => {
                events.push_offer(list.split(',').map(point), by);
                continue;
            }
            _ if word == "pass" => Action::Pass,
            _ if word == "draw" => Action::Draw,
            _ => Action::Place(point(word)),
        };
        events.push(Event { by, ..Event::new(action) });
    }
    events
}
