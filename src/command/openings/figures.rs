//! The figures of an opening.

use pentad_corpus::{Figures, OpeningGroup, OpeningList};

/// The figures of the opening with this number, from 0.
pub(super) fn of(list: &OpeningList, number: usize) -> Figures {
    let (opening, group) = group(list, number);
    let counts = &group.counts;
    let as_figure = |n: u64| Some(n as f64);
    Figures {
        n: as_figure(counts.black + counts.white + counts.drawn),
        score: counts.score().map(|score| score.share),
        plies: as_figure(opening as u64),
        pairs: as_figure(group.pairs.known()),
        duplicates: as_figure(group.members.iter().filter(|&&other| other < number).count() as u64),
        black: as_figure(counts.black),
        white: as_figure(counts.white),
        drawn: as_figure(counts.drawn),
    }
}

/// How many stones an opening has, and its group.
fn group(list: &OpeningList, number: usize) -> (usize, &OpeningGroup) {
    let opening = &list.openings()[number];
    (opening.stones.len(), &list.groups()[opening.group])
}
