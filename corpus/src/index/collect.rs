//! From records to rows and the positions that they come to.

use pentad_formats::{ReadOptions, Record};
use pentad_rules::{Action, Color, Coords, Event, Events, Game, Size};

use super::meta::Kind;
use super::reach::{LATER, PLAYED, Reach, SEEN};
use super::row::{Ply, Results, Row, SET_UP, UNREADABLE};
use crate::course::{Course, Standing, bare_case};
use crate::judge::case;
use crate::statistics::result;
use crate::{Batch, Judge, JudgeOptions, RecordReader};

/// What a batch holds for the index.
#[derive(Debug, Default)]
pub struct IndexPart {
    /// Which of the files that are read.
    pub(super) file: usize,
    /// Number of the input in the run, and its name.
    pub(super) input: (u64, String),
    pub(super) kinds: Vec<Kind>,
    pub(super) rows: Vec<Row>,
    /// Which row comes to which position.
    pub(super) reaches: Vec<(u32, Reach)>,
    /// Whether something is wrong with the input as a whole; told at its end.
    pub(super) ended: Option<bool>,
}

/// Reads and judges batches for an index. Keeps its memory from batch to batch.
#[derive(Debug)]
pub struct Collector {
    reader: RecordReader,
    judge: Judge,
    course: Course,
    depth: u8,
    found: Vec<Reach>,
}

impl Collector {
    pub(super) fn new(options: ReadOptions, depth: u8) -> Collector {
        let (judge, course) = (Judge::new(), Course::new());
        Collector { reader: RecordReader::new(options), judge, course, depth, found: Vec::new() }
    }

    /// Reads and judges a batch.
    pub fn collect(&mut self, batch: &Batch, judging: &JudgeOptions) -> IndexPart {
        let input = (batch.input.number, batch.input.name().to_owned());
        let mut part = IndexPart { file: batch.input.origin.picked, input, ..IndexPart::default() };
        let format = batch.input.format.map_or("", |f| f.info().id);
        for slice in batch.records() {
            let record = self.reader.read(batch, &slice);
            if !record.readable {
                part.rows.push(Row { flags: UNREADABLE, ..Row::default() });
                continue;
            }
            let judgement = self.judge.judge(record, format, judging);
            let verdict = self.judge.verdict();
            let (game, size, set_up) = (judgement.game, judgement.size, !record.setup.is_empty());
            let skip_i = record.coords.letters() == Coords::SkipI;
            let row = Row {
                kind: kind(&mut part.kinds, size, skip_i, set_up, game),
                flags: if set_up { SET_UP } else { 0 },
                results: Results::new(|by| result(record, verdict, by)),
                plies: verdict.judged,
                line: Vec::new(),
            };
            let mut walk = Walk { course: &mut self.course, depth: self.depth, found: &mut self.found, line: row.line };
            walk.go(record, game, size, row.plies);
            let (number, line) = (part.rows.len() as u32, walk.line);
            part.reaches.extend(self.found.drain(..).map(|reach| (number, reach)));
            part.rows.push(Row { line, ..row });
        }
        part.ended = batch.end.as_ref().map(|end| end.outcome.is_some());
        part
    }
}

fn kind(kinds: &mut Vec<Kind>, size: Size, skip_i: bool, set_up: bool, game: &Game) -> u16 {
    let same = |k: &Kind| k.size == size && k.skip_i == skip_i && k.set_up == set_up && k.game == game.id;
    let at = kinds.iter().position(same).unwrap_or_else(|| {
        kinds.push(Kind { size, skip_i, game: game.id.to_string(), set_up });
        kinds.len() - 1
    });
    // There are fewer boards times games than this.
    at as u16
}

/// The way through one record.
struct Walk<'a> {
    course: &'a mut Course,
    depth: u8,
    found: &'a mut Vec<Reach>,
    line: Vec<Ply>,
}

impl Walk<'_> {
    fn go(&mut self, record: &Record, game: &Game, size: Size, judged: u32) {
        // Where nothing but stones, passes and words on the opening was done, both ways are the same.
        let on_the_board =
            |e: &Event| !matches!(e.action, Action::Edit(_) | Action::Resign | Action::Time | Action::Draw);
        let plain = record.setup.is_empty() && !record.painted && record.events.iter().all(on_the_board);
        if record.setup.is_empty() {
            self.play(record, game, size, judged, if plain { PLAYED | SEEN } else { PLAYED });
        }
        if !plain {
            self.see(record, game, size, judged);
        }
        // A position may come about again, or by both ways.
        self.found.sort_unstable_by_key(|r| (r.key, r.ply, r.due() == Color::White, r.captured));
        self.found.dedup_by(|later, first| {
            let same = (later.key, later.ply, later.due(), later.captured)
                == (first.key, first.ply, first.due(), first.captured);
            if same {
                *first = first.also(later.walks());
            }
            same
        });
    }

    /// The stones and passes from the empty board, as `tree` plays them.
    fn play(&mut self, record: &Record, game: &Game, size: Size, judged: u32, walks: u8) {
        let none = Events::new();
        let case = bare_case(game, size, &none);
        self.course.start(&case);
        let plies = record.events.iter().filter(|e| e.is_ply()).take(judged as usize);
        for (number, event) in (1u32..).zip(plies) {
            let due = self.course.position().due();
            if !self.course.play(&case, &Event { by: None, ..*event }) {
                return;
            }
            let stones = self.course.position().board().stones();
            if number <= u32::from(self.depth) {
                self.line.push(Ply::new(event.point(), event.color.filter(|color| *color != due)));
                self.reach(number, walks);
            } else if walks & SEEN == 0 {
                return;
            } else if stones <= u32::from(self.depth) {
                self.reach(number, SEEN);
            } else if game.rules.captures.is_none() {
                return;
            }
        }
    }

    /// The boards of the game as it was, as `find` looks for them.
    fn see(&mut self, record: &Record, game: &Game, size: Size, judged: u32) {
        let case = case(record, game, None, size, record.setup.due());
        self.course.start(&case);
        self.look();
        for event in record.events.iter() {
            let over = event.is_ply() && self.course.position().ply() >= judged;
            if over || !self.course.play(&case, event) {
                return;
            }
            self.look();
        }
    }

    fn look(&mut self) {
        let position = self.course.position();
        if (1..=u32::from(self.depth)).contains(&position.board().stones()) {
            self.reach(position.ply(), SEEN);
        }
    }

    fn reach(&mut self, ply: u32, walks: u8) {
        let Standing { folded, due, captured, .. } = self.course.standing();
        let ply = if ply <= u32::from(self.depth) { ply as u8 } else { LATER };
        self.found.push(Reach::new(folded.to_bytes(), ply, due, walks, captured));
    }
}
