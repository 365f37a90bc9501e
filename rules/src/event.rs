//! What happens in a game, one thing at a time.

use crate::{Color, Point, Seat};

/// What a player does. A point is `None` when its token names no point of any board: an illegible move is an event too,
/// and the record keeps its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Lays a stone.
    Place(Option<Point>),
    /// Gives up a turn.
    Pass,
    /// Takes (`true`) or declines a swap of colours.
    Swap(bool),
    /// Declares how many fifth moves will be offered.
    Declare(u32),
    /// Offers fifth moves; the points are [`Events::offered`].
    Offer(Offer),
    /// Chooses one of the offered fifth moves, which becomes stone 5.
    Choose(Option<Point>),
    /// Chooses a colour or to lay two more stones (swap2); `None` when the word is none of these.
    Choice(Option<Choice>),
    /// Claims a five of one's own or a foul of the opponent's.
    Claim(Claim),
    /// Resigns.
    Resign,
    /// Oversteps the time.
    Time,
    /// Both agree to a draw.
    Draw,
    /// The record changes the position by hand (a setup in mid-game): the point becomes empty, or holds a stone of the event's colour.
    Edit(Point),
}

/// A choice of swap2-like procedures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Plays White.
    White,
    /// Plays Black.
    Black,
    /// Lays two more stones and leaves the choice to the opponent.
    PlaceTwo,
}

impl Choice {
    /// `white`, `black` or `place-two`.
    pub const fn name(self) -> &'static str {
        match self {
            Choice::White => "white",
            Choice::Black => "black",
            Choice::PlaceTwo => "place-two",
        }
    }

    /// The choice with this [`Choice::name`].
    pub fn from_name(name: &str) -> Option<Choice> {
        [Choice::White, Choice::Black, Choice::PlaceTwo].into_iter().find(|c| c.name() == name)
    }
}

/// What can be claimed (design decision 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The claimant's own five.
    Five,
    /// The opponent's double-three.
    DoubleThree,
    /// The opponent's double-four.
    DoubleFour,
    /// The opponent's overline.
    Overline,
}

impl Claim {
    /// `five`, `double-three`, `double-four` or `overline`.
    pub const fn name(self) -> &'static str {
        match self {
            Claim::Five => "five",
            Claim::DoubleThree => "double-three",
            Claim::DoubleFour => "double-four",
            Claim::Overline => "overline",
        }
    }

    /// The claim with this [`Claim::name`].
    pub fn from_name(name: &str) -> Option<Claim> {
        [Claim::Five, Claim::DoubleThree, Claim::DoubleFour, Claim::Overline].into_iter().find(|c| c.name() == name)
    }
}

/// Which of [`Events`]' offered points belong to one offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    start: u32,
    len: u32,
}

/// One thing that happens, who does it, and in which colour, as far as the record says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// What is done.
    pub action: Action,
    /// The acting seat where the record states it.
    pub by: Option<Seat>,
    /// The colour of the stone or pass where the record states it; `None` means the colour due.
    pub color: Option<Color>,
}

impl Event {
    /// An event of which only the action is known.
    pub const fn new(action: Action) -> Event {
        Event { action, by: None, color: None }
    }

    /// A stone of the colour due.
    pub const fn place(point: Point) -> Event {
        Event::new(Action::Place(Some(point)))
    }

    /// The point of a stone or of the choice of one.
    pub const fn point(&self) -> Option<Point> {
        match self.action {
            Action::Place(point) | Action::Choose(point) => point,
            _ => None,
        }
    }

    /// Whether a stone is laid or a turn given up, that is, whether the event has a ply.
    #[inline]
    pub const fn is_ply(&self) -> bool {
        matches!(self.action, Action::Place(_) | Action::Pass | Action::Choose(_))
    }
}

/// The events of a game in order, with the points of its offers. Made to be cleared and filled again without allocating.
///
/// Two are equal when the same happens in the same order; where the points of an offer are kept makes no difference.
#[derive(Clone, Debug, Default)]
pub struct Events {
    list: Vec<Event>,
    offered: Vec<Option<Point>>,
}

impl Events {
    /// No events.
    pub const fn new() -> Events {
        Events { list: Vec::new(), offered: Vec::new() }
    }

    /// Forgets all events and keeps the memory.
    pub fn clear(&mut self) {
        self.list.clear();
        self.offered.clear();
    }

    /// Forgets all events but the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.list.truncate(count);
    }

    /// Adds an event. An [`Action::Offer`] is added with [`Events::push_offer`].
    #[inline]
    pub fn push(&mut self, event: Event) {
        self.list.push(event);
    }

    /// Adds events, none of them an [`Action::Offer`].
    pub fn extend_from_slice(&mut self, events: &[Event]) {
        self.list.extend_from_slice(events);
    }

    /// Adds an offer of fifth moves; a point is `None` when its token names no point.
    pub fn push_offer(&mut self, points: impl IntoIterator<Item = Option<Point>>, by: Option<Seat>) {
        let action = self.keep_offer(points);
        self.list.push(Event { action, by, color: None });
    }

    /// Keeps the points of an offer that is no event of this list (it stands in a variation) and returns its action.
    pub fn keep_offer(&mut self, points: impl IntoIterator<Item = Option<Point>>) -> Action {
        let start = self.offered.len() as u32;
        self.offered.extend(points);
        Action::Offer(Offer { start, len: self.offered.len() as u32 - start })
    }

    /// Whether an event that keeps its offer here and one that keeps its offer in `other` are the same.
    pub fn same_event(&self, event: &Event, other: &Events, that: &Event) -> bool {
        let action = match (event.action, that.action) {
            (Action::Offer(_), Action::Offer(_)) => self.offered(event.action) == other.offered(that.action),
            (a, b) => a == b,
        };
        action && event.by == that.by && event.color == that.color
    }

    /// The points of an offer; of another action none.
    pub fn offered(&self, action: Action) -> &[Option<Point>] {
        match action {
            Action::Offer(Offer { start, len }) => {
                self.offered.get(start as usize..(start + len) as usize).unwrap_or_default()
            }
            _ => &[],
        }
    }

    /// Number of stones, passes and choices of a fifth move.
    pub fn plies(&self) -> u32 {
        self.list.iter().filter(|e| e.is_ply()).count() as u32
    }

    /// Whether no event belongs to an opening procedure alone: no swap, declaration, offer or choice.
    pub fn is_bare(&self) -> bool {
        !self.list.iter().any(|e| {
            matches!(
                e.action,
                Action::Swap(_) | Action::Declare(_) | Action::Offer(_) | Action::Choose(_) | Action::Choice(_)
            )
        })
    }

    /// Changes each event by a function of the event and each point by a function of the point (offers included).
    pub fn map_points(&mut self, mut map: impl FnMut(Point) -> Point) {
        for event in &mut self.list {
            match &mut event.action {
                Action::Place(Some(p)) | Action::Choose(Some(p)) | Action::Edit(p) => *p = map(*p),
                _ => {}
            }
        }
        for p in self.offered.iter_mut().flatten() {
            *p = map(*p);
        }
    }

    /// The events, to change them in place.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Event> {
        self.list.iter_mut()
    }
}

impl PartialEq for Events {
    fn eq(&self, other: &Events) -> bool {
        self.list.len() == other.list.len()
            && self.list.iter().zip(&other.list).all(|(a, b)| self.same_event(a, other, b))
    }
}

impl Eq for Events {}

impl std::ops::Deref for Events {
    type Target = [Event];
    #[inline]
    fn deref(&self) -> &[Event] {
        &self.list
    }
}

impl FromIterator<Point> for Events {
    fn from_iter<T: IntoIterator<Item = Point>>(points: T) -> Events {
        Events { list: points.into_iter().map(Event::place).collect(), offered: Vec::new() }
    }
}
