//! Results and reasons as records state them.

use pentad_rules::Color;

/// A stated result. `1-0` means that the final Black has won (design decision 14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Score {
    /// 1-0
    Black,
    /// 0-1
    White,
    /// 1/2-1/2
    Draw,
    /// `*`: stated to be unknown, or unfinished.
    Unknown,
}

impl Score {
    const TEXTS: [(Score, &'static str); 4] =
        [(Score::Black, "1-0"), (Score::White, "0-1"), (Score::Draw, "1/2-1/2"), (Score::Unknown, "*")];

    /// The text in jsonl.
    pub fn text(self) -> &'static str {
        Score::TEXTS[self as usize].1
    }

    /// The score with this text.
    pub fn from_text(text: &str) -> Option<Score> {
        Score::TEXTS.iter().find(|(_, t)| *t == text).map(|(s, _)| *s)
    }

    /// The score of a game won by this colour.
    pub const fn won_by(color: Color) -> Score {
        match color {
            Color::Black => Score::Black,
            Color::White => Score::White,
        }
    }

    /// Who won; `None` for a draw and for unknown.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Score::Black => Some(Color::Black),
            Score::White => Some(Color::White),
            Score::Draw | Score::Unknown => None,
        }
    }
}

macro_rules! named {
    ($(#[$meta:meta])* $type:ident { $($(#[$vmeta:meta])* $variant:ident $name:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub enum $type { $($(#[$vmeta])* $variant,)* }

        impl $type {
            /// Every value.
            pub const ALL: &[$type] = &[$($type::$variant),*];

            /// The name in jsonl.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)* }
            }

            /// The value with this name.
            pub fn from_name(name: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|v| v.name() == name)
            }
        }
    };
}

named! {
    /// How a record says that the game ended.
    Reason {
        /// Five in a row (or what the game counts as one).
        Five "five",
        /// Six or more in a row.
        Overline "overline",
        /// A forbidden move of Black's.
        Forbidden "forbidden",
        /// Captures.
        Captures "captures",
        /// Resignation.
        Resign "resign",
        /// Time.
        Time "time",
        /// Forfeit.
        Forfeit "forfeit",
        /// An illegal move, which the record may leave out.
        IllegalMove "illegal-move",
        /// A program crashed.
        Crash "crash",
        /// Agreement.
        Agreement "agreement",
        /// Passes in a row.
        Passes "passes",
        /// A full board.
        Full "full",
        /// A limit of moves.
        MoveLimit "move-limit",
        /// A decision of a referee or a program.
        Adjudication "adjudication",
        /// The game was not finished.
        Unfinished "unfinished",
    }
}

named! {
    /// The result that counts in the event, apart from the board and the game record.
    Official {
        /// Black won.
        BlackWon "1-0",
        /// White won.
        WhiteWon "0-1",
        /// Drawn.
        Drawn "1/2-1/2",
        /// Black won without play.
        BlackByForfeit "+:-",
        /// White won without play.
        WhiteByForfeit "-:+",
        /// Both lost without play.
        BothForfeited "-:-",
    }
}
