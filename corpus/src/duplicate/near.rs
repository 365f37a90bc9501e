//! Games of which a few moves differ.

use pentad_rules::Symmetry;

use super::details::Details;
use super::hash::noise;
use super::moves::{Images, Move, meaning, without_colour as plain};

/// How one list of moves becomes another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Another move in this place.
    Changed { at: usize, there: u16, here: u16 },
    /// A move that only the first list has.
    Missing { at: usize, there: u16 },
    /// A move that only the second list has, before the one in this place of the first.
    Added { at: usize, here: u16 },
    /// A move with which the second list goes on in this place, where the first has ended.
    Longer { at: usize, here: u16 },
}

/// The fewest steps from `there` to `here`; `None` where more than `most` are needed.
pub(super) fn steps(there: &[u16], here: &[u16], most: usize) -> Option<Vec<Step>> {
    if there.len().abs_diff(here.len()) > most {
        return None;
    }
    // The beginning and the end that are the same need no step.
    let start = there.iter().zip(here).take_while(|(a, b)| a == b).count();
    let (a, b) = (&there[start..], &here[start..]);
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
    // Row i, column j - i + most: how many steps from the first i to the first j.
    let width = 2 * most + 1;
    let far = most + 1;
    let mut cost = vec![far; (a.len() + 1) * width];
    let column = |i: usize, j: usize| (j + most).checked_sub(i).filter(|&c| c < width);
    for i in 0..=a.len() {
        let mut least = far;
        for j in i.saturating_sub(most)..=(i + most).min(b.len()) {
            let before = |i: Option<usize>, j: Option<usize>, more: usize| {
                let (i, j) = (i?, j?);
                Some(cost[i * width + column(i, j)?] + more)
            };
            let same = i > 0 && j > 0 && a[i - 1] == b[j - 1];
            let (up, left) = (i.checked_sub(1), j.checked_sub(1));
            let ways = [before(up, left, usize::from(!same)), before(up, Some(j), 1), before(Some(i), left, 1)];
            let best = if i == 0 && j == 0 { 0 } else { ways.into_iter().flatten().min().unwrap_or(far).min(far) };
            if let Some(c) = column(i, j) {
                cost[i * width + c] = best;
            }
            least = least.min(best);
        }
        if least > most {
            return None;
        }
    }
    let at = |i: usize, j: usize| column(i, j).map_or(far, |c| cost[i * width + c]);
    if at(a.len(), b.len()) > most {
        return None;
    }
    let (mut i, mut j, mut steps) = (a.len(), b.len(), Vec::new());
    while i > 0 || j > 0 {
        let now = at(i, j);
        if i > 0 && j > 0 && at(i - 1, j - 1) + usize::from(a[i - 1] != b[j - 1]) == now {
            (i, j) = (i - 1, j - 1);
            if a[i] != b[j] {
                steps.push(Step::Changed { at: start + i, there: a[i], here: b[j] });
            }
        } else if i > 0 && at(i - 1, j) + 1 == now {
            i -= 1;
            steps.push(Step::Missing { at: start + i, there: a[i] });
        } else {
            j = j.saturating_sub(1);
            let ended = start + i == there.len();
            steps.push(match ended {
                true => Step::Longer { at: start + j, here: b[j] },
                false => Step::Added { at: start + i, here: b[j] },
            });
        }
    }
    steps.reverse();
    Some(steps)
}

/// How one record becomes another, in whichever orientation that takes the fewest steps: the symmetry that turns the smallest form of `here`
/// to that of `there`, and the steps.
pub(super) fn closest(there: &Details, here: &Details, images: &Images, most: usize) -> Option<(Symmetry, Vec<Step>)> {
    let own: Vec<u16> = there.moves.iter().map(|&n| plain(n)).collect();
    let mut best: Option<(Symmetry, Vec<Step>)> = None;
    for (symmetry, table) in images.turns() {
        // A stone that is missing exchanges the colours of all after it.
        let picture: Vec<u16> = here.moves.iter().map(|&n| plain(table[usize::from(n)])).collect();
        let most = best.as_ref().map_or(most, |(_, steps)| steps.len().saturating_sub(1));
        if let Some(steps) = steps(&own, &picture, most) {
            let done = steps.is_empty();
            best = Some((symmetry, steps));
            if done {
                break;
            }
        }
    }
    best
}

/// How many moves of two games may differ: `near`, but no more than one in five.
pub(super) fn most(a: &Details, b: &Details, near: u32) -> usize {
    near.min(a.plies.min(b.plies) / 5) as usize
}

/// How many moves there are of each kind, up to symmetry, in a few bins: games of which few moves differ have bins that differ by little.
pub(super) struct Bins([u8; 64]);

impl Bins {
    pub(super) fn of(details: &Details, images: &Images) -> Bins {
        let mut bins = [0u8; 64];
        for &number in details.moves.iter() {
            let least = images.turns().map(|(_, table)| plain(table[usize::from(number)])).min().unwrap_or(number);
            let bin = &mut bins[noise(u64::from(least)) as usize % 64];
            *bin = bin.saturating_add(1);
        }
        Bins(bins)
    }

    /// Whether no more than `most` steps may lead from one to the other: each changes two bins by one.
    pub(super) fn may_be_near(&self, other: &Bins, most: usize) -> bool {
        let apart: u32 = self.0.iter().zip(&other.0).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
        apart as usize <= 2 * most
    }
}

/// The steps in words, with points as `details` writes them, of a record whose smallest form is turned by `back` to be as it is written.
pub(super) fn words(details: &Details, steps: &[Step], back: Symmetry) -> Vec<(Option<String>, Option<String>)> {
    let word = |number: u16| match meaning(number) {
        Some(Move::Stone(point, _)) => back.apply(point, details.size).text(details.coords).to_string(),
        Some(Move::Pass) => "pass".to_owned(),
        Some(Move::Edit(point)) => format!("{} by hand", back.apply(point, details.size).text(details.coords)),
        Some(Move::Illegible) | None => "illegible".to_owned(),
    };
    if steps.is_empty() {
        return vec![(Some("colours of the stones".to_owned()), Some("others".to_owned()))];
    }
    let ply = |at: usize| (at + 1).saturating_sub(details.set_up);
    steps
        .iter()
        .map(|step| match *step {
            Step::Changed { at, there, here } => {
                (Some(format!("{} {}", ply(at), word(there))), Some(format!("{} {}", ply(at), word(here))))
            }
            Step::Missing { at, there } => (Some(format!("{} {}", ply(at), word(there))), None),
            Step::Longer { at, here } => (None, Some(format!("{} {}", ply(at), word(here)))),
            Step::Added { at, here } => (None, Some(format!("{} before ply {}", word(here), ply(at)))),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_steps_are_found() {
        let there = [1, 2, 3, 4, 5, 6];
        assert_eq!(steps(&there, &there, 0), Some(vec![]));
        assert_eq!(steps(&there, &[1, 2, 9, 4, 5, 6], 2), Some(vec![Step::Changed { at: 2, there: 3, here: 9 }]));
        assert_eq!(steps(&there, &[1, 2, 4, 5, 6], 2), Some(vec![Step::Missing { at: 2, there: 3 }]));
        assert_eq!(steps(&there, &[1, 2, 3, 9, 4, 5, 6], 1), Some(vec![Step::Added { at: 3, here: 9 }]));
        assert_eq!(steps(&there, &[7, 8, 9, 4, 5, 6], 2), None);
        assert_eq!(steps(&there, &[2, 3, 4, 5, 6, 7], 2).map(|s| s.len()), Some(2));
    }

    /// The whole table.
    fn whole(a: &[u16], b: &[u16]) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for i in 1..=a.len() {
            let mut before = row.clone();
            before[0] = i;
            for j in 1..=b.len() {
                let same = usize::from(a[i - 1] != b[j - 1]);
                before[j] = (row[j - 1] + same).min(row[j] + 1).min(before[j - 1] + 1);
            }
            row = before;
        }
        row[b.len()]
    }

    #[test]
    fn the_band_loses_nothing() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..5000 {
            let mut list = |n: usize| -> Vec<u16> { (0..random.usize(0..n)).map(|_| random.u16(1..4)).collect() };
            let (a, b) = (list(9), list(9));
            let distance = whole(&a, &b);
            for most in 0..9 {
                let found = steps(&a, &b, most);
                assert_eq!(found.map(|s| s.len()), (distance <= most).then_some(distance), "{a:?} {b:?} {most}");
            }
        }
    }
}
