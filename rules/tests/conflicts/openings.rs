//! Who lays which stone where, and who may swap.

use crate::table::Table;
use pentad_rules::Opening;

fn renju(opening: &str) -> Table {
    Table::of("renju").opening(opening)
}

/// rules.md 6.1: a swap after move 4, and ten offers as well.
#[test]
fn swap_then_offers() {
    let game = "1:h8 2:h9 1:j7 2:g6 1:+ 2:?a1,b1,c1,d1,e1,f1,g1,h1,i1,j1 1:!a1 1:b2";
    let table = || renju("taraguchi-10");
    assert_eq!(table().says(game), "legal; offer-after-swap at 5");
    assert_eq!(table().set("policy.offer-after-swap=error").says(game), "illegal; offer-after-swap at 5");
    assert_eq!(table().set("policy.offer-after-swap=allowed").says(game), "legal");
    // The other two ways, which all sources know.
    assert_eq!(table().says("1:h8 2:h9 1:h10 2:h11 1:+ 2:h12 1:a1"), "legal");
    assert_eq!(table().says("1:h8 2:h9 1:j7 2:g6 1:?a1,b1,c1,d1,e1,f1,g1,h1,i1,j1 2:!a1 2:b2"), "legal");
}

/// rules.md 6.2: "either player" may swap.
#[test]
fn who_may_swap() {
    for opening in ["taraguchi-10", "tarannikov"] {
        assert_eq!(renju(opening).says("1:h8 2:+ 1:h9"), "legal");
        assert_eq!(renju(opening).says("1:h8 1:+ 2:h9"), "illegal; wrong-player at 1");
    }
    // Where an event lets the one who has just laid the stone swap, its rules file says so.
    let text = "opening = { id = \"layer-swaps\", stages = [{ lay = \"due\" }, { swap = \"layer\" }] }";
    assert_eq!(Table::of("renju").opening_toml(text).says("1:h8 1:+ 1:h9"), "legal");
}

/// A bare "Soosõrv" and "Soosõrv-8" differ in the largest number that may be declared.
#[test]
fn number_of_soosorv() {
    let found = Opening::find("Soosõrv").unwrap();
    assert_eq!((found.opening.id.as_ref(), found.assumed), ("soosorv-4", true));
    let game = |n| format!("h8 h9 j7 a1 #{n}");
    assert_eq!(renju("soosorv-4").says(&game(4)), "legal");
    assert_eq!(renju("soosorv-4").says(&game(5)), "illegal; declare-range at 4");
    assert_eq!(renju("soosorv-8").says(&game(8)), "legal");
    assert_eq!(renju("soosorv-8").says(&game(9)), "illegal; declare-range at 4");
}

/// rules.md 6.8: limits on stones 4 and 5 of Sakata's rule.
#[test]
fn stones_of_sakata() {
    assert_eq!(renju("sakata").says("h8 h9 h10 a1 o15 1:+"), "legal");
    assert_eq!(renju("super-sakata").says("h8 h9 h10 a1"), "illegal; zone-7x7 at 4");
    assert_eq!(renju("super-sakata").says("h8 h9 h10 h11 o15"), "illegal; zone-9x9 at 5");
    // Sakata's rule with the limits of the other one, as one program has it.
    let limited = r#"
        [opening]
        id = "sakata-with-limits"
        like = "sakata"
        stages = [
            { lay = "first", within = 0 }, { lay = "first", within = 1 }, { lay = "first", within = 2 },
            { lay = "second", within = 3 }, { lay = "second", within = 4 }, { swap = "other" },
        ]
    "#;
    assert_eq!(Table::of("renju").opening_toml(limited).says("h8 h9 h10 a1"), "illegal; zone-7x7 at 4");
}

/// rules.md 6.11: the founding text and all others agree.
#[test]
fn windows_of_tarannikov() {
    assert_eq!(renju("tarannikov").says("1:h8 2:+ 1:h9 2:+ 1:h10 2:+ 1:h11 2:+ 1:h12 2:+ 1:a1"), "legal");
    for (game, said) in [
        ("h8 h10", "illegal; zone-3x3 at 2"),
        ("h8 h9 h11", "illegal; zone-5x5 at 3"),
        ("h8 h9 h10 h12", "illegal; zone-7x7 at 4"),
        ("h8 h9 h10 h11 h13", "illegal; zone-9x9 at 5"),
        ("h8 h9 h10 h11 h12 a1 +", "illegal; swap-not-allowed at 6"),
    ] {
        assert_eq!(renju("tarannikov").says(game), said, "{game}");
    }
}

/// rules.md 6.10: the players alternate for three stones, or one of them lays all three.
#[test]
fn first_three_stones_of_swap_gomoku() {
    let (alternating, alone) = ("1:h8 2:a1 1:i9 2:+ 1:a2", "1:h8 1:a1 1:i9 2:+ 1:a2");
    let table = || Table::of("swap-gomoku");
    assert_eq!(table().says(alternating), "legal");
    assert_eq!(table().says(alone), "illegal; wrong-player at 2");
    assert_eq!(table().opening("swap").says(alone), "legal");
    assert_eq!(table().opening("swap").says(alternating), "illegal; wrong-player at 2");
    // A list of moves cannot tell them apart.
    for opening in ["swap-gomoku", "swap"] {
        let said = table().opening(opening).bare().says("h8 a1 i9 a2");
        assert_eq!(said, "unverifiable, missing swap");
    }
}

/// Stone 2 of pro and long pro: anywhere, or next to stone 1.
#[test]
fn second_stone_of_pro() {
    for (opening, third) in [("pro", "h11"), ("long-pro", "h12")] {
        let table = || Table::of("gomoku-standard").opening(opening);
        let game = format!("h8 a1 {third}");
        assert_eq!(table().says(&game), "legal");
        assert_eq!(table().set("policy.second-not-adjacent=error").says(&game), "illegal; zone-3x3 at 2");
        assert_eq!(table().set("policy.second-not-adjacent=error").says(&format!("h8 h9 {third}")), "legal");
    }
}

/// The "Swap" of 1989: the second player lays stone 2, and nobody passes before stone 6.
#[test]
fn swap_of_1989() {
    let text = r#"
        [opening]
        id = "swap-1989"
        stages = [
            { lay = "first", within = 0 }, { lay = "second", within = 1 }, { lay = "first", within = 2 }, { swap = "other" },
            { lay = "due" }, { lay = "due" }, { lay = "due" },
        ]
    "#;
    let table = Table::of("renju").opening_toml(text);
    assert_eq!(table.says("1:h8 2:h9 1:h10 2:+ 1:a1 2:a2 1:a3 pass"), "legal");
    assert_eq!(table.says("1:h8 2:h9 1:h10 2:+ 1:a1 pass"), "illegal; pass-not-allowed at 5");
    assert_eq!(renju("rif").says("1:h8 2:h9"), "illegal; wrong-player at 2");
}

/// Stones that a match runner set up, and games between engines: nobody passes.
#[test]
fn given_stones() {
    let table = Table::of("gomoku-freestyle").opening("gomocup").lines(20);
    assert_eq!(table.says("a1 b7 t20 a20"), "legal");
    assert_eq!(table.says("a1 b7 pass"), "illegal; pass-not-allowed at 3");
    assert_eq!(Table::of("gomoku-freestyle").opening("free").says("a1 b7 pass"), "legal");
}
