//! Fouls: the three ways to ask say the same, and the board is as it was.

use pentad_rules::{Board, Color, Coords, Foul, Fouls, PointSurvey, Size, Symmetry, attempt, forbidden_points, prove};

use crate::input::Input;

/// A board from bytes (size, whose fouls and which, then two bits a point): [`forbidden_points`], [`attempt`] and [`prove`] agree
/// about each point, and about its images.
pub fn forbidden(bytes: &[u8]) {
    let mut input = Input(bytes);
    let side = |byte: u8| 5 + byte % 22;
    let (width, kind) = (side(input.byte()), input.byte());
    let height = if kind & 1 == 0 { width } else { side(input.byte()) };
    let size = Size::new(width, height).expect("from 5 to 26");
    let color = if kind & 2 == 0 { Color::Black } else { Color::White };
    let mut banned = Fouls::NONE;
    for (i, foul) in Foul::ALL.into_iter().enumerate() {
        if kind & 4 << i == 0 {
            banned.insert(foul);
        }
    }
    let mut board = Board::new(size);
    let mut bits = 0;
    for (i, point) in size.iter().enumerate() {
        if i % 4 == 0 {
            bits = input.byte();
        }
        match bits & 3 {
            1 => board.place(point, Color::Black),
            2 => board.place(point, Color::White),
            _ => {}
        }
        bits >>= 2;
    }
    let before = board.clone();
    let mut survey = PointSurvey::default();
    forbidden_points(&mut board, color, banned, &mut survey);
    for point in size.iter() {
        let found = attempt(&mut board, point, color, banned);
        let listed = survey.forbidden.iter().find(|(p, _)| *p == point).map_or(Fouls::NONE, |(_, fouls)| *fouls);
        assert_eq!(found.fouls, listed, "{point:?} of {size}");
        assert_eq!(found.five, survey.fives.contains(&point), "{point:?} of {size}");
        if found.five || !found.fouls.is_empty() {
            let proof = prove(&mut board, point, color, banned);
            assert_eq!(proof.verdict(), found, "{point:?} of {size}");
            assert!(!proof.story(Coords::WithI).is_empty());
        }
        assert!(before.at(point) == board.at(point));
    }
    let symmetry = Symmetry::of(size)[usize::from(kind >> 5) % Symmetry::of(size).len()];
    let mut image = Board::new(size);
    for point in size.iter() {
        if let Some(color) = board.at(point) {
            image.place(symmetry.apply(point, size), color);
        }
    }
    for point in size.iter() {
        let there = attempt(&mut image, symmetry.apply(point, size), color, banned);
        assert_eq!(attempt(&mut board, point, color, banned), there, "{point:?} of {size}, {}", symmetry.name());
    }
}
