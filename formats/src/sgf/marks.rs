//! Points in properties that are kept as they are written.

use pentad_rules::{Point, Size, Symmetry};

use super::point::Frame;

/// Properties that mark points or areas, each value a point or `corner:corner`.
const AREAS: [&str; 11] = ["5A", "CR", "DD", "FA", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"];

/// Properties that lead from a point to a point.
const LINES: [&str; 2] = ["AR", "LN"];

/// Whether the property names points in its own letters.
pub(crate) fn names_points(key: &str) -> bool {
    AREAS.contains(&key) || LINES.contains(&key)
}

/// The text of such a property (all its values, from the first `[` to the last `]`) as it is on the board that a symmetry makes of one of this
/// size. `None` where it is not what the property should hold.
pub(crate) fn turned(key: &str, text: &str, symmetry: Symmetry, size: Size) -> Option<String> {
    let (frame, image_frame) = (Frame::of(size), Frame::of(symmetry.resize(size)));
    let read = |pair: &str| match *pair.as_bytes() {
        [x @ b'a'..=b'z', y @ b'a'..=b'z'] => frame.pair(x, y).filter(|&p| size.contains(p)),
        _ => None,
    };
    let image = |point: Point| symmetry.apply(point, size);
    let write = |point: Point| image_frame.letters(point).map(|pair| pair.map(char::from).iter().collect::<String>());
    let mut out = String::with_capacity(text.len());
    for (number, value) in values(text).enumerate() {
        if number > 0 {
            out.push_str("][");
        }
        let value = value.trim();
        match value.split_once(':') {
            _ if value.is_empty() => {}
            None => out.push_str(&write(image(read(value)?))?),
            Some((from, to)) => {
                let (mut from, mut to) = (image(read(from)?), image(read(to)?));
                if !LINES.contains(&key) {
                    // The upper left corner comes first.
                    let (a, b) = (from, to);
                    from = Point::new(a.column().min(b.column()), a.row().max(b.row()))?;
                    to = Point::new(a.column().max(b.column()), a.row().min(b.row()))?;
                }
                out.push_str(&write(from)?);
                out.push(':');
                out.push_str(&write(to)?);
            }
        }
    }
    Some(out)
}

/// The values of a property: between them stand `]`, perhaps blanks, and `[`.
fn values(text: &str) -> impl Iterator<Item = &str> {
    text.split(']').enumerate().map(|(number, part)| match (number, part.trim_start().strip_prefix('[')) {
        (1.., Some(value)) => value,
        _ => part,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_turn_with_the_board_and_back() {
        fn turn(key: &str, text: &str, symmetry: Symmetry) -> Option<String> {
            turned(key, text, symmetry, Size::RENJU)
        }
        assert_eq!(turn("TR", "aa]\n[hh", Symmetry::FlipHorizontal).as_deref(), Some("oa][hh"));
        assert_eq!(turn("MA", "aa:bc", Symmetry::FlipHorizontal).as_deref(), Some("na:oc"));
        assert_eq!(turn("AR", "aa:bc", Symmetry::FlipHorizontal).as_deref(), Some("oa:nc"));
        assert_eq!(turn("DD", "", Symmetry::Rot90).as_deref(), Some(""));
        for (key, text) in [("TR", "ab][cd:ef"), ("LN", "ab:oa")] {
            for symmetry in Symmetry::ALL {
                let image = turn(key, text, symmetry).unwrap();
                assert_eq!(turn(key, &image, symmetry.inverse()).as_deref(), Some(text), "{}", symmetry.name());
            }
        }
        let oblong = Size::new(20, 15).unwrap();
        assert_eq!(turned("TR", "ta", Symmetry::Rot90, oblong).as_deref(), Some("ot"));
        for text in ["A1", "h8", "pp", "aa:", "a", "aa]x[bb", "\\a"] {
            assert_eq!(turn("TR", text, Symmetry::Rot90), None, "{text}");
        }
    }
}
