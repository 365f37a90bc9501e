//! The moves below a position, as the index knows them.

use pentad_rules::{Catalogue, Event, Game, PositionKey, Size};
use rustc_hash::FxHashMap;

use super::posting::Posting;
use super::reach::{LATER, PLAYED};
use super::reader::Index;
use super::row::{Ply, Row, SET_UP, UNREADABLE};
use crate::course::{Course, Line, Standing};
use crate::tree_view::Root;
use crate::{Counts, Error, ErrorKind, ResultsBy, TreeOptions, TreeView};

/// How many different lines are gathered before they are played.
const LINES: usize = 1 << 16;

/// A question for the moves below a position.
struct Asked<'a> {
    options: &'a TreeOptions,
    by: ResultsBy,
    games: Vec<&'static Game>,
    /// The position by each kind of games; none where its moves cannot be played.
    roots: Vec<Option<Root>>,
}

/// Lines that are the same, counted together, in the order in which they came first.
#[derive(Default)]
struct Lines {
    numbers: FxHashMap<(u16, Vec<Ply>), usize>,
    counts: Vec<(u16, Vec<Ply>, Counts)>,
}

/// Positions behind moves, whose games are counted at the end, by board.
type Behind = FxHashMap<Size, Vec<(PositionKey, Standing)>>;

impl Index {
    /// The moves below a position over all records of the index: the same as of the records themselves.
    ///
    /// # Errors
    /// When more plies are asked for than the index holds, or when it is damaged.
    pub fn tree(
        &mut self,
        options: &TreeOptions,
        by: ResultsBy,
        catalogue: &'static Catalogue,
    ) -> Result<TreeView, Error> {
        let [with_i, skip_i] = &options.at;
        let (at, depth) = (with_i.len().max(skip_i.len()), self.meta.options.depth);
        if at + options.depth > usize::from(depth) {
            let below = format!("{} plies below a position of {at} plies", options.depth);
            let what = format!(
                "the index holds the first {depth} plies of each game, and not {below} (--depth of pentad index)"
            );
            return Err(ErrorKind::Index { path: self.path().to_owned(), at: None, what }.into());
        }
        let games = self.games(catalogue)?;
        let mut view = TreeView::default();
        let mut course = Course::new();
        let mut roots = Vec::new();
        for ((kind, game), count) in self.meta.kinds.iter().zip(&games).zip(&self.meta.of_kind) {
            view.coords[usize::from(kind.skip_i)] += count;
            let at = &options.at[usize::from(kind.skip_i)];
            let fits = !kind.set_up && *count > 0 && at.iter().all(|&p| kind.size.contains(p));
            let root = if fits { Root::after(at, &mut course, game, kind.size) } else { None };
            if root.is_some() {
                view.board(kind.size);
            }
            roots.push(root);
        }
        let asked = Asked { options, by, games, roots };
        let mut lines = Lines::default();
        let mut behind = Behind::default();
        let ids =
            if at == 0 { Ids::All(0..self.meta.rows.count) } else { Ids::Some(self.through(&asked)?.into_iter()) };
        for id in ids {
            let row = self.row(id)?;
            let Some(Some(root)) = asked.roots.get(usize::from(row.kind)) else { continue };
            if row.flags & (UNREADABLE | SET_UP) == 0 && row.line.len() >= root.plies {
                lines.add(row, root.plies + options.depth, by);
            }
            if lines.counts.len() >= LINES {
                self.play(&mut lines, &asked, &mut course, &mut view, &mut behind);
            }
        }
        self.play(&mut lines, &asked, &mut course, &mut view, &mut behind);
        for (size, mut positions) in behind {
            positions.sort_unstable_by_key(|(_, standing)| standing.folded);
            for (key, standing) in positions {
                let counts = self.reached(&asked, size, key, &standing, &mut course)?;
                view.board(size).set_reached(key, counts);
            }
        }
        Ok(view)
    }

    /// The records in which the position comes about after as many plies as lead to it.
    fn through(&mut self, asked: &Asked<'_>) -> Result<Vec<u64>, Error> {
        let mut wanted: Vec<(Standing, usize)> =
            asked.roots.iter().flatten().map(|root| (root.standing, root.plies)).collect();
        let place = |(standing, plies): &(Standing, usize)| (standing.key(false), *plies);
        wanted.sort_unstable_by_key(place);
        wanted.dedup_by_key(|it| place(it));
        let mut ids = Vec::new();
        for (standing, plies) in wanted {
            let postings = self.postings(&standing.folded.to_bytes())?;
            let same = |posting: &&Posting| played(posting, &standing) && usize::from(posting.reach.ply) == plies;
            postings.iter().filter(same).for_each(|posting| ids.extend_from_slice(&posting.ids));
        }
        ids.sort_unstable();
        ids.dedup();
        Ok(ids)
    }

    /// Plays the lines that were gathered.
    fn play(
        &self,
        lines: &mut Lines,
        asked: &Asked<'_>,
        course: &mut Course,
        view: &mut TreeView,
        behind: &mut Behind,
    ) {
        lines.numbers.clear();
        for (kind, plies, counts) in lines.counts.drain(..) {
            let kind = usize::from(kind);
            let Some(root) = &asked.roots[kind] else { continue };
            let (game, size) = (asked.games[kind], self.meta.kinds[kind].size);
            let line = Line::play(course, game, size, events(&plies), plies.len(), root.plies);
            let made = behind.entry(size).or_default();
            let unfolded = asked.options.unfolded;
            view.board(size).add_here(root, &line, &counts, unfolded, |key, standing| made.push((key, *standing)));
        }
    }

    /// In how many games a position behind a move comes about, within the plies that are looked at.
    fn reached(
        &mut self,
        asked: &Asked<'_>,
        size: Size,
        key: PositionKey,
        standing: &Standing,
        course: &mut Course,
    ) -> Result<Counts, Error> {
        let unfolded = asked.options.unfolded;
        let at = asked.roots.iter().flatten().next().map_or(0, |root| root.plies);
        let window = at + 1..=at + asked.options.depth;
        let mut postings = self.postings(&standing.folded.to_bytes())?;
        postings.retain(|p| played(p, standing) && p.reach.ply != LATER && window.contains(&usize::from(p.reach.ply)));
        let kinds = self.meta.kinds.iter().zip(&asked.roots);
        let all = kinds.filter(|(kind, _)| kind.size == size && !kind.set_up).all(|(_, root)| root.is_some());
        let once = postings.iter().all(|posting| posting.reach.ply == postings[0].reach.ply);
        let mut counts = Counts::default();
        if all && once && !unfolded {
            for posting in postings {
                match &posting.tally {
                    Some(tally) => counts.merge(&tally.counts(asked.by)),
                    None => {
                        for id in posting.ids {
                            let row = self.row(id)?;
                            counts.add(row.results.by(asked.by), row.plies);
                        }
                    }
                }
            }
            return Ok(counts);
        }
        let mut ids: Vec<u64> = postings.iter().flat_map(|posting| &posting.ids).copied().collect();
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            let row = self.row(id)?;
            let kind = usize::from(row.kind);
            if asked.roots.get(kind).is_none_or(Option::is_none) {
                continue;
            }
            let mut comes = || {
                let line = Line::play(course, asked.games[kind], size, events(&row.line), *window.end(), 0);
                line.standings.iter().skip(*window.start()).any(|standing| standing.key(true) == key)
            };
            if !unfolded || comes() {
                counts.add(row.results.by(asked.by), row.plies);
            }
        }
        Ok(counts)
    }
}

impl Lines {
    fn add(&mut self, row: Row, wanted: usize, by: ResultsBy) {
        let Row { kind, results, plies, mut line, .. } = row;
        line.truncate(wanted);
        let key = (kind, line);
        let number = match self.numbers.get(&key) {
            Some(&number) => number,
            None => {
                self.counts.push((kind, key.1.clone(), Counts::default()));
                self.numbers.insert(key, self.counts.len() - 1);
                self.counts.len() - 1
            }
        };
        self.counts[number].2.add(results.by(by), plies);
    }
}

fn events(line: &[Ply]) -> impl Iterator<Item = Event> + '_ {
    line.iter().map(|ply| ply.event())
}

fn played(posting: &Posting, standing: &Standing) -> bool {
    let reach = &posting.reach;
    reach.walks() & PLAYED != 0 && reach.due() == standing.due && reach.captured == standing.captured
}

/// Records, by id.
enum Ids {
    All(std::ops::Range<u64>),
    Some(std::vec::IntoIter<u64>),
}

impl Iterator for Ids {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        match self {
            Ids::All(range) => range.next(),
            Ids::Some(ids) => ids.next(),
        }
    }
}
