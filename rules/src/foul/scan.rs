//! All forbidden points of a position at once.
//!
//! The formulas are those of [`super::window`], but a bit is a point of a whole column of the board: the k-th cell of
//! all runs in one direction is a column further by k times dx, shifted by k times dy. Five, overline and double-four
//! are exact after that; points with two threes by shape go to the nested test.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use super::window::{Window, bits};
use super::{Board, Color, Foul, Fouls, Point, search};

/// What [`forbidden_points`] found; keep it to save its memory for the next position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointSurvey {
    /// Empty points where a stone is prohibited, with all kinds that hold; by column, then row.
    pub forbidden: Vec<(Point, Fouls)>,
    /// Empty points where a stone makes an unbroken row of exactly five, which no foul prohibits; by column, then row.
    pub fives: Vec<Point>,
}

/// Columns of a board: one bit a point, bit = row.
trait Word:
    Copy
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<i32, Output = Self>
    + Shr<i32, Output = Self>
{
    fn narrow(bits: u32) -> Self;
    fn widen(self) -> u32;

    /// The cell `steps` rows up comes to the place of each cell.
    #[inline]
    fn up(self, steps: i32) -> Self {
        if steps < 0 { self << -steps } else { self >> steps }
    }
}

impl Word for u16 {
    #[inline]
    fn narrow(bits: u32) -> u16 {
        bits as u16
    }
    #[inline]
    fn widen(self) -> u32 {
        u32::from(self)
    }
}

impl Word for u32 {
    #[inline]
    fn narrow(bits: u32) -> u32 {
        bits
    }
    #[inline]
    fn widen(self) -> u32 {
        self
    }
}

/// Clear columns on either side of the board, so that no run needs a test for the edge.
const PAD: usize = 5;

/// Finds all empty points where a stone of `color` is prohibited, when the kinds `banned` are, and all where it makes
/// an exact five. The answer is that of [`super::attempt`] for each empty point, some twenty times as fast. The board
/// is the same afterwards.
pub fn forbidden_points(board: &mut Board, color: Color, banned: Fouls, out: &mut PointSurvey) {
    out.forbidden.clear();
    out.fives.clear();
    let size = board.size();
    if size.width() <= 16 && size.height() <= 16 {
        survey::<u16, { 16 + 2 * PAD }>(board, color, banned, out);
    } else {
        survey::<u32, { 26 + 2 * PAD }>(board, color, banned, out);
    }
}

fn survey<W: Word, const N: usize>(board: &mut Board, color: Color, banned: Fouls, out: &mut PointSurvey) {
    let size = board.size();
    let mut field = Field { own: [W::default(); N], open: [W::default(); N] };
    let columns = usize::from(size.width());
    for x in 0..columns {
        let (own, open) = board.column(x as u8, color);
        field.own[PAD + x] = W::narrow(own);
        field.open[PAD + x] = W::narrow(open);
    }
    let mut seen = Seen::<W, N>::new();
    field.look::<1, 0>(&mut seen);
    field.look::<0, 1>(&mut seen);
    field.look::<1, 1>(&mut seen);
    field.look::<1, -1>(&mut seen);
    for x in 0..columns {
        let i = PAD + x;
        let at = |row: u32| Point::new(x as u8, row as u8).expect("a row of the board");
        let empty = (field.own[i] ^ field.open[i]).widen();
        let five = seen.five[i].widen() & empty;
        let kind = |foul: Foul, word: W| if banned.contains(foul) { word.widen() & empty & !five } else { 0 };
        let overline = kind(Foul::Overline, seen.six[i]);
        let double_four = kind(Foul::DoubleFour, seen.fours[i]);
        let double_three = kind(Foul::DoubleThree, seen.threes[i]);
        out.fives.extend(bits(five).map(at));
        for row in bits(overline | double_four | double_three) {
            let point = at(row);
            let mut fouls = Fouls::NONE;
            if double_three >> row & 1 != 0 {
                let window = Window::read(board, point, color);
                if search::is_double_three(board, point, color, banned, window) {
                    fouls.insert(Foul::DoubleThree);
                }
            }
            if double_four >> row & 1 != 0 {
                fouls.insert(Foul::DoubleFour);
            }
            if overline >> row & 1 != 0 {
                fouls.insert(Foul::Overline);
            }
            if !fouls.is_empty() {
                out.forbidden.push((point, fouls));
            }
        }
    }
}

/// The stones of one colour, and those together with the empty points.
struct Field<W, const N: usize> {
    own: [W; N],
    open: [W; N],
}

/// What a stone on each point would make. Bits of points that are not empty mean nothing.
struct Seen<W, const N: usize> {
    five: [W; N],
    six: [W; N],
    /// At least one four, at least two.
    four: [W; N],
    fours: [W; N],
    /// A three by shape in at least one direction, in at least two.
    three: [W; N],
    threes: [W; N],
}

impl<W: Word, const N: usize> Seen<W, N> {
    fn new() -> Self {
        let none = [W::default(); N];
        Seen { five: none, six: none, four: none, fours: none, three: none, threes: none }
    }
}

impl<W: Word, const N: usize> Field<W, N> {
    /// Adds what stones would make along one direction.
    #[inline]
    fn look<const DX: isize, const DY: i32>(&self, seen: &mut Seen<W, N>) {
        let none = [W::default(); N];
        let (mut five, mut six, mut four, mut three) = (none, none, none, none);
        // By the first cell of the run: which runs lack how much.
        for i in PAD..N - PAD {
            let own = |k: i32| self.own[i.wrapping_add_signed(k as isize * DX)].up(k * DY);
            let open = |k: i32| self.open[i.wrapping_add_signed(k as isize * DX)].up(k * DY);
            let (b0, b1, b2, b3, b4, b5) = (own(0), own(1), own(2), own(3), own(4), own(5));
            let (one_a, one_b, two_a, two_b) = (b0 ^ b1, b2 ^ b3, b0 & b1, b2 & b3);
            let two_of_four = !(one_a ^ one_b) & (two_a ^ two_b | one_a & one_b);
            let three_of_four = one_a & two_b | two_a & one_b;
            let four_of_four = two_a & two_b;
            let three_of_five = two_of_four & b4 | three_of_four & !b4;
            let four_of_five = three_of_four & b4 | four_of_four & !b4;
            let open_four = open(0) & open(1) & open(2) & open(3);
            let exact = open_four & open(4) & !(own(-1) | b5);
            five[i] = exact & four_of_five;
            six[i] = four_of_five & b5 | four_of_four & b4 & !b5;
            four[i] = exact & three_of_five;
            let free_ends = (own(-1) ^ open(-1)) & (b4 ^ open(4)) & !(own(-2) | b5);
            three[i] = open_four & free_ends & two_of_four;
        }
        // By the point of the new stone: the run starts k cells before it.
        for i in PAD..N - PAD {
            let of = |runs: &[W; N], k: i32| runs[i.wrapping_add_signed(-k as isize * DX)].up(-k * DY);
            for k in 0..5 {
                seen.five[i] = seen.five[i] | of(&five, k);
            }
            for k in 0..6 {
                seen.six[i] = seen.six[i] | of(&six, k);
            }
            for k in 0..5 {
                // Runs that start at neighbouring cells are one and the same four.
                let set = if k < 4 { of(&four, k) & !of(&four, k + 1) } else { of(&four, k) };
                seen.fours[i] = seen.fours[i] | seen.four[i] & set;
                seen.four[i] = seen.four[i] | set;
            }
            let line = of(&three, 0) | of(&three, 1) | of(&three, 2) | of(&three, 3);
            seen.threes[i] = seen.threes[i] | seen.three[i] & line;
            seen.three[i] = seen.three[i] | line;
        }
    }
}
