//! Moves, setup stones and labels: what has points.

use pentad_rules::{Action, Code, Color, Coords, Event, Point, Size};

use super::header::Dialect;
use super::lex::{self, Values};
use super::point::{Shape, letters_by_centre};
use super::read::{Plan, Reader, Retry, Step};
use super::text;
use crate::{NoteKind, Span};

/// The state of play.
#[derive(Default)]
pub(super) struct Play {
    /// Whether there was any event.
    pub(super) acted: bool,
    /// Whether it is settled whose turn it is at the beginning.
    pub(super) started: bool,
    stone: bool,
    /// Whether black and white are exchanged, so that Black lays the first stone.
    pub(super) flip: bool,
    due: Option<Color>,
    coords: Option<Coords>,
    /// Points in rectangles so far.
    pub(super) rectangles: usize,
    /// The points of the setup.
    pub(super) taken: [u64; Point::COUNT.div_ceil(64)],
    /// The stones that Gomoku Quest's opening properties gave.
    quest: Vec<(Color, Point)>,
}

impl Play {
    /// Whether a stone was laid and no stone can be one that Gomoku Quest repeats.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.stone && self.quest.is_empty()
    }
}

/// `;B[aa]` in a word whose lowest byte is the first.
const fn corner(letter: u8) -> u64 {
    u64::from_le_bytes([b';', letter, b'[', b'a', b'a', b']', 0, 0])
}

/// The bits in which the word of a move may differ from [`corner`]: those of the letters and of the two bytes behind the move.
const FREE: u64 = 0xFFFF << 24 | 0xFFFF << 48;

/// The point of a move of which `corner` is the word with the letters `aa`; `None` where the word begins with no such move, or with one
/// outside the board.
#[inline(always)]
fn plain_point(size: Size, word: u64, corner: u64) -> Option<Point> {
    // A letter below a borrows from what follows, and what is left of it is larger than any board.
    let from_corner = word.wrapping_sub(corner);
    if from_corner & !FREE != 0 {
        return None;
    }
    let (column, row) = ((from_corner >> 24) as u8, (from_corner >> 32) as u8);
    size.point(column, (size.height() - 1).wrapping_sub(row))
}

/// The word of fewer than eight bytes, with zeros behind them.
#[cold]
fn padded(rest: &[u8]) -> u64 {
    rest.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b))
}

impl<'a> Reader<'a, '_> {
    /// Moves in turn one after the other, each in a node of its own, and nothing but line ends between them; stops at anything else.
    /// On its own it has the registers that it needs.
    #[inline(never)]
    pub(super) fn moves_in_a_row(&mut self, start: &'a [u8]) -> &'a [u8] {
        /// Moves that are handed to the record at a time.
        const BLOCK: usize = 16;
        /// The length of a move.
        const MOVE: usize = 6;
        const TURN: u64 = corner(b'B') ^ corner(b'W');
        let (Some(size), Some(mut due)) = (Size::new(self.frame.width, self.frame.height), self.play.due) else {
            return start;
        };
        let letter = |color: Color| if (color == Color::Black) != self.play.flip { b'B' } else { b'W' };
        let mut corner_due = corner(letter(due));
        let (mut i, end) = (start, self.slice.len() as u32);
        let span = |rest: &[u8]| Span { start: end - rest.len() as u32 + 3, len: 2 };
        let mut events = [Event::new(Action::Pass); BLOCK];
        let mut spans = [Span::WHOLE; BLOCK];
        loop {
            let (mut count, mut rest) = (0, i);
            while count < BLOCK {
                // The last move of a slice may have no more than six bytes.
                let word = match rest.first_chunk() {
                    Some(eight) => u64::from_le_bytes(*eight),
                    None if rest.len() < MOVE => break,
                    None => padded(rest),
                };
                let Some(point) = plain_point(size, word, corner_due) else { break };
                events[count] = Event::place(point);
                spans[count] = span(rest);
                corner_due ^= TURN;
                rest = &rest[MOVE..];
                count += 1;
            }
            // A move with a second value is no plain one.
            if rest.first() == Some(&b'[') && count > 0 {
                count -= 1;
                corner_due ^= TURN;
            }
            self.record.push_all(&events[..count], &spans[..count]);
            i = &i[count * MOVE..];
            if count % 2 == 1 {
                due = !due;
            }
            match i {
                [b'\n', rest @ ..] if count > 0 => i = rest,
                _ if count < BLOCK => break,
                _ => {}
            }
        }
        if i.len() != start.len() {
            self.even &= self.node.event;
            self.play.due = Some(due);
            self.in_root = false;
            self.pairs = true;
            self.node.begin(self.record.note_count());
            self.node.moved = true;
            self.node.event = true;
        }
        i
    }

    /// The same where there are variations: each move is a node of the tree.
    #[inline(never)]
    pub(super) fn moves_in_a_branch(&mut self, start: &'a [u8]) -> &'a [u8] {
        const MOVE: usize = 6;
        let size = Size::new(self.frame.width, self.frame.height);
        let (Some(size), Some(branches)) = (size, self.branches.as_mut()) else { return start };
        let Some(mut due) = branches.due_in_a_row() else { return start };
        let letter = |color: Color| if (color == Color::Black) != self.play.flip { b'B' } else { b'W' };
        let (mut i, end) = (start, self.slice.len() as u32);
        loop {
            let word = match i.first_chunk() {
                Some(eight) => u64::from_le_bytes(*eight),
                None if i.len() < MOVE => break,
                None => padded(i),
            };
            let Some(point) = plain_point(size, word, corner(letter(due))) else { break };
            let rest = &i[MOVE..];
            if rest.first() == Some(&b'[') {
                break;
            }
            due = !due;
            branches.stone(point, Span { start: end - i.len() as u32 + 3, len: 2 }, due);
            i = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        if i.len() != start.len() {
            self.stop |= branches.is_over();
            self.in_root = false;
            self.pairs = true;
            self.node.begin(self.record.note_count());
            self.node.moved = true;
            self.node.event = true;
        }
        i
    }

    /// B or W.
    pub(super) fn moves(&mut self, color: Color, id: &'a [u8], values: Values<'a>) -> Step {
        for value in values.each(self.bytes) {
            if self.in_root {
                self.once(
                    Code::MoveInRoot,
                    Span::of(id, self.slice),
                    "a move stands in the node of the game information",
                );
            }
            if std::mem::replace(&mut self.node.moved, true) {
                self.finding(Code::SeveralMoves, Span::of(value, self.slice), "another move stands in this node");
            }
            self.stone(color, value)?;
        }
        Ok(())
    }

    /// A move with the value of a pair of lower-case letters: the commonest case.
    #[inline]
    pub(super) fn pair_stone(&mut self, color: Color, x: u8, y: u8, value: &'a [u8]) -> Step {
        if self.frame.exceeds(x, y) || !self.play.quest.is_empty() {
            return self.stone(color, value);
        }
        self.pairs = true;
        let point = self.frame.pair(x, y);
        self.ply(Some(color), Action::Place(point), Span::of(value, self.slice))
    }

    #[cold]
    fn stone(&mut self, color: Color, value: &'a [u8]) -> Step {
        let token = lex::trim(value);
        let span = Span::of(value, self.slice);
        let shape = Shape::of(token);
        let action = match shape {
            Shape::Empty => Action::Pass,
            Shape::Pair(b't' | b'T', b't' | b'T') if self.frame.has_pass() => Action::Pass,
            Shape::Two(first, second) => {
                for one in [first, second] {
                    let point = self.point(Shape::Algebraic(one), one)?;
                    self.ply(Some(color), Action::Place(point), Span::of(one, self.slice))?;
                }
                return Ok(());
            }
            _ => Action::Place(self.point(shape, token)?),
        };
        if let Action::Place(Some(point)) = action
            && self.play.quest.contains(&(if self.play.flip { !color } else { color }, point))
        {
            self.repeated(span);
            return Ok(());
        }
        self.ply(Some(color), action, span)?;
        if action == Action::Place(None) && token != b"?" {
            self.extra(if color == Color::Black { b"B" } else { b"W" }, value);
        }
        Ok(())
    }

    /// The point of one token; `None` when it names none.
    pub(super) fn point(&mut self, shape: Shape<'_>, token: &[u8]) -> Result<Option<Point>, Retry> {
        match shape {
            Shape::Pair(x, y) => {
                if x.is_ascii_uppercase() || y.is_ascii_uppercase() {
                    self.once(
                        Code::UppercasePoint,
                        Span::of(token, self.slice),
                        "points are written with capital letters",
                    );
                }
                let (x, y) = (x.to_ascii_lowercase(), y.to_ascii_lowercase());
                if self.frame.exceeds(x, y)
                    && let Some(frame) = self.frame.larger()
                {
                    return Err(Retry(Plan { frame: Some(frame), ..self.plan }));
                }
                self.pairs = true;
                Ok(self.frame.pair(x, y))
            }
            Shape::Algebraic(text) => {
                let coords = self.letters(text);
                if shape.names_i()
                    && coords == Coords::SkipI
                    && self.options.coords.is_none()
                    && self.plan.coords.is_none()
                {
                    return Err(Retry(Plan { coords: Some(Coords::WithI), ..self.plan }));
                }
                Ok(Point::parse_bytes(text, coords))
            }
            Shape::Empty | Shape::Two(..) | Shape::Other => Ok(None),
        }
    }

    /// The letters of algebraic points, settled at the first of them.
    fn letters(&mut self, token: &[u8]) -> Coords {
        if let Some(coords) = self.play.coords {
            return coords;
        }
        let wide = self.record.size.is_none_or(|s| s.width() == 19);
        let centre = if wide && !self.play.stone { letters_by_centre(token) } else { None };
        let (coords, why) = match (self.options.coords, self.plan.coords, centre) {
            (Some(coords), ..) => (coords, "as asked for"),
            (_, Some(coords), _) => (coords, "since an i occurs"),
            _ if self.header.is_pentedb() => (Coords::SkipI, "as pente.org does"),
            (.., Some(coords)) => (coords, "by the first stone, on the centre"),
            _ => (Coords::WithI, "as is usual"),
        };
        let letters = if coords == Coords::WithI { "with i" } else { "without i" };
        let what = format!("points are written as letter and number; the columns are lettered {letters}, {why}");
        self.once(Code::AlgebraicPoint, Span::of(token, self.slice), what);
        self.play.coords = Some(coords);
        self.record.coords = coords;
        coords
    }

    /// A stone or a pass, of the colour that the file writes or of the one due.
    #[inline]
    fn ply(&mut self, written: Option<Color>, action: Action, span: Span) -> Step {
        if !self.play.started || !self.play.stone {
            self.first_ply(written, action)?;
            if self.stop {
                return Ok(());
            }
        }
        let due = self.branches.as_ref().map_or(self.play.due, |b| b.due());
        let color = written.map(|c| if self.play.flip { !c } else { c });
        let event = Event { action, by: None, color: if color == due { None } else { color } };
        self.event(event, span, color.or(due).map(|c| !c));
        Ok(())
    }

    /// Settles which colour is Black, and whose turn it is. In a game from the empty board whoever lays the first stone is Black.
    #[cold]
    fn first_ply(&mut self, written: Option<Color>, action: Action) -> Step {
        let stone = matches!(action, Action::Place(_));
        if stone && !self.header.own && self.plan.flip.is_none() {
            let flip = written == Some(Color::White)
                && self.record.setup.black.is_empty()
                && self.record.setup.white.is_empty();
            if flip && self.play.started {
                return Err(Retry(Plan { flip: Some(true), ..self.plan }));
            }
            self.play.flip = flip;
        }
        self.play.stone = stone;
        self.start();
        self.stop = self.options.headers_only;
        Ok(())
    }

    /// Settles whose turn it is at the beginning; later calls do nothing.
    pub(super) fn start(&mut self) {
        if std::mem::replace(&mut self.play.started, true) {
            return;
        }
        self.play.flip = self.play.flip || self.plan.flip == Some(true) || self.header.white_first;
        let setup = &mut self.record.setup;
        if self.play.flip {
            std::mem::swap(&mut setup.black, &mut setup.white);
            setup.to_move = setup.to_move.map(|c| !c);
        }
        self.play.due = setup.due();
        if let Some(branches) = &mut self.branches {
            branches.start(self.play.due);
        }
    }

    /// Adds an event; `due` is whose turn it is after it.
    #[inline]
    pub(super) fn event(&mut self, event: Event, span: Span, due: Option<Color>) {
        self.play.acted = true;
        self.even &= !self.node.event && !self.in_root;
        if let Some(branches) = &mut self.branches {
            branches.event(event, span, due);
        } else {
            self.play.due = due;
            self.record.push(event, span);
            // Notes that stand before the event in its node belong to it.
            if !self.node.event && !self.in_root && self.record.note_count() > self.node.notes {
                let at = self.record.events.len() as u32;
                self.record.move_notes(self.node.notes, |_| at);
            }
        }
        self.node.event = true;
    }

    /// An event that is no ply.
    pub(super) fn other_event(&mut self, event: Event, span: Span) {
        if self.options.headers_only {
            self.stop = true;
            return;
        }
        self.start();
        let due = self.branches.as_ref().map_or(self.play.due, |b| b.due());
        self.event(event, span, due);
    }

    /// Changes the event before.
    pub(super) fn change_event(&mut self, change: impl FnOnce(&mut Event)) -> bool {
        match &mut self.branches {
            Some(branches) => match branches.current_event() {
                Some((mut event, span)) => {
                    change(&mut event);
                    branches.change(event, span);
                    true
                }
                None => false,
            },
            None if self.node.event => self.record.events.iter_mut().next_back().map(change).is_some(),
            None => false,
        }
    }

    /// LB.
    pub(super) fn labels(&mut self, name: &[u8], values: Values<'a>) {
        let mut whole = true;
        for value in values.each(self.bytes) {
            let text = self.decode(value, name).into_owned();
            let label = text::compose(&text).and_then(|(at, label)| {
                let shape = Shape::of(at.as_bytes());
                let point = match shape {
                    Shape::Pair(x, y) => self.frame.pair(x.to_ascii_lowercase(), y.to_ascii_lowercase()),
                    Shape::Algebraic(t) => Point::parse_bytes(t, self.play.coords.unwrap_or_default()),
                    _ => None,
                };
                Some((point?, text::simple(text::unescape(label.into())).into_owned()))
            });
            match label {
                Some((point, label)) => {
                    self.pairs = true;
                    self.note(NoteKind::Label, &point.text(Coords::WithI).to_string(), &label);
                }
                None => whole = false,
            }
        }
        if !whole {
            self.malformed(values.raw, "a label is written as point, colon, text");
            self.extra(name, values.raw);
        }
    }

    /// QPR and QSLW: the stones of an opening in one value.
    pub(super) fn quest_opening(&mut self, values: Values<'a>) -> Step {
        self.dialect = Some(Dialect::Quest);
        for value in values.each(self.bytes) {
            for token in value.split(|&b| b == b',' || lex::is_blank(b)).filter(|t| !t.is_empty()) {
                let point = self.point(Shape::of(token), token)?;
                self.ply(None, Action::Place(point), Span::of(token, self.slice))?;
                if self.stop {
                    return Ok(());
                }
                let laid = self.branches.as_ref().map_or(self.play.due, |b| b.due()).map(|c| !c);
                if let (Some(point), Some(color)) = (point, laid)
                    && self.play.quest.len() < 16
                {
                    self.play.quest.push((color, point));
                }
            }
        }
        Ok(())
    }
}
