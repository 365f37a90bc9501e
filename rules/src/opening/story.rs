//! The opening of a game told event by event.

use super::engine::{Admitted, Engine, Refusal};
use super::options::EngineOptions;
use super::stage::{Opening, Stage};
use crate::{Action, Board, Choice, Color, Coords, Event, Events, Point, Rules, Seat, Size};

/// The opening of a game in words.
#[derive(Clone, Debug)]
pub struct OpeningStory {
    /// What happened, a sentence an event, and what the record does not tell.
    pub steps: Vec<String>,
    /// The stones up to the end of the procedure in the order in which they were laid.
    pub stones: Vec<Point>,
    /// The stone that the procedure refuses.
    pub refused: Option<Point>,
    /// The points that were offered for the next stone and not chosen.
    pub rejected: Vec<Point>,
    /// Whether the procedure was finished.
    pub complete: bool,
    /// The seat that owns Black where the story ends; `None` where facts lack on which that hangs.
    pub black: Option<Seat>,
}

/// A game whose opening is to be told.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// The procedure.
    pub opening: &'a Opening,
    /// The rules of the board, for captures.
    pub rules: &'a Rules,
    /// Size of the board.
    pub size: Size,
    /// What happens.
    pub events: &'a Events,
    /// Whether the events are a list of moves that cannot show swaps, offers and choices.
    pub bare: bool,
    /// What is decided where sources differ.
    pub options: &'a EngineOptions,
    /// The letters to write points with.
    pub coords: Coords,
}

impl Told<'_> {
    /// Tells the opening: up to the event with which the procedure is finished, or that it refuses.
    pub fn story(&self) -> OpeningStory {
        let mut teller = Teller {
            told: self,
            engine: Engine::new(),
            board: Board::new(self.size),
            due: Color::Black,
            offered: Vec::new(),
            story: OpeningStory {
                steps: Vec::new(),
                stones: Vec::new(),
                rejected: Vec::new(),
                refused: None,
                complete: false,
                black: Some(Seat::First),
            },
        };
        teller.engine.start(self.opening, self.bare);
        for event in self.events.iter() {
            if teller.engine.complete() || !teller.tell(event) {
                break;
            }
        }
        teller.finish()
    }
}

struct Teller<'a> {
    told: &'a Told<'a>,
    engine: Engine,
    board: Board,
    due: Color,
    offered: Vec<Point>,
    story: OpeningStory,
}

impl Teller<'_> {
    /// Tells one event; `false` when it is refused.
    fn tell(&mut self, event: &Event) -> bool {
        let Told { opening, events, options, .. } = *self.told;
        let offered = events.offered(event.action);
        let before = self.engine.clone();
        match self.engine.admit(opening, event, offered, &self.board, self.due, options) {
            Ok(admitted) => {
                self.tell_passed_windows(&before, event);
                self.tell_admitted(&before, event, offered, admitted);
                true
            }
            Err(refusal) => {
                self.tell_refused(event, refusal);
                false
            }
        }
    }

    /// Swap windows that an event has gone past.
    fn tell_passed_windows(&mut self, before: &Engine, event: &Event) {
        if matches!(event.action, Action::Swap(_)) {
            return;
        }
        let stages = self.told.opening.stages.iter().skip(before.at());
        for stage in stages.take_while(|stage| matches!(stage, Stage::Swap { .. })) {
            let Stage::Swap { by } = stage else { continue };
            let subject = subject(before, before.player(*by, self.due), before);
            self.story.steps.push(if self.told.bare {
                format!("{subject}might have swapped here; a list of moves cannot show it")
            } else {
                format!("{subject}does not swap")
            });
        }
    }

    fn tell_admitted(&mut self, before: &Engine, event: &Event, offered: &[Option<Point>], admitted: Admitted) {
        let text = |point: Point| point.text(self.told.coords).to_string();
        let warning = admitted.warning.map(|code| format!(" ({})", code.name())).unwrap_or_default();
        let by = before.actor(self.told.opening, event, self.due);
        let subject = by.map_or_else(String::new, |by| subject(before, by, &self.engine));
        let step = match (event.action, admitted.stone) {
            (Action::Choose(_), Some(point)) => {
                self.story.rejected = self.offered.drain(..).filter(|&p| p != point).collect();
                format!("{subject}chooses {}, which becomes stone {}", text(point), self.story.stones.len() + 1)
            }
            (_, Some(point)) => {
                let number = self.story.stones.len() + 1;
                format!("{subject}lays {}, stone {number} ({}){warning}", text(point), self.due.name())
            }
            (Action::Swap(true), _) => format!("{subject}swaps the colours and has {} now", self.color_of(by)),
            (Action::Swap(false), _) => format!("{subject}does not swap"),
            (Action::Declare(n), _) => format!("{subject}declares {n} fifth move{}", if n == 1 { "" } else { "s" }),
            (Action::Offer(_), _) => {
                self.offered = offered.iter().flatten().copied().collect();
                let points: Vec<_> = self.offered.iter().map(|&p| text(p)).collect();
                format!("{subject}offers {} for stone {}{warning}", points.join(", "), self.story.stones.len() + 1)
            }
            (Action::Choice(Some(Choice::PlaceTwo)), _) => format!("{subject}lays two more stones"),
            (Action::Choice(_), _) => format!("{subject}chooses {}", self.color_of(by)),
            (Action::Pass, _) => format!("{subject}passes"),
            _ => return,
        };
        self.story.steps.push(step);
        if let Some(point) = admitted.stone {
            self.lay(point);
        }
    }

    fn tell_refused(&mut self, event: &Event, refusal: Refusal) {
        let what = match event.point() {
            Some(point) => point.text(self.told.coords).to_string(),
            None => "the next event".to_owned(),
        };
        self.story.refused = refusal.point.filter(|&point| self.board.is_empty(point));
        let summary = refusal.code.info().summary;
        self.story.steps.push(format!("{what} is refused: {} ({summary})", refusal.code.name()));
    }

    fn lay(&mut self, point: Point) {
        let taken = self.told.rules.captures.map(|rule| rule.taken(&self.board, point, self.due).sorted());
        self.board.place(point, self.due);
        taken.iter().flatten().for_each(|&p| self.board.remove(p));
        self.story.stones.push(point);
        self.due = !self.due;
    }

    /// The colour that a player owns now.
    fn color_of(&self, player: Option<Seat>) -> &'static str {
        let color = if Some(self.engine.black_seat()) == player { Color::Black } else { Color::White };
        color.name()
    }

    fn finish(mut self) -> OpeningStory {
        self.story.rejected.append(&mut self.offered);
        self.story.complete = self.engine.complete();
        self.story.black = Some(self.engine.black_seat()).filter(|_| self.engine.missing().is_empty());
        self.story
    }
}

/// `player 2 (white) `, with the colour that he has before an event; `now`: what is known after it.
fn subject(before: &Engine, player: Seat, now: &Engine) -> String {
    if !now.missing().is_empty() {
        return format!("player {} (or the other, after a swap) ", player.number());
    }
    let color = if before.black_seat() == player { Color::Black } else { Color::White };
    format!("player {} ({}) ", player.number(), color.name())
}
