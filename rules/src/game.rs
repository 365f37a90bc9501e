//! Board rules as plain data, and the table of games.

use std::borrow::Cow;

use crate::{CaptureRule, Coords, Ends, Fouls, Row, Size};

/// What happens on the board, as plain data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Whether these are the rules of the game. If not, nothing but a point off the board is an error, and the game is unverifiable.
    pub known: bool,
    /// The rows that win, by [`Color::index`](crate::Color::index).
    pub rows: [Row; 2],
    /// The fouls of each colour, by [`Color::index`](crate::Color::index).
    pub fouls: [Fouls; 2],
    /// Captures, if any.
    pub captures: Option<CaptureRule>,
    /// Stones laid in a turn.
    pub turns: Turns,
    /// Passes.
    pub passes: Passes,
    /// Ply after which the game is drawn, if there is a limit.
    pub max_plies: Option<u32>,
}

/// Stones laid in the first turn and in each later one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turns {
    /// Stones of the first turn.
    pub first: u8,
    /// Stones of each later turn.
    pub then: u8,
}

/// What a pass does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// A turn cannot be given up.
    Forbidden,
    /// A turn may be given up, and two passes in a row draw the game.
    TwoDraw,
}

/// A named game: board rules, the usual board, and the opening procedure that belongs to the game itself, if one does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The name on the command line and in reports.
    pub id: Cow<'static, str>,
    /// What it is called.
    pub title: Cow<'static, str>,
    /// Other spellings, compared without case, blanks, hyphens and underscores.
    pub aliases: Cow<'static, [&'static str]>,
    /// The usual board.
    pub size: Size,
    /// The usual column letters.
    pub coords: Coords,
    /// The rules of the board.
    pub rules: Rules,
    /// The id of the opening procedure that is part of the game (Pente's tournament rule), if any.
    pub opening: Option<Cow<'static, str>>,
    /// The page of `explain`.
    pub page: Cow<'static, str>,
}

const ONE_STONE: Turns = Turns { first: 1, then: 1 };

const fn five_game(black: Row, white: Row, fouls: Fouls) -> Rules {
    Rules {
        known: true,
        rows: [black, white],
        fouls: [fouls, Fouls::NONE],
        captures: None,
        turns: ONE_STONE,
        passes: Passes::TwoDraw,
        max_plies: None,
    }
}

const fn pente_game(trias: bool, to_win: u16) -> Rules {
    Rules {
        known: true,
        rows: [Row::FIVE_OR_MORE, Row::FIVE_OR_MORE],
        fouls: [Fouls::NONE, Fouls::NONE],
        captures: Some(CaptureRule { trias, to_win }),
        turns: ONE_STONE,
        passes: Passes::Forbidden,
        max_plies: None,
    }
}

/// A game that is Pente (or Keryo-Pente) with another opening.
const fn pente_relative(
    id: &'static str,
    title: &'static str,
    (trias, to_win): (bool, u16),
    opening: &'static str,
    page: &'static str,
) -> Game {
    Game {
        id: Cow::Borrowed(id),
        title: Cow::Borrowed(title),
        aliases: Cow::Borrowed(&[]),
        size: Size::PENTE,
        coords: Coords::SkipI,
        rules: pente_game(trias, to_win),
        opening: Some(Cow::Borrowed(opening)),
        page: Cow::Borrowed(page),
    }
}

/// Every game that pentad knows by name.
pub static GAMES: &[Game] = &[
    Game {
        id: Cow::Borrowed("renju"),
        title: Cow::Borrowed("Renju"),
        aliases: Cow::Borrowed(&["连珠", "連珠"]),
        size: Size::RENJU,
        coords: Coords::WithI,
        rules: five_game(Row::EXACT_FIVE, Row::FIVE_OR_MORE, Fouls::ALL),
        opening: None,
        page: Cow::Borrowed(
            "15x15. Black wins with exactly five in a row, White with five or more. Black may not make a double-three, a double-four or an \
             overline; a five made by the same stone beats every foul. A foul loses when it is claimed (--foul). A turn may be passed; two \
             passes in a row draw. A full board draws. Source: RIF, The International Rules of Renju.",
        ),
    },
    Game {
        id: Cow::Borrowed("gomoku-freestyle"),
        title: Cow::Borrowed("Gomoku, freestyle"),
        aliases: Cow::Borrowed(&["gomoku", "freestyle", "free", "free gomoku", "gomoku free", "五子棋"]),
        size: Size::RENJU,
        coords: Coords::WithI,
        rules: five_game(Row::FIVE_OR_MORE, Row::FIVE_OR_MORE, Fouls::NONE),
        opening: None,
        page: Cow::Borrowed(
            "Five or more in a row win for both colours; nothing is forbidden. 15x15, 19x19 and (Gomocup) 20x20. Gomocup's rule 0.",
        ),
    },
    Game {
        id: Cow::Borrowed("gomoku-standard"),
        title: Cow::Borrowed("Gomoku, standard"),
        aliases: Cow::Borrowed(&["standard", "standard gomoku", "exact five", "gomoku exact five"]),
        size: Size::RENJU,
        coords: Coords::WithI,
        rules: five_game(Row::EXACT_FIVE, Row::EXACT_FIVE, Fouls::NONE),
        opening: None,
        page: Cow::Borrowed(
            "Exactly five in a row win for both colours; a longer row is nothing and play goes on. 15x15; 19x19 at pente.org. Gomocup's rule 1.",
        ),
    },
    Game {
        id: Cow::Borrowed("caro5"),
        title: Cow::Borrowed("Caro, exactly five"),
        aliases: Cow::Borrowed(&[]),
        size: Size::RENJU,
        coords: Coords::WithI,
        rules: five_game(
            Row { ends: Ends::OneFree, ..Row::EXACT_FIVE },
            Row { ends: Ends::OneFree, ..Row::EXACT_FIVE },
            Fouls::NONE,
        ),
        opening: None,
        page: Cow::Borrowed(
            "Exactly five in a row win unless enemy stones stand at both ends; the edge of the board blocks nothing. A longer row is nothing. \
             Caro has no single definition: see also caro6.",
        ),
    },
    Game {
        id: Cow::Borrowed("caro6"),
        title: Cow::Borrowed("Caro, five or more"),
        aliases: Cow::Borrowed(&["caro", "gomoku+", "gomoku plus"]),
        size: Size::RENJU,
        coords: Coords::WithI,
        rules: five_game(
            Row { ends: Ends::OneFree, ..Row::FIVE_OR_MORE },
            Row { ends: Ends::OneFree, ..Row::FIVE_OR_MORE },
            Fouls::NONE,
        ),
        opening: None,
        page: Cow::Borrowed(
            "Exactly five in a row win unless enemy stones stand at both ends; a longer row wins in any case; the edge of the board blocks \
             nothing. Gomocup's rule 8.",
        ),
    },
    Game {
        id: Cow::Borrowed("pente"),
        title: Cow::Borrowed("Pente"),
        aliases: Cow::Borrowed(&["pro pente"]),
        size: Size::PENTE,
        coords: Coords::SkipI,
        rules: pente_game(false, 10),
        opening: Some(Cow::Borrowed("pente-tournament")),
        page: Cow::Borrowed(
            "19x19. Five or more in a row win, also where the row could be broken by a capture. A stone laid at one end of exactly two enemy \
             stones with an own stone at the other end takes both off, in all eight directions at once; captures are compulsory. Ten captured \
             stones win. Laying a stone between two enemy stones is safe. The first stone lies on the centre; in rated games player 1's second \
             stone lies at least three lines from it (the tournament rule). No passes. Source: pente.org.",
        ),
    },
    Game {
        id: Cow::Borrowed("keryo-pente"),
        title: Cow::Borrowed("Keryo-Pente"),
        aliases: Cow::Borrowed(&["keryo"]),
        size: Size::PENTE,
        coords: Coords::SkipI,
        rules: pente_game(true, 15),
        opening: Some(Cow::Borrowed("pente-tournament")),
        page: Cow::Borrowed(
            "Pente in which exactly three enemy stones in a row (a tria) are captured as well as two, and fifteen captured stones win. \
             Proposed by Rollie Tesh in 1983. Source: pente.org.",
        ),
    },
    pente_relative(
        "g-pente",
        "G-Pente",
        (false, 10),
        "g-pente",
        "Pente in which player 1's second stone may lie neither within two lines of the centre nor on the central lines three or four points \
         from it. Source: pente.org.",
    ),
    pente_relative(
        "d-pente",
        "D-Pente",
        (false, 10),
        "d-pente",
        "Pente in which player 1 lays the first four stones anywhere and player 2 then chooses a side. The first stone need not lie on the \
         centre, and there is no tournament rule. Source: pente.org.",
    ),
    pente_relative(
        "dk-pente",
        "DK-Pente",
        (true, 15),
        "d-pente",
        "Keryo-Pente with the opening of D-Pente: player 1 lays the first four stones anywhere and player 2 then chooses a side. \
         Source: pente.org.",
    ),
    pente_relative(
        "swap2-pente",
        "Swap2-Pente",
        (false, 10),
        "swap2",
        "Pente with the opening procedure swap2 in place of the first stone on the centre and the tournament rule. Source: pente.org.",
    ),
    pente_relative(
        "swap2-keryo",
        "Swap2-Keryo",
        (true, 15),
        "swap2",
        "Keryo-Pente with the opening procedure swap2. Source: pente.org.",
    ),
    Game {
        id: Cow::Borrowed("connect6"),
        title: Cow::Borrowed("Connect6"),
        aliases: Cow::Borrowed(&["connect 6", "connect six"]),
        size: Size::PENTE,
        coords: Coords::WithI,
        rules: Rules {
            known: true,
            rows: [Row::SIX_OR_MORE, Row::SIX_OR_MORE],
            fouls: [Fouls::NONE, Fouls::NONE],
            captures: None,
            turns: Turns { first: 1, then: 2 },
            passes: Passes::Forbidden,
            max_plies: None,
        },
        opening: None,
        page: Cow::Borrowed(
            "19x19. Black lays one stone, then each side lays two in a turn. Six or more in a row win at once, also with the first of two stones. \
             A full board draws. Source: pente.org, BrainKing.",
        ),
    },
];

/// What is left of a record whose rule nobody knows: stones on points. Nothing ends such a game on the board, stones may vanish by captures
/// that are not known, and turns may have any number of stones; so only a point off the board is an error ([`Rules::known`]).
pub static UNKNOWN_GAME: Game = Game {
    id: Cow::Borrowed("unknown"),
    title: Cow::Borrowed("Unknown game"),
    aliases: Cow::Borrowed(&[]),
    size: Size::RENJU,
    coords: Coords::WithI,
    rules: Rules {
        known: false,
        rows: [Row::NONE, Row::NONE],
        fouls: [Fouls::NONE, Fouls::NONE],
        captures: None,
        turns: ONE_STONE,
        passes: Passes::TwoDraw,
        max_plies: None,
    },
    opening: None,
    page: Cow::Borrowed("The record names a rule that pentad does not know: it is unverifiable."),
};

/// A spelling without case, blanks, hyphens and underscores.
pub(crate) fn plain_spelling(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_')).flat_map(char::to_lowercase).collect()
}

impl Game {
    /// The game with this id or another of its spellings. `Speed ` and `Turn-based ` before the name change the clock only.
    pub fn find(name: &str) -> Option<&'static Game> {
        let plain = plain_spelling(name);
        let plain = plain.strip_prefix("turnbased").unwrap_or(&plain);
        let plain = plain.strip_prefix("speed").unwrap_or(plain);
        GAMES.iter().find(|g| plain_spelling(&g.id) == plain || g.aliases.iter().any(|a| plain_spelling(a) == plain))
    }

    /// The id that looks most like an unknown name.
    pub fn nearest(name: &str) -> Option<&'static str> {
        // A long text is no mistyped name, and comparing it would cost its length many times over.
        if name.len() > 64 {
            return None;
        }
        let plain = plain_spelling(name);
        let distance = |id: &str| strsim::damerau_levenshtein(&plain_spelling(id), &plain);
        let ids = GAMES.iter().map(|g| g.id.as_ref());
        ids.min_by_key(|id| distance(id)).filter(|id| distance(id) <= 1 + plain.len() / 3)
    }
}
