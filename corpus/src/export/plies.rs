//! The table `plies`: a row a stone or pass of the main line.

use std::fmt::Write as _;

use pentad_formats::{NodeId, NoteKind, Record};
use pentad_rules::{Action, Capture, Color, Event, Game, Point, PointText, Seat};

use super::is_foul;
use crate::Facts;
use crate::table::{Rows, table};

/// A stone or pass.
struct PlyRow<'a> {
    game: u64,
    ply: u32,
    event: usize,
    color: Color,
    seat: Option<Seat>,
    name: Option<PointText>,
    point: Option<Point>,
    pass: bool,
    judged: bool,
    taken: u32,
    lost: u32,
    fouls: Option<&'a str>,
    beside: Beside,
}

/// What notes say of an event.
#[derive(Clone, Copy, Debug, Default)]
struct Beside {
    time: Option<i64>,
    commented: bool,
}

table! {
    PLIES, "a row for each stone or pass of the main line, judged or not.", "plies", version 1, row: PlyRow;
    game: Serial = row.game, "the record: `game` of the table `games`";
    ply: Int = row.ply, "number of the stone or pass, from 1";
    event_number: Int = row.event, "the event of the record that it is, from 1";
    color: Text = row.color, "`black` or `white`, where Black laid the first stone: as stated, else whose turn it is";
    seat: Int or null = row.seat.map(Seat::number), "the seat that acts, 1 or 2: as stated, else the owner of the colour once no swap follows; empty where that is open";
    move: Text or null = row.text(), "the point in the record's letters, or `pass`; empty where the record's words name no point";
    x: Int or null = row.point.map(|p| p.column() + 1), "column from the left, from 1";
    y: Int or null = row.point.map(|p| p.row() + 1), "row from the bottom, from 1";
    pass: Flag = row.pass, "whether it is a pass";
    judged: Flag = row.judged, "whether it was judged and could be played; after the first error nothing is";
    taken: Int = row.taken, "stones of the other colour that it takes";
    lost: Int = row.lost, "stones of its own colour that it loses (poof)";
    fouls: Text or null = row.fouls, "fouls, joined by commas: `double-three`, `double-four`, `overline`";
    time_ms: Int or null = row.beside.time, "time that the player took, in milliseconds";
    commented: Flag = row.beside.commented, "whether the record has a comment on it";
}

impl PlyRow<'_> {
    fn text(&self) -> Option<&str> {
        if self.pass { Some("pass") } else { self.name.as_ref().map(PointText::as_str) }
    }
}

/// Makes rows of plies; keeps its memory from record to record.
#[derive(Debug, Default)]
pub(super) struct Plies {
    beside: Vec<Beside>,
    nodes: Vec<NodeId>,
    fouls: String,
}

impl Plies {
    /// Adds the plies of a judged record.
    pub(super) fn push(&mut self, game: u64, facts: &Facts<'_>, rows: &mut Rows<'_>) {
        let (record, verdict) = (facts.record, facts.verdict);
        self.read_notes(record);
        let mut turns = Turns::new(record, facts.judgement.game);
        let mut captures = verdict.captures.iter().peekable();
        let mut faults = verdict.faults.iter().filter(|fault| is_foul(fault)).peekable();
        let settled = settled(record);
        let mut ply = 0;
        for (index, event) in record.events.iter().enumerate().filter(|(_, event)| event.is_ply()) {
            ply += 1;
            let color = turns.next(event);
            let owner = verdict.black_seat.filter(|_| index >= settled);
            let (mut taken, mut lost) = (0, 0);
            while let Some(Capture { stones, poofed, .. }) = captures.next_if(|capture| capture.ply <= ply) {
                *(if *poofed { &mut lost } else { &mut taken }) += stones.len() as u32;
            }
            self.fouls.clear();
            while let Some(fault) = faults.next_if(|fault| fault.ply <= ply) {
                let comma = if self.fouls.is_empty() { "" } else { "," };
                let _ = write!(self.fouls, "{comma}{}", fault.code.name());
            }
            let row = PlyRow {
                game,
                ply,
                event: index + 1,
                color,
                seat: event.by.or(owner.map(|black| if color == Color::Black { black } else { !black })),
                name: event.point().map(|point| point.text(record.coords)),
                point: event.point(),
                pass: event.action == Action::Pass,
                judged: ply <= verdict.judged,
                taken,
                lost,
                fouls: Some(self.fouls.as_str()).filter(|fouls| !fouls.is_empty()),
                beside: self.beside.get(index).copied().unwrap_or_default(),
            };
            row.push(rows);
        }
    }

    /// Reads times and comments, by event. Of a record with a tree they belong to nodes.
    fn read_notes(&mut self, record: &Record) {
        self.beside.clear();
        if record.note_count() == 0 {
            return;
        }
        self.nodes.clear();
        if let Some(tree) = &record.tree {
            self.nodes.extend(tree.main_line().filter(|&id| tree.event(id).is_some()));
        }
        for note in record.notes() {
            let index = match &record.tree {
                // Ids of nodes grow along every line.
                Some(_) => self.nodes.binary_search(&note.at).ok(),
                None => note.at.checked_sub(1).map(|index| index as usize),
            };
            let Some(index) = index.filter(|&index| index < record.events.len()) else { continue };
            if self.beside.len() <= index {
                self.beside.resize(record.events.len(), Beside::default());
            }
            match note.kind {
                NoteKind::Comment => self.beside[index].commented = true,
                NoteKind::TimeMs => self.beside[index].time = note.value.parse().ok(),
                NoteKind::Label | NoteKind::Extra | NoteKind::Raw => {}
            }
        }
    }
}

/// The first event from which on nothing changes the owners of the colours.
fn settled(record: &Record) -> usize {
    let changes = |event: &Event| matches!(event.action, Action::Swap(_) | Action::Choice(_));
    record.events.iter().rposition(changes).map_or(0, |last| last + 1)
}

/// Whose turn it is, as far as a record goes: also after the first error, where nothing is judged.
struct Turns {
    due: Color,
    /// Stones left in this turn.
    left: u8,
    then: u8,
    painted: bool,
    last: Option<Color>,
}

impl Turns {
    fn new(record: &Record, game: &Game) -> Turns {
        let turns = game.rules.turns;
        let due = record.setup.due().unwrap_or(Color::Black);
        let left = if record.setup.is_empty_board() { turns.first } else { turns.then };
        Turns { due, left, then: turns.then, painted: record.painted, last: None }
    }

    /// The colour of the next stone or pass.
    fn next(&mut self, event: &Event) -> Color {
        let color = event.color.unwrap_or(match self.last {
            Some(last) if self.painted => !last,
            _ => self.due,
        });
        self.last = Some(color);
        self.left = if color == self.due && event.action != Action::Pass { self.left.saturating_sub(1) } else { 0 };
        self.due = if self.left == 0 { !color } else { color };
        self.left = if self.left == 0 { self.then } else { self.left };
        color
    }
}
