//! What a record states beside its moves, one thing at a time.

use std::fmt::Write as _;

use pentad_formats::{Field, NoteKind, Record, Score};
use pentad_rules::{Action, Color, Coords, Point, Size, Symmetry};

use super::hash;
use super::packed::{Taker, put, put_text};

/// What a [`Fact`] is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Topic {
    /// A field of the header.
    Field(FieldAt),
    Result,
    Reason,
    Official,
    Rated,
    /// The final colour of who laid the first stone.
    Opener,
    /// How many of the first moves are a given position.
    Given,
    Incomplete,
    /// Time by ply.
    Times,
    /// What was swapped, declared, offered and chosen.
    Procedure,
    /// Claims, resignation, time, agreement.
    Ending,
    /// Tokens of moves that could not be read.
    Illegible,
    Variations,
    Comments,
    Labels,
    /// What else is said of single moves.
    Marks,
    /// A private field of a program or site.
    Extra,
}

/// A [`Field`] by its place in [`Field::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct FieldAt(pub(super) u8);

impl FieldAt {
    pub(super) fn field(self) -> Option<Field> {
        Field::ALL.get(usize::from(self.0)).copied()
    }
}

const TOPICS: [(Topic, &str); 16] = [
    (Topic::Result, "result"),
    (Topic::Reason, "reason"),
    (Topic::Official, "official"),
    (Topic::Rated, "rated"),
    (Topic::Opener, "opener"),
    (Topic::Given, "prefix"),
    (Topic::Incomplete, "incomplete"),
    (Topic::Times, "times"),
    (Topic::Procedure, "procedure"),
    (Topic::Ending, "ending"),
    (Topic::Illegible, "illegible moves"),
    (Topic::Variations, "variations"),
    (Topic::Comments, "comments"),
    (Topic::Labels, "labels"),
    (Topic::Marks, "extras of moves"),
    (Topic::Extra, "extra"),
];

impl Topic {
    fn number(self) -> u64 {
        match self {
            Topic::Field(field) => u64::from(field.0),
            other => Field::ALL.len() as u64 + TOPICS.iter().position(|(t, _)| *t == other).unwrap_or(0) as u64,
        }
    }

    fn from_number(number: u64) -> Option<Topic> {
        let fields = Field::ALL.len() as u64;
        match number.checked_sub(fields) {
            None => Some(Topic::Field(FieldAt(number as u8))),
            Some(other) => TOPICS.get(other as usize).map(|(topic, _)| *topic),
        }
    }

    /// The name in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Topic::Field(field) => field.field().map_or("", Field::name),
            other => TOPICS.iter().find(|(t, _)| *t == other).map_or("", |(_, name)| name),
        }
    }
}

/// One thing that a record states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fact {
    pub(super) topic: Topic,
    /// Of an extra its name, else nothing.
    pub(super) key: String,
    /// As it is shown.
    pub(super) text: String,
    /// As it is compared, where that is something else: up to symmetry, or in short.
    pub(super) compared: String,
}

/// What a record states, as it is collected.
pub(super) struct Facts {
    size: Size,
    coords: Coords,
    list: Vec<Fact>,
    /// Nodes outside of the main line.
    pub(super) variations: u64,
    pub(super) comments: u64,
}

impl Facts {
    /// What a record states; `turns` are the symmetries that lead to the smallest form of its moves, `known` whether its rules are.
    pub(super) fn of(record: &Record, size: Size, known: bool, turns: &[Symmetry]) -> Facts {
        let coords = record.coords.letters();
        let mut facts = Facts { size, coords, list: Vec::new(), variations: 0, comments: 0 };
        facts.add_fields(record, known);
        facts.add_events(record, turns);
        facts.add_variations(record, turns);
        facts.add_notes(record);
        facts
    }

    /// How many fields of the header are filled in, the result among them.
    pub(super) fn filled(&self) -> u64 {
        self.list.iter().filter(|fact| fact.topic <= Topic::Opener).count() as u64
    }

    fn add(&mut self, topic: Topic, text: impl Into<String>) {
        let fact = Fact { topic, key: String::new(), text: text.into(), compared: String::new() };
        if !fact.text.is_empty() {
            self.list.push(fact);
        }
    }

    fn add_as(&mut self, topic: Topic, text: String, compared: String) {
        if !text.is_empty() {
            self.list.push(Fact { topic, key: String::new(), text, compared });
        }
    }

    fn add_fields(&mut self, record: &Record, known: bool) {
        for (at, &field) in Field::ALL.iter().enumerate() {
            // Which game it is belongs to the identity, however it is spelled.
            if field != Field::Rules || !known {
                self.add(Topic::Field(FieldAt(at as u8)), record.get(field).unwrap_or_default().trim());
            }
        }
        let result = record.stated_result().filter(|score| *score != Score::Unknown);
        self.add(Topic::Result, result.map_or("", Score::text));
        self.add(Topic::Reason, record.reason.map_or("", |reason| reason.name()));
        self.add(Topic::Official, record.official.map_or("", |official| official.name()));
        self.add(Topic::Rated, record.rated.map_or("", |rated| if rated { "yes" } else { "no" }));
        self.add(Topic::Opener, record.opener.map_or("", Color::name));
        self.add(Topic::Given, record.prefix.map_or_else(String::new, |plies| plies.to_string()));
        self.add(Topic::Incomplete, if record.incomplete { "yes" } else { "" });
    }

    fn add_events(&mut self, record: &Record, turns: &[Symmetry]) {
        let tells = record.tells_procedure || !record.events.is_bare();
        let (mut procedure, mut compared, mut ending) = (String::new(), String::new(), String::new());
        let mut ply = 0;
        for event in record.events.iter() {
            let step = match event.action {
                Action::Swap(true) => "swap".to_owned(),
                Action::Swap(false) => "no swap".to_owned(),
                Action::Declare(count) => format!("declares {count}"),
                Action::Choice(choice) => choice.map_or("an unknown choice", |choice| choice.name()).to_owned(),
                Action::Offer(_) => {
                    let points = record.events.offered(event.action);
                    let mut shown: Vec<Point> = points.iter().flatten().copied().collect();
                    shown.sort_unstable();
                    let pictures = |turn: &Symmetry| {
                        let mut points: Vec<Point> = shown.iter().map(|&p| turn.apply(p, self.size)).collect();
                        points.sort_unstable();
                        points
                    };
                    let least = turns.iter().map(pictures).min().unwrap_or_default();
                    let words = |points: &[Point]| {
                        let points: Vec<_> = points.iter().map(|p| p.text(self.coords).to_string()).collect();
                        format!("offers {}", points.join(" "))
                    };
                    let _ = write!(compared, "{ply} {} {}; ", points.len(), words(&least));
                    let _ = write!(procedure, "{}after {ply}: {}", separator(&procedure), words(&shown));
                    continue;
                }
                Action::Claim(_) | Action::Resign | Action::Time | Action::Draw => {
                    let what = match event.action {
                        Action::Claim(claim) => claim.name(),
                        Action::Resign => "resigns",
                        Action::Time => "oversteps the time",
                        _ => "draw",
                    };
                    let who = event.by.map_or_else(String::new, |seat| format!(" (player {})", seat.number()));
                    let _ = write!(ending, "{}after {ply}: {what}{who}", separator(&ending));
                    continue;
                }
                _ => {
                    ply += u32::from(event.is_ply());
                    continue;
                }
            };
            let _ = write!(compared, "{ply} {step}; ");
            let _ = write!(procedure, "{}after {ply}: {step}", separator(&procedure));
        }
        if tells {
            if procedure.is_empty() {
                procedure.push_str("no swap, no offer");
            }
            compared.push('.');
            self.add_as(Topic::Procedure, procedure, compared);
        }
        self.add(Topic::Ending, ending);
    }

    fn add_variations(&mut self, record: &Record, turns: &[Symmetry]) {
        let Some(tree) = record.tree.as_ref().filter(|tree| !tree.is_chain()) else { return };
        self.variations = tree.len().saturating_sub(tree.main_line().count()) as u64;
        let in_turn = |turn: &Symmetry| {
            tree.walk().fold(0, |hash, visit| {
                let event = tree.event(visit.id);
                let point = event.and_then(|e| e.point()).map(|p| turn.apply(p, self.size).index() as u64 + 8);
                let other = event.map_or(0, |e| if e.action == Action::Pass { 1 } else { 2 });
                hash::then(hash, (visit.depth as u64) << 16 | point.unwrap_or(other))
            })
        };
        // Where the main line is its own image, any of its orientations may be that of the variations.
        let turns = if tree.len() > 10_000 { &turns[..turns.len().min(1)] } else { turns };
        let least = turns.iter().map(in_turn).min().unwrap_or(0);
        self.add_as(Topic::Variations, format!("{} nodes", self.variations), format!("{least:x}"));
    }

    fn add_notes(&mut self, record: &Record) {
        let mut times = Vec::new();
        // Of comments, labels and marks: how many there are, and a hash.
        let mut counted = [(0u64, 0u64); 3];
        let mut illegible = String::new();
        let mut extras = Vec::new();
        for note in record.notes() {
            let kind = match note.kind {
                NoteKind::Comment => 0,
                NoteKind::Label => 1,
                NoteKind::TimeMs => {
                    times.push((note.at, note.value.to_owned()));
                    continue;
                }
                NoteKind::Extra if note.at == 0 => {
                    extras.push((note.key.to_owned(), note.value.to_owned()));
                    continue;
                }
                NoteKind::Extra if note.key == "token" => {
                    let _ = write!(illegible, "{}{}", separator(&illegible), note.value);
                    continue;
                }
                NoteKind::Extra | NoteKind::Raw => 2,
            };
            let (count, sum) = &mut counted[kind];
            *count += 1;
            *sum = hash::then(*sum, hash::bytes(3, note.value.as_bytes()));
        }
        self.comments = counted[0].0;
        self.add_times(record, &times);
        self.add(Topic::Illegible, illegible);
        for (topic, (count, sum)) in [Topic::Comments, Topic::Labels, Topic::Marks].into_iter().zip(counted) {
            if count > 0 {
                self.add_as(topic, count.to_string(), format!("{sum:x}"));
            }
        }
        extras.sort();
        for (key, text) in extras {
            self.list.push(Fact { topic: Topic::Extra, key, text, compared: String::new() });
        }
    }

    /// Times by ply, as `1:456 2:4500`.
    fn add_times(&mut self, record: &Record, times: &[(u32, String)]) {
        if times.is_empty() {
            return;
        }
        let mut ply = 0;
        let mut count = |is_ply: bool| {
            ply += u32::from(is_ply);
            if is_ply { ply } else { 0 }
        };
        let plies: Vec<(u32, u32)> = match &record.tree {
            Some(tree) => tree.main_line().map(|id| (id, count(tree.event(id).is_some_and(|e| e.is_ply())))).collect(),
            None => (1..).zip(record.events.iter()).map(|(at, event)| (at, count(event.is_ply()))).collect(),
        };
        let mut text = String::new();
        for (at, time) in times {
            let ply = plies.binary_search_by_key(at, |(at, _)| *at).ok().map(|found| plies[found].1);
            if let Some(ply) = ply.filter(|&ply| ply > 0) {
                let _ = write!(text, "{ply}:{time} ");
            }
        }
        self.add(Topic::Times, text);
    }

    /// All of it as bytes.
    pub(super) fn pack(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put(&mut out, self.list.len() as u64);
        for fact in &self.list {
            put(&mut out, fact.topic.number());
            if fact.topic == Topic::Extra {
                put_text(&mut out, &fact.key);
            }
            put_text(&mut out, &fact.text);
            put_text(&mut out, &fact.compared);
        }
        out
    }
}

fn separator(text: &str) -> &'static str {
    if text.is_empty() { "" } else { ", " }
}

/// What was packed.
pub(super) fn unpack(packed: &[u8]) -> Vec<Fact> {
    let mut taker = Taker(packed);
    let count = taker.number();
    let mut facts = Vec::new();
    for _ in 0..count {
        let Some(topic) = Topic::from_number(taker.number()) else { break };
        let key = if topic == Topic::Extra { taker.text() } else { String::new() };
        facts.push(Fact { topic, key, text: taker.text(), compared: taker.text() });
    }
    facts
}
