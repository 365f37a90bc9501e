//! The 26 openings and their names.

use pentad_rules::opening::Family;
use pentad_rules::{Coords, NamedOpening, Point, Size};

fn code(stones: &str, size: Size) -> Option<&'static str> {
    let points: Vec<_> = stones.split(' ').map(|p| Point::parse(p, Coords::WithI).unwrap()).collect();
    NamedOpening::classify([points[0], points[1], points[2]], size).map(|o| o.code)
}

fn find(name: &str) -> Option<&'static str> {
    NamedOpening::find(name).map(|o| o.code)
}

#[test]
fn russian_d() {
    assert_eq!(
        (find("D4"), find("4D"), find("ru:D4"), find("ru:4B")),
        (Some("D4"), Some("D4"), Some("I4"), Some("D4"))
    );
    // Alone, the letter of the vertical openings is nothing.
    assert_eq!(find("4B"), None);
}

#[test]
fn reading_of_i7() {
    let (hogetsu, uragetsu) = (NamedOpening::find("Hogetsu").unwrap(), NamedOpening::find("Uragetsu").unwrap());
    assert_eq!((hogetsu.code, hogetsu.romaji), ("I7", "Hogetsu"));
    assert_eq!(uragetsu, hogetsu);
}

#[test]
fn wrong_tables() {
    assert_eq!(find("岩月"), None);
    for (name, family) in [
        ("瑞星", Family::Direct),
        ("山月", Family::Direct),
        ("寒星", Family::Direct),
        ("Gingetsu", Family::Indirect),
        ("Kyogetsu", Family::Indirect),
    ] {
        let opening = NamedOpening::find(name).unwrap();
        assert_eq!(opening.family, family, "{name}");
        // Each name has one shape, and each shape one name.
        let stones = format!("h8 {} {}", opening.second.text(Coords::WithI), opening.third.text(Coords::WithI));
        assert_eq!(code(&stones, Size::RENJU), Some(opening.code));
        assert_eq!(
            NamedOpening::all().iter().filter(|o| (o.second, o.third) == (opening.second, opening.third)).count(),
            1
        );
    }
}

#[test]
fn openings_beyond_the_26() {
    // The third stone in 7x7, as the World Renju League has it.
    assert_eq!(code("h8 h9 k11", Size::RENJU), None);
    // The shape of D4 on a board of 19 lines.
    assert_eq!(code("h8 h9 i9", Size::RENJU), Some("D4"));
    assert_eq!(code("j10 j11 k11", Size::PENTE), None);
}
