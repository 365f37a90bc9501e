//! Arbitrary records for the laws of the formats.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "a module of several test programs, each of which uses the part it needs"
)]

use pentad_formats::{Field, Names, NoteKind, Official, Paint, Reason, Record, Score, Span, Tree};
use pentad_rules::{Action, Choice, Claim, Color, Coords, Event, Point, Seat, Size};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

/// Any record that a reader could make: every field, event and note, trees included.
pub fn any_record() -> impl Strategy<Value = Record> {
    let events = prop_oneof![1 => vec(stone(), 0..30), 2 => vec(event(), 0..30)];
    let base = (header(), setup(), events, vec(field(), 0..12));
    (
        base,
        vec(note(), 0..12),
        of((prop::option::weighted(0.2, event()), vec((any::<prop::sample::Index>(), of(event())), 0..20))),
    )
        .prop_map(|((mut record, setup, events, fields), notes, nodes)| {
            record.setup = setup;
            for event in events {
                event.push(&mut record);
            }
            for (field, text) in fields {
                record.set(field, &text, Span::default());
            }
            for (at, kind, key, value) in notes {
                record.note(at, kind, &key, &value);
            }
            if let Some((root, nodes)) = nodes {
                record.tree = Some(tree(&mut record, root, nodes));
            }
            record
        })
}

/// A record of stones and passes of the colours due, on the board, with the given header fields and texts that any format can hold.
pub fn plain_record(size: Size, fields: &'static [Field]) -> impl Strategy<Value = Record> {
    let texts = vec(of("[A-Za-z][A-Za-z0-9 .-]{0,14}[a-z]"), fields.len());
    let points = vec((0..size.width(), 0..size.height()), 0..80);
    let result = select(vec![Score::Black, Score::White, Score::Draw, Score::Unknown]);
    (texts, points, result).prop_map(move |(texts, points, result)| {
        let mut record = Record::new();
        record.size = Some(size);
        record.result = Some(result);
        for (&field, text) in fields.iter().zip(&texts) {
            if let Some(text) = text {
                record.set(field, text, Span::default());
            }
        }
        for (column, row) in points {
            record.push(Event::place(Point::new(column, row).unwrap()), Span::default());
        }
        record
    })
}

/// Any point of any board.
pub fn point() -> impl Strategy<Value = Point> {
    (0..26u8, 0..26u8).prop_map(|(c, r)| Point::new(c, r).unwrap())
}

/// Any text, with a liking for characters that formats give a meaning to.
pub fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[ -~]{0,12}",
        2 => r#"["'\\/\[\](){};:=,.<>&*?#%\r\n\t -]{0,8}"#,
        1 => any::<String>(),
        1 => "[0-9]{1,4}",
        1 => Just(String::new()),
    ]
}

/// An event before it has a place in a record.
#[derive(Clone, Debug)]
pub enum Step {
    Plain(Event),
    Offer(Vec<Option<Point>>, Option<Seat>, Option<Color>),
}

impl Step {
    fn push(self, record: &mut Record) {
        match self {
            Step::Plain(event) => record.push(event, Span::default()),
            Step::Offer(points, by, color) => {
                record.push_offer(points, by, Span::default());
                record.events.iter_mut().next_back().unwrap().color = color;
            }
        }
    }
}

/// Any event.
pub fn event() -> impl Strategy<Value = Step> {
    let claims = vec![Claim::Five, Claim::DoubleThree, Claim::DoubleFour, Claim::Overline];
    let choices = vec![Choice::White, Choice::Black, Choice::PlaceTwo];
    let action = prop_oneof![
        6 => point().prop_map(|p| Action::Place(Some(p))),
        1 => Just(Action::Place(None)),
        1 => Just(Action::Pass),
        1 => any::<bool>().prop_map(Action::Swap),
        1 => any::<u32>().prop_map(Action::Declare),
        1 => of(point()).prop_map(Action::Choose),
        1 => of(select(choices)).prop_map(Action::Choice),
        1 => select(claims).prop_map(Action::Claim),
        1 => select(vec![Action::Resign, Action::Time, Action::Draw]),
        1 => point().prop_map(Action::Edit),
    ];
    let plain = (action, seat(), color()).prop_map(|(action, by, color)| Step::Plain(Event { action, by, color }));
    let offer =
        (vec(of(point()), 0..4), seat(), color()).prop_map(|(points, by, color)| Step::Offer(points, by, color));
    prop_oneof![4 => stone(), 4 => plain, 1 => offer]
}

fn stone() -> impl Strategy<Value = Step> {
    point().prop_map(|p| Step::Plain(Event::place(p)))
}

fn seat() -> impl Strategy<Value = Option<Seat>> {
    of(select(vec![Seat::First, Seat::Second]))
}

fn color() -> impl Strategy<Value = Option<Color>> {
    of(select(vec![Color::Black, Color::White]))
}

fn score() -> impl Strategy<Value = Option<Score>> {
    of(select(vec![Score::Black, Score::White, Score::Draw, Score::Unknown]))
}

fn header() -> impl Strategy<Value = Record> {
    let board = (of((5..27u8, 5..27u8)), select(vec![Coords::WithI, Coords::SkipI]), of(any::<u32>()));
    let names = select(vec![Names::ByColor, Names::BySeat, Names::Unknown]);
    let paint = select(vec![Paint::BlackFirst, Paint::WhiteFirst]);
    let people = (of(any::<bool>()), names, color(), paint, any::<bool>(), any::<[bool; 2]>());
    let end = (score(), score(), of(select(Reason::ALL.to_vec())), of(select(Official::ALL.to_vec())));
    (board, people, end).prop_map(|((size, coords, prefix), people, (result, other, reason, official))| {
        let mut record = Record::new();
        record.size = size.and_then(|(w, h)| Size::new(w, h));
        (record.coords, record.prefix) = (coords, prefix);
        (
            record.rated,
            record.names,
            record.opener,
            record.paint,
            record.incomplete,
            [record.self_ending, record.tells_procedure],
        ) = people;
        (record.result, record.reason, record.official) = (result, reason, official);
        record.other_result = other.map(|score| (score, Span::default()));
        record
    })
}

fn setup() -> impl Strategy<Value = pentad_formats::Setup> {
    let stones = || vec(point(), 0..4);
    let some = (stones(), stones(), color(), any::<[u16; 2]>());
    prop_oneof![
        2 => Just(Default::default()),
        1 => some.prop_map(|(black, white, to_move, captured)| {
            pentad_formats::Setup { black, white, to_move, captured }
        }),
    ]
}

fn field() -> impl Strategy<Value = (Field, String)> {
    (select(Field::ALL.to_vec()), text())
}

fn note() -> impl Strategy<Value = (u32, NoteKind, String, String)> {
    let kinds = vec![NoteKind::Comment, NoteKind::Label, NoteKind::TimeMs, NoteKind::Extra, NoteKind::Raw];
    let at = prop_oneof![3 => Just(0), 6 => 0..12u32, 1 => any::<u32>()];
    let key = prop_oneof![3 => Just(String::new()), 1 => "[eE][0-9]", 2 => text()];
    let value = prop_oneof![3 => text(), 1 => "[0-9]{1,5}(\\.[0-9]{1,2})?"];
    (at, select(kinds), key, value)
}

fn tree(record: &mut Record, root: Option<Step>, nodes: Vec<(prop::sample::Index, Option<Step>)>) -> Tree {
    let mut kept = |step: Step| match step {
        Step::Plain(event) => event,
        Step::Offer(points, by, color) => Event { action: record.events.keep_offer(points), by, color },
    };
    let mut list = vec![(0, root.map(&mut kept), Span::default())];
    for (parent, step) in nodes {
        list.push((parent.index(list.len()) as u32, step.map(&mut kept), Span::default()));
    }
    Tree::from_parents(&list).0
}
