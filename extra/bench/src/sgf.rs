//! SGF.

use std::fmt::Write as _;

use pentad_rules::{Point, Size};

use crate::play::{Play, Style};

/// What may stand in comments: escapes, text that looks like records, brackets, lines.
const REMARKS: [&str; 8] = [
    "hi",
    "gg, well played",
    "a good (;move) here \\] no?",
    "he must answer ))))",
    "first line\nsecond line",
    "see [h8, then [i9",
    "as in (;GM[4\\];B[hh\\])",
    "either \\\\ or \\: here",
];

pub(crate) fn plain(play: &mut Play, out: &mut String) {
    gomoku(play, out, |_, _, _| {});
}

pub(crate) fn chat(play: &mut Play, out: &mut String) {
    gomoku(play, out, |play, out, n| {
        if n % 6 == 5 {
            let _ = write!(out, "C[{}]", play.numbers.pick(&REMARKS));
        }
    });
    if play.games.is_multiple_of(50) {
        let _ = writeln!(out, "-- table {} [to be continued", play.numbers.below(90));
    }
}

pub(crate) fn engine(play: &mut Play, out: &mut String) {
    gomoku(play, out, |play, out, _| {
        let _ = write!(out, "C[{}ms]", play.numbers.below(9000));
    });
}

/// The game is the first branch everywhere; what was not played follows it, in lines of two to four moves.
pub(crate) fn tree(play: &mut Play, out: &mut String) {
    play.game(Size::RENJU, Style::Scattered, 40);
    header(play, out, "Gomoku");
    let forks = [8, 16, 24, 32];
    for n in 0..play.moves.len() {
        if forks.contains(&n) {
            out.push('(');
        }
        stone(out, n, play.moves[n]);
    }
    for at in forks.into_iter().rev() {
        out.push(')');
        for _ in 0..1 + play.numbers.below(2) {
            out.push('(');
            let mut line = Vec::new();
            while line.len() < 2 + play.numbers.below(3) as usize {
                let point = play.other_move(Size::RENJU);
                if !line.contains(&point) {
                    stone(out, at + line.len(), point);
                    line.push(point);
                }
            }
            out.push(')');
        }
    }
    out.push_str(")\n\n");
}

pub(crate) fn renju(play: &mut Play, out: &mut String) {
    let plies = 41 + play.numbers.below(39);
    play.game(Size::RENJU, Style::Close, plies);
    header(play, out, "Renju");
    for n in 0..play.moves.len() {
        stone(out, n, play.moves[n]);
        if play.numbers.below(17) == 0 {
            let _ = write!(out, "C[{}]", play.numbers.pick(&REMARKS));
        }
    }
    out.push_str(")\n\n");
}

fn gomoku(play: &mut Play, out: &mut String, after: impl Fn(&mut Play, &mut String, usize)) {
    play.game(Size::RENJU, Style::Scattered, 40);
    header(play, out, "Gomoku");
    for n in 0..play.moves.len() {
        stone(out, n, play.moves[n]);
        after(play, out, n);
    }
    out.push_str(")\n\n");
}

fn header(play: &mut Play, out: &mut String, rules: &str) {
    let game = play.games;
    let numbers = &mut play.numbers;
    let _ = writeln!(
        out,
        "(;FF[4]GM[4]SZ[15]RU[{rules}]PB[player {}]PW[player {}]EV[Team league {}]DT[{}-{:02}-{:02}]RO[{}]RE[{}+R]",
        numbers.below(9000),
        numbers.below(9000),
        game / 1000,
        2000 + numbers.below(25),
        1 + numbers.below(12),
        1 + numbers.below(28),
        1 + numbers.below(11),
        numbers.pick(&['B', 'W']),
    );
}

fn stone(out: &mut String, number: usize, point: Point) {
    let color = if number.is_multiple_of(2) { 'B' } else { 'W' };
    let [x, y] = [point.column(), point.row()].map(|n| char::from(b'a' + n));
    out.extend([';', color, '[', x, y, ']']);
}
