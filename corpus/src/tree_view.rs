//! The moves below a position, with how often each was played there and how often the position behind it came about in any order.

use std::collections::BTreeMap;

use pentad_formats::Record;
use pentad_rules::{
    Case, Color, Coords, Event, Events, Game, Opening, Point, Policy, PositionKey, Size, Symmetry, Variation, Verdict,
};
use rustc_hash::FxHashMap;

use crate::Counts;

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

/// Where a game stands after a ply.
struct Position {
    key: PositionKey,
    due: Color,
    stones: Vec<(Point, Color)>,
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
        let Some(root) = position_after(at, played, options) else { return };
        let size = (played.size.width(), played.size.height());
        let view = self.boards.entry(size).or_default();
        view.add(&root, at.len(), played, options);
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

/// The stones after each of the first plies of a game, and the key of each position; what could not be played ends it.
fn positions(events: &Events, plies: usize, played: &Played<'_>, folded: bool) -> Vec<(Option<Point>, Position)> {
    let case = Case {
        rules: &played.game.rules,
        opening: None,
        size: played.size,
        start: None,
        events,
        bare: true,
        painted: false,
        stated: None,
    };
    let policy = Policy::default();
    let mut variation = Variation::new();
    variation.start(&case);
    let stones = |variation: &Variation| -> Vec<(Point, Color)> {
        played.size.iter().filter_map(|p| Some((p, variation.board().at(p)?))).collect()
    };
    let position = |variation: &Variation| Position {
        key: PositionKey::of_state(variation.board(), variation.due(), variation.captured(), folded),
        due: variation.due(),
        stones: stones(variation),
    };
    let mut found = vec![(None, position(&variation))];
    for event in events.iter().filter(|e| e.is_ply()).take(plies) {
        let laid = Event { by: None, ..*event };
        if !variation.play(&case, &policy, &laid) {
            break;
        }
        found.push((event.point(), position(&variation)));
    }
    found
}

/// The position after some moves from the empty board; `None` where they cannot be played.
fn position_after(moves: &[Point], played: &Played<'_>, options: &TreeOptions) -> Option<Position> {
    let events: Events = moves.iter().copied().collect();
    let mut all = positions(&events, moves.len(), played, !options.unfolded);
    (all.len() == moves.len() + 1).then(|| all.pop().map(|(_, position)| position))?
}

impl BoardView {
    fn add(&mut self, root: &Position, at: usize, played: &Played<'_>, options: &TreeOptions) {
        let judged = played.verdict.judged as usize;
        let wanted = judged.min(at + options.depth);
        let plies = positions(&played.record.events, wanted, played, !options.unfolded);
        // Captures may bring a position about again, and with another number of stones; a game counts once for each position.
        let mut seen = Vec::new();
        for (_, position) in plies.iter().skip(at + 1) {
            if !seen.contains(&position.key) {
                seen.push(position.key);
                self.reached.entry(position.key).or_default().add(played.result, played.verdict.judged);
            }
        }
        let Some((_, here)) = plies.get(at).filter(|(_, position)| position.key == root.key) else { return };
        self.root.add(played.result, played.verdict.judged);
        let next: Vec<Option<Point>> = plies[at + 1..].iter().map(|(point, _)| *point).collect();
        let size = played.size;
        let image = |s: Symmetry| -> Vec<Option<Point>> { next.iter().map(|p| p.map(|p| s.apply(p, size))).collect() };
        let fits = |s: &&Symmetry| {
            let mut stones: Vec<_> = here.stones.iter().map(|&(p, color)| (s.apply(p, size), color)).collect();
            stones.sort_unstable_by_key(|(p, _)| *p);
            let mut wanted = root.stones.clone();
            wanted.sort_unstable_by_key(|(p, _)| *p);
            stones == wanted
        };
        let symmetries = if options.unfolded { &[Symmetry::Identity] } else { Symmetry::of(size) };
        // Of the orientations in which the game goes through the position the one with the smallest continuation.
        let Some(line) = symmetries.iter().filter(fits).map(|s| image(*s)).min() else { return };
        let (mut parent, mut mover) = (0, here.due);
        for (point, (_, position)) in line.into_iter().zip(&plies[at + 1..]) {
            let id = self.child(parent, point, position.key, mover);
            self.nodes[id as usize - 1].here.add(played.result, played.verdict.judged);
            (parent, mover) = (id, position.due);
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
