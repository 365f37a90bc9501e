//! The positions that a game goes through, and the line that stands for each.

use pentad_rules::{Action, Color, Point, PositionKey, Rules, RunningKey, Symmetry};

use super::Facts;
use super::cell::{point_code, point_of};

/// Bits of a ply in a line: a pass is 0, a point one more than its index.
const BITS: usize = 10;

/// Bytes of a line of so many plies.
pub(super) fn line_len(depth: u8) -> usize {
    (usize::from(depth) * BITS).div_ceil(8)
}

/// The plies of a line; `None` of what is no line.
pub(super) fn unpack(line: &[u8], depth: u8) -> Option<Vec<Option<Point>>> {
    let bit = |at: usize| line.get(at / 8).map(|byte| u16::from(byte >> (7 - at % 8) & 1));
    let plies = (0..usize::from(depth)).map(|ply| {
        let code = (0..BITS).try_fold(0, |code, i| Some(code << 1 | bit(ply * BITS + i)?))?;
        point_of(code)
    });
    plies.collect()
}

/// Plies in a row of bits, so that the order of the bytes is that of the plies.
fn pack(plies: &[Option<Point>], line: &mut Vec<u8>) {
    line.clear();
    line.resize((plies.len() * BITS).div_ceil(8), 0);
    for (ply, &point) in plies.iter().enumerate() {
        let (at, code) = (ply * BITS, u32::from(point_code(point)));
        // Ten bits begin at an even bit and touch two bytes.
        let bits = code << (22 - at % 8);
        for (byte, part) in line[at / 8..].iter_mut().zip(bits.to_be_bytes()) {
            *byte |= part;
        }
    }
}

/// The families of rules under which the same stones go on in other ways: with captures or not, one stone a turn or several.
pub(super) fn family(rules: &Rules) -> u8 {
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
    keys: Vec<PositionKey>,
    stones: Vec<(Point, Color)>,
}

impl Walk {
    /// The positions after each of the first `depth` plies, as far as the game was judged: the number of plies, the key of the state, and the
    /// smallest image of the plies that led there.
    pub(super) fn each<E>(
        &mut self,
        facts: &Facts<'_>,
        depth: u8,
        unfolded: bool,
        mut each: impl FnMut(u8, PositionKey, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.go(facts, usize::from(depth), unfolded);
        for (ply, key) in (1..=depth).zip(&self.keys) {
            let len = line_len(ply);
            let (end, spare) = (self.line[len - 1], len * 8 - usize::from(ply) * BITS);
            // The rest of the last byte belongs to the next ply.
            self.line[len - 1] = end & 0xFF << spare;
            let result = each(ply, *key, &self.line[..len]);
            self.line[len - 1] = end;
            result?;
        }
        Ok(())
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
            self.keys.push(key.state(due, captured));
        }
        if !unfolded {
            fold(&mut self.plies, Symmetry::of(size), |s, p| s.apply(p, size));
        }
        pack(&self.plies, &mut self.line);
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
    fn lines_come_back_and_sort_as_their_plies() {
        let mut random = fastrand::Rng::with_seed(5);
        let line = |random: &mut fastrand::Rng| -> Vec<Option<Point>> {
            (0..20).map(|_| Point::from_index(random.usize(0..900))).collect()
        };
        let mut before: Option<(Vec<Option<Point>>, Vec<u8>)> = None;
        for _ in 0..500 {
            let (plies, mut bytes) = (line(&mut random), Vec::new());
            pack(&plies, &mut bytes);
            assert_eq!(bytes.len(), line_len(20));
            assert_eq!(unpack(&bytes, 20).as_ref(), Some(&plies));
            if let Some((old, packed)) = &before {
                assert_eq!(old.cmp(&plies), packed.cmp(&bytes));
            }
            before = Some((plies, bytes));
        }
        assert_eq!(unpack(&[0xFF, 0xFF], 1), None);
    }

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
