//! Colours of stones and seats of players.

use std::ops::Not;

/// Colour of a stone. In verdicts Black is whoever lays the first stone of the game (in Pente: player 1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Lays the first stone.
    Black,
    /// Lays the second stone.
    White,
}

impl Color {
    /// 0 for Black, 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }

    /// `Black` or `White`, for the start of a sentence or a column head.
    pub const fn title(self) -> &'static str {
        match self {
            Color::Black => "Black",
            Color::White => "White",
        }
    }

    /// The colour with this [`Color::name`].
    pub fn from_name(name: &str) -> Option<Color> {
        [Color::Black, Color::White].into_iter().find(|c| c.name() == name)
    }
}

impl Not for Color {
    type Output = Color;
    #[inline]
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

/// A player by who laid the first stone. Swaps exchange the colours of the seats, never the colours of stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Seat {
    /// Seat 1 laid the first stone.
    First,
    /// Seat 2 is the other player.
    Second,
}

impl Seat {
    /// 1 or 2.
    pub const fn number(self) -> u8 {
        match self {
            Seat::First => 1,
            Seat::Second => 2,
        }
    }

    /// The seat with this number.
    pub const fn from_number(number: u64) -> Option<Seat> {
        match number {
            1 => Some(Seat::First),
            2 => Some(Seat::Second),
            _ => None,
        }
    }
}

impl Not for Seat {
    type Output = Seat;
    fn not(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}
