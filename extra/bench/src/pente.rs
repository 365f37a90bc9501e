//! Game text of pente.org.

use std::fmt::Write as _;

use pentad_rules::{Coords, Size};

use crate::play::{Play, Style};

pub(crate) fn record(play: &mut Play, out: &mut String) {
    let plies = 24 + play.numbers.below(33);
    play.game(Size::PENTE, Style::Capturing, plies);
    let numbers = &mut play.numbers;
    let result = numbers.pick(&["1-0", "0-1"]);
    let _ = write!(
        out,
        "[Game \"Pente\"]\r\n[Site \"Example\"]\r\n[Event \"Turn-based Game\"]\r\n[Round \"-\"]\r\n[Section \"-\"]\r\n\
         [Date \"{:02}/{:02}/{}\"]\r\n[Time \"{:02}:{:02}:{:02}\"]\r\n[TimeControl \"7\"]\r\n[Rated \"N\"]\r\n\
         [Player 1 Name \"player{}\"]\r\n[Player 2 Name \"player{}\"]\r\n[Player 1 Rating \"{}\"]\r\n[Player 2 Rating \"{}\"]\r\n\
         [Player 1 Type \"Human\"]\r\n[Player 2 Type \"Human\"]\r\n[Result \"{result}\"]\r\n\r\n",
        1 + numbers.below(12),
        1 + numbers.below(28),
        2000 + numbers.below(25),
        numbers.below(24),
        numbers.below(60),
        numbers.below(60),
        numbers.below(9000),
        numbers.below(9000),
        900 + numbers.below(1400),
        900 + numbers.below(1400),
    );
    let mut column = 0;
    for (n, point) in play.moves.iter().enumerate() {
        let start = out.len();
        if n.is_multiple_of(2) {
            let _ = write!(out, "{}. ", n / 2 + 1);
        }
        let _ = write!(out, "{} ", point.text(Coords::SkipI).to_string().to_uppercase());
        column += out.len() - start;
        if column > 70 {
            out.truncate(out.len() - 1);
            out.push_str("\r\n");
            column = 0;
        }
    }
    let _ = write!(out, "{result}\r\n\r\n");
}
