//! Board rules as plain data, and the table of games.

use std::borrow::Cow;

use crate::opening::procedure;
use crate::{CaptureRule, Catalogue, Coords, Ends, Entry, Foul, FoulPolicy, Fouls, Opening, Row, Size, Wishes};

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
    /// When a completed row wins in a game with captures.
    pub stands: Stands,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Passes {
    /// A turn cannot be given up.
    Forbidden,
    /// A turn may be given up, and two passes in a row draw the game.
    TwoDraw,
}

/// When a completed row wins, if stones of it could still be captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stands {
    /// At once.
    AtOnce,
    /// At once where no enemy stone could take one of its stones; else when it still stands after the reply (Boat-Pente).
    UnlessCapturable,
    /// When it still stands after the reply, whether or not anything could be captured.
    AfterReply,
}

/// A named game: board rules, the usual board, the opening procedure that belongs to the game itself, if one does, and the policies
/// that its players take for granted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The name on the command line and in reports.
    pub id: Cow<'static, str>,
    /// What it is called.
    pub title: Cow<'static, str>,
    /// Other spellings, compared without case, blanks, hyphens and underscores.
    pub aliases: Cow<'static, [Cow<'static, str>]>,
    /// The usual board.
    pub size: Size,
    /// The usual column letters.
    pub coords: Coords,
    /// The rules of the board.
    pub rules: Rules,
    /// The opening procedure that is part of the game (Pente's tournament rule), if any.
    pub opening: Option<Cow<'static, Opening>>,
    /// What the game decides of policies.
    pub wishes: Wishes,
    /// The page of `explain`.
    pub page: Cow<'static, str>,
}

const ONE_STONE: Turns = Turns { first: 1, then: 1 };

/// Rows of five for both colours, nothing forbidden, nothing captured.
const FIVE: Rules = Rules {
    known: true,
    rows: [Row::FIVE_OR_MORE, Row::FIVE_OR_MORE],
    fouls: [Fouls::NONE, Fouls::NONE],
    captures: None,
    stands: Stands::AtOnce,
    turns: ONE_STONE,
    passes: Passes::TwoDraw,
    max_plies: None,
};

const EXACT: Rules = Rules { rows: [Row::EXACT_FIVE, Row::EXACT_FIVE], ..FIVE };

const fn caro(row: Row) -> Rules {
    Rules { rows: [row, row], ..FIVE }
}

const PENTE: Rules = Rules { captures: Some(CaptureRule::PAIRS), passes: Passes::Forbidden, ..FIVE };
const KERYO: Rules = Rules { captures: Some(CaptureRule::TRIAS), ..PENTE };
const POOF: CaptureRule = CaptureRule { ahead: true, entry: Entry::Poof, ..CaptureRule::PAIRS };

macro_rules! games {
    ($($id:literal $title:literal [$($alias:literal),*] $size:ident $coords:ident $rules:expr, $opening:expr, $wishes:expr, $page:expr;)*) => {
        /// Every game that pentad knows by name.
        pub static GAMES: &[Game] = &[$(Game {
            id: Cow::Borrowed($id),
            title: Cow::Borrowed($title),
            aliases: {
                const ALIASES: &[Cow<'static, str>] = &[$(Cow::Borrowed($alias)),*];
                Cow::Borrowed(ALIASES)
            },
            size: Size::$size,
            coords: Coords::$coords,
            rules: $rules,
            opening: $opening,
            wishes: $wishes,
            page: Cow::Borrowed($page),
        },)*];
    };
}

// Id, title, other spellings, board, letters, rules of the board, opening procedure, policies, page.
games! {
    "renju" "Renju" ["连珠", "連珠"] RENJU WithI
        Rules { rows: [Row::EXACT_FIVE, Row::FIVE_OR_MORE], fouls: [Fouls::ALL, Fouls::NONE], ..FIVE },
        None, Wishes::NONE,
        "15x15. Black wins with exactly five in a row, White with five or more. Black may not make a double-three, a double-four or an \
         overline; a five made by the same stone beats every foul. A foul loses when it is claimed (--foul). A turn may be passed; two \
         passes in a row draw. A full board draws. Source: RIF, The International Rules of Renju.";
    "gomoku-freestyle" "Gomoku, freestyle" ["gomoku", "freestyle", "free", "free gomoku", "gomoku free", "五子棋"] RENJU WithI
        FIVE, None, Wishes::NONE,
        "Five or more in a row win for both colours; nothing is forbidden. 15x15, 19x19 and (Gomocup) 20x20. Gomocup's rule 0.";
    "gomoku-standard" "Gomoku, standard" ["standard", "standard gomoku", "exact five", "gomoku exact five"] RENJU WithI
        EXACT, None, Wishes::NONE,
        "Exactly five in a row win for both colours; a longer row is nothing and play goes on. 15x15; 19x19 at pente.org. Gomocup's rule 1.";
    "swap-gomoku" "Swap gomoku" [] RENJU WithI
        EXACT, Some(procedure("swap-gomoku")), Wishes::NONE,
        "Exactly five in a row win for both colours; a longer row neither wins nor loses. The players alternate for the first three stones, \
         then the second player may swap. Other swap rules let one player lay all three stones (the procedure swap): a bare list of moves \
         cannot tell them apart. Source: the rule as taught at RenjuClass.";
    "caro5" "Caro, exactly five" [] RENJU WithI
        caro(Row { ends: Ends::OneFree, ..Row::EXACT_FIVE }), None, Wishes::NONE,
        "Exactly five in a row win unless enemy stones stand at both ends; the edge of the board blocks nothing. A longer row is nothing. \
         Caro has no single definition: see also caro6 and caro-open. Gomocup's rule 9.";
    "caro6" "Caro, five or more" ["caro", "gomoku+", "gomoku plus"] RENJU WithI
        caro(Row { ends: Ends::OneFree, ..Row::FIVE_OR_MORE }), None, Wishes::NONE,
        "Exactly five in a row win unless enemy stones stand at both ends; a longer row wins in any case; the edge of the board blocks \
         nothing. Gomocup's rule 8.";
    "caro-open" "Caro, both ends open" [] RENJU WithI
        caro(Row { ends: Ends::BothFree, ..Row::EXACT_FIVE }), None, Wishes::NONE,
        "Exactly five in a row win if no enemy stone stands at either end; the edge of the board blocks nothing. A longer row is nothing. \
         Source: BoardGameArena, Gomoku+; other texts ask for one free end only (caro5, caro6).";
    "omok" "Omok" ["korean gomoku", "오목"] RENJU WithI
        Rules { fouls: [DOUBLE_THREE, DOUBLE_THREE], ..EXACT }, None, Wishes { fouls: [Some(FoulPolicy::Block), None, None], ..Wishes::NONE },
        "Exactly five in a row win; a longer row is nothing and play goes on. A double-three is forbidden to both colours, and such a stone \
         cannot be laid; double-fours are allowed. Texts differ on the board (15x15 or 19x19) and on longer rows; only the double-three is \
         common to all.";
    "ninuki-renju" "Ninuki-renju" ["ninuki", "ninuki renju"] RENJU WithI
        Rules {
            captures: Some(CaptureRule { remnant_wins: true, ..CaptureRule::PAIRS }),
            stands: Stands::UnlessCapturable,
            passes: Passes::Forbidden,
            ..EXACT
        },
        Some(procedure("centre")), Wishes::NONE,
        "The game that Pente comes from. Exactly five in a row win, at once where no stone of them could be captured, else when they still \
         stand after the reply; a longer row is nothing. Pairs are captured as in Pente, and five pairs win. A capture that cuts a longer row \
         of the opponent down to five gives him the game; if it is the fifth pair as well, the game is drawn. The first stone lies on the \
         centre. Boards of 15x15, 19x19 and odd sizes from 13 to 21 are in use. Sources differ on double-threes (forbidden to both, to Black \
         only, or with exceptions), so none is forbidden here; rules.fouls sets them.";
    "pente" "Pente" ["pro pente"] PENTE SkipI
        PENTE, Some(procedure("pente-tournament")), Wishes::NONE,
        "19x19. Five or more in a row win, also where the row could be broken by a capture. A stone laid at one end of exactly two enemy \
         stones with an own stone at the other end takes both off, in all eight directions at once; captures are compulsory. Ten captured \
         stones win. Laying a stone between two enemy stones is safe. The first stone lies on the centre; in rated games player 1's second \
         stone lies at least three lines from it (the tournament rule). No passes. Source: pente.org.";
    "keryo-pente" "Keryo-Pente" ["keryo"] PENTE SkipI
        KERYO, Some(procedure("pente-tournament")), Wishes::NONE,
        "Pente in which exactly three enemy stones in a row (a tria) are captured as well as two, and fifteen captured stones win. \
         Proposed by Rollie Tesh in 1983. Source: pente.org.";
    "g-pente" "G-Pente" [] PENTE SkipI
        PENTE, Some(procedure("g-pente")), Wishes::NONE,
        "Pente in which player 1's second stone may lie neither within two lines of the centre nor on the central lines three or four points \
         from it. The prose at pente.org counts the centre as the first point and says the fourth and fifth. Source: pente.org.";
    "d-pente" "D-Pente" [] PENTE SkipI
        PENTE, Some(procedure("d-pente")), Wishes::NONE,
        "Pente in which player 1 lays the first four stones anywhere and player 2 then chooses a side. The first stone need not lie on the \
         centre, and there is no tournament rule. Source: pente.org.";
    "dk-pente" "DK-Pente" [] PENTE SkipI
        KERYO, Some(procedure("d-pente")), Wishes::NONE,
        "Keryo-Pente with the opening of D-Pente: player 1 lays the first four stones anywhere and player 2 then chooses a side. \
         Source: pente.org.";
    "poof-pente" "Poof-Pente" ["poof"] PENTE SkipI
        Rules { captures: Some(POOF), ..PENTE }, Some(procedure("pente-tournament")), Wishes::NONE,
        "Pente in which a stone that completes exactly two own stones between two enemy stones makes them vanish, itself among them, to the \
         opponent's credit (poof). Captures and poofs of one stone happen at the same time, on the board as it was after the stone was laid. \
         Ten stones win only if they are more than the opponent's: at 10 to 10 play goes on. Source: pente.org.";
    "boat-pente" "Boat-Pente" ["boat"] PENTE SkipI
        Rules { stands: Stands::UnlessCapturable, ..PENTE }, Some(procedure("pente-tournament")), Wishes::NONE,
        "Pente in which a row that the opponent could break by a capture does not win yet. If a row of that player still stands after the \
         reply, it wins, even if the reply took the fifth pair or made a row of its own; if the reply breaks it, play goes on. Whether a \
         stone of a longer row could be captured is asked of each of its stones. Sources: pente.org; AbstractPlay waits for the reply in \
         any case (rules.five-stands = \"after-reply\").";
    "o-pente" "O-Pente" [] PENTE SkipI
        Rules {
            captures: Some(CaptureRule { ahead: true, entry: Entry::Poof, ..CaptureRule::TRIAS }),
            stands: Stands::UnlessCapturable,
            ..PENTE
        },
        Some(procedure("pente-tournament")), Wishes::NONE,
        "Keryo-Pente, Poof-Pente and Boat-Pente together: pairs and trias are captured and poof, fifteen stones win if they are more than \
         the opponent's, and a row that could be broken must survive the reply. Source: pente.org.";
    "swap2-pente" "Swap2-Pente" [] PENTE SkipI
        PENTE, Some(procedure("swap2")), Wishes::NONE,
        "Pente with the opening procedure swap2 in place of the first stone on the centre and the tournament rule. Source: pente.org.";
    "swap2-keryo" "Swap2-Keryo" ["swap2-keryo-pente"] PENTE SkipI
        KERYO, Some(procedure("swap2")), Wishes::NONE,
        "Keryo-Pente with the opening procedure swap2. Source: pente.org.";
    "connect6" "Connect6" ["connect 6", "connect six"] PENTE WithI
        Rules {
            rows: [Row::SIX_OR_MORE, Row::SIX_OR_MORE],
            turns: Turns { first: 1, then: 2 },
            passes: Passes::Forbidden,
            ..FIVE
        },
        None, Wishes::NONE,
        "19x19. Black lays one stone, then each side lays two in a turn. Six or more in a row win at once, also with the first of two stones. \
         A full board draws. pente.org has the first stone on the centre (the procedure centre). Source: pente.org, BrainKing.";
}

const DOUBLE_THREE: Fouls = Fouls::one(Foul::DoubleThree);

/// What is left of a record whose rule nobody knows: stones on points. Nothing ends such a game on the board, stones may vanish by captures
/// that are not known, and turns may have any number of stones; so only a point off the board is an error ([`Rules::known`]).
pub static UNKNOWN_GAME: Game = Game {
    id: Cow::Borrowed("unknown"),
    title: Cow::Borrowed("Unknown game"),
    aliases: Cow::Borrowed(&[]),
    size: Size::RENJU,
    coords: Coords::WithI,
    rules: Rules { known: false, rows: [Row::NONE, Row::NONE], ..FIVE },
    opening: None,
    wishes: Wishes::NONE,
    page: Cow::Borrowed("The record names a rule that pentad does not know: it is unverifiable."),
};

/// A spelling without case, blanks, hyphens and underscores.
pub(crate) fn plain_spelling(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_')).flat_map(char::to_lowercase).collect()
}

impl Game {
    /// The game with this id or another of its spellings. `Speed ` and `Turn-based ` before the name change the clock only.
    pub fn find(name: &str) -> Option<&'static Game> {
        Catalogue::standard().game(name)
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
