//! The 26 openings of renju.
//!
//! Source: two independent tables that agree; RIF demands of every opening procedure that exactly these
//! 26 can occur (general assembly 2003).

use crate::{Point, Size};

/// The second stone touches the first along a line of the board, or diagonally.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Family {
    /// D1 to D13: the second stone next to the first on the same column or row.
    Direct,
    /// I1 to I13: the second stone next to the first on a diagonal.
    Indirect,
}

/// One of the 26 openings: a shape of the first three stones, in any of its up to eight positions.
#[derive(Debug, PartialEq, Eq)]
pub struct NamedOpening {
    /// `D1` to `D13`, `I1` to `I13`.
    pub code: &'static str,
    /// The family that the letter of the code stands for.
    pub family: Family,
    /// 1 to 13, the number in the code.
    pub number: u8,
    /// The Japanese name.
    pub kanji: &'static str,
    /// Other ways to write the name.
    pub kanji_variants: &'static [&'static str],
    /// The name in Latin letters.
    pub romaji: &'static str,
    /// Other readings of the name.
    pub romaji_variants: &'static [&'static str],
    /// The second stone in the canonical position: h9 or i9 (the first is h8).
    pub second: Point,
    /// The third stone in the canonical position: on the east side of the column, or below the diagonal.
    pub third: Point,
}

/// A point of the table below, checked when the crate is compiled.
const fn point(name: &str) -> Point {
    let (letter, row) = match name.as_bytes() {
        [letter, row] => (*letter, *row - b'0'),
        [letter, tens, row] => (*letter, 10 * (*tens - b'0') + *row - b'0'),
        _ => panic!("a letter and a row"),
    };
    match Point::new(letter - b'a', row - 1) {
        Some(p) => p,
        None => panic!("no point"),
    }
}

macro_rules! openings {
    ($($code:literal $family:ident $number:literal $kanji:literal $(/ $variant:literal)* $romaji:literal $(/ $reading:literal)*
       $third:literal;)*) => {
        [$(NamedOpening {
            code: $code,
            family: Family::$family,
            number: $number,
            kanji: $kanji,
            kanji_variants: &[$($variant),*],
            romaji: $romaji,
            romaji_variants: &[$($reading),*],
            second: match Family::$family { Family::Direct => point("h9"), Family::Indirect => point("i9") },
            third: point($third),
        },)*]
    };
}

// Code, characters / variants, reading / other readings, third stone.
static OPENINGS: [NamedOpening; 26] = openings! {
    "D1" Direct 1 "寒星" "Kansei" "h10";
    "D2" Direct 2 "渓月" / "溪月" "Keigetsu" "i10";
    "D3" Direct 3 "疎星" / "疏星" "Sosei" "j10";
    "D4" Direct 4 "花月" "Kagetsu" "i9";
    "D5" Direct 5 "残月" / "殘月" "Zangetsu" "j9";
    "D6" Direct 6 "雨月" "Ugetsu" "i8";
    "D7" Direct 7 "金星" "Kinsei" "j8";
    "D8" Direct 8 "松月" "Shogetsu" "h7";
    "D9" Direct 9 "丘月" "Kyugetsu" "i7";
    "D10" Direct 10 "新月" "Shingetsu" "j7";
    "D11" Direct 11 "瑞星" "Zuisei" "h6";
    "D12" Direct 12 "山月" "Sangetsu" "i6";
    "D13" Direct 13 "遊星" / "游星" "Yusei" "j6";
    "I1" Indirect 1 "長星" / "长星" "Chosei" "j10";
    "I2" Indirect 2 "峡月" / "峽月" "Kyogetsu" "j9";
    "I3" Indirect 3 "恒星" / "恆星" "Kosei" "j8";
    "I4" Indirect 4 "水月" "Suigetsu" "j7";
    "I5" Indirect 5 "流星" "Ryusei" "j6";
    "I6" Indirect 6 "雲月" / "云月" "Ungetsu" "i8";
    "I7" Indirect 7 "浦月" "Hogetsu" / "Uragetsu" "i7";
    "I8" Indirect 8 "嵐月" / "岚月" "Rangetsu" "i6";
    "I9" Indirect 9 "銀月" / "银月" "Gingetsu" "h7";
    "I10" Indirect 10 "明星" "Myojo" "h6";
    "I11" Indirect 11 "斜月" "Shagetsu" "g7";
    "I12" Indirect 12 "名月" "Meigetsu" "g6";
    "I13" Indirect 13 "彗星" "Suisei" "f6";
};

/// Side of the square in which the third stone lies.
const SIDE: usize = 5;

/// For each place of the third stone around the centre, with the second stone in the canonical place of the family,
/// one more than the index of the opening, 0 for none. Both mirror forms are entered.
static BY_THIRD: [[u8; SIDE * SIDE]; 2] = {
    let mut table = [[0; SIDE * SIDE]; 2];
    let mut i = 0;
    while i < OPENINGS.len() {
        let (family, third) = (OPENINGS[i].family as usize, OPENINGS[i].third);
        let (x, y) = (third.column() as usize + 2 - CENTRE, third.row() as usize + 2 - CENTRE);
        let (mirror_x, mirror_y) = match OPENINGS[i].family {
            Family::Direct => (SIDE - 1 - x, y),
            Family::Indirect => (y, x),
        };
        table[family][y * SIDE + x] = i as u8 + 1;
        table[family][mirror_y * SIDE + mirror_x] = i as u8 + 1;
        i += 1;
    }
    table
};

/// Column and row of the centre of a renju board, from 0.
const CENTRE: usize = 7;

impl NamedOpening {
    /// All 26, D1 to D13, then I1 to I13.
    pub fn all() -> &'static [NamedOpening] {
        &OPENINGS
    }

    /// The opening that the first three stones make, in the order in which they were laid and in any position.
    /// `None` off a 15×15 board, where no such opening is official, when the first stone is not the centre,
    /// and when the three stones are none of the 26.
    #[inline]
    pub fn classify(stones: [Point; 3], size: Size) -> Option<&'static NamedOpening> {
        let from_centre = |p: Point| (i32::from(p.column()) - CENTRE as i32, i32::from(p.row()) - CENTRE as i32);
        let [first, mut second, mut third] = stones.map(from_centre);
        if size != Size::RENJU || first != (0, 0) || third.0.abs() > 2 || third.1.abs() > 2 {
            return None;
        }
        let family = match (second.0.abs(), second.1.abs()) {
            (0, 1) | (1, 0) => Family::Direct,
            (1, 1) => Family::Indirect,
            _ => return None,
        };
        // A quarter turn at a time until the second stone points north or north-east.
        while second.1 != 1 || second.0 != family as i32 {
            (second, third) = ((second.1, -second.0), (third.1, -third.0));
        }
        let place = (third.1 + 2) as usize * SIDE + (third.0 + 2) as usize;
        let index = BY_THIRD[family as usize][place].checked_sub(1)?;
        OPENINGS.get(usize::from(index))
    }

    /// The opening that people mean by a code in either order (`D4`, `4d`), by a name in Japanese or Chinese characters (`花月`)
    /// or in Latin letters (`Kagetsu`), whatever the case.
    ///
    /// In Russian texts D stands for diagonal, our I, and B (В) for vertical, our D. Such codes are understood after `ru:` only:
    /// `ru:D4` is I4, `ru:4B` is D4.
    pub fn find(text: &str) -> Option<&'static NamedOpening> {
        let text = text.trim();
        if let Some(russian) = text.get(..3).filter(|p| p.eq_ignore_ascii_case("ru:")).map(|p| &text[p.len()..]) {
            let (letter, number) = split_code(russian.trim())?;
            let family = match letter {
                'D' | 'd' | 'Д' | 'д' => Family::Indirect,
                'B' | 'b' | 'V' | 'v' | 'В' | 'в' => Family::Direct,
                _ => return None,
            };
            return OPENINGS.iter().find(|o| o.family == family && o.number == number);
        }
        if let Some((letter, number)) = split_code(text) {
            let family = match letter {
                'D' | 'd' => Family::Direct,
                'I' | 'i' => Family::Indirect,
                _ => return None,
            };
            return OPENINGS.iter().find(|o| o.family == family && o.number == number);
        }
        OPENINGS.iter().find(|o| {
            o.kanji == text
                || o.kanji_variants.contains(&text)
                || o.romaji.eq_ignore_ascii_case(text)
                || o.romaji_variants.iter().any(|r| r.eq_ignore_ascii_case(text))
        })
    }

    /// How many of the 184 legal placements of stones 2 and 3 make this opening: 4 where the shape is its own mirror image, else 8.
    pub const fn images(&self) -> u8 {
        let (x, y) = (self.third.column(), self.third.row());
        let own_mirror = match self.family {
            Family::Direct => x as usize == CENTRE,
            Family::Indirect => x == y,
        };
        if own_mirror { 4 } else { 8 }
    }
}

/// The letter and the number of a code written as `D4` or `4D`.
fn split_code(text: &str) -> Option<(char, u8)> {
    let mut letters = text.chars();
    let (letter, digits) = match letters.next()? {
        first if first.is_ascii_digit() => {
            letters = text.chars();
            (letters.next_back()?, letters.as_str())
        }
        first => (first, letters.as_str()),
    };
    let plain = !digits.is_empty() && !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
    let number = digits.parse().ok().filter(|n| plain && (1..=13).contains(n))?;
    Some((letter, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Coords, Symmetry};
    use std::collections::HashSet;

    fn p(text: &str) -> Point {
        Point::parse(text, Coords::WithI).unwrap()
    }

    #[test]
    fn there_are_184_images_in_26_classes() {
        let mut images = [0; 26];
        for second in Size::RENJU.iter().filter(|&q| Size::RENJU.distance_from_centre(q) == 1) {
            for third in Size::RENJU.iter() {
                let opening = NamedOpening::classify([p("h8"), second, third], Size::RENJU);
                let legal = Size::RENJU.distance_from_centre(third) <= 2 && third != second && third != p("h8");
                assert_eq!(opening.is_some(), legal);
                if let Some(o) = opening {
                    images[OPENINGS.iter().position(|x| x == o).unwrap()] += 1;
                }
            }
        }
        assert_eq!(images.iter().sum::<u32>(), 184);
        for (o, n) in OPENINGS.iter().zip(images) {
            assert_eq!(u32::from(o.images()), n, "{}", o.code);
        }
    }

    #[test]
    fn every_image_of_a_row_of_the_table_is_that_row() {
        for o in NamedOpening::all() {
            let stones = [p("h8"), o.second, o.third];
            let images: HashSet<_> =
                Symmetry::ALL.into_iter().map(|s| stones.map(|q| s.apply(q, Size::RENJU))).collect();
            assert_eq!(images.len(), usize::from(o.images()));
            assert!(images.into_iter().all(|i| NamedOpening::classify(i, Size::RENJU) == Some(o)));
        }
        assert_eq!(NamedOpening::classify([p("h8"), p("h9"), p("i9")], Size::PENTE), None);
        assert_eq!(NamedOpening::classify([p("i9"), p("h9"), p("h8")], Size::RENJU), None);
    }

    #[test]
    fn openings_are_found_as_people_write_them() {
        fn code(text: &str) -> Option<&'static str> {
            NamedOpening::find(text).map(|o| o.code)
        }
        for o in NamedOpening::all() {
            let letter = &o.code[..1];
            let (small, turned, loud) =
                (o.code.to_lowercase(), format!("{}{letter}", o.number), o.romaji.to_uppercase());
            for text in [o.code, &small, &turned, o.kanji, &loud] {
                assert_eq!(code(text), Some(o.code));
            }
            assert!(o.kanji_variants.iter().chain(o.romaji_variants).all(|v| code(v) == Some(o.code)));
        }
        assert_eq!(code("ru:D4"), Some("I4"));
        assert_eq!(code("RU:4d"), Some("I4"));
        assert_eq!(code("ru:4B"), Some("D4"));
        assert_eq!(code("ru:В13"), Some("D13"));
        for text in
            ["", "D", "4", "D0", "D14", "D04", "B4", "4B", "D+4", "岩月", "ru:", "ru:I4", "ru:花月", "DD4", "é4"]
        {
            assert_eq!(code(text), None, "{text}");
        }
    }
}
