//! A user's table of named openings, of any depth.
//!
//! The table is TOML:
//!
//! ```toml
//! [[opening]]
//! name = "Kagetsu, diagonal four"
//! code = "D4-a"           # may be left out
//! moves = "h8 h9 i9 g7"   # with the letter i; the first stone is Black's
//! size = 15               # may be left out
//! ```
//!
//! A position is known in all its images and by whatever order of moves it came about.

use std::collections::HashMap;

use serde::Deserialize;

use crate::{Color, Coords, NamedOpening, Point, PresetError, Size, Symmetry};

/// One named line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedLine {
    /// The name.
    pub name: String,
    /// A short code, if it has one.
    pub code: Option<String>,
    /// The moves, the first of them Black's, in turn.
    pub moves: Vec<Point>,
    /// The board.
    pub size: Size,
}

/// A table of named lines, looked up by position.
#[derive(Clone, Debug)]
pub struct OpeningNames {
    lines: Vec<NamedLine>,
    by_position: HashMap<Position, usize>,
    /// The numbers of plies at which a line ends, the largest first.
    depths: Vec<usize>,
}

/// The stones of a position in the image that stands for all: points of Black, then of White, each in order.
type Position = (Size, Vec<Point>, Vec<Point>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableForm {
    #[serde(default)]
    opening: Vec<LineForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineForm {
    name: String,
    code: Option<String>,
    moves: String,
    size: Option<u8>,
}

impl OpeningNames {
    /// Reads a table.
    ///
    /// # Errors
    /// Text that is no such table, moves that are none, the same position under two names.
    pub fn from_toml(text: &str) -> Result<OpeningNames, PresetError> {
        let form: TableForm = toml::from_str(text).map_err(|error| PresetError::in_text(text, &error))?;
        let mut names = OpeningNames { lines: Vec::new(), by_position: HashMap::new(), depths: Vec::new() };
        for line in form.opening {
            names.add(line.finish()?)?;
        }
        names.depths.sort_unstable_by(|a, b| b.cmp(a));
        names.depths.dedup();
        Ok(names)
    }

    fn add(&mut self, line: NamedLine) -> Result<(), PresetError> {
        let index = self.lines.len();
        if let Some(other) = self.by_position.insert(position(&line.moves, line.size), index) {
            let other = &self.lines[other].name;
            return Err(PresetError::new(format!("\"{}\" and \"{other}\" are the same position", line.name)));
        }
        self.depths.push(line.moves.len());
        self.lines.push(line);
        Ok(())
    }

    /// All lines in the order of the table.
    pub fn lines(&self) -> &[NamedLine] {
        &self.lines
    }

    /// The deepest line whose position the first moves of a game reach, as its place in [`OpeningNames::lines`].
    pub fn find(&self, moves: &[Point], size: Size) -> Option<usize> {
        let depths = self.depths.iter().filter(|&&depth| depth <= moves.len());
        depths.filter_map(|&depth| self.by_position.get(&position(&moves[..depth], size))).next().copied()
    }

    /// How many moves the deepest line has.
    pub fn deepest(&self) -> usize {
        self.depths.first().copied().unwrap_or(0)
    }

    /// The 26 openings of renju as such a table, to start from.
    pub fn renju_as_toml() -> String {
        let mut out = String::from(
            "# Openings by position, whatever the orientation and the order of moves. Add deeper lines as you like.\n",
        );
        for opening in NamedOpening::all() {
            let moves = [opening.second, opening.third].map(|p| p.text(Coords::WithI).to_string()).join(" ");
            out += &format!(
                "\n[[opening]]\nname = \"{} {}\"\ncode = \"{}\"\nmoves = \"h8 {moves}\"\n",
                opening.kanji, opening.romaji, opening.code
            );
        }
        out
    }
}

impl LineForm {
    fn finish(self) -> Result<NamedLine, PresetError> {
        let fault = |what: &str| PresetError::new(format!("\"{}\": {what}", self.name));
        let side = self.size.unwrap_or(Size::RENJU.width());
        let size = Size::square(side).ok_or_else(|| fault("a board has 5 to 26 lines"))?;
        let moves = self.moves.split_whitespace().map(|token| {
            let point = Point::parse(token, Coords::WithI).filter(|&p| size.contains(p));
            point.ok_or_else(|| fault(&format!("{token} is no point of the board")))
        });
        let moves: Vec<Point> = moves.collect::<Result<_, _>>()?;
        if moves.is_empty() {
            return Err(fault("there are no moves"));
        }
        if (1..moves.len()).any(|n| moves[..n].contains(&moves[n])) {
            return Err(fault("a point is used twice"));
        }
        Ok(NamedLine { name: self.name, code: self.code, moves, size })
    }
}

/// The smallest image of the stones of some moves.
fn position(moves: &[Point], size: Size) -> Position {
    let image = |symmetry: &Symmetry| {
        let of = |color: Color| {
            let first = color.index();
            let mut stones: Vec<_> = moves.iter().skip(first).step_by(2).map(|&p| symmetry.apply(p, size)).collect();
            stones.sort_unstable();
            stones
        };
        (of(Color::Black), of(Color::White))
    };
    let (black, white) = Symmetry::of(size).iter().map(image).min().unwrap_or_default();
    (size, black, white)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Point> {
        text.split(' ').map(|m| Point::parse(m, Coords::WithI).unwrap()).collect()
    }

    #[test]
    fn the_26_openings_as_a_table_name_what_the_classification_names() {
        let names = OpeningNames::from_toml(&OpeningNames::renju_as_toml()).unwrap();
        assert_eq!(names.lines().len(), 26);
        for second in Size::RENJU.iter().filter(|&q| Size::RENJU.distance_from_centre(q) == 1) {
            for third in Size::RENJU.iter().filter(|&q| Size::RENJU.distance_from_centre(q) <= 3 && q != second) {
                let Some(first) = Point::parse("h8", Coords::WithI).filter(|&p| p != third) else { continue };
                let code = NamedOpening::classify([first, second, third], Size::RENJU).map(|o| o.code);
                let found = names.find(&[first, second, third], Size::RENJU);
                assert_eq!(found.and_then(|i| names.lines()[i].code.as_deref()), code);
            }
        }
    }

    #[test]
    fn the_deepest_position_counts_in_any_order_and_orientation() {
        let text = r#"
            [[opening]]
            name = "short"
            moves = "h8 h9 i9"
            [[opening]]
            name = "long"
            moves = "h8 h9 i9 g7 i7"
        "#;
        let names = OpeningNames::from_toml(text).unwrap();
        let name = |text: &str| names.find(&moves(text), Size::RENJU).map(|i| names.lines()[i].name.as_str());
        assert_eq!(name("h8 h9 i9 a1"), Some("short"));
        assert_eq!(name("i9 h9 h8 g7 i7 a1"), Some("long"));
        assert_eq!(name("h8 g7 i7 h9 i9 a1"), Some("long"));
        assert_eq!(name("h8 i8 i9 g7 g9"), Some("long"), "mirrored at a diagonal");
        assert_eq!(name("h8 h10 i9"), None);
    }

    #[test]
    fn faults_of_a_table_are_told() {
        let line = |name: &str, moves: &str| format!("[[opening]]\nname = \"{name}\"\nmoves = \"{moves}\"\n");
        for (text, words) in [
            (line("x", "h8 z9"), "z9 is no point"),
            (line("x", ""), "no moves"),
            (line("x", "h8 h8"), "twice"),
            (line("x", "h8 h9") + &line("y", "h8 i8"), "the same position"),
            ("[[opening]]\nnam = \"x\"".to_owned(), "2:1: unknown field"),
        ] {
            let error = OpeningNames::from_toml(&text).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
