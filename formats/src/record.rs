//! One game or tree as a file states it.

use pentad_rules::{Code, Color, Coords, Event, Events, Point, Size};

use crate::moves::MARK;
use crate::pente::tag::BOARD_SIZE;
use crate::{Bounds, Finding, Loss, Official, Reason, Score, Span, Tree};

macro_rules! fields {
    ($($(#[$meta:meta])* $variant:ident $name:literal,)*) => {
        /// A text that a record states about its game. All are kept as stated, dates in ISO form where they could be read.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub enum Field { $($(#[$meta])* $variant,)* }

        impl Field {
            /// Every field, in the order of jsonl.
            pub const ALL: &[Field] = &[$(Field::$variant),*];

            /// The name in jsonl; fields of a player have the colour before the dot.
            pub const fn name(self) -> &'static str {
                match self { $(Field::$variant => $name,)* }
            }
        }
    };
}

fields! {
    /// The record's own identification.
    Id "id",
    /// The rule, as stated: a preset of pentad's or what the file calls it.
    Rules "rules",
    /// The opening procedure, as stated.
    Opening "opening",
    /// The event.
    Event "event",
    /// The place or server.
    Site "site",
    /// The section of the event.
    Section "section",
    /// The round.
    Round "round",
    /// The date, ISO and perhaps partial.
    Date "date",
    /// The time of day.
    Time "time",
    /// The time control.
    TimeControl "time_control",
    /// Name of the final Black (see [`Names`]).
    BlackName "black.name",
    /// Rating of Black.
    BlackRating "black.rating",
    /// Rank of Black.
    BlackRank "black.rank",
    /// Country of Black.
    BlackCountry "black.country",
    /// Name of the final White.
    WhiteName "white.name",
    /// Rating of White.
    WhiteRating "white.rating",
    /// Rank of White.
    WhiteRank "white.rank",
    /// Country of White.
    WhiteCountry "white.country",
}

/// Whom the names in a record's header belong to (design decision 15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Names {
    /// To the players of the final colours.
    #[default]
    ByColor,
    /// To the seats: `black` is who laid the first stone.
    BySeat,
    /// The format leaves it open.
    Unknown,
}

impl Names {
    /// The value in jsonl.
    pub const fn name(self) -> &'static str {
        match self {
            Names::ByColor => "by-colour",
            Names::BySeat => "by-seat",
            Names::Unknown => "unknown",
        }
    }

    /// The value with this [`Names::name`].
    pub fn from_name(name: &str) -> Option<Names> {
        [Names::ByColor, Names::BySeat, Names::Unknown].into_iter().find(|n| n.name() == name)
    }
}

/// Which paint the file gives to the first stone. In a [`Record`] Black is always who laid it; writers paint back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paint {
    /// The first stone is black.
    #[default]
    BlackFirst,
    /// The first stone is white.
    WhiteFirst,
}

/// The position that a game starts from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// Stones of Black, in the order of the record.
    pub black: Vec<Point>,
    /// Stones of White.
    pub white: Vec<Point>,
    /// Whose turn it is; `None` when not stated.
    pub to_move: Option<Color>,
    /// Stones that Black and White have captured before, by [`Color::index`].
    pub captured: [u16; 2],
}

impl Setup {
    /// Whether nothing is set up.
    pub fn is_empty(&self) -> bool {
        self.black.is_empty() && self.white.is_empty() && self.to_move.is_none() && self.captured == [0, 0]
    }

    /// Whether the game starts from the empty board and Black begins, be it stated or not.
    pub fn is_empty_board(&self) -> bool {
        self.black.is_empty() && self.white.is_empty() && self.to_move != Some(Color::White) && self.captured == [0, 0]
    }

    /// Whose turn it is: as stated, else by the number of stones; `None` where Black has neither as many as White nor one more.
    pub fn due(&self) -> Option<Color> {
        let by_number = match self.black.len().checked_sub(self.white.len()) {
            Some(0) => Some(Color::Black),
            Some(1) => Some(Color::White),
            _ => None,
        };
        self.to_move.or(by_number)
    }

    fn clear(&mut self) {
        self.black.clear();
        self.white.clear();
        self.to_move = None;
        self.captured = [0, 0];
    }
}

/// A piece of a record's text.
#[derive(Clone, Copy, Debug, Default)]
struct TextRef {
    start: usize,
    len: u32,
}

/// What a [`Note`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum NoteKind {
    /// A comment.
    Comment,
    /// A label of a point; the key is the point with i, such as `h8`.
    Label,
    /// Time that the player took; the value is in milliseconds.
    TimeMs,
    /// Anything else that the format has a name for: the key. The value is as the file writes it, escapes included
    /// (of several SGF values the text from the first `[` to the last `]`).
    Extra,
    /// The bytes of the field or extra named by the key, in base64, where its text could not be decoded without loss.
    Raw,
}

/// Something that a record says beside its moves and fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note<'a> {
    /// What it belongs to: 0 the record, n the n-th event (with a tree: the node n).
    pub at: u32,
    /// What it is.
    pub kind: NoteKind,
    /// The key, where the kind has one.
    pub key: &'a str,
    /// The text.
    pub value: &'a str,
}

/// A note whose value follows its key in the text; there may be millions.
#[derive(Clone, Copy, Debug)]
struct NoteRef {
    start: usize,
    at: u32,
    key_len: u32,
    value_len: u32,
    kind: NoteKind,
}

impl NoteRef {
    fn key(self) -> TextRef {
        TextRef { start: self.start, len: self.key_len }
    }

    fn value(self) -> TextRef {
        TextRef { start: self.start + self.key_len as usize, len: self.value_len }
    }
}

/// One game or tree as a file states it. Made to be cleared and filled again without allocating.
#[derive(Clone, Debug)]
pub struct Record {
    /// Whether anything could be read; when not, the findings say why.
    pub readable: bool,
    /// The dialect of the format, such as `engine` or `pentedb`; empty for the plain form.
    pub dialect: &'static str,
    /// Whether the record comes from a server or an engine that ends the game itself, so that play after a five is an error
    /// (design decision 5).
    pub self_ending: bool,
    /// Size of the board where stated.
    pub size: Option<Size>,
    /// The column letters that the record uses, or the usual ones of its format.
    pub coords: Coords,
    /// How many of the first events are a given position (Gomocup openings).
    pub prefix: Option<u32>,
    /// Whether the game was rated.
    pub rated: Option<bool>,
    /// Whom the names belong to.
    pub names: Names,
    /// The final colour of the player who laid the first stone, where stated.
    pub opener: Option<Color>,
    /// The stated result.
    pub result: Option<Score>,
    /// Where the result stands.
    pub result_span: Span,
    /// A second stated result that differs from the first (header against movetext), and where it stands.
    pub other_result: Option<(Score, Span)>,
    /// The stated reason.
    pub reason: Option<Reason>,
    /// The result that counts in the event.
    pub official: Option<Official>,
    /// The paint of the first stone in the file.
    pub paint: Paint,
    /// Whether the file paints each stone, so that an event without a colour has the other colour than the ply before; else it has the
    /// colour due.
    pub painted: bool,
    /// Whether the record says that moves are missing.
    pub incomplete: bool,
    /// Whether the record tells all events of the opening procedure, so that what it does not tell did not happen.
    pub tells_procedure: bool,
    /// The position that the game starts from.
    pub setup: Setup,
    /// The main line.
    pub events: Events,
    /// Where each event stands in the slice; as long as `events`.
    pub spans: Vec<Span>,
    /// All variations, where there are any.
    pub tree: Option<Tree>,
    /// What is wrong with the record as a text.
    pub findings: Vec<Finding>,
    /// How much is kept; stays when the record is cleared.
    pub bounds: Bounds,
    /// Whether notes are left out, but for those that whoever judges looks at; stays when the record is cleared.
    pub skip_notes: bool,
    /// Whether there was more than the bounds allow.
    over: bool,
    text: String,
    fields: [Option<(TextRef, Span)>; Field::ALL.len()],
    notes: Vec<NoteRef>,
}

impl Default for Record {
    fn default() -> Record {
        Record {
            readable: true,
            dialect: "",
            self_ending: false,
            size: None,
            coords: Coords::WithI,
            prefix: None,
            rated: None,
            names: Names::ByColor,
            opener: None,
            result: None,
            result_span: Span::default(),
            other_result: None,
            reason: None,
            official: None,
            paint: Paint::BlackFirst,
            painted: false,
            incomplete: false,
            tells_procedure: false,
            setup: Setup::default(),
            events: Events::new(),
            spans: Vec::new(),
            tree: None,
            findings: Vec::new(),
            bounds: Bounds::NONE,
            skip_notes: false,
            over: false,
            text: String::new(),
            fields: [None; Field::ALL.len()],
            notes: Vec::new(),
        }
    }
}

impl Record {
    /// An empty record.
    pub fn new() -> Record {
        Record::default()
    }

    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        // Place by place: a record is large, and copying a new one over it costs as much as reading a short one. Taken apart, so that no field
        // is forgotten.
        let Record {
            readable,
            dialect,
            self_ending,
            size,
            coords,
            prefix,
            rated,
            names,
            opener,
            result,
            result_span,
            other_result,
            reason,
            official,
            paint,
            painted,
            incomplete,
            tells_procedure,
            setup,
            events,
            spans,
            tree,
            findings,
            bounds: _,
            skip_notes: _,
            over,
            text,
            fields,
            notes,
        } = self;
        *readable = true;
        *dialect = "";
        *self_ending = false;
        *size = None;
        *coords = Coords::WithI;
        *prefix = None;
        *rated = None;
        *names = Names::ByColor;
        *opener = None;
        *result = None;
        *result_span = Span::default();
        *other_result = None;
        *reason = None;
        *official = None;
        *paint = Paint::BlackFirst;
        *painted = false;
        *incomplete = false;
        *tells_procedure = false;
        setup.clear();
        events.clear();
        spans.clear();
        *tree = None;
        findings.clear();
        *over = false;
        text.clear();
        fields.fill(None);
        notes.clear();
    }

    /// Adds an event that stands at `span`. One more than the bounds allow makes the record unreadable instead.
    #[inline]
    pub fn push(&mut self, event: Event, span: Span) {
        if self.events.len() >= self.bounds.line as usize {
            return self.line_too_long(span);
        }
        self.events.push(event);
        self.spans.push(span);
    }

    /// Adds events and where each stands; both have the same length. As many as the bounds allow.
    pub(crate) fn push_all(&mut self, events: &[Event], spans: &[Span]) {
        let line = self.bounds.line as usize;
        if self.events.len() + events.len() <= line {
            self.events.extend_from_slice(events);
            self.spans.extend_from_slice(spans);
            return;
        }
        let fitting = line.saturating_sub(self.events.len());
        self.events.extend_from_slice(&events[..fitting]);
        self.spans.extend_from_slice(&spans[..fitting]);
        if let Some(&span) = spans.get(fitting) {
            self.line_too_long(span);
        }
    }

    #[cold]
    pub(crate) fn line_too_long(&mut self, span: Span) {
        self.exceeds(span, Bounds::line_words);
    }

    /// Says that there is more of something than the bounds allow.
    #[cold]
    pub(crate) fn exceeds(&mut self, span: Span, words: impl FnOnce(Bounds) -> String) {
        if !std::mem::replace(&mut self.over, true) {
            self.readable = false;
            self.findings.push(Finding::new(Code::RecordTooLarge, span, words(self.bounds)));
        }
    }

    /// Whether there was more than the bounds allow, so that nobody will look at what else there is.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Adds an offer of fifth moves that stands at `span`; in this, too, a point more than the bounds allow makes the record unreadable.
    pub fn push_offer(
        &mut self,
        points: impl IntoIterator<Item = Option<Point>>,
        by: Option<pentad_rules::Seat>,
        span: Span,
    ) {
        let most = self.bounds.line as usize;
        if self.events.len() >= most {
            return self.line_too_long(span);
        }
        let mut points = points.into_iter();
        self.events.push_offer(points.by_ref().take(most), by);
        self.spans.push(span);
        if points.next().is_some() {
            self.line_too_long(span);
        }
    }

    /// The result that the record states: of two the first that is known. A result that is stated to be unknown contradicts nothing.
    pub fn stated_result(&self) -> Option<Score> {
        let known = |score: &Score| *score != Score::Unknown;
        self.result.filter(known).or(self.other_result.map(|(score, _)| score).filter(known)).or(self.result)
    }

    /// The text of a field.
    pub fn get(&self, field: Field) -> Option<&str> {
        self.fields[field as usize].map(|(text, _)| self.text_of(text))
    }

    /// Where the text of a field stands.
    pub fn span_of(&self, field: Field) -> Option<Span> {
        self.fields[field as usize].map(|(_, span)| span)
    }

    /// States a field; an earlier text is replaced.
    pub fn set(&mut self, field: Field, text: &str, span: Span) {
        let text = self.keep(text);
        self.fields[field as usize] = Some((text, span));
    }

    /// Takes a field back.
    pub fn unset(&mut self, field: Field) {
        self.fields[field as usize] = None;
    }

    /// Adds a note.
    pub fn note(&mut self, at: u32, kind: NoteKind, key: &str, value: &str) {
        if self.over || self.skip_notes && !matches!(key, MARK | BOARD_SIZE) {
            return;
        }
        let start = self.text.len();
        self.text.push_str(key);
        self.text.push_str(value);
        self.notes.push(NoteRef { start, at, key_len: key.len() as u32, value_len: value.len() as u32, kind });
    }

    /// Adds a note without a key whose text this appends.
    pub(crate) fn note_written(&mut self, at: u32, kind: NoteKind, write: impl FnOnce(&mut String)) {
        if self.over || self.skip_notes {
            return;
        }
        let start = self.text.len();
        write(&mut self.text);
        let value_len = (self.text.len() - start) as u32;
        self.notes.push(NoteRef { start, at, key_len: 0, value_len, kind });
    }

    /// Another key and text for the n-th note, from 0; what it belongs to stays. Where there is no such note nothing happens.
    pub fn set_note(&mut self, number: usize, key: &str, value: &str) {
        let (key, value) = (self.keep(key), self.keep(value));
        if let Some(note) = self.notes.get_mut(number) {
            (note.start, note.key_len, note.value_len) = (key.start, key.len, value.len);
        }
    }

    /// A record with the same header and setup: no events, no tree, no notes, no findings.
    pub fn header(&self) -> Record {
        let mut header = Record {
            readable: self.readable,
            dialect: self.dialect,
            self_ending: self.self_ending,
            size: self.size,
            coords: self.coords,
            prefix: self.prefix,
            rated: self.rated,
            names: self.names,
            opener: self.opener,
            result: self.result,
            result_span: self.result_span,
            other_result: self.other_result,
            reason: self.reason,
            official: self.official,
            paint: self.paint,
            incomplete: self.incomplete,
            tells_procedure: self.tells_procedure,
            setup: self.setup.clone(),
            ..Record::default()
        };
        for &field in Field::ALL {
            if let Some(text) = self.get(field) {
                header.set(field, text, self.span_of(field).unwrap_or_default());
            }
        }
        header
    }

    /// Keeps the notes of which this says so.
    pub fn retain_notes(&mut self, mut keep: impl FnMut(Note<'_>) -> bool) {
        let mut notes = std::mem::take(&mut self.notes);
        notes.retain(|&n| keep(self.note_of(n)));
        self.notes = notes;
    }

    /// How many notes there are.
    pub fn note_count(&self) -> usize {
        self.notes.len()
    }

    /// Gives the notes from the `from`-th on (from 0) to what `at` tells of what they belong to now.
    pub(crate) fn move_notes(&mut self, from: usize, at: impl Fn(u32) -> u32) {
        for note in self.notes.iter_mut().skip(from) {
            note.at = at(note.at);
        }
    }

    /// The notes in the order in which they were added.
    pub fn notes(&self) -> impl Iterator<Item = Note<'_>> {
        self.notes.iter().map(|&n| self.note_of(n))
    }

    fn note_of(&self, note: NoteRef) -> Note<'_> {
        Note { at: note.at, kind: note.kind, key: self.text_of(note.key()), value: self.text_of(note.value()) }
    }

    /// The record-level extra with this key.
    pub fn extra(&self, key: &str) -> Option<&str> {
        self.notes().find(|n| n.at == 0 && n.kind == NoteKind::Extra && n.key == key).map(|n| n.value)
    }

    /// Forgets the events after the one with this ply.
    pub fn cut_after(&mut self, ply: u32) {
        let plies = self.events.iter().enumerate().filter(|(_, e)| e.is_ply());
        if let Some(next) = plies.map(|(i, _)| i).nth(ply as usize) {
            self.events.truncate(next);
            self.spans.truncate(next);
        }
    }

    /// Exchanges what belongs to Black and to White in the header: names, ratings, result.
    pub fn exchange_colours(&mut self) {
        let pairs = [
            (Field::BlackName, Field::WhiteName),
            (Field::BlackRating, Field::WhiteRating),
            (Field::BlackRank, Field::WhiteRank),
            (Field::BlackCountry, Field::WhiteCountry),
        ];
        for (black, white) in pairs {
            self.fields.swap(black as usize, white as usize);
        }
        let exchange = |s: Score| s.winner().map_or(s, |c| Score::won_by(!c));
        self.result = self.result.map(exchange);
        self.other_result = self.other_result.map(|(s, span)| (exchange(s), span));
    }

    /// What is lost where points can only be written as letter and row, or as pairs, and the record counts from the centre.
    pub(crate) fn coords_loss(&self) -> Option<Loss> {
        let centre = self.coords != self.coords.letters();
        centre.then(|| Loss::new("notation", 1, "points are counted from the centre; the format has letters"))
    }

    fn keep(&mut self, text: &str) -> TextRef {
        let start = self.text.len();
        self.text.push_str(text);
        TextRef { start, len: text.len() as u32 }
    }

    fn text_of(&self, text: TextRef) -> &str {
        &self.text[text.start..text.start + text.len as usize]
    }

    /// Whether the events are those of the tree's main line, as they should be; a jsonl file can state both. True without a tree.
    pub fn is_main_line(&self) -> bool {
        let Some(tree) = &self.tree else { return true };
        let mut line = tree.main_line().filter_map(|id| tree.event(id));
        let mut events = self.events.iter();
        line.all(|a| events.next().is_some_and(|b| self.events.same_event(&a, &self.events, b)))
            && events.next().is_none()
    }

    /// Whether two records state the same, wherever it stands: the law of readers and writers (`read(write(x)) = x`).
    pub fn same_content(&self, other: &Record) -> bool {
        let header = |r: &Record| {
            let plain = (r.size, r.coords, r.prefix, r.rated, r.names, r.opener, r.result, r.other_result.map(|o| o.0));
            (plain, r.reason, r.official, r.paint, r.incomplete, r.readable)
        };
        let same_event = |a: &Option<Event>, b: &Option<Event>| match (a, b) {
            (Some(a), Some(b)) => self.events.same_event(a, &other.events, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let same_tree = match (&self.tree, &other.tree) {
            (Some(a), Some(b)) => {
                a.same_form(b) && (0..a.len() as u32).all(|id| same_event(&a.event(id), &b.event(id)))
            }
            (a, b) => a.is_none() && b.is_none(),
        };
        let notes = |r: &Record| {
            let mut all: Vec<_> =
                r.notes().map(|n| (n.at, n.kind as u8, n.key.to_owned(), n.value.to_owned())).collect();
            all.sort();
            all
        };
        header(self) == header(other)
            && self.setup == other.setup
            && self.events == other.events
            && Field::ALL.iter().all(|&f| self.get(f) == other.get(f))
            && notes(self) == notes(other)
            && same_tree
    }
}
