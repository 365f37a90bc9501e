//! Going through a game from position to position, with the keys of each.

use pentad_rules::{Case, Color, Event, Events, Game, Point, Policy, PositionKey, RunningKey, Size, Variation};

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    /// The key of the board, the same for all images.
    pub(crate) folded: PositionKey,
    /// The key of the board as it lies.
    pub(crate) unfolded: PositionKey,
    /// Whose turn it is.
    pub(crate) due: Color,
    /// Stones that Black and White have taken.
    pub(crate) captured: [u16; 2],
}

impl Standing {
    /// The key of the state of play.
    pub(crate) fn key(&self, unfolded: bool) -> PositionKey {
        let board = if unfolded { self.unfolded } else { self.folded };
        board.in_play(self.due, self.captured)
    }
}

/// A game that is gone through. Keeps its memory: make one and use it for many games.
#[derive(Debug)]
pub(crate) struct Course {
    variation: Variation,
    folded: RunningKey,
    unfolded: RunningKey,
}

impl Course {
    pub(crate) fn new() -> Course {
        let keys = |folded| RunningKey::new(Size::RENJU, folded);
        Course { variation: Variation::new(), folded: keys(true), unfolded: keys(false) }
    }

    /// Goes to the position that a case starts from.
    pub(crate) fn start(&mut self, case: &Case<'_>) {
        self.variation.start(case);
        self.count_anew(case.size);
    }

    /// Plays an event; `false` when it cannot be played.
    pub(crate) fn play(&mut self, case: &Case<'_>, event: &Event) -> bool {
        let before = self.variation.board().stones();
        if !self.variation.play(case, &Policy::default(), event) {
            return false;
        }
        let board = self.variation.board();
        let laid = event.point().filter(|_| event.is_ply() && board.stones() == before + 1);
        match laid.and_then(|point| Some((point, board.at(point)?))) {
            Some((point, color)) => {
                self.folded.toggle(point, color);
                self.unfolded.toggle(point, color);
            }
            // A pass changes nothing; else stones were taken, or changed by hand.
            None if event.is_ply() && event.point().is_none() => {}
            None => self.count_anew(case.size),
        }
        true
    }

    /// The position.
    pub(crate) fn position(&self) -> &Variation {
        &self.variation
    }

    pub(crate) fn standing(&self) -> Standing {
        let position = &self.variation;
        Standing {
            folded: self.folded.board(),
            unfolded: self.unfolded.board(),
            due: position.due(),
            captured: position.captured(),
        }
    }

    fn count_anew(&mut self, size: Size) {
        (self.folded, self.unfolded) = (RunningKey::new(size, true), RunningKey::new(size, false));
        let board = self.variation.board();
        if board.stones() == 0 {
            return;
        }
        for (point, color) in size.iter().filter_map(|p| Some((p, board.at(p)?))) {
            self.folded.toggle(point, color);
            self.unfolded.toggle(point, color);
        }
    }
}

/// The first plies of a game from the empty board, as far as they can be played.
#[derive(Debug, Default)]
pub(crate) struct Line {
    /// The plies; a pass is no point.
    pub(crate) points: Vec<Option<Point>>,
    /// The positions, the empty board first.
    pub(crate) standings: Vec<Standing>,
    /// The stones after so many plies as were asked for.
    pub(crate) stones: Vec<(Point, Color)>,
}

impl Line {
    /// Plays the plies among some events, those of `wanted` at most; the stones are wanted after `at` of them.
    pub(crate) fn play(
        course: &mut Course,
        game: &Game,
        size: Size,
        events: impl IntoIterator<Item = Event>,
        wanted: usize,
        at: usize,
    ) -> Line {
        let none = Events::new();
        let case = bare_case(game, size, &none);
        course.start(&case);
        let mut line = Line::default();
        line.reach(course, size, at);
        for event in events.into_iter().filter(Event::is_ply).take(wanted) {
            if !course.play(&case, &Event { by: None, ..event }) {
                break;
            }
            line.points.push(event.point());
            line.reach(course, size, at);
        }
        line
    }

    fn reach(&mut self, course: &Course, size: Size, at: usize) {
        if self.standings.len() == at {
            let board = course.position().board();
            self.stones = size.iter().filter_map(|p| Some((p, board.at(p)?))).collect();
        }
        self.standings.push(course.standing());
    }
}

/// A game of stones and passes alone, from the empty board.
pub(crate) fn bare_case<'a>(game: &'a Game, size: Size, events: &'a Events) -> Case<'a> {
    Case { rules: &game.rules, opening: None, size, start: None, events, bare: true, painted: false, stated: None }
}
