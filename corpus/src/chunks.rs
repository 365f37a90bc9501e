//! One big file in chunks that all threads work on.
//!
//! A chunk owns the records whose slices begin in it: where the record before ended. A thread reads its chunk and *guesses* where the
//! first of them begins, and cuts from there on; then, in the order of the chunks, the guess is held against the true end of the chunk
//! before. Where it is not the same, the chunk is cut again from the true end up to the guess, or as a whole. So the records, their
//! numbers and places are those of one pass over the file, whatever was guessed. Only this comparison happens in turn.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use pentad_formats::{Format, Framer, Guess};
use pentad_rules::Code;

use crate::cutter::{Cutter, SHRINK};
use crate::halt::Halt;
use crate::place::Place;
use crate::reading::Reading;
use crate::source::Plain;
use crate::{Batch, Input, Limits};

/// How many bytes before a chunk are looked back at for a guess.
const BACK: usize = 16 << 10;

/// In how many bytes of a chunk a guess is looked for at first.
const AHEAD: usize = 16 << 10;

/// A chunk is given up when the record across its end, as far as a guess can tell, goes on for this many chunks: then only its turn
/// shows what is true.
const BEYOND: u64 = 4;

/// How many batches a thread keeps for the next chunk.
const SPARE: usize = 3;

/// A file on its way into chunks.
pub(crate) struct Chunks {
    input: Arc<Input>,
    format: &'static dyn Format,
    plain: Arc<Plain>,
    guess: Guess,
    limits: Limits,
    /// Where the first chunk begins, the size of each, and their number.
    start: u64,
    size: u64,
    count: u64,
    line: Mutex<Line>,
    moved: Condvar,
}

/// How far the chunks have come.
struct Line {
    /// The next chunk to be handed out, and how many have been.
    next: u64,
    handed: u64,
    /// Whose turn it is.
    turn: u64,
    front: Front,
}

/// What is true up to a place at which a record ended.
#[derive(Clone, Copy)]
struct Front {
    place: Place,
    records: u64,
    /// The number of the next batch in the run.
    sequence: u64,
    /// Whether the file has come to its end.
    ended: bool,
}

/// A chunk that one thread has taken.
pub(crate) struct Chunk {
    turn: u64,
    from: u64,
    until: u64,
}

/// The batches of a chunk, and what a thread uses again for each chunk.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The batches of the chunk, numbered.
    pub(crate) batches: Vec<Batch>,
    spare: Vec<Batch>,
    window: Vec<u8>,
}

/// A chunk as cut from a guess: records and lines are counted from there.
struct Speculation {
    from: u64,
    batches: Vec<Batch>,
    end: Front,
}

/// The run is to stop.
struct Halted;

impl Chunks {
    /// Chunks of a file from a place on, or nothing where it is too small or the framer cannot guess.
    pub(crate) fn new(
        input: &Arc<Input>,
        format: &'static dyn Format,
        framer: &dyn Framer,
        plain: Plain,
        place: Place,
        limits: &Limits,
    ) -> Option<Chunks> {
        let guess = framer.guess().filter(|_| plain.size > limits.chunk_from && format.info().many)?;
        let size = limits.chunk.max(1) as u64;
        Some(Chunks {
            input: Arc::clone(input),
            format,
            guess,
            limits: *limits,
            start: place.offset,
            size,
            count: plain.size.saturating_sub(place.offset).div_ceil(size).max(1),
            plain: Arc::new(plain),
            line: Mutex::new(Line {
                next: 0,
                handed: 0,
                turn: 0,
                front: Front { place, records: 0, sequence: 0, ended: false },
            }),
            moved: Condvar::new(),
        })
    }

    /// The number that the first batch is to have in the run.
    pub(crate) fn number_from(&mut self, sequence: u64) {
        self.line.get_mut().unwrap_or_else(PoisonError::into_inner).front.sequence = sequence;
    }

    fn lock(&self) -> MutexGuard<'_, Line> {
        // Nothing that is done with the lock held can panic.
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next chunk that can hold a record's start.
    pub(crate) fn take(&self) -> Option<Chunk> {
        let mut line = self.lock();
        let owner = (line.front.place.offset - self.start) / self.size;
        let k = line.next.max(owner.min(self.count - 1));
        if line.front.ended || k >= self.count {
            return None;
        }
        let from = self.start + k * self.size;
        // The file may have grown: whatever follows belongs to the last chunk.
        let until = if k + 1 == self.count { u64::MAX } else { from + self.size };
        let turn = line.handed;
        line.next = k + 1;
        line.handed += 1;
        Some(Chunk { turn, from, until })
    }

    /// Waits until all chunks have had their turns; the number of the next batch in the run. `None` when the run is to stop.
    pub(crate) fn settle(&self, halt: &Halt<'_>) -> Option<u64> {
        let handed = self.lock().handed;
        self.wait(handed, halt).ok().map(|front| front.sequence)
    }

    fn wait(&self, turn: u64, halt: &Halt<'_>) -> Result<Front, Halted> {
        let mut line = self.lock();
        while line.turn < turn && !halt.is_set() {
            line = self.moved.wait(line).unwrap_or_else(PoisonError::into_inner);
        }
        if halt.is_set() { Err(Halted) } else { Ok(line.front) }
    }

    /// Cuts a chunk into `scratch.batches`. False when the run is to stop.
    pub(crate) fn cut(&self, chunk: &Chunk, scratch: &mut Scratch, halt: &Halt<'_>) -> bool {
        // Whoever waits here waits for a thread that is in this function.
        let _alarm = Alarm { chunks: self, halt };
        scratch.reuse();
        let speculation = self.speculate(chunk, scratch, halt);
        let front = self.wait(chunk.turn, halt).and_then(|front| self.verify(chunk, speculation, front, scratch, halt));
        let Ok(mut front) = front else { return false };
        for batch in &mut scratch.batches {
            batch.sequence = front.sequence;
            front.sequence += 1;
        }
        self.plain.consume(front.place.offset);
        let mut line = self.lock();
        line.turn += 1;
        line.front = front;
        drop(line);
        self.moved.notify_all();
        true
    }

    /// Cuts the chunk from a guess on.
    fn speculate(&self, chunk: &Chunk, scratch: &mut Scratch, halt: &Halt<'_>) -> Option<Speculation> {
        let place = self.guess(chunk, &mut scratch.window)?;
        let front = Front { place, records: 0, sequence: 0, ended: false };
        let mut cutter = self.cutter(&front, chunk.until);
        cutter.limit = chunk.until.saturating_add(BEYOND.saturating_mul(self.size));
        let mut batches = Vec::new();
        let end = self.run(&mut cutter, &mut batches, &mut scratch.spare, halt);
        match end {
            Some(end) => Some(Speculation { from: place.offset, batches, end }),
            None => {
                scratch.spare.append(&mut batches);
                None
            }
        }
    }

    /// Where the first record of the chunk seems to begin.
    fn guess(&self, chunk: &Chunk, window: &mut Vec<u8>) -> Option<Place> {
        let back = usize::try_from(chunk.from).map_or(BACK, |from| from.min(BACK));
        let mut reading = Reading::new(self.plain.stream(chunk.from - back as u64));
        window.clear();
        let most = usize::try_from((chunk.until - chunk.from).min(self.size)).unwrap_or(usize::MAX);
        let mut ahead = AHEAD;
        loop {
            let target = back + ahead.min(most);
            reading.read_to(window, target);
            let at = if chunk.turn == 0 { Some(back) } else { (self.guess)(window, back) };
            if let Some(at) = at.filter(|&at| back <= at && at <= window.len()) {
                let offset = chunk.from + (at - back) as u64;
                let open_return = at > 0 && window[at - 1] == b'\r';
                return Some(Place::relative(offset, open_return)).filter(|place| place.offset < chunk.until);
            }
            if window.len() < target || ahead >= most {
                return None;
            }
            ahead = ahead.saturating_mul(4);
        }
    }

    fn cutter(&self, from: &Front, until: u64) -> Cutter {
        let reading = Reading::at(self.plain.stream(from.place.offset), from.place);
        let framer = self.format.framer_in(&self.input.stream());
        let mut cutter = Cutter::new(Arc::clone(&self.input), reading, framer, &self.limits).until(until, &self.limits);
        cutter.records = from.records;
        cutter
    }

    /// Lets a cutter run to where it is to stop. `None` when it was stopped before.
    fn run(
        &self,
        cutter: &mut Cutter,
        batches: &mut Vec<Batch>,
        spare: &mut Vec<Batch>,
        halt: &Halt<'_>,
    ) -> Option<Front> {
        let mut ended = false;
        while !ended && cutter.place().offset < cutter.until {
            let mut batch = spare.pop().unwrap_or_else(Batch::new);
            let filled = cutter.fill(&mut batch, halt);
            ended = batch.end.is_some();
            // Of the buffer for a whole chunk a batch may use a small part only.
            if batch.bytes.capacity() / SHRINK > batch.bytes.len() {
                batch.bytes.shrink_to_fit();
            }
            batches.push(batch);
            if !filled {
                return None;
            }
        }
        Some(Front { place: cutter.place(), records: cutter.records, sequence: 0, ended })
    }

    /// Makes a true chunk of a guessed one; the new front.
    fn verify(
        &self,
        chunk: &Chunk,
        speculation: Option<Speculation>,
        mut front: Front,
        scratch: &mut Scratch,
        halt: &Halt<'_>,
    ) -> Result<Front, Halted> {
        let Scratch { batches, spare, .. } = scratch;
        let goal = speculation.as_ref().map(|s| s.from);
        let is_met = |front: &Front| !front.ended && Some(front.place.offset) == goal;
        let mut until = goal.filter(|&goal| front.place.offset < goal).unwrap_or(chunk.until);
        let mut cutter = None;
        while !front.ended && front.place.offset < chunk.until && !is_met(&front) {
            let cutter = cutter.get_or_insert_with(|| self.cutter(&front, until));
            cutter.until = until;
            let sequence = front.sequence;
            front = Front { sequence, ..self.run(cutter, batches, spare, halt).ok_or(Halted)? };
            until = chunk.until;
        }
        let Some(speculation) = speculation else { return Ok(front) };
        if !is_met(&front) {
            spare.extend(speculation.batches);
            return Ok(front);
        }
        let base = front;
        for mut batch in speculation.batches {
            batch.first_record += base.records;
            (batch.line, batch.column) = base.place.whole(batch.line, batch.column);
            let strays = [batch.stray.as_mut(), batch.end.as_mut().and_then(|end| end.stray.as_mut())];
            for stray in strays.into_iter().flatten() {
                let (line, column) = base.place.whole(stray.position.line, stray.position.column);
                (stray.position.line, stray.position.column) = (line, column);
            }
            if let Some(end) = &mut batch.end {
                end.records += base.records;
                // What makes a file unreadable when it is all that there is.
                let nothing = |code: Code| matches!(code, Code::Empty | Code::Unreadable);
                end.outcome = end.outcome.take().filter(|outcome| base.records == 0 || !nothing(outcome.code));
            }
            batches.push(batch);
        }
        Ok(Front {
            place: speculation.end.place.rebased(&base.place),
            records: base.records + speculation.end.records,
            sequence: base.sequence,
            ended: speculation.end.ended,
        })
    }
}

impl Scratch {
    /// Keeps the memory of some batches.
    fn reuse(&mut self) {
        // The first of a chunk is the largest, and is to be the first of the next one again.
        self.spare.extend(self.batches.drain(..).rev());
        self.spare.drain(..self.spare.len().saturating_sub(SPARE));
    }
}

/// Wakes all that wait, when the run ends while a thread cuts a chunk.
struct Alarm<'c, 'h> {
    chunks: &'c Chunks,
    halt: &'c Halt<'h>,
}

impl Drop for Alarm<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.halt.set();
        }
        if self.halt.is_set() {
            // With the lock held, nobody is between looking at the halt and waiting.
            let line = self.chunks.lock();
            self.chunks.moved.notify_all();
            drop(line);
        }
    }
}
