//! The ways to write a point, and which of them a text is in.

use pentad_rules::{Coords, Point, Size};

use super::token::{Token, Tokens};

/// A way to write points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Notation {
    /// `h8`: column letter and row from the bottom.
    Letters,
    /// `h8` with the row counted from the top, as c-gomoku-cli writes openings.
    Top,
    /// `0`, `R3`, `L2U1`: steps from the centre.
    Centre,
    /// `88`: two digits 1…f, column and row from the bottom.
    Hex,
    /// `hh`: two letters a…o, column and row from the top, as in SGF.
    Pairs,
    /// `808`: column in decimal digits and row from the top in two.
    Ban,
    /// `h8`, `hA`: column letter and a hexadecimal row from the top.
    Dt5,
    /// `7 7`: row from the top and column, both from 0.
    Rnj,
    /// `88`: two digits 1…f, column and row from the top.
    Nrf,
}

impl Notation {
    /// The name of the dialect; none for the plain one.
    pub(super) const fn dialect(self) -> &'static str {
        match self {
            Notation::Letters => "",
            Notation::Top => "pos",
            Notation::Centre => "centre",
            Notation::Hex => "hex",
            Notation::Pairs => "pairs",
            Notation::Ban => "ban",
            Notation::Dt5 => "dt5",
            Notation::Rnj => "rnj",
            Notation::Nrf => "nrf",
        }
    }

    /// The notation that a dialect means.
    pub(super) fn of_dialect(dialect: &str) -> Option<Notation> {
        use Notation::{Ban, Centre, Dt5, Hex, Letters, Nrf, Pairs, Rnj, Top};
        match dialect {
            "lws" | "spaced" | "upper" | "comma" | "numbered" | "url" | "renjubak" => Some(Letters),
            _ => [Top, Centre, Hex, Pairs, Ban, Dt5, Rnj, Nrf].into_iter().find(|n| n.dialect() == dialect),
        }
    }

    /// The board that belongs to the notation: programs and sites that knew only one.
    pub(super) const fn size(self) -> Option<Size> {
        match self {
            Notation::Letters | Notation::Top | Notation::Centre => None,
            _ => Some(Size::RENJU),
        }
    }

    /// The notation that a text is in, as far as its bytes tell: those that look like another are to be named by the user.
    pub(crate) fn of(text: &[u8]) -> Notation {
        let first = Tokens::new(text, Notation::Centre).find(|t| !matches!(t, Token::Number(..)));
        if let Some(Token::Stone(b"0")) = first {
            return Notation::Centre;
        }
        let words = || {
            let words = text.split(|b| b.is_ascii_whitespace() || b",;".contains(b)).filter(|w| !w.is_empty());
            words.filter(|w| super::token::result(w).is_none())
        };
        let even = |w: &[u8]| w.len().is_multiple_of(2);
        let hex = |w: &[u8]| even(w) && w.iter().all(|&b| hex_digit(b).is_some());
        if words().all(hex) && words().any(|w| w[0].is_ascii_digit()) {
            return Notation::Hex;
        }
        let pairs = |w: &[u8]| {
            let pair = |p: &[u8]| is_pass_pair(p) || p.iter().all(|b| matches!(b, b'a'..=b'o' | b'A'..=b'O'));
            even(w) && w.chunks(2).all(pair)
        };
        if words().next().is_some() && words().all(pairs) { Notation::Pairs } else { Notation::Letters }
    }

    /// The point that a word of this notation means. Letters are those of `coords`; of a board that is not known the notations that
    /// count from the top mean one of 15 rows.
    pub(super) fn point(self, word: &[u8], coords: Coords, size: Option<Size>) -> Option<Point> {
        let height = size.unwrap_or(Size::RENJU).height();
        let from_top = |row: u8| height.checked_sub(row);
        match self {
            Notation::Letters | Notation::Centre => Point::parse_bytes(word, coords),
            Notation::Top => {
                let point = Point::parse_bytes(word, coords)?;
                Point::new(point.column(), from_top(point.row() + 1)?)
            }
            Notation::Hex | Notation::Nrf => {
                let [x, y] = *word else { return None };
                let (x, y) = (hex_digit(x)?, hex_digit(y)?);
                Point::new(x - 1, if self == Notation::Hex { y - 1 } else { from_top(y)? })
            }
            Notation::Pairs => {
                let [x, y] = *word else { return None };
                let line = |b: u8| {
                    let b = b.to_ascii_lowercase();
                    (b'a'..=b'o').contains(&b).then(|| b - b'a')
                };
                Point::new(line(x)?, from_top(line(y)? + 1)?)
            }
            Notation::Ban => {
                let (column, row) = word.split_at_checked(word.len().checked_sub(2)?)?;
                Point::new(decimal(column)?.checked_sub(1)?, from_top(decimal(row)?)?)
                    .filter(|_| row != b"00")
                    .filter(|&p| Size::RENJU.contains(p))
            }
            Notation::Dt5 => {
                let [x, y] = *word else { return None };
                let column = x.to_ascii_lowercase().checked_sub(b'a').filter(|&c| c < 15)?;
                Point::new(column, from_top(hex_digit(y)?)?)
            }
            Notation::Rnj => {
                let gap = word.iter().position(u8::is_ascii_whitespace)?;
                let (row, column) = (decimal(&word[..gap])?, decimal(word[gap..].trim_ascii())?);
                Point::new(column, from_top(row.checked_add(1)?)?).filter(|&p| Size::RENJU.contains(p))
            }
        }
    }
}

/// Whether a pair of letters is a pass: off the board, or SGF's old one.
pub(super) fn is_pass_pair(pair: &[u8]) -> bool {
    pair.eq_ignore_ascii_case(b"pp") || pair.eq_ignore_ascii_case(b"tt")
}

/// The value of a digit 1…f.
fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).filter(|&d| d > 0).map(|d| d as u8)
}

/// The value of one or two decimal digits.
fn decimal(digits: &[u8]) -> Option<u8> {
    match *digits {
        [d @ b'0'..=b'9'] => Some(d - b'0'),
        [t @ b'0'..=b'9', d @ b'0'..=b'9'] => Some((t - b'0') * 10 + (d - b'0')),
        _ => None,
    }
}
