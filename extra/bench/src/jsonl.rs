//! The canonical form.

use std::fmt::Write as _;

use pentad_rules::{Coords, Size};

use crate::play::{Play, Style};

pub(crate) fn record(play: &mut Play, out: &mut String) {
    play.game(Size::RENJU, Style::Scattered, 40);
    let (game, numbers) = (play.games, &mut play.numbers);
    let _ = write!(
        out,
        "{{\"pentad\":1,\"id\":\"{game}\",\"rules\":\"gomoku-freestyle\",\"size\":15,\"black\":{{\"name\":\"player {}\"}},\
         \"white\":{{\"name\":\"player {}\"}},\"event\":\"Team league {}\",\"round\":\"{}\",\"date\":\"{}-{:02}-{:02}\",\
         \"result\":\"{}\",\"reason\":\"resign\",\"moves\":[",
        numbers.below(9000),
        numbers.below(9000),
        game / 1000,
        1 + numbers.below(11),
        2000 + numbers.below(25),
        1 + numbers.below(12),
        1 + numbers.below(28),
        numbers.pick(&["1-0", "0-1"]),
    );
    for (n, point) in play.moves.iter().enumerate() {
        let comma = if n > 0 { "," } else { "" };
        let _ = write!(out, "{comma}\"{}\"", point.text(Coords::WithI));
    }
    out.push_str("]}\n");
}
