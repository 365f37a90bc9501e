//! The positions that a game goes through, and the line that stands for each.

use pentad_rules::{Action, Color, Point, Rules, RunningKey, Symmetry};

use super::Facts;
use super::cell::{place_of, point_code, point_of};
use crate::aggregate::{Course, MAX_PLIES, pack_line, unpack_line};

/// The plies of a line; `None` of what is no line.
pub(super) fn unpack(line: &[u8], depth: u8) -> Option<Vec<Option<Point>>> {
    unpack_line(line, depth)?.into_iter().map(point_of).collect()
}

/// The families of rules under which the same stones go on in other ways: with captures or not, one stone a turn or several.
fn family(rules: &Rules) -> u8 {
    u8::from(rules.captures.is_some()) | u8::from((rules.turns.first, rules.turns.then) != (1, 1)) << 1
}

/// The words for a family, where it is not the first.
pub(super) fn family_words(family: u8) -> &'static str {
    match family {
        0 => "",
        1 => "captures",
        2 => "turns of several stones",
        _ => "captures, turns of several stones",
    }
}

/// Goes through the positions of games; keeps its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    plies: Vec<Option<Point>>,
    line: Vec<u8>,
    keys: Vec<u128>,
    stones: Vec<(Point, Color)>,
}

impl Walk {
    /// The positions after each of the first `depth` plies, as far as the game was judged, and the smallest image of the plies that led there.
    pub(super) fn course(&mut self, facts: &Facts<'_>, depth: u8, unfolded: bool) -> Course<'_> {
        self.go(facts, usize::from(depth.min(MAX_PLIES)), unfolded);
        let (size, rules) = (facts.judgement.size, &facts.judgement.game.rules);
        let setting = [family(rules), size.width(), size.height()];
        let result = place_of(facts.result, Color::Black) as u8;
        Course { setting, result, line: &self.line, keys: &self.keys }
    }

    fn go(&mut self, facts: &Facts<'_>, depth: usize, unfolded: bool) {
        let (verdict, size, rules) = (facts.verdict, facts.judgement.size, &facts.judgement.game.rules);
        self.plies.clear();
        self.keys.clear();
        self.stones.clear();
        let (mut key, mut captured) = (RunningKey::new(size, !unfolded), [0u16; 2]);
        let (mut due, mut left) = (Color::Black, rules.turns.first);
        let mut captures = verdict.captures.iter().peekable();
        for event in facts.record.events.iter() {
            if self.plies.len() >= depth.min(verdict.judged as usize) {
                break;
            }
            let point = match event.action {
                Action::Place(Some(point)) | Action::Choose(Some(point)) => Some(point),
                Action::Pass => None,
                // Stones that are put down by hand are no position of a game.
                Action::Place(None) | Action::Choose(None) | Action::Edit(_) => break,
                _ => continue,
            };
            self.plies.push(point);
            match point {
                Some(point) => {
                    key.toggle(point, due);
                    if rules.captures.is_some() {
                        self.stones.push((point, due));
                    }
                    left = left.saturating_sub(1);
                }
                None => left = 0,
            }
            while let Some(capture) = captures.next_if(|c| c.ply as usize <= self.plies.len()) {
                captured[capture.by.index()] += capture.stones.len() as u16;
                for stone in &capture.stones {
                    if let Some(at) = self.stones.iter().position(|(point, _)| point == stone) {
                        let (point, color) = self.stones.swap_remove(at);
                        key.toggle(point, color);
                    }
                }
            }
            if left == 0 {
                (due, left) = (!due, rules.turns.then);
            }
            self.keys.push(u128::from_be_bytes(key.state(due, captured).to_bytes()));
        }
        if !unfolded {
            fold(&mut self.plies, Symmetry::of(size), |s, p| s.apply(p, size));
        }
        self.line.clear();
        pack_line(self.plies.iter().map(|&point| point_code(point)), &mut self.line);
    }
}

/// Replaces plies by their smallest image. Its first plies are the smallest image of the first plies.
fn fold(plies: &mut [Option<Point>], symmetries: &[Symmetry], apply: impl Fn(Symmetry, Point) -> Point) {
    let mut left: [Symmetry; 8] = [Symmetry::Identity; 8];
    let mut count = symmetries.len();
    left[..count].copy_from_slice(symmetries);
    for ply in plies {
        let Some(point) = *ply else { continue };
        let mut smallest = apply(left[0], point);
        let mut kept = 1;
        for at in 1..count {
            let s = left[at];
            let image = apply(s, point);
            if image < smallest {
                (smallest, kept) = (image, 0);
            }
            if image == smallest {
                left[kept] = s;
                kept += 1;
            }
        }
        count = kept;
        *ply = Some(smallest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pentad_rules::Size;

    #[test]
    fn the_smallest_image_is_found_step_by_step() {
        let (mut random, size) = (fastrand::Rng::with_seed(6), Size::RENJU);
        for _ in 0..500 {
            // Points near the centre and its lines, so that images often agree at first.
            let mut plies: Vec<_> =
                (0..6).map(|_| Point::new(random.u8(6..9), random.u8(6..9)).filter(|_| random.u8(0..9) > 0)).collect();
            let image = |s: &Symmetry| plies.iter().map(|p| p.map(|p| s.apply(p, size))).collect::<Vec<_>>();
            let expected = Symmetry::ALL.iter().map(image).min();
            fold(&mut plies, &Symmetry::ALL, |s, p| s.apply(p, size));
            assert_eq!(Some(plies), expected);
        }
    }
}
