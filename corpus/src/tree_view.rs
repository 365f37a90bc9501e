//! The moves below a position, with how often each was played there and how often the position behind it came about in any order.

use std::collections::BTreeMap;

use pentad_formats::Record;
use pentad_rules::{Color, Coords, Event, Game, Opening, Point, PositionKey, Size, Symmetry, Verdict};
use rustc_hash::FxHashMap;

use crate::Counts;
use crate::course::{Course, Line, Standing};

/// What to look at.
#[derive(Clone, Debug)]
pub struct TreeOptions {
    /// The moves that lead to the position, in the order of play, by convention of the column letters: with i, without.
    pub at: [Vec<Point>; 2],
    /// How many plies below the position are counted.
    pub depth: usize,
    /// Whether to tell apart what is the same by symmetry.
    pub unfolded: bool,
}

/// The moves below a position over some records. Those of parts merge into those of the whole, in any order.
///
/// Memory: a node for each line below the position, and 48 bytes for each different position that has as many stones as one of them.
#[derive(Clone, Debug, Default)]
pub struct TreeView {
    boards: BTreeMap<(u8, u8), BoardView>,
    /// Games by the column letters that they use: with i, without.
    pub coords: [u64; 2],
}

/// The moves below a position on boards of one size.
#[derive(Clone, Debug, Default)]
pub struct BoardView {
    /// Games in which the position came about.
    pub root: Counts,
    nodes: Vec<Node>,
    children: FxHashMap<(u32, Option<Point>), u32>,
    reached: FxHashMap<PositionKey, Counts>,
}

#[derive(Clone, Debug)]
struct Node {
    /// The node before, from 1; 0 is the position itself.
    parent: u32,
    point: Option<Point>,
    key: PositionKey,
    mover: Color,
    here: Counts,
}

/// A move below a position.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// Its node.
    pub id: u32,
    /// The point; `None` for a pass.
    pub point: Option<Point>,
    /// Whose move it is.
    pub mover: Color,
    /// Games in which it was played in the position. `black` are games that Black won.
    pub here: Counts,
    /// Games in which the position behind it came about, in any order of moves.
    pub reached: Counts,
}

/// A judged game and how it counts.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The record.
    pub record: &'a Record,
    /// The game it was judged by.
    pub game: &'a Game,
    /// The procedure it was judged by.
    pub opening: Option<&'a Opening>,
    /// The board.
    pub size: Size,
    /// The verdict.
    pub verdict: &'a Verdict,
    /// The result that counts: unknown, or who won (`None` for a draw).
    pub result: Option<Option<Color>>,
}

impl TreeView {
    /// Counts a game. Moves that could not be played do not count, nor do games that begin with a set-up position.
    pub fn add(&mut self, played: &Played<'_>, options: &TreeOptions) {
        let convention = usize::from(played.record.coords.letters() == Coords::SkipI);
        self.coords[convention] += 1;
        let at = &options.at[convention];
        if !played.record.setup.is_empty() || at.iter().any(|&p| !played.size.contains(p)) {
            return;
        }
        let mut course = Course::new();
        let Some(root) = Root::after(at, &mut course, played.game, played.size) else { return };
        let judged = played.verdict.judged;
        let wanted = (judged as usize).min(at.len() + options.depth);
        let events = played.record.events.iter().copied();
        let line = Line::play(&mut course, played.game, played.size, events, wanted, at.len());
        let mut counts = Counts::default();
        counts.add(played.result, judged);
        let view = self.board(played.size);
        view.add_reached(&root, &line, &counts, options.unfolded);
        view.add_here(&root, &line, &counts, options.unfolded, |_, _| ());
    }

    /// The moves on boards of this size.
    pub(crate) fn board(&mut self, size: Size) -> &mut BoardView {
        self.boards.entry((size.width(), size.height())).or_default()
    }

    /// Adds what another part has counted.
    pub fn merge(&mut self, other: TreeView) {
        for (size, view) in other.boards {
            self.boards.entry(size).or_default().merge(view);
        }
        for i in 0..2 {
            self.coords[i] += other.coords[i];
        }
    }

    /// The boards in order of their size.
    pub fn boards(&self) -> impl Iterator<Item = (Size, &BoardView)> {
        self.boards.iter().filter_map(|(&(width, height), view)| Some((Size::new(width, height)?, view)))
    }

    /// The column letters to print with: those that most of the records use.
    pub fn usual_coords(&self) -> Coords {
        if self.coords[1] > self.coords[0] { Coords::SkipI } else { Coords::WithI }
    }
}

/// The position that is looked at, on one board and by one game's rules.
#[derive(Debug)]
pub(crate) struct Root {
    size: Size,
    /// How many moves lead to it.
    pub(crate) plies: usize,
    pub(crate) standing: Standing,
    /// The stones, by points.
    stones: Vec<(Point, Color)>,
}

impl Root {
    /// The position after some moves from the empty board; `None` where they cannot be played.
    pub(crate) fn after(moves: &[Point], course: &mut Course, game: &Game, size: Size) -> Option<Root> {
        let plies = moves.len();
        let line = Line::play(course, game, size, moves.iter().copied().map(Event::place), plies, plies);
        let standing = *line.standings.get(plies)?;
        Some(Root { size, plies, standing, stones: line.stones })
    }
}

impl BoardView {
    /// Counts the positions behind the first one that a line brings about.
    fn add_reached(&mut self, root: &Root, line: &Line, counts: &Counts, unfolded: bool) {
        // Passes may bring a position about again; a game counts once for each position.
        let mut seen = Vec::new();
        for standing in line.standings.iter().skip(root.plies + 1) {
            let key = standing.key(unfolded);
            if !seen.contains(&key) {
                seen.push(key);
                self.reached.entry(key).or_default().merge(counts);
            }
        }
    }

    /// Says in how many games a position came about.
    pub(crate) fn set_reached(&mut self, key: PositionKey, counts: Counts) {
        self.reached.insert(key, counts);
    }

    /// Counts the moves of a line that goes through the position. `made` sees each position that is new behind a move, with its key.
    pub(crate) fn add_here(
        &mut self,
        root: &Root,
        line: &Line,
        counts: &Counts,
        unfolded: bool,
        mut made: impl FnMut(PositionKey, &Standing),
    ) {
        let (at, size) = (root.plies, root.size);
        let comes = |here: &&Standing| here.key(unfolded) == root.standing.key(unfolded);
        let Some(here) = line.standings.get(at).filter(comes) else { return };
        self.root.merge(counts);
        let next = &line.points[at..];
        let image = |s: Symmetry| -> Vec<Option<Point>> { next.iter().map(|p| p.map(|p| s.apply(p, size))).collect() };
        let fits = |s: &&Symmetry| {
            let mut stones: Vec<_> = line.stones.iter().map(|&(p, color)| (s.apply(p, size), color)).collect();
            stones.sort_unstable_by_key(|(p, _)| *p);
            stones == root.stones
        };
        let symmetries = if unfolded { &[Symmetry::Identity] } else { Symmetry::of(size) };
        // Of the orientations in which the game goes through the position the one with the smallest continuation.
        let Some(moves) = symmetries.iter().filter(fits).map(|s| image(*s)).min() else { return };
        let (mut parent, mut mover) = (0, here.due);
        for (point, standing) in moves.into_iter().zip(&line.standings[at + 1..]) {
            let (key, before) = (standing.key(unfolded), self.nodes.len());
            let id = self.child(parent, point, key, mover);
            if self.nodes.len() > before {
                made(key, standing);
            }
            self.nodes[id as usize - 1].here.merge(counts);
            (parent, mover) = (id, standing.due);
        }
    }

    fn child(&mut self, parent: u32, point: Option<Point>, key: PositionKey, mover: Color) -> u32 {
        *self.children.entry((parent, point)).or_insert_with(|| {
            self.nodes.push(Node { parent, point, key, mover, here: Counts::default() });
            self.nodes.len() as u32
        })
    }

    fn merge(&mut self, other: BoardView) {
        self.root.merge(&other.root);
        let mut ids = Vec::with_capacity(other.nodes.len() + 1);
        ids.push(0);
        for node in other.nodes {
            let id = self.child(ids[node.parent as usize], node.point, node.key, node.mover);
            self.nodes[id as usize - 1].here.merge(&node.here);
            ids.push(id);
        }
        for (key, counts) in other.reached {
            self.reached.entry(key).or_default().merge(&counts);
        }
    }

    /// The moves after each node (0: the position itself), the most played first, ties by points.
    pub fn branches(&self) -> Vec<Vec<Branch>> {
        let mut all = vec![Vec::new(); self.nodes.len() + 1];
        for (index, node) in self.nodes.iter().enumerate() {
            let Node { parent, point, mover, here, .. } = *node;
            let reached = self.reached.get(&node.key).copied().unwrap_or_default();
            all[parent as usize].push(Branch { id: index as u32 + 1, point, mover, here, reached });
        }
        for branches in &mut all {
            branches.sort_by_key(|b| (std::cmp::Reverse(b.here.games()), b.point));
        }
        all
    }
}
