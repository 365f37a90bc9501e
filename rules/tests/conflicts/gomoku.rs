//! Rows, fouls and boards of gomoku, caro, omok, ninuki-renju and Connect6.

use crate::table::Table;
use pentad_rules::Game;

/// A game in which Black lays these stones in order, and White elsewhere.
fn black(stones: &str) -> String {
    let far = ["a15", "c15", "e15", "g15", "i15", "k15", "m15", "o15", "a13", "c13", "e13"];
    interleave(stones, &far.join(" "))
}

/// Black's stones and White's in turn, Black's last one last.
fn interleave(black: &str, white: &str) -> String {
    let white: Vec<_> = white.split(' ').collect();
    let words: Vec<_> = black
        .split(' ')
        .enumerate()
        .map(|(i, own)| if i == 0 { own.to_owned() } else { format!("{} {own}", white[i - 1]) })
        .collect();
    words.join(" ")
}

#[test]
fn longer_rows_of_gomoku() {
    let six = black("c8 d8 e8 g8 h8 f8");
    assert_eq!(Game::find("gomoku").unwrap().id, "gomoku-freestyle");
    assert_eq!(Table::of("gomoku").says(&six), "legal; black by overline at 11");
    assert_eq!(Table::of("gomoku-standard").says(&six), "legal");
    assert_eq!(Table::of("swap-gomoku").free().says(&six), "legal");
    assert_eq!(Table::of("gomoku").set("rules.row.longer=nothing").says(&six), "legal");
    // For one colour only.
    let one = Table::of("gomoku-standard").set("rules.row.white.longer=wins");
    assert_eq!(one.says(&six), "legal");
    let white = interleave("a15 c15 e15 g15 i15 k15", "c8 d8 e8 g8 h8") + " f8";
    assert_eq!(one.says(&white), "legal; white by overline at 12");
}

/// How a five must lie in caro.
#[test]
fn ends_of_caro() {
    let five = |white: &str| interleave("d8 e8 f8 g8 h8", white);
    let (one, both) = (five("c8 a1 a3 a5"), five("c8 a1 a3 i8"));
    for (game, one_blocked, both_blocked) in [
        ("caro5", "legal; black by five at 9", "legal"),
        ("caro6", "legal; black by five at 9", "legal"),
        ("caro-open", "legal", "legal"),
        ("gomoku-standard", "legal; black by five at 9", "legal; black by five at 9"),
    ] {
        assert_eq!(Table::of(game).says(&one), one_blocked, "{game}");
        assert_eq!(Table::of(game).says(&both), both_blocked, "{game}");
    }
    assert_eq!(Game::find("caro").unwrap().id, "caro6");
    let open = Table::of("caro5").set("rules.row.ends=both-free");
    assert_eq!(open.says(&one), "legal");
}

/// Whether the edge of the board blocks an end.
#[test]
fn edge_of_caro() {
    let at_the_edge = interleave("a8 b8 c8 d8 e8", "f8 a1 a3 a5");
    assert_eq!(Table::of("caro6").says(&at_the_edge), "legal; black by five at 9");
    assert_eq!(Table::of("caro6").set("rules.row.edge-blocks=true").says(&at_the_edge), "legal");
}

/// Rows of six in caro.
#[test]
fn longer_rows_of_caro() {
    let six = black("c8 d8 e8 g8 h8 f8");
    assert_eq!(Table::of("caro5").says(&six), "legal");
    assert_eq!(Table::of("caro6").says(&six), "legal; black by overline at 11");
    assert_eq!(Table::of("caro-open").set("rules.row.longer=wins").says(&six), "legal; black by overline at 11");
}

/// Only the ban on double-threes is common to all texts on omok.
#[test]
fn fouls_of_omok() {
    let for_white = interleave("a15 c15 e15 g15 i15 k15", "f8 g8 h9 h10 h8");
    let table = || Table::of("omok");
    assert_eq!(table().says(&black("f8 g8 h9 h10 h8")), "illegal; double-three at 9");
    assert_eq!(table().says(&for_white), "illegal; double-three at 10");
    assert_eq!(table().says(&black("e8 g8 i8 k8 h8")), "legal");
    assert_eq!(
        table().set("policy.double-three=lose").says(&black("f8 g8 h9 h10 h8")),
        "legal; double-three at 9; white by forbidden at 9"
    );
}

/// Longer rows and the board of omok.
#[test]
fn rows_and_board_of_omok() {
    let six = black("c8 d8 e8 g8 h8 f8");
    assert_eq!(Table::of("omok").says(&six), "legal");
    assert_eq!(Table::of("omok").set("rules.row.longer=wins").says(&six), "legal; black by overline at 11");
    assert_eq!(Game::find("omok").unwrap().size.width(), 15);
    assert_eq!(Table::of("omok").says("s19"), "illegal; off-board at 1");
    assert_eq!(Table::of("omok").lines(19).says("s19"), "legal");
}

/// Double-threes in ninuki-renju: for both, for Black, or allowed.
#[test]
fn fouls_of_ninuki() {
    let (by_black, by_white) = (black("f8 g8 h9 h10 h8"), interleave("a15 c15 e15 g15 i15 k15", "f8 g8 h9 h10 h8"));
    let table = || Table::of("ninuki-renju").free();
    assert_eq!((table().says(&by_black), table().says(&by_white)), ("legal".into(), "legal".into()));
    let both = || table().set("rules.fouls=[\"double-three\"]").set("policy.double-three=block");
    assert_eq!(both().says(&by_black), "illegal; double-three at 9");
    assert_eq!(both().says(&by_white), "illegal; double-three at 10");
    let one = || table().set("rules.fouls.black=[\"double-three\"]").set("policy.double-three=block");
    assert_eq!(one().says(&by_black), "illegal; double-three at 9");
    assert_eq!(one().says(&by_white), "legal");
    // No text but one has fouls of rows.
    assert_eq!(table().says(&black("c8 d8 e8 g8 h8 f8")), "legal");
}

/// Boards of ninuki-renju.
#[test]
fn board_of_ninuki() {
    assert_eq!(Game::find("ninuki-renju").unwrap().size.width(), 15);
    for (lines, centre) in [(13, "g7"), (15, "h8"), (17, "i9"), (19, "j10"), (21, "k11")] {
        assert_eq!(Table::of("ninuki-renju").lines(lines).says(centre), "legal", "{lines}");
    }
}

/// The first stone of Connect6: anywhere, or on the centre.
#[test]
fn first_stone_of_connect6() {
    assert_eq!(Table::of("connect6").says("a1 b2 c3"), "legal");
    assert_eq!(Table::of("connect6").opening("centre").says("a1 b2 c3"), "illegal; not-centre at 1");
    assert_eq!(Table::of("connect6").opening("centre").says("j10 b2 c3"), "legal");
}
