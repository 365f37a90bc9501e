//! How many fifth moves are offered, and which of them are the same.

use crate::table::Table;
use pentad_rules::Opening;

fn renju(opening: &str) -> Table {
    Table::of("renju").opening(opening)
}

/// A bare "Taraguchi" leaves the number open.
#[test]
fn number_of_taraguchi() {
    let found = Opening::find("Taraguchi").unwrap();
    assert_eq!((found.opening.id.as_ref(), found.assumed), ("taraguchi-5", true));
    assert_eq!(Opening::find("五珠交替打ち").unwrap().opening.id, "taraguchi-10");
    let (five, ten) = ("h8 h9 h10 h11 ?a1,b1,c1,d1,e1", "h8 h9 h10 h11 ?a1,b1,c1,d1,e1,f1,g1,i1,j1,k1");
    assert_eq!(renju("taraguchi-5").says(five), "legal");
    assert_eq!(renju("taraguchi-5").says(ten), "illegal; offer-count at 5");
    assert_eq!(renju("taraguchi-10").says(ten), "illegal; symmetric-offers at 5");
    let ten = "h8 h9 j7 g6 ?a1,b1,c1,d1,e1,f1,g1,h1,i1,j1";
    assert_eq!(renju("taraguchi-10").says(ten), "legal");
}

/// rules.md 3.7 and 6.3: the pattern of the stones decides, or the board.
#[test]
fn which_fifth_moves_are_the_same() {
    for opening in ["rif", "soosorv-4", "yamaguchi"] {
        let game = |offers: &str| {
            let shape = match opening {
                "rif" => "h8 h9 h7 h6",
                "yamaguchi" => "h8 h9 h7 #2 h6",
                _ => "h8 h9 h7 h6 #2",
            };
            format!("{shape} ?{offers}")
        };
        // The mirror in the file of the stones is one of the board; the mirror in the line between rows 7 and 8 is not.
        let table = || renju(opening);
        assert_eq!(table().says(&game("g8,i8")), "illegal; symmetric-offers at 5");
        assert_eq!(table().says(&game("g8,g7")), "illegal; symmetric-offers at 5");
        let board = || table().set("policy.offer-symmetry=board");
        assert_eq!(board().says(&game("g8,i8")), "illegal; symmetric-offers at 5");
        assert_eq!(board().says(&game("g8,g7")), "legal");
    }
    // One program finds a mirror about the black stones and another about the white ones: no single motion, so no clash.
    assert_eq!(renju("rif").says("h8 g7 h7 j5 ?g5,i5"), "legal");
    // Mirror points of the board, but the stones are not mirrored.
    assert_eq!(renju("rif").says("h8 h9 i9 i10 ?g8,i8"), "legal");
}

/// rules.md 6.9: one text of Yamaguchi's rule says nothing of symmetry.
#[test]
fn yamaguchi_and_symmetry() {
    let game = "h8 h9 h10 #2 h11 ?g8,i8 !g8 a1";
    assert_eq!(renju("yamaguchi").says(game), "illegal; symmetric-offers at 5");
    assert_eq!(renju("yamaguchi").set("policy.offer-symmetry=none").says(game), "legal");
    // The points must still be different ones.
    let twice = "h8 h9 h10 #2 h11 ?g8,g8";
    assert_eq!(renju("yamaguchi").set("policy.offer-symmetry=none").says(twice), "illegal; duplicate-offer at 5");
}

/// rules.md 6.9: no text has a largest number; software has.
#[test]
fn most_fifth_moves_of_yamaguchi() {
    let game = |n| format!("h8 h9 h10 #{n}");
    assert_eq!(renju("yamaguchi").says(&game(221)), "legal");
    assert_eq!(renju("yamaguchi").says(&game(222)), "illegal; declare-range at 3");
    let twelve = || renju("yamaguchi").set("policy.most-offers=12");
    assert_eq!(twelve().says(&game(12)), "legal");
    assert_eq!(twelve().says(&game(13)), "illegal; declare-range at 3");
}
