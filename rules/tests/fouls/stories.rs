//! What a referee reads.

use pentad_rules::{Board, Color, Coords, Foul, Fouls, Proof, Reason, Size, prove};

use crate::positions::point;

fn proof_of(own: &str, enemy: &str, at: &str, color: Color, banned: Fouls) -> Proof {
    let mut board = Board::new(Size::RENJU);
    own.split_whitespace().for_each(|p| board.place(point(p), color));
    enemy.split_whitespace().for_each(|p| board.place(point(p), !color));
    prove(&mut board, point(at), color, banned)
}

fn story(black: &str, white: &str, at: &str) -> String {
    proof_of(black, white, at, Color::Black, Fouls::ALL).story(Coords::WithI)
}

#[test]
fn three_spoiled_by_an_overline() {
    assert_eq!(
        story("f8 g8 h6 h7 d9 e9 f9 g9 i9", "h4", "h8"),
        "\
h8: no foul, Black may play there (1 of 2 threes real).
  three 1: f8 g8 h8, becomes a straight four at e8 (e8-h8) or i8 (f8-i8), where Black may play
  three 2: h6 h7 h8, not real:
    at h9 Black would make an overline (d9-i9)
"
    );
}

#[test]
fn three_spoiled_by_a_five_elsewhere() {
    assert_eq!(
        story("f8 g8 h6 h7 d9 e9 f9 g9", "h4 c9", "h8"),
        "\
h8: no foul, Black may play there (1 of 2 threes real).
  three 1: f8 g8 h8, becomes a straight four at e8 (e8-h8) or i8 (f8-i8), where Black may play
  three 2: h6 h7 h8, not real:
    at h9 Black would make a five at the same time (d9-h9)
"
    );
}

#[test]
fn three_spoiled_by_a_double_three_with_a_spoiled_way_of_its_own() {
    let proof = proof_of("f8 g8 h6 h7 f9 g9 f11 g10", "h4", "h8", Color::Black, Fouls::ALL);
    assert_eq!(
        proof.story(Coords::WithI),
        "\
h8: no foul, Black may play there (1 of 2 threes real).
  three 1: f8 g8 h8, becomes a straight four at e8 (e8-h8) or i8 (f8-i8), where Black may play
  three 2: h6 h7 h8, not real:
    at h9 Black would make a double-three:
      three 1: f9 g9 h9, becomes a straight four at e9 (e9-h9) or i9 (f9-i9), where Black may play
      three 2: f11 g10 h9, becomes a straight four at e12 (e12-h9), where Black may play
        at i8 Black would make a double-four:
          four 1: f8 g8 h8 i8, becomes a five at e8 or j8
          four 2: f11 g10 h9 i8, becomes a five at e12 or j7
"
    );
    assert!(proof.is_complete());
    let [real, false_one] = &proof.threes[..] else { panic!("two threes by shape") };
    assert!(real.is_real() && !false_one.is_real());
    assert!(matches!(&false_one.follow_ups[0].reason, Reason::Nested(inner) if !inner.verdict().is_allowed()));
}

#[test]
fn double_four_in_one_line() {
    assert_eq!(
        story("d8 f8 g8 j8", "", "h8"),
        "\
h8: double-four, forbidden for Black.
  four 1: d8 f8 g8 h8, becomes a five at e8
  four 2: f8 g8 h8 j8, becomes a five at i8
"
    );
}

#[test]
fn straight_four_is_one_four() {
    let proof = proof_of("e8 f8 g8", "", "h8", Color::Black, Fouls::ALL);
    assert_eq!(
        proof.story(Coords::WithI),
        "\
h8: no foul, Black may play there.
  four 1: e8 f8 g8 h8, becomes a five at d8 or i8
"
    );
    assert!(proof.fours[0].is_straight());
}

#[test]
fn five_beats_an_overline() {
    assert_eq!(
        story("d8 e8 f8 g8 i9 j10 k11 l12 g7", "", "h8"),
        "\
h8: five, wins for Black whatever else the stone makes.
  five: d8-h8
  overline: g7-l12, 6 stones
"
    );
}

#[test]
fn white_is_named_and_letters_are_those_asked_for() {
    let proof = proof_of("d8 e8 f8 g8 j8 i8", "", "h8", Color::White, Fouls::ALL);
    assert_eq!(
        proof.story(Coords::SkipI),
        "\
h8: overline, forbidden for White.
  overline: d8-k8, 7 stones
"
    );
}

#[test]
fn what_is_not_banned_is_shown_and_does_not_spoil() {
    let overline_only = [Foul::Overline].into_iter().collect();
    let proof = proof_of("d8 f8 g8 j8", "", "h8", Color::Black, overline_only);
    assert_eq!(proof.fours.len(), 2);
    assert!(proof.verdict().is_allowed());
    assert!(proof.story(Coords::WithI).starts_with("h8: no foul, Black may play there.\n  four 1"));
}

#[test]
fn hostile_boards_get_a_story_of_bounded_length_that_says_what_is_missing() {
    let mut cut = 0;
    for mut board in super::hostile() {
        for p in super::empty_points(&board) {
            let proof = prove(&mut board, p, Color::Black, Fouls::ALL);
            let story = proof.story(Coords::WithI);
            assert!(story.lines().count() < 1000);
            // A nested double-four is told without its threes, so the story may skip what the data lacks.
            assert!(!story.contains("left out") || !proof.is_complete());
            cut += u32::from(story.contains("left out"));
        }
    }
    assert!(cut > 0);
}

#[test]
fn kinds_have_names_and_sets_an_order() {
    for foul in Foul::ALL {
        assert_eq!(Foul::from_name(foul.name()), Some(foul));
        assert!(Fouls::ALL.contains(foul) && !Fouls::NONE.contains(foul));
    }
    assert_eq!(Foul::from_name("33"), None);
    let mut set = Fouls::NONE;
    assert!(set.is_empty());
    for foul in Foul::ALL.into_iter().rev() {
        set.insert(foul);
    }
    assert_eq!(set, Fouls::ALL);
    assert_eq!(set.iter().collect::<Vec<_>>(), Foul::ALL);
    assert_eq!(format!("{set:?}"), "{DoubleThree, DoubleFour, Overline}");
}
