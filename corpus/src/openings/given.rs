//! Which stones of a record are its opening.

use pentad_formats::variations::Lines;
use pentad_formats::{NoteKind, Record};
use pentad_rules::{Action, Color, Event, Point, Size};

/// The key of the note that marks a node: SGF's hotspot, which is also RenLib's mark.
const MARK: &str = "HO";

/// An opening, or why there is none.
pub type Given = Result<Vec<Point>, String>;

/// The opening of a record without variations: the first `plies` stones where they are asked for, else the given position of an engine
/// match, else all stones of a record that states no result. A game that tells no opening has none.
pub fn given(record: &Record, size: Size, plies: Option<u32>) -> Given {
    let all = record.events.plies();
    let stated = record.stated_result().is_some_and(|score| score != pentad_formats::Score::Unknown);
    let count = match plies.or(record.prefix.filter(|&given| given > 0)) {
        Some(count) if count > all => return Err(format!("it has {all} of the {count} stones of an opening")),
        Some(count) => count,
        None if stated => {
            return Err("it is a game that does not tell its opening; --plies N takes its first stones".into());
        }
        None => all,
    };
    if !record.setup.is_empty() {
        return Err("it starts from a set-up position".into());
    }
    stones(record.events.iter(), size, count as usize)
}

/// The openings of a tree: each of its lines, as far as `plies`. `None` for a record without variations.
pub fn given_lines<'r>(record: &'r Record, size: Size, plies: Option<u32>) -> Option<impl Iterator<Item = Given> + 'r> {
    record.tree.as_ref().filter(|tree| !tree.is_chain())?;
    Some(Lines::new(record).map(move |line| {
        let most = plies.map_or(usize::MAX, |n| n as usize);
        let count = (line.events.plies() as usize).min(most);
        stones(line.events.iter(), size, count)
    }))
}

/// The openings of a tree's marked nodes (`HO` in SGF, the mark of RenLib): the stones that lead to each, in the order of the tree.
pub fn marked(record: &Record, size: Size) -> Vec<Given> {
    let Some(tree) = &record.tree else { return Vec::new() };
    let mut nodes: Vec<u32> =
        record.notes().filter(|n| n.kind == NoteKind::Extra && n.key == MARK).map(|n| n.at).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let line = |id: u32| {
        let events: Vec<Event> = tree.path_to(id).into_iter().filter_map(|id| tree.event(id)).collect();
        stones(events.iter(), size, usize::MAX)
    };
    nodes.into_iter().filter(|&id| (id as usize) < tree.len()).map(line).collect()
}

/// The first stones of some events: on the board, in turns, no two on one point.
fn stones<'e>(events: impl Iterator<Item = &'e Event>, size: Size, count: usize) -> Given {
    let (mut stones, mut taken) = (Vec::new(), vec![0u32; Point::COUNT]);
    for (number, event) in (1..).zip(events.filter(|e| e.is_ply()).take(count)) {
        let due = if number % 2 == 1 { Color::Black } else { Color::White };
        let point = match event.action {
            Action::Place(point) | Action::Choose(point) => point,
            _ => return Err(format!("move {number} is a pass")),
        };
        let point = point.filter(|&p| size.contains(p));
        let point = point.ok_or_else(|| format!("stone {number} lies on no point of a board of {size}"))?;
        if event.color.is_some_and(|color| color != due) {
            return Err(format!("stone {number} is not of the colour that is due"));
        }
        let before = std::mem::replace(&mut taken[point.index()], number);
        if before > 0 {
            return Err(format!("stones {before} and {number} lie on one point"));
        }
        stones.push(point);
    }
    if stones.is_empty() { Err("it has no stone".into()) } else { Ok(stones) }
}
