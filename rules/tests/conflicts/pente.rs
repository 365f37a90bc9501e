//! Captures, rows and first stones of Pente and its relatives.

use crate::table::Table;
use pentad_rules::{Coords, Game, Point};

/// Player 1's second stone: an error in rated games, a note elsewhere, no rule at all in one text.
#[test]
fn tournament_rule() {
    let near = "k10 a1 k12";
    for game in ["pente", "keryo-pente", "poof-pente", "boat-pente", "o-pente"] {
        let table = || Table::of(game);
        assert_eq!(table().says(near), "legal; note tournament-rule at 3");
        assert_eq!(table().set("policy.tournament-rule=error").says(near), "illegal; tournament-rule at 3");
        assert_eq!(table().set("policy.tournament-rule=allowed").says(near), "legal");
        // Three lines away is far enough; one text has it the wrong way round.
        assert_eq!(table().set("policy.tournament-rule=error").says("k10 a1 k13"), "legal");
        // The centre is no question of the rule.
        assert_eq!(table().set("policy.tournament-rule=allowed").says("k9"), "illegal; not-centre at 1");
    }
    for game in ["d-pente", "dk-pente", "swap2-pente", "swap2-keryo"] {
        assert_eq!(Table::of(game).set("policy.tournament-rule=error").bare().says("a1 a3"), "legal", "{game}");
    }
    assert_eq!(Table::of("g-pente").set("policy.tournament-rule=allowed").says(near), "illegal; tournament-rule at 3");
}

/// rules.md 6.12: six or more win, and a row wins at once, whatever could be captured.
#[test]
fn rows_that_could_be_captured() {
    // Black's row a row of k: l10 could be taken with l11 by White's l12, as l9 is White's.
    let game = "k10 l9 n10 a1 o10 a3 m10 a5 l11 a7 l10";
    let after = format!("{game} l12");
    assert_eq!(Table::of("pente").free().says(game), "legal; black by five at 11");
    assert_eq!(Table::of("boat-pente").free().says(game), "legal");
    assert_eq!(Table::of("boat-pente").free().says(&after), "legal");
    assert_eq!(Table::of("pente").free().set("rules.five-stands=unless-capturable").says(&after), "legal");
    let six = "k10 a1 l10 a3 m10 a5 o10 a7 p10 a9 n10";
    assert_eq!(Table::of("pente").free().says(six), "legal; black by overline at 11");
    assert_eq!(Table::of("ninuki-renju").free().lines(19).says(six), "legal");
}

/// rules.md 6.13: stones that should have been captured and were left.
#[test]
fn overlooked_captures() {
    // n10 takes l10 and m10, which White may lay again at once.
    assert_eq!(Table::of("pente").says("k10 l10 n13 m10 n10 l10"), "legal");
    // White's l13 takes l11 and l12 only if l10, taken at ply 9, was left on the board; else l11 at ply 11 is occupied.
    let left = "k10 l10 n13 m10 l11 d4 l12 d6 n10 l13 l11";
    assert_eq!(Table::of("pente").says(left), "illegal; occupied at 11; note skipped-capture at 9");
}

/// rules.md 6.14: places outside the edge.
#[test]
fn stones_outside_the_board() {
    assert_eq!(Table::of("pente").says("k10 u10"), "illegal; off-board at 2");
    assert_eq!(Table::of("pente").says("k10 k0"), "illegal; off-board at 2");
    assert_eq!(Table::of("pente").says("k10 t19"), "legal");
}

/// rules.md 6.16: Keryo-Pente takes three in a row, and never four.
#[test]
fn what_keryo_captures() {
    let three = "k10 l10 a1 m10 a3 n10 o10 a5 l10";
    assert_eq!(Table::of("keryo-pente").free().says(three), "legal");
    assert_eq!(Table::of("pente").free().says(three), "illegal; occupied at 9");
    let four = "k10 l10 a1 m10 a3 n10 a7 o10 p10 a5 l10";
    assert_eq!(Table::of("keryo-pente").free().says(four), "illegal; occupied at 11");
}

/// The prose counts the centre as the first point.
#[test]
fn axes_of_g_pente() {
    for (third, said) in [
        ("k12", "illegal; tournament-rule at 3"),
        ("k13", "illegal; g-pente-rule at 3"),
        ("k14", "illegal; g-pente-rule at 3"),
        ("k15", "legal"),
        ("l13", "legal"),
    ] {
        assert_eq!(Table::of("g-pente").says(&format!("k10 a1 {third}")), said, "{third}");
    }
    let counted_from_zero = r#"
        [opening]
        id = "g-pente-from-zero"
        stages = [
            { lay = "due", within = 0 }, { lay = "due" },
            { lay = "due", limits = [
                { beyond = 3, code = "tournament-rule" },
                { except = [[4, 0], [5, 0], [-4, 0], [-5, 0], [0, 4], [0, 5], [0, -4], [0, -5]], code = "g-pente-rule" },
            ] },
        ]
    "#;
    let table = Table::of("g-pente").opening_toml(counted_from_zero);
    assert_eq!(table.says("k10 a1 k13"), "legal");
    assert_eq!(table.says("k10 a1 k15"), "illegal; g-pente-rule at 3");
}

/// Five on the s-file; the pair s7, t7 has its far side off the board, so that nothing can be captured.
const AT_THE_EDGE: &str = "k10 a1 s5 r7 s6 c1 s8 e1 s9 g1 t7 a3 s7";

/// Boat-Pente waits where something could be captured, or always.
#[test]
fn reply_to_a_boat() {
    let replied = format!("{AT_THE_EDGE} c3");
    let table = || Table::of("boat-pente").set("policy.five=ends");
    assert_eq!(table().says(&replied), "illegal; moves-after-end at 14; black by five at 13");
    assert_eq!(table().set("rules.five-stands=after-reply").says(&replied), "legal; black by five at 14");
}

/// One server looks for captures across the edge of the board.
#[test]
fn captures_across_the_edge() {
    assert_eq!(Table::of("boat-pente").says(AT_THE_EDGE), "legal; black by five at 13");
}

/// One server reads the letter i as j.
#[test]
fn letter_i() {
    assert_eq!(Point::parse("i9", Coords::SkipI), None);
    assert_eq!(Table::of("pente").says("k10 i9"), "illegal; off-board at 2");
}

/// One server ends a game after as many moves as the board has points, though captures have emptied some.
#[test]
fn draw_of_pente() {
    // A game on a small board, with one capture; further stones wherever nothing ends the game.
    let table = || Table::of("pente").free().lines(5);
    let mut game = "a1 b1 e5 c1 d1".to_owned();
    assert_eq!(table().says(&game), "legal");
    for ply in 6..=26 {
        let points =
            (0..25).map(|i| format!("{}{}", ["a", "b", "c", "d", "e"][(i * 7 + ply) % 5], (i * 7 + ply) % 25 / 5 + 1));
        let next = points.map(|p| format!("{game} {p}")).find(|longer| table().says(longer) == "legal");
        game = next.unwrap_or_else(|| panic!("stuck after {game}"));
    }
    let limited = table().set("rules.max-plies=25").says(&game);
    assert_eq!(limited, "illegal; moves-after-end at 26; nobody by move-limit at 25");
}

/// One site wants exactly five on a board of 13 lines.
#[test]
fn rows_on_13_lines() {
    let six = "g7 a1 h7 a3 k7 a5 l7 a11 m7 a9 j7";
    let table = || Table::of("pente").free().lines(13);
    assert_eq!(table().says(six), "legal; black by overline at 11");
    assert_eq!(table().set("rules.row.longer=nothing").says(six), "legal");
}

/// Captures among the first stones of swap2, and stones laid between two enemy stones.
#[test]
fn captures_in_the_opening() {
    // White's stone 2 and stone 4 make a pair between stones 1 and 5.
    let game = "1:k10 1:l10 1:a1 2:=place-two 2:m10 2:n10 1:=black 2:l10";
    assert_eq!(Table::of("swap2-pente").says(game), "legal");
    let enters = "k10 l10 a1 o10 m10 a3 n10";
    assert_eq!(Table::of("pente").free().says(enters), "legal");
    let forbidden = Table::of("pente").free().set("rules.captures.entry=forbidden");
    assert_eq!(forbidden.says(enters), "illegal; self-capture at 7");
}

/// More than two players.
#[test]
fn number_of_players() {
    let three = "id = \"three\"\nlike = \"pente\"\n[rules]\nplayers = 3";
    assert!(Game::from_toml(three).unwrap_err().to_string().contains("two players"));
}
