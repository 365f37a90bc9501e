//! Fouls, fives, passes and draws of renju.

use crate::table::Table;
use pentad_rules::{Board, Color, Coords, Fouls, Outcome, Point, PointSurvey, Size, forbidden_points};

/// Black's g8 at ply 9 is a double-three.
const DOUBLE_THREE: &str = "h8 i9 i8 h7 g7 h9 g9 j9 g8";

fn renju() -> Table {
    Table::of("renju")
}

/// A game that lays Black's stones in this order, with White's far away.
fn black(stones: &str) -> String {
    let far = ["a15", "c15", "e15", "g15", "i15", "k15", "m15", "o15", "a13", "c13", "e13"];
    let words: Vec<_> = stones.split(' ').zip(far).map(|(own, white)| format!("{own} {white}")).collect();
    let game = words.join(" ");
    game[..game.rfind(' ').unwrap()].to_owned()
}

/// rules.md 6.4: a foul loses at once, when it is claimed, or cannot be laid.
#[test]
fn what_a_foul_does() {
    let goes_on = format!("{DOUBLE_THREE} f8 a1");
    let white = Outcome::Won(Color::White);
    assert_eq!(renju().says(&goes_on), "legal; double-three at 9; unclaimed-foul at 9");
    assert_eq!(renju().says(DOUBLE_THREE), "legal; double-three at 9; white by forbidden at 9");
    assert_eq!(
        renju().says(&format!("{DOUBLE_THREE} ~double-three")),
        "legal; double-three at 9; white by forbidden at 9"
    );
    let set = |policy: &str| renju().set(&format!("policy.double-three={policy}"));
    assert_eq!(
        set("lose").says(&goes_on),
        "illegal; double-three at 9; moves-after-end at 10; white by forbidden at 9"
    );
    assert_eq!(set("block").says(&goes_on), "illegal; double-three at 9");
    assert_eq!(set("until-end").stated(white).says(&goes_on), "legal; double-three at 9; white by forbidden at 9");
    // The last stone is a foul, and Black is said to have won: nobody claimed it.
    assert_eq!(
        renju().stated(Outcome::Won(Color::Black)).says(DOUBLE_THREE),
        "legal; double-three at 9; unclaimed-foul at 9"
    );
}

/// A claim that does not hold: one national text costs the claimant a turn.
#[test]
fn a_wrong_claim() {
    assert_eq!(renju().says("h8 i9 i8 ~double-three h7 g7"), "legal; wrong-claim at 3");
}

/// rules.md 6.5: a five beats every foul that the same stone makes.
#[test]
fn five_beats_fouls() {
    // l8 makes h8-l8 and l5-l10.
    assert_eq!(renju().says(&black("l5 l6 l7 l9 l10 h8 i8 j8 k8 l8")), "legal; black by five at 19");
    assert_eq!(renju().says(&black("l5 l6 l7 l9 l10 l8")), "legal; overline at 11; white by forbidden at 11");
}

/// rules.md 6.6: two fours in one line are a double-four.
#[test]
fn two_fours_in_one_line() {
    assert_eq!(renju().says(&black("e8 g8 i8 k8 h8")), "legal; double-four at 9; white by forbidden at 9");
    // A straight four has two completions and is one four.
    assert_eq!(renju().says(&black("e8 f8 h8 g8")), "legal");
}

/// rules.md 6.6: a three that can never become a straight four is none.
#[test]
fn false_threes() {
    assert_eq!(renju().says("f8 a15 g8 c15 h9 a1 h10 c1 h8"), "legal; double-three at 9; white by forbidden at 9");
    assert_eq!(renju().says("f8 d8 g8 j8 h9 a1 h10 c1 h8"), "legal");
}

/// The two ways out of rule 9.3 are read jointly.
#[test]
fn ways_out_of_9_3() {
    let line = include_str!("../vectors/forbidden_disputed.jsonl").lines().next().unwrap();
    let vector: serde_json::Value = serde_json::from_str(line).unwrap();
    let points = |key: &str| {
        let list = vector[key].as_array().unwrap();
        list.iter().map(|p| Point::parse(p.as_str().unwrap(), Coords::WithI).unwrap()).collect::<Vec<_>>()
    };
    let mut board = Board::new(Size::RENJU);
    points("black").into_iter().for_each(|p| board.place(p, Color::Black));
    points("white").into_iter().for_each(|p| board.place(p, Color::White));
    let mut survey = PointSurvey::default();
    forbidden_points(&mut board, Color::Black, Fouls::ALL, &mut survey);
    let mut found: Vec<_> = survey.forbidden.iter().map(|(p, _)| p.text(Coords::WithI).to_string()).collect();
    found.sort();
    let of = |key: &str| {
        let mut names: Vec<_> = vector[key].as_object().unwrap().keys().cloned().collect();
        names.sort();
        names
    };
    assert_eq!(found, of("forbidden"));
    assert_ne!(found, of("literal_9_3_forbidden"));
}

/// rules.md 6.5: passes and draws.
#[test]
fn passes_and_draws() {
    assert_eq!(renju().says("h8 h9 pass pass"), "legal; nobody by passes at 4");
    assert_eq!(renju().says("h8 h9 draw"), "legal");
    assert_eq!(renju().says("h8 h9 pass h10"), "legal");
    assert_eq!(renju().set("rules.passes=forbidden").says("h8 h9 pass"), "illegal; pass-not-allowed at 3");
}

/// A game is drawn by its length only where the event says so.
#[test]
fn draw_by_length() {
    let long = "h8 a1 c2 e3 g4 i5";
    assert_eq!(renju().says(long), "legal");
    let limited = || renju().set("rules.max-plies=6");
    assert_eq!(limited().says(long), "legal; nobody by move-limit at 6");
    assert_eq!(limited().says(&format!("{long} k6")), "illegal; moves-after-end at 7; nobody by move-limit at 6");
}

/// The first five ends the game, or a five counts when it is declared.
#[test]
fn when_a_five_counts() {
    let game = "h8 h9 i8 i9 j8 j9 k8 g9 l8 k9";
    assert_eq!(renju().says(game), "legal; unnoticed-five at 9; white by five at 10");
    assert_eq!(renju().set("policy.five=ends").says(game), "illegal; moves-after-end at 10; black by five at 9");
    assert_eq!(renju().says("h8 h9 i8 i9 j8 j9 k8 g9 l8 ~five"), "legal; black by five at 9");
}

/// The World Renju League plays another game under the name of renju.
#[test]
fn renju_of_the_league() {
    let text = include_str!("../../../docs/rules/examples/world-renju-league.toml");
    let league = Table::from_toml(text);
    assert_eq!(Table::from_toml(text).free().says(&black("e8 g8 i8 k8 h8")), "legal");
    assert_eq!(league.says("i9 i10 l12 #2 j10 ?i8,e5 !i8"), "legal");
    assert_eq!(league.says("i9 i10 m12"), "illegal; zone-7x7 at 3");
    assert_eq!(renju().lines(17).opening("yamaguchi").says("i9 i10 l12"), "illegal; zone-5x5 at 3");
}

/// One site letters the columns of renju without i, as those of Pente.
#[test]
fn letters_of_renju() {
    let (with, without) = (Point::parse("j8", Coords::WithI), Point::parse("j8", Coords::SkipI));
    assert_eq!(with.unwrap().column(), 9);
    assert_eq!(without.unwrap().column(), 8);
}
