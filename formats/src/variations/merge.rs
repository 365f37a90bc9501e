//! Several records as one tree.

use std::collections::HashSet;
use std::collections::hash_map::{DefaultHasher, Entry, HashMap};
use std::hash::{Hash as _, Hasher as _};

use pentad_rules::{Action, Event};

use super::shared_header::SharedHeader;
use super::{NotesOf, moved, set_tree, tree_of};
use crate::loss::Losses;
use crate::renlib::{game_comment, read_game_comment};
use crate::{Field, Loss, NodeId, Note, NoteKind, Record, Span, Tree};

/// Why a record cannot become part of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There is no record.
    #[error("there is no record to merge")]
    Nothing,
    /// It could not be read.
    #[error("it could not be read")]
    Unreadable,
    /// Two boards.
    #[error("its board is of another size than the first record's")]
    Size,
    /// Two positions to start from.
    #[error("it starts from another position than the first record")]
    Setup,
    /// The numbers of nodes are used up.
    #[error("the tree would have more than 4,294,967,295 nodes")]
    TooLarge,
}

/// A comment larger than this is no more searched for one that is to be added to it, but only for one that was added as a whole: a node
/// that a million records have a word for must not cost the square of that.
const SEARCHED: usize = 16 << 10;

/// A union of records by their lines: what has the same moves before it and is the same move is the same node. Children stand in the order
/// in which they came. Holds the union and nothing of the records; costs a step for each node of a record.
///
/// * Two different comments of a node are both kept, one after the other.
/// * Of two labels of a point, times of a move or extras with different texts the first is kept, and the other is listed.
/// * What all records state alike is stated of the union, and nothing else. Where a record tells of a game (its players, result, event or
///   date), that is put into the comment of the last move of its main line, in the way of [`crate::read_game_comment`], so that
///   [`super::Lines`] finds it there again. What that cannot carry is listed.
///
/// ```
/// use pentad_formats::variations::Merger;
/// use pentad_formats::{Field, ReadOptions, Record, find_format};
/// let mut merger = Merger::new();
/// for game in ["(;GM[4]SZ[15]PB[Ann]RE[B+];B[hh];W[hg])", "(;GM[4]SZ[15]PB[Bo]RE[W+];B[hh];W[ig])"] {
///     let mut record = Record::new();
///     find_format("sgf").unwrap().read(game.as_bytes(), &ReadOptions::default(), &mut record);
///     assert!(merger.add(&record).unwrap().is_empty());
/// }
/// let (tree, losses) = merger.finish().unwrap();
/// assert_eq!((tree.tree.as_ref().unwrap().leaves(), tree.get(Field::BlackName), losses.len()), (2, None, 0));
/// assert!(tree.notes().any(|note| note.value == "Bo - ? 0-1"));
/// ```
#[derive(Debug, Default)]
pub struct Merger {
    /// Header and offers of the union.
    merged: Option<Record>,
    header: SharedHeader,
    /// Each node after its parent.
    list: Vec<(NodeId, Option<Event>, Span)>,
    /// The children of nodes by what happens in them.
    children: HashMap<(NodeId, u32), NodeId>,
    /// Numbers for what happens in nodes and is neither a stone nor a pass.
    words: HashMap<String, u32>,
    notes: Vec<Kept>,
    /// Notes by what they belong to, kind and key.
    beside: HashMap<(NodeId, u8, String), usize>,
    /// Hashes of the texts of which large comments consist.
    parts: HashSet<(usize, u64)>,
    /// The last node of the first record's main line, and what is said there of the game when there is a second record.
    first: Option<(NodeId, String)>,
    records: u64,
}

/// A note of the union.
#[derive(Debug)]
struct Kept {
    at: NodeId,
    kind: NoteKind,
    key: String,
    value: String,
}

/// The number of a pass; those of stones are the points' own.
const PASS: u32 = u16::MAX as u32;

impl Merger {
    /// A union of nothing.
    pub fn new() -> Merger {
        Merger { list: vec![(0, None, Span::WHOLE)], ..Merger::default() }
    }

    /// How many nodes there are, the root among them.
    pub fn nodes(&self) -> usize {
        self.list.len()
    }

    /// Adds a record, and tells what of it is not in the union.
    ///
    /// # Errors
    /// When the record cannot be a part of the union, which stays what it is.
    pub fn add(&mut self, record: &Record) -> Result<Vec<Loss>, MergeError> {
        if !record.readable {
            return Err(MergeError::Unreadable);
        }
        let tree = tree_of(record);
        if self.list.len() + tree.len() > NodeId::MAX as usize {
            return Err(MergeError::TooLarge);
        }
        if let Some(merged) = &self.merged {
            if merged.size.zip(record.size).is_some_and(|(a, b)| a != b) {
                return Err(MergeError::Size);
            }
            if merged.setup != record.setup {
                return Err(MergeError::Setup);
            }
        }
        let mut losses = Losses::default();
        if !record.is_main_line() {
            let why = "they are not the main line of the record's tree, which is what it has";
            losses.add("moves", record.events.len(), why);
        }
        let (notes, last) = (NotesOf::new(record), tree.main_line().last().unwrap_or(0));
        let own = notes.at(last).iter().find(|n| n.kind == NoteKind::Comment && n.key.is_empty());
        let own = own.map_or("", |n| n.value);
        let is_game = tells_of_a_game(record);
        // Where the record's own comment says it, it is not said again.
        let game = game_comment(record, own, false).and_then(|_| game_comment(record, "", false)).filter(|_| is_game);
        match &mut self.merged {
            None => {
                self.merged = Some(record.header());
                self.header.begin(record, is_game);
            }
            Some(merged) => self.header.add(merged, record, is_game, &mut losses),
        }
        self.records += 1;
        if let Some((node, game)) = self.first.take() {
            self.say(node, &game);
        }
        // The node of the union that each node of the path has become.
        let mut path: Vec<NodeId> = Vec::new();
        for visit in tree.walk() {
            path.truncate(visit.depth);
            let own = notes.at(visit.id);
            let parent = path.last().copied().unwrap_or(0);
            let id = match tree.event(visit.id) {
                None if visit.id == 0 => 0,
                event => self.child(parent, event, record, own),
            };
            path.push(id);
            // Facts of a whole file do not hold for the union.
            for note in own.iter().filter(|note| note.at > 0 || note.key != "LIB") {
                self.note(id, note.kind, note.key, note.value, &mut losses);
            }
            match &game {
                Some(game) if visit.id == last && self.records == 1 => self.first = Some((id, game.clone())),
                Some(game) if visit.id == last => self.say(id, game),
                _ => {}
            }
        }
        Ok(losses.0)
    }

    /// The child in which this happens, which is made where there is none.
    fn child(&mut self, parent: NodeId, event: Option<Event>, record: &Record, notes: &[Note<'_>]) -> NodeId {
        let what = match event.map(|e| (e.action, e.color)) {
            Some((Action::Place(Some(point)), None)) => point.index() as u32,
            Some((Action::Pass, None)) => PASS,
            other => {
                let word = match other {
                    // An illegible move is the same where its text is.
                    Some((Action::Place(None), color)) => {
                        format!("{color:?} {}", notes.iter().find(|n| n.key == "token").map_or("", |n| n.value))
                    }
                    Some((action @ Action::Offer(_), color)) => {
                        format!("{color:?} {:?}", record.events.offered(action))
                    }
                    Some((action, color)) => format!("{action:?} {color:?}"),
                    // Nodes without an event differ by what they say.
                    None => notes.iter().map(|n| format!("{:?} {} {}\n", n.kind, n.key, n.value)).collect(),
                };
                let next = PASS + 1 + self.words.len() as u32;
                *self.words.entry(word).or_insert(next)
            }
        };
        match self.children.entry((parent, what)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                let id = self.list.len() as NodeId;
                free.insert(id);
                let merged = self.merged.as_mut().expect("the header is there before the first node");
                self.list.push((parent, event.map(|e| moved(e, record, merged)), Span::WHOLE));
                id
            }
        }
    }

    /// Adds a note to a node.
    fn note(&mut self, at: NodeId, kind: NoteKind, key: &str, value: &str, losses: &mut Losses) {
        let number = match self.beside.entry((at, kind as u8, key.to_owned())) {
            Entry::Vacant(place) => {
                place.insert(self.notes.len());
                self.notes.push(Kept { at, kind, key: key.to_owned(), value: value.to_owned() });
                return;
            }
            Entry::Occupied(place) => *place.get(),
        };
        let kept = &mut self.notes[number].value;
        match kind {
            _ if kept == value => {}
            NoteKind::Comment => {
                let hash = |text: &str| {
                    let mut hasher = DefaultHasher::new();
                    text.hash(&mut hasher);
                    (number, hasher.finish())
                };
                let known = !self.parts.insert(hash(value)) || kept.len() <= SEARCHED && holds(kept, value);
                if !known {
                    if kept.len() <= SEARCHED {
                        self.parts.insert(hash(kept));
                    }
                    kept.push('\n');
                    kept.push_str(value);
                }
            }
            NoteKind::Label => losses.add("labels", 1, "the point has another one already"),
            NoteKind::TimeMs => losses.add("times of moves", 1, "the move has another one already"),
            NoteKind::Raw | NoteKind::Extra => losses.add("extras", 1, "there is one with this name already"),
        }
    }

    /// Says of a game whose it was where it ended: before other words, but after the games that ended there before.
    fn say(&mut self, at: NodeId, game: &str) {
        if let Some(&number) = self.beside.get(&(at, NoteKind::Comment as u8, String::new())) {
            let kept = &mut self.notes[number].value;
            if !read_game_comment(kept, &mut Record::new(), Span::WHOLE) {
                kept.insert(0, '\n');
                kept.insert_str(0, game);
                return;
            }
        }
        self.note(at, NoteKind::Comment, "", game, &mut Losses::default());
    }

    /// The union as a record with a tree, and what of headers is in none of its parts beyond what was told when they were added.
    ///
    /// # Errors
    /// When no record was added.
    pub fn finish(self) -> Result<(Record, Vec<Loss>), MergeError> {
        let Merger { merged, header, list, notes, children, beside, .. } = self;
        drop((children, beside));
        let mut merged = merged.ok_or(MergeError::Nothing)?;
        let (tree, numbers) = Tree::from_parents(&list);
        for Kept { at, kind, key, value } in notes {
            merged.note(numbers[at as usize], kind, &key, &value);
        }
        set_tree(&mut merged, tree);
        Ok((merged, header.lost()))
    }
}

/// [`Merger`] for records that are at hand: the union, and all that is lost.
///
/// # Errors
/// When one of them cannot be a part of it.
pub fn merge(records: &[&Record]) -> Result<(Record, Vec<Loss>), MergeError> {
    let mut merger = Merger::new();
    let mut all = Losses::default();
    for record in records {
        for Loss { what, count, why } in merger.add(record)? {
            all.add(&what, count as usize, &why);
        }
    }
    let (merged, losses) = merger.finish()?;
    for Loss { what, count, why } in losses {
        all.add(&what, count as usize, &why);
    }
    Ok((merged, all.0))
}

/// Whether a record tells of one game, and not only of games of a kind.
fn tells_of_a_game(record: &Record) -> bool {
    let of_a_game = [Field::BlackName, Field::WhiteName, Field::Event, Field::Date];
    record.result.is_some() || of_a_game.into_iter().any(|field| record.get(field).is_some())
}

/// Whether a comment is another one, or has it between line ends.
fn holds(comment: &str, part: &str) -> bool {
    let ends = |at: usize| {
        let before = at == 0 || comment.as_bytes()[at - 1] == b'\n';
        let end = at + part.len();
        before && (end == comment.len() || comment.as_bytes()[end] == b'\n')
    };
    comment.match_indices(part).any(|(at, _)| ends(at))
}
