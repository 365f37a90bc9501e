//! Readers of chess games, and the games.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::ops::ControlFlow;

use pentad_bench::Numbers;
use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::{Chess, Position};

use crate::Seen;

/// So many games are played; a larger file holds them again under other headers.
const DISTINCT: usize = 1500;

/// Writes games of 50 to 110 random legal moves with ten tags, at least `size` bytes.
pub(crate) fn generate(size: u64, seed: u64, out: &str) -> io::Result<Seen> {
    let mut numbers = Numbers::new(seed);
    let games: Vec<_> = (0..DISTINCT).map(|_| play(&mut numbers)).collect();
    let mut file = BufWriter::with_capacity(256 << 10, File::create(out)?);
    let (mut seen, mut written, mut text) = (Seen::default(), 0, String::new());
    while written < size {
        let (moves, plies) = &games[seen.games as usize % DISTINCT];
        text.clear();
        let _ = write!(
            text,
            "[Event \"Team league {}\"]\n[Site \"?\"]\n[Date \"{}.{:02}.{:02}\"]\n[Round \"{}\"]\n[White \"player {}\"]\n\
             [Black \"player {}\"]\n[Result \"*\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[ECO \"A00\"]\n\n{moves}\n\n",
            seen.games / 1000,
            2000 + numbers.below(25),
            1 + numbers.below(12),
            1 + numbers.below(28),
            1 + numbers.below(11),
            numbers.below(9000),
            numbers.below(9000),
            900 + numbers.below(1400),
            900 + numbers.below(1400),
        );
        file.write_all(text.as_bytes())?;
        written += text.len() as u64;
        seen.games += 1;
        seen.plies += plies;
    }
    file.flush()?;
    Ok(seen)
}

fn play(numbers: &mut Numbers) -> (String, u64) {
    let (mut position, mut text, mut line, mut plies) = (Chess::default(), String::new(), String::new(), 0);
    let length = 50 + numbers.below(61);
    let mut word = |text: &mut String, word: &str| {
        if line.len() + word.len() >= 79 {
            text.push_str(line.trim_end());
            text.push('\n');
            line.clear();
        }
        line.push_str(word);
        line.push(' ');
        if word == "*" {
            text.push_str(line.trim_end());
        }
    };
    for ply in 0..length {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let played = moves[numbers.below(moves.len() as u32) as usize];
        let san = SanPlus::from_move_and_play_unchecked(&mut position, played).to_string();
        if ply % 2 == 0 {
            word(&mut text, &format!("{}.", ply / 2 + 1));
        }
        word(&mut text, &san);
        plies += 1;
    }
    word(&mut text, "*");
    (text, plies)
}

/// Counts moves.
struct Stats;

impl Visitor for Stats {
    type Tags = ();
    type Movetext = u64;
    type Output = Seen;

    fn begin_tags(&mut self) -> ControlFlow<Seen, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Seen, u64> {
        ControlFlow::Continue(0)
    }

    fn san(&mut self, plies: &mut u64, _: SanPlus) -> ControlFlow<Seen> {
        *plies += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, plies: u64) -> Seen {
        Seen { games: 1, plies, faults: 0 }
    }
}

/// Plays the moves.
struct Check;

impl Visitor for Check {
    type Tags = ();
    type Movetext = (Chess, u64);
    type Output = Seen;

    fn begin_tags(&mut self) -> ControlFlow<Seen, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Seen, (Chess, u64)> {
        ControlFlow::Continue((Chess::default(), 0))
    }

    fn san(&mut self, (position, plies): &mut (Chess, u64), san: SanPlus) -> ControlFlow<Seen> {
        match san.san.to_move(position) {
            Ok(played) => {
                position.play_unchecked(played);
                *plies += 1;
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(Seen { games: 1, plies: *plies, faults: 1 }),
        }
    }

    fn end_game(&mut self, (_, plies): (Chess, u64)) -> Seen {
        Seen { games: 1, plies, faults: 0 }
    }
}

pub(crate) fn stats(file: &str) -> io::Result<Seen> {
    read(file, &mut Stats)
}

pub(crate) fn check(file: &str) -> io::Result<Seen> {
    read(file, &mut Check)
}

fn read<V: Visitor<Output = Seen>>(file: &str, visitor: &mut V) -> io::Result<Seen> {
    let mut reader = Reader::new(File::open(file)?);
    let mut sum = Seen::default();
    while let Some(seen) = reader.read_game(visitor)? {
        sum = Seen { games: sum.games + seen.games, plies: sum.plies + seen.plies, faults: sum.faults + seen.faults };
    }
    Ok(sum)
}
