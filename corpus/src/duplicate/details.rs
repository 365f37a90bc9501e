//! What is known of a record that may be a duplicate.

use std::fmt::Write as _;
use std::sync::Arc;

use pentad_formats::{Field, Names, NoteKind, Record, Score};
use pentad_rules::{Action, Color, Coords, Point, Size, Symmetry};

use super::hash;
use super::identity::identity;
use super::moves::Moves;
use super::packed::{Taker, put, put_text};
use crate::Judgement;

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

/// A record that may be a duplicate: its moves, and what it states of the game.
#[derive(Clone, Debug)]
pub struct Details {
    /// Its number in the run, from 0.
    pub number: u64,
    /// Stones and passes.
    pub plies: u32,
    /// The letters that it writes points with.
    pub coords: Coords,
    pub(super) size: Size,
    pub(super) names: Names,
    pub(super) identity: Arc<str>,
    /// A hash of its bytes.
    pub(super) bytes: u128,
    /// A hash of its moves as written.
    pub(super) written: u128,
    /// Its moves in their smallest orientation.
    pub(super) moves: Arc<[u16]>,
    pub(super) set_up: usize,
    pub(super) orientations: u8,
    /// Whether no warning and no error was found in it, where that was asked.
    pub(super) sound: bool,
    /// Nodes outside of the main line.
    pub(super) variations: u64,
    pub(super) comments: u64,
    /// Fields of the header that are filled in, the result among them.
    pub(super) filled: u64,
    /// What it states, packed: there may be many records of one game.
    facts: Arc<[u8]>,
}

impl Details {
    /// The text of a field of the header.
    pub fn get(&self, field: Field) -> Option<String> {
        let at = Field::ALL.iter().position(|f| *f == field)? as u8;
        self.text(Topic::Field(FieldAt(at)))
    }

    /// The stated result, where it is known.
    pub fn result(&self) -> Option<String> {
        self.text(Topic::Result)
    }

    fn text(&self, topic: Topic) -> Option<String> {
        self.facts().into_iter().find(|fact| fact.topic == topic).map(|fact| fact.text)
    }

    /// Whether it states, beside its moves, what another one states.
    pub(super) fn states_the_same(&self, other: &Details) -> bool {
        self.names == other.names && self.facts == other.facts
    }

    /// What it states.
    pub(super) fn facts(&self) -> Vec<Fact> {
        let mut taker = Taker(&self.facts);
        let count = taker.number();
        let mut facts = Vec::new();
        for _ in 0..count {
            let Some(topic) = Topic::from_number(taker.number()) else { break };
            let key = if topic == Topic::Extra { taker.text() } else { String::new() };
            facts.push(Fact { topic, key, text: taker.text(), compared: taker.text() });
        }
        facts
    }

    /// Takes in a record. Its number is to be set by whoever counts.
    pub(super) fn of(record: &Record, bytes: &[u8], moves: &Moves, judgement: &Judgement, sound: bool) -> Details {
        let size = judgement.size;
        let mut name = String::new();
        identity(record, judgement, &mut name);
        let written: Vec<u8> = moves.written.iter().flat_map(|n| n.to_be_bytes()).collect();
        let mut facts = Facts { size, coords: record.coords.letters(), list: Vec::new(), variations: 0, comments: 0 };
        facts.add_fields(record, judgement.game.rules.known);
        let turns: Vec<Symmetry> = turns(size, moves.orientations);
        facts.add_events(record, &turns);
        facts.add_variations(record, &turns);
        facts.add_notes(record);
        Details {
            number: 0,
            plies: moves.plies,
            coords: facts.coords,
            size,
            names: record.names,
            identity: name.into(),
            bytes: hash::wide(bytes.trim_ascii()),
            written: hash::wide(&written),
            moves: moves.smallest.as_slice().into(),
            set_up: moves.set_up,
            orientations: moves.orientations,
            sound,
            variations: facts.variations,
            comments: facts.comments,
            filled: facts.list.iter().filter(|fact| fact.topic <= Topic::Opener).count() as u64,
            facts: facts.pack().into(),
        }
    }
    /// Appends it to a row.
    pub(super) fn pack(&self, out: &mut Vec<u8>) {
        put(out, u64::from(self.plies));
        let coords = match self.coords {
            Coords::WithI | Coords::Centre(_) => 0,
            Coords::SkipI => 1,
        };
        let names = [Names::ByColor, Names::BySeat, Names::Unknown].iter().position(|n| *n == self.names);
        out.extend([coords, names.unwrap_or(0) as u8, self.size.width(), self.size.height()]);
        out.extend([self.orientations, u8::from(self.sound)]);
        put_text(out, &self.identity);
        out.extend_from_slice(&self.bytes.to_le_bytes());
        out.extend_from_slice(&self.written.to_le_bytes());
        put(out, self.set_up as u64);
        put(out, self.moves.len() as u64);
        out.extend(self.moves.iter().flat_map(|n| n.to_le_bytes()));
        put(out, self.variations);
        put(out, self.comments);
        put(out, self.filled);
        out.extend_from_slice(&self.facts);
    }

    /// Reads it back.
    pub(super) fn unpack(number: u64, packed: &[u8]) -> Details {
        let mut taker = Taker(packed);
        let plies = taker.number() as u32;
        let head = taker.bytes(6);
        let at = |n: usize| head.get(n).copied().unwrap_or(0);
        let wide = |bytes: &[u8]| bytes.try_into().map_or(0, u128::from_le_bytes);
        let identity = taker.text();
        let (bytes, written) = (wide(taker.bytes(16)), wide(taker.bytes(16)));
        let set_up = taker.number() as usize;
        let len = taker.number() as usize;
        let moves = taker.bytes(2 * len).chunks_exact(2).map(|n| u16::from_le_bytes([n[0], n[1]])).collect();
        let (variations, comments, filled) = (taker.number(), taker.number(), taker.number());
        Details {
            number,
            plies,
            coords: if at(0) == 0 { Coords::WithI } else { Coords::SkipI },
            size: Size::new(at(2), at(3)).unwrap_or(Size::RENJU),
            names: [Names::ByColor, Names::BySeat, Names::Unknown][usize::from(at(1)).min(2)],
            identity: identity.into(),
            bytes,
            written,
            moves,
            set_up,
            orientations: at(4),
            sound: at(5) != 0,
            variations,
            comments,
            filled,
            facts: taker.0.into(),
        }
    }

    /// The same record under another number.
    pub(super) fn numbered(self, number: u64) -> Details {
        Details { number, ..self }
    }

    /// A hash of all that it says.
    pub(super) fn content(&self) -> u128 {
        let mut all = Vec::new();
        put_text(&mut all, &self.identity);
        all.extend_from_slice(&self.written.to_le_bytes());
        all.extend_from_slice(&self.facts);
        hash::wide(&all)
    }
}

/// What a record states, as it is collected.
struct Facts {
    size: Size,
    coords: Coords,
    list: Vec<Fact>,
    variations: u64,
    comments: u64,
}

impl Facts {
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

    fn pack(&self) -> Vec<u8> {
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

/// The symmetries of a mask.
fn turns(size: Size, mask: u8) -> Vec<Symmetry> {
    let all = Symmetry::of(size).iter().enumerate();
    all.filter(|(at, _)| mask >> at & 1 != 0).map(|(_, &symmetry)| symmetry).collect()
}
