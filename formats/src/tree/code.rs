//! What happens in a node, in two bytes.

use pentad_rules::{Action, Color, Event, Point};

/// The commonest events: nothing, or a stone, a pass or a point changed by hand, of which the seat is not stated.
///
/// The low ten bits are the point's index or one of the numbers below, which no point has; two bits more are the stated colour, two what is
/// done with the point; the two highest say that there are children and that a sibling follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeCode(u16);

const VALUE: u16 = 0x3ff;
const NOTHING: u16 = 0x3ff;
const PASS: u16 = 0x3fe;
const ILLEGIBLE: u16 = 0x3fd;
const ELSEWHERE: u16 = 0x3fc;
const COLOR: u16 = 10;
const KIND: u16 = 12;
const EDIT: u16 = 1 << KIND;
const CHOOSE: u16 = 2 << KIND;
const CHILD: u16 = 1 << 14;
const SIBLING: u16 = 1 << 15;
/// Where the node stands among others, whatever happens in it.
const FORM: u16 = CHILD | SIBLING;

const _: () = assert!(Point::COUNT <= ELSEWHERE as usize, "no point has one of the special numbers");

/// The event is kept beside the codes.
pub(super) struct Elsewhere;

impl NodeCode {
    /// The code of an event, and whether the event has to be kept elsewhere.
    #[inline]
    pub(super) fn new(event: Option<Event>) -> (NodeCode, bool) {
        let value = match event {
            None => NOTHING,
            Some(Event { by: Some(_), .. }) => ELSEWHERE,
            Some(event) => match event.action {
                Action::Place(Some(point)) => point.index() as u16,
                Action::Place(None) => ILLEGIBLE,
                Action::Pass => PASS,
                Action::Edit(point) => point.index() as u16 | EDIT,
                Action::Choose(Some(point)) => point.index() as u16 | CHOOSE,
                _ => ELSEWHERE,
            },
        };
        let color = match event.and_then(|e| e.color) {
            _ if value == ELSEWHERE => 0,
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        };
        (NodeCode(value | color << COLOR), value == ELSEWHERE)
    }

    /// The code of a stone of the colour due.
    #[inline]
    pub(super) const fn stone(point: Point) -> NodeCode {
        NodeCode(point.index() as u16)
    }

    /// The event of the code.
    #[inline]
    pub(super) fn event(self) -> Result<Option<Event>, Elsewhere> {
        let action = match self.0 & VALUE {
            NOTHING => return Ok(None),
            ELSEWHERE => return Err(Elsewhere),
            PASS => Action::Pass,
            ILLEGIBLE => Action::Place(None),
            index => match (self.0 & (EDIT | CHOOSE), Point::from_index(usize::from(index))) {
                (EDIT, Some(point)) => Action::Edit(point),
                (CHOOSE, point) => Action::Choose(point),
                (_, point) => Action::Place(point),
            },
        };
        let color = match self.0 >> COLOR & 3 {
            0 => None,
            1 => Some(Color::Black),
            _ => Some(Color::White),
        };
        Ok(Some(Event { action, by: None, color }))
    }

    #[inline]
    pub(super) fn has_sibling(self) -> bool {
        self.0 & SIBLING != 0
    }

    #[inline]
    pub(super) fn has_child(self) -> bool {
        self.0 & CHILD != 0
    }

    #[inline]
    pub(super) fn add_child(&mut self) {
        self.0 |= CHILD;
    }

    /// The nodes that follow because of this one, itself taken off.
    #[inline]
    pub(super) fn change(self) -> i32 {
        i32::from(self.0 >> 15) + i32::from(self.0 >> 14 & 1) - 1
    }

    /// Whether the other has children and a sibling where this one has.
    pub(super) fn same_form(self, other: NodeCode) -> bool {
        (self.0 ^ other.0) & FORM == 0
    }

    #[inline]
    pub(super) fn add_sibling(&mut self) {
        self.0 |= SIBLING;
    }

    /// Another event, the same children and siblings.
    pub(super) fn replace(&mut self, code: NodeCode) {
        self.0 = code.0 & !FORM | self.0 & FORM;
    }

    pub(super) fn map_point(&mut self, map: impl FnOnce(Point) -> Point) {
        if let Some(point) = Point::from_index(usize::from(self.0 & VALUE)) {
            self.0 = self.0 & !VALUE | map(point).index() as u16;
        }
    }
}
